/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Every representation of every CPU configuration: encode, decode, products, squares, chains of
   them, products by limbs, compared with the reference, in exact scratch. */

#include "moduli.h"
#include "residue/representation.h"
#include "residue/contexts.h"

struct trial
{
  const struct comba_config *k;
  const struct comba_representation *rep;
  mp_size_t n;
  mp_ptr p, context, scratch;
};

static void
expect_element (const struct trial *t, mp_srcptr x, mp_srcptr expected, const char *what, int kind)
{
  mp_ptr r = new_area (t->n);
  t->rep->decode (t->k, t->context, r, x, t->scratch);
  expect_equal (r, expected, t->n, "%s, %ld limbs, modulus of kind %d", what, (long) t->n, kind);
  check_area (r, "residue");
  free_area (r);
}

/* Encodes more, fewer or no limbs, of any value. */
static void
try_enter (const struct trial *t, int kind)
{
  const mp_size_t n = t->n, sizes[] = { 0, 1, n / 2, n - 1, n, n + 1, 2 * n, 3 * n + 1 };
  mp_ptr x = new_element (t->rep, n), expected = new_area (n);
  mp_size_t an = sizes[random_below (8)];
  mp_ptr a = new_area (an + 1);
  random_operand (a, an + 1, (int) random_below (OPERAND_KINDS));
  t->rep->encode (t->k, t->context, x, a, an, t->scratch);
  reference_mod (expected, a, an, t->p, n);
  expect_element (t, x, expected, "in and out", kind);
  free_area (a), free_area (expected), free_scratch (x);
}

/* The remainder of the largest elements, and of others. */
static void
try_remainder (const struct trial *t, int kind)
{
  const mp_size_t n = t->n;
  mp_ptr x = new_element (t->rep, n), r = new_area (n), expected = new_area (n);
  for (int i = 0; i < 3; i++)
    {
      random_operand (x, n, i == 2 ? 5 : i);
      x[n - 1] |= (mp_limb_t) (i < 2) << (GMP_LIMB_BITS - 1);
      reference_mod (expected, x, n, t->p, n);
      t->rep->remainder (t->k, t->context, r, x, t->scratch);
      expect_equal (r, expected, n, "remainder, %ld limbs, modulus of kind %d", (long) n, kind);
      check_area (r, "remainder");
    }
  free_area (r), free_area (expected), free_scratch (x);
}

static void
try_products (const struct trial *t, int kind, int a_kind, int b_kind)
{
  const mp_size_t n = t->n;
  const size_t size = t->rep->element_size (n);
  mp_ptr a = new_area (n), b = new_area (n);
  mp_ptr x = new_element (t->rep, n), y = new_element (t->rep, n), z = new_element (t->rep, n);
  random_residue (a, t->p, n, a_kind);
  random_residue (b, t->p, n, b_kind);
  t->rep->encode (t->k, t->context, x, a, n, t->scratch);
  t->rep->encode (t->k, t->context, y, b, n, t->scratch);

  t->rep->mul (t->k, t->context, z, x, y, t->scratch);
  expect_element (t, x, a, "a factor", kind);
  expect_element (t, y, b, "a factor", kind);
  reference_mulmod (b, a, b, t->p, n);
  expect_element (t, z, b, "product", kind);
  t->rep->mul (t->k, t->context, y, x, y, t->scratch);
  expect_element (t, y, b, "product in place of the second", kind);
  t->rep->mul (t->k, t->context, z, z, x, t->scratch);
  reference_mulmod (b, a, b, t->p, n);
  expect_element (t, z, b, "product in place of the first", kind);
  t->rep->sqr (t->k, t->context, z, x, t->scratch);
  reference_mulmod (b, a, a, t->p, n);
  expect_element (t, z, b, "square", kind);
  t->rep->mul (t->k, t->context, z, x, x, t->scratch);
  expect_element (t, z, b, "product with itself", kind);
  memcpy (z, x, BYTES (size));
  t->rep->mul (t->k, t->context, z, z, z, t->scratch);
  expect_element (t, z, b, "product with itself in place", kind);

  /* A chain: unreduced values stay in range. */
  for (int i = 0; i < (n < 100 ? 6 : 2); i++)
    {
      t->rep->sqr (t->k, t->context, z, z, t->scratch);
      reference_mulmod (b, b, b, t->p, n);
      t->rep->mul (t->k, t->context, z, z, x, t->scratch);
      reference_mulmod (b, a, b, t->p, n);
    }
  expect_element (t, z, b, "chain", kind);
  /* So do doubled values. */
  if (t->rep->sqr_twice != NULL)
    {
      mp_ptr two = new_area (n);
      memset (two, 0, BYTES (n));
      two[0] = 2;
      for (int i = 0; i < (n < 100 ? 6 : 2); i++)
        {
          mp_ptr result = i % 2 == 0 ? y : z;
          t->rep->sqr_twice (t->k, t->context, result, z, t->scratch);
          reference_mulmod (b, b, b, t->p, n);
          reference_mulmod (b, b, two, t->p, n);
          expect_element (t, result, b, "twice a square", kind);
          memcpy (z, result, BYTES (size));
        }
      free_area (two);
    }
  free_scratch (x), free_scratch (y), free_scratch (z);
  free_area (a), free_area (b);
}

