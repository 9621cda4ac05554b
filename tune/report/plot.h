/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Plots of ratios by size, as inline SVG.  doc/figures.py draws those of the documents by the same
   rules: at most four lines, powers of two on the axis of sizes, ratios from 0 with a line at 1. */

#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <stddef.h>
#include <stdio.h>

enum { PLOT_LINES = 4 };

struct plot_point
{
  double x, y;                  /* x >= 1, y >= 0 */
  int noisy;
};

struct plot_line
{
  const char *name;
  const struct plot_point *of;  /* in ascending order of x, n >= 1 */
  size_t n;
};

struct plot
{
  int id;                       /* differs between the plots of a page */
  const char *title, *caption, *x_label;
  const struct plot_line *lines;
  int n;                        /* 1 to PLOT_LINES */
};

/* Writes a figure with the legend, the plot, which says in words what it shows, and the caption. */
void plot_figure (FILE *out, const struct plot *p);

#endif
