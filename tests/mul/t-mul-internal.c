/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products above the basecase, in each shape, with the smallest thresholds, with every
   configuration's own and with absurd ones; in exactly the scratch of _itch. */

#include "../tests.h"
#include "mul/ladder.h"
#include "mul/toom/toom.h"
#include "arith/arith.h"
#include "mul/ntt/ntt.h"
#include "config/list.h"

static mp_size_t basecases;     /* calls that reached the kernel */

static void
counting_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  basecases++;
  comba_config_portable.mul_basecase (rp, ap, an, bp, bn);
}

static void
counting_sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  basecases++;
  comba_config_portable.sqr_basecase (rp, ap, n);
}

/* Every threshold is the same: from it on the widest valid split is used. */
static struct comba_config
with_threshold (const struct comba_config *config, mp_size_t threshold)
{
  struct comba_config k = *config;
#define X(name) k.thresholds.name = threshold;
  COMBA_THRESHOLDS (X)
#undef X
  k.ntt = NULL;
  return k;
}

static struct comba_config
counting (mp_size_t threshold)
{
  struct comba_config k = with_threshold (&comba_config_portable, threshold);
  k.mul_basecase = counting_mul;
  k.sqr_basecase = counting_sqr;
  return k;
}

/* Only the shape under test. */
#define NEVER ((mp_size_t) 1 << 30)

typedef void mul_shape (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                        mp_srcptr bp, mp_size_t bn, mp_ptr scratch);

struct trial
{
  const struct comba_config *kernels;
  mul_shape *shape;
  int is_toom3;                 /* the shape is that of a configuration's own Toom-3 */
  comba_toom3_sqr_fn *sqr3;
  int p, q;                     /* pieces, for comba_toom_mul and comba_toom_sqr */
};

static mp_size_t
piece (mp_size_t an, int p, mp_size_t bn, int q)
{
  mp_size_t ha = (an + p - 1) / p, hb = (bn + q - 1) / q;
  return ha > hb ? ha : hb;
}

static void
mul_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  mp_ptr scratch = new_area ((mp_size_t) comba_mul_itch (an, bn));
  if (t->shape != NULL)
    t->shape (t->kernels, rp, ap, an, bp, bn, scratch);
  else
    {
      struct comba_split split = { t->p, t->q, piece (an, t->p, bn, t->q) };
      comba_toom_mul (t->kernels, rp, ap, an, bp, bn, &split, scratch);
    }
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
sqr_exact_itch (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct trial *t = context;
  mp_ptr scratch = new_area ((mp_size_t) comba_sqr_itch (n));
  if (t->sqr3 != NULL)
    t->sqr3 (t->kernels, rp, ap, n, scratch);
  else if (t->p == 2)
    comba_toom2_sqr (t->kernels, rp, ap, n, scratch);
  else
    {
      struct comba_split split = { t->p, t->p, piece (n, t->p, n, t->p) };
      comba_toom_sqr (t->kernels, rp, ap, n, &split, scratch);
    }
  check_area (scratch, "scratch");
  free_area (scratch);
}

static void
mul_alone (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  comba_mul (t->kernels, rp, ap, an, bp, bn);
}

static void
mul_n_alone (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  struct trial *t = context;
  if (an != bn)
    check_fail ("mul_n with %ld and %ld limbs", (long) an, (long) bn);
  comba_mul_n (t->kernels, rp, ap, bp, an);
}

static void
sqr_alone (void *context, mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  struct trial *t = context;
  comba_sqr (t->kernels, rp, ap, n);
}

static void
pieces_of_bn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
              mp_size_t bn, mp_ptr scratch)
{
  comba_mul_pieces (k, rp, ap, an, bp, bn, bn, scratch);
}

static void
pieces_of_2bn (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
               mp_size_t bn, mp_ptr scratch)
{
  comba_mul_pieces (k, rp, ap, an, bp, bn, 2 * bn, scratch);
}

