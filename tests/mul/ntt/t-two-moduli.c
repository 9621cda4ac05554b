/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products modulo beta^k + 1 and beta^m - 1 (mul/ntt/two_moduli_tpl.h) with the transforms of every
   CPU configuration that has its own: every pair of lengths and several threads at small sizes,
   compared with the schoolbook, in exactly the scratch of two_moduli_itch; lean shapes likewise;
   residues that are 0 or beta^k; products modulo both that are longer than both; large sizes,
   compared with Toom, in exactly the scratch of itch_exactly, which suffices for no other way; the
   bounds of itch and itch_exactly. */

#include "../../parallel/pool_tests.h"
#include "arith/arith.h"
#include "mul/ntt/ntt.h"
#include "mul/mul.h"

static mp_ptr zeros;
static const int threads[] = { 1, 2, 3, 4, 5 };
enum { PAIRS = 6, THREADS = sizeof threads / sizeof *threads };

/* Under Valgrind and emulators. */
static int
is_brief (void)
{
  return tests_max (1500) < 1500;
}

/* A product of pair PAIR by every number of threads; returns 0 if there is none. */
static int
try_pair (const struct comba_ntt *ntt, int pair, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
          mp_srcptr expected)
{
  for (int t = 0; t < THREADS; t++)
    {
      const struct comba_pool pool = POOL_OF_COPIES (threads[t]);
      const size_t itch = ntt->two_moduli_itch (pair, an, bn, threads[t]);
      if (itch == 0)
        return 0;
      mp_ptr scratch = new_area ((mp_size_t) itch), r = new_area (an + bn);
      ntt->mul_two_moduli (&pool, pair, r, ap, an, bp, bn, scratch);
      expect_equal (r, expected, an + bn, "pair %d, %ldx%ld, %d threads", pair, (long) an, (long) bn, threads[t]);
      check_area (r, "result"), check_area (scratch, "scratch");
      free_area (r), free_area (scratch);
    }
  return 1;
}

/* In the scratch of a lean shape. */
static void
try_lean (const struct comba_ntt *ntt, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_srcptr expected)
{
  mp_ptr scratch = new_area ((mp_size_t) ntt->lean_itch (an, bn)), r = new_area (an + bn);
  ntt->mul_lean (r, ap, an, bp, bn, scratch);
  expect_equal (r, expected, an + bn, "lean, %ldx%ld", (long) an, (long) bn);
  check_area (r, "result"), check_area (scratch, "scratch");
  free_area (r), free_area (scratch);
}

static int
try_operands (const struct comba_ntt *ntt, int pair, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_ptr expected = new_area (an + bn);
  reference_mul (expected, ap, an, bp, bn);
  const int found = try_pair (ntt, pair, ap, an, bp, bn, expected);
  if (pair < 0)
    try_lean (ntt, ap, an, bp, bn, expected);
  free_area (expected);
  return found;
}

/* Products and squares of random operands, and of all ones. */
static int
try_size (const struct comba_ntt *ntt, int pair, mp_size_t an, mp_size_t bn)
{
  mp_ptr a = new_area (an), b = new_area (bn);
  random_operand (a, an, (int) random_below (OPERAND_KINDS));
  random_operand (b, bn, (int) random_below (OPERAND_KINDS));
  const int found = try_operands (ntt, pair, a, an, b, bn);
  if (an == bn)
    try_operands (ntt, pair, a, an, a, an);
  memset (a, 0xff, (size_t) an * sizeof *a), memset (b, 0xff, (size_t) bn * sizeof *b);
  try_operands (ntt, pair, a, an, b, bn);
  free_area (a), free_area (b);
  return found;
}

/* rp[0..n-1] = beta^at + PLUS, PLUS = 1, 0 or -1; at < n. */
static void
near_power (mp_ptr rp, mp_size_t n, mp_size_t at, int plus)
{
  memset (rp, 0, (size_t) n * sizeof *rp);
  rp[at] = 1;
  if (plus > 0)
    comba_add_1_var (rp, n, 1);
  else if (plus < 0)
    comba_sub_1_var (rp, n, 1);
}

/* The lengths k and m of each pair, in some unit. */
static const int lengths[PAIRS][2] = { { 3, 3 }, { 4, 4 }, { 4, 3 }, { 2, 3 }, { 6, 3 }, { 8, 3 } };

