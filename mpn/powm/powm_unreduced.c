/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The beginning of a power, while it is no longer than P: no reduction. */

#include "powm/powm.h"
#include "arith/limb_steps.h"
#include "arith/arith.h"
#include "mul/ladder.h"
#include <string.h>

static int
bit (mp_srcptr ep, size_t at)
{
  return (int) (ep[at / GMP_LIMB_BITS] >> at % GMP_LIMB_BITS & 1);
}

mp_limb_t
comba_powm_in_limb (mp_limb_t b, mp_srcptr ep, mp_size_t en, size_t *left)
{
  mp_limb_t c = b;
  size_t at = comba_powm_bits (ep, en) - 1;
  for (; at > 0; at--)
    {
      mp_limb_t next, high = comba_multiply_limbs (c, c, &next);
      if (bit (ep, at - 1))
        high |= comba_multiply_limbs (next, b, &next);
      if (high != 0)
        break;
      c = next;
    }
  *left = at;
  return c;
}

/* As many bits of E as give an exponent of 2 below the number of bits of MOST limbs. */
static void
of_two (struct comba_unreduced *w, mp_srcptr ep, mp_size_t en, mp_size_t most)
{
  size_t at = comba_powm_bits (ep, en), e = 0;
  for (; at > 0; at--)
    {
      const size_t next = 2 * e + (size_t) bit (ep, at - 1);
      if (next >= (size_t) most * GMP_LIMB_BITS)
        break;
      e = next;
    }
  w->left = at;
  w->n = (mp_size_t) (e / GMP_LIMB_BITS) + 1;
  memset (w->limbs[0], 0, (size_t) w->n * sizeof (mp_limb_t));
  w->limbs[0][w->n - 1] = (mp_limb_t) 1 << e % GMP_LIMB_BITS;
  w->p = w->limbs[0];
}

void
comba_powm_unreduced (const struct comba_config *k, struct comba_unreduced *w, mp_srcptr bp, mp_size_t bn,
                  mp_srcptr ep, mp_size_t en, mp_size_t most)
{
  ASSERT (bn >= 1 && en >= 1 && ep[en - 1] != 0);
  if (most > COMBA_UNREDUCED_MAX)
    most = COMBA_UNREDUCED_MAX;
  if (bn == 1 && bp[0] == 2)
    {
      of_two (w, ep, en, most);
      return;
    }
  w->left = comba_powm_bits (ep, en) - 1;
  w->n = bn;
  w->p = bp;
  if (bn == 1)
    {
      w->limbs[0][0] = comba_powm_in_limb (bp[0], ep, en, &w->left);
      w->p = w->limbs[0];
    }
  for (; w->left > 0; w->left--)
    {
      const int one = bit (ep, w->left - 1), at = w->p == w->limbs[0];
      mp_size_t n = 2 * w->n;
      if (n + (one ? bn : 0) > most)
        break;
      mp_ptr p = w->limbs[at];
      comba_sqr_basecase (k, p, w->p, w->n);
      n -= p[n - 1] == 0;
      if (one)
        {
          comba_mul_basecase (k, w->limbs[!at], p, n, bp, bn);
          p = w->limbs[!at];
          n += bn;
          n -= p[n - 1] == 0;
        }
      w->p = p;
      w->n = n;
    }
}

static int __attribute__ ((noinline))
short_power (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep,
             mp_srcptr pp, mp_size_t n)
{
  /* A product, and so its factor, may have one limb more than the normalized result. */
  const mp_size_t most = n + bn + 1;
  mp_limb_t limbs[2][COMBA_UNREDUCED (most)];
  struct comba_unreduced w = { .limbs = { limbs[0], limbs[1] } };
  comba_powm_unreduced (k, &w, bp, bn, ep, 1, most);
  if (w.left > 0 || w.n > n || (w.n == n && comba_cmp_var (w.p, pp, n) >= 0))
    return 0;
  memmove (rp, w.p, (size_t) w.n * sizeof (mp_limb_t));
  memset (rp + w.n, 0, (size_t) (n - w.n) * sizeof (mp_limb_t));
  return 1;
}

/* B^E has E times as many bits as B, or up to E - 1 fewer. */
int
comba_powm_is_unreduced (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
                     size_t bits, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n)
{
  if (en != 1 || bn > n)
    return 0;
  const mp_limb_t e = ep[0];
  if (bn == 1 && bp[0] == 2)
    return comba_powm_is_shift (rp, e, pp, n);
  const size_t most = (size_t) (n < COMBA_UNREDUCED_MAX ? n : COMBA_UNREDUCED_MAX) * GMP_LIMB_BITS;
  return e < most && (bits - 1) * e < most
    && short_power (k, rp, bp, bn, ep, pp, n);
}
