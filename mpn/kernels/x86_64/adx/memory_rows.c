/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Products by rows in memory: n x n limbs, by 1 to 8 limbs, and squares.  The contracts are
   those of comba_mul_fixed_fn and comba_sqr_fixed_fn (dispatch/config.h). */

#include "kernels/x86_64/adx/adx.h"

static comba_mul_rows_fn *const mul_rows[] = { COMBA_ADX_MUL_ROWS (COMBA_ADX_MUL_ROWS_ROW) };

#define X(n)                                                                            \
  mp_limb_t                                                                             \
  comba_mul_n_##n##_memory_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)           \
  {                                                                                     \
    (void) an;                                                                          \
    return comba_mul_rows_##n##_adx (rp, ap, n, bp, n);                                 \
  }
COMBA_ADX_MEMORY_ROWS_MUL_N (X)
#undef X

/* For a longer a: kernels/x86_64/adx/mul_by.S. */
#define X(w)                                                                            \
  mp_limb_t                                                                             \
  comba_mul_by_##w##_memory_rows_adx (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)    \
  {                                                                                     \
    if (an <= COMBA_MUL_ROWS_MAX)                                                       \
      return mul_rows[an] (rp, ap, an, bp, w);                                          \
    return comba_mul_by_##w##_adx (rp, ap, an, bp);                                \
  }
COMBA_ADX_MUL_BY (X)
#undef X

#define X(n)                                    \
  mp_limb_t                                     \
  comba_sqr_n_##n##_memory_rows_adx (mp_ptr rp, mp_srcptr ap) \
  {                                             \
    return comba_sqr_memory_rows_adx (rp, ap, n);      \
  }
COMBA_ADX_MEMORY_ROWS_SQR_N (X)
#undef X
