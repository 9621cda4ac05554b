/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Usage: leave-products HOW THREADS SIGNALS LIBGMP...

   A program that is not linked with GMP opens each LIBGMP, as a plug-in brings its own, and gives
   it allocators that hold signals off. THREADS threads compute products and powers, and each gets
   SIGNALS signals.  With HOW = leave the handler leaves the product; with multiply it multiplies
   itself and returns; with both it multiplies and leaves. Results have to be right afterwards.
   Prints the numbers of products that were left and of wrong results, and by how many MiB the
   process has grown. */

#include <dlfcn.h>
#include <gmp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LIMBS = 3000, MODULUS = 60, LIBRARIES_MAX = 4, THREADS_MAX = 2 };

struct gmp
{
  void (*mul) (mpz_ptr, mpz_srcptr, mpz_srcptr);
  void (*powm) (mpz_ptr, mpz_srcptr, mpz_srcptr, mpz_srcptr);
  mpz_t a, b, product;          /* the operands, and what has to come out */
  mpz_t base, exponent, modulus, power;
};

static struct gmp libraries[LIBRARIES_MAX];
static int library_count;
static int leaves, multiplies;
static long signals;

/* A thread; in HANDLED what its handler has computed. */
struct worker
{
  pthread_t thread;
  sigjmp_buf before;
  volatile sig_atomic_t may_leave;
  volatile long seen;
  struct result { mpz_t product, power; } results[LIBRARIES_MAX], handled[LIBRARIES_MAX];
  long left, wrong;
};

static struct worker workers[THREADS_MAX];
static __thread struct worker *self;

static sigset_t all, none;

static void *
allocate (size_t bytes)
{
  sigset_t old;
  pthread_sigmask (SIG_SETMASK, &all, &old);
  void *p = malloc (bytes);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return p;
}

static void *
reallocate (void *p, size_t old_bytes, size_t bytes)
{
  sigset_t old;
  (void) old_bytes;
  pthread_sigmask (SIG_SETMASK, &all, &old);
  p = realloc (p, bytes);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return p;
}

