/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-fat.sh.  With LIBRARY defined, a fat libgmp that has only the functions that comba replaces,
   and one that stays its own, addlsh1_n.  Else a program that obeys the words of its command line, and
   ends with exit code 1 at the first that fails:

     open PATH       opens a libgmp with RTLD_LOCAL; later words are about it
     global PATH     the same with RTLD_GLOBAL
     close           closes it
     comba PATH      opens libcomba with RTLD_GLOBAL
     use             calls each function many times through its entry, and compares with the definition
     threads N       the same in N threads, until the word "join"
     join
     init            calls __gmpn_cpuvec_init as the loader finds it
     foreign         puts a function of this program in the table
     snap            copies the table
     unchanged       it is as in the copy
     others          the same but for comba's functions
     replaced        comba's functions are libcomba's, and all others the library's
     locked          a thread holds the lock of the loader's list of objects, until the word "unlocked"
     unlocked
     own             all functions are the library's
     listed R B P    comba_list_libgmp lists R functions of this library that can be replaced, B of them
                     bound to libcomba and P pending */

typedef unsigned long limb;
enum { FUNCTIONS = 37, THRESHOLDS = 5 };

static limb
add_n (limb *rp, const limb *ap, const limb *bp, long n)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) ap[i] + bp[i] + carry;
      rp[i] = (limb) t;
      carry = (limb) (t >> 64);
    }
  return carry;
}

static limb
sub_n (limb *rp, const limb *ap, const limb *bp, long n)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) ap[i] - bp[i] - carry;
      rp[i] = (limb) t;
      carry = (limb) (t >> 64) & 1;
    }
  return carry;
}

static limb
lshift (limb *rp, const limb *ap, long n, unsigned s)
{
  const limb out = ap[n - 1] >> (64 - s);
  for (long i = n - 1; i >= 0; i--)
    rp[i] = ap[i] << s | (i > 0 ? ap[i - 1] >> (64 - s) : 0);
  return out;
}

static limb
rshift (limb *rp, const limb *ap, long n, unsigned s)
{
  const limb out = ap[0] << (64 - s);
  for (long i = 0; i < n; i++)
    rp[i] = ap[i] >> s | (i < n - 1 ? ap[i + 1] << (64 - s) : 0);
  return out;
}

static void
copyi (limb *rp, const limb *ap, long n)
{
  for (long i = 0; i < n; i++)
    rp[i] = ap[i];
}

static void
copyd (limb *rp, const limb *ap, long n)
{
  while (n-- > 0)
    rp[n] = ap[n];
}

static void
com (limb *rp, const limb *ap, long n)
{
  for (long i = 0; i < n; i++)
    rp[i] = ~ap[i];
}

/* rp = ap + 2 bp */
static limb
addlsh1_n (limb *rp, const limb *ap, const limb *bp, long n)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) ap[i] + 2 * (unsigned __int128) bp[i] + carry;
      rp[i] = (limb) t;
      carry = (limb) (t >> 64);
    }
  return carry;
}

static limb
mul_1 (limb *rp, const limb *ap, long n, limb b)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) ap[i] * b + carry;
      rp[i] = (limb) t;
      carry = (limb) (t >> 64);
    }
  return carry;
}

static limb
addmul_1 (limb *rp, const limb *ap, long n, limb b)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) ap[i] * b + rp[i] + carry;
      rp[i] = (limb) t;
      carry = (limb) (t >> 64);
    }
  return carry;
}

static limb
submul_1 (limb *rp, const limb *ap, long n, limb b)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) ap[i] * b + carry;
      carry = (limb) (t >> 64) + (rp[i] < (limb) t);
      rp[i] -= (limb) t;
    }
  return carry;
}

static limb
divrem_1 (limb *qp, long qxn, const limb *np, long n, limb d)
{
  unsigned __int128 r = 0;
  for (long i = n + qxn; i-- > 0;)
    {
      r = r << 64 | (i < qxn ? 0 : np[i - qxn]);
      qp[i] = (limb) (r / d);
      r %= d;
    }
  return (limb) r;
}

static limb
mod_1 (const limb *np, long n, limb d)
{
  unsigned __int128 r = 0;
  while (n-- > 0)
    r = (r << 64 | np[n]) % d;
  return (limb) r;
}

static void
divexact_1 (limb *qp, const limb *np, long n, limb d)
{
  divrem_1 (qp, 0, np, n, d);
}

