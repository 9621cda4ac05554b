/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Every algorithm of division and exact division, by tiny thresholds at small sizes and by the
   configuration's own at larger ones.  Operands are built from the quotient and the remainder. */

#include "../tests.h"
#include "operands.h"
#include "div/bdiv.h"
#include "div/div.h"
#include "arith/scratch.h"
#include "mul/fft/fft.h"
#include "mul/ntt/ntt.h"
#include "parallel/pool.h"
#include "dispatch/by_limb.h"

/* How often the algorithms below were used. */
static unsigned long products, transforms, by_moduli, vectors;
static comba_div_vectors_fn *div_vectors;
static comba_mul_basecase_fn *mul_basecase;
static const struct comba_ntt *ntt;
static struct comba_ntt spying_ntt;

static void
spy_mul_basecase (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  products++;
  mul_basecase (rp, ap, an, bp, bn);
}

static mp_limb_t
spy_div_vectors (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, const mp_limb_t *reciprocal)
{
  vectors++;
  return div_vectors (qp, rp, np, nn, dp, dn, reciprocal);
}

static void
spy_prepare (const struct comba_ntt_kind *kind, mp_ptr prepared, mp_srcptr bp, mp_size_t bn)
{
  transforms++;
  ntt->prepare (kind, prepared, bp, bn);
}

static void
spy_mul_moduli (const struct comba_pool *pool, const struct comba_ntt_moduli *moduli, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  by_moduli++;
  ntt->mul_moduli (pool, moduli, rp, ap, an, bp, bn, scratch);
}

/* No such memory can be had. */
static size_t
endless_itch (const struct comba_ntt_kind *kind, int threads)
{
  (void) kind, (void) threads;
  return SIZE_MAX / 64;
}

