/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-papers: the tables of the five papers, beside the numbers of this machine. */

#include "papers.h"
#include "counted.h"
#include "ways.h"
#include "../bench/machine.h"
#include "../provenance.h"
#include "../../tools/output.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
  "usage: comba-papers [OPTION...] PAPER...\n"
  "Prints the numbers of the papers (001 to 004, 000, or all) beside those of this machine: times,\n"
  "operations, ratios.\n"
  "\n"
  "  --against PATH    the libgmp to compare with (default: the libgmp.so.10 that the loader finds)\n"
  "  --label TEXT      its name in the tables (default: its name and version)\n"
  "  --format NAME     text (the default) or csv\n"
  "  --passes N        passes over the samples of each time (default 6), and up to twice as many more if\n"
  "                    it is noisy\n"
  "  --i386 PROGRAM    for paper 000: the comba-papers of a build for i386, to compare with\n"
  "  --help, --version\n"
  "\n"
  "Exit code: 0; 1 if results differ or the output cannot be written; 2 for a wrong command line or\n"
  "a library that cannot be used.\n";

enum { FAILED = 1, UNUSABLE = 2 };

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

void
give_up (const char *reason)
{
  fprintf (stderr, "comba-papers: %s\n", reason);
  exit (FAILED);
}

static _Noreturn void
refuse (const char *what, const char *value, const char *reason)
{
  fprintf (stderr, "comba-papers: %s%s: %s\n", what, value, reason);
  exit (UNUSABLE);
}

static enum table_format
format (const char *name)
{
  static const char *const names[] = { "text", "csv" };
  for (int f = 0; f < 2; f++)
    if (strcmp (name, names[f]) == 0)
      return (enum table_format) f;
  refuse ("--format ", name, "the formats are text and csv");
}

static int
number_of_passes (const char *value)
{
  char *end;
  const long n = strtol (value, &end, 10);
  if (end == value || *end != '\0' || n < 1 || n > PASSES_MAX)
    refuse ("--passes ", value, "a number from 1 to 100 is needed");
  return n;
}

/* TEXT is such as "1", "001" or "all". */
static void
choose (const char *text)
{
  char *end;
  const long number = strtol (text, &end, 10);
  const int all = strcmp (text, "all") == 0;
  int found = 0;
  for (int i = 0; i < PAPERS; i++)
    if (all || (end != text && *end == '\0' && number == papers[i].number))
      found = chosen[i] = 1;
  if (!found)
    refuse (text, "", "the papers are 000, 001, 002, 003, 004 and all");
}

static void
read_options (struct papers *p, const char **against, const char **label, int argc, char **argv)
{
  enum { AGAINST = 1, LABEL, FORMAT, PASSES, I386, SHOW_HELP, SHOW_VERSION };
  static const struct option known[] = {
    { "against", required_argument, NULL, AGAINST },
    { "label", required_argument, NULL, LABEL },
    { "format", required_argument, NULL, FORMAT },
    { "passes", required_argument, NULL, PASSES },
    { "i386", required_argument, NULL, I386 },
    { "help", no_argument, NULL, SHOW_HELP },
    { "version", no_argument, NULL, SHOW_VERSION },
    { NULL, 0, NULL, 0 }
  };

  int option;
  while ((option = getopt_long (argc, argv, "", known, NULL)) != -1)
    switch (option)
      {
      case AGAINST: *against = optarg; break;
      case LABEL: *label = optarg; break;
      case FORMAT: p->format = format (optarg); break;
      case PASSES: passes = number_of_passes (optarg); break;
      case I386: p->other_build = optarg; break;
      case SHOW_HELP: fputs (usage, stdout); exit (finish_output ("comba-papers"));
      case SHOW_VERSION: printf ("comba-papers %s\n", COMBA_VERSION); exit (finish_output ("comba-papers"));
      default:
        fprintf (stderr, "Try comba-papers --help.\n");
        exit (UNUSABLE);
      }
  if (optind == argc)
    {
      fprintf (stderr, "comba-papers: which papers?\nTry comba-papers --help.\n");
      exit (UNUSABLE);
    }
  for (; optind < argc; optind++)
    choose (argv[optind]);
}

/* Allows all threads, each on a CPU of its own. */
static void
start_workers (void)
{
  comba_set_num_threads (COMBA_THREADS_MAX);
  comba_set_thread_engine ("posix");
  has_openmp ();
  const struct comba_pool *pool = comba_pool_take (comba_threads_allowed (), COMBA_WAKE_NOW);
  if (pool != NULL)
    comba_pool_give ();
  spread_threads (1);
}

static void
print_head (const struct papers *p, int argc, char **argv)
{
  if (p->format == TABLE_CSV)
    {
      print_provenance (stdout, &(struct provenance) {
        .kind = "papers", .config = p->best->name, .reference = p->gmp->label, .comba = COMBA_VERSION,
        .argc = argc, .argv = argv
      });
      printf ("# conditions: threads: %d; limbs of %d bits\n", comba_threads_allowed (), GMP_LIMB_BITS);
      print_validity (stdout, noise.noisy <= NOISY_SHARE * noise.all, noise.noisy, noise.all, "times");
    }
  else
    {
      char cpu[128];
      cpu_model (cpu, sizeof cpu);
      printf ("CPU: %s; threads: %d; compiler: %s; limbs of %d bits; CPU configuration: %s; GMP: %s.\n",
              cpu, comba_threads_allowed (), COMPILER, GMP_LIMB_BITS, p->best->name, p->gmp->label);
      printf ("%d of %d times were noisy: fewer than a quarter of the samples were within 5 %% of the best.\n",
              noise.noisy, noise.all);
    }
  putchar ('\n');
}

int
main (int argc, char **argv)
{
  const char *against = "libgmp.so.10", *label = NULL;
  struct papers p = { .format = TABLE_TEXT };
  read_options (&p, &against, &label, argc, argv);

  static struct library gmp;
  if (open_library (&gmp, against) != 0)
    return UNUSABLE;
  if (label != NULL)
    snprintf (gmp.label, sizeof gmp.label, "%s", label);
  p.gmp = &gmp;
  p.best = comba_active ();
  start_workers ();

  /* How noisy it was stands before the tables. */
  char *tables;
  size_t size;
  p.out = open_memstream (&tables, &size);
  if (p.out == NULL)
    give_up ("out of memory");
  for (int i = 0; i < PAPERS; i++)
    if (chosen[i])
      papers[i].print (&p);
  if (fclose (p.out) != 0)
    give_up ("out of memory");
  print_head (&p, argc, argv);
  fwrite (tables, 1, size, stdout);
  return finish_output ("comba-papers") != 0 ? FAILED : 0;
}
