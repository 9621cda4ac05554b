/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_factor_take_low finds the limbs of a product that a number M has wrapped around, for each kind of
   M, each pair of lengths of which M is made, and for both numbers below beta^m that are 0 or little
   modulo M.  comba_factor_to_signed finds little numbers of both signs. */

#include "../tests.h"
#include "arith/arith.h"
#include "arith/scratch.h"
#include "mul/factor.h"

static mp_limb_t lengths[64];   /* k and m, known limbs beyond m or not: one number each */
static size_t seen, complex;    /* of these with complex transforms */

static void
note (const struct comba_ntt_moduli *moduli, int is_beyond)
{
  const mp_limb_t ratio = (mp_limb_t) (12 * moduli->m / moduli->k * 2 + is_beyond);
  for (size_t i = 0; i < seen; i++)
    if (lengths[i] == ratio)
      return;
  lengths[seen++ % 64] = ratio;
}

/* rp[0..m-1], whose KNOWN lowest limbs are those of P = pp[0..pn-1]. */
static void
expect_taken (const struct comba_factor *f, mp_ptr rp, mp_srcptr pp, mp_size_t pn, mp_size_t known, const char *what)
{
  const mp_size_t m = f->way.m;
  mp_ptr expected = new_area (m);
  memset (expected, 0, BYTES (m));
  if (pn > m)
    memcpy (expected, pp + m, BYTES (pn - m));
  if (pn > known)
    memcpy (expected + known, pp + known, BYTES ((pn < m ? pn : m) - known));
  comba_factor_take_low (f, rp, pp, known < pn ? known : pn, known);
  expect_equal (rp, expected, m, "%s: %ld limbs, modulus of %ld and %ld, %ld known", what, (long) pn,
                (long) f->way.moduli.k, (long) f->way.moduli.m, (long) known);
  check_area (rp, what);
  free_area (expected);
}

/* M = beta^plus + 1, (beta^k + 1) (beta^m - 1) or beta^m - 1 */
static void
modulus_of (mp_ptr mp, const struct comba_factor_way *way)
{
  if (way->plus != 0)
    {
      memset (mp, 0, BYTES (way->m));
      mp[0] = mp[way->plus] = 1;
      return;
    }
  memset (mp, 0xff, BYTES (way->m));
  if (way->moduli.k == way->moduli.m)
    return;
  comba_sub_1_var (mp + way->moduli.k, way->moduli.m, 1);
  comba_add_1_var (mp + way->moduli.m, way->moduli.k, 1);
}

/* X and -X, modulo M and back, for an X of one limb and one of xp's limbs.  The top limb is at most
   beta / 2 - 2, so X is below beta^m / 2 - beta^k, as comba_factor_to_signed asks. */
static void
try_signed (const struct comba_factor *f, mp_ptr xp, mp_ptr rp)
{
  const mp_size_t m = f->way.m, n = f->way.plus != 0 ? m - 1 : m;
  mp_ptr expected = new_area (m);
  for (int minus = 0; minus < 2; minus++)
    for (int little = 0; little < 2; little++)
      {
        memset (expected, 0, BYTES (m));
        memcpy (expected, xp, BYTES (little ? 1 : n));
        expected[n - 1] &= little ? COMBA_LIMB_MAX : COMBA_LIMB_MAX / 2 - 1;
        memset (rp, 0, BYTES (m));
        (minus ? comba_factor_sub : comba_factor_add) (f, rp, expected, n, 0);
        comba_factor_to_signed (f, rp);
        if (minus)
          {
            for (mp_size_t i = 0; i < m; i++)
              expected[i] = ~expected[i];
            comba_add_1_var (expected, m, 1);
          }
        expect_equal (rp, expected, m, "%s number, %s: modulus of %ld limbs, plus %ld", little ? "a little" : "a large",
                      minus ? "minus" : "plus", (long) m, (long) f->way.plus);
      }
  free_area (expected);
}

