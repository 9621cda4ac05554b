/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A differential fuzzer: every exported function whose operands may be any, and the functions of
   comba.h, with any configuration that runs here, any thresholds and plans, threads, overlaps that
   the contract allows, refused allocations, and scratch of exactly the size asked for.  Results are
   compared with GMP's, and with the schoolbook's for short operands.  Nothing but results may be
   written.

   With a clang that has libFuzzer: make fuzz (tests/tests.mk).  With any compiler: alone.c. */

#include "fuzz.h"
#include "api/context.h"
#include "arith/scratch.h"
#include "dispatch/tuning_rows.h"
#include "entry/undeclared.h"
#include "gcd/gcd.h"
#include <stdarg.h>

unsigned long fuzz_calls[256];
mp_size_t fuzz_limbs = FUZZ_LIMBS;

/* The running input. */
static struct
{
  uint8_t bytes[FUZZ_BYTES];
  const uint8_t *given;
  size_t given_size;
  uint64_t state;
  const char *function;
  const struct comba_config *builtin;
  int threads;
  struct fuzz_refused refused;
} in;

static struct comba_config tuned;
static struct comba_linear linear;

/* The arguments of the call, for the functions that make it. */
static struct
{
  mp_ptr r, s, t;
  mp_srcptr a, b, c;
  mp_size_t n, an, bn, cn, got_size;
  mp_limb_t x, y, got;
  int base, status;
  struct comba_mod *mod;
  struct comba_div *divisor;
  struct comba_matrix1 matrix;
  unsigned bits;
  struct comba_power powers[20];
  size_t count;
} g;

static void __attribute__ ((noreturn, format (printf, 1, 2)))
fail (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fprintf (stderr, "fuzz: %s: ", in.function);
  vfprintf (stderr, format, args);
  va_end (args);
  fprintf (stderr, "\n  configuration %s, thresholds %u %u, %d threads, refused every %u from %u%s%s, sizes n %ld an %ld bn %ld cn %ld\n  input ",
           in.builtin->name, in.bytes[FUZZ_TUNING], in.bytes[FUZZ_TUNING_SEED], in.threads, in.refused.every,
           in.refused.first, in.refused.maps ? ", mappings" : "", in.refused.exact ? ", exact scratch" : "", (long) g.n,
           (long) g.an, (long) g.bn, (long) g.cn);
  for (size_t i = 0; i < in.given_size; i++)
    fprintf (stderr, "%02x", in.given[i]);
  fprintf (stderr, "\n");
  abort ();
}

static unsigned long
below (unsigned long n)
{
  return (unsigned long) (fuzz_random (&in.state) % n);
}

static unsigned
extra (int i)
{
  return in.bytes[FUZZ_EXTRA + i];
}

/* --- Sizes and operands */

static const mp_size_t *
thresholds (size_t *count)
{
  *count = sizeof tuned.thresholds / sizeof (mp_size_t);
  return (const mp_size_t *) &tuned.thresholds;
}

/* Operand number I has so many limbs, 1 to MOST. */
static mp_size_t
size (int i, mp_size_t most)
{
  static const short edges[] = {
    1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 20, 23, 24, 25, 27, 31, 32, 33, 36, 39, 40, 41, 47, 48, 49, 55, 56, 63, 64,
    65, 71, 72, 73, 80, 95, 96, 97, 104, 127, 128, 129, 160, 161, 191, 192, 193, 255, 256, 257, 383, 384, 511, 512, 513
  };
  const unsigned v = in.bytes[FUZZ_SIZES + 2 * i] + 256u * in.bytes[FUZZ_SIZES + 2 * i + 1], w = v / 8;
  size_t count;
  const mp_size_t *const limits = thresholds (&count);
  mp_size_t n;
  if (in.builtin->addmul_1 == NULL && most > 40)
    most = 40;                  /* without a multiplier */
  switch (v % 8)
    {
    case 0: case 1: case 2:
      n = 1 + (mp_size_t) (w % 40);
      break;
    case 3: case 4:
      n = edges[w % (sizeof edges / sizeof edges[0])];
      break;
    case 5:
      n = limits[w / 4 % count] + (mp_size_t) (w % 4) - 2;
      break;
    case 6:
      n = 1 + (mp_size_t) (w % 300);
      break;
    default:
      n = 1 + (mp_size_t) (w % 8 == 0 ? w % FUZZ_LIMBS : w % 700);
    }
  if (fuzz_limbs > FUZZ_LIMBS && most > FUZZ_LIMBS && v % 2 != 0)
    n = 1 + (mp_size_t) (fuzz_random (&in.state) % (uint64_t) most);
  return n < 1 ? 1 : n > most ? 1 + n % most : n;
}

static void
fill (mp_ptr p, mp_size_t n, int i)
{
  if (n > 0)
    fuzz_operand (p, n, in.bytes + FUZZ_HEADER + i % FUZZ_OPERANDS * FUZZ_PROGRAM, &in.state);
}

/* B may have to do with A: the sum, the difference or the product is then special. */
static void
relate (mp_ptr bp, mp_size_t bn, mp_srcptr ap, mp_size_t an)
{
  const unsigned relation = in.bytes[FUZZ_RELATION];
  const mp_size_t n = an < bn ? an : bn;
  if (relation % 8 > 3)
    return;
  mp_limb_t carry = relation % 8 == 2;
  for (mp_size_t i = 0; i < n; i++)
    switch (relation % 8)
      {
      case 0:
        bp[i] = ap[i];
        break;
      case 1:
        bp[i] = ~ap[i];
        break;
      case 2:
        bp[i] = ~ap[i] + carry;
        carry &= bp[i] == 0;
        break;
      case 3:
        bp[i] = i == 0 ? ap[i] + relation / 8 : ap[i];
      }
}

/* --- Areas, what may be written in them, and the call */

static struct { mp_ptr p; mp_size_t n; } areas[FUZZ_AREAS], writable[4];
static int areas_used, writables;
static mp_limb_t before[FUZZ_AREAS][4 * FUZZ_MOST + 8192];

static mp_ptr
area (mp_size_t n)
{
  const unsigned place = in.bytes[FUZZ_PLACES + areas_used % 2] / (areas_used < 2 ? 1 : 3);
  const mp_ptr p = fuzz_area (areas_used, n, place);
  areas[areas_used].p = p, areas[areas_used].n = n;
  areas_used++;
  return p;
}

static void
may_write (mp_ptr p, mp_size_t n)
{
  writable[writables].p = p, writable[writables].n = n;
  writables++;
}

enum { APART = 0, SAME = 1, LOW = 2, HIGH = 4 };        /* rp may be ap; rp <= ap; rp >= ap */

/* A result and a source, in one area if ALLOWED lets them. */
static void
pair (mp_ptr *rp, mp_size_t rn, mp_ptr *ap, mp_size_t an, int allowed, int i)
{
  const unsigned how = in.bytes[FUZZ_OVERLAP + i];
  static const unsigned char distances[] = { 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32, 33, 64, 255 };
  const mp_size_t d = distances[how / 4 % 16] == 255 ? 1 + (mp_size_t) below ((unsigned long) an + 1) : distances[how / 4 % 16];
  if (how % 4 == 0 || allowed == APART)
    {
      *rp = area (rn);
      *ap = area (an);
    }
  else if (how % 4 == 1 || (allowed & (LOW | HIGH)) == 0)
    *rp = *ap = area (rn > an ? rn : an);
  else if ((allowed & LOW) != 0 && (how / 64 % 2 == 0 || (allowed & HIGH) == 0))
    {
      *rp = area (rn > an + d ? rn : an + d);
      *ap = *rp + d;
    }
  else
    {
      *ap = area (an > rn + d ? an : rn + d);
      *rp = *ap + d;
    }
}

static int
is_writable (mp_srcptr p)
{
  for (int i = 0; i < writables; i++)
    if (p >= writable[i].p && p < writable[i].p + writable[i].n)
      return 1;
  return 0;
}

/* The upper halves of vector registers: a call leaves each as it was, or zero.  Anything else is left by
   vector code that does not end with vzeroupper, and slows the caller's own vector code. */
#ifdef COMBA_X86_64
enum { VECTORS = 16 };
static const mp_limb_t mark[2] = { 0x0123456789abcdef, 0x5555aaaa5555aaaa };
static mp_limb_t upper[VECTORS][2];

#define EACH_VECTOR(X) X (0) X (1) X (2) X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15)

static void
call_marked (void *call)
{
#define X(i) "vinsertf128 $1, %0, %%ymm" #i ", %%ymm" #i "\n\t"
  __asm__ volatile (EACH_VECTOR (X) : : "m" (mark) : "memory");
#undef X
  (*(void (**) (void *)) call) (NULL);
#define X(i) "vextractf128 $1, %%ymm" #i ", 16*" #i "(%0)\n\t"
  __asm__ volatile (EACH_VECTOR (X) "vzeroupper" : : "r" (upper) : "memory");
#undef X
}

static int
refusing (void (*call) (void *))
{
  if (!__builtin_cpu_supports ("avx"))
    return fuzz_refusing (&in.refused, call, NULL);
  const int gave_up = fuzz_refusing (&in.refused, call_marked, &call);
  static const mp_limb_t zero[2];
  for (int i = 0; i < VECTORS && !gave_up; i++)
    if (memcmp (upper[i], mark, sizeof mark) != 0 && memcmp (upper[i], zero, sizeof zero) != 0)
      fail ("the upper half of vector register %d is left: %llx %llx", i, (unsigned long long) upper[i][1],
            (unsigned long long) upper[i][0]);
  return gave_up;
}
#else
static int
refusing (void (*call) (void *))
{
  return fuzz_refusing (&in.refused, call, NULL);
}
#endif

