/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mul, add and adc. */

#include "../../folder.h"
#include "config/list.h"

#ifdef COMBA_X86_64
#include "kernels/x86_64/mul/mulq.h"

static comba_mul_fixed_fn *const mul_n[] = { COMBA_MULQ_TO_23 (COMBA_MULQ_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_MULQ_TO_8 (COMBA_MULQ_MUL_BY_ROW) };
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_MULQ_SQR_N (COMBA_MULQ_SQR_N_ROW) };
static comba_mul_fixed_fn *const add_mul_by[] = { COMBA_MULQ_ADD_MUL_BY (COMBA_MULQ_ADD_MUL_BY_ROW) };
static const struct comba_by_limb by_limb = COMBA_MULQ_BY_LIMB;

static void
try (void)
{
  try_mul_n ("mul_n", mul_n, LAST (mul_n));
  try_mul_by ("mul_by", mul_by, LAST (mul_by), 1);
  try_sqr_n ("sqr_n", sqr_n, LAST (sqr_n));
  try_add_mul_by ("add_mul_by", add_mul_by, LAST (add_mul_by));
  try_by_limb ("mulq", &by_limb);
  try_basecase ("mulq", comba_mul_basecase_mulq, comba_sqr_basecase_mulq, 100);
}
#define KERNELS &comba_config_x86_64, "x86_64/mul", try
#else
#define KERNELS NULL, "x86_64/mul", NULL
#endif

int
main (void)
{
  return folder_test (KERNELS);
}
