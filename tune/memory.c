/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Compares the memory and the stack that GMP's functions take alone and with comba in front of
   them.

     ./comba-memory KIND LIBGMP [--sizes LIST] [--only OPERATION,...] [--rounds N] [--csv FILE] [--label TEXT]

   Each call runs in a process of its own, which is this program with LIBGMP preloaded, or
   libcomba and LIBGMP.  Rows of comma-separated values go to standard output, or to FILE after
   the header of provenance.h, where --label TEXT names LIBGMP.  A ratio of times is from N rounds, 5 by
   default.  KIND is one of these:

     memory   The peak of address space, that of resident memory, both with operands and result, and
              the largest block that the call asked for, by malloc or mmap.  All are divided by the
              longer operand.  Address space is what "ulimit -v" limits, and the kernel counts it
              exactly, in pages.  Resident memory it counts to some 60 pages, so that of small
              operands is inexact.  malloc is told to return each free block, so that only blocks in
              use count; and huge pages are off, as with them the kernel rounds up to 2 MB.
              The ratio of the least times, GMP / comba, when both may take 5 % more address space than GMP
              needs, with malloc and huge pages as they are; "aborts" if comba ends the process; "slow"
              if it takes over PATIENCE times as long as GMP, and a second.
     stack    Bytes of stack below the calling function, in the first call of a process, which selects
              kernels and binds symbols, and in the second.  A thread's stack is filled with a
              pattern, and the lowest byte that changed counts.
     threads  Whether the first and the second call of a process run in a thread with 16 KB of stack: 1
              or 0.

   Exit code: 0; 2 for a wrong command line, an unusable library or a call that fails. */

#include "provenance.h"
#include "samples.h"
#include "bench/sizes.h"
#include "../tools/find.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <getopt.h>
#include <gmp.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFERENCE, COMBA, SIDES };
enum { FIRST, SECOND, CALLS };

static _Noreturn void
fail (const char *what, const char *why)
{
  fprintf (stderr, "comba-memory: %s: %s\n", what, why);
  exit (2);
}

/* The largest block.  These functions stand before the C library's, for every library. */

#pragma GCC visibility push (default)

static size_t largest;

static void
note (size_t bytes)
{
  if (bytes > largest)
    largest = bytes;
}

static void *
next (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);
  if (function == NULL)
    abort ();
  return function;
}

void *
malloc (size_t bytes)
{
  static void *(*function) (size_t);
  if (function == NULL)
    function = next ("malloc");
  note (bytes);
  return function (bytes);
}

void *
realloc (void *p, size_t bytes)
{
  static void *(*function) (void *, size_t);
  if (function == NULL)
    function = next ("realloc");
  note (bytes);
  return function (p, bytes);
}

void *
mmap (void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
  static void *(*function) (void *, size_t, int, int, int, off_t);
  if (function == NULL)
    function = next ("mmap");
  note (bytes);
  return function (at, bytes, protection, flags, fd, offset);
}

void *
mremap (void *at, size_t old, size_t bytes, int flags, ...)
{
  static void *(*function) (void *, size_t, size_t, int, ...);
  va_list rest;
  va_start (rest, flags);
  void *to = (flags & MREMAP_FIXED) != 0 ? va_arg (rest, void *) : NULL;
  va_end (rest);
  if (function == NULL)
    function = next ("mremap");
  note (bytes);
  return function (at, old, bytes, flags, to);
}

#pragma GCC visibility pop

/* Operations. */

static mpz_t a, b, e, q, r;
static char *text;

static void call_mul (void) { mpz_mul (r, a, b); }
static void call_sqr (void) { mpz_mul (r, a, a); }
static void call_mul_n (void) { mpn_mul_n (r->_mp_d, a->_mp_d, b->_mp_d, a->_mp_size); }
static void call_tdiv_qr (void) { mpz_tdiv_qr (q, r, a, b); }
static void call_tdiv_q (void) { mpz_tdiv_q (q, a, b); }
static void call_divexact (void) { mpz_divexact (q, a, b); }
static void call_sqrtrem (void) { mpz_sqrtrem (q, r, a); }
static void call_rootrem (void) { mpz_rootrem (q, r, a, 3); }
static void call_get_str (void) { free (mpz_get_str (NULL, 10, a)); }
static void call_set_str (void) { mpz_set_str (r, text, 10); }
static void call_powm (void) { mpz_powm (r, a, e, b); }
static void call_powm_sec (void) { mpz_powm_sec (r, a, e, b); }