/* All ones as long as k + m limbs, where the product of the moduli may be less than the product. */
static void
try_full (const struct comba_ntt *ntt, int pair, mp_size_t unit)
{
  const mp_size_t rn = (lengths[pair][0] + lengths[pair][1]) * unit, longer = 54 * rn / 100, half = rn / 2;
  mp_ptr a = new_area (longer), b = new_area (rn - half);
  memset (a, 0xff, BYTES (longer)), memset (b, 0xff, BYTES (rn - half));
  try_operands (ntt, pair, a, longer, b, rn - longer), try_operands (ntt, pair, b, rn - half, a, half);
  free_area (a), free_area (b);
}

/* Products near beta^k and near beta^m; the shortest coefficients make units of UNIT limbs. */
static int
try_edges (const struct comba_ntt *ntt, int pair, mp_size_t unit)
{
  const mp_size_t rn = (lengths[pair][0] + lengths[pair][1]) * unit - 4, an = 54 * rn / 100, bn = rn - an;
  mp_ptr a = new_area (an), b = new_area (bn);
  int found = 0;
  for (int kind = 0; kind < 54; kind += is_brief () ? 5 : 1)
    {
      const mp_size_t at = lengths[pair][kind % 2] * unit + kind / 2 % 3 - 1;
      near_power (a, an, at / 2, kind / 6 % 3 - 1), near_power (b, bn, at - at / 2, kind / 18 - 1);
      found += try_operands (ntt, pair, a, an, b, bn);
    }
  free_area (a), free_area (b);
  return found;
}

/* rp[0..m] = ap[0..an-1] modulo beta^m + SIGN, 0 instead of that number. */
static void
reduce (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_size_t m, int sign)
{
  memset (rp, 0, BYTES (m + 1));
  int minus = 0;
  for (mp_size_t at = 0; at < an; at += m, minus ^= sign > 0)
    {
      const mp_size_t n = an - at < m ? an - at : m;
      (minus ? comba_sub_in_var : comba_add_in_var) (rp, m + 1, ap + at, n);
    }
  /* The top limb is a small number of either sign. */
  while (rp[m] != 0)
    {
      const mp_limb_t top = rp[m], is_minus = top >> (GMP_LIMB_BITS - 1);
      if (sign > 0 && top == 1 && comba_cmp_var (rp, zeros, m) == 0)
        break;
      rp[m] = 0;
      ((sign > 0) != is_minus ? comba_sub_1_var : comba_add_1_var) (rp, m + 1, is_minus ? -top : top);
    }
  mp_size_t ones = 0;
  while (ones < m && rp[ones] == COMBA_LIMB_MAX)
    ones++;
  if (sign < 0 && ones == m)
    memset (rp, 0, BYTES (m));
}

/* A product modulo (beta^k + 1) (beta^m - 1) by every number of threads. */
static void
try_modulo (const struct comba_ntt *ntt, mp_size_t n, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  mp_ptr whole = new_area (an + bn);
  reference_mul (whole, ap, an, bp, bn);
  for (int t = 0; t < THREADS; t++)
    {
      const struct comba_pool pool = POOL_OF_COPIES (threads[t]);
      struct comba_ntt_moduli by;
      const size_t itch = ntt->moduli_itch (&by, n, bn, threads[t]);
      if (itch == 0 || by.k < by.m || by.k + by.m < n || by.k + by.m < an)
        {
          check_fail ("%ld limbs: %ld, %ld and %zu", (long) n, (long) by.k, (long) by.m, itch);
          return;
        }
      const mp_size_t rn = by.k + by.m;
      mp_ptr scratch = new_area ((mp_size_t) itch), r = new_area (rn), x = new_area (by.k + 1), y = new_area (by.k + 1);
      ntt->mul_moduli (&pool, &by, r, ap, an, bp, bn, scratch);
      check_area (r, "result"), check_area (scratch, "scratch");
      for (int sign = -1; sign <= 1; sign += 2)
        {
          const mp_size_t m = sign < 0 ? by.m : by.k;
          reduce (x, r, rn, m, sign), reduce (y, whole, an + bn, m, sign);
          expect_equal (x, y, m + 1, "%ldx%ld modulo beta^%ld %+d, %d threads", (long) an, (long) bn, (long) m, sign,
                        threads[t]);
        }
      free_area (r), free_area (scratch), free_area (x), free_area (y);
    }
  free_area (whole);
}

