/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Unwinding: the kernels of every configuration are executed step by step, with the trap flag.
   Before each instruction the unwinder must find the caller, with its callee-saved registers and
   stack pointer unchanged. */

#include "../../tests.h"
#include "arith/arith.h"
#include "mul/toom/toom.h"
#include "powm/powm.h"
#include "residue/small.h"
#include "config/list.h"
#include <signal.h>
#include <ucontext.h>
#include <unwind.h>

enum { TRAP_FLAG = 0x100, KEPT = 6 };

/* rbx, rbp, r12 to r15: their numbers in DWARF, and in a signal's context. */
static const int dwarf_number[KEPT] = { 3, 6, 12, 13, 14, 15 };
static const int greg_number[KEPT] = { REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15 };

/* The state of the caller right before the first instruction of the traced function. */
static struct
{
  uintptr_t stack, at;
  uintptr_t cached[KEPT];
} caller;

static uintptr_t begin;                 /* the traced function, zero after its first instruction */
static long steps;
static uintptr_t wrong_at;              /* the first instruction at which unwinding fails */

static _Unwind_Reason_Code
look (struct _Unwind_Context *frame, void *found)
{
  if (_Unwind_GetCFA (frame) != caller.stack)
    return _URC_NO_REASON;
  *(int *) found = _Unwind_GetIP (frame) == caller.at;
  for (int i = 0; i < KEPT; i++)
    if (_Unwind_GetGR (frame, dwarf_number[i]) != caller.cached[i])
      *(int *) found = 0;
  return _URC_END_OF_STACK;
}

static void
step (int signal, siginfo_t *info, void *context)
{
  (void) signal, (void) info;
  greg_t *regs = ((ucontext_t *) context)->uc_mcontext.gregs;
  const uintptr_t at = (uintptr_t) regs[REG_RIP], stack = (uintptr_t) regs[REG_RSP];
  if (begin != 0 && at == begin)
    {
      begin = 0;
      caller.stack = stack + sizeof caller.at;
      memcpy (&caller.at, (void *) stack, sizeof caller.at);
      for (int i = 0; i < KEPT; i++)
        caller.cached[i] = (uintptr_t) regs[greg_number[i]];
    }
  if (begin != 0)
    return;
  if (at == caller.at && stack == caller.stack)
    {
      regs[REG_EFL] &= ~TRAP_FLAG;
      return;
    }
  int found = 0;
  _Unwind_Backtrace (look, &found);
  if (!found && wrong_at == 0)
    wrong_at = at;
  steps++;
}

/* The traced function, and its operands. */
typedef void traced_fn (void);
static const struct comba_config *k;
static mp_ptr r, a, b;
static mp_size_t an, bn;

/* Whether the kernel was traced with operands of these sizes, by this or another configuration. */
static int
is_traced (uintptr_t kernel)
{
  enum { MOST = 8192 };
  static struct { uintptr_t kernel; mp_size_t an, bn; } traced[MOST];
  static int count;
  for (int i = 0; i < count; i++)
    if (traced[i].kernel == kernel && traced[i].an == an && traced[i].bn == bn)
      return 1;
  if (count == MOST)
    abort ();
  traced[count].kernel = kernel, traced[count].an = an, traced[count++].bn = bn;
  return 0;
}

/* Called once untraced, so that nothing is left for the dynamic linker. */
static void __attribute__ ((noinline))
trace (traced_fn *f, uintptr_t kernel, const char *what)
{
  f ();
  wrong_at = 0, steps = 0;
  begin = (uintptr_t) f;
  __asm__ volatile ("lea -128(%%rsp), %%rsp\n\tpushf\n\torq %0, (%%rsp)\n\tpopf\n\tlea 128(%%rsp), %%rsp"
                    : : "i" (TRAP_FLAG) : "memory", "cc");
  f ();
  __asm__ volatile ("" : : : "memory");
  if (steps == 0)
    check_fail ("%s, %ld and %ld limbs: no steps were seen", what, (long) an, (long) bn);
  if (wrong_at != 0)
    check_fail ("%s, %ld and %ld limbs: %#lx beyond its begin", what, (long) an, (long) bn,
                (unsigned long) (wrong_at - kernel));
}

