/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-info: prints what libcomba selects on this machine.
   comba-info -- PROGRAM [ARGUMENT...]: runs a program with libcomba preloaded, then prints which
   libgmp it used and which of libcomba's functions it called.
   comba-info --pid N: prints the same of a running process, as far as it can be seen from outside.
   comba-info --schedule N K T: prints how T threads would share a modular product. */

#include "json.h"
#include "output.h"
#include "preload.h"
#include "processes.h"
#include "program.h"
#include "running.h"
#include "dispatch/select.h"
#include "dispatch/tuning.h"
#include <comba.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
  "usage: comba-info [--json] [--output FILE]\n"
  "       comba-info [--json] [--output FILE] [--libgmp] [--check] -- PROGRAM [ARGUMENT...]\n"
  "       comba-info [--json] [--output FILE] --pid N\n"
  "       comba-info --schedule N K T\n"
  "Prints libcomba's CPU configurations, and every setting with its source.\n"
  "With PROGRAM: runs it with libcomba preloaded.  Then says on standard error whether comba serves\n"
  "it, which libgmp its processes used and which of libcomba's functions they called.\n"
  "\n"
  "  --json            print JSON\n"
  "  --output FILE     write to FILE\n"
  "  --libgmp          preload libgmp.so.10 as well, as comba-run --libgmp does\n"
  "  --check           let the exit status say whether comba serves PROGRAM\n"
  "  --pid N           which libgmp the running process N has, and whether comba stands before it\n"
  "  --schedule N K T  print how T threads would share one modular product of N limbs, in K parts\n"
  "                    where the algorithm has parts, with predicted times\n"
  "  --help            print this text\n"
  "  --version         print the version\n"
  "\n"
  "Exit status: PROGRAM's own (128 + N after signal N).  With --check or --pid: 0 if comba serves the\n"
  "program, 1 if not, 3 if that cannot be found out.  127 if there is no such program; 126 if it\n"
  "cannot be executed, libcomba is not found or the report cannot be written; 2 if the command line\n"
  "is wrong or there is no such schedule.  Without a program 0, or 1 if standard output cannot be\n"
  "written.\n";

enum { NOT_WRITTEN = 126 };

/* The command line. */
struct options
{
  int json, check, with_libgmp;
  long pid;                     /* 0 without --pid */
  const char *output;
  char **command;               /* NULL without */
};

/* Returns the exit status. */
static int
refuse (const char *message, const char *argument)
{
  fprintf (stderr, "comba-info: %s%s\n", message, argument);
  fputs (usage, stderr);
  return 2;
}

/* Opens the file of --output, or returns STREAM; NULL after a message. */
static FILE *
open_report (const struct options *o, FILE *stream)
{
  FILE *file = o->output != NULL ? fopen (o->output, "we") : stream;
  if (file == NULL)
    fprintf (stderr, "comba-info: %s: %s\n", o->output, strerror (errno));
  return file;
}

/* Returns 0, or -1 after a message. */
static int
close_report (const struct options *o, FILE *file)
{
  /* The reason of an earlier error is lost, but writing again tells it. */
  const int failed = ferror (file);
  clearerr (file);
  errno = 0;
  if (failed)
    putc ('\n', file);
  const int again = fflush (file) == EOF;
  if (failed || again)
    fprintf (stderr, "comba-info: %s: %s\n", o->output != NULL ? o->output : "standard output",
             errno != 0 ? strerror (errno) : "cannot be written");
  if (o->output != NULL)
    fclose (file);
  return failed || again ? -1 : 0;
}

/* Calls SHOW for each tuning file that is not for this CPU and configuration: an earlier comba-tune
   wrote one beside the folder, now there may be several in it. */
