/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-bench: times libcomba's exported functions against any libgmp. */

#include "results.h"
#include "report.h"
#include "elsewhere.h"
#include "machine.h"
#include "../clock.h"
#include "../report/report.h"
#include "../../tools/find.h"
#include "../../tools/output.h"
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char usage[] =
  "usage: comba-bench [OPTION...]\n"
  "Times libcomba's mpn functions against those of another library, and comba_mod_* products against\n"
  "its mpz_mul and mpz_mod.  Both run in one process, alternately, on the same operands.\n"
  "\n"
  "What to measure (default: --quick; with --report more)\n"
  "  --standard        mul_n and sqr at every size to 130 and every 3 % to 2048;\n"
  "                    mul with operands from equal length to 100 : 1\n"
  "  --quick           the same at fewer sizes\n"
  "  --function NAME   only mul_n, sqr, mul, mul_1, addmul_1, submul_1, mul_basecase or\n"
  "                    sqr_basecase; with --sizes also powm, or a product modulo one number: of\n"
  "                    encoded residues mod_mul or mod_sqr, of canonical ones mod_mul_plain or\n"
  "                    mod_sqr_plain; may be repeated\n"
  "                    (default for --sizes: mul_n and sqr; mul if there are ratios).  Also GMP's\n"
  "                    other operations, and functions of mpn behind them; NAME list lists all\n"
  "  --operations      the mpz_ operations of a libgmp with comba in front of it and without, at 2 to\n"
  "                    16384 limbs (powers: to 128), or at --sizes\n"
  "  --exponent BITS   for powm, whose --sizes are those of the modulus, odd (default: as many as\n"
  "                    the modulus, at most 1024)\n"
  "  --even            for mod_*, whose --sizes are those of the modulus: even moduli\n"
  "  --sizes LIST      sizes in limbs, such as 1-130,130-2048:3%,4096 : numbers and ranges,\n"
  "                    ranges with a step in limbs or percent\n"
  "  --ratios LIST     for mul, such as 1.5,3 : --sizes are those of the smaller operand, and\n"
  "                    the larger one is longer by this factor\n"
  "  --shapes LIST     shapes for mul, such as 100x8,1000x1000\n"
  "  --turns LO-HI     calls at random sizes from LO to HI limbs and at changing places in memory,\n"
  "                    of mul, or of --function mul_n, sqr or mul; may be repeated\n"
  "\n"
  "Libraries\n"
  "  --against PATH    any libgmp or libcomba (default: the libgmp.so.10 that the loader finds)\n"
  "  --label TEXT      its name in the results (default: its own name and version)\n"
  "  --threads N       libcomba with N threads on N CPUs; without --against it is compared with\n"
  "                    the same libcomba on one thread\n"
  "  --comba PATH      another libcomba than the one of this program\n"
  "                    (COMBA_CPU=NAME in the environment chooses its CPU configuration)\n"
  "\n"
  "Method\n"
  "  --passes N        passes over all jobs (default 10)\n"
  "  --retries N       at most so many further passes over noisy jobs (default 20)\n"
  "  --no-pin          do not pin threads to CPUs\n"
  "\n"
  "Results: a table and a summary on standard output, and\n"
  "  --csv FILE        the same as comma-separated values, after a header that describes the run\n"
  "  --report FILE     the same as a page with plots, in HTML, with the machine and the settings.  If\n"
  "                    nothing says what to measure, also powers, products modulo a number, longer\n"
  "                    operands, and several threads against one\n"
  "  --min-ratio X     list the jobs where libcomba is less than X times as fast\n"
  "  --help, --version\n"
  "\n"
  "A sample is one call, or a loop of calls on the same operands for 15 microseconds (--turns: of\n"
  "256 calls).  It is measured in cycles, by the clock right before and after it.  A sample is ignored\n"
  "if another program ran on the same core then, for instance on its hyperthread sibling (--threads:\n"
  "on any of the N CPUs, before or after three samples).  The samples of both libraries alternate, at\n"
  "up to eight placements of the operands in memory, and both must give the same product there.\n"
  "A time is the mean over the placements of the median of the samples.  A ratio is the reference's\n"
  "time divided by comba's.  A job is noisy if, for either library, the middle half of the samples is\n"
  "not within 5 % (or 2 cycles), or if too few samples remain.  If more than 5 % of all jobs stay\n"
  "noisy, or other programs had the CPU for a tenth of the time, the run is not valid.  Nor is a run\n"
  "with one pass, which is too few to tell.\n"
  "The clock within a call is not known: for calls of milliseconds the time is right only if the\n"
  "clock is on average the same as at both ends.\n"
  "\n"
  "Exit status: 0; 1 if products differ or a file cannot be written; 2 for a wrong command line or a\n"
  "library that cannot be used; 3 if the run is not valid.\n";