/* Calls; returns whether there is a result. */
static int
run (void (*call) (void *))
{
  for (int k = 0; k < areas_used; k++)
    memcpy (before[k], areas[k].p, BYTES (areas[k].n));
  const int gave_up = refusing (call);
  if (gave_up && !in.refused.maps)
    fail ("no memory, although what it needs was not refused");
  if (fuzz_scratch_damaged ())
    fail ("written outside its scratch");
  if (fuzz_areas_damaged () >= 0)
    fail ("written outside area %d", fuzz_areas_damaged ());
  for (int k = 0; k < areas_used; k++)
    for (mp_size_t i = 0; i < areas[k].n; i++)
      if (areas[k].p[i] != before[k][i] && !is_writable (areas[k].p + i))
        fail ("limb %ld of area %d is no result, and was changed", (long) i, k);
  return !gave_up;
}

static void
expect (mp_srcptr rp, mp_srcptr expected, mp_size_t n, const char *what)
{
  for (mp_size_t i = 0; i < n; i++)
    if (rp[i] != expected[i])
      fail ("%s: limb %ld of %ld is %llx, not %llx", what, (long) i, (long) n, (unsigned long long) rp[i],
            (unsigned long long) expected[i]);
}

static void
expect_number (unsigned long long got, unsigned long long expected, const char *what)
{
  if (got != expected)
    fail ("%s: %llx, not %llx", what, got, expected);
}

/* What is expected, and room for its computation. */
static mp_limb_t E[4][4 * FUZZ_MOST];

#define CALL(name, statement)   \
  static void                   \
  call_##name (void *unused)    \
  {                             \
    (void) unused;              \
    statement;                  \
  }

/* --- Products */

CALL (mul, g.got = mpn_mul (g.r, g.a, g.an, g.b, g.bn))
CALL (mul_n, mpn_mul_n (g.r, g.a, g.b, g.n))
CALL (sqr, mpn_sqr (g.r, g.a, g.n))

/* Two sources, which may be the same or overlap. */
static void
sources (mp_ptr *ap, mp_size_t an, mp_ptr *bp, mp_size_t bn)
{
  pair (ap, an, bp, bn, SAME | LOW | HIGH, 0);
  fill (*ap, an, 0);
  if (in.bytes[FUZZ_OVERLAP] % 4 == 0)
    {
      fill (*bp, bn, 1);
      relate (*bp, bn, *ap, an);
    }
}

static void
product (void (*call) (void *), mp_size_t an, mp_size_t bn)
{
  mp_ptr a, b;
  g.an = an, g.bn = bn;
  sources (&a, an, &b, bn);
  g.a = a, g.b = b;
  g.r = area (an + bn);
  may_write (g.r, an + bn);
  ref_mul (E[0], a, an, b, bn);
  g.got = E[0][an + bn - 1];
  if (run (call))
    {
      expect (g.r, E[0], an + bn, "product");
      expect_number (g.got, E[0][an + bn - 1], "the top limb");
    }
}

static void
sort (mp_size_t *an, mp_size_t *bn)
{
  if (*an < *bn)
    {
      const mp_size_t t = *an;
      *an = *bn, *bn = t;
    }
}

static void
go_mul (void)
{
  mp_size_t an = size (0, fuzz_limbs), bn = size (1, fuzz_limbs);
  sort (&an, &bn);
  product (call_mul, an, bn);
}

static void
go_mul_n (void)
{
  g.n = size (0, fuzz_limbs);
  product (call_mul_n, g.n, g.n);
}

static void
square (void (*call) (void *))
{
  mp_ptr a = area (g.n);
  fill (a, g.n, 0);
  g.a = a;
  g.r = area (2 * g.n);
  may_write (g.r, 2 * g.n);
  ref_mul (E[0], a, g.n, a, g.n);
  if (run (call))
    expect (g.r, E[0], 2 * g.n, "square");
}

static void
go_sqr (void)
{
  g.n = size (0, fuzz_limbs);
  square (call_sqr);
}

/* --- Division */

CALL (tdiv_qr, mpn_tdiv_qr (g.r, g.s, 0, g.a, g.an, g.b, g.bn))
CALL (div_q, __gmpn_div_q (g.r, g.a, g.an, g.b, g.bn, g.t))
CALL (divexact, __gmpn_divexact (g.r, g.a, g.an, g.b, g.bn))

/* A divisor of BN limbs, and a dividend of AN: any, or made of a quotient and a remainder near the
   limits of a digit of the quotient. */
static void
dividend (mp_ptr ap, mp_size_t an, mp_ptr bp, mp_size_t bn, int exact)
{
  fill (bp, bn, 1);
  bp[bn - 1] |= bp[bn - 1] == 0;
  if (!exact && extra (0) % 2 == 0)
    {
      fill (ap, an, 0);
      return;
    }
  mp_size_t qn = an - bn + 1;
  fill (E[2], qn, 2);
  ref_mul (E[3], E[2], qn, bp, bn);
  while (E[3][an] != 0)         /* the quotient is too long */
    {
      E[2][qn - 1] >>= 1 + (E[2][qn - 1] != 0 ? below (GMP_LIMB_BITS - 1) : 0);
      ref_mul (E[3], E[2], qn, bp, bn);
    }
  if (!exact && extra (1) % 4 != 0)
    {
      /* Minus a limb at most, or plus nearly a divisor. */
      mp_limb_t carry = extra (1) % 4 == 1 ? 1 : (mp_limb_t) below (1000);
      if (extra (1) % 4 == 3)
        {
          const mp_limb_t more = ref_add (E[3], E[3], bp, bn, 0);
          mp_limb_t c = more;
          for (mp_size_t i = bn; i < an && c != 0; i++)
            c = (E[3][i] += c) == 0;
        }
      for (mp_size_t i = 0; i < an && carry != 0; i++)
        {
          const mp_limb_t limb = E[3][i];
          E[3][i] = limb - carry;
          carry = limb < carry;
        }
    }
  memcpy (ap, E[3], BYTES (an));
}

static void
division_sizes (mp_size_t most)
{
  g.an = size (0, most), g.bn = size (1, most);
  if (extra (2) % 4 == 0)
    g.an = g.bn + size (2, most);
  sort (&g.an, &g.bn);
}

static void
go_tdiv_qr (void)
{
  division_sizes (fuzz_limbs / 2);
  mp_ptr a, r, b = area (g.bn);
  pair (&r, g.bn, &a, g.an, SAME, 0);
  dividend (a, g.an, b, g.bn, 0);
  g.a = a, g.b = b, g.s = r;
  g.r = area (g.an - g.bn + 1);
  may_write (g.r, g.an - g.bn + 1);
  may_write (g.s, g.bn);
  ref_div (E[0], E[1], a, g.an, b, g.bn);
  if (run (call_tdiv_qr))
    {
      expect (g.r, E[0], g.an - g.bn + 1, "quotient");
      expect (g.s, E[1], g.bn, "remainder");
    }
}

static void
go_div_q (void)
{
  division_sizes (fuzz_limbs / 2);
  mp_ptr a, t, b = area (g.bn);
  pair (&t, g.an + 1, &a, g.an, SAME, 0);
  dividend (a, g.an, b, g.bn, 0);
  g.a = a, g.b = b, g.t = t;
  g.r = area (g.an - g.bn + 1);
  may_write (g.r, g.an - g.bn + 1);
  may_write (g.t, g.an + 1);
  ref_div (E[0], NULL, a, g.an, b, g.bn);
  if (run (call_div_q))
    expect (g.r, E[0], g.an - g.bn + 1, "quotient");
}

static void
go_divexact (void)
{
  division_sizes (fuzz_limbs / 2);
  mp_ptr a = area (g.an), b = area (g.bn);
  dividend (a, g.an, b, g.bn, 1);
  g.a = a, g.b = b;
  g.r = area (g.an - g.bn + 1);
  may_write (g.r, g.an - g.bn + 1);
  memcpy (E[0], E[2], BYTES (g.an - g.bn + 1));
  if (run (call_divexact))
    expect (g.r, E[0], g.an - g.bn + 1, "quotient");
}

/* --- Division by a precomputed divisor */

CALL (div_init, g.status = comba_div_init (&g.divisor, g.b, g.bn))
CALL (div_qr, g.status = comba_div_qr (g.divisor, g.r, g.s, g.a, g.an))
CALL (div_r, g.status = comba_div_r (g.divisor, g.s, g.a, g.an))

static int run_status (void (*call) (void *));

static void
go_div_context (void)
{
  const int quotient = extra (2) & 16;
  division_sizes (fuzz_limbs / 2);
  mp_ptr a, r, b = area (g.bn);
  pair (&r, g.bn, &a, g.an, SAME, 0);
  dividend (a, g.an, b, g.bn, 0);
  g.a = a, g.b = b, g.s = r;
  g.r = area (g.an - g.bn + 1);
  ref_div (E[0], E[1], a, g.an, b, g.bn);
  fuzz_refusing (&in.refused, call_div_init, NULL);
  if (g.status == COMBA_NO_MEMORY && in.refused.every != 0)
    return;
  expect_number ((unsigned long long) g.status, COMBA_OK, "status of comba_div_init");
  may_write (r, g.bn);
  if (quotient)
    may_write (g.r, g.an - g.bn + 1);
  if (run_status (quotient ? call_div_qr : call_div_r))
    {
      expect (r, E[1], g.bn, "remainder");
      if (quotient)
        expect (g.r, E[0], g.an - g.bn + 1, "quotient");
    }
  comba_div_clear (g.divisor);
}

/* --- Modular inverses */

CALL (invert, g.status = comba_invert (g.r, g.a, g.an, g.b, g.n))

static void
go_invert (void)
{
  g.n = size (0, FUZZ_LIMBS / 2);
  g.an = size (1, FUZZ_LIMBS / 2) - 1;
  mp_ptr a, r, p = area (g.n);
  pair (&r, g.n, &a, g.an, SAME | LOW | HIGH, 0);
  fill (a, g.an, 0);
  fill (p, g.n, 1);
  relate (p, g.n, a, g.an);
  p[g.n - 1] |= p[g.n - 1] == 0;
  g.r = r, g.a = a, g.b = p;
  may_write (r, g.n);
  if (g.an >= g.n)
    ref_mod (E[1], a, g.an, p, g.n);
  else
    {
      memcpy (E[1], a, BYTES (g.an));
      memset (E[1] + g.an, 0, BYTES (g.n - g.an));
    }
  const int expected = ref_invert (E[0], E[1], p, g.n);
  if (g.n == 1 && p[0] == 1)
    E[0][0] = 0;
  memcpy (E[2], r, BYTES (g.n));
  run (call_invert);
  const int refused = g.status == COMBA_NO_MEMORY && in.refused.every != 0;
  if (!refused)
    expect_number ((unsigned long long) g.status, expected ? COMBA_OK : COMBA_NO_INVERSE, "status");
  expect (r, E[g.status == COMBA_OK ? 0 : 2], g.n, "inverse");
}