static int
takes (const struct trial *t, mp_size_t an, mp_size_t bn)
{
  if (t->shape == comba_toom22_mul)
    return COMBA_TOOM22_SHAPE (an, bn);
  if (t->shape == pieces_of_bn)
    return an > bn;
  if (t->shape == pieces_of_2bn)
    return COMBA_PIECES_3_SHAPE (an, bn);
  if (t->is_toom3)
    return an >= COMBA_TOOM3_MIN && COMBA_TOOM3_SHAPE (an, bn);
  return comba_toom_fits (an, bn, t->p, t->q, piece (an, t->p, bn, t->q));
}

/* One shape: alone, which gives the number of its products; and with the thresholds for the deepest
   recursion, and for less. */
static void
try_shape (const char *name, struct trial t, mp_size_t products)
{
  static const mp_size_t thresholds[] = { NEVER, 0, 3, 10 };
  for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++)
    {
      struct comba_config k = counting (thresholds[i]);
      t.kernels = &k;
      check_begin ("%s, threshold %ld", name, (long) thresholds[i]);
      mp_size_t small = tests_max (60), max = tests_max (700), tried = 0;
      for (mp_size_t an = 1; an <= max; an += an < small ? 1 : 1 + an / 9)
        for (mp_size_t bn = 1; bn <= an; bn += an < small ? 1 : 1 + bn / 12)
          if (takes (&t, an, bn))
            {
              /* Every kind of operand for the shape alone, and for small ones. */
              const int briefly = thresholds[i] != NEVER && an > 24;
              basecases = 0;
              (briefly ? try_mul_briefly : try_mul) (mul_exact_itch, &t, an, bn);
              mp_size_t calls = basecases / (briefly ? 2 : kinds_at (an, bn) * tests_effort () + 1);
              if (thresholds[i] == NEVER && products != 0 && calls != products)
                check_fail ("%ldx%ld: %ld products", (long) an, (long) bn, (long) calls);
              if (bn >= thresholds[i] + 2 && calls < 2)
                check_fail ("%ldx%ld did not recurse", (long) an, (long) bn);
              tried++;
            }
      if (tried < 10)
        check_fail ("only %ld sizes", (long) tried);
      check_end ();
    }
}

static void
try_splits (void)
{
  static const int points[] = { 4, 5, 6, 7, 8, 11, 12, 15, 16 };
  for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
    for (int q = 2; q <= (points[i] + 1) / 2; q++)
      {
        int p = points[i] + 1 - q;
        if (p > COMBA_TOOM_PIECES_MAX || comba_toom_pairs (points[i]) > COMBA_TOOM_PAIRS_MAX)
          continue;
        struct trial t = { .p = p, .q = q };
        char name[64];
        snprintf (name, sizeof name, "toom_mul, %dx%d pieces", p, q);
        try_shape (name, t, points[i]);
      }
}

/* The configuration's own squaring in three pieces, if SQR3 is not NULL. */
static void
try_squares (const char *config, int p, comba_toom3_sqr_fn *sqr3)
{
  static const mp_size_t thresholds[] = { NEVER, 0, 3, 10 };
  for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++)
    {
      struct comba_config k = counting (thresholds[i]);
      struct trial t = { .kernels = &k, .sqr3 = sqr3, .p = p, .q = p };
      check_begin ("%stoom%d_sqr, threshold %ld", config, p, (long) thresholds[i]);
      for (mp_size_t n = COMBA_TOOM22_MIN; n <= tests_max (1500); n = next_size (n))
        if (sqr3 != NULL ? n >= COMBA_TOOM3_MIN
                         : p == 2 || comba_toom_fits (n, n, p, p, piece (n, p, n, p)))
          {
            basecases = 0;
            try_sqr (sqr_exact_itch, &t, n);
            mp_size_t calls = basecases / (kinds_at (n, n) * tests_effort ());
            if (thresholds[i] == NEVER ? calls != 2 * p - 1 : calls < 3)
              check_fail ("%ld: %ld squares", (long) n, (long) calls);
          }
      check_end ();
    }
}

