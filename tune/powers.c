/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Compares mpz_powm of a libgmp with comba in front of it and of the same libgmp without, over
   sizes, exponents, bases and kinds of modulus.

     comba-run ./comba-powers LIBGMP [--sizes LIST] [--bits LIST] [--only TEXT] [--below X]
                                     [--csv FILE] [--label TEXT]

   LIBGMP is loaded twice: into a namespace of its own, where nothing is preloaded, and as programs
   load it, with comba in front by comba-run.  Both must give the same power; if not, the program
   ends.

   A sample is a loop over several groups of operands for at least 20 microseconds, in cycles
   (clock.h): 64 groups for moduli of up to 4 limbs, fewer for longer ones, 4 from 64 limbs on.
   With fewer, the CPU would predict branches that depend on operands, as it cannot in a program.  A
   call that takes longer is a sample by itself, and the groups take turns.  Both libraries have the
   same calls, alternately two samples of one and two of the other.  A time is the median of the
   undisturbed samples, if there are three.  Jobs that seem slower with comba, or are noisy, are
   timed again, with more samples, up to three times and for 50 milliseconds.

   --bits LIST uses exponents with these numbers of bits instead of the table. --only TEXT selects
   the jobs whose name, such as "odd/as long/e=17", contains TEXT, or with -TEXT does not; commas
   separate several. --below X lists the jobs whose ratio is below X (default 1.0). --csv FILE
   writes all jobs, after the header of provenance.h; --label TEXT is the name of LIBGMP in it.  A
   job is noisy if, for either library, fewer than three samples were undisturbed, or their middle
   half is not within 5 % of the median.

   Exit code: 0; 1 if powers differ; 2 for a wrong command line or an unusable library. */

#include "samples.h"
#include "provenance.h"
#include "bench/machine.h"
#include "bench/sizes.h"
#include "comba.h"
#include <dlfcn.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE, PRELOADED, SIDES };

/* One of GMP's libraries. */
struct library
{
  void (*powm) (mpz_ptr, mpz_srcptr, mpz_srcptr, mpz_srcptr);
  void (*import) (mpz_ptr, size_t, int, size_t, int, size_t, const void *);
  int (*invert) (mpz_ptr, mpz_srcptr, mpz_srcptr);
  void (*init) (mpz_ptr);
  void (*clear) (mpz_ptr);
};

struct exponent
{
  char name[24];
  unsigned value;               /* or */
  long bits;                    /* random, of so many bits, or, 0, as many as the modulus */
  mp_size_t max;                /* largest modulus */
};

#define MAX_LIMBS 100000

static const struct exponent exponents[] = {
  { "e=2", 2, 0, MAX_LIMBS }, { "e=3", 3, 0, MAX_LIMBS }, { "e=4", 4, 0, MAX_LIMBS },
  { "e=5", 5, 0, MAX_LIMBS }, { "e=6", 6, 0, MAX_LIMBS }, { "e=8", 8, 0, MAX_LIMBS },
  { "e=10", 10, 0, MAX_LIMBS }, { "e=12", 12, 0, MAX_LIMBS }, { "e=16", 16, 0, MAX_LIMBS }, { "e=17", 17, 0, MAX_LIMBS }, { "e=255", 255, 0, MAX_LIMBS },
  { "e=257", 257, 0, MAX_LIMBS }, { "e=65537", 65537, 0, MAX_LIMBS }, { "16 bits", 0, 16, MAX_LIMBS },
  { "32 bits", 0, 32, MAX_LIMBS }, { "64 bits", 0, 64, MAX_LIMBS }, { "128 bits", 0, 128, 1000 },
  { "256 bits", 0, 256, 600 }, { "as the modulus", 0, 0, 200 },
};

enum { OF_TABLE = sizeof exponents / sizeof exponents[0] };

/* Zero limbs and bits at the low end of the modulus: odd, even, half of it a power of two. */
enum { ODD, EVEN, HALF, PARITIES };
static const char *const parities[] = { "odd", "even", "half 2^k" };

/* The base. */
enum { TWO, THREE, ONE_LIMB, HALF_AS_LONG, AS_LONG, TWICE, FOUR_TIMES, BASES };
static const char *const bases[] = {
  "2", "3", "one limb", "half as long", "as long", "twice as long", "four times as long"
};