/* Operands of n limbs: a has TIMES * n limbs and b has n / PART.  An operation of kind memory has
   its result allocated in the call. */
static const struct operation
{
  const char *name;
  void (*call) (void);
  int times, part;
  long e;                       /* the exponent; 0: as long as b, 1024 bits at most */
  mp_size_t memory_max, max;    /* limbs, for kind memory and the others; 0: not at all */
} operations[] = {
  { "mul", call_mul, 1, 1, 1, 1000000, 20000 },
  { "mul_half", call_mul, 1, 2, 1, 1000000, 20000 },
  { "mul_eighth", call_mul, 1, 8, 1, 1000000, 20000 },
  { "mul_n", call_mul_n, 1, 1, 1, 0, 20000 },
  { "sqr", call_sqr, 1, 1, 1, 1000000, 20000 },
  { "tdiv_qr", call_tdiv_qr, 2, 1, 1, 100000, 20000 },
  { "tdiv_q", call_tdiv_q, 2, 1, 1, 0, 20000 },
  { "divexact", call_divexact, 2, 1, 1, 100000, 20000 },
  { "sqrtrem", call_sqrtrem, 1, 1, 1, 100000, 0 },
  { "rootrem", call_rootrem, 1, 1, 1, 100000, 0 },
  { "get_str", call_get_str, 1, 1, 1, 100000, 20000 },
  { "set_str", call_set_str, 1, 1, 1, 100000, 20000 },
  { "powm", call_powm, 1, 1, 0, 0, 1024 },
  { "powm_sec", call_powm_sec, 1, 1, 0, 0, 220 },
  { "powm_65537", call_powm, 1, 1, 65537, 20000, 20000 },
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

static gmp_randstate_t state;

static void
set_random (mpz_t z, mp_size_t limbs)
{
  mpz_urandomb (z, state, (mp_bitcnt_t) limbs * GMP_NUMB_BITS);
  mpz_setbit (z, (mp_bitcnt_t) limbs * GMP_NUMB_BITS - 1);
  mpz_setbit (z, 0);
}

/* a = b q for a q of N limbs, without a product, whose memory would count. */
static void
set_multiple (mp_size_t n)
{
  const mp_bitcnt_t low = (mp_bitcnt_t) (n / 2) * GMP_NUMB_BITS, high = (mp_bitcnt_t) (n - 1 - n / 2) * GMP_NUMB_BITS;
  mpz_mul_ui (a, b, 0x9e3779b97f4a7c15 & GMP_NUMB_MAX);
  mpz_mul_2exp (a, a, high);
  mpz_addmul_ui (a, b, 0xb5ad4eceda1ce2a9 & GMP_NUMB_MAX);
  mpz_mul_2exp (a, a, low);
  mpz_addmul_ui (a, b, 0x94d049bb133111eb & GMP_NUMB_MAX);
}

/* Returns the bytes of the longer operand. */
static size_t
prepare (const struct operation *o, mp_size_t n)
{
  const mp_size_t an = n * o->times, bn = n < o->part ? 1 : n / o->part;
  if (o->call == call_set_str)
    {
      const size_t digits = (size_t) ((double) n * GMP_NUMB_BITS * 0.30103);
      text = malloc (digits + 1);
      for (size_t i = 0; i < digits; i++)
        text[i] = (char) ('1' + i * i % 9);
      text[digits] = '\0';
      return digits;
    }
  if (o->call != call_divexact)
    set_random (a, an);
  if (o->call != call_sqr && o->call != call_get_str && o->call != call_sqrtrem && o->call != call_rootrem)
    set_random (b, bn);
  if (o->call == call_divexact)
    set_multiple (an - bn);
  if (o->e == 0)
    set_random (e, bn < 1024 / GMP_NUMB_BITS ? bn : 1024 / GMP_NUMB_BITS);
  else if (o->call == call_powm)
    mpz_set_ui (e, (unsigned long) o->e);
  return (size_t) an * sizeof (mp_limb_t);
}

/* The process that calls. */

/* A line of /proc/self/status in bytes, without an allocation. */
static double
status_bytes (const char *key)
{
  static char buffer[8192];
  const int fd = open ("/proc/self/status", O_RDONLY);
  const ssize_t n = fd < 0 ? -1 : read (fd, buffer, sizeof buffer - 1);
  if (n <= 0)
    fail ("/proc/self/status", "cannot be read");
  close (fd);
  buffer[n] = '\0';
  const char *found = strstr (buffer, key);
  if (found == NULL)
    fail (key, "/proc/self/status does not tell");
  return 1024 * strtod (found + strlen (key), NULL);
}

/* A product before anything is measured: comba selects kernels, and their code becomes resident. */
static void
warm_up (void)
{
  mpz_t x;
  mpz_init (x);
  mpz_setbit (x, 1000 * GMP_NUMB_BITS);
  mpz_mul (x, x, x);
  mpz_clear (x);
}

/* ROOM is the address space that the process may take from now on, or 0 for any. */
static void
call_in_memory (const struct operation *o, mp_size_t n, double room)
{
  if (room == 0)
    {
      mallopt (M_MMAP_THRESHOLD, 1 << 12);
      mallopt (M_TOP_PAD, 0);
      prctl (PR_SET_THP_DISABLE, 1, 0, 0, 0);
    }
  warm_up ();
  const double before = status_bytes ("VmSize:"), resident_before = status_bytes ("VmRSS:");
  if (room > 0)
    setrlimit (RLIMIT_AS, &(struct rlimit) { (rlim_t) (before + room), RLIM_INFINITY });
  const size_t bytes = prepare (o, n);
  largest = 0;
  const double start = now_ns ();
  o->call ();
  const double ns = now_ns () - start;
  const size_t block = largest;
  printf ("%.0f %.0f %zu %zu %.0f\n", status_bytes ("VmPeak:") - before,
          status_bytes ("VmHWM:") - resident_before, block, bytes, ns);
}

enum { STACK_BYTES = 1 << 20, SMALL_STACK_BYTES = 1 << 14, PATTERN = 0xa5 };

static unsigned char *stack;
static size_t depth;

static void *
call_on_stack (void *operation)
{
  const unsigned char *frame = __builtin_frame_address (0), *p = stack;
  ((const struct operation *) operation)->call ();
  while (*p == PATTERN)
    p++;
  depth = (size_t) (frame - p);
  return NULL;
}

static void *
call_only (void *operation)
{
  ((const struct operation *) operation)->call ();
  return NULL;
}

static void
run_thread (pthread_attr_t *attributes, void *(*body) (void *), const struct operation *o)
{
  pthread_t thread;
  const int failed = pthread_create (&thread, attributes, body, (void *) o);
  if (failed)
    fail ("thread", strerror (failed));
  pthread_join (thread, NULL);
}

/* Results and their blocks exist before a call, so that the C library's malloc takes no stack. */
static void
prepare_results (const struct operation *o, mp_size_t n)
{
  prepare (o, n);
  mpz_realloc2 (q, (mp_bitcnt_t) (2 * n + 2) * GMP_NUMB_BITS);
  mpz_realloc2 (r, (mp_bitcnt_t) (2 * n + 2) * GMP_NUMB_BITS);
}

static void
call_on_pattern (const struct operation *o, mp_size_t n)
{
  pthread_attr_t attributes;
  size_t depths[CALLS];
  stack = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED || pthread_attr_init (&attributes) != 0
      || pthread_attr_setstack (&attributes, stack, STACK_BYTES) != 0)
    fail ("stack", "no memory");
  prepare_results (o, n);
  for (int call = 0; call < CALLS; call++)
    {
      memset (stack, PATTERN, STACK_BYTES);
      run_thread (&attributes, call_on_stack, o);
      depths[call] = depth;
    }
  printf ("%zu %zu\n", depths[FIRST], depths[SECOND]);
}