/* The largest size from 38 on at which a(-1) is tried near zero: with small operands one of each
   remainder modulo 3 from 40 on, where it is used for squares. */
static mp_size_t
near_zero_to (void)
{
  const mp_size_t most = tests_max (50);
  return most < 42 ? 42 : most;
}

/* A configuration's own products in three pieces: alone, and with a(-1) and b(-1) near zero, where
   it uses them. */
static void
try_own_products (const struct comba_config *config)
{
  char name[64];
  snprintf (name, sizeof name, "%s: toom3_mul", config->name);
  try_shape (name, (struct trial) { .shape = config->toom->mul3, .is_toom3 = 1 }, 5);

  struct comba_config k = with_threshold (config, NEVER);
  k.thresholds.mul_toom22 = COMBA_TOOM22_MIN;
  k.thresholds.mul_toom33 = COMBA_TOOM3_MIN;
  check_begin ("%s: products by toom3_mul, a(-1) and b(-1) near zero", config->name);
  for (mp_size_t an = 38; an <= near_zero_to (); an++)
    for (mp_size_t bn = an; COMBA_TOOM3_SHAPE (an, bn); bn--)
      {
        const mp_size_t h = (an + 2) / 3;
        mp_ptr a = new_area (an), b = new_area (bn), r = new_area (an + bn), expected = new_area (an + bn);
        for (int kind = 0; kind < OPERAND_KINDS * OPERAND_KINDS; kind++)
          for (int tops = 0; tops < 16; tops++)
            {
              random_operand (a, an, kind % OPERAND_KINDS);
              random_operand (b, bn, kind / OPERAND_KINDS);
              a[h - 1] = tops % 2, a[2 * h - 1] = tops / 2 % 2;
              b[h - 1] = tops / 4 % 2, b[2 * h - 1] = tops / 8;
              a[an - 1] = b[bn - 1] = random_below (2);
              comba_mul (&k, r, a, an, b, bn);
              reference_mul (expected, a, an, b, bn);
              expect_equal (r, expected, an + bn, "%ld x %ld limbs", (long) an, (long) bn);
            }
        check_area (r, "the product");
        free_area (a), free_area (b), free_area (r), free_area (expected);
      }
  check_end ();
}

/* A configuration's own squaring in three pieces where a0 - a1 + a2 is near zero, so that the top
   limbs of the pieces do not show its sign, or show the wrong one; and which squares use it. */
static const struct comba_toom_linear *own;
static mp_size_t own_squares;

static void
counting_sqr3 (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_ptr scratch)
{
  own_squares++;
  own->sqr3 (k, rp, ap, n, scratch);
}

static void
try_near_zero (const struct comba_config *k, mp_size_t n)
{
  mp_size_t h = (n + 2) / 3;
  mp_ptr a = new_area (n), r = new_area (2 * n), expected = new_area (2 * n);
  for (int kind = 0; kind < OPERAND_KINDS * OPERAND_KINDS; kind++)
    for (mp_limb_t tops = 0; tops < 27; tops++)
      {
        random_operand (a, h, kind % OPERAND_KINDS);
        random_operand (a + h, h, kind / OPERAND_KINDS);
        random_operand (a + 2 * h, n - 2 * h, (int) random_below (OPERAND_KINDS));
        a[h - 1] = tops % 3;
        a[2 * h - 1] = tops / 3 % 3;
        if (n == 3 * h)
          a[n - 1] = tops / 9;
        comba_sqr (k, r, a, n);
        reference_mul (expected, a, n, a, n);
        expect_equal (r, expected, 2 * n, "square of %ld limbs", (long) n);
      }
  check_area (r, "the square");
  free_area (a), free_area (r), free_area (expected);
}

