/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mulx, adcx and adox: every technique at each of its sizes, although a configuration uses only one
   of them for a size. */

#include "../../folder.h"
#include "config/list.h"

#ifdef COMBA_ADX
#include "kernels/x86_64/adx/adx.h"

static comba_mul_fixed_fn *const mul_n[] = { COMBA_ADX_MUL_N (COMBA_ADX_MUL_N_ROW) };
static comba_mul_fixed_fn *const equal[] = { COMBA_ADX_EQUAL (COMBA_ADX_MUL_EQUAL_ROW) };
static comba_mul_fixed_fn *const mul_n_memory_rows[]
  = { COMBA_ADX_MEMORY_ROWS_MUL_N (COMBA_ADX_MEMORY_ROWS_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_by[] = { COMBA_ADX_MUL_BY (COMBA_ADX_MUL_BY_ROW) };
static comba_mul_fixed_fn *const mul_by_memory_rows[] = { COMBA_ADX_MUL_BY (COMBA_ADX_MEMORY_ROWS_MUL_BY_ROW) };
static comba_mul_rows_fn *const mul_rows[] = { COMBA_ADX_MUL_ROWS (COMBA_ADX_MUL_ROWS_ROW) };
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_ADX_SQR_N (COMBA_ADX_SQR_N_ROW) };
static comba_sqr_fixed_fn *const sqr_n_memory_rows[]
  = { COMBA_ADX_MEMORY_ROWS_SQR_N (COMBA_ADX_MEMORY_ROWS_SQR_N_ROW) };
static comba_mul_fixed_fn *const add_mul_by[] = { COMBA_ADX_ADD_MUL_BY (COMBA_ADX_ADD_MUL_BY_ROW) };
static const struct comba_by_limb by_limb = COMBA_ADX_BY_LIMB, by_limb_jump = COMBA_ADX_JUMP_BY_LIMB;

/* These are built if there is AVX2 as well. */
#ifdef COMBA_AVX2
static comba_mul_fixed_fn *const mul_n_register_rows[]
  = { COMBA_ADX_REGISTER_ROWS_MUL_N (COMBA_ADX_REGISTER_ROWS_MUL_N_ROW) };
static comba_mul_fixed_fn *const mul_n_register_rows_ahead[]
  = { COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N (COMBA_ADX_REGISTER_ROWS_AHEAD_MUL_N_ROW) };
static comba_sqr_fixed_fn *const sqr_n_register_rows[]
  = { COMBA_ADX_REGISTER_ROWS_SQR_N (COMBA_ADX_REGISTER_ROWS_SQR_N_ROW) };
static comba_mul_fixed_fn *const mul_by_ahead[] = { COMBA_ADX_AHEAD_MUL_BY (COMBA_ADX_AHEAD_MUL_BY_ROW) };
static comba_mul_fixed_fn *const add_mul_by_ahead[]
  = { COMBA_ADX_AHEAD_ADD_MUL_BY (COMBA_ADX_AHEAD_ADD_MUL_BY_ROW) COMBA_ADX_AHEAD_ADD_MUL_BY_ROW (9) };
#endif

static void
try (void)
{
  try_mul_n ("mul_n", mul_n, LAST (mul_n));
  try_mul_n ("mul_equal", equal, LAST (equal));
  try_mul_n ("mul_n, rows in memory", mul_n_memory_rows, LAST (mul_n_memory_rows));
  try_mul_by ("mul_by", mul_by, LAST (mul_by), 8);
  try_mul_by ("mul_by, rows in memory", mul_by_memory_rows, LAST (mul_by_memory_rows), 1);
  try_mul_rows ("mul_rows", mul_rows, LAST (mul_rows));
  try_sqr_n ("sqr_n", sqr_n, LAST (sqr_n));
  try_sqr_n ("sqr_n, rows in memory", sqr_n_memory_rows, LAST (sqr_n_memory_rows));
  try_add_mul_by ("add_mul_by", add_mul_by, LAST (add_mul_by));
  try_by_limb ("adx", &by_limb);
  try_by_limb ("adx, straight lines", &by_limb_jump);
  try_basecase ("adx, rows in memory", comba_mul_basecase_memory_rows_adx, comba_sqr_basecase_memory_rows_adx, 100);
#ifdef COMBA_AVX2
  try_mul_n ("mul_n, rows in registers", mul_n_register_rows, LAST (mul_n_register_rows));
  try_mul_n ("mul_n, rows in registers, ahead", mul_n_register_rows_ahead, LAST (mul_n_register_rows_ahead));
  try_sqr_n ("sqr_n, rows in registers", sqr_n_register_rows, LAST (sqr_n_register_rows));
  try_mul_by ("mul_by, ahead", mul_by_ahead, LAST (mul_by_ahead), 1);
  try_add_mul_by ("add_mul_by, ahead", add_mul_by_ahead, LAST (add_mul_by_ahead));
  try_basecase ("adx, rows in registers", comba_mul_basecase_register_rows_adx, comba_sqr_basecase_register_rows_adx,
                100);
#endif
}
#define KERNELS &comba_config_x86_64_adx, "x86_64/adx", try
#else
#define KERNELS NULL, "x86_64/adx", NULL
#endif

int
main (void)
{
  return folder_test (KERNELS);
}
