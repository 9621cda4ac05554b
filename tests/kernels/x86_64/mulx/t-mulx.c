/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mulx, with add and adc. */

#include "../../folder.h"
#include "config/list.h"

#ifdef COMBA_AVX2
#include "kernels/x86_64/mulx/mulx.h"

static comba_mul_fixed_fn *const mul_n[] = { COMBA_MULX_MUL_N (COMBA_MULX_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_MULX_MUL_BY (COMBA_MULX_MUL_BY_ROW) };
static comba_mul_fixed_fn *const add_mul_by[] = { [5] = comba_add_mul_by_5_mulx };
static const struct comba_by_limb by_limb = COMBA_MULX_BY_LIMB;

static void
try (void)
{
  try_mul_n ("mul_n", mul_n, LAST (mul_n));
  try_mul_by ("mul_by", mul_by, LAST (mul_by), 1);
  try_add_mul_by ("add_mul_by", add_mul_by, LAST (add_mul_by));
  try_by_limb ("mulx", &by_limb);
}
#define KERNELS &comba_config_haswell, "x86_64/mulx", try
#else
#define KERNELS NULL, "x86_64/mulx", NULL
#endif

int
main (void)
{
  return folder_test (KERNELS);
}
