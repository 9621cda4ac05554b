/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Squaring, any size: a is cut into blocks of eight limbs, after what is left over.
   The products of each block by all that is above it are summed up; the sum is
   doubled while the blocks' squares are added.
   The contract is that of comba_sqr_basecase_fn (kernels.h). */

#include "arm64.h"

void
comba_sqr_basecase_arm64 (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  ASSERT (n >= 1);
  ASSERT (COMBA_SEPARATE (rp, 2 * n, ap, n));

  const struct comba_kernels *k = &comba_arm64_kernels;
  if (n <= k->sqr_n_max)
    {
      k->sqr_n[n] (rp, ap);
      return;
    }

  /* No product reaches the lowest block's own places, nor the highest one's top. */
  mp_size_t first = (n - 1) % 8 + 1;
  for (mp_size_t i = 0; i < first; i++)
    rp[i] = 0;
  k->mul_by[first] (rp + first, ap + first, n - first, ap);
  for (mp_size_t i = first, next; (next = i + 8) < n; i = next)
    comba_add_mul_by_8_arm64 (rp + i + next, ap + next, n - next, ap + i);
  for (mp_size_t i = 2 * n - 8; i < 2 * n; i++)
    rp[i] = 0;

  mp_limb_t square[16], carry = 0;
  for (mp_size_t i = 0, w = first; i < n; i += w, w = 8)
    {
      k->sqr_n[w] (square, ap + i);
      carry = comba_double_add_arm64 (rp + 2 * i, square, 2 * w, carry);
    }
}