static mp_size_t
limbs_of_base (int base, mp_size_t n)
{
  const mp_size_t limbs[BASES] = { 1, 1, 1, (n + 1) / 2, n, 2 * n, 4 * n };
  return limbs[base];
}

enum { SETS_MAX = 64, SETS_MIN = 4 };
enum { ROUNDS = 3, SAMPLES_MAX = 2 * (1 + 3 + 9) * ROUNDS, NEEDED = 3 };

/* The most time for a job in one of two rounds. */
#define MOST_NS 50e6
#define NOISY_SPREAD 0.05

struct job
{
  mp_size_t n;
  const struct exponent *e;
  int parity, base, negative;
};

static int
sets_of (const struct job *j)
{
  const mp_size_t sets = 4 * SETS_MAX / j->n;
  return (int) (sets > SETS_MAX ? SETS_MAX : sets < SETS_MIN ? SETS_MIN : sets);
}

struct operands
{
  mpz_t r, b, e, m;
};

struct worst
{
  struct job job;
  double cycles[SIDES];
};

struct samples
{
  int n;
  struct sample of[SAMPLES_MAX];
};

static struct library libraries[SIDES];

static _Noreturn void
fail (int code, const char *what, const char *why)
{
  fprintf (stderr, "comba-powers: %s: %s\n", what, why);
  exit (code);
}

static double
ratio_of (const double cycles[SIDES])
{
  return cycles[REFERENCE] / cycles[PRELOADED];
}

static void
describe (char *name, size_t size, const struct job *j)
{
  snprintf (name, size, "%s/%s/%s%.23s", parities[j->parity], bases[j->base],
            j->negative ? "negative " : "", j->e->name);
}

static void
open_side (struct library *l, void *handle, const char *path)
{
  if (handle == NULL)
    fail (2, path, dlerror ());
  const struct { const char *name; void *function; } functions[] = {
    { "__gmpz_powm", &l->powm }, { "__gmpz_import", &l->import }, { "__gmpz_init", &l->init },
    { "__gmpz_clear", &l->clear }, { "__gmpz_invert", &l->invert },
  };
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
    {
      void *address = dlsym (handle, functions[i].name);
      if (address == NULL)
        fail (2, path, dlerror ());
      memcpy (functions[i].function, &address, sizeof address);
    }
}

static void
set_limbs (const struct library *l, mpz_ptr z, mp_srcptr p, mp_size_t n)
{
  l->import (z, n, -1, sizeof (mp_limb_t), 0, 0, p);
}

static uint64_t state;

static mp_limb_t
random_limb (void)
{
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (mp_limb_t) (z ^ (z >> 31));
}