static void
try_own_squares (const struct comba_config *config)
{
  char name[32];
  snprintf (name, sizeof name, "%s: ", config->name);
  try_squares (name, 3, config->toom->sqr3);

  struct comba_toom_linear linear = *config->toom;
  struct comba_config k = with_threshold (config, NEVER);
  own = config->toom;
  linear.sqr3 = counting_sqr3;
  k.toom = &linear;
  k.thresholds.sqr_toom2 = COMBA_TOOM22_MIN;
  k.thresholds.sqr_toom3 = 40;
  check_begin ("%s: squares by toom3_sqr, a(-1) near zero", config->name);
  for (mp_size_t n = 38; n <= near_zero_to (); n++)
    {
      own_squares = 0;
      try_near_zero (&k, n);
      if (own_squares != (n < 40 ? 0 : 27 * OPERAND_KINDS * OPERAND_KINDS))
        check_fail ("%ld limbs: %ld squares were", (long) n, (long) own_squares);
    }
  check_end ();
}

/* The shape used for a size, judged by the number of products. */
static void
try_choice (void)
{
  struct comba_config k = counting (NEVER);
  k.thresholds.mul_toom22 = k.thresholds.sqr_toom2 = 100;
  k.thresholds.mul_toom33 = k.thresholds.sqr_toom3 = 200;
  k.thresholds.mul_pieces = 105;
  k.thresholds.mul_toom32 = 60;
  k.thresholds.mul_toom42 = 120;
  k.thresholds.mul_toom44 = k.thresholds.sqr_toom4 = 300;
  k.thresholds.mul_toom66 = k.thresholds.sqr_toom6 = 500;
  k.thresholds.mul_toom88 = k.thresholds.sqr_toom8 = 700;
  k.costs = (struct comba_costs) { .limb = 1, .call = 12, .step = 2 };
  struct comba_config late = k;        /* three and three pieces would do fewer limb products */
  late.thresholds.mul_toom33 = late.thresholds.mul_toom44 = 400;
  late.costs.step = 8;
  static const struct { mp_size_t an, bn, products; int late; } rows[] = {
    { 250, 190, 7, 1 }, { 290, 190, 4, 1 }, { 390, 260, 12, 1 }, { 300, 225, 6, 1 }, { 390, 310, 16, 1 }, { 540, 250, 8, 1 },
    { 280, 140, 4, 1 }, { 230, 120, 6, 1 },
    { 99, 99, 1 }, { 100, 100, 3 }, { 190, 190, 3 }, { 220, 210, 5 }, { 290, 290, 5 },
    { 300, 300, 7 }, { 500, 500, 11 }, { 1000, 99, 1 },
    { 312, 104, 1 }, { 1000, 104, 1 }, { 311, 104, 9 }, { 315, 105, 9 },
    { 150, 100, 4 }, { 132, 102, 4 }, { 170, 100, 4 }, { 196, 101, 4 }, { 230, 110, 6 },
    { 260, 130, 4 }, { 380, 300, 8 }, { 660, 528, 12 },
#if GMP_LIMB_BITS == 64
    { 700, 700, 15 }, { 800, 720, 16 },
#endif
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      mp_size_t an = rows[i].an, bn = rows[i].bn;
      struct trial t = { .kernels = rows[i].late ? &late : &k };
      check_begin ("%ldx%ld takes %ld products", (long) an, (long) bn, (long) rows[i].products);
      basecases = 0;
      try_mul (mul_alone, &t, an, bn);
      mp_size_t calls = basecases / (kinds_at (an, bn) * tests_effort () + 1);
      if (calls != rows[i].products)
        check_fail ("it took %ld", (long) calls);
      if (an == bn)
        {
          basecases = 0;
          try_sqr (sqr_alone, &t, an);
          calls = basecases / (kinds_at (an, an) * tests_effort ());
          if (calls != rows[i].products)
            check_fail ("the square took %ld", (long) calls);
        }
      check_end ();
    }
}

