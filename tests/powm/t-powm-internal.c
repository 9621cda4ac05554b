/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers in every representation of every CPU configuration, and with one or two limbs or few
   products without a representation, compared with the reference; in exact scratch.  Their steps.
   Long exponents are compared between representations. */

#include "../residue/moduli.h"
#include "powm/powm.h"
#include "residue/divide_rows.h"
#include "residue/small.h"
#include "arith/arith.h"

struct power
{
  const struct comba_config *k;
  mp_size_t n, bn, en;
  mp_ptr p, b, e;
  const char *what;
};

/* A power of an element, in place. */
static void
try_element (const struct comba_representation *rep, mp_srcptr context, const struct power *t, mp_srcptr expected)
{
  mp_ptr x = new_element (rep, t->n), scratch = new_scratch (rep->itch (t->n)), r = new_area (t->n);
  rep->encode (t->k, context, x, t->b, t->bn, scratch);
  free_scratch (scratch);
  scratch = new_scratch (comba_powm_itch (rep, t->n, t->e, t->en));
  comba_powm_element (t->k, rep, context, t->n, x, x, t->e, t->en, scratch);
  free_scratch (scratch);
  scratch = new_scratch (rep->itch (t->n));
  rep->decode (t->k, context, r, x, scratch);
  free_scratch (scratch);
  expect_equal (r, expected, t->n, "%s: %s, of an element", rep->name, t->what);
  check_area (r, "power");
  free_scratch (x), free_area (r);
}

static void
try_representation (const struct comba_representation *rep, const struct power *t, mp_srcptr expected)
{
  mp_ptr context = new_scratch (rep->context_size (t->n));
  mp_ptr scratch = new_scratch (rep->itch (t->n));
  rep->init (t->k, context, t->p, t->n, scratch);
  free_scratch (scratch);
  try_element (rep, context, t, expected);

  scratch = new_scratch (comba_powm_itch (rep, t->n, t->e, t->en));
  mp_ptr r = new_area (t->n), b = new_area (t->n > t->bn ? t->n : t->bn);
  comba_powm (t->k, rep, context, t->n, r, t->b, t->bn, t->e, t->en, scratch);
  expect_equal (r, expected, t->n, "%s: %s, base of %ld and exponent of %ld limbs", rep->name,
                t->what, (long) t->bn, (long) t->en);
  memcpy (b, t->b, BYTES (t->bn));
  comba_powm (t->k, rep, context, t->n, b, b, t->bn, t->e, t->en, scratch);
  expect_equal (b, expected, t->n, "%s: %s, over the base", rep->name, t->what);
  check_area (r, "power"), check_area (b, "power");
  free_area (r), free_area (b);
  free_scratch (scratch), free_scratch (context);
}

static void
try_one_two_limbs (const struct power *t, mp_srcptr expected)
{
  mp_size_t en = t->en;
  while (en > 0 && t->e[en - 1] == 0)
    en--;
  if (t->n > COMBA_POWM_ONE_TWO_LIMBS || en == 0 || t->bn == 0 || (t->p[0] & 1) == 0)
    return;
  mp_ptr r = new_area (t->n);
  comba_powm_one_two_limbs (r, t->b, t->bn, t->e, en, t->p, t->n);
  expect_equal (r, expected, t->n, "one or two limbs: %s", t->what);
  check_area (r, "power");
  free_area (r);
}

/* Without a representation: returns whether the exponent is one limb, and not zero. */
static int
is_short (const struct power *t)
{
  for (mp_size_t i = 1; i < t->en; i++)
    if (t->e[i] != 0)
      return 0;
  return t->bn > 0 && t->e[0] != 0;
}

typedef void short_fn (const struct comba_config *, mp_ptr, mp_srcptr, mp_size_t, mp_limb_t,
                       mp_srcptr, mp_size_t, mp_ptr);

static void
try_short_by (short_fn *function, size_t itch, const char *name, const struct power *t,
              mp_srcptr expected)
{
  mp_ptr scratch = new_scratch (itch), r = new_area (t->n), p = new_area (t->n);
  mp_ptr b = new_area (t->n > t->bn ? t->n : t->bn);
  function (t->k, r, t->b, t->bn, t->e[0], t->p, t->n, scratch);
  expect_equal (r, expected, t->n, "%s: %s, base of %ld limbs, exponent %lx", name, t->what,
                (long) t->bn, (unsigned long) t->e[0]);
  memcpy (b, t->b, BYTES (t->bn));
  function (t->k, b, b, t->bn, t->e[0], t->p, t->n, scratch);
  expect_equal (b, expected, t->n, "%s: %s, over the base", name, t->what);
  memcpy (p, t->p, BYTES (t->n));
  function (t->k, p, t->b, t->bn, t->e[0], p, t->n, scratch);
  expect_equal (p, expected, t->n, "%s: %s, over the modulus", name, t->what);
  check_area (r, "power"), check_area (b, "power"), check_area (p, "power");
  free_area (r), free_area (b), free_area (p);
  free_scratch (scratch);
}

static void
try_short (const struct power *t, mp_srcptr expected)
{
  if (!is_short (t))
    return;
  if (t->n >= 3 && t->k->addmul_1 != NULL && (t->p[0] & 1) != 0)
    try_short_by (comba_powm_short, COMBA_POWM_SHORT_ITCH (t->n), "by rows", t, expected);
  if (t->n >= 2)
    try_short_by (comba_powm_barrett, comba_powm_barrett_itch (t->n), "by nu", t, expected);
}

static void
try_limb (const struct power *t, mp_srcptr expected)
{
  const struct comba_config *k = t->k;
  if (k->powm_limb == NULL || t->n < COMBA_POWM_LIMB_LEAST || t->n > k->powm_limb->rep->max
      || (t->p[0] & 1) == 0 || !is_short (t))
    return;
  mp_ptr r = new_area (t->n), b = new_area (t->n > t->bn ? t->n : t->bn);
  comba_powm_limb (k, r, t->b, t->bn, t->e[0], t->p, t->n);
  expect_equal (r, expected, t->n, "limb: %s, base of %ld limbs, exponent %lx", t->what,
                (long) t->bn, (unsigned long) t->e[0]);
  memcpy (b, t->b, BYTES (t->bn));
  comba_powm_limb (k, b, b, t->bn, t->e[0], t->p, t->n);
  expect_equal (b, expected, t->n, "limb: %s, over the base", t->what);
  check_area (r, "power"), check_area (b, "power");
  free_area (r), free_area (b);
}

/* Without an expected result, the result of the first representation is used. */
static void
try_power (const struct power *t, mp_ptr expected)
{
  for (const struct comba_representation_range *f = t->k->representations; f->rep != NULL; f++)
    if (f->rep->min <= t->n && t->n <= f->rep->max && ((t->p[0] & 1) != 0 || !f->rep->odd_only))
      try_representation (f->rep, t, expected);
  try_representation (&comba_representation_canonical, t, expected);
  try_one_two_limbs (t, expected);
  try_short (t, expected);
  try_limb (t, expected);
}

