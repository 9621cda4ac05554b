/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Shifts, copies and complements, some limbs at once, for vectors of VECTOR_BYTES, which the
   compiler maps to those of the target.  LINEAR (f) is the function's name for comba_f in
   arith/arith.h.

   Limbs that do not fill a vector go into one that overlaps its neighbour.  It is computed first
   and stored last, since that neighbour's limbs may be the ones that it reads. */

#include "arith/arith.h"

typedef mp_limb_t vector
  __attribute__ ((vector_size (VECTOR_BYTES), aligned (sizeof (mp_limb_t)), may_alias));
enum { FEW = VECTOR_BYTES / sizeof (mp_limb_t) };

static ALWAYS_INLINE vector
load (mp_srcptr p)
{
  return *(const vector *) p;
}

static ALWAYS_INLINE void
store (mp_ptr p, vector x)
{
  *(vector *) p = x;
}

/* The limbs at p, with bits of those below them, at p - 1. */
static ALWAYS_INLINE vector
shifted_left (mp_srcptr p, unsigned s)
{
  return load (p) << s | load (p - 1) >> (GMP_LIMB_BITS - s);
}

/* The limbs at p, with bits of those above them, at p + 1. */
static ALWAYS_INLINE vector
shifted_right (mp_srcptr p, unsigned s)
{
  return load (p) >> s | load (p + 1) << (GMP_LIMB_BITS - s);
}

/* From the top, because rp may be above ap. */
mp_limb_t
LINEAR (lshift) (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  ASSERT (n >= 1 && 0 < s && s < GMP_LIMB_BITS);
  const mp_limb_t out = ap[n - 1] >> (GMP_LIMB_BITS - s), lowest = ap[0] << s;
  if (n > FEW)
    {
      const vector last = shifted_left (ap + 1, s);
      mp_size_t i = n - FEW;
      for (; i > FEW; i -= 2 * FEW)
        {
          const vector high = shifted_left (ap + i, s), low = shifted_left (ap + i - FEW, s);
          store (rp + i, high);
          store (rp + i - FEW, low);
        }
      if (i > 1)
        store (rp + i, shifted_left (ap + i, s));
      store (rp + 1, last);
    }
  else
    for (mp_size_t i = n - 1; i > 0; i--)
      rp[i] = ap[i] << s | ap[i - 1] >> (GMP_LIMB_BITS - s);
  rp[0] = lowest;
  return out;
}

mp_limb_t
LINEAR (rshift) (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  ASSERT (n >= 1 && 0 < s && s < GMP_LIMB_BITS);
  const mp_limb_t out = ap[0] << (GMP_LIMB_BITS - s), highest = ap[n - 1] >> s;
  const mp_size_t end = n - 1;          /* of the limbs that have one above them */
  if (n > FEW)
    {
      const vector last = shifted_right (ap + end - FEW, s);
      mp_size_t i = 0;
      for (; i + 2 * FEW < end; i += 2 * FEW)
        {
          const vector low = shifted_right (ap + i, s), high = shifted_right (ap + i + FEW, s);
          store (rp + i, low);
          store (rp + i + FEW, high);
        }
      if (i + FEW < end)
        store (rp + i, shifted_right (ap + i, s));
      store (rp + end - FEW, last);
    }
  else
    for (mp_size_t i = 0; i < end; i++)
      rp[i] = ap[i] >> s | ap[i + 1] << (GMP_LIMB_BITS - s);
  rp[end] = highest;
  return out;
}

/* rp[0..n-1] = ap[0..n-1], with every bit of FLIP added modulo 2; rp may overlap ap if rp <= ap. */
static ALWAYS_INLINE void
copy_upwards (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t flip)
{
  if (n >= FEW)
    {
      const vector last = load (ap + n - FEW) ^ flip;
      mp_size_t i = 0;
      for (; i + 2 * FEW < n; i += 2 * FEW)
        {
          const vector low = load (ap + i) ^ flip, high = load (ap + i + FEW) ^ flip;
          store (rp + i, low);
          store (rp + i + FEW, high);
        }
      if (i + FEW < n)
        store (rp + i, load (ap + i) ^ flip);
      store (rp + n - FEW, last);
    }
  else
    for (mp_size_t i = 0; i < n; i++)
      rp[i] = ap[i] ^ flip;
}

void
LINEAR (copyi) (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  copy_upwards (rp, ap, n, 0);
}

void
LINEAR (com) (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  copy_upwards (rp, ap, n, COMBA_LIMB_MAX);
}

void
LINEAR (copyd) (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  if (n >= FEW)
    {
      const vector last = load (ap);
      mp_size_t i = n - FEW;
      for (; i > FEW; i -= 2 * FEW)
        {
          const vector high = load (ap + i), low = load (ap + i - FEW);
          store (rp + i, high);
          store (rp + i - FEW, low);
        }
      if (i > 0)
        store (rp + i, load (ap + i));
      store (rp, last);
    }
  else
    for (mp_size_t i = n - 1; i >= 0; i--)
      rp[i] = ap[i];
}
