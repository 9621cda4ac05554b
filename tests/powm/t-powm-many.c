/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Many powers at once, compared with mpz_powm of GMP: every CPU configuration as it is, and with every
   power in a group; one thread and two; too little memory.  And products side by side, from the
   smallest and the largest operands that they may have. */

#include "../residue/moduli.h"
#include "config/list.h"
#include "powm/powm_many.h"
#include "residue/lanes.h"
#include <stdatomic.h>

enum { COUNT = 33, MAX = 130, EXPONENT_MAX = 5, UNUSED = 0x5a };

/* Products side by side of the configuration under test are counted. */
static const struct comba_lanes *real;
static _Atomic long products;

static void
counted_mul (mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_srcptr pp, mp_size_t digits, mp_ptr scratch)
{
  atomic_fetch_add (&products, 1);
  real->mul (zp, xp, yp, pp, digits, scratch);
}

static void
set_mpz (mpz_t x, mp_srcptr ap, mp_size_t an)
{
  mpz_t a;
  mpz_set (x, mpz_roinit_n (a, ap, an));
}

/* expected = B^E mod P */
static void
reference (mp_ptr expected, const struct comba_power *p)
{
  mpz_t b, e, m;
  mpz_inits (b, e, m, NULL);
  set_mpz (b, p->bp, p->bn);
  set_mpz (e, p->ep, p->en);
  set_mpz (m, p->pp, p->n);
  mpz_powm (b, b, e, m);
  memset (expected, 0, BYTES (p->n));
  memcpy (expected, mpz_limbs_read (b), BYTES (mpz_size (b)));
  mpz_clears (b, e, m, NULL);
}

struct many
{
  size_t count;
  struct comba_power powers[COUNT];
  mp_ptr r[COUNT], b[COUNT], e[COUNT], p[COUNT], expected[COUNT];
};

static void
set_exponent (mp_ptr e, mp_size_t en)
{
  memset (e, 0, BYTES (en));
  switch (en == 0 ? 0 : random_below (6))
    {
    case 0: break;
    case 1: e[0] = random_below (3); break;
    case 2: memset (e, 0xff, BYTES (en)); break;
    case 3: e[random_below (en)] = (mp_limb_t) 1 << random_below (GMP_LIMB_BITS); break;
    case 4: random_operand (e, en, (int) random_below (OPERAND_KINDS)), e[en - 1] = 0; break;
    default: random_operand (e, en, (int) random_below (OPERAND_KINDS));
    }
}

static void
set_base (mp_ptr b, mp_size_t bn, mp_srcptr p, mp_size_t n)
{
  if (bn > 0)
    random_operand (b, bn, (int) random_below (OPERAND_KINDS));
  if (bn >= n && random_below (3) == 0)
    {
      memset (b, 0, BYTES (bn));
      memcpy (b, p, BYTES (n));
      if (random_below (2) && ~b[0] != 0)
        b[0]++;
    }
  if (bn > 0 && random_below (5) == 0)
    b[bn - 1] = 0;
}

