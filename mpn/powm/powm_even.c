/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers modulo P = 2^t M, M odd: one modulo M, one modulo 2^t, and the Chinese remainder theorem,
   as GMP's mpz_powm does. */

#include "powm/powm.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include "residue/precompute.h"

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* Arithmetic modulo beta^n; products have 2n limbs, and scratch. */
struct low
{
  const struct comba_config *k;
  mp_size_t n;
  mp_ptr product, scratch;
};

static void __attribute__ ((noinline))
low_mul (const struct low *l, mp_ptr rp, mp_srcptr ap, mp_srcptr bp)
{
  comba_product (l->k, l->product, ap, l->n, bp, l->n, l->scratch);
  memcpy (rp, l->product, BYTES (l->n));
}

static void __attribute__ ((noinline))
low_sqr (const struct low *l, mp_ptr rp, mp_srcptr ap)
{
  comba_product_sqr (l->k, l->product, ap, l->n, l->scratch);
  memcpy (rp, l->product, BYTES (l->n));
}

/* rp = B^E mod beta^n by sliding windows, E > 0.  TABLE has 2^(width-1) + 1 numbers, the last of
   them for squares. */
static void __attribute__ ((noinline))
low_power (const struct low *l, mp_ptr rp, mp_srcptr bp, mp_srcptr ep, mp_size_t en, int width,
           mp_ptr table)
{
  const mp_size_t n = l->n;
  memcpy (table, bp, BYTES (n));
  const mp_ptr square = table + ((size_t) n << (width - 1));
  low_sqr (l, square, bp);
  for (int i = 1; i < 1 << (width - 1); i++)
    low_mul (l, table + i * n, table + (i - 1) * n, square);
  size_t at = comba_bits (ep, en);
  int begun = 0;
  while (at > 0)
    {
      const struct comba_window w = comba_next_window (ep, at, width);
      for (; begun && at > w.low; at--)
        low_sqr (l, rp, rp);
      at = w.low;
      const mp_srcptr entry = table + (w.odd / 2) * n;
      if (!begun)
        memcpy (rp, entry, BYTES (n));
      else if (w.odd != 0)
        low_mul (l, rp, rp, entry);
      begun = 1;
    }
}

/* Clears the bits of ap[0..n-1] from bit T on, where n is ceil (T / GMP_LIMB_BITS). */
static void
keep_bits (mp_ptr ap, size_t t)
{
  if (t % GMP_LIMB_BITS != 0)
    ap[t / GMP_LIMB_BITS] &= ((mp_limb_t) 1 << t % GMP_LIMB_BITS) - 1;
}

int
comba_powm_even (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep,
                 mp_size_t en, mp_srcptr pp, mp_size_t n)
{
  size_t t = 0;
  while (pp[t / GMP_LIMB_BITS] == 0)
    t += GMP_LIMB_BITS;
  const mp_size_t whole = (mp_size_t) (t / GMP_LIMB_BITS);
  const int shift = __builtin_ctzll (pp[whole]);
  t += (size_t) shift;
  const mp_size_t tn = (mp_size_t) ((t + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS);
  mp_size_t mn = n - whole;

  /* The order of an odd B modulo 2^t divides 2^t. */
  mp_size_t low_en = en < tn ? en : tn;
  while (low_en > 1 && ep[low_en - 1] == 0)
    low_en--;
  const int width = ep[low_en - 1] != 0 ? comba_powm_width (ep, low_en) : 1;
  const size_t mu_itch = comba_mod_mu_itch (tn);
  const size_t table = (size_t) tn * (((size_t) 1 << (width - 1)) + 1);
  const size_t more_itch = mu_itch > table ? mu_itch : table;
  const size_t all = 3 * (size_t) n + 7 * (size_t) tn + 2 + more_itch + comba_product_itch (n, n);
  struct comba_scratch s;
  const mp_ptr m = comba_scratch_get (&s, all, COMBA_SCRATCH_SECRET);
  if (m == NULL)
    return 0;
  const mp_ptr odd = m + n, b = odd + n, power = b + tn, e = power + tn;
  const mp_ptr mu = e + tn, product = mu + tn;
  const mp_ptr more = product + n + 3 * tn + 2;
  const struct low l = { k, tn, product, more + more_itch };

  memcpy (m, pp + whole, BYTES (mn));
  if (shift > 0)
    comba_rshift (m, m, mn, (unsigned) shift);
  mn -= m[mn - 1] == 0;
  memset (odd, 0, BYTES (n));
  const int has_odd = mn > 1 || m[0] > 1;
  int done = !has_odd || comba_powm_try (k, odd, bp, bn, ep, en, m, mn);

  memset (b, 0, BYTES (tn));
  memcpy (b, bp, BYTES (bn < tn ? bn : tn));
  memcpy (e, ep, BYTES (low_en));
  memset (power, 0, BYTES (tn));
  if ((b[0] & 1) != 0)
    {
      if (low_en == tn)
        keep_bits (e, t);
      mp_size_t used = low_en;
      while (used > 0 && e[used - 1] == 0)
        used--;
      power[0] = 1;
      if (used > 0)
        low_power (&l, power, b, e, used, width, more);
    }
  else if (en == 1 && ep[0] < t)
    low_power (&l, power, b, ep, 1, width, more);

  /* r = odd + M x, x = (power - odd) / M modulo 2^t. */
  if (has_odd)
    {
      comba_mod_mu (k, mu, tn, m, mn, more);
      comba_sub_n (power, odd, power, tn);
      low_mul (&l, power, power, mu);
    }
  keep_bits (power, t);
  if (has_odd)
    {
      comba_product (k, product, m, mn, power, tn, l.scratch);
      comba_add_n (odd, odd, product, n);       /* the sum is below P */
    }
  else
    memcpy (odd, power, BYTES (tn));
  if (done)
    memcpy (rp, odd, BYTES (n));
  comba_scratch_put (&s);
  return done;
}