static void mul_n (void) { k->mul_n[an] (r, a, an, b); }
static void mul_equal (void) { k->mul_equal[an] (r, a, an, b); }
static void mul_by (void) { k->mul_by[bn] (r, a, an, b); }
static void mul_rows (void) { k->mul_rows[an] (r, a, an, b, bn); }
static void mul_unequal (void) { k->mul_unequal (r, a, an, b, bn); }
static void add_mul_by (void) { k->add_mul_by[bn] (r, a, an, b); }
static void sqr_n (void) { k->sqr_n[an] (r, a); }
static void mul_basecase (void) { k->mul_basecase (r, a, an, b, bn); }
static void sqr_basecase (void) { k->sqr_basecase (r, a, an); }
static void addmul_1 (void) { k->by_limb.addmul_1[comba_by_limb_of (an)] (r, a, an, b[0]); }
static void submul_1 (void) { k->by_limb.submul_1[comba_by_limb_of (an)] (r, a, an, b[0]); }
static void mul_1 (void) { k->by_limb.mul_1[comba_by_limb_of (an)] (r, a, an, b[0], b[1]); }
static void redc_rows (void) { k->redc_rows (r, a, an, b[0], bn); }
static void redc_n (void) { k->redc_n[an].redc (r, b, a); }
static void mul_scratch (void) { comba_mul_scratch (k, r, a, an, b, bn, b + bn); }
static void sqr_scratch (void) { comba_sqr_scratch (k, r, a, an, b); }

static mp_limb_t pending[2];
static void mul_columns (void) { k->mul_columns (r, a, an, b, bn, 3, an + bn - 2, pending); }
static void sqr_columns (void) { k->sqr_columns (r, a, an, 3, 2 * an - 2, pending); }

static void
powm_limb (void)
{
  comba_powm_limb (k, r, b, bn, 29, a, an);
}

/* The sum fits and is not negative. */
static void
recompose2 (void)
{
  r[2 * an - 1] = r[3 * an + bn - 1] = b[2 * an - 1] = b[2 * an - 2] = 0;
  r[2 * an - 2] = 1;
  k->toom->recompose2 (r, 3 * an + bn, b, an, an % 2 != 0);
}

#define TRACE(f, kernel) (is_traced ((uintptr_t) (kernel)) ? (void) 0 : trace (f, (uintptr_t) (kernel), #f))

/* For a function that calls the configuration's kernels. */
#define TRACE_EACH(f, function) trace (f, (uintptr_t) (function), #f)

/* Every size to 16, where kernels differ most, then every third. */
static mp_size_t
next_fixed (mp_size_t n)
{
  return n < 16 ? n + 1 : n + 3;
}

static void
try_fixed (void)
{
  for (an = bn = 1; an <= k->mul_n_max; an = bn = next_fixed (an))
    TRACE (mul_n, k->mul_n[an]);
  for (an = bn = 1; an <= COMBA_MUL_EQUAL_MAX; an = bn = next_fixed (an))
    if (k->mul_equal[an] != NULL)
      TRACE (mul_equal, k->mul_equal[an]);
  for (an = 1; an <= k->sqr_n_max; an = next_fixed (an))
    TRACE (sqr_n, k->sqr_n[an]);
  for (bn = 1; bn <= k->mul_by_max; bn = next_fixed (bn))
    for (an = bn; an <= bn + 9; an += 3)
      TRACE (mul_by, k->mul_by[bn]);
  for (an = 1, bn = 3; an <= COMBA_MUL_ROWS_MAX && k->mul_rows[an] != NULL; an = next_fixed (an))
    TRACE (mul_rows, k->mul_rows[an]);
  for (bn = 9; bn <= 73 && k->mul_unequal != NULL; bn += 4)
    for (an = bn + 1; an <= bn + 20; an += 3)
      TRACE (mul_unequal, k->mul_unequal);
  for (bn = 1; bn <= COMBA_ADD_MUL_BY_MAX; bn++)
    for (an = bn; k->add_mul_by[bn] != NULL && an <= bn + 9; an += 3)
      TRACE (add_mul_by, k->add_mul_by[bn]);
  for (an = bn = 1; an <= COMBA_REDC_MAX; an = bn = next_fixed (an))
    if (k->redc_n[an].redc != NULL)
      TRACE (redc_n, k->redc_n[an].redc);
}