static void
call_in_small_thread (const struct operation *o, mp_size_t n, int call)
{
  pthread_attr_t attributes;
  if (pthread_attr_init (&attributes) != 0 || pthread_attr_setstacksize (&attributes, SMALL_STACK_BYTES) != 0)
    fail ("thread", "the C library refuses such a small stack");
  prepare_results (o, n);
  if (call == SECOND)
    o->call ();
  run_thread (&attributes, call_only, o);
  printf ("1\n");
}

/* Prints the version of GMP, that of comba and its configuration. */
static void
tell_versions (void)
{
  const char *(*version) (void) = dlsym (RTLD_DEFAULT, "comba_version");
  const char *(*config) (void) = dlsym (RTLD_DEFAULT, "comba_cpu_config");
  printf ("%s %s %s\n", gmp_version, version != NULL ? version () : "-", config != NULL ? config () : "-");
}

/* ARGUMENTS: KIND, the operation's index, limbs, room or call. */
static int
be_child (char **arguments)
{
  const char *kind = arguments[0];
  if (strcmp (kind, "versions") == 0)
    {
      tell_versions ();
      return 0;
    }
  const struct operation *o = &operations[atoi (arguments[1])];
  const mp_size_t n = atol (arguments[2]);
  const double last = atof (arguments[3]);
  gmp_randinit_default (state);
  mpz_inits (a, b, e, q, r, NULL);
  if (strcmp (kind, "memory") == 0)
    call_in_memory (o, n, last);
  else if (strcmp (kind, "stack") == 0)
    call_on_pattern (o, n);
  else
    call_in_small_thread (o, n, (int) last);
  return fflush (stdout) != 0;
}