/* Transforms whose length grows once, above GROWS_AT limbs. */
enum { TRANSFORMS_FROM = 800, GROWS_AT = 840, ITCH = 1000 };
static size_t grown_itch;
static mp_size_t transforms;

static size_t
growing_itch (mp_size_t an, mp_size_t bn, int threads)
{
  (void) bn, (void) threads;
  return an <= GROWS_AT ? ITCH : grown_itch;
}

static void
counting_transform (const struct comba_pool *pool, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                    mp_size_t bn, mp_ptr scratch)
{
  (void) pool, (void) scratch;
  transforms++;
  comba_config_portable.mul_basecase (rp, ap, an, bp, bn);
}

/* Which squares right above the threshold use transforms: not those with a much longer
   transform. */
static void
try_transforms (void)
{
  const struct comba_ntt ntt = {
    .itch = growing_itch, .itch_exactly = growing_itch, .mul = counting_transform,
  };
  struct comba_config k = counting (NEVER);
  k.thresholds.sqr_toom2 = TRANSFORMS_FROM * 5 / 8;      /* else three basecases */
  k.thresholds.sqr_ntt = TRANSFORMS_FROM;
  k.ntt = &ntt;
  static const struct { size_t grown; mp_size_t n; int is_transform; } rows[] = {
    { 1250, TRANSFORMS_FROM - 1, 0 }, { 1250, TRANSFORMS_FROM, 1 }, { 1250, GROWS_AT, 1 },
    { 1250, GROWS_AT + 1, 0 }, { 1250, TRANSFORMS_FROM * 9 / 8 - 1, 0 },
    { 1250, TRANSFORMS_FROM * 9 / 8, 1 }, { 1190, GROWS_AT + 1, 1 }, { 1190, GROWS_AT, 1 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      const mp_size_t n = rows[i].n;
      struct trial t = { .kernels = &k };
      check_begin ("the square of %ld limbs, transforms %ld times as long in thousandths from %ld",
                   (long) n, (long) rows[i].grown, (long) GROWS_AT + 1);
      grown_itch = rows[i].grown;
      basecases = transforms = 0;
      try_sqr (sqr_alone, &t, n);
      if ((rows[i].is_transform ? transforms : basecases) == 0
          || (rows[i].is_transform ? basecases : transforms) != 0)
        check_fail ("%ld transforms, %ld others", (long) transforms, (long) basecases);

      /* The same choice within a product. */
      basecases = transforms = 0;
      mp_ptr a = new_area (n), r = new_area (2 * n), scratch = new_area (comba_toom_itch (n) + 1250);
      random_operand (a, n, 0);
      comba_product_sqr (&k, r, a, n, scratch);
      if (transforms != rows[i].is_transform || basecases != (rows[i].is_transform ? 0 : 3))
        check_fail ("within a product: %ld transforms, %ld others", (long) transforms,
                    (long) basecases);
      free_area (a), free_area (r), free_area (scratch);
      check_end ();
    }
}

static void
try_thresholds (const struct comba_config *config)
{
  static const long absurd[] = { -1, 1, 17, 1000000000 };
  enum { ABSURD = sizeof absurd / sizeof absurd[0], MIXED = 4 };
  for (int i = 0; i <= ABSURD + MIXED; i++)
    {
      struct comba_config k = *config;
      struct trial t = { .kernels = &k };
      if (i < ABSURD)
        {
          k = with_threshold (config, absurd[i]);
          check_begin ("%s: mul, mul_n, sqr with thresholds %ld", config->name, absurd[i]);
        }
      else if (i < ABSURD + MIXED)
        {
#define X(name) k.thresholds.name = (mp_size_t) random_below (150) - 10;
          COMBA_THRESHOLDS (X)
#undef X
          k.costs = (struct comba_costs) { (unsigned) random_below (30), (unsigned) random_below (500), (unsigned) random_below (30) };
          check_begin ("%s: mul, mul_n, sqr with random thresholds and costs", config->name);
        }
      else
        check_begin ("%s: mul, mul_n, sqr with its own thresholds", config->name);
      for (mp_size_t n = 1; n <= tests_max_of (config->name, i < ABSURD + MIXED ? 300 : 3000);
           n = next_size (n + n / 16))
        {
          try_mul (mul_n_alone, &t, n, n);
          try_sqr (sqr_alone, &t, n);
          try_mul (mul_alone, &t, n + n / 10, n);
          try_mul (mul_alone, &t, n + n / 4, n);
          try_mul (mul_alone, &t, n + n / 2, n);
          try_mul (mul_alone, &t, 2 * n, n);
          if (n > 800)          /* smaller sizes show which pieces there are; the reference is slow */
            continue;
          try_mul (mul_alone, &t, 3 * n + 1, n);
          try_mul (mul_alone, &t, 10 * n + n / 2, n);
        }
      check_end ();
    }
}

/* Where comba_is_short, comba_mul takes the basecase, and no wide one, whatever the thresholds. */
static void
try_short (const struct comba_config *config)
{
  enum { MOST = 60, ROUNDS = 2000 };
  struct comba_config k = *config;
  mp_size_t *const thresholds[] = {
    &k.thresholds.mul_wide, &k.thresholds.mul_wide_by, &k.thresholds.mul_toom22, &k.thresholds.mul_pieces,
    &k.thresholds.mul_ntt, &k.thresholds.mul_ntt_by, &k.thresholds.mul_fft, &k.thresholds.mul_fft_by,
  };
  k.mul_basecase = counting_mul;
  mp_ptr a = new_area (MOST), b = new_area (MOST), r = new_area (2 * MOST);
  random_operand (a, MOST, OPERAND_KINDS - 1);
  random_operand (b, MOST, OPERAND_KINDS - 1);
  mp_size_t tried = 0;
  basecases = 0;
  check_begin ("%s: short products are by mul_basecase", config->name);
  for (int i = 0; i < ROUNDS; i++)
    {
      for (size_t j = 0; j < sizeof thresholds / sizeof thresholds[0]; j++)
        *thresholds[j] = random_below (4) == 0 ? COMBA_NEVER : (mp_size_t) random_below (MOST);
      const mp_size_t an = 1 + (mp_size_t) random_below (MOST), bn = 1 + (mp_size_t) random_below ((unsigned long) an);
      if (!comba_is_short (&k, an))
        continue;
      comba_mul (&k, r, a, an, b, bn);
      if (basecases != ++tried)
        {
          check_fail ("%ldx%ld: another way", (long) an, (long) bn);
          basecases = tried;
        }
    }
  if (tried < ROUNDS / 100)
    check_fail ("%ld short products of %d", (long) tried, ROUNDS);
  check_end ();
  free_area (a), free_area (b), free_area (r);
}

int
main (void)
{
  tests_begin ();
  try_shape ("toom22_mul", (struct trial) { .shape = comba_toom22_mul }, 3);
  try_shape ("mul_pieces, as long as b", (struct trial) { .shape = pieces_of_bn }, 0);
  try_shape ("mul_pieces, twice as long", (struct trial) { .shape = pieces_of_2bn }, 0);
  try_splits ();
  for (int p = 2; comba_toom_pairs (2 * p - 1) <= COMBA_TOOM_PAIRS_MAX; p++)
    if (p <= 4 || p == 6 || p == 8)
      try_squares ("", p, NULL);
  try_choice ();
  try_transforms ();

  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *reason = tests_why_not (comba_configs[i]);
      if (reason == NULL)
        {
          if (comba_configs[i]->toom->mul3 != NULL)
            try_own_products (comba_configs[i]);
          if (comba_configs[i]->toom->sqr3 != NULL)
            try_own_squares (comba_configs[i]);
          try_short (comba_configs[i]);
          try_thresholds (comba_configs[i]);
        }
      else
        check_skip (reason, "thresholds of CPU configuration %s", comba_configs[i]->name);
    }
  return tests_end ();
}
