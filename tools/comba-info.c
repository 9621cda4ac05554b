/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-info: prints what libcomba selects on this machine.
   comba-info [--libgmp] -- PROGRAM [ARGUMENT...]: runs a program with libcomba preloaded, then prints
   which libgmp it used and which of libcomba's functions it called.
   comba-info --schedule N K T: prints how T threads would share a modular product. */

#include "output.h"
#include "preload.h"
#include "program.h"
#include <comba.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
  "usage: comba-info\n"
  "       comba-info [--libgmp] -- PROGRAM [ARGUMENT...]\n"
  "       comba-info --schedule N K T\n"
  "Prints libcomba's CPU configurations, and every setting with its source.\n"
  "With PROGRAM: runs it with libcomba preloaded, then prints for each of its processes which\n"
  "libgmp it used and which of libcomba's functions it called.\n"
  "\n"
  "  --libgmp          preload libgmp.so.10 as well, as comba-run --libgmp does\n"
  "  --schedule N K T  print how T threads would share one modular product of N limbs, in K parts\n"
  "                    where the algorithm has parts, with predicted times\n"
  "  --help            print this text\n"
  "  --version         print the version\n"
  "\n"
  "Exit status: PROGRAM's own (128 + N after signal N); 127 if there is no such program; 126 if it\n"
  "cannot be executed, libcomba is not found or the report cannot be written; 2 if the command line\n"
  "is wrong or there is no such schedule; 1 if standard output cannot be written.\n";

/* Returns the exit status. */
static int
refuse (const char *message, const char *argument)
{
  fprintf (stderr, "comba-info: %s%s\n", message, argument);
  fputs (usage, stderr);
  return 2;
}