/* The process that asks. */

static const char *libgmp;
static char libcomba[PATH_MAX];

/* The output of a process in OUTPUT; returns its status as waitpid does.  It is ended after
   SECONDS; if it may fail, it does so quietly. */
static int
run_child (char output[256], int side, const char *kind, long operation, long n, double last, int may_fail,
           unsigned seconds)
{
  char preload[2 * PATH_MAX], numbers[3][32];
  int ends[2], status;
  snprintf (preload, sizeof preload, "%s%s%s", side == COMBA ? libcomba : "", side == COMBA ? ":" : "", libgmp);
  snprintf (numbers[0], sizeof numbers[0], "%ld", operation);
  snprintf (numbers[1], sizeof numbers[1], "%ld", n);
  snprintf (numbers[2], sizeof numbers[2], "%.0f", last);
  if (pipe (ends) != 0)
    fail ("pipe", "cannot be made");
  const pid_t pid = fork ();
  if (pid == 0)
    {
      setenv ("LD_PRELOAD", preload, 1);
      dup2 (ends[1], STDOUT_FILENO);
      close (ends[0]), close (ends[1]);
      if (may_fail)
        {
          const int quiet = open ("/dev/null", O_WRONLY);
          dup2 (quiet, STDERR_FILENO);
          setrlimit (RLIMIT_CORE, &(struct rlimit) { 0, 0 });
        }
      alarm (seconds);
      execl ("/proc/self/exe", "comba-memory", "--child", kind, numbers[0], numbers[1], numbers[2], (char *) NULL);
      _exit (2);
    }
  close (ends[1]);
  size_t length = 0;
  ssize_t n_read;
  while ((n_read = read (ends[0], output + length, 255 - length)) > 0)
    length += (size_t) n_read;
  output[length] = '\0';
  close (ends[0]);
  if (pid < 0 || waitpid (pid, &status, 0) != pid)
    fail ("process", "cannot be made");
  if (status != 0 && !may_fail)
    fail (kind, operations[operation].name);
  return status;
}

struct memory
{
  double peak, resident, block, operand, ns;
};

