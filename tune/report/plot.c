/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "plot.h"
#include "html.h"
#include <math.h>

/* In units of the viewBox.  Narrow windows show it at half the size with larger letters, which the
   margins have room for. */
#define WIDTH 720.0
#define HEIGHT 400.0
#define LEFT 64.0
#define RIGHT 28.0
#define TOP 16.0
#define BOTTOM 72.0

#define Y_TICKS 8               /* at most */
#define X_NAMES 11              /* with more powers of two every second has a name */
#define MARK_GAP 14.0           /* marks of a line are at least so far apart */

/* The scales: x from 2^low to 2^high, y from 0 to top. */
struct scale
{
  int low, high;
  double step, top;
};

/* The least of 1, 2, 5 times a power of ten, from 0.1 on, with at most Y_TICKS steps to Y. */
static double
y_step (double y)
{
  static const double factors[] = { 1, 2, 5 };
  for (double unit = 0.1; ; unit *= 10)
    for (int i = 0; i < 3; i++)
      if (y <= unit * factors[i] * Y_TICKS)
        return unit * factors[i];
}

static struct scale
scale_for (const struct plot *p)
{
  double least = HUGE_VAL, most = 0, y = 1;
  for (int i = 0; i < p->n; i++)
    for (size_t k = 0; k < p->lines[i].n; k++)
      {
        least = fmin (least, p->lines[i].of[k].x);
        most = fmax (most, p->lines[i].of[k].x);
        y = fmax (y, p->lines[i].of[k].y);
      }
  struct scale s = { .low = (int) floor (log2 (least)), .high = (int) ceil (log2 (most)), .step = y_step (y) };
  if (s.high == s.low)
    s.high++;
  s.top = s.step * ceil (y / s.step - 1e-9);
  return s;
}

static double
x_at (const struct scale *s, double x)
{
  return LEFT + (log2 (x) - s->low) / (s->high - s->low) * (WIDTH - LEFT - RIGHT);
}

static double
y_at (const struct scale *s, double y)
{
  return HEIGHT - BOTTOM - y / s->top * (HEIGHT - TOP - BOTTOM);
}

/* 2^K as 512, 4K, 16M. */
static void
print_size (FILE *out, int k)
{
  fprintf (out, "%ld%s", 1L << k % 10, k < 10 ? "" : k < 20 ? "K" : k < 30 ? "M" : "G");
}