/* --- Digits of a base */

static unsigned char *digits_got;
static mp_size_t digits_length;

CALL (get_str, g.got_size = (mp_size_t) mpn_get_str ((unsigned char *) g.r, g.base, g.s, g.an))
CALL (set_str, g.got_size = mpn_set_str (g.r, digits_got, (size_t) digits_length, g.base))

static int
base_of (unsigned byte)
{
  static const unsigned char usual[] = { 2, 3, 4, 7, 8, 10, 10, 10, 16, 32, 36, 62, 64, 128, 255 };
  return byte < 16 ? byte == 15 ? 256 : usual[byte] : 2 + (int) (byte % 255);
}

static void
go_get_str (void)
{
  g.an = size (0, 700);
  g.base = base_of (extra (0));
  const mp_size_t room = 8 * (g.base < 4 ? 8 : g.base < 16 ? 4 : g.base < 256 ? 2 : 1) * g.an + 16;
  const mp_size_t limbs = room / (mp_size_t) sizeof (mp_limb_t) + 1;
  g.s = area (g.an);
  fill (g.s, g.an, 0);
  g.s[g.an - 1] |= g.s[g.an - 1] == 0;
  g.r = area (limbs);
  may_write (g.r, limbs);
  if ((g.base & (g.base - 1)) != 0)
    may_write (g.s, g.an);
  memcpy (E[1], g.s, BYTES (g.an));
  E[1][g.an] = 0;
  const mp_size_t length = (mp_size_t) gmp.get_str ((unsigned char *) E[0], g.base, E[1], g.an);
  if (run (call_get_str))
    {
      expect_number ((unsigned long long) g.got_size, (unsigned long long) length, "number of digits");
      if (memcmp (g.r, E[0], (size_t) length) != 0)
        fail ("wrong digits in base %d", g.base);
    }
}

static void
go_set_str (void)
{
  static unsigned char digits[8 * FUZZ_LIMBS];
  g.base = base_of (extra (0));
  g.an = size (0, 600);
  digits_length = size (1, 8) + 8 * (g.an - 1);
  fill (E[0], g.an, 0);
  for (mp_size_t i = 0; i < digits_length; i++)
    digits[i] = (unsigned char) (extra (1) % 4 == 0 ? g.base - 1 : ((unsigned char *) E[0])[i] % g.base);
  digits_got = digits;
  if (extra (1) % 4 == 1)
    digits[0] = 0;
  int bits = 1;
  while (1 << bits < g.base)
    bits++;
  const mp_size_t room = (digits_length * bits - 1) / GMP_LIMB_BITS + 2;
  const mp_size_t size = gmp.set_str (E[1], digits, (size_t) digits_length, g.base);
  g.r = area (room);
  may_write (g.r, room);
  if (run (call_set_str))
    {
      if (digits[0] != 0)
        expect_number ((unsigned long long) g.got_size, (unsigned long long) size, "size");
      mp_size_t n = g.got_size;
      while (n > size && g.r[n - 1] == 0)
        n--;
      if (n != size && !(n < size && digits[0] == 0))
        fail ("size %ld, not %ld", (long) n, (long) size);
      expect (g.r, E[1], n, "number");
      for (; n < size; n++)
        expect_number (E[1][n], 0, "limbs that are missing");
    }
}

/* --- Powers */

CALL (powm, __gmpn_powm (g.r, g.a, g.an, g.b, g.bn, g.c, g.n, NULL))

static void
power_sizes (void)
{
  g.n = size (0, 90);
  g.an = size (1, 120);
  g.bn = size (2, g.n <= 4 ? 10 : g.n <= 16 ? 4 : g.n <= 40 ? 2 : 1);
}

static void
modulus (mp_ptr p, mp_size_t n, int i, int odd)
{
  fill (p, n, i);
  p[0] |= (mp_limb_t) (odd != 0);
  p[n - 1] |= p[n - 1] == 0;
  if (n == 1 && p[0] == 1)
    p[0] = 3;
}

static void
exponent (mp_ptr e, mp_size_t n, int i)
{
  fill (e, n, i);
  if (n == 1 && extra (2) % 2 == 0)
    e[0] >>= extra (2) / 2 % GMP_LIMB_BITS;
  e[n - 1] |= e[n - 1] == 0;
}

static void
go_powm (void)
{
  power_sizes ();
  mp_ptr r, a;
  const unsigned which = in.bytes[FUZZ_OVERLAP + 1] % 3;
  mp_ptr e, p = NULL;
  if (which == 0)               /* the result is the base, or is apart */
    pair (&r, g.n, &a, g.an, SAME, 0), e = area (g.bn), p = area (g.n);
  else if (which == 1)
    pair (&r, g.n, &e, g.bn, SAME, 0), a = area (g.an), p = area (g.n);
  else
    pair (&r, g.n, &p, g.n, SAME, 0), a = area (g.an), e = area (g.bn);
  modulus (p, g.n, 2, 1);
  exponent (e, g.bn, 1);
  fill (a, g.an, 0);
  if (extra (0) % 8 == 0)
    {
      memset (a, 0, BYTES (g.an));
      a[0] = extra (0) / 8;
    }
  g.r = r, g.a = a, g.b = e, g.c = p;
  may_write (r, g.n);
  ref_powm (E[0], a, g.an, e, g.bn, p, g.n);
  if (run (call_powm))
    expect (g.r, E[0], g.n, "power");
}

#ifdef COMBA_X86_64

/* --- Linear functions */

CALL (add_n, g.got = mpn_add_n (g.r, g.a, g.b, g.n))
CALL (add_nc, g.got = __gmpn_add_nc (g.r, g.a, g.b, g.n, g.x))
CALL (sub_n, g.got = mpn_sub_n (g.r, g.a, g.b, g.n))
CALL (sub_nc, g.got = __gmpn_sub_nc (g.r, g.a, g.b, g.n, g.x))
CALL (mul_1, g.got = mpn_mul_1 (g.r, g.a, g.n, g.x))
CALL (mul_1c, g.got = __gmpn_mul_1c (g.r, g.a, g.n, g.x, g.y))
CALL (addmul_1, g.got = mpn_addmul_1 (g.r, g.a, g.n, g.x))
CALL (submul_1, g.got = mpn_submul_1 (g.r, g.a, g.n, g.x))
CALL (lshift, g.got = mpn_lshift (g.r, g.a, g.n, (unsigned) g.x))
CALL (rshift, g.got = mpn_rshift (g.r, g.a, g.n, (unsigned) g.x))
CALL (copyi, mpn_copyi (g.r, g.a, g.n))
CALL (copyd, mpn_copyd (g.r, g.a, g.n))
CALL (com, mpn_com (g.r, g.a, g.n))
CALL (popcount, g.got = mpn_popcount (g.a, g.n))
CALL (hamdist, g.got = mpn_hamdist (g.a, g.b, g.n))

/* r = a + b or a - b, with the result below one source, or below both. */
static void
sum (void (*call) (void *), int subtract, mp_limb_t carry)
{
  g.n = size (0, FUZZ_LIMBS);
  g.x = carry;
  mp_ptr r, a, b;
  const unsigned second = in.bytes[FUZZ_OVERLAP + 1];
  pair (&r, g.n, &a, g.n, SAME | LOW, 0);
  b = second % 4 == 0 ? a : area (g.n);
  fill (a, g.n, 0);
  if (b != a)
    {
      fill (b, g.n, 1);
      relate (b, g.n, a, g.n);
    }
  if (second % 4 == 1)          /* the other one is below the result */
    {
      const mp_ptr t = a;
      a = b, b = t;
    }
  g.r = r, g.a = a, g.b = b;
  may_write (r, g.n);
  const mp_limb_t expected = (subtract ? ref_sub : ref_add) (E[0], a, b, g.n, carry);
  run (call);
  expect (r, E[0], g.n, subtract ? "difference" : "sum");
  expect_number (g.got, expected, "carry");
}

static void go_add_n (void) { sum (call_add_n, 0, 0); }
static void go_add_nc (void) { sum (call_add_nc, 0, extra (0) & 1); }
static void go_sub_n (void) { sum (call_sub_n, 1, 0); }
static void go_sub_nc (void) { sum (call_sub_nc, 1, extra (0) & 1); }

/* One source; ALLOWED overlaps. */
static void
unary (int allowed)
{
  mp_ptr r, a;
  pair (&r, g.n, &a, g.n, allowed, 0);
  fill (a, g.n, 0);
  g.r = r, g.a = a;
  may_write (r, g.n);
}

static mp_limb_t
a_limb (int i)
{
  mp_limb_t x;
  fill (&x, 1, i);
  return x;
}

static void
by_limb (void (*call) (void *), int add, int with_carry)
{
  g.n = size (0, FUZZ_LIMBS);
  g.x = a_limb (1);
  g.y = with_carry ? a_limb (2) : 0;
  unary (SAME | LOW);
  if (add != 0 && g.r != g.a && in.bytes[FUZZ_OVERLAP] % 4 == 0)
    fill (g.r, g.n, 3);
  reference_mul (E[0], g.a, g.n, &g.x, 1);
  mp_limb_t expected, carry = g.y;
  if (add == 0)
    {
      for (mp_size_t i = 0; i <= g.n; i++)
        carry = (E[0][i] += carry) < carry;
      expected = E[0][g.n];
    }
  else
    {
      expected = E[0][g.n];
      expected += (add > 0 ? ref_add : ref_sub) (E[0], g.r, E[0], g.n, 0);
    }
  run (call);
  expect (g.r, E[0], g.n, "product");
  expect_number (g.got, expected, "carry");
}

