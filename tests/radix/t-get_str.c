/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Numbers to digits, compared with division by a limb. */

#include "../tests.h"
#include "arith/scratch.h"
#include "radix/radix.h"

/* The digits of xp[0..n-1] by division, right-aligned in str[0..room-1]; returns their number, 1 for
   zero. */
static size_t
reference_digits (unsigned char *str, size_t room, int base, mp_srcptr xp, mp_size_t n)
{
  mp_limb_t power = (mp_limb_t) base;
  int at_once = 1;
  while (power <= COMBA_LIMB_MAX / 2 / (mp_limb_t) base)
    power *= (mp_limb_t) base, at_once++;
  mp_ptr t = new_area (n);
  memcpy (t, xp, BYTES (n));
  unsigned char *p = str + room;
  while (n > 0)
    {
      mp_limb_t x = 0;
      for (mp_size_t i = n; i-- > 0;)
        {
          const comba_dlimb y = (comba_dlimb) x << GMP_LIMB_BITS | t[i];
          t[i] = (mp_limb_t) (y / power), x = (mp_limb_t) (y % power);
        }
      while (n > 0 && t[n - 1] == 0)
        n--;
      for (int i = 0; i < at_once; i++, x /= (mp_limb_t) base)
        *--p = (unsigned char) (x % (mp_limb_t) base);
    }
  *--p = 0;
  while (p < str + room - 1 && *p == 0)
    p++;
  free_area (t);
  return (size_t) (str + room - p);
}

/* A configuration with each of several thresholds. */
#define WAYS 5
static const char *const ways[WAYS] = { "as configured", "integers", "fractions", "both", "no split" };
static struct comba_config ways_of[WAYS];

static void
prepare (const struct comba_config *k)
{
  static const mp_size_t tree[WAYS] = { 0, 3, 3, 5, COMBA_NEVER }, scaled[WAYS] = { 0, COMBA_NEVER, 0, 12, COMBA_NEVER };
  for (int w = 0; w < WAYS; w++)
    {
      memcpy (&ways_of[w], k, sizeof *k);
      if (w > 0)
        ways_of[w].thresholds.get_str_tree = tree[w], ways_of[w].thresholds.get_str_scaled = scaled[w];
    }
}

static void
try (int base, mp_srcptr xp, mp_size_t n)
{
  while (n > 0 && xp[n - 1] == 0)
    n--;
  const size_t room = (size_t) (n + 1) * GMP_LIMB_BITS;
  unsigned char *want = malloc (room);
  const size_t digits = reference_digits (want, room, base, xp, n);
  /* The digits end where the page ends. */
  const mp_size_t str_limbs = (mp_size_t) (digits / sizeof (mp_limb_t)) + 1;
  mp_ptr str_area = new_edge_area (str_limbs, 1), x = new_edge_area (n > 0 ? n : 1, 1);
  unsigned char *str = (unsigned char *) (str_area + str_limbs) - digits;
  for (int w = 0; w < WAYS; w++)
    {
      if (n > 200 && w == WAYS - 1)
        continue;
      memset (str_area, 0xee, BYTES (str_limbs));
      memcpy (x, xp, BYTES (n));
      const size_t got = comba_get_str (&ways_of[w], str, base, x, n);
      if (got != digits || memcmp (str, want + room - digits, digits) != 0)
        check_fail ("%s: %ld limbs in base %d: %zu digits instead of %zu", ways[w], (long) n, base, got, digits);
      for (unsigned char *p = (unsigned char *) str_area; p < str; p++)
        if (*p != 0xee)
          check_fail ("%s: %ld limbs in base %d: writes below its digits", ways[w], (long) n, base);
      if ((base & (base - 1)) == 0 && memcmp (x, xp, BYTES (n)) != 0)
        check_fail ("%s: %ld limbs in base %d: the operand has changed", ways[w], (long) n, base);
    }
  free_edge_area (str_area, str_limbs);
  free_edge_area (x, n > 0 ? n : 1);
  free (want);
}

static void
try_kinds (int base, mp_size_t n, int every)
{
  mp_ptr x = new_area (n);
  for (int kind = 0; kind < OPERAND_KINDS; kind += every)
    {
      random_operand (x, n, kind);
      if (kind % 2 == 0 && x[n - 1] == 0)
        x[n - 1] = 1 + random_below (1000);
      try (base, x, n);
    }
  free_area (x);
}

/* Powers of the base, and the numbers beside them, up to MOST limbs. */
static void
try_powers (int base, mp_size_t most)
{
  mp_ptr x = new_area (most + 2), y = new_area (most + 2);
  x[0] = 1;
  mp_size_t n = 1;
  for (int e = 0; n <= most; e++)
    {
      if (e % (base > 20 ? 3 : 11) == 0)
        for (int by = -1; by <= 1; by++)
          {
            memcpy (y, x, BYTES (n));
            y[n] = 0;
            if (by < 0)
              comba_sub_1_var (y, n, 1);
            else
              y[n] = comba_add_1_var (y, n, (mp_limb_t) by);
            try (base, y, n + 1);
          }
      x[n] = comba_mul_1 (x, x, n, (mp_limb_t) base, 0);
      n += x[n] != 0;
    }
  free_area (x), free_area (y);
}

