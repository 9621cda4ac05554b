/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Constant-time powers of every CPU configuration, compared with the others: in scratch of exactly the
   size that they ask for, which they wipe.  That they are constant-time is for tests/ct. */

#include "../residue/moduli.h"
#include "config/list.h"
#include "powm/powm.h"
#include "residue/precompute.h"

enum { EVERY = 70, MAX = 130, BITS_MAX = 3 * GMP_LIMB_BITS, FEW = 8, UNUSED = 0x5a };

struct power
{
  mp_size_t n, bn;
  size_t bits;
  mp_ptr p, b, e, expected;
};

static mp_size_t
limbs_of (size_t bits)
{
  return (mp_size_t) ((bits + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS);
}

static void
expect_wiped (mp_srcptr scratch, size_t n)
{
  mp_limb_t unused;
  memset (&unused, UNUSED, sizeof unused);
  for (size_t i = 0; i < n; i++)
    if (scratch[i] != 0 && scratch[i] != unused)
      {
        check_fail ("limb %zu of %zu limbs of scratch is left", i, n);
        return;
      }
}

static void
try_config (const struct comba_config *k, const struct power *t)
{
  const size_t itch = comba_powm_sec_itch (k, t->bits, t->n), more = random_below (2);
  mp_ptr scratch = new_scratch (itch + more), r = new_area (t->n), p = new_area (t->n);
  memset (scratch, UNUSED, BYTES (itch + more));
  comba_powm_sec (k, r, t->b, t->bn, t->e, t->bits, t->p, t->n, scratch + more);
  expect_equal (r, t->expected, t->n, "%s, %ld limbs: base of %ld limbs, %zu bits", k->name, (long) t->n, (long) t->bn,
                t->bits);
  expect_wiped (scratch, itch + more);
  memcpy (p, t->p, BYTES (t->n));
  if (t->n < 2 * FEW)
    {
      comba_powm_sec (k, p, t->b, t->bn, t->e, t->bits, p, t->n, scratch);
      expect_equal (p, t->expected, t->n, "%s: over the modulus", k->name);
    }
  check_area (r, "power"), check_area (p, "power");
  free_area (r), free_area (p), free_scratch (scratch);
}

/* Zero, one, all ones, the highest bit, a short one with leading zeros, any. */
enum { EXPONENTS = 6 };

static void
set_exponent (struct power *t, int kind)
{
  const size_t most = t->n < FEW ? BITS_MAX : BITS_MAX / 6;
  t->bits = 1 + random_below (kind < 2 && random_below (2) ? 1 : most);
  if (kind == 4)
    t->bits = most;
  const mp_size_t en = limbs_of (t->bits);
  const mp_limb_t upper = COMBA_LIMB_MAX >> (GMP_LIMB_BITS * (size_t) en - t->bits);
  memset (t->e, kind == 2 ? 0xff : 0, BYTES (en));
  if (kind == 1)
    t->e[0] = 1;
  if (kind == 3)
    t->e[en - 1] = upper / 2 + 1;
  if (kind == 4)
    t->e[0] = random_limb () >> (GMP_LIMB_BITS - 7);
  if (kind == 5)
    random_operand (t->e, en, (int) random_below (OPERAND_KINDS));
  t->e[en - 1] &= upper;
}

/* Shorter than P, as long, longer; 0, P, and numbers above P. */
static void
set_base (struct power *t)
{
  const mp_size_t n = t->n, sizes[] = { 1, n, n, n, n + 1, 2 * n, 2 * n + 1 };
  t->bn = sizes[random_below (7)];
  random_operand (t->b, t->bn, (int) random_below (OPERAND_KINDS));
  if (t->bn >= n && random_below (4) == 0)
    {
      memset (t->b, 0, BYTES (t->bn));
      memcpy (t->b + random_below (t->bn - n + 1), t->p, BYTES (n));
    }
}

static void
set_expected (struct power *t)
{
  mp_size_t en = limbs_of (t->bits);
  while (en > 0 && t->e[en - 1] == 0)
    en--;
  memset (t->expected, 0, BYTES (t->n));
  if (en == 0)
    t->expected[0] = 1;
  else
    comba_powm_any (t->expected, t->b, t->bn, t->e, en, t->p, t->n, &comba_config_portable);
}

static void
try_size (mp_size_t n)
{
  struct power t = { .n = n, .p = new_area (n), .b = new_area (2 * n + 1), .e = new_area (limbs_of (BITS_MAX)),
                     .expected = new_area (n) };
  for (int i = 0; i < (n < 2 * FEW ? EXPONENTS : 2); i++)
    {
      const int kind = n < 2 * FEW ? i : (int) random_below (EXPONENTS);
      random_modulus (t.p, n, (int) random_below (MODULUS_KINDS), 1);
      set_exponent (&t, kind);
      set_base (&t);
      set_expected (&t);
      for (size_t j = 0; comba_configs[j] != NULL; j++)
        if (tests_why_not (comba_configs[j]) == NULL && n <= tests_max_of (comba_configs[j]->name, MAX))
          try_config (comba_configs[j], &t);
    }
  free_area (t.p), free_area (t.b), free_area (t.e), free_area (t.expected);
}

/* What they begin with: powers of two, and bases longer than P, down to P = 1. */
static void
try_precomputation (mp_size_t n)
{
  const struct comba_config *const k = comba_active ();
  mp_ptr p = new_area (n), r = new_area (n), expected = new_area (n), scratch = new_scratch (COMBA_MOD_SEC_ITCH (n));
  mp_ptr a = new_area (3 * n);
  for (int kind = 0; kind <= MODULUS_KINDS; kind++)
    {
      random_modulus (p, n, kind % MODULUS_KINDS, 1);
      if (kind == MODULUS_KINDS)
        memset (p, 0, BYTES (n)), p[0] = p[n - 1] = 1;
      const size_t bits = GMP_LIMB_BITS * (size_t) (n - 1) + random_below (GMP_LIMB_BITS * (size_t) (n + 1));
      memset (a, 0, BYTES (3 * n));
      a[bits / GMP_LIMB_BITS] = (mp_limb_t) 1 << bits % GMP_LIMB_BITS;
      reference_mod (expected, a, 3 * n, p, n);
      comba_mod_power_sec (k, r, bits, p, n, scratch);
      expect_equal (r, expected, n, "2^%zu modulo %ld limbs", bits, (long) n);
      const mp_size_t an = n + (mp_size_t) random_below (2 * n + 1);
      random_operand (a, an, (int) random_below (OPERAND_KINDS));
      reference_mod (expected, a, an, p, n);
      comba_mod_fold_sec (k, r, a, an, p, n, scratch);
      reference_mod (r, r, n, p, n);
      expect_equal (r, expected, n, "%ld limbs modulo %ld limbs", (long) an, (long) n);
    }
  check_area (r, "residue");
  free_area (p), free_area (r), free_area (expected), free_area (a), free_scratch (scratch);
}

/* Longer operands never need less scratch; and who serves. */
static void
try_sizes (const struct comba_config *k)
{
  check_begin ("%s: scratch", k->name);
  for (mp_size_t n = 1; n < 1000; n++)
    for (size_t bits = 1; bits < 100; bits += 7)
      {
        const size_t itch = comba_powm_sec_itch (k, bits, n);
        if (comba_powm_sec_itch (k, bits, n + 1) < itch || comba_powm_sec_itch (k, bits + 7, n) < itch)
          check_fail ("%ld limbs, %zu bits: less scratch for longer operands", (long) n, bits);
      }
  check_end ();
  check_begin ("%s: representations", k->name);
  for (mp_size_t n = 1; n < 1000; n++)
    {
      const char *const name = comba_powm_sec_representation (k, n)->name;
      for (const struct comba_representation_range *r = k->representations; r->rep != NULL; r++)
        if (r->rep->sec != NULL && r->rep->pays == NULL && r->from <= n && n <= r->to
            && strcmp (name, "montgomery_sec") == 0)
          check_fail ("%ld limbs: %s instead of %s", (long) n, name, r->rep->name);
    }
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const char *const reason = tests_why_not (comba_configs[i]);
      if (reason == NULL)
        try_sizes (comba_configs[i]);
      else
        check_skip (reason, "CPU configuration %s", comba_configs[i]->name);
    }
  check_begin ("powers of two, bases");
  for (mp_size_t n = 1; n <= tests_max (EVERY); n++)
    try_precomputation (n);
  check_end ();
  check_begin ("powers by every CPU configuration");
  for (mp_size_t n = 1; n <= tests_max (MAX); n += n < tests_every_to (EVERY) ? 1 : 7)
    try_size (n);
  check_end ();
  return tests_end ();
}
