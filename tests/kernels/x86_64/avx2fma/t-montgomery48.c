/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in signed 48-bit digits (kernels/x86_64/avx2fma/montgomery48.c,
   kernels/x86_64/avx2fma/bipartite48.c): elements with all digits except the highest at their
   bounds, which encoded residues never have.  Decoding an element x yields x / R; decoding 1 yields
   1 / R.  tests/residue/t-representations.c tests everything else. */

#include "../../../residue/moduli.h"
#include "residue/representation.h"

#ifdef COMBA_AVX2
#include "avx2_configs.h"

static const struct comba_representation *rep;

struct ring
{
  const struct comba_config *k;
  mp_size_t n;
  mp_ptr p, context, scratch, inverse;  /* the last: 1 / R */
};

enum { DIGIT_BITS = 48 };

/* All largest, all least, alternating; any of these, and zeros.  And elements for which, with P =
   beta^n - 1, n = 3k, the highest digit of the quotient in decode, which is digit 3 of x and a
   carry, becomes 2^47 + 2^8, and the highest digit of the result, too. */
enum kind { MOST, LEAST, IN_TURN, ANY, ANY_OR_ZERO, HALF_IS_LEFT, KINDS };

static const int64_t digit_bound = ((int64_t) 1 << 47) + (1 << 11);

/* The highest digit of P, all ones or almost, has BITS bits: that of x has two bits less, so that
   |x| < P. */
static void
fill (double *x, mp_size_t n, enum kind kind)
{
  const mp_size_t last = 64 * n / DIGIT_BITS - (64 * n % DIGIT_BITS == 0);
  const int bits = (int) (64 * n - last * DIGIT_BITS);
  for (mp_size_t j = 0; j <= last; j++)
    {
      const int64_t bound = j < last ? digit_bound : (int64_t) 1 << (bits - 2);
      const int negative = kind == MOST ? 0 : kind == LEAST ? 1 : kind == IN_TURN ? j % 2 : (int) random_below (2);
      x[j] = kind == ANY_OR_ZERO && random_below (2) ? 0 : (double) (negative ? -bound : bound);
    }
  if (kind == HALF_IS_LEFT)
    {
      x[1] = (double) digit_bound;
      x[2] = x[3] = 0x1p47 + 255;
    }
}

/* rp[0..n-1] = x / R mod P. */
static void
reference_left (const struct ring *t, mp_ptr rp, const double *x)
{
  const mp_size_t n = t->n, size = n + 1;
  mp_ptr part[2] = { new_area (size), new_area (size) }, sum = new_area (size);
  for (int negative = 0; negative < 2; negative++)
    {
      memset (part[negative], 0, BYTES (size));
      for (mp_size_t j = 0; DIGIT_BITS * j < 64 * n; j++)
        {
          const int64_t digit = negative ? -(int64_t) x[j] : (int64_t) x[j];
          const comba_dlimb d = (comba_dlimb) (digit > 0 ? digit : 0) << (DIGIT_BITS * j % 64);
          part[negative][DIGIT_BITS * j / 64] |= (mp_limb_t) d;
          part[negative][DIGIT_BITS * j / 64 + 1] |= (mp_limb_t) (d >> 64);
        }
      reference_mod (sum, part[negative], size, t->p, n);
      reference_mulmod (part[negative], sum, t->inverse, t->p, n);
    }
  /* The first minus the second, plus P. */
  mp_limb_t carry = 1;
  for (mp_size_t i = 0; i < size; i++)
    {
      comba_dlimb x_i = (comba_dlimb) (i < n ? part[0][i] : 0) + (i < n ? t->p[i] : 0) + carry;
      x_i += (mp_limb_t) ~(i < n ? part[1][i] : 0);
      sum[i] = (mp_limb_t) x_i;
      carry = (mp_limb_t) (x_i >> 64);
    }
  reference_mod (rp, sum, size, t->p, n);
  free_area (part[0]), free_area (part[1]), free_area (sum);
}

