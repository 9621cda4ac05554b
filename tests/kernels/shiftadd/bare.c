/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products on a RISC-V without a multiplier and without any library, even the compiler's: a
   multiplication would be an undefined symbol or an illegal instruction
   (tests/kernels/shiftadd/run-bare).  It has its own start code, calls Linux directly, and compares
   with shifts and additions of single bits. */

#include "kernels/shiftadd/shiftadd.h"
#include "residue/representation.h"
#include "arith/arith.h"
#include "arith/scratch.h"

#define CONFIG no_multiplier
#define CONFIG_DEFINE
#include "config/step.h"

void *
memset (void *p, int c, size_t n)
{
  for (unsigned char *q = p; n > 0; n--)
    *q++ = (unsigned char) c;
  return p;
}

void *
memcpy (void *restrict p, const void *restrict from, size_t n)
{
  unsigned char *q = p;
  for (const unsigned char *x = from; n > 0; n--)
    *q++ = *x++;
  return p;
}

const char *
comba_runs_anywhere (void)
{
  return NULL;
}

/* No system, no memory of threads: tables of multiples are on the stack. */
mp_ptr
comba_own_take (void)
{
  return NULL;
}

void
comba_own_leave (mp_ptr memory)
{
  (void) memory;
}

/* Toom in more points multiplies, and is never used here. */
__asm__ (".globl __muldi3, comba_toom_choice, comba_toom_mul, comba_toom_split, comba_toom_sqr\n"
         "__muldi3: comba_toom_choice: comba_toom_mul: comba_toom_split: comba_toom_sqr:\n\tunimp\n");

enum { WRITE = 64, EXIT = 93 };

static long
system_call (long number, long a, long b, long c)
{
  register long a0 __asm__ ("a0") = a, a1 __asm__ ("a1") = b, a2 __asm__ ("a2") = c;
  register long a7 __asm__ ("a7") = number;
  __asm__ volatile ("ecall" : "+r" (a0) : "r" (a1), "r" (a2), "r" (a7) : "memory");
  return a0;
}

/* TAP, of a fixed number of checks. */

static void
say (const char *text)
{
  const char *end = text;
  while (*end != '\0')
    end++;
  system_call (WRITE, 1, (long) text, end - text);
}

static int failed;

static void
check (int right, const char *name)
{
  say (right ? "ok - " : "not ok - ");
  say (name);
  say ("\n");
  failed |= !right;
}

enum { MAX = 70 };

/* Nothing here is a multiplication. */
static mp_limb_t
random_limb (void)
{
  static mp_limb_t x = 88172645463325252u;
  x ^= x << 13;
  x ^= x >> 7;
  return x ^= x << 17;
}

static void
operand (mp_ptr p, mp_size_t n, int kind)
{
  for (mp_size_t i = 0; i < n; i++)
    p[i] = kind == 0 ? random_limb () : kind == 1 ? COMBA_LIMB_MAX
           : random_limb () & random_limb () & random_limb () & random_limb ();
}

static void
reference (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  memset (rp, 0, (an + bn) * sizeof (mp_limb_t));
  for (mp_size_t bit = bn * GMP_LIMB_BITS - 1; bit >= 0; bit--)
    {
      for (mp_size_t i = an + bn - 1; i >= 0; i--)
        rp[i] = rp[i] << 1 | (i > 0 ? rp[i - 1] >> (GMP_LIMB_BITS - 1) : 0);
      if ((bp[bit / GMP_LIMB_BITS] >> bit % GMP_LIMB_BITS & 1) == 0)
        continue;
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < an + bn; i++)
        {
          mp_limb_t x = i < an ? ap[i] : 0, y = rp[i] + x, z = y + carry;
          carry = (y < x) | (z < y);
          rp[i] = z;
        }
    }
}

static mp_limb_t a[MAX], b[MAX], r[2 * MAX], expected[2 * MAX], scratch[64 * MAX];