static void
each_other_file (void (*show) (void *to, const char *path, const char *what), void *to)
{
  char own[COMBA_TUNING_NAME], path[PATH_MAX];
  comba_tuning_name (own, comba_builtin_config ());
  for (int place = 0; place < COMBA_TUNING_FOLDERS; place++)
    {
      const char *name = comba_tuning_folder (place);
      if (name != NULL && strlen (name) < sizeof path)
        {
          strcpy (path, name);
          path[strlen (path) - strlen (".d")] = '\0';
          if (access (path, F_OK) == 0)
            show (to, path, "by an earlier comba-tune");
        }
      DIR *folder = name != NULL ? opendir (name) : NULL;
      struct dirent *entry;
      while (folder != NULL && (entry = readdir (folder)) != NULL)
        if (entry->d_name[0] != '.' && strcmp (entry->d_name, own) != 0
            && (size_t) snprintf (path, sizeof path, "%s/%s", name, entry->d_name) < sizeof path)
          show (to, path, "for another CPU or configuration");
      if (folder != NULL)
        closedir (folder);
    }
}

static void
print_other_file (void *to, const char *path, const char *what)
{
  fprintf (to, "  %s: %s, not read\n", path, what);
}

static void
other_file_json (void *to, const char *path, const char *what)
{
  (void) what;
  json_string (to, NULL, path);
}

static void
print_selection (FILE *file)
{
  fprintf (file, "libcomba %s\n\nCPU configurations, best first\n", comba_version ());
  const char *name, *why_not;
  for (size_t i = 0; (name = comba_list_cpu_config (i, &why_not)) != NULL; i++)
    fprintf (file, "  %-14s %-39s %s\n", name,
             why_not != NULL ? why_not
             : strcmp (name, comba_cpu_config ()) == 0 ? "selected" : "can be used (COMBA_CPU)",
             about_config (name));

  fprintf (file, "\nsetting, value, source\n");
  char value[1024];
  const char *source;
  for (size_t i = 0; (name = comba_list_setting (i, value, sizeof value, &source)) != NULL; i++)
    fprintf (file, "  %-19s %-14s %s\n", name, value, source);

  fprintf (file, "\ntuning files, the last that exists is used\n");
  const char *path, *state;
  for (size_t i = 0; (path = comba_list_tuning_file (i, &state)) != NULL; i++)
    fprintf (file, "  %s: %s\n", path, state);
  each_other_file (print_other_file, file);
}

static void
selection_json (FILE *file)
{
  struct json j = { .file = file };
  json_open (&j, NULL, '{');
  json_string (&j, "comba", comba_version ());
  json_string (&j, "configuration", comba_cpu_config ());
  json_open (&j, "configurations", '[');
  const char *name, *why_not;
  for (size_t i = 0; (name = comba_list_cpu_config (i, &why_not)) != NULL; i++)
    {
      json_open (&j, NULL, '{');
      json_string (&j, "name", name);
      json_string (&j, "about", about_config (name));
      json_bool (&j, "usable", why_not == NULL);
      json_string (&j, "why_not", why_not);
      json_close (&j, '}');
    }
  json_close (&j, ']');
  json_open (&j, "settings", '{');
  char value[1024];
  const char *source;
  for (size_t i = 0; (name = comba_list_setting (i, value, sizeof value, &source)) != NULL; i++)
    {
      json_open (&j, name, '{');
      json_string (&j, "value", value);
      json_string (&j, "source", source);
      json_close (&j, '}');
    }
  json_close (&j, '}');
  json_open (&j, "tuning_files", '[');
  const char *path, *state;
  for (size_t i = 0; (path = comba_list_tuning_file (i, &state)) != NULL; i++)
    {
      json_open (&j, NULL, '{');
      json_string (&j, "path", path);
      json_string (&j, "state", state);
      json_close (&j, '}');
    }
  json_close (&j, ']');
  json_open (&j, "other_tuning_files", '[');
  each_other_file (other_file_json, &j);
  json_close (&j, ']');
  json_close (&j, '}');
}

static int
show_selection (const struct options *o)
{
  FILE *file = open_report (o, stdout);
  if (file == NULL)
    return 1;
  (o->json ? selection_json : print_selection) (file);
  return close_report (o, file) != 0;
}