/* COUNT powers of up to MOST limbs: sizes near each other or any, shared operands or own ones. */
static void
make (struct many *m, size_t count, mp_size_t most, int sec)
{
  const mp_size_t near = 1 + (mp_size_t) random_below ((unsigned long) most);
  const unsigned mixed = (unsigned) random_below (3), shared = (unsigned) random_below (8);
  const mp_size_t long_exponent = 1 + (mp_size_t) random_below (EXPONENT_MAX);
  m->count = count;
  for (size_t i = 0; i < count; i++)
    {
      struct comba_power *const p = &m->powers[i];
      const struct comba_power *const q = &m->powers[0];
      const mp_size_t n = mixed == 0 ? 1 + (mp_size_t) random_below ((unsigned long) most) : mixed == 1 ? near
        : near > 2 ? near - (mp_size_t) random_below (2) : near;
      p->n = i > 0 && (shared & 1) ? q->n : n;
      m->p[i] = new_area (p->n);
      random_modulus (m->p[i], p->n, (int) random_below (MODULUS_KINDS), sec || random_below (4));
      if (m->p[i][0] % 2 == 0 && random_below (3) == 0)
        {
          memset (m->p[i], 0, BYTES (p->n));
          m->p[i][p->n - 1] = (mp_limb_t) (1 + random_below (3)) << random_below (GMP_LIMB_BITS - 2);
          if (p->n == 1 && m->p[i][0] == 1)
            m->p[i][0] = 2;
        }
      p->pp = i > 0 && (shared & 1) ? q->pp : m->p[i];
      p->en = random_below (8) ? long_exponent : (mp_size_t) random_below (EXPONENT_MAX);
      m->e[i] = new_area (p->en);
      set_exponent (m->e[i], p->en);
      p->ep = m->e[i];
      if (i > 0 && (shared & 2))
        p->en = q->en, p->ep = q->ep;
      p->bn = (mp_size_t) random_below (4) == 0 ? (mp_size_t) random_below (2 * (unsigned long) p->n + 2) : p->n;
      m->b[i] = new_area (p->bn);
      set_base (m->b[i], p->bn, p->pp, p->n);
      p->bp = m->b[i];
      if (!sec && random_below (4) == 0)
        p->bn = -p->bn;
      m->r[i] = p->rp = new_area (p->n);
      m->expected[i] = new_area (p->n);
      memset (p->rp, UNUSED, BYTES (p->n));
      reference (m->expected[i], p);
    }
}

static void
discard (struct many *m)
{
  for (size_t i = 0; i < m->count; i++)
    {
      check_area (m->r[i], "power");
      free_area (m->r[i]), free_area (m->b[i]), free_area (m->e[i]), free_area (m->p[i]), free_area (m->expected[i]);
    }
}

static int
is_unused (mp_srcptr rp, mp_size_t n)
{
  mp_limb_t unused;
  memset (&unused, UNUSED, sizeof unused);
  for (mp_size_t i = 0; i < n; i++)
    if (rp[i] != unused)
      return 0;
  return 1;
}

static void
try_many (const struct comba_config *k, size_t count, mp_size_t most, int sec, size_t memory)
{
  struct many m;
  make (&m, count, most, sec);
  for (size_t i = 0; i < count && random_below (8) == 0; i++)
    {
      /* Over an operand that no other power has. */
      struct comba_power *const p = &m.powers[i];
      if (p->bn >= p->n)
        p->rp = m.b[i];
      else if (p->pp == m.p[i] && i > 0)
        p->rp = m.p[i];
    }
  comba_set_memory_max (memory);
  const int done = comba_powm_many_by (k, m.powers, count, sec);
  comba_set_memory_max (SIZE_MAX);
  if (!done && memory == SIZE_MAX)
    check_fail ("%s: no memory", k->name);
  for (size_t i = 0; i < count; i++)
    if (done || !is_unused (m.powers[i].rp, m.powers[i].n))
      if (done || m.powers[i].rp == m.r[i])
        expect_equal (m.powers[i].rp, m.expected[i], m.powers[i].n, "%s: power %zu of %zu, base %ld, exponent %ld, modulus %ld limbs",
                      k->name, i, count, (long) m.powers[i].bn, (long) m.powers[i].en, (long) m.powers[i].n);
  discard (&m);
}

static void
try_batches (const struct comba_config *k, int sec)
{
  const mp_size_t max = tests_max_of (k->name, MAX), few = max < 12 ? max : 12;
  for (size_t count = 0; count <= COUNT; count++)
    try_many (k, count, few, sec, SIZE_MAX);
  for (mp_size_t n = 1; n <= max; n += n < few ? 1 : 13)
    try_many (k, n < few ? 9 : 5, n, sec, SIZE_MAX);
  for (size_t memory = 1; memory < 1u << 20; memory *= 4)
    try_many (k, 10, few, sec, memory);
}