static void
expect_left (const struct ring *t, mp_srcptr x, mp_srcptr expected, const char *what)
{
  mp_ptr r = new_area (t->n);
  rep->decode (t->k, t->context, r, x, t->scratch);
  expect_equal (r, expected, t->n, "%s of digits at their bounds, %ld limbs", what, (long) t->n);
  free_area (r);
}

static void
try_elements (const struct ring *t, enum kind x_kind, enum kind y_kind)
{
  const mp_size_t n = t->n;
  const size_t size = rep->element_size (n);
  mp_ptr x = new_scratch (size), y = new_scratch (size), z = new_scratch (size);
  mp_ptr a = new_area (n), b = new_area (n), c = new_area (n), two = new_area (n);
  memset (x, 0, BYTES (size)), memset (y, 0, BYTES (size)), memset (two, 0, BYTES (n));
  two[0] = 2;
  fill ((double *) x, n, x_kind);
  fill ((double *) y, n, y_kind);
  reference_left (t, a, (double *) x);
  reference_left (t, b, (double *) y);
  expect_left (t, x, a, "residue");
  rep->mul (t->k, t->context, z, x, y, t->scratch);
  reference_mulmod (c, a, b, t->p, n);
  expect_left (t, z, c, "product");
  rep->sqr (t->k, t->context, z, x, t->scratch);
  reference_mulmod (c, a, a, t->p, n);
  expect_left (t, z, c, "square");
  if (rep->sqr_twice != NULL)
    {
      rep->sqr_twice (t->k, t->context, z, x, t->scratch);
      reference_mulmod (c, c, two, t->p, n);
      expect_left (t, z, c, "twice a square");
    }
  free_scratch (x), free_scratch (y), free_scratch (z);
  free_area (a), free_area (b), free_area (c), free_area (two);
}

static void
try_modulus (const struct comba_config *k, mp_size_t n, int modulus_kind)
{
  struct ring t = { .k = k, .n = n, .p = new_area (n), .inverse = new_area (n) };
  t.context = new_scratch (rep->context_size (n)), t.scratch = new_scratch (rep->itch (n));
  random_modulus (t.p, n, modulus_kind, 1);
  rep->init (k, t.context, t.p, n, t.scratch);
  mp_ptr one = new_scratch (rep->element_size (n));
  memset (one, 0, BYTES (rep->element_size (n)));
  *(double *) one = 1;
  rep->decode (k, t.context, t.inverse, one, t.scratch);
  for (int x = 0; x < KINDS; x++)
    for (int y = 0; y < KINDS; y++)
      if (x == y || n < 80 || random_below (8) == 0)
        try_elements (&t, x, y);
  free_scratch (t.context), free_scratch (t.scratch), free_scratch (one);
  free_area (t.p), free_area (t.inverse);
}

/* Tiles have 16 and 24 columns, so edges of tiles repeat every 36 limbs. */
static void
all (const struct comba_config *k, const struct comba_representation *tested)
{
  rep = tested;
  const mp_size_t min = rep->min, max = tests_max (rep->max), all_to = min + 36;
  check_begin ("%s: %s, digits at their bounds, %ld to %ld limbs", k->name, rep->name, (long) min, (long) max);
  for (mp_size_t n = min; n <= max; n += n < all_to || n + 12 > max ? 1 : 13)
    {
      try_modulus (k, n, 4);
      if (n < all_to)
        try_modulus (k, n, 0);
    }
  check_end ();
}

static void
representations (const struct comba_config *k)
{
  all (k, &comba_representation_montgomery48);
  all (k, &comba_pool_representation_bipartite48.rep);
}

#endif

int
main (void)
{
  tests_begin ();
#ifdef COMBA_AVX2
  for_avx2_configs (representations);
#else
  check_skip ("not in this build", "AVX2 and FMA");
#endif
  return tests_end ();
}