static int
show_pid (const struct options *o)
{
  FILE *file = open_report (o, stdout);
  if (file == NULL)
    return NOT_WRITTEN;
  const enum serves serves = show_running (file, o->json, o->pid);
  return close_report (o, file) != 0 ? NOT_WRITTEN : (int) serves;
}

enum { PARTS_MAX = 16, THREADS_MAX = 64 };      /* comba_mod_init_with */

/* Says why there is no schedule of ALGORITHM for N limbs, K parts and T threads. */
static void
explain_no_schedule (int algorithm, long n, long k, long t)
{
  const char *name = algorithm == COMBA_MOD_BIPARTITE ? "bipartite"
                     : algorithm == COMBA_MOD_TRIPARTITE ? "tripartite"
                     : algorithm == COMBA_MOD_MULTIPARTITE_1 ? "multipartite 1" : "multipartite 2";
  fprintf (stderr, "comba-info: no schedule of %s: ", name);
  if (t > THREADS_MAX)
    fprintf (stderr, "T is at most %d, not %ld\n", THREADS_MAX, t);
  else if (k < 2 || k > PARTS_MAX)
    fprintf (stderr, "K is 2 to %d, not %ld\n", PARTS_MAX, k);
  else if (n < k)
    fprintf (stderr, "%ld parts need at least as many limbs, not %ld\n", k, n);
  else
    fprintf (stderr, "%ld limbs are too many, or there is no memory\n", n);
}

/* Prints the schedules for the three numbers after --schedule.  Returns the exit status. */
static int
show_schedules (char **arguments)
{
  long number[3];
  for (int i = 0; i < 3; i++)
    {
      char *end;
      errno = 0;
      number[i] = strtol (arguments[i], &end, 10);
      if (errno != 0 || *end != '\0' || number[i] < 1
          || (i > 0 && number[i] > 1000))
        return refuse ("--schedule needs numbers from 1, K and T to 1000; not ", arguments[i]);
    }
  int shown = 0, refused = 0;
  for (int algorithm = COMBA_MOD_BIPARTITE; algorithm <= COMBA_MOD_MULTIPARTITE_2; algorithm++)
    {
      int has_parts = algorithm >= COMBA_MOD_MULTIPARTITE_1;
      int parts = has_parts ? (int) number[1] : 2, threads = (int) number[2];
      size_t length = comba_mod_schedule (NULL, 0, algorithm, number[0], parts, threads, 0);
      char *text = malloc (length + 1);
      if (text == NULL || length == 0)
        {
          explain_no_schedule (algorithm, number[0], parts, threads);
          refused = 1;
          free (text);
          continue;
        }
      comba_mod_schedule (text, length + 1, algorithm, number[0], parts, threads, 0);
      printf ("%s%s", shown++ > 0 ? "\n" : "", text);
      free (text);
    }
  return finish_output ("comba-info") ? 1 : refused ? 2 : 0;
}

/* No process of COMMAND reported: says in VERDICT why, as far as that is known. */
static enum serves
judge_silence (const char *command, int status, char verdict[VERDICT])
{
  char *loader;
  const enum program_kind kind = program_kind (command, &loader);
  const char *reason = kind == PROGRAM_STATIC ? "is linked statically, so nothing can be preloaded"
                       : kind == PROGRAM_FOREIGN ? "is for another C library and ran without libcomba"
                       : kind == PROGRAM_PRIVILEGED ? "is setuid or setgid, so nothing can be preloaded" : NULL;
  free (loader);
  if (reason != NULL)
    {
      snprintf (verdict, VERDICT, "comba does not serve this program: %s %s.", command, reason);
      return SERVES_NOT;
    }
  if (WIFSIGNALED (status))
    snprintf (verdict, VERDICT, "Whether comba serves this program is not known: signal %d ended %s.",
              WTERMSIG (status), command);
  else
    snprintf (verdict, VERDICT, "Whether comba serves this program is not known: no process in which"
              " libcomba is loaded has ended by exit.");
  return SERVES_UNKNOWN;
}