static void go_mul_1 (void) { by_limb (call_mul_1, 0, 0); }
static void go_mul_1c (void) { by_limb (call_mul_1c, 0, 1); }
static void go_addmul_1 (void) { by_limb (call_addmul_1, 1, 0); }
static void go_submul_1 (void) { by_limb (call_submul_1, -1, 0); }

static void
shift (void (*call) (void *), int left)
{
  g.n = size (0, FUZZ_LIMBS);
  g.x = 1 + extra (0) % (GMP_LIMB_BITS - 1);
  unary (SAME | (left ? HIGH : LOW));
  const int s = (int) g.x, back = GMP_LIMB_BITS - s;
  for (mp_size_t i = 0; i < g.n; i++)
    E[0][i] = left ? g.a[i] << s | (i > 0 ? g.a[i - 1] >> back : 0) : g.a[i] >> s | (i < g.n - 1 ? g.a[i + 1] << back : 0);
  const mp_limb_t expected = left ? g.a[g.n - 1] >> back : g.a[0] << back;
  run (call);
  expect (g.r, E[0], g.n, "shifted");
  expect_number (g.got, expected, "bits shifted out");
}

static void go_lshift (void) { shift (call_lshift, 1); }
static void go_rshift (void) { shift (call_rshift, 0); }

static void
copy (void (*call) (void *), int allowed, mp_limb_t flip)
{
  g.n = size (0, FUZZ_LIMBS) - (flip == 0);
  unary (allowed);
  for (mp_size_t i = 0; i < g.n; i++)
    E[0][i] = g.a[i] ^ flip;
  run (call);
  expect (g.r, E[0], g.n, "copy");
}

static void go_copyi (void) { copy (call_copyi, SAME | LOW, 0); }
static void go_copyd (void) { copy (call_copyd, SAME | HIGH, 0); }
static void go_com (void) { copy (call_com, SAME | LOW, ~(mp_limb_t) 0); }

static void
count (void (*call) (void *), int two)
{
  g.n = size (0, FUZZ_LIMBS);
  mp_ptr a, b;
  sources (&a, g.n, &b, g.n);
  g.a = a, g.b = b;
  unsigned long long expected = 0;
  for (mp_size_t i = 0; i < g.n; i++)
    for (mp_limb_t x = two ? a[i] ^ b[i] : a[i]; x != 0; x &= x - 1)
      expected++;
  run (call);
  expect_number (g.got, expected, "number of bits");
}

static void go_popcount (void) { count (call_popcount, 0); }
static void go_hamdist (void) { count (call_hamdist, 1); }

/* --- Basecases and reductions */

CALL (mul_basecase, __gmpn_mul_basecase (g.r, g.a, g.an, g.b, g.bn))
CALL (sqr_basecase, __gmpn_sqr_basecase (g.r, g.a, g.n))
CALL (redc_1, g.got = __gmpn_redc_1 (g.r, g.t, g.a, g.n, g.x))
CALL (redc_2, g.got = __gmpn_redc_2 (g.r, g.t, g.a, g.n, g.c))
CALL (mulmod_bnm1, __gmpn_mulmod_bnm1 (g.r, g.n, g.a, g.an, g.b, g.bn, g.t))

static void
go_mul_basecase (void)
{
  mp_size_t an = size (0, 700), bn = size (1, 300);
  sort (&an, &bn);
  product (call_mul_basecase, an, bn);
}

static void
go_sqr_basecase (void)
{
  g.n = size (0, 400);
  square (call_sqr_basecase);
}

static void
redc (void (*call) (void *), int two)
{
  g.n = size (0, 300);
  const unsigned where = extra (0) % 3;
  mp_ptr p = area (g.n), t = area (2 * g.n), mu = area (2);
  modulus (p, g.n, 1, 1);
  fill (t, 2 * g.n, 0);
  if (extra (1) % 4 == 0)       /* near the multiple of P that makes the sum as long as it can be */
    memset (t + g.n, 0xff, BYTES (g.n));
  g.r = where == 0 ? area (g.n) : where == 1 ? t : t + g.n;
  g.t = t, g.a = p;
  comba_dlimb inverse = p[0];   /* 1 / P modulo 8, and twice as many bits at each step */
  const comba_dlimb p2 = p[0] | (g.n > 1 ? (comba_dlimb) p[1] << GMP_LIMB_BITS : 0);
  for (int i = 0; i < 7; i++)
    inverse *= 2 - p2 * inverse;
  mu[0] = g.x = (mp_limb_t) -inverse;
  mu[1] = (mp_limb_t) (-inverse >> GMP_LIMB_BITS);
  g.c = mu;
  if (where == 0)
    may_write (g.r, g.n);
  may_write (t, 2 * g.n);
  memcpy (E[0], t, BYTES (2 * g.n));
  E[0][2 * g.n] = 0;
  for (mp_size_t i = 0; i < g.n; i++)
    {
      const mp_limb_t q = E[0][i] * g.x;
      reference_mul (E[1], p, g.n, &q, 1);
      mp_limb_t carry = ref_add (E[0] + i, E[0] + i, E[1], g.n + 1, 0);
      for (mp_size_t j = i + g.n + 1; j <= 2 * g.n && carry != 0; j++)
        carry = ++E[0][j] == 0;
    }
  run (call);
  (void) two;
  expect (g.r, E[0] + g.n, g.n, "reduced");
  expect_number (g.got, E[0][2 * g.n], "carry");
}

static void go_redc_1 (void) { redc (call_redc_1, 0); }
static void go_redc_2 (void) { redc (call_redc_2, 1); }

static void
go_mulmod_bnm1 (void)
{
  g.n = size (0, FUZZ_LIMBS / 2);
  if (extra (0) % 2 == 0)
    {
      const mp_size_t next = __gmpn_mulmod_bnm1_next_size (g.n);
      if (next < g.n)
        fail ("next size of %ld: %ld", (long) g.n, (long) next);
      g.n = next <= FUZZ_LIMBS / 2 ? next : g.n;
    }
  g.an = size (1, g.n), g.bn = size (2, g.n);
  if (extra (1) % 2 == 0)
    g.an = g.n;
  if (extra (1) % 4 == 0)
    g.bn = g.n;
  sort (&g.an, &g.bn);
  mp_ptr a, b;
  sources (&a, g.an, &b, g.bn);
  g.a = a, g.b = b;
  const mp_size_t rn = g.an + g.bn < g.n ? g.an + g.bn : g.n, tn = g.an + g.bn > g.n ? g.an + g.bn : 1;
  g.r = area (rn);
  g.t = area (tn);
  may_write (g.r, rn);
  may_write (g.t, tn);
  ref_mul (E[0], a, g.an, b, g.bn);
  mp_limb_t zero = 0, ones = ~(mp_limb_t) 0, any = 0;
  for (mp_size_t i = 0; i < g.an + g.bn; i++)
    any |= E[0][i];
  if (g.an + g.bn > g.n)
    {
      const mp_size_t more = g.an + g.bn - g.n;
      memset (E[0] + g.an + g.bn, 0, BYTES (g.n - more));
      mp_limb_t carry = ref_add (E[0], E[0], E[0] + g.n, g.n, 0);
      for (mp_size_t i = 0; carry != 0; i = (i + 1) % g.n)
        carry = ++E[0][i] == 0;
    }
  if (!run (call_mulmod_bnm1))
    return;
  for (mp_size_t i = 0; i < rn; i++)
    zero |= g.r[i], ones &= g.r[i];
  if (any != 0 && zero == 0)
    fail ("a product that is not 0 gives 0");
  if (ones == ~(mp_limb_t) 0 && rn == g.n && any != 0)
    memset (g.r, 0, BYTES (rn)), ones = 0;
  zero = ~(mp_limb_t) 0;
  for (mp_size_t i = 0; i < rn; i++)
    zero &= E[0][i];
  if (zero == ~(mp_limb_t) 0 && rn == g.n)
    memset (E[0], 0, BYTES (rn));
  expect (g.r, E[0], rn, "residue");
}

/* --- By one limb */

CALL (divrem_1, g.got = mpn_divrem_1 (g.r, g.cn, g.a, g.n, g.x))
CALL (mod_1, g.got = mpn_mod_1 (g.a, g.n, g.x))
CALL (divexact_1, mpn_divexact_1 (g.r, g.a, g.n, g.x))

static mp_limb_t
divisor (void)
{
  mp_limb_t d = a_limb (1);
  if (extra (0) % 4 != 0)
    d >>= extra (0) / 4 % GMP_LIMB_BITS;
  return d | (d == 0);
}

/* q of N / d by the division of two limbs; returns the remainder. */
static mp_limb_t
divide_1 (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  comba_dlimb r = 0;
  while (--n >= 0)
    {
      r = r << GMP_LIMB_BITS | np[n];
      qp[n] = (mp_limb_t) (r / d);
      r %= d;
    }
  return (mp_limb_t) r;
}

static void
go_divrem_1 (void)
{
  g.n = size (0, 1000) - (extra (1) == 0);
  g.cn = extra (1) % 3 == 0 ? size (2, 60) : 0;
  g.x = divisor ();
  mp_ptr r, a;
  const mp_size_t qn = g.n + g.cn;
  if (in.bytes[FUZZ_OVERLAP] % 2 == 0)
    r = area (qn), a = area (g.n);
  else                          /* the quotient's upper limbs are the dividend, or above it */
    {
      const mp_size_t up = (mp_size_t) (in.bytes[FUZZ_OVERLAP + 1] % 4);
      a = area (qn + up);
      r = a + up;
      if (in.bytes[FUZZ_OVERLAP] % 4 == 1)
        a += g.cn;
    }
  fill (a, g.n, 0);
  g.r = r, g.a = a;
  may_write (r, qn);
  memset (E[1], 0, BYTES (g.cn));
  memcpy (E[1] + g.cn, a, BYTES (g.n));
  const mp_limb_t expected = divide_1 (E[0], E[1], qn, g.x);
  run (call_divrem_1);
  expect (r, E[0], qn, "quotient");
  expect_number (g.got, expected, "remainder");
}

