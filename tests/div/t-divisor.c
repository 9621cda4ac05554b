/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division by a precomputed divisor, by every algorithm: operands are built from the quotient and
   the remainder.  One divisor serves operands of many sizes. */

#include "../tests.h"
#include "operands.h"
#include "div/divisor.h"
#include "div/div.h"
#include "arith/scratch.h"
#include "mul/ntt/ntt.h"
#include "parallel/pool.h"

/* How often these were used. */
static unsigned long blocks, transforms;
static const struct comba_config *original;
static struct comba_ntt spying_ntt;

#define SPY(w)                                                                  \
  static mp_limb_t                                                              \
  spy_##w (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_srcptr bp)                  \
  {                                                                             \
    blocks++;                                                                   \
    return original->add_mul_by[w] (rp, ap, n, bp);                             \
  }
SPY (6)
SPY (7)
SPY (8)

static void
spy_mul_prepared (const struct comba_pool *pool, const struct comba_ntt_kind *kind, mp_ptr rp, mp_size_t rn, mp_srcptr ap,
                  mp_size_t an, mp_srcptr prepared, mp_ptr scratch)
{
  transforms++;
  original->ntt->mul_prepared (pool, kind, rp, rn, ap, an, prepared, scratch);
}

static struct comba_config
spying (const struct comba_config *k)
{
  struct comba_config c = *k;
  original = k;
  blocks = transforms = 0;
  if (comba_div_has_blocks (k))
    c.add_mul_by[6] = spy_6, c.add_mul_by[7] = spy_7, c.add_mul_by[8] = spy_8;
  if (k->ntt != NULL)
    {
      spying_ntt = *k->ntt;
      spying_ntt.mul_prepared = spy_mul_prepared;
      c.ntt = &spying_ntt;
    }
  return c;
}

static void
try_quotient (const struct comba_div *v, const struct operands *o)
{
  mp_ptr q = new_area (o->qn), r = new_area (o->dn), in_place = new_area (o->nn);
  if (!comba_div_by (v, q, r, o->n, o->nn))
    check_fail ("no memory");
  expect_equal (q, o->q, o->qn, "quotient of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  expect_equal (r, o->r, o->dn, "remainder of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  check_area (q, "q"), check_area (r, "r");
  memset (q, 0x5a, BYTES (o->qn));
  memcpy (in_place, o->n, BYTES (o->nn));
  comba_div_by (v, q, in_place, in_place, o->nn);
  expect_equal (q, o->q, o->qn, "quotient in place of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  expect_equal (in_place, o->r, o->dn, "remainder in place of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  memcpy (in_place, o->n, BYTES (o->nn));
  comba_div_by (v, NULL, in_place, in_place, o->nn);
  expect_equal (in_place, o->r, o->dn, "remainder alone of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  check_area (q, "q"), check_area (in_place, "n and r");
  free_area (q), free_area (r), free_area (in_place);
}

/* A divisor for the first operands, then quotients of other sizes with it. */
static void
try_sizes (const struct comba_config *k, mp_size_t dn, int d_kind, int top, const mp_size_t *qn, size_t count)
{
  struct comba_div *v = NULL;
  struct operands first;
  make (&first, dn, dn, 0, d_kind, top, REST_ANY);
  if (!comba_div_make (&v, k, first.d, dn))
    {
      check_fail ("no memory for a divisor of %ld limbs", (long) dn);
      return;
    }
  for (size_t i = 0; i < count; i++)
    for (int rest = 0; rest < REST_KINDS; rest++)
      {
        struct operands o;
        make_for (&o, dn + qn[i] - 1, dn, first.d, (int) random_below (OPERAND_KINDS), rest);
        try_quotient (v, &o);
        release (&o);
      }
  comba_div_free (v);
  release (&first);
}

static void
try_every (const struct comba_config *k, mp_size_t most)
{
  for (mp_size_t dn = 1; dn <= most; dn++)
    {
      const mp_size_t qn[] = { 1, 2, 1 + (mp_size_t) random_below (20), dn / 2 + 1, dn, dn + 1, 2 * dn + 1 + (mp_size_t) random_below (9) };
      for (int top = 0; top < TOPS; top++)
        try_sizes (k, dn, (int) random_below (OPERAND_KINDS), top, qn, sizeof qn / sizeof qn[0]);
      try_sizes (k, dn, 0, TOP_ANY, qn, sizeof qn / sizeof qn[0]);
    }
}

static void
try_large (const struct comba_config *k)
{
  const mp_size_t sizes[] = { 101, 128, 199, 255, 256, 300 };
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
      const mp_size_t dn = tests_max_of (k->name, sizes[i]), qn[] = { 3, 30, 100, 120, dn / 3, dn / 2, dn - 1, dn, dn + 1, 5 * dn / 2 };
      try_sizes (k, dn, (int) random_below (OPERAND_KINDS), (int) random_below (TOPS), qn, sizeof qn / sizeof qn[0]);
    }
}

static void
try_config (const struct comba_config *k)
{
  const mp_size_t most = tests_max_of (k->name, tests_every_to (100));
  struct comba_config c = spying (k);
  check_begin ("%s: precomputed divisors of up to %ld limbs", k->name, (long) most);
  try_every (&c, most);
  try_large (&c);
  check_end ();

  c.thresholds.div_prepared = c.thresholds.div_recursive = COMBA_NEVER;
  c.thresholds.div_vectors = COMBA_NEVER;
  blocks = transforms = 0;
  check_begin ("%s: by rows and blocks", k->name);
  try_every (&c, most);
  if ((blocks != 0) != comba_div_has_blocks (k) || transforms != 0)
    check_fail ("%lu blocks, %lu transforms", blocks, transforms);
  check_end ();

  c.thresholds.div_prepared = 1;
  c.thresholds.div_blocks = COMBA_NEVER;
  c.thresholds.mod_ntt = COMBA_NEVER;
  blocks = transforms = 0;
  check_begin ("%s: with the reciprocal", k->name);
  try_every (&c, most);
  if (blocks != 0 || transforms != 0)
    check_fail ("%lu blocks, %lu transforms", blocks, transforms);
  check_end ();

  const int has_cyclic = k->ntt != NULL && k->ntt->wrapped_size != NULL;
  c.thresholds.mod_ntt = 1;
  check_begin ("%s: with cached transforms", k->name);
  try_every (&c, most);
  try_large (&c);
  if ((transforms != 0) != has_cyclic)
    check_fail ("%lu products with cached transforms", transforms);
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
        check_skip (why, "%s: precomputed divisors", comba_configs[i]->name);
      else
        try_config (comba_configs[i]);
    }
  return tests_end ();
}