static void
try_factor (const struct comba_config *k, mp_size_t n, mp_size_t known, size_t most)
{
  const struct comba_pool alone = COMBA_POOL_ALONE (1);
  const struct comba_factor_way way = comba_factor_way_within (k, n, n, known, 1, most);
  const mp_size_t m = way.m, pn = n + known;
  complex += way.plus != 0;
  if (way.moduli.k != 0)
    note (&way.moduli, known > way.moduli.m);
  mp_ptr a = new_area (n), b = new_area (known), p = new_area (pn + m), r = new_area (m), scratch = new_area ((mp_size_t) way.itch + 1);
  mp_ptr cached = new_area ((mp_size_t) way.kept + COMBA_ALIGNED_LIMBS), modulus = new_area (m);
  struct comba_factor f;
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    {
      random_operand (a, n, kind);
      random_operand (b, known, (int) random_below (OPERAND_KINDS));
      reference_mul (p, a, n, b, known);
      comba_factor_set (&f, k, &alone, &way, b, known, comba_align (cached));
      comba_factor_product (&f, r, a, n, scratch);
      expect_taken (&f, r, p, pn, known, "product");
      if (way.plus != 0)
        {
          f.kept[0] = 0;        /* as if another thread were computing the roots of unity */
          comba_factor_product (&f, r, a, n, scratch);
          expect_taken (&f, r, p, pn, known, "product without a prepared operand");
        }
      try_signed (&f, p, r);
    }
  /* The numbers around 0 and M, with nothing beyond m and little above the known limbs. */
  modulus_of (modulus, &way);
  for (int kind = 0; kind < OPERAND_KINDS; kind++)
    for (mp_size_t more = 0; more < 3; more++)
      {
        memset (p, 0, BYTES (pn + m));
        random_operand (p, known, kind);
        if (more > 0)
          random_operand (p + known, more == 1 ? 1 : known, (int) random_below (OPERAND_KINDS));
        const mp_size_t small = more == 0 ? known : more == 1 ? known + 1 : 2 * known;
        memcpy (r, p, BYTES (m));
        expect_taken (&f, r, p, small, known, "little number");
        if (way.plus == 0 && comba_add_n (r, modulus, p, m) == 0)
          expect_taken (&f, r, p, small, known, "little number and M");
      }
  /* Known limbs and H beta^plus: H = 1, with nothing else, is beta^plus itself modulo M. */
  for (mp_limb_t high = 1; way.plus != 0 && high < 4; high++)
    for (int kind = 0; kind < OPERAND_KINDS; kind++)
      {
        memset (p, 0, BYTES (pn + m));
        random_operand (p, known, kind);
        p[way.plus] = high;
        memcpy (r, p, BYTES (known));
        memset (r + known, 0, BYTES (m - known));
        comba_factor_sub (&f, r, &high, 1, 0);
        expect_taken (&f, r, p, way.plus + 1, known, "H beta^plus");
      }
  free_area (a), free_area (b), free_area (p), free_area (r), free_area (scratch), free_area (cached), free_area (modulus);
}

int
main (void)
{
  tests_begin ();
  const mp_size_t last = tests_max (1500);
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      struct comba_config k = *comba_configs[i];
      const char *why = tests_why_not_by (i, ntt);
      if (why == NULL && k.ntt->moduli_itch == NULL)
        why = "only for limbs of 64 bits";
      if (why != NULL)
        {
          check_skip (why, "%s: products with known limbs", comba_configs[i]->name);
          continue;
        }
      k.thresholds.mod_ntt = 0;
      seen = complex = 0;
      check_begin ("%s: products with known limbs", k.name);
      const mp_size_t first = 250;
      for (mp_size_t n = first; n <= last; n += 1 + n / 9 + (mp_size_t) random_below (5))
        {
          const mp_size_t some[] = { 8, n / 4, n / 3, (n + 1) / 2 };
          for (size_t j = 0; j < sizeof some / sizeof *some; j++)
            {
              try_factor (&k, n, some[j], 0);
              try_factor (&k, n, some[j], SIZE_MAX);
            }
        }
      if (last >= 1500 && seen < 5)
        check_fail ("only %zu ways with two moduli", seen);
      if ((complex > 0) != (k.fft != NULL && k.thresholds.mod_fft <= first && first <= last))
        check_fail ("%zu ways with complex transforms", complex);
      check_end ();
    }
  return tests_end ();
}
