/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The sizes for which a configuration lists representations: which one is used at their edges; and
   any sizes, whatever a representation supports, give correct powers. */

#include "moduli.h"
#include "powm/powm.h"

/* k's list becomes REP from FROM to TO limbs, twice, and then a representation without limits. */
static void
list (struct comba_config *k, const struct comba_representation *rep, mp_size_t from, mp_size_t to)
{
  const struct comba_representation_range range = { rep, (unsigned short) from, (unsigned short) to };
  memset (k->representations, 0, sizeof k->representations);
  k->representations[0] = k->representations[1] = range;
  k->representations[2].rep = &comba_representation_montgomery;
  k->representations[3].rep = &comba_representation_barrett;
}

/* B^E by k equals the reference. */
static void
try_power (const struct comba_config *k, mp_size_t n)
{
  static const mp_limb_t exponents[] = { 5, 23, 0xf3 };
  mp_ptr p = new_area (n), b = new_area (n), r = new_area (n), expected = new_area (n);
  const mp_limb_t e[2] = { exponents[random_below (3)], random_below (2) };
  random_modulus (p, n, 4, 1);
  random_residue (b, p, n, 4);
  memset (expected, 0, (size_t) n * sizeof (mp_limb_t));
  expected[0] = 1;
  for (int bit = e[1] != 0 ? GMP_LIMB_BITS : 7; bit >= 0; bit--)
    {
      reference_mulmod (expected, expected, expected, p, n);
      if (bit == GMP_LIMB_BITS || (e[0] >> bit & 1) != 0)
        reference_mulmod (expected, expected, b, p, n);
    }
  comba_powm_any (r, b, n, e, 1 + (e[1] != 0), p, n, k);
  expect_equal (r, expected, n, "a power modulo %ld limbs", (long) n);
  check_area (r, "power");
  free_area (p), free_area (b), free_area (r), free_area (expected);
}

/* REP is used for n limbs, or the next representation, or only that one. */
static void
expect (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n, int wanted)
{
  const struct comba_representation *f = comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL);
  if ((f == rep) != wanted)
    check_fail ("%ld limbs: %s", (long) n, f->name);
  if (wanted && comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, f) != &comba_representation_montgomery)
    check_fail ("%ld limbs: the next representation", (long) n);
  if (comba_representation_listed (rep, k, n) && !wanted && comba_representation_serves (rep, k, n, 1))
    check_fail ("%ld limbs: in the list", (long) n);
}

static void
try_ranges (const struct comba_config *of, const struct comba_representation *rep)
{
  struct comba_config k = *of;
  k.thresholds.mod_blocks = 0;          /* by rows, for any number of limbs */
  const mp_size_t most = 400, max = rep->max < most ? rep->max : most, middle = (rep->min + max) / 2;
  const struct { mp_size_t from, to; } ranges[] = {
    { 0, 0 }, { 1, 65535 }, { rep->min, max }, { middle, middle }, { middle, 0 }, { 0, middle }, { max + 1, 0 },
    { 0, rep->min - 1 }, { middle + 1, middle },
  };
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
    {
      const mp_size_t from = ranges[i].from, to = ranges[i].to;
      list (&k, rep, from, to);
      for (mp_size_t n = 1; n <= most + 10; n++)
        expect (&k, rep, n, comba_representation_serves (rep, &k, n, 1) && n >= from && (to == 0 || n <= to));
      const mp_size_t edges[] = { rep->min - 1, rep->min, middle, middle + 1, max, max + 1 };
      for (size_t j = 0; j < sizeof edges / sizeof edges[0]; j++)
        if (edges[j] >= 1 && edges[j] <= tests_max_of (k.name, 60))
          try_power (&k, edges[j]);
    }
}

/* The first entry that contains n limbs is used, and every size has one; entries of one
   representation do not overlap. */
static void
try_list (const struct comba_config *k)
{
  for (mp_size_t n = 1; n <= 1000; n++)
    for (int odd = 0; odd < 2; odd++)
      {
        const struct comba_representation_range *f = k->representations, *first = NULL;
        for (; f->rep != NULL; f++)
          {
            const int in_range = n >= f->from && n <= (f->to != 0 ? f->to : f->rep->max);
            if (first == NULL && in_range && comba_representation_serves (f->rep, k, n, odd))
              first = f;
            for (const struct comba_representation_range *g = k->representations; g != f; g++)
              if (g->rep == f->rep && in_range && n >= g->from && n <= (g->to != 0 ? g->to : g->rep->max))
                check_fail ("%s: two entries for %ld limbs", f->rep->name, (long) n);
          }
        if (first == NULL || comba_representation_for (k, n, odd, COMBA_REPRESENTATION_ANY, NULL) != first->rep)
          check_fail ("%ld limbs", (long) n);
      }
}

static void
body (const struct comba_config *k, const char *name)
{
  check_begin ("%s: the list", name);
  try_list (k);
  check_end ();
  const struct comba_representation *last = NULL;
  for (const struct comba_representation_range *f = k->representations; f->rep != NULL; last = f++->rep)
    if (f->rep != last && f->rep != &comba_representation_montgomery && f->rep->odd_only)
      {
        check_begin ("%s: any sizes for %s", name, f->rep->name);
        try_ranges (k, f->rep);
        check_end ();
      }
}

int
main (void)
{
  tests_begin ();
  each_config (body);
  return tests_end ();
}
