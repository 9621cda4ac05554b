/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-bench: the meaning of lists of sizes, shapes and ratios, and which lists are refused. */

#include "../tests.h"
#include "../../tune/bench/sizes.h"

/* TEXT yields the sizes of EXPECTED, or is wrong if that is NULL. */
static void
check_sizes (const char *text, const char *expected)
{
  struct sizes sizes = { NULL, 0 };
  char got[1024] = "";
  check_begin ("sizes \"%s\"", text);
  const char *wrong = sizes_add (&sizes, text);
  for (size_t i = 0; i < sizes.n && wrong == NULL; i++)
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%ld", i > 0 ? " " : "",
              (long) sizes.of[i]);
  if (expected == NULL ? wrong == NULL : wrong != NULL || strcmp (got, expected) != 0)
    check_fail ("got: %s, expected: %s", wrong != NULL ? wrong : got,
                expected != NULL ? expected : "a complaint");
  check_end ();
  free (sizes.of);
}

static void
check_shapes (const char *text, const char *expected)
{
  struct shapes shapes = { NULL, 0 };
  char got[1024] = "";
  check_begin ("shapes \"%s\"", text);
  const char *wrong = shapes_add (&shapes, text);
  for (size_t i = 0; i < shapes.n && wrong == NULL; i++)
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%ldx%ld", i > 0 ? " " : "",
              (long) shapes.of[i].an, (long) shapes.of[i].bn);
  if (expected == NULL ? wrong == NULL : wrong != NULL || strcmp (got, expected) != 0)
    check_fail ("got: %s, expected: %s", wrong != NULL ? wrong : got,
                expected != NULL ? expected : "a complaint");
  check_end ();
  free (shapes.of);
}

static void
check_ratios (const char *text, const char *expected)
{
  struct ratios ratios = { NULL, 0 };
  char got[1024] = "";
  check_begin ("ratios \"%s\"", text);
  const char *wrong = ratios_add (&ratios, text);
  for (size_t i = 0; i < ratios.n && wrong == NULL; i++)
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%g", i > 0 ? " " : "",
              ratios.of[i]);
  if (expected == NULL ? wrong == NULL : wrong != NULL || strcmp (got, expected) != 0)
    check_fail ("got: %s, expected: %s", wrong != NULL ? wrong : got,
                expected != NULL ? expected : "a complaint");
  check_end ();
  free (ratios.of);
}

static void
check_two_lists (void)
{
  struct sizes sizes = { NULL, 0 };
  check_begin ("two lists become one");
  if (sizes_add (&sizes, "1-5") != NULL || sizes_add (&sizes, "3-7,9") != NULL)
    check_fail ("not taken");
  static const mp_size_t expected[] = { 1, 2, 3, 4, 5, 6, 7, 9 };
  if (sizes.n != 8 || memcmp (sizes.of, expected, sizeof expected) != 0)
    check_fail ("%zu sizes", sizes.n);
  check_end ();
  free (sizes.of);
}

int
main (void)
{
  tests_begin ();
  check_sizes ("1", "1");
  check_sizes ("100000000", "100000000");
  check_sizes ("7,3,7", "3 7");
  check_sizes ("1-5", "1 2 3 4 5");
  check_sizes ("4-4", "4");
  check_sizes ("8-30:10", "8 18 28 30");
  check_sizes ("8-28:10", "8 18 28");
  check_sizes ("100-120:10%", "100 110 120");
  check_sizes ("1-5:1%", "1 2 3 4 5");
  check_sizes ("100-110:2.5%", "100 102 104 106 108 110");
  check_sizes ("1-3,3-6:2,20", "1 2 3 5 6 20");

  static const char *const no_sizes[] = {
    "", "0", "-1", "-", "+1", " 1", "1 ", "x", "1x", "1.5", "100000001",
    "99999999999999999999999999", "1,", ",1", "1,,2", "5-", "-5", "5-4", "0-4", "1-2-3",
    "1-4:", "1-4:0", "1-4:0%", "1-4:-1", "1-4:1.5", "1-4:%", "1-4:2%%", "1-4:x", "3:2", "3%"
  };
  for (size_t i = 0; i < sizeof no_sizes / sizeof no_sizes[0]; i++)
    check_sizes (no_sizes[i], NULL);

  check_shapes ("100x8", "100x8");
  check_shapes ("8x8,7x1,8x8", "8x8 7x1 8x8");
  static const char *const no_shapes[] = {
    "", "8", "8x", "x8", "7x8", "8x0", "0x0", "8x8x8", "8X8", "8x8,", "8*8", "8x-8", "0x8"
  };
  for (size_t i = 0; i < sizeof no_shapes / sizeof no_shapes[0]; i++)
    check_shapes (no_shapes[i], NULL);

  check_ratios ("1", "1");
  check_ratios ("1.1,1.5,2,3,5,10,100", "1.1 1.5 2 3 5 10 100");
  static const char *const no_ratios[] = {
    "", "0", "0.9", "-2", "x", "2x", "1,", "1,,2", "nan", "inf", "1e9", "1e999", "1/2"
  };
  for (size_t i = 0; i < sizeof no_ratios / sizeof no_ratios[0]; i++)
    check_ratios (no_ratios[i], NULL);

  check_two_lists ();
  return tests_end ();
}