static int
show_selection (void)
{
  printf ("libcomba %s\n\nCPU configurations, best first\n", comba_version ());
  const char *name, *why_not;
  for (size_t i = 0; (name = comba_list_cpu_config (i, &why_not)) != NULL; i++)
    printf ("  %-14s %s\n", name,
            why_not != NULL ? why_not
            : strcmp (name, comba_cpu_config ()) == 0 ? "selected" : "can be used (COMBA_CPU)");

  printf ("\nsetting, value, source\n");
  char value[1024];
  const char *source;
  for (size_t i = 0; (name = comba_list_setting (i, value, sizeof value, &source)) != NULL; i++)
    printf ("  %-19s %-14s %s\n", name, value, source);

  printf ("\ntuning files, the last that exists is used\n");
  const char *file, *state;
  for (size_t i = 0; (file = comba_list_tuning_file (i, &state)) != NULL; i++)
    printf ("  %s: %s\n", file, state);
  return finish_output ("comba-info");
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

/* The report of the process whose lines are being read. */
struct process
{
  int known;
  long pid;
  int libgmps;
  char program[4096], config[64], libgmp[16384], calls[16384], parallel[512];
  unsigned long long total;
};

static void
show_process (const struct process *p)
{
  if (!p->known)
    return;
  printf ("\nprocess %ld, %s\n", p->pid, p->program);
  printf ("  CPU configuration  %s\n", p->config);
  printf ("%s", p->libgmps > 0 ? p->libgmp : "  libgmp             none loaded\n");
  printf ("  calls\n%s", p->calls);
  printf ("  parallel           %s\n", p->parallel);
  if (p->total != 0)
    return;
  if (p->libgmps == 0)
    printf ("  This process does not use a shared libgmp.  If it opens and closes one itself, as PHP\n"
            "  does, try --libgmp.\n");
  else
    printf ("  No call reached comba, for one of these reasons:\n"
            "  - the program did not multiply;\n"
            "  - it opens libgmp with RTLD_DEEPBIND: try --libgmp;\n"
            "  - another libgmp is found before comba, because of LD_PRELOAD or the order of linking;\n"
            "  - its libgmp was linked with -Bsymbolic, so that its own calls cannot be replaced.\n");
}

/* Appends TITLE, TEXT and a newline to LINES[0..SIZE-1], as far as they fit. */
static void
append (char *lines, size_t size, const char *title, const char *text)
{
  size_t length = strlen (lines);
  snprintf (lines + length, size - length, "%s%s\n", title, text);
}

/* The rest of LINE if it begins with PREFIX, else NULL. */
static const char *
rest_of (const char *line, const char *prefix)
{
  size_t n = strlen (prefix);
  return strncmp (line, prefix, n) == 0 ? line + n : NULL;
}

/* Returns the number of processes that reported. */
static int
show_report (FILE *report)
{
  static struct process p;
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  int processes = 0;

  while ((n = getline (&line, &size, report)) > 0)
    {
      if (line[n - 1] == '\n')
        line[n - 1] = '\0';
      const char *rest;
      if ((rest = rest_of (line, "comba: exit pid=")) != NULL)
        {
          show_process (&p);
          memset (&p, 0, sizeof p);
          p.known = 1;
          p.pid = atol (rest);
          const char *config = strstr (rest, " config=");
          if (config != NULL)
            sscanf (config, " config=%63s", p.config);
          processes++;
        }
      else if ((rest = rest_of (line, "comba: program ")) != NULL)
        snprintf (p.program, sizeof p.program, "%s", rest);
      else if ((rest = rest_of (line, "comba: libgmp ")) != NULL)
        {
          p.libgmps += strcmp (rest, "none") != 0;
          append (p.libgmp, sizeof p.libgmp, "  libgmp             ", rest);
        }
      else if ((rest = rest_of (line, "comba: calls that comba can replace: ")) != NULL)
        append (p.libgmp, sizeof p.libgmp, "                     calls that comba can replace: ", rest);
      else if ((rest = rest_of (line, "comba: calls bound to comba: ")) != NULL)
        append (p.libgmp, sizeof p.libgmp, "                     bound to comba: ", rest);
      else if ((rest = rest_of (line, "comba: calls entry=")) != NULL)
        {
          const char *total = strstr (rest, "total=");
          if (total != NULL)
            p.total += strtoull (total + strlen ("total="), NULL, 10);
          append (p.calls, sizeof p.calls, "    ", rest);
        }
      else if ((rest = rest_of (line, "comba: parallel ")) != NULL)
        snprintf (p.parallel, sizeof p.parallel, "%s", rest);
      else if ((rest = rest_of (line, "comba: load ")) == NULL)
        printf ("%s\n", line);
    }
  show_process (&p);
  free (line);
  return processes;
}

/* Says why no process of COMMAND reported, as far as that is known. */
static void
explain_no_report (const char *command, int status)
{
  char *loader;
  printf ("\nNo process reported: ");
  switch (program_kind (command, &loader))
    {
    case PROGRAM_STATIC:
      printf ("%s is linked statically, so nothing can be preloaded.\n", command);
      break;
    case PROGRAM_FOREIGN:
      printf ("%s is for another C library and ran without libcomba.\n", command);
      break;
    case PROGRAM_PRIVILEGED:
      printf ("%s is setuid or setgid, so nothing can be preloaded.\n", command);
      break;
    default:
      if (WIFSIGNALED (status))
        printf ("signal %d ended %s.\n", WTERMSIG (status), command);
      else
        printf ("none in which libcomba is loaded has ended by exit.\n");
    }
  free (loader);
}

/* The program that runs, or 0. */
static volatile pid_t running;

/* The terminal sends its signals to the program, too; but a hangup may be for this process alone. */
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
run_and_show (char **command, int with_libgmp)
{
  const char *temporary = getenv ("TMPDIR");
  char folder[4096], file[sizeof folder + sizeof "/report"];    /* the six X are mkdtemp's to fill in */
  snprintf (folder, sizeof folder, "%s/comba-info-XXXXXX",
            temporary != NULL && *temporary != '\0' ? temporary : P_tmpdir);
  catch_signals ();
  if (mkdtemp (folder) == NULL)
    {
      fprintf (stderr, "comba-info: %s: %s\n", folder, strerror (errno));
      return 126;
    }
  snprintf (file, sizeof file, "%s/report", folder);
  int status = 126 << 8, started = 0;
  if (setenv ("COMBA_VERBOSE", "1", 1) != 0 || setenv ("COMBA_REPORT", file, 1) != 0)
    fprintf (stderr, "comba-info: out of memory\n");
  else
    status = run (command, with_libgmp, &started);

  FILE *report = fopen (file, "r");
  unlink (file);
  rmdir (folder);
  leave_signals ();
  if ((report == NULL || show_report (report) == 0) && started)
    explain_no_report (command[0], status);
  if (report != NULL)
    fclose (report);
  const int own = WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
  return finish_output ("comba-info") && own == 0 ? 1 : own;
}

int
main (int argc, char **argv)
{
  if (argc == 1)
    return show_selection ();
  if (strcmp (argv[1], "--help") == 0)
    return fputs (usage, stdout), finish_output ("comba-info");
  if (strcmp (argv[1], "--version") == 0)
    return printf ("comba-info %s\n", comba_version ()), finish_output ("comba-info");
  if (strcmp (argv[1], "--schedule") == 0)
    return argc != 5 ? refuse ("--schedule needs three numbers, N K T", "") : show_schedules (argv + 2);
  int with_libgmp = strcmp (argv[1], "--libgmp") == 0;
  char **command = argv + 1 + with_libgmp;
  if (command[0] == NULL)
    return refuse ("no program after ", argv[1]);
  if (strcmp (command[0], "--") != 0)
    return command[0][0] == '-' ? refuse ("unknown option ", command[0])
           : refuse ("\"--\" is needed before ", command[0]);
  if (command[1] == NULL)
    return refuse ("no program after ", "--");
  return run_and_show (command + 1, with_libgmp);
}
