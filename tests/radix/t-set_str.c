/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Digits of every base to numbers, against multiplication by the base and addition, digit by
   digit. */

#include "../tests.h"
#include "radix/radix.h"
#include "arith/scratch.h"
#include "mul/ladder.h"

/* The digits of a test, of which it converts every beginning, or some. */
enum { MOST, ANY, POWER, POWER_PLUS_1, SPARSE, ZEROS_FIRST, ZERO, KINDS };
static const char *const kind_names[KINDS] = {
  "base^n - 1", "any", "base^n", "base^n + 1", "few digits not zero", "zeros first", "zero"
};

static int
digit (int kind, int base, size_t i)
{
  switch (kind)
    {
    case MOST: return base - 1;
    case POWER: case POWER_PLUS_1: return i == 0;
    case SPARSE: return random_below (40) == 0 ? (int) random_below ((unsigned long) base) : i == 0;
    case ZEROS_FIRST: return i < 70 ? 0 : (int) random_below ((unsigned long) base);
    case ZERO: return 0;
    default: return i == 0 ? 1 + (int) random_below ((unsigned long) base - 1) : (int) random_below ((unsigned long) base);
    }
}

/* xp[0..n-1] = xp[0..n-1] base + d; returns the new n. */
static mp_size_t
append (mp_ptr xp, mp_size_t n, int base, int d)
{
  mp_limb_t carry = (mp_limb_t) d;
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb x = (comba_dlimb) xp[i] * (mp_limb_t) base + carry;
      xp[i] = (mp_limb_t) x, carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  if (carry > 0)
    xp[n++] = carry;
  return n;
}

static mp_size_t
length (mp_srcptr xp, mp_size_t n)
{
  while (n > 0 && xp[n - 1] == 0)
    n--;
  return n;
}

/* Limbs that hold any number of n digits. */
static mp_size_t
most_limbs (int base, size_t n)
{
  return (mp_size_t) ((n - 1) / (size_t) comba_bases[base].digits) + 1;
}

/* Converts the digits at the edges of memory, to exactly the room that the contract asks for, of
   which the longest number takes LIMBS. */
static void
try_edges (const struct comba_config *k, const unsigned char *str, size_t sn, int base, mp_srcptr expected, mp_size_t n,
           mp_size_t limbs, int room_more)
{
  const mp_size_t words = (mp_size_t) ((sn + sizeof (mp_limb_t) - 1) / sizeof (mp_limb_t));
  for (int at_end = 0; at_end < 2; at_end++)
    {
      const mp_ptr area = new_edge_area (words, at_end), r = new_edge_area (limbs + room_more, at_end);
      unsigned char *digits = (unsigned char *) area + (at_end ? (size_t) words * sizeof (mp_limb_t) - sn : 0);
      memcpy (digits, str, sn);
      make_read_only (area, words);
      const mp_size_t rn = comba_set_str (k, r, digits, sn, base);
      if (length (r, rn) != n)
        check_fail ("base %d, %zu digits at an edge: %ld limbs", base, sn, (long) rn);
      expect_equal (r, expected, n, "base %d, %zu digits at an edge", base, sn);
      free_edge_area (area, words), free_edge_area (r, limbs + room_more);
    }
}

/* Converts beginnings of a string of up to MOST_DIGITS digits: all of them, or with GROW > 0 those
   that are each longer by a GROWth. */
static void
try_digits (const struct comba_config *k, int base, int kind, size_t most_digits, size_t grow)
{
  const mp_size_t room = most_limbs (base, most_digits) + 1;
  const mp_ptr x = new_area (room), top = new_area (room), expected = new_area (room);
  unsigned char *str = malloc (most_digits);
  mp_size_t xn = 0, topn = 0;
  size_t next = 1;
  for (size_t sn = 1; sn <= most_digits; sn++)
    {
      const int d = digit (kind, base, sn - 1);
      str[sn - 1] = (unsigned char) d;
      xn = append (x, xn, base, d);
      topn = append (top, topn, base, base - 1);
      if (sn < next)
        continue;
      next = grow == 0 ? sn + 1 : sn + sn / grow + 1 + random_below (sn / grow + 1);
      memcpy (expected, x, BYTES (xn));
      mp_size_t n = xn;
      if (kind == POWER_PLUS_1 && sn > 1)
        expected[0]++, str[sn - 1] = 1;
      /* Without leading zeros the length is exact.  With them, a power of two may count zeros. */
      const int two = comba_base_is_power_of_two (base), leaf = two || most_limbs (base, sn) < k->thresholds.set_str_tree;
      const mp_ptr r = new_area (topn + !leaf);
      const mp_size_t rn = comba_set_str (k, r, str, sn, base);
      if (two && str[0] == 0 ? length (r, rn) != n || rn > topn : rn != n)
        check_fail ("base %d, %zu digits, %s: %ld limbs instead of %ld", base, sn, kind_names[kind], (long) rn, (long) n);
      else
        expect_equal (r, expected, n, "base %d, %zu digits, %s", base, sn, kind_names[kind]);
      check_area (r, "r");
      free_area (r);
      if (random_below (8) == 0)
        try_edges (k, str, sn, base, expected, n, topn, !leaf);
      if (sn > 1 && kind == POWER_PLUS_1)
        str[sn - 1] = 0;
    }
  check_area (x, "x"), check_area (top, "top"), check_area (expected, "expected");
  free_area (x), free_area (top), free_area (expected);
  free (str);
}