static void
release (void *p, size_t bytes)
{
  sigset_t old;
  (void) bytes;
  pthread_sigmask (SIG_SETMASK, &all, &old);
  free (p);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

static void *
find (void *library, const char *name)
{
  void *p = dlsym (library, name);
  if (p == NULL)
    {
      fprintf (stderr, "%s: %s\n", name, dlerror ());
      exit (2);
    }
  return p;
}

static void
make (void *library, mpz_ptr x, int limbs)
{
  void (*init2) (mpz_ptr, mp_bitcnt_t) = find (library, "__gmpz_init2");
  init2 (x, (mp_bitcnt_t) limbs * GMP_NUMB_BITS);
  for (int i = 0; i < limbs; i++)
    x->_mp_d[i] = ((mp_limb_t) rand () << (GMP_NUMB_BITS / 2)) + (mp_limb_t) rand () + 1;
  x->_mp_d[0] |= 1;
  x->_mp_d[limbs - 1] |= 1;
  x->_mp_size = limbs;
}

static void
open_gmp (struct gmp *g, const char *path)
{
  void *const library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    {
      fprintf (stderr, "%s\n", dlerror ());
      exit (2);
    }
  void (*set) (void *(*) (size_t), void *(*) (void *, size_t, size_t), void (*) (void *, size_t))
    = find (library, "__gmp_set_memory_functions");
  set (allocate, reallocate, release);
  g->mul = find (library, "__gmpz_mul");
  g->powm = find (library, "__gmpz_powm");
  make (library, g->a, LIMBS), make (library, g->b, LIMBS), make (library, g->product, 2 * LIMBS);
  make (library, g->base, MODULUS), make (library, g->exponent, 3), make (library, g->modulus, MODULUS);
  make (library, g->power, MODULUS);
  g->mul (g->product, g->a, g->b);
  g->powm (g->power, g->base, g->exponent, g->modulus);
  for (int i = 0; i < THREADS_MAX; i++)
    for (int handled = 0; handled < 2; handled++)
      {
        struct result *const r = handled ? workers[i].handled : workers[i].results;
        make (library, r[g - libraries].product, 2 * LIMBS), make (library, r[g - libraries].power, MODULUS);
      }
}

static void
compute (const struct gmp *g, struct result *r, int power)
{
  if (power)
    g->powm (r->power, g->base, g->exponent, g->modulus);
  else
    g->mul (r->product, g->a, g->b);
}

static int
is_right (const struct gmp *g, const struct result *r, int power)
{
  const mpz_srcptr x = power ? r->power : r->product, y = power ? g->power : g->product;
  return x->_mp_size == y->_mp_size && memcmp (x->_mp_d, y->_mp_d, (size_t) y->_mp_size * sizeof (mp_limb_t)) == 0;
}

static void
try (struct worker *w, struct result *all_results, int i, int power)
{
  compute (&libraries[i], &all_results[i], power);
  w->wrong += !is_right (&libraries[i], &all_results[i], power);
}

static void
handle (int number)
{
  (void) number;
  struct worker *const w = self;
  w->seen++;
  if (multiplies)
    try (w, w->handled, (int) (w->seen % library_count), w->seen % 8 == 0);
  if (leaves && w->may_leave)
    siglongjmp (w->before, 1);
}

static void *
work (void *worker)
{
  struct worker *const w = self = worker;
  static volatile long turns[THREADS_MAX];
  volatile long *const turn = &turns[w - workers];
  pthread_sigmask (SIG_SETMASK, &none, NULL);
  while (w->seen < signals)
    {
      const int i = (int) (++*turn % library_count), power = *turn % 4 == 0;
      if (sigsetjmp (w->before, 1) == 0)
        {
          w->may_leave = 1;
          compute (&libraries[i], &w->results[i], power);
          w->may_leave = 0;
          w->wrong += !is_right (&libraries[i], &w->results[i], power);
        }
      else
        {
          w->may_leave = 0;
          if (++w->left % 4 != 0)       /* sometimes the next call may be left as well */
            continue;
          pthread_sigmask (SIG_SETMASK, &all, NULL);
          try (w, w->results, i, power);
          pthread_sigmask (SIG_SETMASK, &none, NULL);
        }
    }
  return NULL;
}

static long
mapped_mib (void)
{
  long pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");
  if (f == NULL || fscanf (f, "%ld", &pages) != 1)
    exit (2);
  fclose (f);
  return pages * (sysconf (_SC_PAGESIZE) / 1024) / 1024;
}

int
main (int argc, char **argv)
{
  if (argc < 5 || argc - 4 > LIBRARIES_MAX)
    return 2;
  leaves = strcmp (argv[1], "multiply") != 0, multiplies = strcmp (argv[1], "leave") != 0;
  const int threads = atoi (argv[2]) < THREADS_MAX ? atoi (argv[2]) : THREADS_MAX;
  signals = atol (argv[3]);
  library_count = argc - 4;
  for (int i = 0; i < library_count; i++)
    open_gmp (&libraries[i], argv[4 + i]);

  sigemptyset (&none);
  sigemptyset (&all);
  sigaddset (&all, SIGUSR1);
  pthread_sigmask (SIG_SETMASK, &all, NULL);
  struct sigaction action = { .sa_handler = handle };
  sigaction (SIGUSR1, &action, NULL);
  alarm (60);

  for (int i = 0; i < threads; i++)
    if (pthread_create (&workers[i].thread, NULL, work, &workers[i]) != 0)
      return 2;
  long at_begin = 0, sent = 0;
  for (int running = 1; running; sent++)
    {
      running = 0;
      for (int i = 0; i < threads; i++)
        if (workers[i].seen < signals)
          {
            running = 1;
            pthread_kill (workers[i].thread, SIGUSR1);
          }
      if (sent == 1000)
        at_begin = mapped_mib ();
      const struct timespec pause = { 0, 30000 + (sent * 7919) % 60000 };
      nanosleep (&pause, NULL);
    }
  long left = 0, wrong = 0;
  for (int i = 0; i < threads; i++)
    {
      pthread_join (workers[i].thread, NULL);
      left += workers[i].left;
      wrong += workers[i].wrong;
    }
  printf ("left %ld wrong %ld grown %ld\n", left, wrong, mapped_mib () - at_begin);
  return 0;
}