/* 0, 1, 2, 3, 17, 65537, one limb, all ones, one bit, a leading zero limb, runs. */
enum { EXPONENT_KINDS = 11 };

static void
random_exponent (struct power *t, int kind)
{
  static const unsigned long small[] = { 0, 1, 2, 3, 17, 65537 };
  memset (t->e, 0, BYTES (t->en));
  if (kind < 6)
    t->e[0] = small[kind];
  else if (kind == 6)
    t->e[0] = random_limb () >> random_below (GMP_LIMB_BITS);
  else if (kind < 9)
    random_operand (t->e, t->en, kind == 7 ? 0 : 2);
  else
    random_operand (t->e, kind == 9 && t->en > 1 ? t->en - 1 : t->en, 4);
}

/* B: 0, 1, P - 1, any residue; shorter or longer than P; of few bits. */
static void
random_base (struct power *t)
{
  const mp_size_t sizes[] = { 1, t->n < 2 ? 1 : 2, (t->n + 2) / 3, (t->n + 1) / 2, t->n, t->n, t->n,
                              t->n + 1, 2 * t->n, 3 * t->n + 2 };
  t->bn = sizes[random_below (10)];
  if (random_below (4) == 0)
    {
      t->bn = 1;
      t->b[0] = random_below (2) == 0 ? 2 + random_below (4) : random_limb () >> random_below (GMP_LIMB_BITS);
    }
  else if (t->bn == t->n && random_below (4) != 0)
    random_residue (t->b, t->p, t->n, (int) random_below (RESIDUE_KINDS));
  else
    random_operand (t->b, t->bn, (int) random_below (OPERAND_KINDS));
}

static void
try_size (const struct comba_config *k, mp_size_t n, mp_size_t en, int exponent_kind)
{
  char what[96];
  struct power t = { .k = k, .n = n, .en = en, .what = what };
  t.p = new_area (n), t.b = new_area (3 * n + 2), t.e = new_area (en);
  mp_ptr expected = new_area (n);
  int kind = (int) random_below (MODULUS_KINDS), odd = random_below (4) != 0;
  random_modulus (t.p, n, kind, odd);
  random_base (&t);
  random_exponent (&t, exponent_kind);
  snprintf (what, sizeof what, "modulus of %ld limbs and kind %d, exponent of kind %d", (long) n,
            kind, exponent_kind);
  reference_powm (expected, t.b, t.bn, t.e, t.en, t.p, t.n);
  try_power (&t, expected);
  free_area (t.p), free_area (t.b), free_area (t.e), free_area (expected);
}

/* B is Q P, or one less, with any limbs below; Q is all ones, runs or any limbs.  P is also one
   bit, zeros and ones below: remainders have the upper limbs of P, and quotients of these are too
   large. */
static void
try_near_multiples (const struct comba_config *k, mp_size_t n, mp_limb_t e)
{
  char what[96];
  struct power t = { .k = k, .n = n, .bn = 2 * n, .en = 1, .e = &e, .what = what };
  t.p = new_area (n), t.b = new_area (2 * n);
  mp_ptr q = new_area (n), expected = new_area (n);
  int kind = (int) random_below (MODULUS_KINDS + 2);
  random_modulus (t.p, n, kind % MODULUS_KINDS, 1);
  if (kind >= MODULUS_KINDS)
    {
      mp_size_t zeros = (mp_size_t) random_below (n);
      memset (t.p, 0xff, BYTES (n));
      memset (t.p + n - zeros, 0, BYTES (zeros));
      t.p[n - 1] = (mp_limb_t) 1 << (kind == MODULUS_KINDS ? GMP_LIMB_BITS - 1
                                     : (int) random_below (GMP_LIMB_BITS));
      t.p[0] |= 1;
    }
  random_operand (q, n, (int) random_below (OPERAND_KINDS));
  if (random_below (3) == 0)
    memset (q, 0xff, BYTES (n));
  mp_size_t below = (mp_size_t) random_below (n);
  random_operand (t.b, n, (int) random_below (OPERAND_KINDS));
  k->mul_basecase (t.b + below, t.p, n, q, n - below);
  mp_limb_t less = random_below (2);
  for (mp_size_t i = below; less != 0 && i < 2 * n; i++)
    less = t.b[i]-- == 0;
  snprintf (what, sizeof what, "modulus of %ld limbs and kind %d", (long) n, kind);
  reference_powm (expected, t.b, t.bn, t.e, t.en, t.p, t.n);
  try_short (&t, expected);
  try_limb (&t, expected);
  free_area (t.p), free_area (t.b), free_area (q), free_area (expected);
}

/* The result of one representation. */
static void
power_by (const struct comba_representation *rep, mp_ptr rp, const struct power *t)
{
  mp_ptr context = new_scratch (rep->context_size (t->n)), init = new_scratch (rep->itch (t->n));
  rep->init (t->k, context, t->p, t->n, init);
  mp_ptr scratch = new_scratch (comba_powm_itch (rep, t->n, t->e, t->en));
  comba_powm (t->k, rep, context, t->n, rp, t->b, t->bn, t->e, t->en, scratch);
  free_scratch (scratch), free_scratch (init), free_scratch (context);
}

/* The last one's for all. */
static void
try_long_exponent (const struct comba_config *k, mp_size_t n, mp_size_t en)
{
  char what[96];
  struct power t = { .k = k, .n = n, .bn = n, .en = en, .what = what };
  t.p = new_area (n), t.b = new_area (n), t.e = new_area (en);
  mp_ptr expected = new_area (n);
  random_modulus (t.p, n, (int) random_below (MODULUS_KINDS), 1);
  random_operand (t.b, n, 8);
  random_operand (t.e, en, 8);
  snprintf (what, sizeof what, "modulus of %ld limbs, exponent of %ld", (long) n, (long) en);
  const struct comba_representation *last = NULL;
  for (const struct comba_representation_range *f = k->representations; f->rep != NULL; f++)
    if (f->rep->min <= n && n <= f->rep->max)
      last = f->rep;
  power_by (last, expected, &t);
  try_power (&t, expected);
  free_area (t.p), free_area (t.b), free_area (t.e), free_area (expected);
}

/* Few products of more limbs; the number of rows is computed without nu. */
static void
try_many_limbs (const struct comba_config *k, mp_size_t n, mp_limb_t e)
{
  char what[96];
  struct power t = { .k = k, .n = n, .en = 1, .e = &e, .what = what };
  t.p = new_area (n), t.b = new_area (3 * n + 2);
  mp_ptr expected = new_area (n);
  int kind = (int) random_below (MODULUS_KINDS);
  const int odd = random_below (4) != 0;
  random_modulus (t.p, n, kind, odd);
  random_base (&t);
  snprintf (what, sizeof what, "modulus of %ld limbs and kind %d", (long) n, kind);
  power_by (odd && k->addmul_1 != NULL ? &comba_representation_montgomery_rows : &comba_representation_barrett, expected,
            &t);
  try_short_by (comba_powm_barrett, comba_powm_barrett_itch (n), "by nu", &t, expected);
  free_area (t.p), free_area (t.b), free_area (expected);
}

