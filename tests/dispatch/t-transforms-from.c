/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Calls with fewer limbs than comba_transforms_from use no transforms, so they may run before the
   self-test of these: products, squares, divisions, conversions, roots and powers of every
   configuration, with transforms that are counted.  Calls with many limbs do use them. */

#include "../tests.h"
#include "dispatch/select.h"
#include "mul/mul.h"
#include "mul/fft/fft.h"
#include "mul/ntt/ntt.h"
#include "div/bdiv.h"
#include "div/div.h"
#include "powm/powm.h"
#include "radix/radix.h"
#include "root/root.h"
#include "config/list.h"

static const struct comba_ntt *right;
static const struct comba_fft *right_fft;
static unsigned long used;

static void
counted_mul (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
             mp_ptr scratch)
{
  used++;
  right->mul (pool, rp, ap, an, bp, bn, scratch);
}

static void
counted_mul_moduli (const struct comba_pool *pool, const struct comba_ntt_moduli *moduli, mp_ptr rp, mp_srcptr ap,
                    mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  used++;
  right->mul_moduli (pool, moduli, rp, ap, an, bp, bn, scratch);
}

static void
counted_mulmod (mp_size_t m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  used++;
  right->mulmod (m, rp, ap, an, bp, bn, scratch);
}

static void
counted_prepare (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp, mp_size_t bn)
{
  used++;
  right->prepare (kind, prepared, bp, bn);
}

static int
counted_fft (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  used++;
  return right_fft->mul (rp, ap, an, bp, bn, scratch);
}

enum operation { MUL, MUL_LONGER, SQR, DIV_QR, DIV_QR_LONGER, DIV_Q, DIV_Q_EXACT, DIVEXACT, GET_STR, SET_STR, SQRTREM, ROOTREM, POWM,
                 OPERATIONS };
static const char *const names[OPERATIONS]
  = { "mul", "mul, 64 limbs", "sqr", "div_qr", "div_qr, 5n limbs", "div_q", "div_q, exact", "divexact", "get_str", "set_str", "sqrtrem",
      "rootrem", "powm" };

/* One call whose bound (comba_tested in dispatch/config.h) is n limbs. */
static void
call (const struct comba_config *k, enum operation operation, mp_size_t n)
{
  mp_ptr a = new_area (5 * n), b = new_area (n), q = new_area (5 * n + 1), r = new_area (5 * n + 1);
  const size_t characters = (size_t) n * GMP_LIMB_BITS + 1;
  unsigned char *text = malloc (characters);
  random_operand (a, 5 * n, OPERAND_KINDS - 1);
  random_operand (b, n, OPERAND_KINDS - 1);
  a[n - 1] |= 1, a[2 * n - 1] |= 1, a[5 * n - 1] |= 1, b[n - 1] |= 1, b[0] |= 1;
  switch (operation)
    {
    case MUL: comba_mul (k, r, a, n, b, n); break;
    case MUL_LONGER: comba_mul (k, r, a, 4 * n, b, n < COMBA_PRODUCT_NTT_MIN ? n : COMBA_PRODUCT_NTT_MIN - 1); break;
    case SQR: comba_sqr (k, r, a, n); break;
    case DIV_QR: comba_divide (k, q, r, a, 2 * n, b, n); break;
    case DIV_QR_LONGER: comba_divide (k, q, r, a, 5 * n, b, n); break;
    case DIV_Q: comba_div_q (k, q, a, 2 * n, b, n, NULL); break;
    case DIV_Q_EXACT:   /* the quotient is multiplied by the divisor */
      if (n > 2)
        {
          const mp_size_t an = n - 1, dn = n / 2 + 1;
          b[dn - 1] |= 1;
          comba_mul (&comba_config_portable, r, a, an, b, dn);
          comba_div_q (k, q, r, an + dn - (r[an + dn - 1] == 0), b, dn, NULL);
        }
      break;
    case DIVEXACT:
      comba_mul (&comba_config_portable, r, a, n, b, n);
      comba_divexact (k, q, r, 2 * n - (r[2 * n - 1] == 0), b, n);
      break;
    case GET_STR: comba_get_str (k, text, 10, a, n); break;
    case SET_STR:
      for (size_t i = 0; i < (size_t) n * 16 - 1; i++)
        text[i] = 1 + i % 9;
      comba_set_str (k, q, text, (size_t) n * 16 - 1, 10);
      break;
    case SQRTREM: comba_sqrtrem (k, q, r, a, n); break;
    case ROOTREM: comba_rootrem (k, q, r, a, n, 3); break;
    case POWM: comba_powm_any (r, a, n, b, n < 4 ? n : 4, b, n, k); break;
    default: abort ();
    }
  free (text);
  free_area (a), free_area (b), free_area (q), free_area (r);
}

static void
try_config (const struct comba_config *built_in)
{
  if (built_in->ntt == NULL)
    return;
  struct comba_config k = *built_in;
  struct comba_ntt counted = *built_in->ntt;
  right = built_in->ntt;
  counted.mul = counted_mul;
  counted.mul_moduli = right->mul_moduli != NULL ? counted_mul_moduli : NULL;
  counted.mulmod = right->mulmod != NULL ? counted_mulmod : NULL;
  counted.prepare = right->prepare != NULL ? counted_prepare : NULL;
  k.ntt = &counted;
  struct comba_fft fft;
  right_fft = k.fft;
  if (k.fft != NULL)
    {
      fft = *k.fft;
      fft.mul = counted_fft;
      k.fft = &fft;
    }
  const mp_size_t from = comba_transforms_from (&k), most = from - 1 < tests_max (3000) ? from - 1 : tests_max (3000);
  check_begin ("%s: no transforms below %ld limbs", k.name, (long) from);
  for (mp_size_t n = 2; n <= most; n = n == most ? n + 1 : n + 1 + n / 40 < most ? n + 1 + n / 40 : most)
    for (enum operation o = 0; o < OPERATIONS; o++)
      {
        used = 0;
        call (&k, o, n);
        if (used != 0)
          check_fail ("%s, %ld limbs: transforms", names[o], (long) n);
      }
  check_end ();

  check_begin ("%s: transforms from mul_ntt and sqr_ntt on", k.name);
  used = 0;
  if (k.thresholds.mul_ntt < COMBA_NEVER)
    call (&k, MUL, k.thresholds.mul_ntt + 8);
  if (used == 0 && k.thresholds.mul_ntt < COMBA_NEVER)
    check_fail ("none is used");
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *why = tests_why_not (comba_configs[i]);
      if (why != NULL)
        check_skip (why, "%s: transforms", comba_configs[i]->name);
      else
        try_config (comba_configs[i]);
    }
  return tests_end ();
}