static void
try_modulus (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n, int kind,
             int tries)
{
  struct trial t = { .k = k, .rep = rep, .n = n };
  t.p = new_area (n);
  t.context = new_scratch (rep->context_size (n));
  t.scratch = new_scratch (rep->itch (n));
  random_modulus (t.p, n, kind, rep->odd_only || random_below (2));
  rep->init (k, t.context, t.p, n, t.scratch);
  size_t bytes = BYTES (rep->context_size (n));
  void *before = malloc (bytes);
  memcpy (before, t.context, bytes);

  for (int i = 0; i < tries; i++)
    {
      try_enter (&t, kind);
      if (rep->remainder != NULL)
        try_remainder (&t, kind);
      try_products (&t, kind, tries > 1 ? i : (int) random_below (RESIDUE_KINDS), (int) random_below (RESIDUE_KINDS));
    }
  if (memcmp (before, t.context, bytes) != 0)
    check_fail ("the context has changed, %ld limbs", (long) n);
  free (before);
  check_area (t.p, "P");
  free_scratch (t.context), free_scratch (t.scratch);
  free_area (t.p);
}

/* P = 2^(bits - 1), whose inverse is exact: a product that is 0, with the full quotient. */
static void
try_power_of_two (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n)
{
  struct trial t = { .k = k, .rep = rep, .n = n };
  mp_ptr a = new_area (n), expected = new_area (n), x = new_element (rep, n);
  t.p = new_area (n);
  t.context = new_scratch (rep->context_size (n));
  t.scratch = new_scratch (rep->itch (n));
  memset (t.p, 0, BYTES (n)), memset (a, 0, BYTES (n)), memset (expected, 0, BYTES (n));
  t.p[n - 1] = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  a[n - 1] = t.p[n - 1] / 2;
  rep->init (k, t.context, t.p, n, t.scratch);
  rep->encode (k, t.context, x, a, n, t.scratch);
  rep->sqr (k, t.context, x, x, t.scratch);
  expect_element (&t, x, expected, "square that is 0", -1);
  free_scratch (t.context), free_scratch (t.scratch), free_scratch (x);
  free_area (a), free_area (expected), free_area (t.p);
}

/* Products by a limb, of the largest possible elements.

   Decoding x yields x R mod P for a fixed R, which is the decoded 1: so x c R is computed in the
   slow way. */

static const mp_limb_t factors[] = {
  1, 2, (mp_limb_t) 1 << (GMP_LIMB_BITS - 1), ((mp_limb_t) 1 << (GMP_LIMB_BITS - 1)) - 1,
  COMBA_LIMB_MAX - 1, COMBA_LIMB_MAX, 0     /* any */
};