/* B = P, and numbers up to the largest that fits: decoding by a product yields values below P then
   as well.  All ones times all ones, with short ones. */
static void
try_bases_above (const struct comba_config *k, mp_size_t n, mp_limb_t e)
{
  char what[96];
  struct power t = { .k = k, .n = n, .en = 1, .e = &e, .what = what };
  t.p = new_area (n), t.b = new_area (n);
  mp_ptr expected = new_area (n);
  int kind = (int) random_below (MODULUS_KINDS);
  random_modulus (t.p, n, kind, 1);
  for (int turn = 0; turn < 4; turn++)
    {
      t.bn = turn < 3 ? n : 1 + (mp_size_t) random_below (n);
      memcpy (t.b, t.p, BYTES (n));
      if (turn == 1)
        t.b[0]--;
      else if (turn >= 2)
        memset (t.b, 0xff, BYTES (n));
      snprintf (what, sizeof what, "modulus of %ld limbs and kind %d, base %d", (long) n, kind, turn);
      reference_powm (expected, t.b, t.bn, t.e, t.en, t.p, t.n);
      try_power (&t, expected);
    }
  free_area (t.p), free_area (t.b), free_area (expected);
}

/* Long exponents with few ones and B of one limb: products by a limb, without an unreduced power
   before them modulo 3 and 4 limbs. */
static void
try_sparse_exponents (const struct comba_config *k, mp_size_t n)
{
  char what[96];
  mp_limb_t e = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1), b = random_limb () | (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  for (int i = 0; i < 5; i++)
    e |= (mp_limb_t) 1 << (i * (GMP_LIMB_BITS / 6) + (int) random_below (GMP_LIMB_BITS / 6));
  if (GMP_LIMB_BITS == 64 && !comba_powm_limbs_pay (n, b, &e, GMP_LIMB_BITS - 1, comba_powm_width (&e, 1)))
    check_fail ("%lx: not by limbs modulo %ld", (unsigned long) e, (long) n);
  struct power t = { .k = k, .n = n, .en = 1, .e = &e, .bn = 1, .b = &b, .what = what };
  t.p = new_area (n);
  mp_ptr expected = new_area (n);
  const int kind = (int) random_below (MODULUS_KINDS);
  random_modulus (t.p, n, kind, 1);
  snprintf (what, sizeof what, "modulus of %ld limbs and kind %d, few ones", (long) n, kind);
  reference_powm (expected, t.b, t.bn, t.e, t.en, t.p, t.n);
  try_power (&t, expected);
  free_area (t.p), free_area (expected);
}

/* B^E with B of few bits: unreduced, with P so near B^E that it is below, equal or above. */
static void
try_whole (const struct comba_config *k, mp_size_t n)
{
  char what[96];
  const mp_limb_t b[] = { 1, 2, 3, 2 + random_below (60), random_limb () | 1 };
  struct power t = { .k = k, .n = n, .bn = 1, .en = 1, .what = what };
  mp_limb_t base, e;
  t.b = &base, t.e = &e, t.p = new_area (n);
  mp_ptr expected = new_area (n), r = new_area (n), ones = new_area (n);
  memset (ones, 0xff, BYTES (n));
  for (size_t i = 0; i < sizeof b / sizeof b[0]; i++)
    {
      base = b[i];
      const mp_limb_t longest = (mp_limb_t) n * GMP_LIMB_BITS / comba_bits (&base, 1);
      e = 1 + random_below ((unsigned long) longest + 3);
      reference_powm (expected, &base, 1, &e, 1, ones, n);
      for (int turn = 0; turn < 4; turn++)
        {
          if (turn == 3)
            random_modulus (t.p, n, (int) random_below (MODULUS_KINDS), 1);
          else
            {
              /* B^E, or its residue modulo beta^n - 1, minus one to plus one, and odd. */
              memcpy (t.p, expected, BYTES (n));
              mp_limb_t less = turn == 0, more = turn == 2;
              for (mp_size_t j = 0; j < n; j++)
                {
                  mp_limb_t before = t.p[j];
                  t.p[j] += more - less;
                  more &= t.p[j] < before, less &= t.p[j] > before;
                }
              t.p[0] |= 1;
              if (t.p[n - 1] == 0 || (n == 1 && t.p[0] == 1))
                t.p[n - 1] |= 3;
            }
          mp_ptr wanted = new_area (n);
          reference_powm (wanted, &base, 1, &e, 1, t.p, n);
          snprintf (what, sizeof what, "%lx^%lu modulo %ld limbs, turn %d", (unsigned long) base,
                    (unsigned long) e, (long) n, turn);
          memset (r, 0xaa, BYTES (n));
          if (comba_powm_is_unreduced (k, r, &base, 1, comba_bits (&base, 1), &e, 1, t.p, n))
            expect_equal (r, wanted, n, "whole: %s", what);
          else if (e + 1 < longest && comba_bits (t.p, n) == (size_t) n * GMP_LIMB_BITS
                   && n < COMBA_UNREDUCED_MAX)
            check_fail ("not whole: %s", what);
          check_area (r, "power");
          try_power (&t, wanted);
          free_area (wanted);
        }
    }
  free_area (t.p), free_area (expected), free_area (r), free_area (ones);
}

/* Powers of two near every limb up to twice what decoding removes, and of more bits, modulo
   anything; without decoding where a representation allows that. */
static void
try_powers_of_two (const struct comba_config *k, mp_size_t n)
{
  char what[96];
  mp_limb_t two = 2, e;
  struct power t = { .k = k, .n = n, .bn = 1, .en = 1, .b = &two, .e = &e, .what = what };
  t.p = new_area (n);
  mp_ptr expected = new_area (n);
  for (mp_limb_t limb = random_below (4); limb < 2 * (mp_limb_t) n + 8; limb += 1 + random_below (7))
    {
      const int kind = (int) random_below (MODULUS_KINDS);
      random_modulus (t.p, n, kind, 1);
      e = limb * GMP_LIMB_BITS + random_below (5) - 2;
      if (limb == 0 || random_below (4) == 0)
        e = random_limb () >> random_below (GMP_LIMB_BITS - 1);
      if (random_below (3) == 0)
        e |= e << random_below (8);
      e += e == 0;
      snprintf (what, sizeof what, "2^%lu modulo %ld limbs of kind %d", (unsigned long) e, (long) n,
                kind);
      reference_powm (expected, &two, 1, &e, 1, t.p, n);
      try_power (&t, expected);
    }
  free_area (t.p), free_area (expected);
}

