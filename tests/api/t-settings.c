/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_list_setting: every setting, a buffer of any size, no buffer, no source, beyond the end. */

#include "../tests.h"
#include <comba.h>

enum { ROOM = 1024 };

/* Setting I with a buffer of SIZE bytes: it receives the beginning of WHOLE, and no byte after it
   changes. */
static void
try_size (size_t i, const char *whole, size_t size)
{
  char value[ROOM + 1];
  const size_t length = strlen (whole);
  memset (value, '#', sizeof value);
  const char *name = comba_list_setting (i, value, size, NULL);
  const size_t written = size == 0 ? 0 : length < size ? length + 1 : size;
  if (name == NULL)
    check_fail ("setting %zu, %zu bytes: no name", i, size);
  else if (written > 0 && (memcmp (value, whole, written - 1) != 0 || value[written - 1] != '\0'))
    check_fail ("%s, %zu bytes: another value", name, size);
  for (size_t j = written; j < sizeof value; j++)
    if (value[j] != '#')
      {
        check_fail ("%s, %zu bytes: byte %zu was written", name, size, j);
        break;
      }
}

/* Whether setting memory_max is VALUE from SOURCE. */
static int
is_memory_max (const char *wanted, const char *from)
{
  char value[ROOM];
  const char *name, *source;
  for (size_t i = 0; (name = comba_list_setting (i, value, sizeof value, &source)) != NULL; i++)
    if (strcmp (name, "memory_max") == 0)
      return strcmp (value, wanted) == 0 && strcmp (source, from) == 0;
  return 0;
}

static void
try_memory_max (void)
{
  enum { N = 3000 };
  const mp_ptr a = new_area (N), r = new_area (2 * N), expected = new_area (2 * N);
  CHECK_THAT (comba_get_memory_max () == SIZE_MAX && is_memory_max ("unlimited", "built-in"), "no bound at first");
  random_operand (a, N, 5);
  mpn_sqr (expected, a, N);
  comba_set_memory_max (12345);
  mpn_sqr (r, a, N);
  CHECK_THAT (comba_get_memory_max () == 12345 && is_memory_max ("12345", "comba_set_memory_max"), "a bound");
  CHECK_THAT (memcmp (r, expected, BYTES (2 * N)) == 0, "the result is the same");
  comba_set_memory_max (SIZE_MAX);
  CHECK_THAT (is_memory_max ("unlimited", "comba_set_memory_max"), "no bound again");
  free_area (a), free_area (r), free_area (expected);
}

int
main (void)
{
  tests_begin ();
  char value[ROOM];
  const char *name, *source;
  size_t count = 0;
  int found = 0;

  check_begin ("every setting has a name, a value and a source");
  for (; (source = NULL, name = comba_list_setting (count, value, sizeof value, &source)) != NULL; count++)
    {
      if (*name == '\0' || *value == '\0' || source == NULL || *source == '\0')
        check_fail ("setting %zu", count);
      if (strcmp (name, "config") == 0)
        found |= strcmp (value, comba_cpu_config ()) == 0;
      if (strcmp (name, "threads") == 0)
        found |= (atoi (value) == comba_get_num_threads ()) << 1;
      if (strcmp (name, "mul_toom22") == 0)
        found |= 4;
    }
  if (found != 7)
    check_fail ("config, threads and mul_toom22: %d", found);
  check_end ();

  check_begin ("a buffer of any size");
  for (size_t i = 0; i < count; i++)
    {
      comba_list_setting (i, value, sizeof value, NULL);
      const size_t length = strlen (value);
      const size_t sizes[] = { 0, 1, 2, length, length + 1, length + 2, ROOM };
      for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++)
        try_size (i, value, sizes[j]);
    }
  check_end ();

  check_begin ("neither buffer nor source");
  for (size_t i = 0; i < count; i++)
    if (comba_list_setting (i, NULL, 0, NULL) == NULL)
      check_fail ("setting %zu", i);
  check_end ();

  check_begin ("beyond the end: NULL, and nothing is written");
  static const size_t beyond[] = { 0, 1, 1000, (size_t) -1 };
  for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
    {
      const size_t at = beyond[i] == (size_t) -1 ? beyond[i] : count + beyond[i];
      strcpy (value, "before");
      source = "before";
      if (comba_list_setting (at, value, sizeof value, &source) != NULL
          || comba_list_setting (at, NULL, 0, NULL) != NULL)
        check_fail ("setting %zu of %zu has a name", at, count);
      if (strcmp (value, "before") != 0 || strcmp (source, "before") != 0)
        check_fail ("setting %zu of %zu was written", at, count);
    }
  check_end ();
  try_memory_max ();
  return tests_end ();
}
