/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Lists that grow at their end. */

#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include <stdlib.h>

/* Makes room for element N of a list at P with elements of SIZE bytes.  The list must begin with P
   = NULL and N = 0 and be allocated by this function alone; N may have become smaller meanwhile.
   Returns the list, or NULL with P unchanged if an allocation fails. */
static inline void *
list_grow (void *p, size_t n, size_t size)
{
  if ((n & (n - 1)) != 0)
    return p;           /* the room was doubled at the last power of two */
  return realloc (p, (n == 0 ? 1 : 2 * n) * size);
}

#endif