enum
{
  DIFFERENT = 1,
  UNUSABLE = 2,
  NOT_VALID = 3
};

enum { TURN_RANGES = 16, THREADS_MOST = 1000 };

/* The command line. */
struct options
{
  int standard, quick, no_pin, even, operations;
  int function[FUNCTIONS];
  struct sizes sizes;
  struct shapes shapes;
  struct ratios ratios;
  const char *turns[TURN_RANGES];
  int turn_ranges;
  const char *against, *label, *comba, *csv, *report;
  double min_ratio;
  long passes, retries, exponent, threads;
};

static _Noreturn void
refuse (const char *option, const char *value, const char *reason)
{
  fprintf (stderr, "comba-bench: --%s%s%s: %s\n", option, value != NULL ? " " : "",
           value != NULL ? value : "", reason);
  exit (UNUSABLE);
}

static _Noreturn void
list_functions (void)
{
  for (int f = 0; f < FUNCTIONS; f++)
    printf ("%-16s%s%s\n", function_names[f], is_operation (f) ? " " : "", is_operation (f) ? operation_title (operation_of (f)) : "");
  exit (finish_output ("comba-bench"));
}

static void
choose_function (struct options *o, const char *name)
{
  if (strcmp (name, "list") == 0)
    list_functions ();
  for (int f = 0; f < FUNCTIONS; f++)
    if (strcmp (name, function_names[f]) == 0)
      {
        o->function[f] = 1;
        return;
      }
  refuse ("function", name, "there is no such function; --function list lists them");
}

static long
count (const char *option, const char *value, long least)
{
  char *end;
  long n = strtol (value, &end, 10);
  if (end == value || *end != '\0' || n < least || n > 1000)
    {
      char reason[64];
      snprintf (reason, sizeof reason, "a number from %ld to 1000 is needed", least);
      refuse (option, value, reason);
    }
  return n;
}

static long
exponent_bits (const char *value)
{
  char *end;
  long n = strtol (value, &end, 10);
  if (end == value || *end != '\0' || n < 2 || n > 1000000)
    refuse ("exponent", value, "a number of bits from 2 to 1000000 is needed");
  return n;
}

static double
positive (const char *option, const char *value)
{
  char *end;
  double x = strtod (value, &end);
  if (end == value || *end != '\0' || !(x > 0 && x < 1e6))
    refuse (option, value, "a number above 0 is needed");
  return x;
}

static void
refuse_if (const char *option, const char *value, const char *wrong)
{
  if (wrong != NULL)
    refuse (option, value, wrong);
}