static void
mul_basecase (limb *rp, const limb *ap, long an, const limb *bp, long bn)
{
  rp[an] = mul_1 (rp, ap, an, bp[0]);
  for (long i = 1; i < bn; i++)
    rp[an + i] = addmul_1 (rp + i, ap, an, bp[i]);
}

static void
sqr_basecase (limb *rp, const limb *ap, long n)
{
  mul_basecase (rp, ap, n, ap, n);
}

static limb
redc_1 (limb *rp, limb *tp, const limb *pp, long n, limb mu)
{
  limb carry = 0;
  for (long i = 0; i < n; i++)
    tp[i] = addmul_1 (tp + i, pp, n, tp[i] * mu);
  for (long i = 0; i < n; i++)
    {
      const unsigned __int128 t = (unsigned __int128) tp[i] + tp[n + i] + carry;
      rp[i] = (limb) t;
      carry = (limb) (t >> 64);
    }
  return carry;
}

static limb
redc_2 (limb *rp, limb *tp, const limb *pp, long n, const limb *mu)
{
  return redc_1 (rp, tp, pp, n, mu[0]);
}

#ifdef LIBRARY

typedef void function (void);

#ifndef GMP_VERSION
#define GMP_VERSION "6.3.0"
#endif
#ifndef EXTRA                   /* words that the table has besides */
#define EXTRA 0
#endif
#ifndef ENTRY_OF_ADDMUL_1       /* the offset at which the entry of addmul_1 jumps */
#define ENTRY_OF_ADDMUL_1 "24"
#endif
#ifdef ENDBR
#define LANDING "endbr64\n\t"
#else
#define LANDING
#endif
#ifdef READ_ONLY
#define TABLE_SECTION __attribute__ ((section (".data.rel.ro")))
#else
#define TABLE_SECTION
#endif

/* An entry, and the initial pointer, which fills the table and jumps through it again. */
#define ENTRY(name, index, offset) \
  __asm__ (".text\n\t.globl __gmpn_" name "\n\t.type __gmpn_" name ", @function\n" \
           "__gmpn_" name ":\n\t" LANDING "mov __gmpn_cpuvec@GOTPCREL(%rip), %rax\n\tjmp *" offset "(%rax)\n\tnop\n\tnop\n" \
           "\t.size __gmpn_" name ", .-__gmpn_" name "\n" \
           "start_" name ":\n\tpush %rdi\n\tpush %rsi\n\tpush %rdx\n\tpush %rcx\n\tpush %r8\n\tpush %r9\n\tpush %rax\n\t" \
           "call __gmpn_cpuvec_init@PLT\n\t" \
           "pop %rax\n\tpop %r9\n\tpop %r8\n\tpop %rcx\n\tpop %rdx\n\tpop %rsi\n\tpop %rdi\n\t" \
           "mov __gmpn_cpuvec@GOTPCREL(%rip), %r10\n\tjmp *" index "*8(%r10)\n")
ENTRY ("add_n", "0", "0");
ENTRY ("addlsh1_n", "1", "8");
ENTRY ("addmul_1", "3", ENTRY_OF_ADDMUL_1);
ENTRY ("com", "8", "64");
ENTRY ("copyd", "9", "72");
ENTRY ("copyi", "10", "80");
ENTRY ("divexact_1", "11", "88");
ENTRY ("divrem_1", "12", "96");
ENTRY ("lshift", "14", "112");
ENTRY ("mod_1", "16", "128");
ENTRY ("mul_1", "25", "200");
ENTRY ("mul_basecase", "26", "208");
ENTRY ("redc_1", "30", "240");
ENTRY ("redc_2", "31", "248");
ENTRY ("rshift", "32", "256");
ENTRY ("sqr_basecase", "33", "264");
ENTRY ("sub_n", "34", "272");
ENTRY ("submul_1", "36", "288");
extern function start_add_n, start_addmul_1, start_mul_1, start_mul_basecase, start_redc_1, start_redc_2,
  start_sqr_basecase, start_submul_1, start_divexact_1, start_divrem_1, start_mod_1, start_addlsh1_n, start_com,
  start_copyd, start_copyi, start_lshift, start_rshift, start_sub_n;

struct table
{
  function *functions[FUNCTIONS];
  long thresholds[THRESHOLDS + EXTRA];
};