/* 2^E, E of several limbs, modulo the smallest numbers of one limb and any others. */
static void
try_long_of_two (const struct comba_config *k)
{
  mp_limb_t two = 2, p, e[3], expected;
  struct power t = { .k = k, .n = 1, .bn = 1, .b = &two, .e = e, .p = &p, .what = "a limb, by long exponents" };
  for (int turn = 0; turn < 100; turn++)
    {
      p = turn < 20 ? 3 + 2 * (mp_limb_t) turn : turn < 30 ? COMBA_LIMB_MAX - 2 * ((mp_limb_t) turn - 20)
        : random_limb () >> random_below (GMP_LIMB_BITS - 2) | 3;
      t.en = 2 + (mp_size_t) random_below (2);
      random_operand (e, t.en, (int) random_below (OPERAND_KINDS));
      e[t.en - 1] |= 1 + random_below (4);
      reference_powm (&expected, &two, 1, e, t.en, &p, 1);
      try_one_two_limbs (&t, &expected);
    }
}

/* Modulo the smallest numbers of one and two limbs, by exponents of every length. */
static void
try_smallest (const struct comba_config *k)
{
  mp_limb_t two = 2, p[2] = { 0, 1 }, e, expected[2];
  struct power t = { .k = k, .bn = 1, .en = 1, .b = &two, .e = &e, .p = p, .what = "small" };
  for (t.n = 1; t.n <= 2; t.n++)
    for (p[0] = t.n == 1 ? 3 : 1; p[0] < 12; p[0] += 2)
      for (int bits = 1; bits <= GMP_LIMB_BITS; bits++)
        {
          e = COMBA_LIMB_MAX >> (GMP_LIMB_BITS - bits);
          e -= random_below (2) == 0 ? e >> 1 : 0;
          reference_powm (expected, &two, 1, &e, 1, p, t.n);
          try_one_two_limbs (&t, expected);
        }
}

/* Modulo one limb, bases of BN limbs, which are reduced two limbs at a time if they are long. */
static void
try_base_by_limb (const struct comba_config *k, mp_size_t bn, int b_kind)
{
  char what[96];
  mp_limb_t p, e = 1 + random_below (3), expected;
  struct power t = { .k = k, .n = 1, .bn = bn, .en = 1, .b = new_area (bn), .e = &e, .p = &p, .what = what };
  for (int kind = 0; kind < MODULUS_KINDS + 2; kind++)
    {
      if (kind < MODULUS_KINDS)
        random_modulus (&p, 1, kind, 1);
      else
        p = kind == MODULUS_KINDS ? 3 : COMBA_LIMB_MAX;
      if (p == 1)
        continue;
      random_operand (t.b, bn, b_kind);
      snprintf (what, sizeof what, "modulus of a limb and kind %d, base of kind %d and %ld limbs", kind, b_kind,
                (long) bn);
      reference_powm (&expected, t.b, bn, &e, 1, &p, 1);
      try_one_two_limbs (&t, &expected);
    }
  free_area (t.b);
}

/* Modulo the neighbours of beta^2 / 2^i, where sums of two limbs begin to overflow and to be
   corrected. */
static void
try_near_two_limbs (const struct comba_config *k)
{
  mp_limb_t p[2], b[4], e[3], expected[2];
  struct power t = { .k = k, .n = 2, .b = b, .e = e, .p = p, .what = "next to a power of two" };
  for (int i = 0; i < 6; i++)
    for (int near = -8; near < 8; near++)
      for (int turn = 0; turn < 8; turn++)
        {
          p[1] = (near < 0 ? COMBA_LIMB_MAX : (mp_limb_t) 1 << (GMP_LIMB_BITS - 1)) >> i;
          p[0] = (mp_limb_t) (2 * near + 1);
          t.bn = 1 + (mp_size_t) random_below (4);
          random_operand (b, t.bn, turn == 0 ? 0 : (int) random_below (OPERAND_KINDS));
          t.en = 1 + (mp_size_t) random_below (3);
          random_operand (e, t.en, (int) random_below (OPERAND_KINDS));
          e[t.en - 1] |= 1 + random_below (4);
          reference_powm (expected, b, t.bn, e, t.en, p, 2);
          try_one_two_limbs (&t, expected);
        }
}

static comba_mul_fixed_fn *counted_block;
static long blocks;

static mp_limb_t
counting_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  blocks++;
  return counted_block (rp, ap, an, bp);
}

/* A long B is reduced in blocks, with kinds that cause carries or are near multiples of D; P of any
   kind, or half a power of beta, whose complement is D. */
static void
try_enter (const struct comba_config *k, mp_size_t n, mp_size_t bn)
{
  enum { W = COMBA_DIVISOR_BLOCK };
  mp_ptr p = new_area (n), dp = new_area (n), complement = new_area (n), b = new_area (bn);
  mp_ptr x = new_area (n), r = new_area (n), t = new_area (2 * n), expected = new_area (n);
  const int kind = (int) random_below (MODULUS_KINDS + 1);
  random_modulus (p, n, kind % MODULUS_KINDS, (int) random_below (2));
  if (kind == MODULUS_KINDS)
    {
      memset (p, 0, BYTES (n));
      p[n - 1] = (mp_limb_t) 1 << random_below (GMP_LIMB_BITS);
    }
  const int of_b = (int) random_below (OPERAND_KINDS + 2);
  if (of_b < OPERAND_KINDS)
    random_operand (b, bn, of_b);
  else
    {
      /* Q P, or one less. */
      mp_ptr q = new_area (bn - n);
      random_operand (q, bn - n, (int) random_below (OPERAND_KINDS));
      if (bn - n < n)
        k->mul_basecase (b, p, n, q, bn - n);
      else
        k->mul_basecase (b, q, bn - n, p, n);
      mp_limb_t less = of_b > OPERAND_KINDS;
      for (mp_size_t i = 0; less != 0 && i < bn; i++)
        less = b[i]-- == 0;
      free_area (q);
    }
  struct comba_divisor d = comba_divisor_init (k, dp, complement, p, n);
  counted_block = d.by_block, blocks = 0;
  if (counted_block != NULL)
    d.by_block = counting_block;
  comba_divisor_encode (&d, x, b, bn, t);
  const int by_blocks = counted_block != NULL && comba_divisor_by_blocks (n, bn);
  if (blocks != (by_blocks ? (bn - n - 1) / W : 0))
    check_fail ("%ld limbs enter modulo %ld: %ld blocks", (long) bn, (long) n, blocks);
  comba_divisor_decode (&d, r, x, n, t);
  const mp_limb_t one = 1;
  reference_powm (expected, b, bn, &one, 1, p, n);
  expect_equal (r, expected, n, "%ld limbs of kind %d enter modulo %ld of kind %d", (long) bn, of_b,
                (long) n, kind);
  check_area (x, "encoded"), check_area (r, "decoded"), check_area (t, "scratch");
  free_area (p), free_area (dp), free_area (complement), free_area (b);
  free_area (x), free_area (r), free_area (t), free_area (expected);
}