static void
read_options (struct options *o, int argc, char **argv)
{
  enum { STANDARD = 1, QUICK, IN_OPERATIONS, FUNCTION, EXPONENT, EVEN, SIZES, RATIOS, SHAPES, IN_TURNS, AGAINST, LABEL, LIBCOMBA, PASSES,
         RETRIES, NO_PIN, CSV, REPORT, MIN_RATIO, THREADS, SHOW_HELP, SHOW_VERSION };
  static const struct option known[] = {
    { "standard", no_argument, NULL, STANDARD },
    { "quick", no_argument, NULL, QUICK },
    { "operations", no_argument, NULL, IN_OPERATIONS },
    { "function", required_argument, NULL, FUNCTION },
    { "exponent", required_argument, NULL, EXPONENT },
    { "even", no_argument, NULL, EVEN },
    { "sizes", required_argument, NULL, SIZES },
    { "ratios", required_argument, NULL, RATIOS },
    { "shapes", required_argument, NULL, SHAPES },
    { "turns", required_argument, NULL, IN_TURNS },
    { "against", required_argument, NULL, AGAINST },
    { "label", required_argument, NULL, LABEL },
    { "comba", required_argument, NULL, LIBCOMBA },
    { "passes", required_argument, NULL, PASSES },
    { "retries", required_argument, NULL, RETRIES },
    { "no-pin", no_argument, NULL, NO_PIN },
    { "csv", required_argument, NULL, CSV },
    { "report", required_argument, NULL, REPORT },
    { "min-ratio", required_argument, NULL, MIN_RATIO },
    { "threads", required_argument, NULL, THREADS },
    { "help", no_argument, NULL, SHOW_HELP },
    { "version", no_argument, NULL, SHOW_VERSION },
    { NULL, 0, NULL, 0 }
  };

  int option;
  while ((option = getopt_long (argc, argv, "", known, NULL)) != -1)
    switch (option)
      {
      case STANDARD: o->standard = 1; break;
      case QUICK: o->quick = 1; break;
      case IN_OPERATIONS: o->operations = 1; break;
      case FUNCTION: choose_function (o, optarg); break;
      case EXPONENT: o->exponent = exponent_bits (optarg); break;
      case EVEN: o->even = 1; break;
      case SIZES: refuse_if ("sizes", optarg, sizes_add (&o->sizes, optarg)); break;
      case RATIOS: refuse_if ("ratios", optarg, ratios_add (&o->ratios, optarg)); break;
      case SHAPES: refuse_if ("shapes", optarg, shapes_add (&o->shapes, optarg)); break;
      case IN_TURNS:
        if (o->turn_ranges == TURN_RANGES)
          refuse ("turns", optarg, "it has been given too often");
        o->turns[o->turn_ranges++] = optarg;
        break;
      case AGAINST: o->against = optarg; break;
      case LABEL: o->label = optarg; break;
      case LIBCOMBA: o->comba = optarg; break;
      case PASSES: o->passes = count ("passes", optarg, 1); break;
      case RETRIES: o->retries = count ("retries", optarg, 0); break;
      case NO_PIN: o->no_pin = 1; break;
      case CSV: o->csv = optarg; break;
      case REPORT: o->report = optarg; break;
      case MIN_RATIO: o->min_ratio = positive ("min-ratio", optarg); break;
      case THREADS: o->threads = count ("threads", optarg, 2); break;
      case SHOW_HELP: fputs (usage, stdout); exit (finish_output ("comba-bench"));
      case SHOW_VERSION: printf ("comba-bench %s\n", COMBA_VERSION); exit (finish_output ("comba-bench"));
      default:
        fprintf (stderr, "Try comba-bench --help.\n");
        exit (UNUSABLE);
      }
  if (optind < argc)
    {
      fprintf (stderr, "comba-bench: %s: not an option\nTry comba-bench --help.\n", argv[optind]);
      exit (UNUSABLE);
    }
  for (int f = FIRST_OPERATION; f < FUNCTIONS && o->operations; f++)
    o->function[f] |= is_mpz (f);
  if (o->csv != NULL && o->report != NULL && strcmp (o->csv, o->report) == 0)
    refuse ("report", o->report, "--csv writes this file");
}

static int
any_function (const struct options *o)
{
  for (int f = 0; f < FUNCTIONS; f++)
    if (o->function[f])
      return 1;
  return 0;
}

static int
any_modular (const struct options *o)
{
  for (int f = 0; f < FUNCTIONS; f++)
    if (is_modular (f) && o->function[f])
      return 1;
  return 0;
}