#define FUNCTIONS_OF(prefix) \
  { [0 ... FUNCTIONS - 1] = (function *) prefix##addlsh1_n, [0] = (function *) prefix##add_n, [8] = (function *) prefix##com, \
    [9] = (function *) prefix##copyd, [10] = (function *) prefix##copyi, [14] = (function *) prefix##lshift, \
    [32] = (function *) prefix##rshift, [34] = (function *) prefix##sub_n, [3] = (function *) prefix##addmul_1, \
    [11] = (function *) prefix##divexact_1, [12] = (function *) prefix##divrem_1, [16] = (function *) prefix##mod_1, \
    [25] = (function *) prefix##mul_1, [26] = (function *) prefix##mul_basecase, [30] = (function *) prefix##redc_1, \
    [31] = (function *) prefix##redc_2, [33] = (function *) prefix##sqr_basecase, [36] = (function *) prefix##submul_1 }

#ifdef HIDDEN
__attribute__ ((visibility ("hidden")))
#endif
struct table __gmpn_cpuvec TABLE_SECTION = { FUNCTIONS_OF (start_), { 0 } };
const char *const __gmp_version = GMP_VERSION;
int __gmpn_cpuvec_initialized = 0;

void
__gmpn_cpuvec_init (void)
{
  static const struct table decided = { FUNCTIONS_OF (), { 20, 60, 30, 90, 40 } };
#ifndef READ_ONLY
  volatile struct table *t = &__gmpn_cpuvec;
  for (int i = 0; i < FUNCTIONS; i++)
    t->functions[i] = decided.functions[i];
  for (int i = 0; i < THRESHOLDS; i++)
    t->thresholds[i] = decided.thresholds[i];
  *(volatile int *) &__gmpn_cpuvec_initialized = 1;
#else
  (void) decided;
#endif
}

#else

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OF_COMBA = 17 };
static const int of_comba[OF_COMBA] = { 0, 3, 8, 9, 10, 11, 12, 14, 16, 25, 26, 30, 31, 32, 33, 34, 36 };

struct table
{
  void *functions[FUNCTIONS];
  long thresholds[THRESHOLDS];
};

#ifdef COPY
extern struct table __gmpn_cpuvec;
#define THE_TABLE ((void *) &__gmpn_cpuvec)
#else
#define THE_TABLE find ("__gmpn_cpuvec")
#endif

static void *library;
static volatile int stop;

static void __attribute__ ((noreturn, format (printf, 1, 2)))
fail (const char *format, ...)
{
  va_list list;
  va_start (list, format);
  vprintf (format, list);
  va_end (list);
  printf ("\n");
  exit (1);
}

static void *
find (const char *name)
{
  void *p = dlsym (library, name);
  if (p == NULL)
    fail ("no %s", name);
  return p;
}

static void *
loaded (const char *path, int flags)
{
  void *p = dlopen (path, flags);
  if (p == NULL)
    fail ("%s", dlerror ());
  return p;
}

static void
fill (limb *p, long n, limb *seed)
{
  for (long i = 0; i < n; i++)
    {
      *seed = *seed * 6364136223846793005u + 1442695040888963407u;
      p[i] = (*seed >> 60) < 3 ? ~(limb) 0 : *seed ^ *seed >> 29;
    }
}

