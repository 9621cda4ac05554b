/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring of any size: the products a_i * a_j with i < j in strips of eight limbs a_i, after a
   first strip of 1 to 8; then the sum is doubled and the squares are added.
   The contract is that of comba_sqr_basecase_fn (dispatch/config.h). */

#include "kernels/arm64/arm64.h"

#define ROW(w) [w] = comba_triangle_by_##w##_arm64,
static comba_triangle_fn *const triangle_by[] = { COMBA_ARM64_FIXED (ROW) };
static comba_sqr_fixed_fn *const sqr_n[] = { COMBA_ARM64_FIXED (COMBA_ARM64_SQR_N_ROW) };

void
comba_sqr_basecase_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  if (n <= COMBA_ARM64_FIXED_MAX)
    {
      sqr_n[n] (rp, ap);
      return;
    }
  mp_size_t first = (n - 1) % 8 + 1;
  rp[0] = 0;
  triangle_by[first] (rp + 1, ap, n);
  for (mp_size_t i = first; i < n; i += 8)
    comba_add_triangle_by_8_arm64 (rp + 2 * i + 1, ap + i, n - i);
  comba_double_add_squares_arm64 (rp, ap, n);
}