static int
is_right (mp_size_t n)
{
  int right = 1;
  for (mp_size_t i = 0; i < n; i++)
    right &= r[i] == expected[i];
  return right;
}

static int
windows_right (int m, int is_signed)
{
  int right = 1;
  for (mp_size_t n = 1; n <= 40; n += 1 + n / 4)
    for (int kind = 0; kind < 3; kind++)
      {
        mp_size_t bn = n - n / 4;
        operand (a, n, kind), operand (b, bn, kind);
        reference (expected, a, n, b, bn);
        comba_mul_windows (r, a, n, b, bn, m, is_signed);
        right &= is_right (n + bn);
        reference (expected, a, n, a, n);
        comba_sqr_windows (r, a, n, m, is_signed);
        right &= is_right (2 * n);
      }
  return right;
}

static int
basecase_right (void)
{
  int right = 1;
  for (mp_size_t n = 1; n <= 12; n++)
    for (mp_size_t bn = 1; bn <= n; bn++)
      {
        operand (a, n, (int) (n & 1)), operand (b, bn, (int) (bn & 1));
        reference (expected, a, n, b, bn);
        comba_config_no_multiplier.mul_basecase (r, a, n, b, bn);
        right &= is_right (n + bn);
      }
  return right;
}

static void
mul_early_windows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn < 2)
    comba_mul_bit_by_bit (rp, ap, an, bp, bn);
  else
    comba_mul_windows (rp, ap, an, bp, bn, 4, 1);
}

static void
sqr_early_windows (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n < 2)
    comba_sqr_bit_by_bit (rp, ap, n);
  else
    comba_sqr_windows (rp, ap, n, 4, 1);
}

/* The whole recursion: Toom-22, pieces, windows, bit by bit. */
static int
paths_right (const struct comba_config *k)
{
  int right = 1;
  for (mp_size_t n = 1; n <= MAX; n += 1 + n / 8)
    for (mp_size_t bn = 1; bn <= n; bn += 1 + bn / 4)
      {
        operand (a, n, (int) (n & 1)), operand (b, bn, 0);
        reference (expected, a, n, b, bn);
        comba_mul_scratch (k, r, a, n, b, bn, scratch);
        right &= is_right (n + bn);
        reference (expected, a, n, a, n);
        comba_sqr_scratch (k, r, a, n, scratch);
        right &= is_right (2 * n);
      }
  return right;
}

static void __attribute__ ((used))
run (void)
{
  check (basecase_right (), "no multiplier, no library: the basecase");
  for (int m = 1; m <= COMBA_WINDOW_MAX; m++)
    {
      char name[] = "no multiplier, no library: windows of m = 0, unsigned digits";
      char with_signs[] = "no multiplier, no library: windows of m = 0, signed digits";
      for (char *p = name, *q = with_signs; *p != '\0' && *q != '\0'; p++, q++)
        if (*p == '0')
          *p = *q = (char) ('0' + m);
      check (windows_right (m, 0), name);
      check (windows_right (m, 1), with_signs);
    }
  struct comba_config k = comba_config_no_multiplier;
  check (paths_right (&k), "no multiplier, no library: Toom-22, pieces, windows from 10 limbs on, bit by bit");
  struct comba_toom_linear linear = *k.toom;
  linear.mul2 = NULL, linear.sqr2 = NULL;
  k.toom = &linear, k.mul_basecase = mul_early_windows, k.sqr_basecase = sqr_early_windows;
  k.thresholds.mul_toom22 = k.thresholds.sqr_toom2 = 6, k.thresholds.sqr_toom3 = COMBA_NEVER;
  check (paths_right (&k), "no multiplier, no library: Toom-22, pieces, windows");
  say ("1..19\n");
  system_call (EXIT, failed, 0, 0);
}

__asm__ (".globl _start\n_start:\n\tcall run\n");
