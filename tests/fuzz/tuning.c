/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The parser of tuning files under libFuzzer: any bytes, by themselves and after a valid header,
   are refused with a reason or lead to correct products.

     make fuzz FUZZ_SECONDS=300

   in the build folder. */

#include "../dispatch/tuned.h"
#include "comba.h"
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
try_file (const char *file, size_t length)
{
  static unsigned long read;
  struct comba_tuning t;
  char reason[COMBA_TUNING_REASON] = "";
  const struct comba_config *k = comba_active ();
  if (!comba_tuning_parse (&t, k, file, length, reason))
    {
      if (length > 0 ? strncmp (reason, "line ", 5) != 0 : reason[0] == 0)
        abort ();
    }
  else if (read++ % 64 == 0)
    {
      try_tuning (k, &t, 1, 100);
      if (check_failures () > 0)
        abort ();
    }
}

/* The first three lines of a file. */
static size_t
header (char *text, size_t size)
{
  char cpu[COMBA_CPU_IDENTITY];
  comba_cpu_identity (cpu);
  return (size_t) snprintf (text, size, "comba %s\nconfig %s\ncpu %s\n", COMBA_VERSION,
                            comba_cpu_config (), cpu);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char first[COMBA_CPU_IDENTITY + 100];
  size_t length = header (first, sizeof first);
  char *file = malloc (length + size);
  try_file ((const char *) data, size);
  memcpy (file, first, length);
  memcpy (file + length, data, size);
  try_file (file, length + size);
  free (file);
  return 0;
}
