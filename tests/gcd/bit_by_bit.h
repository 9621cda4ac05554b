/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Slow arithmetic of the references that go bit by bit. */

#ifndef COMBA_TESTS_GCD_BIT_BY_BIT_H
#define COMBA_TESTS_GCD_BIT_BY_BIT_H

#include "../tests.h"

/* Whether ap[0..n-1] is LIMB. */
static inline int
is_small (mp_srcptr ap, mp_size_t n, mp_limb_t limb)
{
  for (mp_size_t i = 1; i < n; i++)
    if (ap[i] != 0)
      return 0;
  return ap[0] == limb;
}

static inline int
is_below (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  while (n-- > 0)
    if (ap[n] != bp[n])
      return ap[n] < bp[n];
  return 0;
}

/* ap[0..n-1] -= bp[0..n-1]; returns the borrow. */
static inline mp_limb_t
subtract (mp_ptr ap, mp_srcptr bp, mp_size_t n)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb x = (comba_dlimb) ap[i] - bp[i] - borrow;
      ap[i] = (mp_limb_t) x;
      borrow = (mp_limb_t) (x >> GMP_LIMB_BITS) & 1;
    }
  return borrow;
}

static inline void
halve (mp_ptr ap, mp_size_t n)
{
  for (mp_size_t i = 0; i < n; i++)
    ap[i] = ap[i] >> 1 | (i < n - 1 ? ap[i + 1] << (GMP_LIMB_BITS - 1) : 0);
}

#endif
