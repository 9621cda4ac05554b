/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice of the method for a power.  At the sizes of the configuration's powm_limb there is a
   rule; otherwise a short exponent uses the method that an estimate from powm_costs says is
   fastest. */

#include "powm/powm.h"
#include "residue/divide_rows.h"
#include "residue/small.h"
#include "arith/arith.h"

static int
bits_of (mp_limb_t e)
{
  return 64 - __builtin_clzll (e);
}

static mp_size_t
limbs_of (size_t bits)
{
  return (mp_size_t) ((bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS);
}

/* X is the logarithm of a power, or less.  Up to B^f with f = q = floor (cap / log B) it is not
   reduced.  Once it is longer than P, every square has n rows, and every product by B the same
   number. */
mp_size_t
comba_powm_rows (mp_limb_t e, size_t bits, mp_size_t n)
{
  const size_t cap = (size_t) n * GMP_LIMB_BITS - 1, b = (bits <= cap ? bits : cap + 1) - 1;
  if (b == 0)
    return 0;
  const mp_limb_t q = b > cap / 2 ? 1 : cap / b;
  int left = bits_of (e) - bits_of (q);
  left = left < 0 ? 0 : left;
  left += e >> left > q;
  if (left == 0)
    return 0;
  left--;
  size_t x = 2 * b * (e >> left >> 1);
  mp_size_t rows = 0, by_base = (mp_size_t) ((cap + b) / GMP_LIMB_BITS) + 1 - n;
  if (x > cap)
    {
      rows = (mp_size_t) (x / GMP_LIMB_BITS) + 1 - n;
      x = cap;
    }
  if ((e >> left & 1) != 0)
    rows += (mp_size_t) ((x + b) / GMP_LIMB_BITS) + 1 - n;
  const mp_limb_t rest = e & (((mp_limb_t) 1 << left) - 1);
  return rows + left * n + (rest == 0 ? 0 : __builtin_popcountll (rest) * by_base);
}

static int
limb_serves (const struct comba_config *k, mp_size_t n, mp_size_t en)
{
  return en == 1 && k->powm_limb != NULL && n >= COMBA_POWM_LIMB_LEAST && n <= k->powm_limb->rep->max;
}

/* The rows of B^e and the limbs of B beyond n, for a B longer than half of P, without a division
   and counted in limbs.  Every product has n rows, but a product by B as many as B has limbs, and
   the first square as many as twice B is longer than P.  From e = 16 on that is at least 3n, and 3n
   is returned. */
static ALWAYS_INLINE mp_size_t
rows_of_long (mp_limb_t e, mp_size_t bn, mp_size_t n)
{
  static const struct { unsigned char products, bases; } of[16] = {
    { 0, 0 }, { 0, 0 }, { 1, 2 }, { 2, 3 }, { 2, 2 }, { 3, 3 }, { 3, 3 }, { 4, 4 },
    { 3, 2 }, { 4, 3 }, { 4, 3 }, { 5, 4 }, { 4, 3 }, { 5, 4 }, { 5, 4 }, { 6, 5 }
  };
  if (e >= 16)
    return 3 * n;
  const mp_size_t rows = of[e].products * n;
  return bn > n ? rows + bn - n : rows - of[e].bases * (n - bn);
}

/* The same for any B; or the rows of three squares if they have that many each, because B^(e / 8)
   is as long as P. */
static mp_size_t
rows_or_many (mp_limb_t e, size_t bits, mp_size_t bn, mp_size_t n)
{
  if (2 * bn > n)
    return rows_of_long (e, bn, n);
  const mp_limb_t eighth = e >> 3, p_bits = (mp_limb_t) n * GMP_LIMB_BITS;
  return eighth >= p_bits || eighth * (bits - 1) >= p_bits ? 3 * n : comba_powm_rows (e, bits, n);
}

/* Returns whether a division is faster than k->powm_limb.  That takes as long as some 13n/4 - 4
   rows to set up, encode and decode, and n/4 less if its last product is by B without encoding,
   which saves one step.  (By timings modulo 3 to 10 limbs, with other numbers in each call, so that
   no branch is predicted.  These are rows against rows: the same on any CPU.) */
static int
is_divided (mp_size_t n, size_t bits, mp_limb_t e)
{
  const mp_size_t bn = limbs_of (bits);
  if (e == 2 && comba_divisor_by_blocks (n, bn))
    return 1;
  const mp_size_t step_less = (e & 1) != 0 && bn <= n ? n : 0;
  return 4 * rows_or_many (e, bits, bn, n) <= 13 * n - 17 - step_less;
}

/* (Many compilers call a function to count ones.) */
static int
has_up_to_four_ones (mp_limb_t e)
{
  for (int i = 0; i < 4; i++)
    e &= e - 1;                 /* removes the lowest one; 0 stays 0 */
  return e == 0;
}

/* At sizes without such a representation, exponents with more ones use windows in other
   representations, and comba_powm_method decides about division.  The list is read last, and not
   for the commonest exponents: modulo 3 limbs that takes as long as a product. */
enum comba_powm_way
comba_powm_way (const struct comba_config *k, mp_size_t n, int is_two, size_t bits, mp_srcptr ep,
                mp_size_t en)
{
  if (!limb_serves (k, n, en))
    return COMBA_POWM_OTHERWISE;
  if (is_two && (ep[0] - 1) / GMP_LIMB_BITS >= (mp_limb_t) n)
    return COMBA_POWM_LIMB;
  const int divided = is_divided (n, bits, ep[0]);
  if (!divided && has_up_to_four_ones (ep[0]))
    return COMBA_POWM_LIMB;
  if (!comba_representation_listed (k->powm_limb->rep, k, n))
    return COMBA_POWM_OTHERWISE;
  return divided ? COMBA_POWM_DIVIDED : COMBA_POWM_LIMB;
}

/* floor (sqrt (x)), x < 2^26. */
static uint64_t
square_root (uint64_t x)
{
  uint64_t root = 0;
  for (uint64_t bit = 1 << 12; bit > 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= x)
      root += bit;
  return root;
}

/* Products are counted in sixteenths.  Estimates beyond MOST limbs are those for MOST, and a base
   counts as at most LONG times as long as P, so that no sum overflows. */
enum { PART = 16, MOST = 1 << 16, LONG = 256 };

static uint64_t
parts (mp_size_t limbs, mp_size_t n)
{
  const uint64_t l = (uint64_t) limbs, most = LONG * (uint64_t) n;
  return limbs <= 0 ? 0 : l >= most ? PART * LONG : PART * l / (uint64_t) n;
}

/* The cost of a product modulo n <= MOST limbs. */
static uint64_t
division_cost (const struct comba_config *k, mp_size_t n)
{
  return k->powm_costs.division * (uint64_t) n * (uint64_t) (n + k->powm_costs.division_wait);
}

static uint64_t
rows_cost (const struct comba_config *k, mp_size_t n)
{
  const int at_once = n <= COMBA_REDC_MAX && k->redc_n[n].redc != NULL;
  return (at_once ? k->powm_costs.at_once : 100) * (uint64_t) n * (uint64_t) (n + COMBA_POWM_ROWS_WAIT);
}

static uint64_t
barrett_cost (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t pmr = k->thresholds.mod_pmr, from = pmr < 1 ? 1 : pmr > MOST ? MOST : pmr;
  return k->powm_costs.barrett * (uint64_t) n * (uint64_t) (from + COMBA_POWM_ROWS_WAIT)
         * square_root (256 * (uint64_t) n / (uint64_t) from) / 16;
}

static uint64_t
product_cost (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n)
{
  if (rep == &comba_representation_montgomery)
    return barrett_cost (k, n);
  if (rep == &comba_representation_montgomery_cached || rep == &comba_representation_montgomery_fft)
    return barrett_cost (k, n) / 100 * k->powm_costs.cached;
  const uint64_t m = (uint64_t) (rep->digits != NULL ? rep->digits (n) : n);
  return k->powm_costs.digits * m * (m + k->powm_costs.digits_wait);
}

/* In a representation a product by a base that is short, by SHORTER, takes as long as any other.
   With TIMES such products that base is encoded in addition to the power that is as long as P. */
static uint64_t
whole_products (uint64_t products, int times, uint64_t shorter)
{
  return times <= 0 ? products : products + (uint64_t) times * shorter + (shorter >= PART / 2 ? PART : 0);
}

/* Returns whether so few ROWS need no estimate, which would take a tenth of their time.  A context
   never pays for up to two products by rows.  For three products modulo fewer than 12 limbs both
   methods take the same time within 3 % (on Zen 3, with four configurations).  Nor does an inverse
   pay for a few rows; ALL is the number of rows with those of a long base. */
static ALWAYS_INLINE int
are_few (const struct comba_config *k, mp_size_t n, mp_size_t rows, mp_size_t all)
{
  return rows <= (n < 12 ? 3 : 2) * n && (n < k->thresholds.mod_pmr || all < k->thresholds.mod_pmr);
}

/* The fractions of products below are measured.  They are alike on several CPUs and belong to the
   algorithms. */
enum comba_powm_method
comba_powm_method (const struct comba_config *k, mp_size_t n, int is_two, size_t bits, mp_srcptr ep, mp_size_t en)
{
  if (en > 1 || n < 3 || k->addmul_1 == NULL || k->powm_costs.division == 0)
    return COMBA_POWM_IN_REPRESENTATION;
  const mp_size_t rows = comba_powm_rows (ep[0], bits, n), bn = limbs_of (bits);
  const mp_size_t all = rows + (bn > n ? bn - n : 0);
  if (are_few (k, n, rows, all))
    return COMBA_POWM_BY_DIVISION;

  /* Products in a representation: all squares from the first power that is as long as P, and for
     the ones of E at most a window's. */
  const uint64_t products = parts (rows, n), longer = parts (bn - n, n), shorter = parts (n - bn, n);
  const int squares = (int) (products / PART), ones = squares < GMP_LIMB_BITS
    ? __builtin_popcountll (ep[0] & (((mp_limb_t) 1 << squares) - 1)) : GMP_LIMB_BITS;
  const int is_half = shorter >= PART / 2, times = ones < squares / 4 + 2 ? ones : squares / 4 + 2;
  const uint64_t by_limbs = products + (is_half ? PART / 2 : 0);
  const struct comba_representation *const rep = comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL);
  if (n > MOST)
    n = MOST;

  const uint64_t division = division_cost (k, n), by_rows = rows_cost (k, n), base = longer * division * 2 / 3;
  enum comba_powm_method method = COMBA_POWM_BY_DIVISION;
  uint64_t least = products * division + base, total;

  /* To encode for rows is a division.  The last product of an odd exponent decodes; a power of two
     need not be decoded. */
  const int decodes = (ep[0] & 1) != 0 && bn <= n, at_once = n <= COMBA_REDC_MAX && k->redc_n[n].redc != NULL;
  uint64_t own = by_limbs, saved = PART;
  if (!is_two)
    {
      own = whole_products (by_limbs, bn == 1 ? 0 : times - decodes, shorter);
      own += decodes ? 12 * PART / (uint64_t) n + (at_once ? PART / 4 : 0) : 8 * PART / (uint64_t) n + 3 * PART / 8;
      saved = decodes ? PART / 2 : 0;
    }
  total = PART * division + base + (own > saved ? own - saved : 0) * by_rows;
  if (total < least)
    {
      method = COMBA_POWM_BY_ROWS;
      least = total;
    }
  if (n >= k->thresholds.mod_pmr)
    {
      /* The inverse takes a product and a quarter, less if nothing is n limbs longer than P, and
         32/n of a product for its calls and first digits. */
      const uint64_t most = products + longer < PART ? products + longer : PART;
      total = (products + longer * 2 / 3 + 5 * most / 4 + 32 * PART / (uint64_t) n) * barrett_cost (k, n);
      if (total < least)
        {
          method = COMBA_POWM_BY_BARRETT;
          least = total;
        }
    }
  if (rep == NULL || rep == &comba_representation_montgomery_rows)
    return method;
  const int limbs = (is_two && rep->sqr_twice != NULL) || (bn == 1 && rep->mul_limb != NULL);
  total = whole_products (by_limbs, limbs ? 0 : times, shorter) + PART * (uint64_t) rep->setup;
  total = total * product_cost (k, rep, n) + base;
  return total < least ? COMBA_POWM_IN_REPRESENTATION : method;
}