/* The highest power of two that fits in n limbs, and the next one, whose last bit is collected. */
static void
try_whole_of_two (const struct comba_config *k, mp_size_t n)
{
  const mp_limb_t two = 2;
  mp_limb_t limbs[2][COMBA_UNREDUCED_MAX];
  struct comba_unreduced w = { .limbs = { limbs[0], limbs[1] } };
  for (size_t waits = 0; waits < 2; waits++)
    {
      const mp_limb_t e = (mp_limb_t) n * GMP_LIMB_BITS - 1 + waits;
      comba_powm_unreduced (k, &w, &two, 1, &e, 1, n);
      if (w.left != waits || w.n > n)
        check_fail ("2^%lu in %ld limbs: %ld limbs, %ld bits left", (unsigned long) e, (long) n,
                    (long) w.n, (long) w.left);
    }
}

/* B^E, E = 1, the bits of K and a one, from B on: the collected factor becomes B^K and then, if it
   fits in a limb, B^(2K+1).  For every K with B^K in a limb. */
static void
try_waiting (const struct comba_config *k, const struct comba_representation *rep, mp_limb_t b)
{
  const mp_size_t n = 3;
  mp_ptr p = new_area (n), r = new_area (n), expected = new_area (n);
  random_modulus (p, n, MODULUS_KINDS - 1, 1);
  mp_ptr context = new_scratch (rep->context_size (n)), scratch = new_scratch (rep->itch (n));
  mp_ptr x = new_scratch (rep->element_size (n));
  rep->init (k, context, p, n, scratch);
  mp_limb_t power = b, last = COMBA_LIMB_MAX / b;
  for (mp_limb_t exponent = 1; exponent <= GMP_LIMB_BITS; exponent++, power *= b)
    {
      const size_t left = comba_bits (&exponent, 1) + 1;
      const mp_limb_t e = (mp_limb_t) 1 << left | exponent << 1 | 1;
      rep->encode (k, context, x, &b, 1, scratch);
      comba_powm_limbs (k, rep, context, x, b, &e, left, scratch);
      rep->decode (k, context, r, x, scratch);
      reference_powm (expected, &b, 1, &e, 1, p, n);
      expect_equal (r, expected, n, "%s: %lx^%lu by limbs", rep->name, (unsigned long) b,
                    (unsigned long) e);
      if (power > last)
        break;
    }
  free_scratch (x), free_scratch (context), free_scratch (scratch);
  free_area (p), free_area (r), free_area (expected);
}

static void
try_waiting_bases (const struct comba_config *k)
{
  const struct comba_representation_range *f = k->representations;
  while (f->rep != NULL && (f->rep->min > 3 || f->rep->mul_limb == NULL || k->addmul_1 == NULL))
    f++;
  for (int bits = 1; f->rep != NULL && bits <= GMP_LIMB_BITS; bits++)
    {
      const mp_limb_t highest = (mp_limb_t) 1 << (bits - 1);
      try_waiting (k, f->rep, highest | (highest - 1));
      try_waiting (k, f->rep, highest | (random_limb () & (highest - 1)));
    }
}

/* A representation that counts its calls. */
static const struct comba_representation *counted;
static int entered, squares, left, left_times, by_limbs;

static void
counting_enter (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,
                mp_size_t an, mp_ptr scratch)
{
  entered++;
  counted->encode (k, context, xp, ap, an, scratch);
}

static void
counting_leave (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                mp_ptr scratch)
{
  left++;
  counted->decode (k, context, rp, xp, scratch);
}

static int
counting_leave_times (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                      mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  int done = counted->decode_times (k, context, rp, xp, bp, bn, scratch);
  left_times += done;
  return done;
}

static void
counting_sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
              mp_ptr scratch)
{
  squares++;
  counted->sqr (k, context, zp, xp, scratch);
}

static void
counting_mul_limb (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                   mp_limb_t c, mp_ptr scratch)
{
  by_limbs++;
  counted->mul_limb (k, context, zp, xp, c, scratch);
}

/* B^E, B of bn limbs of ones except the lowest bit, or 2 for bn = 0, modulo beta^n - 1: the numbers
   of calls of each kind. */
static void
expect_steps (const struct comba_config *k, mp_size_t n, mp_size_t bn, mp_limb_t e,
              const int expected[5])
{
  const int is_two = bn == 0;
  bn += is_two;
  struct comba_representation rep = *counted;
  rep.encode = counting_enter, rep.sqr = counting_sqr, rep.decode = counting_leave;
  if (rep.decode_times != NULL)
    rep.decode_times = counting_leave_times;
  if (rep.mul_limb != NULL)
    rep.mul_limb = counting_mul_limb;
  mp_ptr p = new_area (n), b = new_area (bn), r = new_area (n);
  memset (p, 0xff, BYTES (n)), memset (b, 0xff, BYTES (bn)), b[0]--;
  if (is_two)
    b[0] = 2;
  mp_ptr context = new_scratch (rep.context_size (n)), init = new_scratch (rep.itch (n));
  rep.init (k, context, p, n, init);
  mp_ptr scratch = new_scratch (comba_powm_itch (&rep, n, &e, 1));
  entered = squares = left = left_times = by_limbs = 0;
  comba_powm (k, &rep, context, n, r, b, bn, &e, 1, scratch);
  free_scratch (scratch), free_scratch (init), free_scratch (context);
  free_area (p), free_area (b), free_area (r);
  if (entered != expected[0] || squares != expected[1] || left_times != expected[2]
      || left != expected[3] || by_limbs != expected[4])
    check_fail ("%s, %ld limbs to the %lu modulo %ld: %d entered, %d squares, %d left by a product,"
                " %d left, %d by a limb", rep.name, (long) bn, (unsigned long) e, (long) n, entered,
                squares, left_times, left, by_limbs);
}

/* Powers of two below what decoding removes, but by less than a limb, are divided; powm_two refuses
   smaller ones. */
static void __attribute__ ((unused))    /* for 64-bit limbs only */
try_two_below (const struct comba_config *k, mp_size_t n)
{
  mp_ptr p = new_area (n), r = new_area (n);
  memset (p, 0xff, BYTES (n));
  mp_ptr context = new_scratch (counted->context_size (n));
  mp_ptr scratch = new_scratch (counted->itch (n) + 2 * counted->element_size (n));
  counted->init (k, context, p, n, scratch);
  const mp_limb_t leaves = (mp_limb_t) counted->odd_modulus (context).weight * GMP_LIMB_BITS;
  for (mp_limb_t below = 0; below < GMP_LIMB_BITS; below += GMP_LIMB_BITS - 1)
    expect_steps (k, n, 0, leaves - below, (int[]) { 1, 0, 0, 0, 0 });
  const mp_limb_t far = leaves - GMP_LIMB_BITS;
  if (comba_powm_two (k, counted, context, n, r, &far, 1, scratch))
    check_fail ("%s: 2^%lu, which leaving takes away and a limb", counted->name, (unsigned long) far);
  free_scratch (scratch), free_scratch (context);
  free_area (p), free_area (r);
}