static int
any_mpz (const struct options *o)
{
  for (int f = 0; f < FUNCTIONS; f++)
    if (is_mpz (f) && o->function[f])
      return 1;
  return 0;
}

/* Whether nothing says what to measure for a report, so that it is a full one. */
static int
is_full (const struct options *o)
{
  return o->report != NULL && !o->standard && !o->quick && !any_function (o) && o->sizes.n == 0
         && o->shapes.n == 0 && o->turn_ranges == 0 && o->threads == 0;
}

/* The jobs that the command line asks for; none for a full report. */
static struct plan
make_plan (const struct options *o)
{
  static const int every[FUNCTIONS] = { 1, 1, 1 };
  const int for_sizes[FUNCTIONS] = {
    [MUL_N] = o->ratios.n == 0, [SQR] = o->ratios.n == 0, [MUL] = o->ratios.n > 0
  };
  int any = any_function (o);
  if (o->turn_ranges > 0 && any && !o->function[MUL_N] && !o->function[SQR] && !o->function[MUL])
    refuse ("turns", o->turns[0], "only mul_n, sqr and mul can be timed at random sizes");
  if (o->function[POWM] && o->sizes.n == 0)
    refuse ("function", "powm", "--sizes is needed");
  if (o->exponent != 0 && !o->function[POWM])
    refuse ("exponent", NULL, "only --function powm has an exponent");
  if (any_modular (o) && o->sizes.n == 0)
    refuse ("function", "mod_*", "--sizes is needed");
  if (o->even && !any_modular (o))
    refuse ("even", NULL, "only products modulo a number (--function mod_...) have even moduli");
  if (o->ratios.n > 0 && o->sizes.n == 0)
    refuse ("ratios", NULL, "--sizes is needed");
  if (o->ratios.n > 0 && any && !o->function[MUL])
    refuse ("ratios", NULL, "only mul has ratios");

  struct plan plan = { NULL, 0 };
  if (o->standard)
    refuse_if ("standard", NULL, plan_add_standard (&plan, any ? o->function : every));
  if (o->quick || (!is_full (o) && !o->standard && o->sizes.n == 0 && o->shapes.n == 0 && o->turn_ranges == 0))
    refuse_if ("quick", NULL, plan_add_quick (&plan, any ? o->function : every));
  for (int f = 0; f < FUNCTIONS; f++)
    if (f == POWM && o->function[f])
      refuse_if ("exponent", NULL, plan_add_powers (&plan, &o->sizes, o->exponent));
    else if (is_modular (f) && o->function[f])
      refuse_if ("sizes", NULL, plan_add_modular (&plan, f, &o->sizes, o->even));
    else if (is_operation (f))
      refuse_if ("sizes", NULL, o->function[f] ? plan_add_operation (&plan, f, &o->sizes) : NULL);
    else if (any ? o->function[f] : for_sizes[f])
      refuse_if ("sizes", NULL, plan_add_sizes (&plan, f, &o->sizes, &o->ratios));
  refuse_if ("shapes", NULL, plan_add_shapes (&plan, &o->shapes));
  for (int i = 0; i < o->turn_ranges; i++)
    for (int f = MUL_N; f <= MUL; f++)
      if (any ? o->function[f] : f == MUL)
        refuse_if ("turns", o->turns[i], plan_add_turns (&plan, f, o->turns[i]));
  return plan;
}

static void
progress (const char *format, long a, long b)
{
  if (isatty (STDERR_FILENO))
    fprintf (stderr, format, a, b);
}

/* One pass over one job.  In a run with several threads, those of one thread stay on one CPU. */
static int
measure_job (struct results *r, size_t i, const struct options *o)
{
  const struct job *job = &r->of[i].job;
  if (r->pair_count > 0 && !o->no_pin)
    stay_on_cpus (job->threads > 0 ? 0 : 1);
  const double start = now_ns (), cpu_start = cpu_ns ();
  const int failed = measure_pass (&r->of[i], libraries_of (r, job));
  r->ns += now_ns () - start;
  r->cpu_ns += cpu_ns () - cpu_start;
  return failed;
}