/* The steps of Toom-Cook as parts of products. */
static void
try_toom (const struct comba_config *config)
{
  struct comba_config lower = *config;
  lower.ntt = NULL;
  lower.thresholds.mul_toom22 = lower.thresholds.sqr_toom2 = 12;
  lower.thresholds.mul_toom33 = lower.thresholds.sqr_toom3 = 34;
  lower.thresholds.mul_toom44 = lower.thresholds.sqr_toom4 = 60;
  k = &lower;
  for (an = bn = 30; an <= 62; an += 16, bn = an)
    {
      TRACE_EACH (mul_scratch, comba_mul_scratch);
      TRACE_EACH (sqr_scratch, comba_sqr_scratch);
    }
  for (an = 4; an <= 9; an++)
    for (bn = 0; bn <= an; bn += 3)
      TRACE (recompose2, k->toom->recompose2);
  k = config;
}

static void
try_any (void)
{
  static const mp_size_t sizes[][2] = { { 9, 5 }, { 24, 24 }, { 40, 33 }, { 61, 10 } };
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    {
      an = sizes[i][0], bn = sizes[i][1];
      TRACE (mul_basecase, k->mul_basecase);
      TRACE (sqr_basecase, k->sqr_basecase);
      if (k->mul_columns != NULL)
        {
          TRACE (mul_columns, k->mul_columns);
          TRACE (sqr_columns, k->sqr_columns);
        }
    }
  bn = 1;
  for (an = 1; an <= 49; an++)         /* vectors of sixteen and eight, and all remainders */
    {
      TRACE (addmul_1, k->by_limb.addmul_1[comba_by_limb_of (an)]);
      TRACE (submul_1, k->by_limb.submul_1[comba_by_limb_of (an)]);
      TRACE (mul_1, k->by_limb.mul_1[comba_by_limb_of (an)]);
    }
  for (an = COMBA_REDC_ROWS_MIN; an <= 20 && k->redc_rows != NULL; an++)
    for (bn = 1; bn <= an; bn = bn < an && 2 * bn > an ? an : 2 * bn)
      TRACE (redc_rows, k->redc_rows);
  for (an = bn = COMBA_POWM_LIMB_LEAST; k->powm_limb != NULL && an <= k->powm_limb->rep->max; an++, bn++)
    TRACE_EACH (powm_limb, comba_powm_limb);
}

int
main (void)
{
  enum { LIMBS = 4000 };
  tests_begin ();
  const struct sigaction action = { .sa_sigaction = step, .sa_flags = SA_SIGINFO };
  sigaction (SIGTRAP, &action, NULL);
  r = new_area (LIMBS), a = new_area (LIMBS), b = new_area (LIMBS);
  random_operand (r, LIMBS, 0), random_operand (a, LIMBS, 0), random_operand (b, LIMBS, 0);
  a[0] |= 1;
  /* The configurations after the portable one are in C as well. */
  for (size_t i = 0; comba_configs[i] != &comba_config_portable; i++)
    {
      k = comba_configs[i];
      const char *reason = tests_why_not (k);
      if (reason != NULL)
        {
          check_skip (reason, "unwinding from CPU configuration %s", k->name);
          continue;
        }
      check_begin ("%s: unwinding from kernels for fixed sizes", k->name);
      try_fixed ();
      check_end ();
      check_begin ("%s: unwinding from kernels for any size", k->name);
      try_any ();
      check_end ();
      check_begin ("%s: unwinding from the steps of Toom-Cook", k->name);
      try_toom (k);
      check_end ();
    }
  free_area (r), free_area (a), free_area (b);
  return tests_end ();
}
