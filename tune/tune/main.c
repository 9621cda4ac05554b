/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: finds the settings of libcomba that are fastest on this CPU, and writes them to the
   file that the library reads. */

#include "check.h"
#include "config_file.h"
#include "kernels.h"
#include "lead.h"
#include "powers.h"
#include "report.h"
#include "representations.h"
#include "settings.h"
#include "model.h"
#include "timing.h"
#include "tuner.h"
#include "write.h"
#include "../report/report.h"
#include "../../tools/output.h"
#include "comba.h"
#include "dispatch/select.h"
#include "parallel/threads.h"
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
  "usage: comba-tune [OPTION...]\n"
  "Measures libcomba's algorithms on this CPU and writes the fastest settings to a file, which\n"
  "libcomba reads from then on when it is loaded.  Keep the machine otherwise idle meanwhile.\n"
  "\n"
  "Duration (default: 3 minutes)\n"
  "  --quick           20 seconds\n"
  "  --thorough        15 minutes\n"
  "  --seconds N       about N seconds\n"
  "  --threads N       measure plans for up to N threads (default: as many as this process may\n"
  "                    use); 1: measure none, and write the built-in plans and no line \"threads\"\n"
  "\n"
  "Output\n"
  "  --output FILE     write FILE (default: the file for this CPU in\n"
  "                    $XDG_CONFIG_HOME/comba/tuning.d or ~/.config/comba/tuning.d)\n"
  "  --system          write the file for all users, in " SYSCONFDIR "/comba/tuning.d\n"
  "  --dry-run         write no tuning file: measure and print\n"
  "  --report FILE     also write a page with plots of the gain, in HTML\n"
  "  --config NAME     write a source file of libcomba for CPUs like this one, mpn/config/NAME.c\n"
  "                    (doc/adding-a-cpu.md), to --output or ./NAME.c.  Also measures the costs\n"
  "                    of products and powers, the choices between two kernels or methods, the\n"
  "                    sizes for each representation, and how two threads divide a product\n"
  "                    modulo P\n"
  "\n"
  "Checking settings\n"
  "  --check           instead of tuning, measure for one minute how much slower the current\n"
  "                    settings are than the best algorithm and path at each size; the default\n"
  "                    of --threads is the current number\n"
  "\n"
  "More CPUs\n"
  "  --model T         instead of tuning, predict the gain of up to T threads (2 to 64) from the\n"
  "                    times of single jobs, and measure it for as many threads as there are\n"
  "                    CPUs; prints tables in Markdown; --quick: at fewer sizes\n"
  "  --sync NS         for --model: the nanoseconds to call a second thread and to hear from it\n"
  "                    (default: measured)\n"
  "\n"
  "  --help, --version\n"
  "\n"
  "COMBA_CPU=NAME in the environment tunes another CPU configuration, which has a file of its own.\n"
  "Programs look for the system's file, the user's file and the file that COMBA_TUNING names; the\n"
  "last one that exists is used.  Files for other CPUs are not read.  To undo: remove the file, or\n"
  "set COMBA_TUNING=off.  comba-info prints every setting and its source.\n"
  "\n"
  "Exit status: 0; 1 if measuring fails or the file cannot be written; 2 for a wrong command line.\n";

enum { FAILED = 1, UNUSABLE = 2 };

#define SECONDS 180
#define QUICK 20
#define THOROUGH 900
#define CHECK 60

/* The part of the time that --config adds for the division of work between two threads. */
#define LEADS 0.1

/* The command line. */
struct options
{
  double seconds, sync;         /* seconds: 0 for the default */
  int threads, model, check, dry_run, system;
  const char *output, *config, *report;
};

static _Noreturn void
refuse (const char *option, const char *value, const char *reason)
{
  fprintf (stderr, "comba-tune: --%s%s%s: %s\nTry comba-tune --help.\n", option,
           value != NULL ? " " : "", value != NULL ? value : "", reason);
  exit (UNUSABLE);
}

static double
number (const char *option, const char *value, double least, double most, const char *what)
{
  char *end;
  double x = strtod (value, &end);
  if (end == value || *end != '\0' || !(x >= least && x <= most))
    refuse (option, value, what);
  return x;
}

static int
threads (const char *option, const char *value, int least)
{
  double x = number (option, value, least, COMBA_THREADS_MAX,
                     least > 1 ? "a number of threads from 2 to 64 is needed"
                               : "a number of threads from 1 to 64 is needed");
  if (x != (int) x)
    refuse (option, value, "a whole number is needed");
  return (int) x;
}