static void
try_steps (const struct comba_config *k)
{
  for (const struct comba_representation_range *f = k->representations; f->rep != NULL; f++)
    if (f->rep->min <= 9 && 9 <= f->rep->max)
      {
        counted = f->rep;
        const int times = counted->decode_times != NULL, limbs = counted->mul_limb != NULL && k->addmul_1 != NULL;
        const int last = times && !limbs;       /* B of one limb, not encoded */
        expect_steps (k, 9, 9, 17, (int[]) { 1, 4, times, !times, 0 });
        /* The whole power; B^8; B^4 and B. */
        expect_steps (k, 9, 1, 9, (int[]) { 1, 0, 0, 1, 0 });
        expect_steps (k, 9, 1, 16, (int[]) { 1, 1, 0, 1, 0 });
        expect_steps (k, 9, 1, 17, (int[]) { 1 + (!limbs && !times), 1, last, !last, limbs });
        expect_steps (k, 9, 2, 19, (int[]) { 2, 2, times, !times, 0 });
#if GMP_LIMB_BITS == 64
        /* 2^320; 2^512 and a 2; as elements that need no decoding, 2^(1025 - r), and 2^513, from
           which 14 bits are divided. */
        expect_steps (k, 9, 0, 320, (int[]) { 1, 0, 0, 1, 0 });
        const mp_limb_t e = ((mp_limb_t) 512 << 14) + 0x3fff;
        if (limbs)
          expect_steps (k, 9, 1, 255, (int[]) { 1, 5, 0, 1, 5 });
        if (counted->odd_modulus != NULL)
          {
            try_two_below (k, 9);
            expect_steps (k, 9, 0, 512 * 2 + 1, (int[]) { 1, 0, 0, 0, 0 });
            expect_steps (k, 9, 0, e, (int[]) { 1, 14, 0, 0, 0 });
          }
        else
          expect_steps (k, 9, 0, 512 * 2 + 1, (int[]) { 1 + (!limbs && !times), 1, last, !last, limbs });
#endif
      }
}

#define BITS(n) ((size_t) (n) * GMP_LIMB_BITS)

/* The method for B^E modulo N limbs, B of bn limbs or, if bn = 0, 2. */
static enum comba_powm_method
method_of (const struct comba_config *k, mp_size_t n, mp_size_t bn, mp_limb_t e, mp_size_t en)
{
  const size_t bits = bn == 0 ? 2 : BITS (bn);
  return comba_powm_method (k, n, bn == 0, bits, (const mp_limb_t[]) { e, 1 }, en);
}

/* By forced costs, in units of a product by rows, modulo 50 limbs. */
static void
try_method (const struct comba_config *of)
{
  enum { N = 50 };
  const struct
  {
    unsigned division, barrett;
    mp_size_t pmr, bn;
    mp_limb_t e;
    mp_size_t en;
    enum comba_powm_method way;
  } cases[] = {
    /* E's products, 1.5 each, against these and 2 or, for odd E, 1.2.  With a base of half the
       length one is unreduced, one half. */
    { 150, 0, N + 1, N, 2, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, N, 3, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, N, 16, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, N, 17, 1, COMBA_POWM_BY_ROWS },
    { 150, 0, N + 1, N / 2, 9, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, 9 * N, 16, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, 9 * N, 17, 1, COMBA_POWM_BY_ROWS },
    { 150, 0, N + 1, N, 17, 2, COMBA_POWM_IN_REPRESENTATION },
    { 150, 0, N + 1, N, 3, 2, COMBA_POWM_IN_REPRESENTATION },
    /* 2.5 each against 3 or 2.2. */
    { 250, 0, N + 1, N, 3, 1, COMBA_POWM_BY_DIVISION },
    { 250, 0, N + 1, N, 5, 1, COMBA_POWM_BY_ROWS },
    /* Powers of two: the remaining squares of E. */
    { 150, 0, N + 1, 0, (mp_limb_t) BITS (N) / 2, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, 0, (mp_limb_t) BITS (N) * 15 / 8, 1, COMBA_POWM_BY_DIVISION },
    { 150, 0, N + 1, 0, (mp_limb_t) BITS (N) * 15, 1, COMBA_POWM_BY_ROWS },
    /* By Barrett's reductions, 1 each and 1.25 + 32/N for the inverse; half of that. */
    { 285, 100, N, N, 2, 1, COMBA_POWM_BY_DIVISION },
    { 295, 100, N, N, 2, 1, COMBA_POWM_BY_BARRETT },
    { 190, 100, N, N, 4, 1, COMBA_POWM_BY_DIVISION },
    { 197, 100, N, N, 4, 1, COMBA_POWM_BY_BARRETT },
    { 170, 100, N + 1, N, 3, 1, COMBA_POWM_BY_DIVISION },
    { 160, 300, N, N, 3, 1, COMBA_POWM_BY_DIVISION },
    { 170, 300, N, N, 257, 1, COMBA_POWM_BY_ROWS },
    { 150, 50, N, N, 2, 1, COMBA_POWM_BY_BARRETT },
    { 140, 50, N, N, 2, 1, COMBA_POWM_BY_DIVISION },
    /* A long base by the same reductions. */
    { 225, 100, N, 2 * N, 2, 1, COMBA_POWM_BY_BARRETT },
    { 225, 100, N, N, 2, 1, COMBA_POWM_BY_DIVISION },
    /* No multiplier. */
    { 0, 100, N, N, 3, 1, COMBA_POWM_IN_REPRESENTATION },
  };
  if (of->addmul_1 == NULL)
    return;
  struct comba_config k = *of;
  /* An ordinary representation, whose context is costly. */
  struct comba_representation digits = comba_representation_montgomery_rows;
  digits.pays = NULL;
  digits.odd_modulus = NULL;
  digits.mul_limb = NULL;
  digits.setup = 1000;
  memset (k.representations, 0, sizeof k.representations);
  k.representations[0].rep = &digits;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      k.powm_costs = (struct comba_powm_costs) {
        .division = cases[i].division, .division_wait = COMBA_POWM_ROWS_WAIT, .barrett = cases[i].barrett,
        .digits = 100
      };
      k.thresholds.mod_pmr = cases[i].pmr;
      const enum comba_powm_method way = method_of (&k, N, cases[i].bn, cases[i].e, cases[i].en);
      if (way != cases[i].way)
        check_fail ("case %lu: way %d, not %d", (unsigned long) i, (int) way, (int) cases[i].way);
    }

  /* In digits, where a context takes ten products, and where ones take products, without doubling
     and products by a limb. */
  digits.setup = 10;
  k.thresholds.mod_pmr = COMBA_NEVER;
  const struct { unsigned digits; mp_size_t bn; mp_limb_t e; enum comba_powm_method way; } others[] = {
    { 100, N, 65537, COMBA_POWM_BY_ROWS },
    { 80, N, 65537, COMBA_POWM_BY_ROWS },
    { 65, N, 65537, COMBA_POWM_IN_REPRESENTATION },
    { 65, N, 17, COMBA_POWM_BY_ROWS },
    { 30, N, 17, COMBA_POWM_IN_REPRESENTATION },
    { 10, N, 3, COMBA_POWM_BY_DIVISION },
    { 10, N, 5, COMBA_POWM_IN_REPRESENTATION },
    { 50, 0, (mp_limb_t) BITS (N) << 12, COMBA_POWM_IN_REPRESENTATION },
    { 50, 0, ((mp_limb_t) BITS (N) << 12) + 0xfff, COMBA_POWM_BY_ROWS },
    { 30, 0, ((mp_limb_t) BITS (N) << 12) + 0xfff, COMBA_POWM_IN_REPRESENTATION },
    { 60, 1, 0xffffff, COMBA_POWM_BY_ROWS },
    { 30, 1, 0xffffff, COMBA_POWM_IN_REPRESENTATION },
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    {
      k.powm_costs = (struct comba_powm_costs) {
        .division = 150, .division_wait = COMBA_POWM_ROWS_WAIT, .digits = others[i].digits,
        .digits_wait = COMBA_POWM_ROWS_WAIT
      };
      const enum comba_powm_method way = method_of (&k, N, others[i].bn, others[i].e, 1);
      if (way != others[i].way)
        check_fail ("digits %lu: way %d, not %d", (unsigned long) i, (int) way, (int) others[i].way);
    }

  /* Doubling is a product by a limb. */
  digits.mul_limb = comba_representation_montgomery_rows.mul_limb;
  k.powm_costs.digits = 50;
  if (method_of (&k, N, 0, ((mp_limb_t) BITS (N) << 12) + 0xfff, 1) != COMBA_POWM_IN_REPRESENTATION)
    check_fail ("ones of a power of two take products, not doubling");

#if GMP_LIMB_BITS == 64
  /* With cached transforms, four fifths of Barrett's: x 0.8 + 4 against x + 1.25. */
  if (k.ntt == NULL)
    return;
  k.representations[0].rep = &comba_representation_montgomery_cached;
  k.thresholds.mod_pmr = 10;
  k.thresholds.mod_ntt = 100;
  k.powm_costs.barrett = 100;
  k.powm_costs.cached = 80;
  for (mp_size_t n = 1000; n < (mp_size_t) 1 << 18; n *= 3)
    if (method_of (&k, n, n, 1 << 13, 1) != COMBA_POWM_BY_BARRETT
        || method_of (&k, n, n, 1 << 15, 1) != COMBA_POWM_IN_REPRESENTATION)
      check_fail ("cached transforms at %ld limbs", (long) n);
#endif
}

