/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* i386: short operands in scalar registers, and vectors of columns. */

#include "../folder.h"
#include "config/list.h"

#ifdef COMBA_X86_32
#include "kernels/x86_32/x86_32.h"

static comba_mul_fixed_fn *const mul_n[] = { COMBA_X86_MUL_N (COMBA_X86_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_X86_MUL_BY (COMBA_X86_MUL_BY_ROW) };
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_X86_SQR_N (COMBA_X86_SQR_N_ROW) };
static comba_mul_fixed_fn *const mul_n_sse2[] = { COMBA_SSE2_MUL_N (COMBA_SSE2_MUL_N_ROW) };

static void
try (void)
{
  try_mul_n ("mul_n", mul_n, LAST (mul_n));
  try_mul_by ("mul_by", mul_by, LAST (mul_by), 1);
  try_sqr_n ("sqr_n", sqr_n, LAST (sqr_n));
  try_mul_n ("mul_n, SSE2", mul_n_sse2, LAST (mul_n_sse2));
  try_basecase ("SSE2", comba_mul_basecase_sse2, comba_sqr_basecase_sse2, 200);
  if (tests_why_not (&comba_config_i386_avx2) == NULL)
    try_basecase ("AVX2", comba_mul_basecase_avx2, comba_sqr_basecase_avx2, 200);
}
#define KERNELS &comba_config_i386_sse2, "x86_32", try
#else
#define KERNELS NULL, "x86_32", NULL
#endif

int
main (void)
{
  return folder_test (KERNELS);
}