/* Calls the functions of the library, 1 to MOST limbs. */
static void
use (limb seed)
{
  enum { MOST = 40 };
  __typeof__ (mul_1) *const f_mul_1 = find ("__gmpn_mul_1");
  __typeof__ (addmul_1) *const f_addmul_1 = find ("__gmpn_addmul_1");
  __typeof__ (submul_1) *const f_submul_1 = find ("__gmpn_submul_1");
  __typeof__ (mul_basecase) *const f_mul_basecase = find ("__gmpn_mul_basecase");
  __typeof__ (sqr_basecase) *const f_sqr_basecase = find ("__gmpn_sqr_basecase");
  __typeof__ (redc_1) *const f_redc_1 = find ("__gmpn_redc_1");
  __typeof__ (redc_2) *const f_redc_2 = find ("__gmpn_redc_2");
  __typeof__ (divrem_1) *const f_divrem_1 = find ("__gmpn_divrem_1");
  __typeof__ (mod_1) *const f_mod_1 = find ("__gmpn_mod_1");
  __typeof__ (divexact_1) *const f_divexact_1 = find ("__gmpn_divexact_1");
  __typeof__ (add_n) *const f_add_n = find ("__gmpn_add_n"), *const f_sub_n = find ("__gmpn_sub_n");
  __typeof__ (addlsh1_n) *const f_addlsh1_n = find ("__gmpn_addlsh1_n");
  __typeof__ (lshift) *const f_lshift = find ("__gmpn_lshift"), *const f_rshift = find ("__gmpn_rshift");
  __typeof__ (com) *const f_com = find ("__gmpn_com");
  __typeof__ (copyi) *const f_copyi = find ("__gmpn_copyi"), *const f_copyd = find ("__gmpn_copyd");

  for (long n = 1; n <= MOST; n++)
    {
      limb a[MOST], b[MOST], x[2 * MOST], y[2 * MOST], t[2 * MOST], mu[2];
      fill (a, n, &seed);
      fill (b, n, &seed);
      fill (t, 2 * n, &seed);
#define SAME(what, length, got, expected) do { \
      memcpy (x, t, sizeof x); \
      memcpy (y, t, sizeof y); \
      const limb r = (limb) (got), s = (limb) (expected); \
      if (r != s || memcmp (x, y, (length) * sizeof (limb)) != 0) \
        fail (what " of %ld limbs is wrong", n); \
    } while (0)
      SAME ("mul_1", n, f_mul_1 (x, a, n, b[0]), mul_1 (y, a, n, b[0]));
      SAME ("addmul_1", n, f_addmul_1 (x, a, n, b[0]), addmul_1 (y, a, n, b[0]));
      SAME ("submul_1", n, f_submul_1 (x, a, n, b[0]), submul_1 (y, a, n, b[0]));
      SAME ("add_n", n, f_add_n (x, a, b, n), add_n (y, a, b, n));
      SAME ("sub_n", n, f_sub_n (x, a, b, n), sub_n (y, a, b, n));
      SAME ("addlsh1_n", n, f_addlsh1_n (x, a, b, n), addlsh1_n (y, a, b, n));
      SAME ("lshift", n, f_lshift (x, a, n, 7), lshift (y, a, n, 7));
      SAME ("rshift", n, f_rshift (x, a, n, 7), rshift (y, a, n, 7));
      SAME ("com", n, (f_com (x, a, n), 0), (com (y, a, n), 0));
      SAME ("copyi", n, (f_copyi (x, a, n), 0), (copyi (y, a, n), 0));
      SAME ("copyd", n, (f_copyd (x, a, n), 0), (copyd (y, a, n), 0));
      const limb d = b[0] | 1;
      SAME ("divrem_1", n, f_divrem_1 (x, 0, a, n, d), divrem_1 (y, 0, a, n, d));
      SAME ("mod_1", 0, f_mod_1 (a, n, d), mod_1 (a, n, d));
      limb third[MOST], e[MOST];
      memcpy (third, a, sizeof third);
      third[n - 1] /= 4;
      mul_1 (e, third, n, 3);
      SAME ("divexact_1", n, (f_divexact_1 (x, e, n, 3), 0), (divexact_1 (y, e, n, 3), 0));
      const long k = (n + 1) / 2;
      SAME ("mul_basecase", n + k, (f_mul_basecase (x, a, n, b, k), 0), (mul_basecase (y, a, n, b, k), 0));
      if (n <= 16)              /* GMP's has no room for more than its sqr_toom2_threshold */
        SAME ("sqr_basecase", 2 * n, (f_sqr_basecase (x, a, n), 0), (sqr_basecase (y, a, n), 0));

      /* mu = -1/P modulo 2^128: Newton's iteration. */
      b[0] |= 1;
      const unsigned __int128 p = b[0] | (unsigned __int128) (n > 1 ? b[1] : 0) << 64;
      unsigned __int128 inverse = p;
      for (int i = 0; i < 7; i++)
        inverse *= 2 - p * inverse;
      inverse = -inverse;
      mu[0] = (limb) inverse;
      mu[1] = (limb) (inverse >> 64);
      limb u[2 * MOST], v[2 * MOST];
      memcpy (u, t, sizeof u);
      memcpy (v, t, sizeof v);
      SAME ("redc_1", n, f_redc_1 (x, u, b, n, mu[0]), redc_1 (y, v, b, n, mu[0]));
      memcpy (u, t, sizeof u);
      memcpy (v, t, sizeof v);
      SAME ("redc_2", n, f_redc_2 (x, u, b, n, mu), redc_2 (y, v, b, n, mu));
    }
}

static void *
keep_using (void *seed)
{
  do
    use ((limb) seed);
  while (!stop);
  return NULL;
}

