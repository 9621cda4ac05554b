/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The fuzzer without libFuzzer: inputs from files (AFL++, or to repeat one), or from a seed.

     mpn [--seconds N] [--inputs N] [--seed N] [--limbs N] [--plant FAULT] [--hex FILE] [--corpus FOLDER COUNT] [FILE...]

   --seed repeats a run; the seed is printed.  An input that ends the process is written to
   fuzz-crash in the current folder, and "mpn fuzz-crash" repeats it.  "-" reads one
   input from standard input.
   --limbs N: long operands, of up to N limbs (fuzz.h).
   --hex reads inputs in hexadecimal, one a line; # begins a comment.
   --plant breaks a kernel, so that the fuzzer has something to find.
   --corpus writes COUNT inputs, as many for each function, to FOLDER. */

#include "fuzz.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static uint8_t input[FUZZ_BYTES];
static size_t length;
static unsigned long number;
static uint64_t seed;
static int planted;

static void
crashed (int signal)
{
  static char message[160];
  const int n = snprintf (message, sizeof message, "fuzz: signal %d at input %lu of seed %llu: written to fuzz-crash\n",
                          signal, number, (unsigned long long) seed);
  const int file = open ("fuzz-crash", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || write (file, input, length) < 0 || write (STDERR_FILENO, message, (size_t) n) < 0)
    _exit (3);
  _exit (1);
}

static void
catch_crashes (void)
{
  static char stack[1 << 16];
  const stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
  sigaltstack (&alternate, NULL);
  struct sigaction action = { .sa_handler = crashed, .sa_flags = SA_ONSTACK };
  const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM, SIGPROF };
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaction (signals[i], &action, NULL);
}

static void
one (void)
{
  /* Seconds of work, and of waiting for other threads, or while the process is stopped. */
  enum { SLOWEST = 120, SLOWEST_PLANTED = 10, LONGEST = 1200 };
  const struct itimerval end = { .it_value.tv_sec = planted ? SLOWEST_PLANTED : SLOWEST }, never = { .it_value.tv_sec = 0 };
  setitimer (ITIMER_PROF, &end, NULL);
  alarm (LONGEST);
  fuzz_one (input, length);
  alarm (0);
  setitimer (ITIMER_PROF, &never, NULL);
  number++;
}

static unsigned long long
argument (const char *text, const char *option)
{
  char *end;
  const unsigned long long n = text != NULL ? strtoull (text, &end, 10) : 0;
  if (text == NULL || *text == '\0' || *end != '\0')
    {
      fprintf (stderr, "fuzz: %s needs a number\n", option);
      exit (2);
    }
  return n;
}

static void
read_input (const char *path)
{
  const int file = strcmp (path, "-") == 0 ? STDIN_FILENO : open (path, O_RDONLY);
  const ssize_t n = file < 0 ? -1 : read (file, input, sizeof input);
  if (n < 0)
    {
      perror (path);
      exit (2);
    }
  length = (size_t) n;
  if (file != STDIN_FILENO)
    close (file);
  one ();
}

static void
read_hex (const char *path)
{
  FILE *const file = fopen (path, "r");
  if (file == NULL)
    {
      perror (path);
      exit (2);
    }
  char line[1000];
  while (fgets (line, sizeof line, file) != NULL)
    {
      unsigned byte;
      length = 0;
      for (const char *p = line; length < FUZZ_BYTES && sscanf (p, "%2x", &byte) == 1; p += 2)
        input[length++] = (uint8_t) byte;
      if (length > 0)
        one ();
    }
  fclose (file);
}

static void
write_corpus (const char *folder, unsigned long long count)
{
  size_t functions = 0;
  while (fuzz_function (functions) != NULL)
    functions++;
  for (unsigned long long i = 0; i < count; i++)
    {
      char path[4096];
      fuzz_input (input, &seed);
      input[FUZZ_FUNCTION] = (uint8_t) (i % functions);
      snprintf (path, sizeof path, "%s/%llu", folder, i);
      const int file = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
      if (file < 0 || write (file, input, FUZZ_BYTES) != FUZZ_BYTES)
        {
          perror (path);
          exit (2);
        }
      close (file);
    }
}

int
main (int argc, char **argv)
{
  unsigned long long seconds = 0, inputs = 0;
  seed = (uint64_t) time (NULL) * 1000003 + (uint64_t) getpid ();
  catch_crashes ();
  int i = 1, files = 0;
  for (; i < argc && strncmp (argv[i], "--", 2) == 0; i += 2)
    if (strcmp (argv[i], "--seconds") == 0)
      seconds = argument (argv[i + 1], argv[i]);
    else if (strcmp (argv[i], "--inputs") == 0)
      inputs = argument (argv[i + 1], argv[i]);
    else if (strcmp (argv[i], "--seed") == 0)
      seed = argument (argv[i + 1], argv[i]);
    else if (strcmp (argv[i], "--limbs") == 0)
      {
        const unsigned long long limbs = argument (argv[i + 1], argv[i]);
        fuzz_limbs = limbs < FUZZ_LIMBS ? FUZZ_LIMBS : limbs < FUZZ_MOST ? (mp_size_t) limbs : FUZZ_MOST;
      }
    else if (strcmp (argv[i], "--hex") == 0 && i + 1 < argc)
      read_hex (argv[i + 1]), files = 1;
    else if (strcmp (argv[i], "--corpus") == 0 && i + 2 < argc)
      {
        write_corpus (argv[i + 1], argument (argv[i + 2], argv[i]));
        return 0;
      }
    else if (strcmp (argv[i], "--plant") == 0 && i + 1 < argc && fuzz_plant (argv[i + 1]))
      planted = 1;
    else
      {
        fprintf (stderr, "usage: %s [--seconds N] [--inputs N] [--seed N] [--limbs N] [--plant FAULT]\n"
                 "         [--hex FILE] [--corpus FOLDER COUNT] [FILE...]\nfaults:", argv[0]);
        for (size_t p = 0; fuzz_plant_name (p) != NULL; p++)
          fprintf (stderr, " %s", fuzz_plant_name (p));
        fprintf (stderr, "\n");
        return 2;
      }
  for (; i < argc; i++, files = 1)
    read_input (argv[i]);
  if (files && seconds == 0 && inputs == 0)
    return 0;
  if (seconds == 0 && inputs == 0)
    seconds = 10;

  printf ("seed %llu\n", (unsigned long long) seed);
  fflush (stdout);
  uint64_t state = seed;
  const time_t end = time (NULL) + (time_t) seconds;
  length = FUZZ_BYTES;
  number = 0;
  while (inputs > 0 ? number < inputs : time (NULL) < end)
    {
      /* Half of the inputs are changes of the last one, so that one thing differs. */
      if (fuzz_random (&state) % 2 == 0)
        fuzz_input (input, &state);
      else
        fuzz_change (input, FUZZ_BYTES, &state);
      one ();
    }
  double products = 0;
  for (int d = 0; d < FUZZ_DECADES; d++)
    products += (double) fuzz_products[d];
  printf ("%lu inputs, %.3g limb products compared, %lu allocations refused\nlimb products by the shorter size:", number, products,
          fuzz_refusals);
  long from = 1;
  for (int d = 0; d < FUZZ_DECADES; d++, from *= 10)
    if (fuzz_products[d] > 0)
      printf ("  from %ld: %.3g", from, (double) fuzz_products[d]);
  printf ("\ncalls:\n");
  for (size_t f = 0; fuzz_function (f) != NULL; f++)
    printf ("  %-28s %lu\n", fuzz_function (f), fuzz_calls[f]);
  return 0;
}
