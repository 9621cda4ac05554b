/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Lists that grow at their end. */

#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include <stdlib.h>

/* Makes room for element N of a list of elements of SIZE bytes at P.  The list
   began with P = NULL and N = 0, and its room comes from this function alone; N
   may have become smaller in between.
   Returns the list, or NULL when there is no memory; P is then as it was. */
static inline void *
list_grow (void *p, size_t n, size_t size)
{
  if ((n & (n - 1)) != 0)
    return p;           /* the room was doubled at the last power of two */
  return realloc (p, (n == 0 ? 1 : 2 * n) * size);
}

#endif