static int
run_memory (struct memory *m, int side, long operation, mp_size_t n, double room, int may_fail, unsigned seconds)
{
  char output[256];
  const int status = run_child (output, side, "memory", operation, n, room, may_fail, seconds);
  if (status == 0
      && sscanf (output, "%lf %lf %lf %lf %lf", &m->peak, &m->resident, &m->block, &m->operand, &m->ns) != 5)
    fail ("memory", output);
  return status;
}

enum { ROUNDS_MAX = 100, PATIENCE = 8 };
static int rounds = 5;

/* The address space of any process is more than this leaves. */
#define UNLIMITED 1e15

/* Writes the ratio of times, or why there is none; returns whether times are noisy. */
static int
limited_ratio (char text[16], long operation, mp_size_t n)
{
  double ns[SIDES][ROUNDS_MAX];
  struct memory m;
  run_memory (&m, REFERENCE, operation, n, UNLIMITED, 0, 0);
  const double room = 1.05 * m.peak;
  const unsigned patience = (unsigned) (PATIENCE * m.ns / 1e9) + 1;
  for (int round = 0; round < rounds; round++)
    for (int side = 0; side < SIDES; side++)
      {
        const int status = run_memory (&m, side, operation, n, room, side == COMBA, side == COMBA ? patience : 0);
        if (status != 0)
          {
            strcpy (text, WIFSIGNALED (status) && WTERMSIG (status) == SIGALRM ? "slow" : "aborts");
            return 0;
          }
        ns[side][round] = m.ns;
      }
  int noisy = 0;
  for (int side = 0; side < SIDES; side++)
    {
      sort_numbers (ns[side], rounds);
      noisy |= rounds < 2 || ns[side][1] > 1.1 * ns[side][0];
    }
  snprintf (text, 16, "%.2f", ns[REFERENCE][0] / ns[COMBA][0]);
  return noisy;
}

/* Each writes the end of a row and returns whether it is noisy. */
static int
memory_row (FILE *out, long operation, mp_size_t n)
{
  struct memory m[SIDES];
  char ratio[16];
  for (int side = 0; side < SIDES; side++)
    run_memory (&m[side], side, operation, n, 0, 0, 0);
  const int noisy = limited_ratio (ratio, operation, n);
  const double operand = m[REFERENCE].operand;
  fprintf (out, "%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%s,%d\n", m[REFERENCE].peak / operand, m[COMBA].peak / operand,
           m[REFERENCE].resident / operand, m[COMBA].resident / operand, m[REFERENCE].block / operand,
           m[COMBA].block / operand, ratio, noisy);
  return noisy;
}

static int
stack_row (FILE *out, long operation, mp_size_t n)
{
  char output[256];
  long bytes[SIDES][CALLS];
  for (int side = 0; side < SIDES; side++)
    {
      run_child (output, side, "stack", operation, n, 0, 0, 0);
      if (sscanf (output, "%ld %ld", &bytes[side][FIRST], &bytes[side][SECOND]) != 2)
        fail ("stack", output);
    }
  fprintf (out, "%ld,%ld,%ld,%ld\n", bytes[REFERENCE][FIRST], bytes[COMBA][FIRST], bytes[REFERENCE][SECOND],
           bytes[COMBA][SECOND]);
  return 0;
}

static int
threads_row (FILE *out, long operation, mp_size_t n)
{
  char output[256];
  int runs[CALLS][SIDES];
  for (int call = 0; call < CALLS; call++)
    for (int side = 0; side < SIDES; side++)
      runs[call][side] = run_child (output, side, "threads", operation, n, call, 1, 0) == 0;
  fprintf (out, "%d,%d,%d,%d\n", runs[FIRST][REFERENCE], runs[FIRST][COMBA], runs[SECOND][REFERENCE],
           runs[SECOND][COMBA]);
  return 0;
}

static const struct kind
{
  const char *name, *sizes, *columns;
  int (*row) (FILE *, long, mp_size_t);
} kinds[] = {
  { "memory", "20000,100000,1000000",
    "reference_peak,comba_peak,reference_resident,comba_resident,reference_block,comba_block,limited_ratio,ratio_noisy",
    memory_row },
  { "stack", "4,64,1024,20000", "reference_first,comba_first,reference_later,comba_later", stack_row },
  { "threads", "1-100,100-20000:20%", "reference_first,comba_first,reference_later,comba_later", threads_row },
};