/* The rows of every product, one after the other. */
static mp_size_t
slow_rows (mp_limb_t e, size_t bits, mp_size_t n)
{
  const size_t b = (bits < BITS (n) ? bits : BITS (n)) - 1;
  mp_size_t rows = 0;
  size_t x = b;
  for (int bit = (int) comba_bits (&e, 1) - 2; bit >= 0; bit--)
    for (size_t more = x, times = 1 + (e >> bit & 1); times > 0; times--, more = b)
      {
        x += more;
        const mp_size_t limbs = (mp_size_t) (x / GMP_LIMB_BITS) + 1;
        if (limbs > n)
          {
            rows += limbs - n;
            x = BITS (n) - 1;
          }
      }
  return rows;
}

static void
try_rows (void)
{
  for (int i = 0; i < 5000; i++)
    {
      const mp_size_t n = 1 + (mp_size_t) random_below (40);
      const mp_limb_t e = random_limb () >> random_below (GMP_LIMB_BITS) | 1;
      const size_t bits = 1 + random_below (random_below (2) == 0 ? 70 : BITS (3 * n));
      if (comba_powm_rows (e, bits, n) != slow_rows (e, bits, n))
        check_fail ("%lu bits to the %lx modulo %ld limbs: %ld rows, not %ld", (unsigned long) bits,
                    (unsigned long) e, (long) n, (long) comba_powm_rows (e, bits, n),
                    (long) slow_rows (e, bits, n));
    }
}

/* Returns whether the representation used for n limbs has this name. */
static int
serves (const struct comba_config *k, mp_size_t n, const char *name)
{
  return strcmp (comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL)->name, name) == 0;
}

/* The representations of the configuration zen3 for short moduli, and that the one by rows has its
   kernels. */
static void
try_listed_representations (const struct comba_config *k)
{
  if (strcmp (k->name, "zen3") != 0 || GMP_LIMB_BITS != 64 || k->thresholds.mod_pmr <= 32)
    return;
  for (mp_size_t n = 3; n <= 32; n++)
    {
      const char *name = n <= 10 ? "small_adx"
                         : n <= 18 || n == 20 || n == 23 ? "montgomery_rows"
                         : n == 32 ? "montgomery48" : "montgomery51";
      if (!serves (k, n, name))
        check_fail ("%ld limbs: not %s", (long) n, name);
      if ((k->redc_n[n].redc != NULL) != ((11 <= n && n <= 24) || n == 32))
        check_fail ("%ld limbs: whole reductions", (long) n);
    }
}