static void
go_mod_1 (void)
{
  g.n = size (0, 1000) - (extra (1) == 0);
  g.x = divisor ();
  const mp_ptr a = area (g.n);
  fill (a, g.n, 0);
  g.a = a;
  const mp_limb_t expected = divide_1 (E[0], a, g.n, g.x);
  run (call_mod_1);
  expect_number (g.got, expected, "remainder");
}

static void
go_divexact_1 (void)
{
  g.n = size (0, 1000);
  g.x = divisor ();
  unary (SAME);
  const mp_ptr a = (mp_ptr) g.a;
  if (divide_1 (E[0], a, g.n, g.x) != 0)
    {
      reference_mul (E[1], E[0], g.n, &g.x, 1);
      memcpy (a, E[1], BYTES (g.n));
    }
  run (call_divexact_1);
  expect (g.r, E[0], g.n, "quotient");
}

/* --- Steps of gcd */

CALL (hgcd2, g.status = __gmpn_hgcd2 (g.a[1], g.a[0], g.b[1], g.b[0], &g.matrix))
CALL (hgcd2_jacobi, g.status = __gmpn_hgcd2_jacobi (g.a[1], g.a[0], g.b[1], g.b[0], &g.matrix, &g.bits))
CALL (hgcd_vector, g.got_size = __gmpn_hgcd_mul_matrix1_vector (&g.matrix, g.r, g.a, g.s, g.n))
CALL (jacobi_base, g.status = __gmpn_jacobi_base (g.a[0], g.b[0], (int) g.x))
CALL (jacobi_2, g.status = __gmpn_jacobi_2 (g.a, g.b, (unsigned) g.x))
CALL (sec_invert, g.status = mpn_sec_invert (g.r, g.t, g.a, g.n, g.x, NULL))
CALL (sec_powm, mpn_sec_powm (g.r, g.a, g.an, g.b, g.x, g.c, g.n, NULL))