/* The passes over all jobs, then those over the noisy ones.  They wait a little in
   between, so that other programs may finish.  Returns 0, or -1. */
static int
measure (struct results *r, const struct options *o)
{
  for (long pass = 0; pass < o->passes; pass++)
    for (size_t i = 0; i < r->n; i++)
      {
        progress ("\rpass %ld, job %ld\033[K", pass + 1, (long) i + 1);
        if (measure_job (r, i, o) != 0)
          return -1;
      }

  for (long retry = 0; retry < o->retries && count_noisy (r) > 0; retry++)
    {
      progress ("\rretry %ld, noisy jobs: %ld\033[K", retry + 1, (long) count_noisy (r));
      nanosleep (&(struct timespec) { .tv_nsec = 200000000 }, NULL);
      for (size_t i = 0; i < r->n; i++)
        if (is_noisy (&r->of[i]) && measure_job (r, i, o) != 0)
          return -1;
    }
  progress ("\r\033[K", 0, 0);
  return 0;
}

static struct results
new_results (const struct plan *plan, const struct library *libraries)
{
  struct results r = { .libraries = libraries, .n = plan->n };
  cpu_model (r.cpu, sizeof r.cpu);
  r.of = calloc (plan->n, sizeof r.of[0]);
  if (r.of == NULL)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      exit (UNUSABLE);
    }
  for (size_t i = 0; i < plan->n; i++)
    r.of[i].job = plan->of[i];
  return r;
}

/* Whether l has f, of mpn functions. */
static int
defines (const struct library *l, enum function f)
{
  switch (f)
    {
    case MUL_1: case ADDMUL_1: case SUBMUL_1: return l->by_limb[f - MUL_1] != NULL;
    case MUL_BASECASE: return l->mul_basecase != NULL;
    case SQR_BASECASE: return l->sqr_basecase != NULL;
    case POWM: return l->powm != NULL;
    default: return !is_operation (f) || l->operation[operation_of (f)] != NULL;
    }
}

static void
open_both (struct library libraries[SIDES], const struct options *o)
{
  char path[PATH_MAX];
  if (o->comba != NULL)
    snprintf (path, sizeof path, "%s", o->comba);
  else if (find_libcomba (path, sizeof path) != 0)
    {
      fprintf (stderr, "comba-bench: %s: %s\n", path, strerror (errno));
      exit (UNUSABLE);
    }
  if (o->threads != 0 ? open_with_threads (libraries, o->against, path, o->threads) != 0
                      : open_libraries (libraries, o->against != NULL ? o->against : "libgmp.so.10", path) != 0)
    exit (UNUSABLE);
  if (any_mpz (o) && open_behind (libraries) != 0)
    exit (UNUSABLE);
  for (int f = 0; f < FUNCTIONS; f++)
    if (o->function[f] && !(defines (&libraries[REFERENCE], f) && defines (&libraries[COMBA], f)))
      refuse ("function", function_names[f], "one of the libraries does not define it");
  if (any_modular (o) && (libraries[COMBA].mod.init == NULL
                          || (libraries[REFERENCE].mpz_mul == NULL
                              && libraries[REFERENCE].mod.init == NULL)))
    refuse ("function", "mod_*", "a libcomba lacks comba_mod_*, or the reference mpz_mul and mpz_mod");
  if (o->label != NULL)
    snprintf (libraries[REFERENCE].label, sizeof libraries[REFERENCE].label, "%s", o->label);
}

/* Before the measurement, so that a wrong path is found at once.  Opens nothing without a PATH. */
static void
open_file (struct report_file *file, const char *path)
{
  if (path != NULL && report_open (file, "comba-bench", path) != 0)
    exit (DIFFERENT);
}

/* The jobs of a full report.  PAIRS becomes libcomba with one and with several threads.  Returns the
   number of pairs. */