/* The limbs of an element: any value below their power of the base is an element. */
static mp_size_t
limbs_of_element (const struct trial *t)
{
  return strncmp (t->rep->name, "small", 5) == 0 ? (mp_size_t) t->context[COMBA_SMALL_N] : t->n;
}

static void
try_limb (const struct trial *t, mp_srcptr r_of_1, mp_srcptr x, mp_limb_t c, const char *what,
          int kind)
{
  const mp_size_t n = t->n, size = limbs_of_element (t);
  mp_ptr expected = new_area (n), factor = new_area (n);
  mp_ptr z = new_element (t->rep, n), y = new_element (t->rep, n);
  memset (factor, 0, BYTES (n));
  factor[0] = c;
  reference_mod (expected, x, size, t->p, n);
  reference_mulmod (expected, expected, r_of_1, t->p, n);
  memcpy (y, x, BYTES (size));
  expect_element (t, y, expected, what, kind);
  reference_mulmod (expected, expected, factor, t->p, n);
  t->rep->mul_limb (t->k, t->context, z, y, c, t->scratch);
  if (memcmp (x, y, BYTES (size)) != 0)
    check_fail ("%s, %ld limbs: the factor has changed", what, (long) n);
  expect_element (t, z, expected, what, kind);
  t->rep->mul_limb (t->k, t->context, y, y, c, t->scratch);
  expect_element (t, y, expected, what, kind);
  free_scratch (z), free_scratch (y);
  free_area (expected), free_area (factor);
}

/* xp[0..size-1] = floor (q D / c), q <= c, where D is P times a power of two with the highest bit
   of its limbs set: x c is q D, or just below, where quotients from upper limbs are too large. */