/* The table of bases. */
static void
try_bases (void)
{
  check_begin ("bases");
  for (int base = 2; base <= 256; base++)
    {
      mp_limb_t power = 1;
      int digits = 0;
      for (; power <= COMBA_LIMB_MAX / (mp_limb_t) base; digits++)
        power *= (mp_limb_t) base;
      if (comba_bases[base].power != power || comba_bases[base].digits != digits)
        check_fail ("base %d: %d digits instead of %d", base, comba_bases[base].digits, digits);
    }
  check_end ();
}

/* Which way a conversion took: the longest factor of mul_1. */
static mp_size_t longest;

static mp_limb_t
watched_mul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b, mp_limb_t carry)
{
  longest = n > longest ? n : longest;
  return comba_mul_1 (rp, ap, n, b, carry);
}

/* With leaves of fewer limbs than TREE, with memory and without. */
static void
try_ways (const struct comba_config *k, int base, mp_size_t tree, size_t sn)
{
  struct comba_config watched = *k;
  for (mp_size_t n = 0; n <= COMBA_BY_LIMB_MAX; n++)
    watched.by_limb.mul_1[n] = watched_mul_1;
  watched.thresholds.set_str_tree = tree;
  const mp_size_t limbs = most_limbs (base, sn);
  unsigned char *str = malloc (sn);
  for (size_t i = 0; i < sn; i++)
    str[i] = (unsigned char) digit (ANY, base, i);
  const mp_ptr r = new_area (limbs + 1), expected = new_area (limbs + 1);
  mp_size_t n = 0;
  for (size_t i = 0; i < sn; i++)
    n = append (expected, n, base, str[i]);
  for (int memory = 1; memory >= 0; memory--)
    {
      atomic_store (&comba_memory_max, memory ? SIZE_MAX : 0);
      longest = 0;
      const mp_size_t rn = comba_set_str (&watched, r, str, sn, base);
      atomic_store (&comba_memory_max, SIZE_MAX);
      const int in_tree = longest < tree;
      if (in_tree != (limbs >= tree && (memory || 2 * limbs <= COMBA_SCRATCH_STACK / 2)) && limbs >= tree + 2
          && (memory || limbs > COMBA_SCRATCH_STACK))
        check_fail ("base %d, %zu digits, trees from %ld limbs, %s memory: factors of %ld limbs", base, sn, (long) tree,
                    memory ? "with" : "without", (long) longest);
      if (rn != n)
        check_fail ("base %d, %zu digits, %s memory: %ld limbs", base, sn, memory ? "with" : "without", (long) rn);
      else
        expect_equal (r, expected, n, "base %d, %zu digits, %s memory", base, sn, memory ? "with" : "without");
      check_area (r, "r");
    }
  free_area (r), free_area (expected);
  free (str);
}

int
main (void)
{
  tests_begin ();
  try_bases ();
  static const int some_bases[] = { 2, 3, 7, 8, 10, 32, 36, 60, 85, 128, 139, 254, 255, 256 };
  enum { SOME = sizeof some_bases / sizeof *some_bases };
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *why = tests_why_not (k);
      if (why != NULL)
        {
          check_skip (why, "%s: digits to numbers", k->name);
          continue;
        }
      const size_t every = (size_t) tests_every_to (200);
      check_begin ("%s: every base, to %zu digits", k->name, every);
      for (int base = 2; base <= 256; base++)
        {
          try_digits (k, base, ANY, every, every < 200 ? 3 : 0);
          try_digits (k, base, (int) random_below (KINDS), every, 4);
        }
      check_end ();

      check_begin ("%s: every kind of digits, small trees", k->name);
      struct comba_config small = *k;
      for (int b = 0; b < SOME; b++)
        for (int kind = 0; kind < KINDS; kind++)
          {
            static const mp_size_t trees[] = { 0, 2, 3, 4, 7, 1000 };
            small.thresholds.set_str_tree = trees[random_below (6)];
            try_digits (&small, some_bases[b], kind, every, every < 200 ? 3 : 0);
            try_digits (&small, some_bases[b], kind, 8 * every, 8);
          }
      check_end ();

      const size_t most = (size_t) tests_max_of (k->name, 12000);
      check_begin ("%s: to %zu digits", k->name, most);
      for (int b = 0; b < SOME; b++)
        try_digits (k, some_bases[b], (int) random_below (KINDS), most / 2, 3);
      try_digits (k, 10, ANY, most, 6);
      try_digits (k, 10, MOST, most, 6);
      check_end ();

      check_begin ("%s: leaves and trees, memory", k->name);
      for (int b = 0; b < SOME; b++)
        if (!comba_base_is_power_of_two (some_bases[b]))
          for (mp_size_t tree = 2; tree <= 40; tree += tree)
            try_ways (k, some_bases[b], tree, (size_t) (1 + random_below (5) * every));
      check_end ();
    }
  return tests_end ();
}
