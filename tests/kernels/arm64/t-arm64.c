/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mul and umulh. */

#include "../folder.h"
#include "config/list.h"

#ifdef COMBA_ARM64
#include "kernels/arm64/arm64.h"

static comba_mul_fixed_fn *const mul_n[] = { COMBA_ARM64_FIXED (COMBA_ARM64_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_ARM64_FIXED (COMBA_ARM64_MUL_BY_ROW) };
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_ARM64_FIXED (COMBA_ARM64_SQR_N_ROW) };
static comba_mul_fixed_fn *const add_mul_by[] = { [8] = comba_add_mul_by_8_arm64 };

static void
try (void)
{
  try_mul_n ("mul_n", mul_n, LAST (mul_n));
  try_mul_by ("mul_by", mul_by, LAST (mul_by), 1);
  try_sqr_n ("sqr_n", sqr_n, LAST (sqr_n));
  try_add_mul_by ("add_mul_by", add_mul_by, LAST (add_mul_by));
  try_basecase ("arm64", comba_mul_basecase_arm64, comba_sqr_basecase_arm64, 100);
}
#define KERNELS &comba_config_arm64, "arm64", try
#else
#define KERNELS NULL, "arm64", NULL
#endif

int
main (void)
{
  return folder_test (KERNELS);
}