static void
read_options (struct options *o, int argc, char **argv)
{
  enum { QUICKLY = 1, THOROUGHLY, IN_SECONDS, THREADS, OUTPUT, SYSTEM, DRY_RUN, REPORT, CHECKING, MODEL, SYNC, CONFIG,
         SHOW_HELP, SHOW_VERSION };
  static const struct option known[] = {
    { "quick", no_argument, NULL, QUICKLY },
    { "thorough", no_argument, NULL, THOROUGHLY },
    { "seconds", required_argument, NULL, IN_SECONDS },
    { "threads", required_argument, NULL, THREADS },
    { "output", required_argument, NULL, OUTPUT },
    { "system", no_argument, NULL, SYSTEM },
    { "dry-run", no_argument, NULL, DRY_RUN },
    { "report", required_argument, NULL, REPORT },
    { "check", no_argument, NULL, CHECKING },
    { "model", required_argument, NULL, MODEL },
    { "sync", required_argument, NULL, SYNC },
    { "config", required_argument, NULL, CONFIG },
    { "help", no_argument, NULL, SHOW_HELP },
    { "version", no_argument, NULL, SHOW_VERSION },
    { NULL, 0, NULL, 0 }
  };

  int option;
  while ((option = getopt_long (argc, argv, "", known, NULL)) != -1)
    switch (option)
      {
      case QUICKLY: o->seconds = QUICK; break;
      case THOROUGHLY: o->seconds = THOROUGH; break;
      case IN_SECONDS:
        o->seconds = number ("seconds", optarg, 0.1, 86400, "a number from 0.1 to 86400 is needed");
        break;
      case THREADS: o->threads = threads ("threads", optarg, 1); break;
      case OUTPUT: o->output = optarg; break;
      case SYSTEM: o->system = 1; break;
      case DRY_RUN: o->dry_run = 1; break;
      case REPORT: o->report = optarg; break;
      case CHECKING: o->check = 1; break;
      case MODEL: o->model = threads ("model", optarg, 2); break;
      case SYNC:
        o->sync = number ("sync", optarg, 1, 1e9, "a number of nanoseconds from 1 is needed");
        break;
      case CONFIG: o->config = optarg; break;
      case SHOW_HELP: fputs (usage, stdout); exit (finish_output ("comba-tune"));
      case SHOW_VERSION: printf ("comba-tune %s\n", COMBA_VERSION); exit (finish_output ("comba-tune"));
      default:
        fprintf (stderr, "Try comba-tune --help.\n");
        exit (UNUSABLE);
      }
  if (optind < argc)
    {
      fprintf (stderr, "comba-tune: %s: not an option\nTry comba-tune --help.\n", argv[optind]);
      exit (UNUSABLE);
    }
  if (o->sync != 0 && o->model == 0)
    refuse ("sync", NULL, "it is for --model");
  if (o->system && o->output != NULL)
    refuse ("system", NULL, "it names another file than --output");
  if (o->config != NULL && !is_config_name (o->config))
    refuse ("config", o->config, "a new name of small letters, digits and _ is needed");
  if (o->config != NULL && (o->system || o->check || o->model > 0))
    refuse ("config", o->config, "it does not go with --system, --check or --model");
  if (o->check && o->model > 0)
    refuse ("check", NULL, "it does not go with --model");
  if (o->check && (o->output != NULL || o->system || o->dry_run))
    refuse ("check", NULL, "it writes nothing: no --output, --system or --dry-run");
  if (o->report != NULL && (o->check || o->model > 0))
    refuse ("report", o->report, "it does not go with --check or --model");
}

/* The number of threads that plans may use. */
static int
allow_threads (int wanted)
{
  const char *source;
  int limit = comba_threads_limit (&source);
  if (wanted > limit)
    {
      char value[16], reason[128];
      snprintf (value, sizeof value, "%d", wanted);
      snprintf (reason, sizeof reason, "no more than %d can be used here (%s)", limit, source);
      refuse ("threads", value, reason);
    }
  return comba_set_num_threads (wanted > 0 ? wanted : limit);
}

/* The path of the file for configuration K; NULL after a message. */
static const char *
path_for (const struct options *o, const struct comba_config *k)
{
  static char path[PATH_MAX];
  if (o->output != NULL)
    return o->output;
  if (o->config != NULL)
    {
      snprintf (path, sizeof path, "%s.c", o->config);
      return path;
    }
  char name[COMBA_TUNING_NAME];
  const char *folder = comba_tuning_folder (o->system ? COMBA_TUNING_SYSTEM : COMBA_TUNING_USER);
  if (folder == NULL)
    {
      fprintf (stderr, "comba-tune: no folder for the file: neither XDG_CONFIG_HOME nor HOME is set "
               "to one; use --output\n");
      return NULL;
    }
  comba_tuning_name (name, k);
  if ((size_t) snprintf (path, sizeof path, "%s/%s", folder, name) < sizeof path)
    return path;
  fprintf (stderr, "comba-tune: %s: the path is too long\n", folder);
  return NULL;
}