/* Every pair of lengths; operands of any length, and the moduli. */
static void
try_moduli (const char *name, const struct comba_ntt *ntt)
{
  check_begin ("%s: products modulo both", name);
  zeros = new_area (3000);
  memset (zeros, 0, BYTES (3000));
  unsigned seen = 0;
  for (mp_size_t n = 500; n <= 2600; n += 1 + n / 9)
    {
      struct comba_ntt_moduli by;
      const mp_size_t bn = n / 2 + 1;
      ntt->moduli_itch (&by, n, bn, 1);
      seen |= 1u << (by.k / (by.m / 3));
      const mp_size_t an = by.k + by.m;
      mp_ptr a = new_area (an), b = new_area (bn);
      random_operand (a, an, (int) random_below (OPERAND_KINDS)), random_operand (b, bn, 0);
      try_modulo (ntt, n, a, an, b, bn);
      try_modulo (ntt, n, a, n / 2, b, bn);
      memset (a, 0xff, BYTES (an)), memset (b, 0xff, BYTES (bn));
      try_modulo (ntt, n, a, an, b, bn);
      near_power (a, an, by.k, 1);
      if (by.m < bn)
        memset (b + by.m, 0, BYTES (bn - by.m));        /* the product is 0 */
      try_modulo (ntt, n, a, an, b, bn);
      free_area (a), free_area (b);
    }
  free_area (zeros);
  if ((seen & 1 << 3) == 0 || (seen & 1 << 4) == 0 || (seen & 1 << 6) == 0 || (seen & 1 << 8) == 0)
    check_fail ("lengths %x", seen);
  check_end ();
}

static void
try_small (const char *name, const struct comba_ntt *ntt)
{
  const mp_size_t step = is_brief () ? 2 : 7;
  for (int pair = -1; pair < PAIRS; pair++)
    {
      int found = 0;
      check_begin ("%s: pair %d", name, pair);
      for (mp_size_t n = 200; n <= 1500; n += 1 + n / step)
        {
          found += try_size (ntt, pair, n, n);
          try_size (ntt, pair, n + n / 3, n);
          try_size (ntt, pair, 2 * n, n);
          try_size (ntt, pair, n, 1 + n / 9);
        }
      for (mp_size_t unit = 78; pair >= 0 && unit <= 180; unit += is_brief () ? 13 : 1)
        try_full (ntt, pair, unit);
      if (pair >= 0 && try_edges (ntt, pair, 84) + try_edges (ntt, pair, 168) == 0)
        check_fail ("no unit suits it");
      if (found == 0)
        check_fail ("no size suits it");
      check_end ();
    }
}

/* The largest operands that the schoolbook need not multiply. */
static void
try_large (const char *name, const struct comba_ntt *ntt, const struct comba_config *config, mp_size_t an, mp_size_t bn)
{
  struct comba_config k = *config;
  k.ntt = NULL;
  mp_ptr a = new_area (an), b = new_area (bn), expected = new_area (an + bn);
  random_operand (a, an, (int) random_below (OPERAND_KINDS));
  random_operand (b, bn, 5);
  comba_mul (&k, expected, a, an, b, bn);
  check_begin ("%s: %ldx%ld", name, (long) an, (long) bn);
  for (int t = 0; t < THREADS; t++)
    {
      const struct comba_pool pool = POOL_OF_COPIES (threads[t]);
      mp_ptr scratch = new_area ((mp_size_t) ntt->itch_exactly (an, bn, threads[t])), r = new_area (an + bn);
      ntt->mul (&pool, r, a, an, b, bn, scratch);
      expect_equal (r, expected, an + bn, "%d threads", threads[t]);
      check_area (r, "result"), check_area (scratch, "scratch");
      free_area (r), free_area (scratch);
    }
  check_end ();
  free_area (a), free_area (b), free_area (expected);
}

/* The scratch is at most HUNDREDTHS / 100 limbs for each limb of equal operands, and 60 hundredths
   more for others.  Products of shorter operands need no more than itch. */
