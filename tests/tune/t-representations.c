/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the sizes to which the entries of a list of representations move, for synthetic
   times, and their text. */

#include "../tests.h"
#include "../../tune/tune/representations.h"
#include "residue/small.h"
#ifdef COMBA_ADX
#include "kernels/x86_64/adx/adx.h"
#endif
#ifdef COMBA_AVX2
#include "kernels/x86_64/avx2fma/avx2fma.h"
#endif
#ifdef COMBA_IFMA
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#endif
#include "config/list.h"
#include <string.h>

/* "small" is the fastest from BEST_FROM to BEST_TO limbs, and takes SLOWER elsewhere. */
static mp_size_t best_from, best_to;
static double slower;

static double
made_up (const struct comba_config *k, const struct comba_representation *rep, mp_size_t n)
{
  if (!comba_representation_serves (rep, k, n, 1))
    check_fail ("%s is timed at %ld limbs", rep->name, (long) n);
  if (rep != &comba_representation_small)
    return (double) n;
  return (double) n * (n >= best_from && n <= best_to ? 1 / slower : slower);
}

static struct comba_config
config_with (unsigned short from, unsigned short to)
{
  struct comba_config k = comba_config_portable;
  const struct comba_representation_range list[] = {
    { .rep = &comba_representation_one_two_limbs }, { &comba_representation_small, from, to },
    { .rep = &comba_representation_montgomery }, { .rep = &comba_representation_barrett }
  };
  memset (k.representations, 0, sizeof k.representations);
  memcpy (k.representations, list, sizeof list);
  return k;
}

static void
expect_moved (unsigned short from, unsigned short to, mp_size_t new_from, mp_size_t new_to)
{
  struct comba_config k = config_with (from, to);
  check_begin ("small, from %d to %d limbs, is best from %ld to %ld, by %.3f", from, to, (long) best_from,
               (long) best_to, slower);
  measure_representations (&k, made_up);
  const struct comba_representation_range *r = &k.representations[1];
  if (r->rep != &comba_representation_small || r->from != new_from || r->to != new_to)
    check_fail ("from %d to %d", r->from, r->to);
  for (mp_size_t n = 3; n < 40; n++)
    if ((comba_representation_for (&k, n, 1, COMBA_REPRESENTATION_ANY, NULL) == r->rep)
        != (n >= new_from && n <= (new_to == 0 ? r->rep->max : new_to)))
      check_fail ("%ld limbs", (long) n);
  check_end ();
}

static void
measured (void)
{
  slower = 1.2;
  /* The end of the range, within the tested sizes: 3/4 to 4/3 of it. */
  for (best_from = 3, best_to = 3; best_to <= 15; best_to++)
    expect_moved (3, 9, 3, best_to < 7 ? 7 : best_to > 12 ? 12 : best_to);
  /* Its beginning. */
  for (best_from = 3, best_to = 15; best_from <= 12; best_from++)
    expect_moved (8, 0, best_from < 6 ? 6 : best_from > 10 ? 10 : best_from, 0);
  /* Both. */
  best_from = 7, best_to = 11;
  expect_moved (6, 12, 7, 11);
  /* Its own limit, which is treated like any end. */
  best_from = 3, best_to = 13;
  expect_moved (3, 15, 3, 13);
  /* A gain too small for a move. */
  slower = 1.005;
  best_to = 11;
  expect_moved (3, 9, 3, 9);
}

static void
written (void)
{
  static struct comba_text text;
  const struct comba_config a = config_with (3, 9), b = config_with (3, 10), c = config_with (0, 0);
  check_begin ("the text of a list");
  print_representations (&text, &a, &a);
  if (text.length != 0)
    check_fail ("a list that is as it was");
  print_representations (&text, &a, &b);
  print_representations (&text, &a, &c);
  static const char expected[] =
    ".representations = {\n  { &comba_representation_one_two_limbs },\n  { &comba_representation_small, 3, 10 },\n"
    "  { &comba_representation_montgomery },\n  { &comba_representation_barrett },\n},\n"
    ".representations = {\n  { &comba_representation_one_two_limbs },\n  { &comba_representation_small },\n"
    "  { &comba_representation_montgomery },\n  { &comba_representation_barrett },\n},\n";
  if (strlen (expected) != text.length || memcmp (text.text, expected, text.length) != 0)
    check_fail ("%s", text.text);
#define NAMED(x)                                                                \
  if (strcmp (comba_representation_##x.name, #x) != 0)                          \
    check_fail (#x " is called %s", comba_representation_##x.name);
  NAMED (one_two_limbs) NAMED (small) NAMED (montgomery_rows) NAMED (montgomery_cached) NAMED (montgomery_fft) NAMED (montgomery)
  NAMED (barrett_cached) NAMED (barrett)
#ifdef COMBA_ADX
  NAMED (small_adx)
#endif
#ifdef COMBA_AVX2
  NAMED (montgomery48) NAMED (montgomery51)
#endif
#if defined COMBA_IFMA && GMP_LIMB_BITS == 64
  NAMED (montgomery52) NAMED (montgomery52_blocks) NAMED (barrett52) NAMED (barrett52_blocks)
#endif
  check_end ();
}

int
main (void)
{
  tests_begin ();
  measured ();
  written ();
  return tests_end ();
}