static void
two_pairs (int normalized)
{
  mp_ptr a = area (2), b = area (2);
  fill (a, 2, 0);
  fill (b, 2, 1);
  if (extra (0) % 4 == 0)       /* nearly the same, so that the first quotients are small or huge */
    {
      b[1] = a[1] - extra (1) % 4;
      b[0] = extra (1) % 8 < 4 ? a[0] + extra (1) : b[0];
    }
  else if (extra (0) % 4 == 1)
    b[1] >>= extra (1) % GMP_LIMB_BITS;
  if (normalized && ((a[1] | b[1]) >> (GMP_LIMB_BITS - 1)) == 0)
    a[1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  g.a = a, g.b = b;
}

/* GMP's states of a Jacobi symbol for a = b = 3 modulo 4 have two names. */
static unsigned
symbol_of (unsigned bits)
{
  return bits / 2 == 12 ? 14 + (~bits & 1) : bits;
}

static void
hgcd2 (int jacobi)
{
  two_pairs (1);
  struct comba_matrix1 expected = { { { 1, 0 }, { 0, 1 } } };
  g.matrix = expected;
  g.bits = extra (2) % 26;
  unsigned bits = g.bits;
  const int found = jacobi ? gmp.hgcd2_jacobi (g.a[1], g.a[0], g.b[1], g.b[0], &expected, &bits)
                           : gmp.hgcd2 (g.a[1], g.a[0], g.b[1], g.b[0], &expected);
  run (jacobi ? call_hgcd2_jacobi : call_hgcd2);
  expect_number ((unsigned long long) g.status, (unsigned long long) found, "result");
  if (found)
    {
      expect (&g.matrix.u[0][0], &expected.u[0][0], 4, "matrix");
      const comba_dlimb determinant = (comba_dlimb) g.matrix.u[0][0] * g.matrix.u[1][1]
                                      - (comba_dlimb) g.matrix.u[0][1] * g.matrix.u[1][0];
      expect_number (determinant == 1, 1, "determinant");
    }
  if (jacobi)
    expect_number (symbol_of (g.bits), symbol_of (bits), "symbol");
}

static void go_hgcd2 (void) { hgcd2 (0); }
static void go_hgcd2_jacobi (void) { hgcd2 (1); }

static void
go_hgcd_vector (void)
{
  g.n = size (0, 300);
  mp_ptr a = area (g.n), b = area (g.n + 1);
  g.r = area (g.n + 1), g.s = b, g.a = a;
  fill (a, g.n, 0);
  fill (b, g.n, 1);
  fill (&g.matrix.u[0][0], 4, 2);
  for (int i = 0; i < 4; i++)
    (&g.matrix.u[0][0])[i] >>= 1;
  may_write (g.r, g.n + 1);
  may_write (b, g.n + 1);
  for (int i = 0; i < 2; i++)
    {
      reference_mul (E[i], a, g.n, &g.matrix.u[0][i], 1);
      reference_mul (E[3], b, g.n, &g.matrix.u[1][i], 1);
      ref_add (E[i], E[i], E[3], g.n + 1, 0);
    }
  run (call_hgcd_vector);
  expect (g.r, E[0], g.n + 1, "first row");
  expect (g.s, E[1], g.n + 1, "second row");
  expect_number ((unsigned long long) g.got_size, (unsigned long long) (g.n + ((E[0][g.n] | E[1][g.n]) != 0)), "size");
}

static void
go_jacobi_base (void)
{
  two_pairs (0);
  ((mp_ptr) g.b)[0] |= 1;
  if (g.b[0] == 1)              /* GMP expects more */
    ((mp_ptr) g.b)[0] = 3;
  g.x = extra (2) & 2;
  const int expected = gmp.jacobi_base (g.a[0], g.b[0], (int) g.x);
  run (call_jacobi_base);
  expect_number ((unsigned long long) g.status, (unsigned long long) expected, "symbol");
}

static void
go_jacobi_2 (void)
{
  two_pairs (0);
  ((mp_ptr) g.b)[0] |= 1;
  g.x = extra (2) & 1;
  const int expected = gmp.jacobi_2 (g.a, g.b, (unsigned) g.x);
  run (call_jacobi_2);
  expect_number ((unsigned long long) g.status, (unsigned long long) expected, "symbol");
}

static mp_size_t
bits_of (mp_srcptr ap, mp_size_t n)
{
  while (n > 0 && ap[n - 1] == 0)
    n--;
  mp_size_t bits = n * GMP_LIMB_BITS;
  for (mp_limb_t x = n > 0 ? ap[n - 1] : ~(mp_limb_t) 0; x >> (GMP_LIMB_BITS - 1) == 0; x <<= 1)
    bits--;
  return bits;
}

static void
go_sec_invert (void)
{
  g.n = size (0, 24);
  mp_ptr a = area (g.n), p = area (g.n);
  fill (a, g.n, 0);
  modulus (p, g.n, 1, 1);
  ref_mod (a, a, g.n, p, g.n);
  g.a = p, g.t = a;
  g.r = area (g.n);
  may_write (g.r, g.n);
  may_write (a, g.n);
  g.x = (mp_limb_t) (bits_of (a, g.n) + bits_of (p, g.n)) + extra (0) % 3 * 64;
  const int expected = ref_invert (E[0], a, p, g.n);
  if (run (call_sec_invert))
    {
      expect_number ((unsigned long long) g.status, (unsigned long long) expected, "result");
      if (expected)
        expect (g.r, E[0], g.n, "inverse");
    }
}

static void
go_sec_powm (void)
{
  power_sizes ();
  mp_ptr r, a, e = area (g.bn), p = area (g.n);
  pair (&r, g.n, &a, g.an, SAME, 0);
  modulus (p, g.n, 2, 1);
  exponent (e, g.bn, 1);
  fill (a, g.an, 0);
  g.x = (mp_limb_t) (1 + below ((unsigned long) g.bn * GMP_LIMB_BITS));
  g.r = r, g.a = a, g.b = e, g.c = p;
  may_write (r, g.n);
  const mp_size_t en = (mp_size_t) ((g.x + GMP_LIMB_BITS - 1) / GMP_LIMB_BITS);
  memcpy (E[1], e, BYTES (en));
  if (g.x % GMP_LIMB_BITS != 0)
    E[1][en - 1] &= ((mp_limb_t) 1 << g.x % GMP_LIMB_BITS) - 1;
  ref_powm (E[0], a, g.an, E[1], en, p, g.n);
  if (run (call_sec_powm))
    expect (g.r, E[0], g.n, "power");
}

/* --- Roots */

CALL (sqrtrem, g.got_size = mpn_sqrtrem (g.r, g.s, g.a, g.n))
CALL (rootrem, g.got_size = __gmpn_rootrem (g.r, g.s, g.a, g.n, g.x))
CALL (perfect_square_p, g.status = mpn_perfect_square_p (g.a, g.n))

/* A number of g.n limbs, often near a square. */
static void
radicand (mp_ptr a)
{
  fill (a, g.n, 0);
  if (extra (0) % 4 != 0 && g.n > 1)
    {
      const mp_size_t sn = g.n / 2;
      fill (E[2], sn, 1);
      ref_mul (E[3], E[2], sn, E[2], sn);
      mp_limb_t carry = extra (0) % 4 == 1 ? 0 : 1;
      for (mp_size_t i = 0; i < 2 * sn && carry != 0; i++)
        if (extra (0) % 4 == 2)
          carry = ++E[3][i] == 0;
        else
          carry = E[3][i]-- == 0;
      memcpy (a, E[3], BYTES (2 * sn));
    }
  a[g.n - 1] |= a[g.n - 1] == 0;
}

static void
root (void (*call) (void *), mp_limb_t power)
{
  mp_ptr a, r;
  pair (&r, g.n, &a, g.n, SAME, 0);
  radicand (a);
  const mp_size_t sn = (g.n - 1) / (power > (mp_limb_t) g.n ? g.n : (mp_size_t) power) + 1;
  const int alone = extra (1) % 4 == 0;  /* no remainder is asked for */
  g.a = a, g.s = alone ? NULL : r, g.x = power;
  g.r = area (sn);
  may_write (g.r, sn);
  if (!alone)
    may_write (r, g.n);
  const mp_size_t rn = power == 2 ? gmp.sqrtrem (E[0], E[1], a, g.n) : gmp.rootrem (E[0], E[1], a, g.n, power);
  if (!run (call))
    return;
  expect (g.r, E[0], sn, "root");
  if (alone)
    expect_number (g.got_size != 0, rn != 0, "whether there is a remainder");
  else
    {
      expect_number ((unsigned long long) g.got_size, (unsigned long long) rn, "size of the remainder");
      expect (r, E[1], rn, "remainder");
    }
}

static void
go_sqrtrem (void)
{
  g.n = size (0, 1200);
  root (call_sqrtrem, 2);
}

static void
go_rootrem (void)
{
  g.n = size (0, 250);
  const unsigned p = extra (2);
  root (call_rootrem, p < 128 ? 3 + p % 10 : p < 250 ? 2 + p : (mp_limb_t) p * 1000);
}

static void
go_perfect_square_p (void)
{
  g.n = size (0, 1000);
  const mp_ptr a = area (g.n);
  radicand (a);
  g.a = a;
  const int expected = gmp.perfect_square_p (a, g.n) != 0;
  if (run (call_perfect_square_p))
    expect_number ((unsigned long long) g.status, (unsigned long long) expected, "result");
}

#endif

/* --- The API: a modulus */

CALL (mod_init, g.status = comba_mod_init_with (&g.mod, g.a, g.n, g.base, (int) g.x, (int) g.y))
CALL (mod_mul, g.status = comba_mod_mul (g.mod, g.r, g.a, g.b))
CALL (mod_sqr, g.status = comba_mod_sqr (g.mod, g.r, g.a))
CALL (mod_reduce, g.status = comba_mod_reduce (g.mod, g.r, g.a, g.an))
CALL (mod_powm, g.status = comba_mod_powm (g.mod, g.r, g.a, g.b, g.bn))
CALL (mod_mul_signed, g.status = comba_mod_mul_signed (g.mod, g.r, g.a, g.an, g.b, g.bn))
CALL (mod_powm_signed, g.status = comba_mod_powm_signed (g.mod, g.r, g.a, g.an, g.b, g.bn))
CALL (mod_sqr_chain, g.status = comba_mod_sqr_chain (g.mod, g.r, g.a, g.x, 1 + g.y, NULL, NULL))
CALL (mod_redc, g.status = comba_mod_redc (g.mod, g.r, g.a, g.an))
CALL (mod_encode, g.status = comba_mod_encode (g.mod, g.s, g.a))
CALL (mod_encode_b, g.status = comba_mod_encode (g.mod, g.t, g.b))
CALL (mod_encode_signed, g.status = comba_mod_encode_signed (g.mod, g.s, g.a, g.an))
CALL (mod_mul_encoded, g.status = comba_mod_mul_encoded (g.mod, g.s, g.s, g.t))
CALL (mod_sqr_encoded, g.status = comba_mod_sqr_encoded (g.mod, g.s, g.s))
CALL (mod_powm_encoded, g.status = comba_mod_powm_encoded (g.mod, g.s, g.s, g.b, g.bn))
CALL (mod_decode, g.status = comba_mod_decode (g.mod, g.r, g.s))

/* A context; returns whether there is one.  Its modulus is in E[3]. */
static int
context (mp_size_t most, int odd)
{
  g.n = size (0, most);
  g.base = (int) (extra (0) % COMBA_MOD_ALGORITHMS);
  const int needs_odd = g.base != COMBA_MOD_AUTO && g.base != COMBA_MOD_BARRETT;
  g.x = g.base == COMBA_MOD_MULTIPARTITE_1 || g.base == COMBA_MOD_MULTIPARTITE_2 ? 2 + extra (1) % 5 : 0;
  if (g.n < 2 || (mp_size_t) g.x > g.n)
    g.base = COMBA_MOD_AUTO, g.x = 0;
  g.y = extra (1) / 16 % (1 + (unsigned) in.threads);
  modulus (E[3], g.n, 2, odd || needs_odd);
  g.a = E[3];
  g.mod = NULL;
  fuzz_refusing (&in.refused, call_mod_init, NULL);
  if (g.status == COMBA_NO_MEMORY && in.refused.every != 0)
    return 0;
  expect_number ((unsigned long long) g.status, COMBA_OK, "status of comba_mod_init_with");
  return 1;
}

/* Calls; returns whether it succeeded.  If not, nothing may have been written. */
static int
run_status (void (*call) (void *))
{
  run (call);
  if (g.status == COMBA_NO_MEMORY && in.refused.every != 0)
    {
      for (int k = 0; k < areas_used; k++)
        if (memcmp (before[k], areas[k].p, BYTES (areas[k].n)) != 0)
          fail ("no memory, but results were written");
      return 0;
    }
  expect_number ((unsigned long long) g.status, COMBA_OK, "status");
  return 1;
}

/* Canonical residues. */
static void
residue (mp_ptr p, int i)
{
  fill (p, g.n, i);
  ref_mod (p, p, g.n, E[3], g.n);
  if (in.bytes[FUZZ_RELATION] % 5 == i)
    {
      const mp_limb_t one[1] = { 1 };
      memcpy (p, E[3], BYTES (g.n));
      mp_limb_t borrow = one[0];
      for (mp_size_t j = 0; j < g.n && borrow != 0; j++)
        borrow = p[j]-- == 0;
    }
}

static void
negate (mp_ptr r)
{
  mp_limb_t any = 0;
  for (mp_size_t i = 0; i < g.n; i++)
    any |= r[i];
  if (any != 0)
    ref_sub (r, E[3], r, g.n, 0);
}

static void
mulmod (mp_ptr r, mp_srcptr a, mp_size_t an, mp_srcptr b, mp_size_t bn)
{
  static mp_limb_t t[8 * FUZZ_LIMBS];
  if (an == 0 || bn == 0)
    {
      memset (r, 0, BYTES (g.n));
      return;
    }
  ref_mul (t, a, an, b, bn);
  ref_mod (r, t, an + bn, E[3], g.n);
}

static void
go_mod (void)
{
  if (!context (200, 0))
    return;
  mp_ptr r, a, b;
  const unsigned what = extra (2) % 8;
  const mp_limb_t times = extra (2) / 8 % 8;
  const mp_size_t en = size (1, 2), bn = size (2, 200);
  switch (what)
    {
    case 0: case 1:
      pair (&r, g.n, &a, g.n, SAME, 0);
      b = area (g.n);
      residue (a, 0), residue (b, 1);
      g.a = a, g.b = b, g.r = r;
      may_write (r, g.n);
      mulmod (E[0], a, g.n, what == 0 ? b : a, g.n);
      if (run_status (what == 0 ? call_mod_mul : call_mod_sqr))
        expect (r, E[0], g.n, "product");
      break;
    case 2:
      g.an = size (1, 1000) - 1;
      pair (&r, g.n, &a, g.an, SAME, 0);
      fill (a, g.an, 0);
      g.a = a, g.r = r;
      may_write (r, g.n);
      ref_mod (E[0], a, g.an, E[3], g.n);
      if (run_status (call_mod_reduce))
        expect (r, E[0], g.n, "residue");
      break;
    case 3: case 4:
      g.an = what == 3 ? g.n : bn;
      g.bn = en;
      pair (&r, g.n, &a, g.an, SAME, 0);
      b = area (en);
      if (what == 3)
        residue (a, 0);
      else
        fill (a, g.an, 0);
      exponent (b, en, 1);
      if (extra (1) % 16 == 0)
        b[en - 1] = 0;
      if (en > 1 && g.n > 30)
        b[1] = 0;
      g.a = a, g.b = b, g.r = r;
      may_write (r, g.n);
      ref_powm (E[0], a, g.an, b, en, E[3], g.n);
      if (what == 4 && extra (1) % 2 != 0)
        {
          if (b[0] % 2 != 0)
            negate (E[0]);
          g.an = -g.an;
        }
      if (run_status (what == 3 ? call_mod_powm : call_mod_powm_signed))
        expect (r, E[0], g.n, "power");
      break;
    case 5:
      g.an = size (1, 300), g.bn = bn;
      pair (&r, g.n, &a, g.an, SAME, 0);
      b = area (g.bn);
      fill (a, g.an, 0), fill (b, g.bn, 1);
      g.a = a, g.b = b, g.r = r;
      may_write (r, g.n);
      mulmod (E[0], a, g.an, b, g.bn);
      if (extra (1) % 2 != 0)
        g.an = -g.an, negate (E[0]);
      if (run_status (call_mod_mul_signed))
        expect (r, E[0], g.n, "product");
      break;
    case 6:
      pair (&r, g.n, &a, g.n, SAME, 0);
      residue (a, 0);
      g.a = a, g.r = r;
      g.x = times, g.y = extra (1) % 4;
      may_write (r, g.n);
      memcpy (E[0], a, BYTES (g.n));
      for (mp_limb_t i = 0; i < times; i++)
        mulmod (E[0], E[0], g.n, E[0], g.n);
      if (run_status (call_mod_sqr_chain))
        expect (r, E[0], g.n, "chain of squares");
      break;
    default:                    /* r beta^h = c */
      {
        const mp_size_t h = comba_mod_redc_shift (g.mod);
        g.an = size (1, 2 * g.n);
        pair (&r, g.n, &a, g.an, SAME | LOW | HIGH, 0);
        fill (a, g.an, 0);
        memcpy (E[2], a, BYTES (g.an));
        g.a = a, g.r = r;
        may_write (r, g.n);
        if (h < 0)
          {
            run (call_mod_redc);
            expect_number ((unsigned long long) g.status, COMBA_NO_FUNCTION, "status");
            break;
          }
        ref_mod (E[0], a, g.an, E[3], g.n);
        if (run_status (call_mod_redc))
          {
            if (ref_cmp (r, E[3], g.n) >= 0)
              fail ("a residue that is not below the modulus");
            memset (E[1], 0, BYTES (h));
            memcpy (E[1] + h, r, BYTES (g.n));
            ref_mod (E[1], E[1], g.n + h, E[3], g.n);
            expect (E[1], E[0], g.n, "residue");
          }
      }
    }
  comba_mod_clear (g.mod);
}

/* A few operations on encoded residues. */
static void
go_encoded (void)
{
  if (!context (150, 0))
    return;
  const mp_size_t m = comba_mod_encoded_size (g.mod);
  mp_ptr a = area (g.n), b = area (g.n), e = area (1), x = area (m), y = area (m), r = area (g.n);
  residue (a, 0), residue (b, 1);
  fill (e, 1, 3);
  e[0] >>= extra (1) % 60;
  if (g.n > 40)
    e[0] %= 64;
  g.a = a, g.b = b, g.s = x, g.t = y, g.r = r;
  may_write (x, m), may_write (y, m), may_write (r, g.n);
  memcpy (E[0], a, BYTES (g.n));
  /* As an integer of any size and sign, or as a residue. */
  const int is_signed = extra (0) & 8;
  g.an = extra (0) & 16 ? -g.n : g.n;
  if (is_signed && g.an < 0)
    negate (E[0]);
  int ok = run_status (is_signed ? call_mod_encode_signed : call_mod_encode) && run_status (call_mod_encode_b);
  for (unsigned steps = extra (2) | 256; ok && steps > 1; steps /= 2)
    if (steps % 2 != 0)
      {
        mulmod (E[0], E[0], g.n, b, g.n);
        ok = run_status (call_mod_mul_encoded);
      }
    else
      {
        mulmod (E[0], E[0], g.n, E[0], g.n);
        ok = run_status (call_mod_sqr_encoded);
      }
  if (ok && extra (1) % 3 == 0)
    {
      g.b = e, g.bn = 1;
      ref_powm (E[1], E[0], g.n, e, 1, E[3], g.n);
      memcpy (E[0], E[1], BYTES (g.n));
      ok = run_status (call_mod_powm_encoded);
    }
  if (ok && run_status (call_mod_decode))
    expect (r, E[0], g.n, "residue");
  comba_mod_clear (g.mod);
}

/* --- Many powers */

CALL (powm_many, g.status = comba_powm_many (g.powers, g.count))
CALL (powm_many_sec, g.status = comba_powm_many_sec (g.powers, g.count))

static void
go_powm_many (void)
{
  const int sec = extra (0) % 2;
  g.count = 1 + extra (1) % 20;
  const mp_size_t most = size (0, 24);
  const mp_size_t en = size (1, most <= 6 ? 3 : 1), bn_most = size (2, 30);
  mp_ptr bases = area (20 * 30), exponents = area (20 * 3), moduli = area (20 * 24), results = area (20 * 24);
  may_write (results, 20 * 24);
  for (size_t i = 0; i < g.count; i++)
    {
      const mp_size_t n = extra (2) % 4 == 0 ? 1 + (mp_size_t) below ((unsigned long) most) : most;
      const mp_size_t bn = extra (2) / 4 % 4 == 0 ? (mp_size_t) below ((unsigned long) bn_most + 1) : bn_most;
      const mp_ptr b = bases + 30 * i, e = exponents + 3 * i, p = extra (2) / 16 % 4 == 0 ? moduli : moduli + 24 * i;
      const mp_size_t pn = p == moduli && i > 0 ? g.powers[0].n : n;
      fill (b, bn, 0);
      fill (e, en, 1);
      if (most > 12)
        e[0] >>= 20;
      if (p != moduli || i == 0)
        modulus (p, pn, 2, sec || extra (0) % 4 == 0);
      g.powers[i] = (struct comba_power) { results + 24 * i, b, sec || below (2) ? bn : -bn, e, en, p, pn };
    }
  run (sec ? call_powm_many_sec : call_powm_many);
  const int none = g.status == COMBA_NO_MEMORY && in.refused.every != 0;
  if (!none)
    expect_number ((unsigned long long) g.status, COMBA_OK, "status");
  for (size_t i = 0; i < g.count; i++)
    {
      const struct comba_power *const w = &g.powers[i];
      const mp_size_t bn = w->bn < 0 ? -w->bn : w->bn;
      g.n = w->n;
      memcpy (E[3], w->pp, BYTES (g.n));
      ref_powm (E[0], w->bp, bn, w->ep, w->en, w->pp, g.n);
      if (w->bn < 0 && w->ep[0] % 2 != 0)
        negate (E[0]);
      if (none && memcmp (w->rp, before[3] + 24 * i, BYTES (g.n)) == 0)
        continue;
      expect (w->rp, E[0], g.n, "power");
    }
}

/* --- Partial reductions */

CALL (montgomery_mu, g.status = comba_partial_montgomery_mu (g.s, g.cn, g.c, g.n))
CALL (montgomery, g.status = comba_partial_montgomery (g.r, g.a, g.an, g.cn, g.c, g.n, g.s))
CALL (barrett_nu, g.status = comba_partial_barrett_nu (g.s, g.cn, g.c, g.n))
CALL (barrett, g.status = comba_partial_barrett (g.r, g.a, g.an, g.cn, g.c, g.n, g.s))

static void
go_partial (void)
{
  const int montgomery = extra (0) % 2;
  g.n = size (0, 150);
  g.an = size (1, 300);
  if (!montgomery && g.an < g.n)
    g.an += g.n;
  g.cn = (mp_size_t) below (1 + (unsigned long) (montgomery ? g.n : g.an - g.n));
  const mp_size_t rn = !montgomery ? g.an - g.cn : g.an - g.cn > g.n ? g.an - g.cn : g.n;
  mp_ptr r, a, p = area (g.n), inverse = area (g.cn + 1);
  pair (&r, rn, &a, g.an, SAME | LOW | HIGH, 0);
  modulus (p, g.n, 2, montgomery);
  fill (a, g.an, 0);
  g.c = p, g.a = a, g.s = inverse, g.r = r;
  memcpy (E[3], p, BYTES (g.n));
  may_write (inverse, g.cn + !montgomery);
  if ((!montgomery || g.cn > 0) && !run_status (montgomery ? call_montgomery_mu : call_barrett_nu))
    return;
  may_write (r, rn);
  ref_mod (E[0], a, g.an, p, g.n);
  if (!run_status (montgomery ? call_montgomery : call_barrett))
    return;
  const mp_size_t h = montgomery ? g.cn : 0;
  memset (E[1], 0, BYTES (h));
  memcpy (E[1] + h, r, BYTES (rn));
  ref_mod (E[1], E[1], rn + h, p, g.n);
  expect (E[1], E[0], g.n, "residue");
}

/* --- The table of functions, and the configuration */

static const struct { const char *name; void (*f) (void); } functions[] = {
  { "mpn_mul", go_mul }, { "mpn_mul_n", go_mul_n }, { "mpn_sqr", go_sqr },
  { "mpn_tdiv_qr", go_tdiv_qr }, { "mpn_div_q", go_div_q }, { "mpn_divexact", go_divexact },
  { "mpn_get_str", go_get_str }, { "mpn_set_str", go_set_str }, { "mpn_powm", go_powm },
  { "comba_mod", go_mod }, { "comba_mod, encoded", go_encoded }, { "comba_powm_many", go_powm_many },
  { "comba_partial", go_partial }, { "comba_div", go_div_context },
  { "comba_invert", go_invert },
#ifdef COMBA_X86_64
  { "mpn_add_n", go_add_n }, { "mpn_add_nc", go_add_nc }, { "mpn_sub_n", go_sub_n }, { "mpn_sub_nc", go_sub_nc },
  { "mpn_mul_1", go_mul_1 }, { "mpn_mul_1c", go_mul_1c }, { "mpn_addmul_1", go_addmul_1 }, { "mpn_submul_1", go_submul_1 },
  { "mpn_lshift", go_lshift }, { "mpn_rshift", go_rshift }, { "mpn_copyi", go_copyi }, { "mpn_copyd", go_copyd },
  { "mpn_com", go_com }, { "mpn_popcount", go_popcount }, { "mpn_hamdist", go_hamdist },
  { "mpn_mul_basecase", go_mul_basecase }, { "mpn_sqr_basecase", go_sqr_basecase },
  { "mpn_redc_1", go_redc_1 }, { "mpn_redc_2", go_redc_2 }, { "mpn_mulmod_bnm1", go_mulmod_bnm1 },
  { "mpn_divrem_1", go_divrem_1 }, { "mpn_mod_1", go_mod_1 }, { "mpn_divexact_1", go_divexact_1 },
  { "mpn_hgcd2", go_hgcd2 }, { "mpn_hgcd2_jacobi", go_hgcd2_jacobi }, { "mpn_hgcd_mul_matrix1_vector", go_hgcd_vector },
  { "mpn_jacobi_base", go_jacobi_base }, { "mpn_jacobi_2", go_jacobi_2 },
  { "mpn_sec_invert", go_sec_invert }, { "mpn_sec_powm", go_sec_powm },
  { "mpn_sqrtrem", go_sqrtrem }, { "mpn_rootrem", go_rootrem }, { "mpn_perfect_square_p", go_perfect_square_p },
#endif
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

const char *
fuzz_function (size_t i)
{
  return i < FUNCTIONS ? functions[i].name : NULL;
}

/* --- Planted faults */

static struct comba_config original;

static mp_limb_t
lose_carry (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  const mp_limb_t c = original.linear->add_nc (rp, ap, bp, n, carry);
  return rp[n - 1] == 0 && n > 5 ? 0 : c;
}

static mp_limb_t
write_more (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  const mp_limb_t c = original.linear->rshift (rp, ap, n, s);
  if (n % 4 == 3)
    rp[n] = 0;
  return c;
}

static mp_bitcnt_t
miss_tail (mp_srcptr ap, mp_size_t n)
{
  return original.linear->popcount (ap, n - (n > 8 && n % 8 == 1));
}

static void
wrong_limb (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  original.mul_basecase (rp, ap, an, bp, bn);
  if (an > 3 && (ap[an - 1] & ap[an - 2] & bp[bn - 1]) == ~(mp_limb_t) 0)
    rp[an + bn - 2] ^= 1;
}

static mp_limb_t
change_source (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)
{
  const mp_limb_t c = original.by_limb.submul_1[0] (rp, ap, n, b);
  if (rp != ap && n > 20)
    ((mp_ptr) ap)[n / 2] = 0;
  return c;
}

#ifdef COMBA_X86_64
static mp_limb_t
leave_upper (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  const mp_limb_t c = original.linear->lshift (rp, ap, n, s);
  if (__builtin_cpu_supports ("avx"))
    __asm__ volatile ("vinsertf128 $1, %%xmm0, %%ymm9, %%ymm9" : : : "memory");
  return c;
}
#endif

static const char *const plants[] = { "carry", "write", "tail", "limb", "source", "scratch", "upper" };
static int planted = -1;

const char *
fuzz_plant_name (size_t i)
{
  return i < sizeof plants / sizeof plants[0] ? plants[i] : NULL;
}

int
fuzz_plant (const char *name)
{
  for (int i = 0; fuzz_plant_name ((size_t) i) != NULL; i++)
    if (strcmp (name, plants[i]) == 0)
      planted = i;
  fuzz_scratch_short = planted == 5;
  return planted >= 0;
}

static void
plant (void)
{
  original = tuned;
  if (tuned.linear != NULL)
    {
      linear = *tuned.linear;
      tuned.linear = &linear;
    }
  switch (planted)
    {
    case 0:
      linear.add_nc = lose_carry;
      break;
    case 1:
      linear.rshift = write_more;
      break;
    case 2:
      linear.popcount = miss_tail;
      break;
    case 3:
      tuned.mul_n_max = tuned.mul_by_max = 0;
      tuned.mul_basecase = wrong_limb;
      tuned.mul_unequal = NULL;
      tuned.mul_unequal_an_max = 0;
      break;
    case 4:
      for (int i = 0; i <= COMBA_BY_LIMB_MAX; i++)
        tuned.by_limb.submul_1[i] = change_source;
      break;
#ifdef COMBA_X86_64
    case 6:
      linear.lshift = leave_upper;
#endif
    }
}

/* --- Thresholds and plans */

static mp_size_t
any_size (unsigned manner, uint64_t *state)
{
  const uint64_t r = fuzz_random (state);
  return (mp_size_t) (manner == 0 ? 4 : manner == 1 ? r % 60 : manner == 2 ? r % 300 : r % 4 == 0 ? COMBA_NEVER : r / 4 % 1000);
}

static void
any_plan (struct comba_plan *plan, unsigned paths, uint64_t *state)
{
  *plan = (struct comba_plan) { .steps[0].threads = 0 };
  const int n = (int) (fuzz_random (state) % 6);
  mp_size_t from = (mp_size_t) (fuzz_random (state) % 20);
  for (int i = 0; i < n; i++)
    {
      struct comba_step *const s = &plan->steps[i];
      s->from = from += 1 + (mp_size_t) (fuzz_random (state) % (1 + 2 * (uint64_t) from));
      do
        s->path = (int) (fuzz_random (state) % COMBA_PATHS);
      while ((paths >> s->path & 1) == 0);
      s->threads = 1 + (int) (fuzz_random (state) % 4);
    }
}

static void
tune (void)
{
  const unsigned what = in.bytes[FUZZ_TUNING] % 8;
  uint64_t state = in.bytes[FUZZ_TUNING_SEED] + 256u * in.bytes[FUZZ_TUNING_SEED + 1];
  tuned = *in.builtin;
  if (what >= 2)
    {
      struct comba_tuning t;
      comba_tuning_of (&t, in.builtin);
      const unsigned manner = what == 2 ? 0 : what <= 4 ? 1 : what == 5 ? 2 : 3;
#define X(name) t.thresholds.name = any_size (manner, &state);
      COMBA_THRESHOLDS (X)
#undef X
      if (fuzz_random (&state) % 2 == 0)
        {
#define X(name) t.name = manner == 0 ? 0 : any_size (manner, &state) % 64;
          COMBA_FIXED_MAXIMA (X)
#undef X
        }
#define X(name) any_plan (&t.plans.name, comba_tuning_rows[COMBA_TUNING_ROW_plan_##name].paths, &state);
      COMBA_PLANS (X)
#undef X
      comba_tuning_apply (&tuned, &t);
      tuned.points_copied = any_size (manner, &state);
    }
  plant ();
  comba_entry_table = &tuned;
}

static const struct comba_config *runs[32];
static unsigned running;

static void
open_all (void)
{
  fuzz_reference_open ();
  comba_active ();              /* tests the configuration, so that the table is used as it is */
  for (size_t i = 0; comba_configs[i] != NULL && running < sizeof runs / sizeof runs[0]; i++)
    if (comba_config_runs (i))
      runs[running++] = comba_configs[i];
}

void
fuzz_one (const uint8_t *data, size_t size)
{
  if (running == 0)
    open_all ();
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 0x100000001b3u;
  memset (&g, 0, sizeof g);
  in.given = data, in.given_size = size;
  in.state = hash;
  for (size_t i = 0; i < FUZZ_BYTES; i++)
    in.bytes[i] = i < size ? data[i] : (uint8_t) (fuzz_random (&in.state) >> 24);
  /* The first six functions are those with long operands. */
  const unsigned function = in.bytes[FUZZ_FUNCTION] % (fuzz_limbs > FUZZ_LIMBS ? 6 : FUNCTIONS);
  in.function = functions[function].name;
  in.builtin = runs[in.bytes[FUZZ_CONFIG] % running];
  in.threads = in.bytes[FUZZ_THREADS] < 160 ? 1 : in.bytes[FUZZ_THREADS] < 224 ? 2 : 3;

  /* Without memory for what it needs a call gives up, also in the middle of a job: only with one
     thread. */
  const unsigned refused = in.bytes[FUZZ_REFUSED];
  in.refused = (struct fuzz_refused) { 0 };
  in.refused.exact = in.bytes[FUZZ_SCRATCH] % 2;
  if (refused >= 160 && fuzz_limbs <= FUZZ_LIMBS)
    {
      in.refused.every = 1 + refused % 4;
      in.refused.first = 1 + refused / 4 % 6;
      in.refused.maps = refused >= 232 && in.threads == 1;
    }
  if (comba_get_num_threads () != in.threads)
    in.threads = comba_set_num_threads (in.threads);
  comba_set_memory_max (SIZE_MAX);      /* no cached scratch, so that mappings are asked for */
  tune ();
  areas_used = writables = 0;
  fuzz_areas_reset ();
  fuzz_calls[function]++;
  functions[function].f ();
}

/* --- Inputs */

/* Values of a byte that mean something. */
void
fuzz_change (uint8_t *data, size_t size, uint64_t *state)
{
  for (int changes = 1 + (int) (fuzz_random (state) % 4); changes > 0 && size > 0; changes--)
    {
      const uint64_t r = fuzz_random (state);
      const size_t at = (size_t) (r >> 8) % size;
      const unsigned operand = at >= FUZZ_HEADER ? (unsigned) (at - FUZZ_HEADER) % FUZZ_PROGRAM : 0;
      if (at >= FUZZ_HEADER && (operand == 1 || operand == 4 || operand == 7) && r % 2 != 0)
        data[at] = (uint8_t) (r >> 40 & 15);            /* a pattern */
      else if (at >= FUZZ_SIZES && at < FUZZ_SIZES + 6 && r % 2 != 0)
        {
          /* A neighbour of the size: its class is in the lowest three bits of the first byte. */
          const size_t low = FUZZ_SIZES + (at - FUZZ_SIZES) / 2 * 2;
          unsigned v = data[low] + (low + 1 < size ? 256u * data[low + 1] : 0);
          v += (r >> 40 & 1) ? 8 : -8;
          data[low] = (uint8_t) v;
          if (low + 1 < size)
            data[low + 1] = (uint8_t) (v >> 8);
        }
      else if (r % 8 == 7 && at >= FUZZ_HEADER && size == FUZZ_BYTES)
        {
          /* One operand like another. */
          const size_t from = FUZZ_HEADER + (size_t) (r >> 40) % FUZZ_OPERANDS * FUZZ_PROGRAM;
          const size_t to = FUZZ_HEADER + (size_t) (r >> 48) % FUZZ_OPERANDS * FUZZ_PROGRAM;
          memmove (data + to, data + from, FUZZ_PROGRAM);
        }
      else
        data[at] = (uint8_t) (r >> 56);
    }
}

void
fuzz_input (uint8_t data[FUZZ_BYTES], uint64_t *state)
{
  for (size_t i = 0; i < FUZZ_BYTES; i++)
    data[i] = (uint8_t) (fuzz_random (state) >> 32);
}

#ifdef FUZZ_LIBFUZZER
int LLVMFuzzerTestOneInput (const uint8_t *, size_t);
size_t LLVMFuzzerCustomMutator (uint8_t *, size_t, size_t, unsigned);
size_t LLVMFuzzerMutate (uint8_t *, size_t, size_t);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size <= FUZZ_BYTES)
    fuzz_one (data, size);
  return 0;
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most, unsigned seed)
{
  uint64_t state = seed;
  if (most < FUZZ_BYTES)
    return LLVMFuzzerMutate (data, size, most);
  if (size < FUZZ_BYTES)
    {
      uint8_t all[FUZZ_BYTES];
      fuzz_input (all, &state);
      memcpy (data + size, all + size, FUZZ_BYTES - size);
      size = FUZZ_BYTES;
    }
  if (seed % 8 == 0)
    {
      const size_t changed = LLVMFuzzerMutate (data, FUZZ_BYTES, FUZZ_BYTES);
      return changed > 0 ? changed : 1;
    }
  fuzz_change (data, FUZZ_BYTES, &state);
  return FUZZ_BYTES;
}
#endif
