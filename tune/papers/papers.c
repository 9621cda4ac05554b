/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "papers.h"
#include "counted.h"
#include "ways.h"
#include "../bench/machine.h"
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

struct operations operations;

static const struct
{
  int number;
  paper_fn *print;
} papers[] = {
  { 0, paper_000 },
  { 1, paper_001 },
  { 2, paper_002 },
  { 3, paper_003 },
  { 4, paper_004 },
};
enum { PAPERS = sizeof papers / sizeof papers[0] };
static int chosen[PAPERS];

const char *
papers_choose (const char *text)
{
  char *end;
  long number = strtol (text, &end, 10);
  int all = strcmp (text, "all") == 0, found = 0;
  for (int i = 0; i < PAPERS; i++)
    if (all || (end != text && *end == '\0' && number == papers[i].number))
      found = chosen[i] = 1;
  return found ? NULL : "the papers are 000, 001, 002, 003, 004 and all";
}

/* The threads that may be, each on a CPU of its own. */
static void
start_team (void)
{
  comba_set_num_threads (COMBA_THREADS_MAX);
  const struct comba_pool *pool = comba_pool_take (comba_threads_allowed (), COMBA_WAKE_NOW);
  if (pool != NULL)
    comba_pool_give ();
  spread_threads (1);
}

static void
print_head (const struct papers *p)
{
  const char *before = p->format == TABLE_CSV ? "# " : "";
  char cpu[128];
  cpu_model (cpu, sizeof cpu);
  if (p->format == TABLE_MARKDOWN)
    fprintf (p->out, "<!-- table head -->\n");
  fprintf (p->out, "%sCPU: %s; threads: %d; compiler: %s; limbs of %d bits;"
           " best set: %s; GMP: %s.\n", before, cpu, comba_threads_allowed (), COMPILER,
           GMP_LIMB_BITS, p->best->name, p->gmp->label);
  if (p->format == TABLE_MARKDOWN)
    fprintf (p->out, "<!-- end -->\n");
  putc ('\n', p->out);
}

int
papers_print (struct papers *p)
{
  p->best = comba_active ();
  start_team ();
  print_head (p);
  for (int i = 0; i < PAPERS; i++)
    if (chosen[i])
      papers[i].print (p);
  fprintf (p->out, "%s%d of %d times were noisy: fewer than a quarter of the samples were within 5 %% of the best.\n",
           p->format == TABLE_CSV ? "# " : "", noise.noisy, noise.all);
  return fflush (p->out) == EOF || ferror (p->out) ? -1 : 0;
}
