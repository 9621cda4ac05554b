/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Steps of interpolation with an exact division, in place of the functions in mul/toom/steps.c:
   assembly divides, then the row is shifted.  The contract is in mul/toom/toom.h. */

#include "kernels/x86_64/mul/toom_linear.h"
#include "arith/arith.h"

/* x[0..n-1] >>= shift, arithmetically. */
static void
shift_row (mp_ptr x, mp_size_t n, int shift)
{
  mp_limb_t sign = -(x[n - 1] >> (GMP_LIMB_BITS - 1));
  comba_rshift (x, x, n, shift);
  x[n - 1] |= sign << (GMP_LIMB_BITS - shift);
}

static void
shift_rows (const struct comba_toom_division *p, mp_size_t n)
{
  if (p->shift > 0)
    {
      shift_row (p->x, n, p->shift);
      shift_row (p->x + n, n, p->shift);
    }
}

void
comba_toom_divide (const struct comba_toom_division *p, mp_size_t n)
{
  ASSERT (p->d * p->inverse == 1);
  (p->c == 0 ? comba_divide_rows_1 : comba_divide_rows_submul_1) (p, n);
  shift_rows (p, n);
}

void
comba_toom_divide_two (const struct comba_toom_division p[2], mp_size_t n)
{
  ASSERT (p[0].d * p[0].inverse == 1 && p[1].d * p[1].inverse == 1);
  if (p[0].c == 0 && p[1].c == 0)
    comba_divide_rows_2 (p, n);
  else
    comba_divide_rows_submul_2 (p, n);
  shift_rows (p, n);
  shift_rows (p + 1, n);
}
