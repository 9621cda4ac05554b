/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "progress.h"
#include "../clock.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define REFRESH 100e6           /* ns */
enum { WIDTH = 40 };

static double begin, end, shown;
static const char *stage = "";
static int terminal;

void
progress_begin (double seconds)
{
  begin = now_ns ();
  end = begin + 1e9 * seconds;
  terminal = isatty (STDERR_FILENO);
}

void
progress_stage (const char *name)
{
  stage = name;
  shown = 0;
  if (!terminal)
    fprintf (stderr, "comba-tune: %s, %.0f s left\n", stage, fmax (0, (end - now_ns ()) / 1e9));
  progress_tick ();
}

void
progress_tick (void)
{
  double now = now_ns ();
  if (!terminal || now - shown < REFRESH)
    return;
  shown = now;
  int done = (int) fmin (WIDTH, WIDTH * (now - begin) / (end - begin));
  char bar[WIDTH + 1];
  memset (bar, '#', done);
  memset (bar + done, '-', WIDTH - done);
  bar[WIDTH] = '\0';
  int left = (int) fmax (0, ceil ((end - now) / 1e9));
  fprintf (stderr, "\r[%s] %d:%02d left  %s\033[K", bar, left / 60, left % 60, stage);
}

void
progress_end (void)
{
  if (terminal)
    fprintf (stderr, "\r\033[K");
}