/* Writes the report to FILE. */
static enum serves
show_report (FILE *file, const struct options *o, const struct processes *all, int status)
{
  char verdict[VERDICT];
  const enum serves serves = all->n > 0 ? judge_processes (all, verdict)
                             : judge_silence (o->command[0], status, verdict);
  if (!o->json)
    {
      fprintf (file, "\n%s\n", verdict);
      if (o->check && WIFSIGNALED (status))
        fprintf (file, "Signal %d ended it.\n", WTERMSIG (status));
      else if (o->check)
        fprintf (file, "Its exit status is %d.\n", WEXITSTATUS (status));
      if (all->n > 0)
        print_processes (file, all);
      return serves;
    }
  struct json j = { .file = file };
  json_open (&j, NULL, '{');
  json_string (&j, "comba", comba_version ());
  json_bool (&j, "serves", serves == SERVES ? 1 : serves == SERVES_NOT ? 0 : -1);
  json_string (&j, "verdict", verdict);
  json_open (&j, "command", '[');
  for (char **argument = o->command; *argument != NULL; argument++)
    json_string (&j, NULL, *argument);
  json_close (&j, ']');
  if (WIFSIGNALED (status))
    json_null (&j, "exit_status"), json_number (&j, "signal", (unsigned) WTERMSIG (status));
  else
    json_number (&j, "exit_status", (unsigned) WEXITSTATUS (status)), json_null (&j, "signal");
  processes_json (&j, all);
  json_close (&j, '}');
  return serves;
}

/* The program that runs, or 0. */
static volatile pid_t running;

/* The terminal sends its signals to the program, too; a hangup may be for this process alone. */
static void
forward (int sig, siginfo_t *info, void *context)
{
  (void) context;
  int saved = errno;
  if (running > 0 && (info->si_code != SI_KERNEL || sig == SIGHUP))
    kill (running, sig);
  errno = saved;
}

enum { FORWARDED = 6 };
static const int forwarded[FORWARDED] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2 };

/* How signals were handled before. */
static struct sigaction before[FORWARDED];
static sigset_t mask;

/* Has signals forwarded unless they are ignored, and blocks them until the program runs. */
static void
catch_signals (void)
{
  struct sigaction action = { .sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART };
  sigemptyset (&action.sa_mask);
  for (int i = 0; i < FORWARDED; i++)
    sigaddset (&action.sa_mask, forwarded[i]);
  sigprocmask (SIG_BLOCK, &action.sa_mask, &mask);
  for (int i = 0; i < FORWARDED; i++)
    if (sigaction (forwarded[i], NULL, &before[i]) == 0 && before[i].sa_handler != SIG_IGN)
      sigaction (forwarded[i], &action, NULL);
}

static void
leave_signals (void)
{
  for (int i = 0; i < FORWARDED; i++)
    sigaction (forwarded[i], &before[i], NULL);
  sigprocmask (SIG_SETMASK, &mask, NULL);
}

/* Runs COMMAND with libcomba preloaded; signals are caught.  Returns its status, as waitpid's;
   *STARTED: whether it was executed, otherwise there was a message. */
static int
run (char **command, int with_libgmp, int *started)
{
  int status = 126 << 8, ends[2];
  *started = 0;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      fprintf (stderr, "comba-info: %s\n", strerror (errno));
      return status;
    }
  pid_t pid = fork ();
  if (pid == 0)
    {
      leave_signals ();
      int failed = preload_exec ("comba-info", with_libgmp, command);
      _exit (write (ends[1], "", 1) == 1 ? failed : 126);
    }
  running = pid;
  sigprocmask (SIG_SETMASK, &mask, NULL);
  close (ends[1]);
  char byte;
  if (pid < 0)
    fprintf (stderr, "comba-info: cannot run %s: %s\n", command[0], strerror (errno));
  else
    {
      *started = read (ends[0], &byte, 1) == 0;
      siginfo_t info;
      waitid (P_PID, pid, &info, WEXITED | WNOWAIT);
      running = 0;
      waitpid (pid, &status, 0);
    }
  close (ends[0]);
  return status;
}