/* Long numbers, compared with those that are divided down to the leaves. */
static void
try_quarters (int base, mp_size_t n)
{
  if ((base & (base - 1)) == 0)
    base++;
  mp_ptr x = new_area (n), copy = new_area (n);
  unsigned char *str[2] = { malloc ((size_t) n * GMP_LIMB_BITS), malloc ((size_t) n * GMP_LIMB_BITS) };
  size_t digits[2];
  random_operand (x, n, (int) random_below (OPERAND_KINDS));
  x[n - 1] |= 1;
  for (int i = 0; i < 2; i++)
    {
      struct comba_config k = ways_of[0];
      if (i == 1)
        k.thresholds.get_str_scaled = COMBA_NEVER;
      memcpy (copy, x, BYTES (n));
      digits[i] = comba_get_str (&k, str[i], base, copy, n);
    }
  if (digits[0] != digits[1] || memcmp (str[0], str[1], digits[0]) != 0)
    check_fail ("%ld limbs in base %d: %zu and %zu digits", (long) n, base, digits[0], digits[1]);
  free_area (x), free_area (copy);
  free (str[0]), free (str[1]);
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why = tests_why_not (k);
      if (why != NULL)
        {
          check_skip (why, "%s: digits", k->name);
          continue;
        }
      prepare (k);
      const mp_size_t most = tests_every_to (100);
      check_begin ("%s: every base", k->name);
      for (int base = 2; base <= 256; base++)
        {
          try_kinds (base, 1 + (mp_size_t) random_below (3), 1);
          try_kinds (base, 4 + (mp_size_t) random_below ((unsigned long) most / 2), 2);
          mp_limb_t zero[1] = { 0 };
          try (base, zero, 1);
        }
      check_end ();
      check_begin ("%s: every size up to %ld limbs", k->name, (long) most);
      for (mp_size_t n = 1; n <= most; n++)
        {
          try_kinds (10, n, n < 50 ? 1 : 2);
          try_kinds (3 + (int) random_below (253), n, 4);
        }
      check_end ();
      check_begin ("%s: powers of the base", k->name);
      try_powers (10, tests_max (60));
      for (int base = 3; base <= 256; base += 1 + (int) random_below (20))
        try_powers (base, tests_max (20));
      check_end ();
      check_begin ("%s: many limbs", k->name);
      for (mp_size_t n = 150; n <= tests_max (1500); n = n * 2 + 1)
        for (int j = 0; j < 3; j++)
          {
            mp_ptr x = new_area (n);
            random_operand (x, n, j == 0 ? 0 : j == 1 ? 5 : 4);
            try (j == 2 ? 7 : 10, x, n);
            free_area (x);
          }
      check_end ();

      if (k == comba_active () && tests_max (8001) == 8001)
        {
          check_begin ("%s: quarters as fractions, like integers", k->name);
          for (int base = 10; base < 256; base += 1 + (int) random_below (60))
            try_quarters (base, 8000 + (mp_size_t) random_below (13000));
          check_end ();
        }

      /* The chunks of base 255 have 56 bits. */
      if (k == comba_active () && tests_max (4000) == 4000 && GMP_LIMB_BITS == 64)
        {
          check_begin ("%s: 4000 limbs of short chunks", k->name);
          try_kinds (255, 4000, OPERAND_KINDS);
          check_end ();
        }

      check_begin ("%s: without memory", k->name);
      const size_t bytes = atomic_load (&comba_memory_max);
      atomic_store (&comba_memory_max, 1);
      for (mp_size_t n = 30; n <= tests_max (300); n += 67)
        {
          try_kinds (10, n, 3);
          try_kinds (3 + (int) random_below (253), n, 3);
        }
      atomic_store (&comba_memory_max, bytes);
      check_end ();
    }

  check_begin ("mpn_get_str");
  mp_limb_t x[3] = { 0, 0, 1 };
  unsigned char str[60];
  const char *const expected = "340282366920938463463374607431768211456";
  const size_t n = mpn_get_str (str, 10, x, 3);
  if (GMP_LIMB_BITS == 64)
    {
      if (n != strlen (expected))
        check_fail ("%zu digits", n);
      for (size_t j = 0; j < n; j++)
        if (str[j] != expected[j] - '0')
          check_fail ("digit %zu", j);
    }
  else if (n != 20)
    check_fail ("%zu digits", n);
  if (mpn_get_str (str, 10, x, 0) != 1 || str[0] != 0)
    check_fail ("zero");
  check_end ();
  return tests_end ();
}