static void
try_itch (const char *name, const struct comba_ntt *ntt, size_t hundredths)
{
  const mp_size_t from = COMBA_NTT_LITTLE_FROM;
  check_begin ("%s: scratch", name);
  for (mp_size_t n = from; n <= 4200000; n += 1 + n / 300)
    for (int t = 1; t <= 16; t++)
      for (int part = 1; part <= 16; part += 1 + part / 2)
        {
          const mp_size_t bn = 2 * n / (part + 1), an = 2 * n - bn;
          const size_t itch = ntt->itch_exactly (an, bn, t), most = hundredths + (part == 1 ? 0 : 60);
          if (itch == 0 || 100 * itch > most * (size_t) (an + bn))
            check_fail ("%ldx%ld, %d threads: %ld", (long) an, (long) bn, t, (long) itch);
        }
  check_end ();

  check_begin ("%s: scratch for longer operands", name);
  for (mp_size_t n = from - from / 4; n <= 4 * from; n += 1 + n / 50)
    for (mp_size_t an = n; an > n / 8; an -= 1 + an / 9)
      for (mp_size_t bn = an; bn >= COMBA_PRODUCT_NTT_MIN; bn -= 1 + bn / 3)
        if (ntt->itch_exactly (an, bn, 1) > ntt->itch (n, n, 1))
          check_fail ("%ldx%ld limbs need more than %ld and %ld", (long) an, (long) bn, (long) n, (long) n);
  check_end ();
}

/* The scratch of one thread for operands of any lengths, the longer one of COMBA_NTT_LITTLE_FROM
   limbs or more.  GMP has at least 3.1 limbs for each limb of equal operands and 3.5 for those of
   others; and 18 for each limb of an operand that is at most an eighth of the other, 12 if that has
   less than some 4500 limbs.  comba has more than GMP in this case, and from 16 : 1 on. */
static void
try_unequal (const char *name, const struct comba_ntt *ntt)
{
  check_begin ("%s: scratch for operands of different lengths", name);
  for (mp_size_t an = COMBA_NTT_LITTLE_FROM; an <= 1200000; an += 1 + an / 37)
    for (mp_size_t bn = an; bn >= COMBA_PRODUCT_NTT_MIN; bn -= 1 + bn / 13)
      {
        const size_t itch = ntt->itch_exactly (an, bn, 1), all = (size_t) (an + bn);
        const size_t most = all < 2 * COMBA_NTT_LITTLE_FROM ? 38 * all / 10 : an / 8 < bn ? 28 * all / 10
          : (bn < 5000 ? 68 : an / 16 < bn ? 39 : 56) * (size_t) bn / 2 + 4096;
        if (ntt != COMBA_NTT_PORTABLE && all < 2 * COMBA_NTT_LITTLE_FROM && an / 8 < bn && ntt->lean_itch (an, bn) > most)
          check_fail ("%ldx%ld: lean %ld of %ld", (long) an, (long) bn, (long) ntt->lean_itch (an, bn), (long) most);
        if (itch == 0 || (itch > most && ntt != COMBA_NTT_PORTABLE))
          check_fail ("%ldx%ld: %ld of %ld", (long) an, (long) bn, (long) itch, (long) most);
      }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *config = comba_configs[i];
      const struct comba_ntt *ntt = config->ntt;
      const char *reason = tests_why_not_by (i, ntt);
      if (reason == NULL && ntt->two_moduli_itch == NULL)
        reason = "it has none";
      if (reason != NULL)
        {
          check_skip (reason, "products by two moduli of CPU configuration %s", config->name);
          continue;
        }
      try_small (config->name, ntt);
      try_moduli (config->name, ntt);
      if (is_brief ())
        {
          check_skip ("COMBA_TEST_MAX is less", "%s: long operands, and their scratch", config->name);
          continue;
        }
      try_large (config->name, ntt, config, 21000, 21000);
      try_large (config->name, ntt, config, 31000, 17000);
      try_large (config->name, ntt, config, 60000, 6000);
      /* Lean shapes: in one piece, and in pieces of different lengths. */
      static const mp_size_t lean[][2] = { { 20000, 10000 }, { 21000, 17000 }, { 20000, 4000 }, { 25000, 2700 },
                                           { 30000, 3000 }, { 20000, 700 }, { 50000, 130 }, { 50001, 5001 } };
      for (size_t j = 0; j < sizeof lean / sizeof *lean; j++)
        try_large (config->name, ntt, config, lean[j][0], lean[j][1]);
      try_unequal (config->name, ntt);
      try_itch (config->name, ntt, ntt == COMBA_NTT_PORTABLE ? 275 : 250);
    }
  return tests_end ();
}