/* Whether P is in the file whose name contains NAME. */
static int
is_in (void *p, const char *name)
{
  Dl_info info;
  return dladdr (p, &info) != 0 && strstr (info.dli_fname, name) != NULL;
}

static void
check_table (int by_comba, const char *file)
{
  const struct table *table = THE_TABLE;
  for (int i = 0, next = 0; i < FUNCTIONS; i++)
    {
      const int replaceable = next < OF_COMBA && of_comba[next] == i;
      next += replaceable;
      if (!is_in (table->functions[i], by_comba && replaceable ? "libcomba" : file))
        fail ("pointer %d of the table is not as expected", i);
    }
}

static volatile int is_held, is_released;

static int
hold (struct dl_phdr_info *info, size_t size, void *data)
{
  for (is_held = 1; !is_released; )
    ;
  return 1;
}

static void *
hold_lock (void *unused)
{
  dl_iterate_phdr (hold, unused);
  return NULL;
}

static void
check_list (const char *file, char **expected)
{
  unsigned bits[3];             /* struct comba_bindings */
  char path[4096];
  unsigned long (*const list) (unsigned long, char *, unsigned long, unsigned *) = dlsym (RTLD_DEFAULT, "comba_list_libgmp");
  for (unsigned long i = 0; list != NULL && list (i, path, sizeof path, bits) != 0; i++)
    if (strcmp (path, file) == 0)
      {
        for (int j = 0; j < 3; j++)
          if (__builtin_popcount (bits[j]) != atoi (expected[j]))
            fail ("comba_list_libgmp says %x %x %x", bits[0], bits[1], bits[2]);
        return;
      }
  fail ("comba_list_libgmp does not list it");
}

int
main (int argc, char **argv)
{
  static pthread_t thread[16], holder;
  static struct table copy;
  int threads = 0;
  const char *file = "";
  for (int i = 1; i < argc; i++)
    {
      const char *const word = argv[i], *const value = i + 1 < argc ? argv[i + 1] : "";
      const struct table *table;
      if (strcmp (word, "open") == 0 || strcmp (word, "global") == 0)
        library = loaded (file = value, RTLD_NOW | (*word == 'o' ? RTLD_LOCAL : RTLD_GLOBAL)), i++;
      else if (strcmp (word, "close") == 0)
        dlclose (library), library = NULL;
      else if (strcmp (word, "comba") == 0)
        loaded (value, RTLD_NOW | RTLD_GLOBAL), i++;
      else if (strcmp (word, "use") == 0)
        use (42);
      else if (strcmp (word, "threads") == 0)
        for (threads = 0, i++; threads < atoi (value); threads++)
          pthread_create (&thread[threads], NULL, keep_using, (void *) (limb) threads);
      else if (strcmp (word, "join") == 0)
        for (stop = 1; threads > 0; threads--)
          pthread_join (thread[threads - 1], NULL);
      else if (strcmp (word, "init") == 0)
        ((void (*) (void)) dlsym (RTLD_DEFAULT, "__gmpn_cpuvec_init")) ();
      else if (strcmp (word, "foreign") == 0)
        ((struct table *) THE_TABLE)->functions[3] = (void *) addmul_1;
      else if (strcmp (word, "snap") == 0)
        table = THE_TABLE, copy = *table;
      else if (strcmp (word, "unchanged") == 0)
        {
          table = THE_TABLE;
          if (memcmp (&copy, table, sizeof copy) != 0)
            fail ("the table has changed");
        }
      else if (strcmp (word, "others") == 0)
        {
          table = THE_TABLE;
          for (int j = 0; j < OF_COMBA; j++)
            copy.functions[of_comba[j]] = table->functions[of_comba[j]];
          if (memcmp (&copy, table, sizeof copy) != 0)
            fail ("more of the table has changed");
        }
      else if (strcmp (word, "replaced") == 0)
        check_table (1, file);
      else if (strcmp (word, "own") == 0)
        check_table (0, file);
      else if (strcmp (word, "listed") == 0 && i + 3 < argc)
        check_list (file, argv + i + 1), i += 3;
      else if (strcmp (word, "locked") == 0)
        for (pthread_create (&holder, NULL, hold_lock, NULL); !is_held; )
          ;
      else if (strcmp (word, "unlocked") == 0)
        is_released = 1, pthread_join (holder, NULL);
      else
        fail ("what is %s?", word);
    }
  return 0;
}

#endif