/* Operands of one job, the same for both libraries; if the base needs an inverse, it gets one. */
static void
make (struct operands *o, const struct library *l, const struct job *j, int set)
{
  mp_size_t n = j->n, bn = limbs_of_base (j->base, n);
  size_t bits = j->e->value != 0 ? 1 : j->e->bits != 0 ? (size_t) j->e->bits
                : (size_t) n * GMP_NUMB_BITS;
  mp_size_t en = (mp_size_t) ((bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
  mp_size_t most = (bn > en ? bn : en) > n ? (bn > en ? bn : en) : n;
  mp_ptr t = malloc (most * sizeof (mp_limb_t));
  if (t == NULL)
    fail (2, "operands", "no memory");

  state = (uint64_t) n << 16 ^ (uint64_t) set;
  for (mp_size_t i = 0; i < n; i++)
    t[i] = random_limb ();
  mp_size_t zeros = j->parity == HALF ? n / 2 : 0;
  for (mp_size_t i = 0; i < zeros; i++)
    t[i] = 0;
  t[n - 1] |= (mp_limb_t) 1 << (GMP_NUMB_BITS - 1 - set % GMP_NUMB_BITS);
  if (j->parity == ODD)
    t[0] |= 1;
  else
    t[zeros] = (t[zeros] | 15) << (3 - set % 3);
  set_limbs (l, o->m, t, n);

  for (mp_size_t i = 0; i < en; i++)
    t[i] = random_limb ();
  if (j->e->value != 0)
    t[0] = j->e->value;
  else
    {
      mp_limb_t bit = (mp_limb_t) 1 << (bits - 1) % GMP_NUMB_BITS;
      t[en - 1] = (t[en - 1] & (bit - 1)) | bit;
    }
  set_limbs (l, o->e, t, en);
  if (j->negative)
    o->e->_mp_size = -o->e->_mp_size;

  do
    {
      for (mp_size_t i = 0; i < bn; i++)
        t[i] = random_limb ();
      t[0] |= 1;
      t[bn - 1] |= 1;
      if (j->base == TWO || j->base == THREE)
        t[0] = j->base == TWO ? 2 : 3;
      set_limbs (l, o->b, t, bn);
    }
  while (j->negative && !l->invert (o->r, o->b, o->m));
  free (t);
}

/* ns, from group FIRST on */
static double
time_calls (const struct library *l, struct operands *o, int sets, int first, size_t repeats)
{
  int set = first;
  double start = now_ns ();
  for (size_t i = 0; i < repeats; i++)
    {
      l->powm (o[set].r, o[set].b, o[set].e, o[set].m);
      set = set + 1 < sets ? set + 1 : 0;
    }
  return (now_ns () - start) / (double) repeats;
}

static void
check_same (struct operands o[SIDES][SETS_MAX], const struct job *j)
{
  for (int set = 0; set < sets_of (j); set++)
    {
      mpz_srcptr x = o[REFERENCE][set].r, y = o[PRELOADED][set].r;
      if (x->_mp_size != y->_mp_size
          || memcmp (x->_mp_d, y->_mp_d, (size_t) abs (x->_mp_size) * sizeof (mp_limb_t)) != 0)
        {
          char name[80];
          describe (name, sizeof name, j);
          fprintf (stderr, "comba-powers: %ld limbs, %s: powers differ\n", (long) j->n, name);
          exit (1);
        }
    }
}

/* Takes two samples.  The clock may depend on the running code, so calls of the same library
   precede the first reading. */
static void
sample (struct samples *s, const struct library *l, struct operands *o, int sets, int first, size_t repeats)
{
  await_core ();
  time_calls (l, o, sets, first, repeats);
  struct reading before = read_clock ();
  for (int i = 0; i < 2; i++)
    {
      const double ns = time_calls (l, o, sets, first, repeats);
      const struct reading after = read_clock ();
      s->of[s->n++] = sample_between (ns, &before, &after);
      before = after;
    }
}

/* The middle half of the undisturbed samples, in parts of MEDIAN. */
static double
spread_of (const struct samples *s, double median)
{
  double cycles[SAMPLES_MAX];
  size_t n = 0;
  for (int i = 0; i < s->n; i++)
    if (!s->of[i].disturbed)
      cycles[n++] = s->of[i].cycles;
  if (n == 0)
    return HUGE_VAL;
  sort_numbers (cycles, n);
  return (quantile (cycles, n, 0.75) - quantile (cycles, n, 0.25)) / median;
}

/* What a call takes on both sides.  Returns whether that is noisy. */
static int
measure (const struct job *j, double cycles[SIDES])
{
  struct operands o[SIDES][SETS_MAX];
  double fastest = HUGE_VAL;
  const int sets = sets_of (j);
  for (int side = 0; side < SIDES; side++)
    {
      for (int set = 0; set < sets; set++)
        {
          const struct library *l = &libraries[side];
          l->init (o[side][set].r), l->init (o[side][set].b);
          l->init (o[side][set].e), l->init (o[side][set].m);
          make (&o[side][set], l, j, set);
        }
      double once = time_calls (&libraries[side], o[side], sets, 0, (size_t) sets);
      if (once < 20e3)
        once = time_calls (&libraries[side], o[side], sets, 0, (size_t) sets);
      fastest = fmin (fastest, once);
    }
  const size_t repeats = fastest > 20e3 ? 1 : (size_t) ceil (20e3 / fastest / sets) * (size_t) sets;
  check_same (o, j);
  struct samples s[SIDES] = { 0 };
  int rounds = ROUNDS, noisy = 0;
  double start = now_ns ();
  for (int again = 0; again < 3; again++, rounds *= 3)
    {
      for (int i = 0; i < rounds && (i < 2 || now_ns () - start < MOST_NS); i++)
        for (int side = 0; side < SIDES; side++)
          sample (&s[side], &libraries[side], o[side], sets, i % sets, repeats);
      noisy = 0;
      for (int side = 0; side < SIDES; side++)
        {
          const struct sample median = median_sample (s[side].of, s[side].n, NEEDED);
          cycles[side] = median.cycles;
          noisy |= median.disturbed || spread_of (&s[side], median.cycles) > NOISY_SPREAD;
        }
      if (ratio_of (cycles) > 1.03 && !noisy)
        break;
    }
  for (int side = 0; side < SIDES; side++)
    for (int set = 0; set < sets; set++)
      {
        const struct library *l = &libraries[side];
        l->clear (o[side][set].r), l->clear (o[side][set].b);
        l->clear (o[side][set].e), l->clear (o[side][set].m);
      }
  return noisy;
}

/* Whether NAME is selected. */
static int
is_chosen (const char *name, const char *only)
{
  char copy[200];
  snprintf (copy, sizeof copy, "%s", only);
  char *next = copy;
  for (char *text = strsep (&next, ","); text != NULL; text = strsep (&next, ","))
    if (*text == '-' ? strstr (name, text + 1) != NULL : strstr (name, text) == NULL)
      return 0;
  return 1;
}

static void
print_job (const struct job *j, const double cycles[SIDES])
{
  char name[80];
  describe (name, sizeof name, j);
  printf ("%6ld  %-36s %12.1f %12.1f %7.3f\n", (long) j->n, name, cycles[REFERENCE], cycles[PRELOADED],
          ratio_of (cycles));
}

/* Exponents with these numbers of bits. */
static struct exponent *
of_bits (const struct sizes *bits)
{
  struct exponent *e = calloc (bits->n, sizeof *e);
  if (e == NULL)
    fail (2, "exponents", "no memory");
  for (size_t i = 0; i < bits->n; i++)
    {
      snprintf (e[i].name, sizeof e[i].name, "%ld bits", (long) bits->of[i]);
      e[i].bits = bits->of[i];
      e[i].max = MAX_LIMBS;
    }
  return e;
}

/* Checks that comba is in front of one library and not of the other. */
static void
check_reached (const char *path)
{
  int (*count) (int);
  unsigned long long (*calls) (enum comba_entry, int);
  *(void **) &count = dlsym (RTLD_DEFAULT, "comba_count_calls");
  *(void **) &calls = dlsym (RTLD_DEFAULT, "comba_calls");
  if (count == NULL || calls == NULL)
    fail (2, "comba", "it is not preloaded: use comba-run");
  double cycles[SIDES];
  const struct job j = { .n = 20, .e = &exponents[0], .base = AS_LONG };
  count (1);
  const struct library both[SIDES] = { libraries[REFERENCE], libraries[PRELOADED] };
  libraries[PRELOADED] = both[REFERENCE];
  measure (&j, cycles);
  unsigned long long reference = calls (COMBA_ENTRY_POWM, -1);
  libraries[PRELOADED] = both[PRELOADED];
  measure (&j, cycles);
  unsigned long long preloaded = calls (COMBA_ENTRY_POWM, -1);
  count (0);
  if (reference != 0 || preloaded == 0)
    fail (2, path, "comba is not reached from one, and only one, of its copies");
}

/* The result of a function without arguments of the preloaded comba, or "unknown". */
static const char *
ask_comba (const char *name)
{
  const char *(*function) (void);
  *(void **) &function = dlsym (RTLD_DEFAULT, name);
  return function != NULL ? function () : "unknown";
}

static void
write_csv (FILE *csv, const char *path, const char *label, const char *rows, size_t noisy, size_t all,
           int argc, char **argv)
{
  char name[64] = "unknown";
  void *gmp = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  const char *const *version = gmp != NULL ? dlsym (gmp, "__gmp_version") : NULL;
  if (version != NULL)
    snprintf (name, sizeof name, "GMP %s", *version);
  print_provenance (csv, &(struct provenance) {
    .kind = "powers", .config = ask_comba ("comba_cpu_config"), .reference = label != NULL ? label : name,
    .comba = ask_comba ("comba_version"), .argc = argc, .argv = argv
  });
  print_validity (csv, noisy <= NOISY_SHARE * all, noisy, all, "jobs");
  fprintf (csv, "limbs,modulus,base,exponent,reference_cycles,comba_cycles,ratio,noisy\n%s", rows);
}

int
main (int argc, char **argv)
{
  static const struct option known[] = {
    { "sizes", required_argument, NULL, 's' }, { "only", required_argument, NULL, 'o' },
    { "below", required_argument, NULL, 'b' }, { "csv", required_argument, NULL, 'c' },
    { "bits", required_argument, NULL, 'e' }, { "label", required_argument, NULL, 'l' },
    { NULL, 0, NULL, 0 }
  };
  struct sizes sizes = { NULL, 0 }, bits = { NULL, 0 };
  const char *only = "", *label = NULL, *wrong;
  double below = 1;
  FILE *csv = NULL;
  int option;
  while ((option = getopt_long (argc, argv, "", known, NULL)) != -1)
    switch (option)
      {
      case 's':
        if ((wrong = sizes_add (&sizes, optarg)) != NULL)
          fail (2, optarg, wrong);
        break;
      case 'e':
        if ((wrong = sizes_add (&bits, optarg)) != NULL)
          fail (2, optarg, wrong);
        break;
      case 'o': only = optarg; break;
      case 'b': below = atof (optarg); break;
      case 'c':
        if ((csv = fopen (optarg, "w")) == NULL)
          fail (2, optarg, "cannot be written");
        break;
      case 'l': label = optarg; break;
      default: return 2;
      }
  if (optind + 1 != argc)
    fail (2, "usage", "comba-run ./comba-powers LIBGMP [OPTION...]");
  if (sizes.n == 0)
    sizes_add (&sizes, "1-40,40-2000:12%");

  const char *path = argv[optind];
  stay_on_cpus (1);
  open_side (&libraries[REFERENCE], dlmopen (LM_ID_NEWLM, path, RTLD_NOW), path);
  open_side (&libraries[PRELOADED], dlopen (path, RTLD_NOW | RTLD_LOCAL), path);
  check_reached (path);

  struct exponent *given = bits.n == 0 ? NULL : of_bits (&bits);
  const struct exponent *all = given != NULL ? given : exponents;
  const size_t count_all = given != NULL ? bits.n : OF_TABLE;
  char *text;
  size_t size, jobs = 0, noisy_jobs = 0;
  FILE *rows = open_memstream (&text, &size);
  if (rows == NULL)
    fail (2, "results", "no memory");
  printf (" limbs  modulus, base, exponent              alone, cycles    preloaded   ratio\n");
  for (size_t e = 0; e < count_all; e++)
    for (int kind = 0; kind < PARITIES * BASES * 2; kind++)
      {
        struct worst least = { .cycles = { HUGE_VAL, 1 } };
        double sum = 0;
        long count = 0;
        for (size_t i = 0; i < sizes.n; i++)
          {
            struct worst w = { .job = { .n = sizes.of[i], .e = &all[e], .base = kind % BASES,
                                        .parity = kind / BASES % PARITIES,
                                        .negative = kind / BASES / PARITIES } };
            const struct job *j = &w.job;
            char name[80];
            describe (name, sizeof name, j);
            if (j->n > all[e].max || !is_chosen (name, only)
                || (j->base > ONE_LIMB && limbs_of_base (j->base, j->n) == 1)
                || (j->n == 1 && j->parity == HALF)
                || (j->negative && (j->base == THREE || (j->base == TWO && j->parity != ODD))))
              continue;
            const int noisy = measure (j, w.cycles);
            fprintf (rows, "%ld,%s,%s,%s%s,%.1f,%.1f,%.3f,%d\n", (long) j->n, parities[j->parity], bases[j->base],
                     j->negative ? "negative " : "", j->e->name, w.cycles[REFERENCE], w.cycles[PRELOADED],
                     ratio_of (w.cycles), noisy);
            noisy_jobs += noisy;
            jobs++;
            sum += log (ratio_of (w.cycles));
            count++;
            if (ratio_of (w.cycles) < below)
              print_job (j, w.cycles);
            if (ratio_of (w.cycles) < ratio_of (least.cycles))
              least = w;
          }
        if (count > 0)
          {
            char name[80];
            describe (name, sizeof name, &least.job);
            printf ("%6s  %-36s mean %.2f, least %.3f at %ld limbs\n", "", name,
                    exp (sum / (double) count), ratio_of (least.cycles), (long) least.job.n);
            fflush (stdout);
          }
      }
  free (sizes.of);
  free (bits.of);
  free (given);
  if (fclose (rows) != 0)
    fail (2, "results", "no memory");
  if (csv != NULL)
    write_csv (csv, path, label, text, noisy_jobs, jobs, argc, argv);
  free (text);
  return csv != NULL && fclose (csv) != 0 ? 2 : 0;
}