static int
plan_full (struct plan *plan, struct library libraries[SIDES], struct library pairs[PAIRS][SIDES])
{
  const struct library unnamed = libraries[COMBA];
  int defined[FUNCTIONS], most = 1, n = 0;
  for (int f = 0; f < FUNCTIONS; f++)
    defined[f] = is_modular (f) ? libraries[COMBA].mod.init != NULL
                                  && (libraries[REFERENCE].mpz_mul != NULL || libraries[REFERENCE].mod.init != NULL)
                 : defines (&libraries[REFERENCE], f) && defines (&libraries[COMBA], f);
  refuse_if ("report", NULL, plan_add_report (plan, defined));
  if (unnamed.set_num_threads != NULL)
    most = unnamed.set_num_threads (THREADS_MOST);
  size_t i = plan->n;
  refuse_if ("report", NULL, plan_add_threads (plan, most, defined));
  for (int last = 0; i < plan->n; last = plan->of[i++].threads)
    if (plan->of[i].threads > last)
      thread_pair (pairs[n++], &unnamed, plan->of[i].threads);
    else if (plan->of[i].threads < last)
      break;            /* the same numbers for another function */
  if (n > 0)
    name_threads (&libraries[COMBA], 1);
  return n;
}

/* Stays on the CPUs that are needed, unless the command line says otherwise. */
static void
pin (const struct options *o)
{
  if (!o->no_pin && stay_on_cpus (o->threads != 0 ? o->threads : 1) != 0)
    fprintf (stderr, "comba-bench: note: cannot stay on one CPU, or on N of them\n");
}

/* The part of the page about settings.  The limit of threads in it is that of all CPUs. */
static char *
settings_text (const struct options *o, const struct library *comba)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (!o->no_pin)
    stay_on_cpus (0);
  if (out != NULL)
    report_settings (out, comba->list_setting);
  if (out == NULL || fclose (out) != 0)
    {
      fprintf (stderr, "comba-bench: out of memory\n");
      exit (UNUSABLE);
    }
  if (!is_full (o))
    pin (o);
  return text;
}

/* Writes and closes the files that are open.  Returns 0, or -1 after a message on stderr. */
static int
write_files (const struct results *r, struct report_file *csv, struct report_file *report, const char *settings,
             int argc, char **argv)
{
  int failed = 0;
  if (csv->out != NULL)
    {
      print_csv (csv->out, r, argc, argv);
      failed = report_close (csv);
    }
  if (report->out != NULL)
    failed |= print_report (report->out, r, settings, argc, argv) != 0 ? -1 : report_close (report);
  return failed;
}

int
main (int argc, char **argv)
{
  struct options o = { .passes = 10, .retries = 20 };
  read_options (&o, argc, argv);
  struct plan plan = make_plan (&o);
  struct report_file csv = { 0 }, report = { 0 };
  open_file (&csv, o.csv);
  open_file (&report, o.report);

  /* Before the libraries look at how many CPUs there are. */
  const int full = is_full (&o);
  if (!full)
    pin (&o);
  static struct library libraries[SIDES], pairs[PAIRS][SIDES];
  open_both (libraries, &o);
  char *settings = report.out != NULL ? settings_text (&o, &libraries[COMBA]) : NULL;
  const int pair_count = full ? plan_full (&plan, libraries, pairs) : 0;
  if (full && pair_count == 0)
    pin (&o);
  if ((o.threads != 0 || pair_count > 0) && watch_cpus () != 0)
    return UNUSABLE;
  struct results r = new_results (&plan, libraries);
  r.pairs = pairs;
  r.pair_count = pair_count;
  print_header (stdout, &r);
  if (finish_output ("comba-bench") != 0 || measure (&r, &o) != 0)
    return DIFFERENT;
  print_table (&r);
  print_summary (&r, o.min_ratio);

  int valid = is_valid (&r);
  putchar ('\n');
  print_verdict (stdout, &r);
  if (write_files (&r, &csv, &report, settings, argc, argv) != 0 || finish_output ("comba-bench") != 0)
    return DIFFERENT;
  free (settings);
  return valid ? 0 : NOT_VALID;
}