static void
print_grid (FILE *out, const struct plot *p, const struct scale *s)
{
  for (int i = 0; i * s->step <= s->top + 1e-9; i++)
    {
      const double y = y_at (s, i * s->step);
      fprintf (out, "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" />"
               "<text class=\"y\" x=\"%.1f\" y=\"%.1f\" dy=\"0.35em\" text-anchor=\"end\">%g</text>\n",
               LEFT, y, WIDTH - RIGHT, y, LEFT - 8, y, i * s->step);
    }
  const int every = s->high - s->low > X_NAMES ? 2 : 1;
  for (int k = s->low; k <= s->high; k++)
    {
      const double x = x_at (s, exp2 (k));
      fprintf (out, "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" />", x, TOP, x, HEIGHT - BOTTOM);
      if ((k - s->low) % every == 0)
        {
          fprintf (out, "<text class=\"x\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", x, HEIGHT - BOTTOM + 26);
          print_size (out, k);
          fputs ("</text>", out);
        }
      fputc ('\n', out);
    }
  fprintf (out, "<line class=\"one\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" />\n",
           LEFT, y_at (s, 1), WIDTH - RIGHT, y_at (s, 1));
  fprintf (out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
  html_text (out, "%s", p->x_label);
  fputs ("</text>\n", out);
}

/* Circle, square, triangle, diamond: a line's mark at X, Y, around TITLE if there is one. */
static void
print_mark (FILE *out, int line, double x, double y, int noisy, const char *title)
{
  const char *noise = noisy ? " noisy" : "";
  const double r = 4;
  if (line == 0)
    fprintf (out, "<circle class=\"mark mark0%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">", noise, x, y, r);
  else if (line == 1)
    fprintf (out, "<path class=\"mark mark1%s\" d=\"M%.1f %.1fh8v8h-8z\">", noise, x - r, y - r);
  else if (line == 2)
    fprintf (out, "<path class=\"mark mark2%s\" d=\"M%.1f %.1fl5 9h-10z\">", noise, x, y - 5);
  else
    fprintf (out, "<path class=\"mark mark3%s\" d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\">", noise, x, y - 5);
  if (title != NULL)
    {
      fputs ("<title>", out);
      html_text (out, "%s", title);
      fputs ("</title>", out);
    }
  fputs (line == 0 ? "</circle>" : "</path>", out);
}

static void
print_line (FILE *out, const struct plot_line *l, int i, const struct scale *s)
{
  fprintf (out, "<polyline class=\"line line%d\" points=\"", i);
  for (size_t k = 0; k < l->n; k++)
    fprintf (out, "%s%.2f,%.2f", k > 0 ? " " : "", x_at (s, l->of[k].x), y_at (s, l->of[k].y));
  fputs ("\" />\n", out);
  double last = -HUGE_VAL;
  for (size_t k = 0; k < l->n; k++)
    {
      const struct plot_point *at = &l->of[k];
      const double x = x_at (s, at->x);
      if (x < last + MARK_GAP && !at->noisy)
        continue;
      char title[160];
      snprintf (title, sizeof title, "%s, %.0f: %.2f%s", l->name, at->x, at->y, at->noisy ? " (noisy)" : "");
      print_mark (out, i, x, y_at (s, at->y), at->noisy, title);
      last = x;
    }
  fputc ('\n', out);
}

static void
print_legend (FILE *out, const struct plot *p)
{
  fputs ("<ul class=\"legend\">\n", out);
  for (int i = 0; i < p->n; i++)
    {
      fprintf (out, "<li><svg viewBox=\"0 0 44 16\" aria-hidden=\"true\">"
               "<polyline class=\"line line%d\" points=\"0,8 44,8\" />", i);
      print_mark (out, i, 22, 8, 0, NULL);
      fputs ("</svg>", out);
      html_text (out, "%s", p->lines[i].name);
      fputs ("</li>\n", out);
    }
  fputs ("</ul>\n", out);
}

/* The plot in words. */
static void
print_description (FILE *out, const struct plot *p)
{
  for (int i = 0; i < p->n; i++)
    {
      const struct plot_line *l = &p->lines[i];
      const struct plot_point *least = &l->of[0], *most = least;
      for (size_t k = 1; k < l->n; k++)
        {
          if (l->of[k].y < least->y)
            least = &l->of[k];
          if (l->of[k].y > most->y)
            most = &l->of[k];
        }
      html_text (out, "%s%s: least %.2f at %.0f, most %.2f at %.0f %s.", i > 0 ? " " : "", l->name,
                 least->y, least->x, most->y, most->x, p->x_label);
    }
}

void
plot_figure (FILE *out, const struct plot *p)
{
  const struct scale s = scale_for (p);
  fputs ("<figure>\n", out);
  print_legend (out, p);
  fprintf (out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 %.0f %.0f\" role=\"img\""
           " aria-labelledby=\"plot%d-title plot%d-desc\">\n<title id=\"plot%d-title\">",
           WIDTH, HEIGHT, p->id, p->id, p->id);
  html_text (out, "%s", p->title);
  fprintf (out, "</title>\n<desc id=\"plot%d-desc\">", p->id);
  print_description (out, p);
  fputs ("</desc>\n", out);
  print_grid (out, p, &s);
  for (int i = 0; i < p->n; i++)
    print_line (out, &p->lines[i], i, &s);
  fputs ("</svg>\n<figcaption>", out);
  html_text (out, "%s", p->caption);
  fputs ("</figcaption>\n</figure>\n", out);
}