/* Whether NAME is one of ONLY, which commas separate; or nothing is chosen. */
static int
is_chosen (const char *name, const char *only)
{
  const size_t length = strlen (name);
  for (const char *p = only; (p = strstr (p, name)) != NULL; p += length)
    if ((p == only || p[-1] == ',') && (p[length] == ',' || p[length] == '\0'))
      return 1;
  return only[0] == '\0';
}

int
main (int argc, char **argv)
{
  if (argc > 2 && strcmp (argv[1], "--child") == 0)
    return be_child (argv + 2);

  static const struct option known[] = {
    { "sizes", required_argument, NULL, 's' }, { "only", required_argument, NULL, 'o' },
    { "rounds", required_argument, NULL, 'r' }, { "csv", required_argument, NULL, 'c' },
    { "label", required_argument, NULL, 'l' }, { NULL, 0, NULL, 0 }
  };
  struct sizes sizes = { NULL, 0 };
  const char *only = "", *label = NULL, *wrong;
  char *end;
  FILE *csv = NULL;
  int option;
  while ((option = getopt_long (argc, argv, "", known, NULL)) != -1)
    switch (option)
      {
      case 's':
        if ((wrong = sizes_add (&sizes, optarg)) != NULL)
          fail (optarg, wrong);
        break;
      case 'o': only = optarg; break;
      case 'r':
        rounds = (int) strtol (optarg, &end, 10);
        if (*end != '\0' || rounds < 1 || rounds > ROUNDS_MAX)
          fail (optarg, "1 to 100 rounds are possible");
        break;
      case 'c':
        if ((csv = fopen (optarg, "w")) == NULL)
          fail (optarg, "cannot be written");
        break;
      case 'l': label = optarg; break;
      default: return 2;
      }
  const struct kind *kind = NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && optind + 2 == argc; i++)
    if (strcmp (argv[optind], kinds[i].name) == 0)
      kind = &kinds[i];
  if (kind == NULL)
    fail ("usage", "comba-memory memory|stack|threads LIBGMP [OPTION...]");
  if (sizes.n == 0)
    sizes_add (&sizes, kind->sizes);
  libgmp = argv[optind + 1];
  if (find_libcomba (libcomba, sizeof libcomba) != 0)
    fail (libcomba, "is not there");

  char output[256], gmp[32], comba[32], config[32], *rows;
  run_child (output, COMBA, "versions", 0, 0, 0, 0, 0);
  if (sscanf (output, "%31s %31s %31s", gmp, comba, config) != 3 || strcmp (comba, "-") == 0)
    fail (libcomba, "cannot be preloaded");

  size_t size, noisy = 0, all = 0;
  FILE *out = csv == NULL ? stdout : open_memstream (&rows, &size);
  if (out == NULL)
    fail ("results", "no memory");
  fprintf (out, "operation,limbs,%s\n", kind->columns);
  for (long i = 0; i < OPERATIONS; i++)
    for (size_t j = 0; j < sizes.n; j++)
      if (is_chosen (operations[i].name, only)
          && sizes.of[j] <= (kind->row == memory_row ? operations[i].memory_max : operations[i].max))
        {
          fprintf (out, "%s,%ld,", operations[i].name, (long) sizes.of[j]);
          noisy += (size_t) kind->row (out, i, sizes.of[j]);
          all++;
        }
  free (sizes.of);
  if (csv == NULL)
    return fflush (stdout) != 0 ? 2 : 0;

  char reference[128];
  snprintf (reference, sizeof reference, label != NULL ? "%s" : "GMP %s", label != NULL ? label : gmp);
  print_provenance (csv, &(struct provenance) { kind->name, config, reference, comba, argc, argv });
  print_validity (csv, (double) noisy <= NOISY_SHARE * (double) all, noisy, all, "times");
  if (fclose (out) != 0 || fputs (rows, csv) == EOF || fclose (csv) != 0)
    fail ("results", "cannot be written");
  free (rows);
  return 0;
}