static void
below_multiple (const struct trial *t, mp_ptr xp, mp_limb_t q, mp_limb_t c)
{
  const mp_size_t size = limbs_of_element (t), more = size - t->n;
  mp_limb_t carry = 0;
  int s = 0;
  while ((t->p[t->n - 1] << s) >> (GMP_LIMB_BITS - 1) == 0)
    s++;
  mp_ptr product = new_area (size + 1);
  memset (product, 0, BYTES (size + 1));
  for (mp_size_t i = 0; i < t->n; i++)
    {
      const mp_limb_t below = i > 0 ? t->p[i - 1] : 0;
      const mp_limb_t d = (mp_limb_t) (((comba_dlimb) t->p[i] << GMP_LIMB_BITS | below) << s
                                       >> GMP_LIMB_BITS);
      comba_dlimb x = (comba_dlimb) d * q + carry;
      product[more + i] = (mp_limb_t) x;
      carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  for (mp_size_t i = size - 1; i >= 0; i--)
    {
      comba_dlimb x = (comba_dlimb) carry << GMP_LIMB_BITS | product[i];
      xp[i] = (mp_limb_t) (x / c);
      carry = (mp_limb_t) (x % c);
    }
  free_area (product);
}

static void
try_limbs_modulus (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n,
                   int kind)
{
  struct trial t = { .k = k, .rep = rep, .n = n };
  t.p = new_area (n);
  t.context = new_scratch (rep->context_size (n));
  t.scratch = new_scratch (rep->itch (n));
  if (kind < MODULUS_KINDS)
    random_modulus (t.p, n, kind, rep->odd_only || random_below (2));
  else
    {
      /* A low highest limb over high ones, so that quotients have the largest error. */
      memset (t.p, 0xff, BYTES (n));
      t.p[n - 1] = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
    }
  rep->init (k, t.context, t.p, n, t.scratch);

  const mp_size_t size = limbs_of_element (&t);
  mp_ptr x = new_element (rep, n), r = new_area (n);
  memset (x, 0, BYTES (size));
  x[0] = 1;
  rep->decode (k, t.context, r, x, t.scratch);
  for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
    {
      const mp_limb_t c = factors[i] != 0 ? factors[i] : random_limb () | 1;
      random_operand (x, size, 0);
      try_limb (&t, r, x, c, "all ones by a limb", kind);
      random_operand (x, size, 1 + (int) random_below (OPERAND_KINDS - 1));
      try_limb (&t, r, x, c, "product by a limb", kind);
      for (mp_limb_t q = c; q > 0; q = q == c ? c - 1 : q == c - 1 ? random_limb () % c : 0)
        {
          below_multiple (&t, x, q, c);
          try_limb (&t, r, x, c, "just below a multiple", kind);
          x[0] ^= 1;
          try_limb (&t, r, x, c, "near a multiple", kind);
        }
    }
  check_area (t.p, "P");
  free_scratch (t.context), free_scratch (t.scratch), free_scratch (x);
  free_area (t.p), free_area (r);
}

/* The cases in which powers call it: three limbs or more, and with a multiplier. */
static void
try_limbs (const struct comba_config *k, const struct comba_representation *rep, const char *name)
{
  static const mp_size_t sizes[] = { 24, 31, 32, 33, 40, 55, 56, 57, 65 };
  const mp_size_t wanted = tests_max_of (k->name, 65), every = tests_every_to (18);
  if (rep->mul_limb == NULL || k->addmul_1 == NULL)
    return;
  check_begin ("%s: %s, products by a limb", name, rep->name);
  for (int kind = 0; kind <= MODULUS_KINDS; kind++)
    {
      for (mp_size_t n = rep->min > 3 ? rep->min : 3; n <= 17 && n <= rep->max && n <= wanted; n += n < every ? 1 : 3)
        try_limbs_modulus (k, rep, n, kind);
      for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (sizes[i] <= rep->max && sizes[i] <= wanted && random_below (3) == 0)
          try_limbs_modulus (k, rep, sizes[i], kind);
    }
  check_end ();
}

static void
try_representation (const struct comba_config *k, const struct comba_representation *rep, const char *name)
{
  check_begin ("%s: %s, from %ld limbs", name, rep->name, (long) rep->min);
  mp_size_t wanted = tests_max_of (k->name, 300), max = rep->max < wanted ? rep->max : wanted;
  const mp_size_t every = tests_every_to (24);
  for (mp_size_t n = rep->min; n <= max; n += n < every ? 1 : 1 + n / 6)
    for (int kind = 0; kind < MODULUS_KINDS; kind++)
      if (n < every || random_below (n < 100 ? 3 : 12) == 0)
        try_modulus (k, rep, n, kind, n < every / 2 ? RESIDUE_KINDS : 1);
  for (mp_size_t n = rep->min; !rep->odd_only && n <= max; n += 1 + n / 4)
    try_power_of_two (k, rep, n);
  try_modulus (k, rep, max, 7, 1);
  try_modulus (k, rep, max, 4, 1);
  if (rep->max >= 700 && tests_max_of (k->name, 700) == 700 && k->thresholds.mul_ntt > 4)
    try_modulus (k, rep, 700, 7, 1);
  check_end ();
}

/* Among the entries of one representation. */
static int
is_first_of (const struct comba_config *k, const struct comba_representation_range *entry)
{
  const struct comba_representation_range *f = k->representations;
  while (f->rep != entry->rep)
    f++;
  return f == entry;
}

static void
body (const struct comba_config *k, const char *name)
{
  for (const struct comba_representation_range *f = k->representations; f->rep != NULL; f++)
    if (is_first_of (k, f) && f->rep->min <= tests_max_of (k->name, 300))
      {
        try_representation (k, f->rep, name);
        try_limbs (k, f->rep, name);
      }
}

static void
again (void)
{
  const struct comba_config *k = comba_active ();
  mp_size_t n = 1 + (mp_size_t) random_below (tests_max (random_below (2) ? 20 : 120));
  for (const struct comba_representation_range *f = k->representations; f->rep != NULL; f++)
    if (f->rep->min <= n && n <= f->rep->max)
      try_modulus (k, f->rep, n, (int) random_below (MODULUS_KINDS), 4);
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  soak ("representations", again);
  return tests_end ();
}