/* The method of a power. */
static void
try_choice (const struct comba_config *k)
{
  const mp_size_t limb_max = k->powm_limb != NULL ? k->powm_limb->rep->max : 0;
  if (limb_max > COMBA_POWM_LIMB_MOST)
    check_fail ("scratch for %d limbs, not %ld", COMBA_POWM_LIMB_MOST, (long) limb_max);
  /* Powers by division, counted in rows, modulo 3 limbs and more; fewer if the last product is by B
     without encoding. */
  static const int most[] = { 5, 8, 12, 15, 18, 21, 25, 28 }, most_if_last[] = { 4, 7, 10, 13, 16, 19, 22, 25 };
  const mp_size_t from = 3, to = from + (mp_size_t) (sizeof most / sizeof most[0]);
  if (limb_max >= to)
    check_fail ("powers by division modulo up to %ld limbs", (long) limb_max);
  for (mp_size_t n = k->powm_limb != NULL ? from : to; n <= to; n++)
    {
      const mp_limb_t below = (mp_limb_t) BITS (n), above = below + 1;
      const mp_size_t more = n / 2 + 1, of_limb[] = { comba_powm_rows (12, BITS (1), n), comba_powm_rows (17, BITS (1), n) };
      const struct { mp_limb_t e; size_t bits; mp_size_t rows; int last; } cases[] = {
        { 2, BITS (n), n, 0 }, { 3, BITS (n), 2 * n, 1 }, { 4, BITS (n), 2 * n, 0 }, { 5, BITS (n), 3 * n, 1 },
        { 6, BITS (n), 3 * n, 0 }, { 8, BITS (n), 3 * n, 0 }, { 17, BITS (n), 5 * n, 1 }, { 0xffff, BITS (n), 30 * n, 1 },
        { 2, BITS (2 * n), 2 * n, 0 }, { 2, BITS (2 * n + 1), 2 * n + 1, 0 }, { 3, BITS (2 * n), 3 * n, 0 },
        { 5, BITS (more), 3 * more, 1 }, { 8, BITS (more), n + 2 * more, 0 },
        { 3, BITS (1), 0, 1 }, { 12, BITS (1), of_limb[0], 0 }, { 17, BITS (1), of_limb[1], 1 },
        { 2, BITS (3 * n), n < 7 ? 3 * n : 0, 0 }, { 2, BITS (4 * n), n < 7 ? 4 * n : 0, 0 },        /* by blocks of four limbs */
      };
      for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        {
          const enum comba_powm_way way = comba_powm_way (k, n, 0, cases[i].bits, &cases[i].e, 1);
          const int served = n <= limb_max, has_representation = k->powm_limb != NULL
            && comba_representation_listed (k->powm_limb->rep, k, n);
          const int divided = served && cases[i].rows <= (cases[i].last ? most_if_last : most)[n - from];
          const int limb = served && !divided && (has_representation || __builtin_popcountll (cases[i].e) <= 4);
          if ((way == COMBA_POWM_LIMB) != limb || (way == COMBA_POWM_DIVIDED) != (divided && has_representation))
            check_fail ("powers by a limb at %ld limbs, case %lu", (long) n, (unsigned long) i);
        }
      if ((comba_powm_way (k, n, 1, 2, &above, 1) == COMBA_POWM_LIMB) != (n <= limb_max)
          || comba_powm_way (k, n, 1, 2, &below, 1) == COMBA_POWM_LIMB)
        check_fail ("powers of two by a limb at %ld limbs", (long) n);
    }
  /* All ones: one product for each, with B of a limb, or for five, with 3. */
  const mp_limb_t ones = 255;
  if (comba_powm_limbs_pay (8, COMBA_LIMB_MAX, &ones, 7, 2)
      || !comba_powm_limbs_pay (9, COMBA_LIMB_MAX, &ones, 7, 2)
      || (GMP_LIMB_BITS == 64 && comba_powm_limbs_pay (3, 3, &ones, 7, 2))
      || (GMP_LIMB_BITS == 64 && !comba_powm_limbs_pay (4, 3, &ones, 7, 2)))
    check_fail ("limbs that wait, and windows");
  if (k->addmul_1 == NULL)
    return;
  /* Its power is no longer than P. */
  if (method_of (k, 40, 1, 17, 1) != COMBA_POWM_BY_DIVISION && k->thresholds.mod_pmr > 40)
    check_fail ("a short base at 40 limbs");
}

static void
body (const struct comba_config *k, const char *name)
{
  check_begin ("%s: powers modulo 1 to %ld limbs", name, (long) tests_max_of (k->name, 70));
  for (int turn = 0; turn < tests_effort (); turn++)
    for (mp_size_t n = 1; n <= tests_max_of (k->name, 70); n++)
      for (int kind = 0; kind < EXPONENT_KINDS; kind++)
        if (n <= tests_every_to (12) || kind == (int) random_below (EXPONENT_KINDS))
          try_size (k, n, n <= 4 ? 1 + (mp_size_t) random_below (3) : 1, kind);
  check_end ();

  check_begin ("%s: powers as short as the modulus, bases of few bits", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 40); n++)
    if (n <= tests_every_to (12) || random_below (3) == 0)
      try_whole (k, n);
  for (mp_size_t n = 1; n <= COMBA_UNREDUCED_MAX; n++)
    try_whole_of_two (k, n);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 40); n++)
    if (n <= tests_every_to (12) || random_below (6) == 0)
      try_powers_of_two (k, n);
  try_smallest (k);
  try_near_two_limbs (k);
  try_long_of_two (k);
  check_end ();

  check_begin ("%s: powers of a limb, of which a part waits in a limb", name);
  try_waiting_bases (k);
  check_end ();

  check_begin ("%s: few products, bases near multiples of the modulus", name);
  for (int turn = 0; turn < tests_effort (); turn++)
    for (mp_size_t n = 3; n <= tests_max (70); n++)
      for (mp_limb_t e = 1; e <= 17; e += e < 5 ? 1 : 4)
        if (n <= tests_every_to (20) || e == 1 + random_below (20))
          try_near_multiples (k, n, e);
  check_end ();

  if (k->addmul_1 != NULL)
    {
      check_begin ("%s: long bases enter by blocks", name);
      const mp_size_t most = COMBA_DIVISOR_BLOCKS_MAX + 1;
      for (int turn = 0; turn < 4 * tests_effort (); turn++)
        for (mp_size_t n = 3; n <= most; n += n < 12 || n > most - 7 ? 1 : 7)
          {
            const mp_size_t from = 3 * n;
            try_enter (k, n, n + 1);
            for (mp_size_t bn = from - 1; bn <= from + COMBA_DIVISOR_BLOCK; bn++)
              try_enter (k, n, bn);
            try_enter (k, n, from + (mp_size_t) random_below (5 * n));
          }
      check_end ();
    }

  check_begin ("%s: few products, bases at and above the modulus", name);
  for (mp_size_t n = 1; n <= tests_max_of (k->name, 24); n++)
    for (mp_limb_t e = 1; e <= 17; e += e < 3 ? 1 : e < 5 ? 2 : 12)
      if (n <= tests_every_to (11) || e == 1 + random_below (20))
        try_bases_above (k, n, e);
  check_end ();

  check_begin ("%s: few ones, a base of one limb", name);
  for (int turn = 0; turn < 4; turn++)
    for (mp_size_t n = 3; n <= tests_max_of (k->name, 12); n++)
      try_sparse_exponents (k, n);
  check_end ();

  check_begin ("%s: long bases modulo a limb", name);
  for (int turn = 0; turn < tests_effort (); turn++)
    for (mp_size_t bn = 1; bn <= 40; bn++)
      for (int kind = 0; kind < OPERAND_KINDS; kind++)
        try_base_by_limb (k, bn, kind);
  check_end ();

  check_begin ("%s: few products of many limbs", name);
  for (mp_size_t n = 71; n <= tests_max_of (k->name, 530); n += n / 3)
    for (mp_limb_t e = 2; e <= 19; e += e < 4 ? 1 : 15)
      try_many_limbs (k, n, e);
  check_end ();

  check_begin ("%s: steps of a power, and its method", name);
  try_steps (k);
  try_choice (k);
  try_listed_representations (k);
  try_rows ();
  try_method (k);
  check_end ();

  check_begin ("%s: long exponents, representations compared", name);
  const mp_size_t longest = tests_max (60) == 60 ? tests_max_of (k->name, 100) : tests_max (12);
  for (mp_size_t n = 1; n <= longest; n += 1 + n / 6)
    try_long_exponent (k, n, 1 + (mp_size_t) random_below (longest > 12 && n < 20 ? 3 * n : 4));
  check_end ();

  check_begin ("%s: an exponent of many limbs", name);
  try_long_exponent (k, 1, tests_max (100));
  try_long_exponent (k, 2, tests_max (50));
  try_long_exponent (k, 3, tests_max (50));
  check_end ();
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  return tests_end ();
}
