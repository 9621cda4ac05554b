/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Multiplication by precomputed multiples (paper 002, section 2).  The contract is in
   kernels/shiftadd/shiftadd.h. */

#include "arith/arith.h"
#include "arith/scratch.h"
#include "kernels/shiftadd/sliding_windows.h"
#include <string.h>

/* Bound: after a digit at bit i the digits so far have an absolute value of at most 2^(i +
   window).  A digit at the end of a is 1, from a carry, and needs no limb beyond b. */
static ALWAYS_INLINE void
mul_digits (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_ptr *row, mp_size_t bn, int m,
            int is_signed)
{
  struct digits digits = { .p = ap, .end = an * GMP_LIMB_BITS, .window = m + is_signed };
  struct sum sum = zero_sum (rp, bn, an + bn);
  const size_t end = (size_t) an * GMP_LIMB_BITS, more = (size_t) bn * GMP_LIMB_BITS + 1;
  for (struct digit d; next_digit (&digits, &d, is_signed);)
    {
      mp_srcptr x = row[d.odd / 2];
      grow (&sum, digits.at + more);
      accumulate (&sum, d.at, x[0], x, bn + (d.at < end), d.negative);
    }
  grow (&sum, SIZE_MAX);
}

static void
mul_block (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, int m,
           int is_signed)
{
  const mp_size_t size = comba_windows_table (bn, m);
  const mp_ptr own = size <= COMBA_OWN_LIMBS ? comba_own_take () : NULL;
  mp_limb_t on_stack[own != NULL ? 1 : size];
  mp_ptr row[1 << (m - 1)];
  multiples (row, own != NULL ? own : on_stack, bp, bn, m);
  if (is_signed)
    mul_digits (rp, ap, an, row, bn, m, 1);
  else
    mul_digits (rp, ap, an, row, bn, m, 0);
  if (own != NULL)
    comba_own_leave (own);
}

static mp_size_t
block (mp_size_t n)
{
  return n < COMBA_WINDOWS_BLOCK ? n : COMBA_WINDOWS_BLOCK;
}

void
comba_mul_windows (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
                   int m, int is_signed)
{
  ASSERT (an >= bn && bn >= 1);
  ASSERT (1 <= m && m <= COMBA_WINDOW_MAX);
  ASSERT (COMBA_SEPARATE (rp, an + bn, ap, an) && COMBA_SEPARATE (rp, an + bn, bp, bn));

  if (bn <= COMBA_WINDOWS_BLOCK)
    {
      mul_block (rp, ap, an, bp, bn, m, is_signed);
      return;
    }
  mp_limb_t product[2 * COMBA_WINDOWS_BLOCK];
  memset (rp, 0, (an + bn) * sizeof (mp_limb_t));
  for (mp_size_t i = 0; i < an; i += COMBA_WINDOWS_BLOCK)
    for (mp_size_t j = 0; j < bn; j += COMBA_WINDOWS_BLOCK)
      {
        mp_size_t x = block (an - i), y = block (bn - j), k = i + j + x + y;
        mul_block (product, ap + i, x, bp + j, y, m, is_signed);
        mp_limb_t carry = comba_add_n (rp + i + j, rp + i + j, product, x + y);
        comba_add_1_var (rp + k, an + bn - k, carry);
      }
}
