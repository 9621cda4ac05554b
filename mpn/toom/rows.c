/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* From a pair of values to its even and odd row, in one pass.
   The contract is in points.h. */

#include "points.h"

#if GMP_LIMB_BITS == 64
typedef __int128 signed_dlimb;
#else
typedef int64_t signed_dlimb;
#endif

/* One of the two rows on its way: twice the row, unshifted, column by column. */
struct row
{
  mp_ptr to;
  int shift;
  signed_dlimb sum;             /* carried into the next column */
  mp_limb_t last;               /* the column before, not yet shifted out */
};

static inline void
put (struct row *r, mp_size_t i, comba_dlimb add, comba_dlimb sub)
{
  r->sum += (signed_dlimb) add - (signed_dlimb) sub;
  mp_limb_t limb = (mp_limb_t) r->sum;
  r->sum >>= GMP_LIMB_BITS;
  if (i > 0)
    r->to[i - 1] = r->last >> r->shift | limb << (GMP_LIMB_BITS - r->shift);
  r->last = limb;
}

static inline comba_dlimb
twice (const struct comba_toom_known *known, mp_size_t i)
{
  return (comba_dlimb) known->p[i] << (known->shift + 1);
}

void
comba_toom_rows (mp_ptr x, mp_ptr y, mp_size_t n, int negative,
                 const struct comba_toom_known *even, int even_shift,
                 const struct comba_toom_known *odd, int odd_shift)
{
  ASSERT (even->n <= n && odd->n <= n);
  struct row sum = { .to = x, .shift = even_shift + 1 };
  struct row difference = { .to = y, .shift = odd_shift + 1 };
  mp_limb_t sign = -(mp_limb_t) negative;
  mp_size_t both = even->n < odd->n ? even->n : odd->n, i = 0;

  /* x + y and x - y with y complemented if negative: y + 1 is complemented
     limb by limb, the 1 stands in the carries. */
  sum.sum = negative;
  difference.sum = -negative;
#define COLUMN(known_even, known_odd)                                   \
  do                                                                    \
    {                                                                   \
      comba_dlimb u = x[i], v = y[i] ^ sign;                            \
      put (&sum, i, u + v, known_even);                                 \
      put (&difference, i, u, v + (known_odd));                         \
    }                                                                   \
  while (0)
  for (; i < both; i++)
    COLUMN (twice (even, i), twice (odd, i));
  for (; i < even->n; i++)
    COLUMN (twice (even, i), 0);
  for (; i < odd->n; i++)
    COLUMN (0, twice (odd, i));
  for (; i < n; i++)
    COLUMN (0, 0);
#undef COLUMN

  /* What was complemented had B^n too much. */
  sum.sum -= negative;
  difference.sum += negative;
  ASSERT (sum.sum == 0 && difference.sum == 0);
  x[n - 1] = sum.last >> sum.shift;
  y[n - 1] = difference.last >> difference.shift;
}