/* The number of threads in the file: none if threads gain nothing. */
static int
threads_for (const struct tuner *t)
{
  int any = 0;
#define X(name) any |= t->k.plans.name.steps[0].threads != 0;
  COMBA_PLANS (X)
#undef X
  return t->threads > 1 && any && t->threads_pay ? t->threads : 0;
}

static void
warn_of_noise (void)
{
  double disturbed = disturbed_rounds ();
  if (disturbed > DISTURBED)
    fprintf (stderr, "comba-tune: warning: %.0f %% of the measurements were disturbed: other\n"
             "programs used this CPU.  Run comba-tune again when the machine is idle.\n", 100 * disturbed);
}

static int
check_settings (const struct options *o)
{
  struct tuner t = { .builtin = comba_builtin_config (), .k = *comba_active () };
  t.threads = o->threads > 0 ? allow_threads (o->threads) : comba_get_num_threads ();
  printf ("comba %s, CPU configuration %s, up to %d thread%s, settings: %s\n\n", COMBA_VERSION,
          t.builtin->name, t.threads, t.threads == 1 ? "" : "s", comba_tuning_source ());
  fflush (stdout);
  if (check (&t, o->seconds > 0 ? o->seconds : CHECK) != 0)
    return FAILED;
  warn_of_noise ();
  return finish_output ("comba-tune") != 0 ? FAILED : 0;
}

int
main (int argc, char **argv)
{
  struct options o = { 0 };
  read_options (&o, argc, argv);
  if (o.model > 0)
    return print_model (comba_active (), o.model, o.sync, o.seconds == QUICK) == 0
           && finish_output ("comba-tune") == 0 ? 0 : FAILED;

  if (o.check)
    return check_settings (&o);

  struct tuner t = { .builtin = comba_builtin_config (), .threads = allow_threads (o.threads) };
  const char *path = o.dry_run ? NULL : path_for (&o, t.builtin);
  int folders = o.output == NULL && o.config == NULL;
  if (!o.dry_run && (path == NULL || can_write_file (path, folders) != 0))
    return FAILED;
  if (path != NULL && o.report != NULL && strcmp (path, o.report) == 0)
    refuse ("report", o.report, "the settings are written to this file");
  struct report_file report = { 0 };
  if (o.report != NULL && report_open (&report, "comba-tune", o.report) != 0)
    return FAILED;
  static struct gains gains;
  t.gains = &gains;

  printf ("comba %s, CPU configuration %s, up to %d thread%s\n\n", COMBA_VERSION, t.builtin->name,
          t.threads, t.threads == 1 ? "" : "s");
  fflush (stdout);
  const double seconds = o.seconds > 0 ? o.seconds : SECONDS;
  if (tune (&t, seconds) != 0)
    return FAILED;
  warn_of_noise ();

  static struct comba_text file;
  if (o.config != NULL)
    measure_representations (&t.k, representation_time);
  if (o.config != NULL && measure_powers (&t.k, &t.k.powm_costs) < 0)
    fputs ("comba-tune: cannot measure powers: their costs are inherited\n", stderr);
  if (o.config != NULL && measure_leads (&t.k, t.threads, LEADS * seconds) != 0)
    fputs ("comba-tune: cannot measure two threads: radix_lead is inherited\n", stderr);
  if (o.config != NULL && measure_kernels (&t.k) != 0)
    fputs ("comba-tune: cannot measure kernels: the choices between them are inherited\n", stderr);
  if (o.config != NULL && measure_settings (&t.k, setting_time) != 0)
    fputs ("comba-tune: cannot measure methods: the choices between them are inherited\n", stderr);
  if (o.config != NULL)
    print_config (&file, o.config, t.builtin, &t.k);
  else
    {
      struct comba_tuning tuning;
      comba_tuning_of (&tuning, &t.k);
      tuning.threads = threads_for (&t);
      comba_tuning_print (&file, &tuning, t.builtin);
    }
  if (!o.dry_run)
    {
      if (write_file (path, folders, file.text, file.length) != 0)
        return FAILED;
      printf ("\nWritten to %s\n", path);
    }
  if (report.out != NULL
      && (print_report (report.out, &t, threads_for (&t), seconds, disturbed_rounds (), DISTURBED, argc, argv) != 0
          || report_close (&report) != 0))
    return FAILED;
  return finish_output ("comba-tune") != 0 ? FAILED : 0;
}