static void
try_config (const struct comba_config *k, int every)
{
  struct comba_config c = *k;
  struct comba_lanes lanes;
  real = k->lanes.kernel;
  if (real != NULL)
    {
      lanes = *real;
      lanes.mul = counted_mul;
      c.lanes.kernel = &lanes;
    }
  if (every)
    {
      c.lanes.percent = 0;
      c.thresholds.powm_lanes = 1;
      c.thresholds.powm_lanes_end = COMBA_NEVER;
    }
  for (int sec = 0; sec < 2; sec++)
    for (int threads = 1; threads <= 2; threads++)
      {
        check_begin ("%s: %s powers%s, threads: %d", k->name, every ? "grouped" : "many", sec ? " in constant time" : "", threads);
        comba_set_num_threads (threads);
        products = 0;
        try_batches (&c, sec);
        comba_set_num_threads (1);
        if (every && products == 0)
          check_fail ("no power in a group");
        check_end ();
      }
}

/* A power of two as the exponent of a group: with sliding windows, for a shared pointer, products are
   those of the table and a few; with fixed windows there is one for each window. */
static void
try_shared_exponent (const struct comba_config *k)
{
  enum { N = 5, BITS = 1024, EN = BITS / GMP_LIMB_BITS };
  struct comba_config c = *k;
  struct comba_lanes lanes = *real;
  struct comba_power powers[COMBA_LANES_MAX];
  mp_limb_t e[COMBA_LANES_MAX][EN], b[N], p[N], r[COMBA_LANES_MAX][N], expected[N];
  lanes.mul = counted_mul;
  c.lanes.kernel = &lanes;
  c.thresholds.powm_lanes = 1, c.thresholds.powm_lanes_end = COMBA_NEVER;
  random_operand (b, N, OPERAND_KINDS - 1);
  random_modulus (p, N, 0, 1);
  for (int shared = 0; shared < 2; shared++)
    {
      for (int l = 0; l < real->lanes; l++)
        {
          memset (e[l], 0, sizeof e[l]);
          e[l][EN - 1] = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
          powers[l] = (struct comba_power) { r[l], b, N, e[shared ? 0 : l], EN, p, N };
        }
      products = 0;
      comba_powm_many_by (&c, powers, (size_t) real->lanes, 0);
      reference (expected, &powers[0]);
      for (int l = 0; l < real->lanes; l++)
        expect_equal (r[l], expected, N, "lane %d", l);
      if ((products < 90) != shared)
        check_fail ("%ld products with %s exponents", (long) products, shared ? "shared" : "separate");
    }
}

/* The digits of X in a lane, 0 <= X < beta^n. */
static void
put (mp_ptr xp, int lane, mp_size_t digits, mpz_srcptr x)
{
  real->put (xp, lane, digits, mpz_limbs_read (x), (mp_size_t) mpz_size (x));
}

static void
get (mpz_t x, mp_size_t n, mp_srcptr xp, int lane, mp_size_t digits)
{
  const mp_limb_t top = real->get (mpz_limbs_write (x, n), n, xp, lane, digits);
  mpz_limbs_finish (x, n);
  mpz_t high;
  mpz_init_set_ui (high, top & 7);
  if ((top & 4) != 0)
    mpz_sub_ui (high, high, 8);
  mpz_mul_2exp (high, high, (mp_bitcnt_t) n * GMP_LIMB_BITS);
  mpz_add (x, x, high);
  mpz_clear (high);
}

static void
expect_product (mpz_t z, mpz_t x, mpz_t y, mpz_t r, mpz_t p, const char *what, mp_size_t n)
{
  mpz_t t, u;
  mpz_init (t);
  mpz_init (u);
  mpz_mul (t, z, r);
  mpz_mul (u, x, y);
  mpz_mul_2exp (x, p, 1);
  mpz_neg (y, p);
  if (!mpz_congruent_p (t, u, p))
    check_fail ("%s modulo %ld limbs", what, (long) n);
  if (mpz_cmp (z, x) >= 0 || mpz_cmp (z, y) <= 0)
    check_fail ("%s modulo %ld limbs: out of range", what, (long) n);
  mpz_clear (t);
  mpz_clear (u);
}

