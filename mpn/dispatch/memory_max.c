/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The bound for the scratch of a call.  The contracts are in dispatch/memory_max.h. */

#include "dispatch/memory_max.h"
#include "dispatch/messages.h"
#include "arith/scratch.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *_Atomic source = "built-in";

const char *
comba_memory_source (void)
{
  return source;
}

/* Parses a number of bytes with a suffix K, M or G, or none.  Returns whether it is one. */
static int COMBA_AT_LOAD
parse (size_t *bytes, const char *text)
{
  static const char suffixes[] = "KMG";
  char *end;
  const int saved = errno;
  errno = 0;
  const unsigned long long n = strtoull (text, &end, 10);
  const int in_range = errno == 0;
  errno = saved;
  const char *const suffix = *end != '\0' ? strchr (suffixes, *end) : NULL;
  const int shift = suffix != NULL ? 10 * (int) (suffix - suffixes + 1) : 0;
  *bytes = (size_t) n << shift;
  return text[0] >= '0' && text[0] <= '9' && end[suffix != NULL] == '\0' && in_range && n <= SIZE_MAX >> shift;
}

void COMBA_AT_LOAD
comba_memory_start (void)
{
  const char *const text = comba_getenv ("COMBA_MEMORY_MAX");
  size_t bytes;
  if (text == NULL)
    return;
  if (parse (&bytes, text))
    {
      comba_memory_max = bytes;
      source = "COMBA_MEMORY_MAX";
    }
  else
    comba_warn ("COMBA_MEMORY_MAX=%.40s is not a number of bytes, such as 64M; ignoring it", text);
}

void
comba_memory_set (size_t bytes)
{
  comba_memory_max = bytes;
  source = "comba_set_memory_max";
  comba_scratch_release ();
}
