/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-bench --report: which plots jobs with several threads get, on machines with more CPUs than
   this one; and text that must be escaped. */

#include "../tests.h"
#include "../../tune/bench/report.h"
#include "../../tune/report/html.h"

static const int every[FUNCTIONS] = { [MUL_N] = 1, [SQR] = 1, [MOD_MUL] = 1 };

static size_t
occurrences (const char *text, const char *part)
{
  size_t n = 0;
  for (; (text = strstr (text, part)) != NULL; text++)
    n++;
  return n;
}

/* The page for jobs with up to MOST threads. */
static char *
page_for (int most)
{
  static struct library libraries[SIDES], pairs[PAIRS][SIDES];
  struct plan plan = { NULL, 0 };
  char *page = NULL, *argv[] = { "comba-bench", NULL };
  size_t size;
  if (plan_add_threads (&plan, most, every) != NULL)
    check_fail ("no plan");
  struct results r = { .libraries = libraries, .pairs = pairs, .n = plan.n, .ns = 1, .cpu_ns = 1 };
  r.of = calloc (plan.n + 1, sizeof *r.of);
  for (size_t i = 0; i < plan.n; i++)
    {
      r.of[i] = (struct measurement) { .job = plan.of[i], .passes = 2, .placements = 1, .cycles = { 3 * (double) (i + 1), i + 1 } };
      if (r.pair_count < PAIRS && (r.pair_count == 0 || plan.of[i].threads > pairs[r.pair_count - 1][COMBA].threads))
        thread_pair (pairs[r.pair_count++], &libraries[COMBA], plan.of[i].threads);
    }
  FILE *out = open_memstream (&page, &size);
  if (print_report (out, &r, "", 1, argv) != 0)
    check_fail ("no page");
  fclose (out);
  free (r.of);
  free (plan.of);
  return page;
}

/* Expects PLOTS plots with LINES lines each. */
static void
check_threads (int most, size_t plots, size_t lines)
{
  check_begin ("up to %d threads", most);
  char *page = page_for (most);
  if (occurrences (page, "<figure>") != plots || occurrences (page, "<li>") != plots * lines)
    check_fail ("%zu plots, %zu lines", occurrences (page, "<figure>"), occurrences (page, "<li>"));
  if (occurrences (page, ">3.000<") != plots * lines * 9)
    check_fail ("%zu ratios", occurrences (page, ">3.000<"));
  char line[64];
  snprintf (line, sizeof line, "square, %d threads</li>", most);
  if (plots > 0 && occurrences (page, line) != 1)
    check_fail ("no line \"%s\"", line);
  free (page);
  check_end ();
}

static void
check_escaped (const char *text, const char *expected)
{
  char *page = NULL;
  size_t size;
  check_begin ("escaped: %s", expected);
  FILE *out = open_memstream (&page, &size);
  html_text (out, "%s", text);
  fclose (out);
  if (strcmp (page, expected) != 0)
    check_fail ("got %s", page);
  free (page);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  check_threads (1, 0, 0);
  check_threads (2, 1, 3);
  check_threads (3, 3, 2);
  check_threads (4, 3, 2);
  check_threads (5, 3, 3);
  check_threads (64, 3, 3);
  check_escaped ("a < b & \"c\" > 'd'", "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  check_escaped ("\302\261 \342\202\254 \360\237\230\200", "\302\261 \342\202\254 \360\237\230\200");
  check_escaped ("\300\200 \355\240\200 \364\220\200\200 \303", "?? ??? ???? ?");
  check_escaped ("\1\33\177\t\n", "??\177\t\n");
  return tests_end ();
}