static void
try_division (const struct comba_config *k, const struct operands *o)
{
  mp_ptr q = new_area (o->qn), r = new_area (o->dn), in_place = new_area (o->nn);
  comba_divide (k, q, r, o->n, o->nn, o->d, o->dn);
  expect_equal (q, o->q, o->qn, "quotient of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  expect_equal (r, o->r, o->dn, "remainder of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  check_area (q, "q"), check_area (r, "r");
  memcpy (in_place, o->n, BYTES (o->nn));
  comba_divide (k, q, in_place, in_place, o->nn, o->d, o->dn);
  expect_equal (in_place, o->r, o->dn, "remainder in place of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  check_area (in_place, "n and r");
  memset (q, 0x5a, BYTES (o->qn));
  comba_div_q (k, q, o->n, o->nn, o->d, o->dn, NULL);
  expect_equal (q, o->q, o->qn, "quotient alone of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  check_area (q, "q");
  mp_ptr given = new_area (o->nn + 1);
  memset (q, 0x5a, BYTES (o->qn));
  comba_div_q (k, q, o->n, o->nn, o->d, o->dn, given);
  expect_equal (q, o->q, o->qn, "quotient alone of %ld by %ld limbs, with scratch", (long) o->nn, (long) o->dn);
  check_area (q, "q"), check_area (given, "scratch");
  memcpy (given, o->n, BYTES (o->nn));
  memset (q, 0x5a, BYTES (o->qn));
  comba_div_q (k, q, given, o->nn, o->d, o->dn, given);
  expect_equal (q, o->q, o->qn, "quotient alone of %ld by %ld limbs, scratch is N", (long) o->nn, (long) o->dn);
  check_area (q, "q"), check_area (given, "scratch");
  free_area (q), free_area (r), free_area (in_place), free_area (given);
}

/* For operands with remainder 0. */
static void
try_exact (const struct comba_config *k, const struct operands *o)
{
  mp_ptr q = new_area (o->qn);
  comba_divexact (k, q, o->n, o->nn, o->d, o->dn);
  expect_equal (q, o->q, o->qn, "exact quotient of %ld by %ld limbs", (long) o->nn, (long) o->dn);
  check_area (q, "q");
  free_area (q);
}

static void
try (const struct comba_config *k, mp_size_t nn, mp_size_t dn, int q_kind, int d_kind)
{
  struct operands o;
  make (&o, nn, dn, q_kind, d_kind, (int) random_below (TOPS), (int) random_below (REST_KINDS));
  try_division (k, &o);
  release (&o);
  make (&o, nn, dn, q_kind, d_kind, (int) random_below (TOPS), REST_ZERO);
  try_division (k, &o);
  try_exact (k, &o);
  release (&o);
}

static void
try_sizes (const struct comba_config *k, mp_size_t every_to)
{
  for (mp_size_t dn = 1; dn <= every_to; dn++)
    for (mp_size_t nn = dn; nn <= 3 * dn + 3; nn += 1 + (dn > 12 ? (mp_size_t) random_below (4) : 0))
      try (k, nn, dn, (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
}

/* Few quotient limbs, as many as the divisor has, and more. */
static void
try_shapes (const struct comba_config *k, mp_size_t dn)
{
  const mp_size_t sizes[] = { dn, dn + 1, dn + dn / 8, dn + dn / 3, dn + dn / 2, 2 * dn - 1, 2 * dn, 2 * dn + 1, 3 * dn + 1, 4 * dn + 7 };
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
      try (k, sizes[i], dn, 0, 0);
      try (k, sizes[i], dn, (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
    }
}

/* A quotient that is one too large if the divisor is cut: N = Q D - 1, D's low part all ones. */
static void
try_cut (const struct comba_config *k, mp_size_t qn, mp_size_t dn)
{
  struct operands o;
  make (&o, dn + qn - 1, dn, 0, 0, TOP_BIT, REST_ZERO);
  memset (o.d, 0xff, BYTES (dn));
  memset (o.d + dn - qn - 1, 0, BYTES (qn));
  memset (o.q, 0, BYTES (qn));
  o.q[qn - 1] = 1, o.q[0] |= 1;
  reference_mul (o.n, o.q, qn, o.d, dn);
  comba_sub_1_var (o.n, o.nn, 1);
  comba_sub_1_var (o.q, qn, 1);
  memcpy (o.r, o.d, BYTES (dn));
  comba_sub_1_var (o.r, dn, 1);
  try_division (k, &o);
  release (&o);
}

/* Every number of vectors, with divisors that leave 1 bit, most bits, or few bits of the last one,
   and the longest quotient. */
static void
try_vectors (const struct comba_config *k)
{
  const mp_size_t most = tests_max_of (k->name, k->div_vectors.max);
  for (mp_size_t dn = 3; dn <= most; dn += dn < 30 ? 1 : 3)
    for (int kind = 0; kind < 6; kind++)
      try (k, dn + 1 + (mp_size_t) random_below (dn), dn, kind % 2 == 0 ? 0 : (int) random_below (OPERAND_KINDS),
           kind / 2 == 0 ? 0 : (int) random_below (OPERAND_KINDS));
  try (k, 2 * most, most, 0, 0);
  try (k, 2 * most + 1, most, 0, 1);
  try (k, 3 * most + 7, most, 4, 4);
}

static const struct comba_fft *fft;
static struct comba_fft spying_fft;
static unsigned long complex;

static int
spy_fft_prepare (mp_size_t m, mp_ptr prepared, mp_srcptr bp, mp_size_t bn)
{
  complex++;
  return fft->prepare (m, prepared, bp, bn);
}

static struct comba_config
with_thresholds (const struct comba_config *k, mp_size_t recursive, mp_size_t mu, mp_size_t mod_ntt)
{
  struct comba_config c = *k;
  c.thresholds.div_recursive = c.thresholds.bdiv_recursive = recursive;
  c.thresholds.div_narrow = recursive / 2;
  c.thresholds.div_blocks = c.thresholds.div_adding = COMBA_NEVER;
  c.thresholds.div_mu = c.thresholds.bdiv_mu = mu;
  c.thresholds.mod_ntt = mod_ntt;
  c.thresholds.mod_fft = COMBA_NEVER;
  c.thresholds.div_vectors = COMBA_NEVER;
  c.own_jumps = c.mul_n_max = c.mul_by_max = 0;
  c.mul_unequal = NULL;
  mul_basecase = k->mul_basecase, ntt = k->ntt;
  c.mul_basecase = spy_mul_basecase;
  if (ntt != NULL)
    {
      spying_ntt = *ntt;
      spying_ntt.prepare = spy_prepare;
      spying_ntt.mul_moduli = spy_mul_moduli;
      c.ntt = &spying_ntt;
    }
  products = transforms = by_moduli = vectors = 0;
  div_vectors = k->div_vectors.div;
  if (div_vectors != NULL)
    c.div_vectors.div = spy_div_vectors;
  return c;
}

static unsigned long added;
static comba_addmul_1_fn *addmul_1;

static mp_limb_t
spy_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  added++;
  return addmul_1 (rp, ap, n, b);
}

/* Rows that subtract multiples of D, or that add multiples of its complement, as long as that fits on
   the stack. */
static void
try_rows (const struct comba_config *k, int adding)
{
  struct comba_config c = with_thresholds (k, COMBA_NEVER, COMBA_NEVER, COMBA_NEVER);
  c.thresholds.div_adding = adding ? 3 : COMBA_NEVER;
  addmul_1 = k->addmul_1;
  if (addmul_1 != NULL)
    c.addmul_1 = spy_addmul_1;
  check_begin ("%s: rows that %s", k->name, adding ? "add" : "subtract");
  added = 0;
  for (mp_size_t dn = COMBA_DIV_FEW + 1; dn <= COMBA_DIV_FEW + 4; dn++)
    try_shapes (&c, dn);
  for (mp_size_t dn = 2 * COMBA_DIVEXACT_FEW - 2; dn <= tests_max_of (k->name, 80); dn += dn < 2 * COMBA_DIVEXACT_FEW + 2 ? 1 : 7)
    try_shapes (&c, dn);
  if ((added != 0) != (adding && addmul_1 != NULL))
    check_fail ("%lu rows were added", added);
  added = 0;
  if (tests_max_of (k->name, COMBA_SCRATCH_STACK + 1) > COMBA_SCRATCH_STACK)
    {
      try (&c, 2 * COMBA_SCRATCH_STACK, COMBA_SCRATCH_STACK, 0, 0);
      const unsigned long longest = added;
      try (&c, 2 * COMBA_SCRATCH_STACK + 2, COMBA_SCRATCH_STACK + 1, 0, 0);
      if ((longest != 0) != (adding && addmul_1 != NULL) || added != longest)
        check_fail ("%lu rows of %d limbs were added, %lu of one limb more", longest, COMBA_SCRATCH_STACK, added - longest);
    }
  check_end ();
}

static unsigned long blocks;
static comba_mul_fixed_fn *add_mul_by_8;

static mp_limb_t
spy_add_mul_by_8 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_srcptr bp)
{
  blocks++;
  return add_mul_by_8 (rp, ap, n, bp);
}

/* Blocks alone, and as leaves of recursive division. */
static void
try_blocks (const struct comba_config *k, mp_size_t recursive)
{
  struct comba_config c = with_thresholds (k, recursive, COMBA_NEVER, COMBA_NEVER);
  c.thresholds.div_blocks = 9;
  add_mul_by_8 = k->add_mul_by[8];
  if (add_mul_by_8 != NULL)
    c.add_mul_by[8] = spy_add_mul_by_8;
  blocks = 0;
  check_begin ("%s: blocks%s", k->name, recursive < COMBA_NEVER ? ", recursive" : "");
  for (mp_size_t dn = 8; dn <= 20; dn++)
    try_shapes (&c, dn);
  for (mp_size_t dn = 24; dn <= tests_max_of (k->name, 90); dn += 3)
    try (&c, 2 * dn + (mp_size_t) random_below (5), dn, (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
  if ((blocks != 0) != comba_div_has_blocks (k))
    check_fail ("%lu blocks", blocks);
  check_end ();
}

static void
try_config (const struct comba_config *k)
{
  const mp_size_t every_to = tests_every_to (30), most = tests_max_of (k->name, 110);
  /* At least the divisors that have no straight code. */
  const mp_size_t some = most / 2 > COMBA_DIV_FEW + 3 ? most / 2 : COMBA_DIV_FEW + 3;
  const int has_cyclic = k->ntt != NULL && k->ntt->wrapped_size != NULL;
  struct comba_config c = with_thresholds (k, COMBA_NEVER, COMBA_NEVER, COMBA_NEVER);
  check_begin ("%s: rows", k->name);
  try (&c, 20, 10, 0, 0);
  try_sizes (&c, every_to / 2);
  check_end ();
  try_rows (k, 0);
  try_rows (k, 1);

  c = with_thresholds (k, 4, COMBA_NEVER, COMBA_NEVER);
  check_begin ("%s: recursive", k->name);
  try_sizes (&c, every_to);
  try_shapes (&c, some);
  if (products == 0 || transforms != 0)
    check_fail ("%lu products, %lu transforms", products, transforms);
  check_end ();

  try_blocks (k, COMBA_NEVER);
  try_blocks (k, 24);

  if (k->div_vectors.div != NULL)
    {
      c = with_thresholds (k, 4, COMBA_NEVER, COMBA_NEVER);
      c.thresholds.div_vectors = 3;
      check_begin ("%s: vectors", k->name);
      try_sizes (&c, every_to);
      try_vectors (&c);
      c.div_vectors.max = 12;
      try_shapes (&c, some);
      if (vectors == 0)
        check_fail ("not used");
      check_end ();
    }

  c = with_thresholds (k, 4, 6, COMBA_NEVER);
  check_begin ("%s: reciprocals", k->name);
  try_sizes (&c, every_to);
  try_shapes (&c, some);
  if (transforms != 0)
    check_fail ("%lu transforms", transforms);
  check_end ();

  if (has_cyclic)
    {
      c = with_thresholds (k, 4, 6, 0);
      check_begin ("%s: reciprocals with transforms", k->name);
      try_sizes (&c, every_to / 2);
      try_shapes (&c, most);
      if (transforms == 0)
        check_fail ("no transforms");
      check_end ();
    }

  if (k->fft != NULL)
    {
      c = with_thresholds (k, 4, 6, COMBA_NEVER);
      c.thresholds.mod_fft = 12;
      complex = 0;
      fft = k->fft;
      spying_fft = *fft;
      spying_fft.prepare = spy_fft_prepare;
      c.fft = &spying_fft;
      check_begin ("%s: reciprocals with complex transforms", k->name);
      try_sizes (&c, every_to);
      try_shapes (&c, most);
      if (complex == 0 || transforms != 0)
        check_fail ("%lu complex transforms, %lu others", complex, transforms);
      check_end ();
    }

  if (has_cyclic && most >= 100)
    {
      c = with_thresholds (k, 4, 6, 0);
      spying_ntt.prepared_itch = endless_itch;
      check_begin ("%s: reciprocals with transforms, none of which is kept", k->name);
      try_sizes (&c, 8);
      /* For each pair of lengths. */
      for (mp_size_t dn = 410; dn <= 920; dn += 170)
        for (mp_size_t qn = dn / 4; qn <= 4 * dn; qn *= 4)
          try (&c, dn + qn, dn, qn == dn ? 0 : (int) random_below (OPERAND_KINDS), (int) random_below (OPERAND_KINDS));
      if (transforms != 0 || by_moduli == 0)
        check_fail ("%lu transforms, %lu products", transforms, by_moduli);
      check_end ();
    }

  check_begin ("%s: a cut divisor", k->name);
  for (mp_size_t qn = 1; qn <= 6; qn++)
    try_cut (k, qn, 3 * qn + 5);
  check_end ();

  check_begin ("%s: its own thresholds", k->name);
  for (mp_size_t dn = 40; dn <= most; dn += 1 + dn / 7)
    try_shapes (k, dn);
  check_end ();

  c = with_thresholds (k, 4, 6, 0);
  check_begin ("%s: without memory", k->name);
  comba_memory_max = 0;
  try_shapes (&c, most);
  comba_memory_max = SIZE_MAX;
  if (transforms != 0)
    check_fail ("%lu transforms", transforms);
  check_end ();
}

/* The result does not depend on threads. */
static void
try_threads (const struct comba_config *k)
{
  if (k->ntt == NULL || k->ntt->wrapped_size == NULL)
    return;
  const mp_size_t dn = tests_max_of (k->name, 110);
  struct comba_config c = with_thresholds (k, 4, 6, 0);
  c.thresholds.parallel_wake = 0;
  const int before = atomic_load (&comba_threads);
  for (int threads = 2; threads <= 3; threads++)
    {
      c.plans.mul = (struct comba_plan) { { { 1, COMBA_PATH_NTT, threads } } };
      atomic_store (&comba_threads, threads);
      check_begin ("%s: %d threads", k->name, threads);
      try_shapes (&c, dn);
      check_end ();
    }
  atomic_store (&comba_threads, before);
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *why = tests_why_not (comba_configs[i]);
      if (why != NULL)
        {
          check_skip (why, "%s: divisions", comba_configs[i]->name);
          continue;
        }
      try_config (comba_configs[i]);
      try_threads (comba_configs[i]);
    }
  return tests_end ();
}