static void
try_products (mp_size_t n)
{
  const int lanes = real->lanes;
  const mp_size_t digits = (GMP_LIMB_BITS * n + 3 + real->digit_bits - 1) / real->digit_bits;
  const size_t words = (size_t) (digits + COMBA_LANES_PADDING) * (size_t) lanes;
  mp_ptr x = new_scratch (words), y = new_scratch (words);
  mp_ptr pp = new_scratch (words + (size_t) lanes), scratch = new_scratch ((size_t) digits * (size_t) lanes);
  mpz_t p[COMBA_LANES_MAX], a[COMBA_LANES_MAX], b[COMBA_LANES_MAX], r, t, u;
  mpz_inits (r, t, u, NULL);
  mpz_setbit (r, (mp_bitcnt_t) real->digit_bits * (mp_bitcnt_t) digits);
  memset (x, 0, BYTES (words)), memset (y, 0, BYTES (words)), memset (pp, 0, BYTES (words));
  mp_ptr limbs = new_area (n);
  for (int l = 0; l < lanes; l++)
    {
      mpz_inits (p[l], a[l], b[l], NULL);
      random_modulus (limbs, n, (int) random_below (MODULUS_KINDS), 1);
      set_mpz (p[l], limbs, n);
      random_operand (limbs, n, (int) random_below (OPERAND_KINDS));
      set_mpz (a[l], limbs, n);
      random_operand (limbs, n, (int) random_below (OPERAND_KINDS));
      set_mpz (b[l], limbs, n);
      mpz_mod (b[l], b[l], p[l]);
      if (random_below (3) == 0)
        mpz_sub_ui (b[l], p[l], 1);
      put (x, l, digits, a[l]), put (y, l, digits, b[l]), put (pp, l, digits, p[l]);
      mpz_set_ui (t, 0);
      mpz_setbit (t, (mp_bitcnt_t) real->digit_bits);
      mpz_invert (u, p[l], t);
      mpz_sub (u, t, u);
      put (pp + words, l, 1, u);
    }
  for (int step = 0; step < 6; step++)
    {
      /* x y, then squares and products of the result, in place. */
      const int square = step % 2;
      if (square)
        real->sqr (x, x, pp, digits, scratch);
      else
        real->mul (x, x, y, pp, digits, scratch);
      for (int l = 0; l < lanes; l++)
        {
          get (t, n, x, l, digits);
          mpz_set (u, square ? a[l] : b[l]);
          expect_product (t, a[l], u, r, p[l], square ? "square" : "product", n);
          mpz_set (a[l], t);
        }
    }
  for (int l = 0; l < lanes; l++)
    mpz_clears (p[l], a[l], b[l], NULL);
  mpz_clears (r, t, u, NULL);
  free_area (limbs);
  free_scratch (x), free_scratch (y), free_scratch (pp), free_scratch (scratch);
}

static void
try_selection (void)
{
  enum { DIGITS = 13, ENTRIES = 32 };
  const size_t words = (size_t) DIGITS * (size_t) real->lanes;
  mp_ptr table = new_scratch (words * ENTRIES), x = new_scratch (words);
  mp_limb_t index[COMBA_LANES_MAX];
  random_operand (table, (mp_size_t) words * ENTRIES, OPERAND_KINDS - 1);
  for (int l = 0; l < real->lanes; l++)
    index[l] = random_below (ENTRIES);
  real->select (x, table, DIGITS, ENTRIES, index);
  for (size_t i = 0; i < words; i++)
    if (x[i] != table[index[i % (size_t) real->lanes] * words + i])
      check_fail ("entry %zu, word %zu", (size_t) index[i % (size_t) real->lanes], i);
  free_scratch (table), free_scratch (x);
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *const k = comba_configs[i];
      const char *const reason = tests_why_not (k);
      if (reason != NULL)
        {
          check_skip (reason, "CPU configuration %s", k->name);
          continue;
        }
      real = k->lanes.kernel;
      if (real != NULL)
        {
          check_begin ("%s: products side by side", k->name);
          for (mp_size_t n = 1; n <= tests_max (MAX); n++)
            for (int j = 0; j < 8; j++)
              try_products (n);
          check_end ();
          check_begin ("%s: entries of a table", k->name);
          try_selection ();
          check_end ();
          check_begin ("%s: windows of a shared exponent", k->name);
          try_shared_exponent (k);
          check_end ();
          try_config (k, 1);
        }
      try_config (k, 0);
    }
  return tests_end ();
}
