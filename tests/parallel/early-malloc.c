/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A program whose malloc works from main on, as in GNU Common Lisp.  Prints how often it was called
   before main, and how many threads there are. */

#include <comba.h>
#include <stdio.h>
#include <string.h>

/* Replaces the C library's. */
#pragma GCC visibility push(default)
void *malloc (size_t bytes);
void free (void *p);
void *calloc (size_t n, size_t bytes);
void *realloc (void *old, size_t bytes);
#pragma GCC visibility pop

static _Alignas (64) char heap[1 << 20];
static size_t used;
static int begun;
static int early;

enum { HEAD = 64 };             /* the size is stored before the memory */

void *
malloc (size_t bytes)
{
  early += !begun;
  if (used + HEAD > sizeof heap || bytes > sizeof heap - HEAD - used)
    return NULL;
  char *p = heap + used + HEAD;
  memcpy (p - HEAD, &bytes, sizeof bytes);
  used += HEAD + (bytes + HEAD - 1) / HEAD * HEAD;
  return p;
}

void
free (void *p)
{
  (void) p;
  early += !begun;
}

void *
calloc (size_t n, size_t bytes)
{
  return malloc (n * bytes);    /* fresh memory is zero */
}

void *
realloc (void *old, size_t bytes)
{
  size_t had = 0;
  if (old != NULL)
    memcpy (&had, (char *) old - HEAD, sizeof had);
  void *p = malloc (bytes);
  return p != NULL && had > 0 ? memcpy (p, old, had < bytes ? had : bytes) : p;
}

int
main (void)
{
  begun = 1;
  return printf ("early=%d threads=%d\n", early, comba_get_num_threads ()) < 0;
}