static int
run_and_show (const struct options *o)
{
  const char *temporary = getenv ("TMPDIR");
  char folder[4096], file[sizeof folder + sizeof "/report"];    /* the six X are mkdtemp's to fill in */
  FILE *to = open_report (o, stderr);
  if (to == NULL)
    return NOT_WRITTEN;
  snprintf (folder, sizeof folder, "%s/comba-info-XXXXXX",
            temporary != NULL && *temporary != '\0' ? temporary : P_tmpdir);
  catch_signals ();
  if (mkdtemp (folder) == NULL)
    {
      fprintf (stderr, "comba-info: %s: %s\n", folder, strerror (errno));
      return NOT_WRITTEN;
    }
  snprintf (file, sizeof file, "%s/report", folder);
  int status = 126 << 8, started = 0;
  if (setenv ("COMBA_VERBOSE", "1", 1) != 0 || setenv ("COMBA_REPORT", file, 1) != 0)
    fprintf (stderr, "comba-info: out of memory\n");
  else
    status = run (o->command, o->with_libgmp, &started);

  struct processes all = { 0 };
  FILE *report = fopen (file, "r");
  unlink (file);
  rmdir (folder);
  leave_signals ();
  if (report != NULL)
    {
      read_processes (&all, report);
      fclose (report);
    }
  const int own = WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
  const enum serves serves = started ? show_report (to, o, &all, status) : SERVES_UNKNOWN;
  const int result = o->check && started ? (int) serves : own;
  return close_report (o, to) != 0 && (result == 0 || o->check) ? NOT_WRITTEN : result;
}

/* Reads the command line.  Returns 0, or the exit status after a message. */
static int
read_options (struct options *o, char **argv)
{
  for (char **next = argv + 1; *next != NULL; next++)
    {
      const char *option = *next;
      char *end;
      if (strcmp (option, "--") == 0)
        {
          if (next[1] == NULL)
            return refuse ("no program after ", "--");
          o->command = next + 1;
          break;
        }
      if (strcmp (option, "--json") == 0)
        o->json = 1;
      else if (strcmp (option, "--check") == 0)
        o->check = 1;
      else if (strcmp (option, "--libgmp") == 0)
        o->with_libgmp = 1;
      else if (strcmp (option, "--output") == 0)
        {
          if ((o->output = *++next) == NULL)
            return refuse ("no file after ", option);
        }
      else if (strcmp (option, "--pid") == 0)
        {
          if (*++next == NULL)
            return refuse ("no number after ", option);
          errno = 0;
          o->pid = strtol (*next, &end, 10);
          if (errno != 0 || **next < '0' || **next > '9' || *end != '\0' || o->pid < 1)
            return refuse ("--pid needs the number of a process, not ", *next);
        }
      else
        return option[0] == '-' ? refuse ("unknown option ", option)
               : refuse ("\"--\" is needed before ", option);
    }
  if (o->pid != 0 && o->command != NULL)
    return refuse ("--pid and a program do not go together", "");
  if (o->command == NULL && (o->with_libgmp || o->check))
    return refuse ("no program after ", o->check ? "--check" : "--libgmp");
  return 0;
}

int
main (int argc, char **argv)
{
  struct options o = { 0 };
  if (argc > 1 && strcmp (argv[1], "--help") == 0)
    return fputs (usage, stdout), finish_output ("comba-info");
  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    return printf ("comba-info %s\n", comba_version ()), finish_output ("comba-info");
  if (argc > 1 && strcmp (argv[1], "--schedule") == 0)
    return argc != 5 ? refuse ("--schedule needs three numbers, N K T", "") : show_schedules (argv + 2);
  const int refused = read_options (&o, argv);
  return refused != 0 ? refused
         : o.command != NULL ? run_and_show (&o) : o.pid != 0 ? show_pid (&o) : show_selection (&o);
}
