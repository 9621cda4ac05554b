/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For t-musl.sh: with LIBRARY defined, a libgmp that has one function; else a program of musl that
   multiplies by it and by the definition.  Exit code 3 if all products agree. */

typedef unsigned long limb;
void __gmpn_mul_n (limb *rp, const limb *ap, const limb *bp, long n);
void by_definition (limb *rp, const limb *ap, const limb *bp, long n);

#ifdef LIBRARY
void
by_definition (limb *rp, const limb *ap, const limb *bp, long n)
{
  for (long i = 0; i < 2 * n; i++)
    rp[i] = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      {
        unsigned __int128 t = (unsigned __int128) ap[i] * bp[j] + rp[i + j] + rp[i + n];
        rp[i + j] = (limb) t;
        rp[i + n] = (limb) (t >> 64);
      }
}

void
__gmpn_mul_n (limb *rp, const limb *ap, const limb *bp, long n)
{
  by_definition (rp, ap, bp, n);
}
#else
#include <string.h>

int
main (void)
{
  enum { MOST = 4000 };
  static limb a[MOST], b[MOST], got[2 * MOST], expected[2 * MOST];
  for (limb i = 0; i < MOST; i++)
    a[i] = ~(i * 0x9e3779b97f4a7c15), b[i] = i << 60 | i * i * 0xd1b54a32d192ed03;
  for (long n = 1; n <= MOST; n = n * 5 / 4 + 1)
    {
      __gmpn_mul_n (got, a, b, n);
      by_definition (expected, a, b, n);
      if (memcmp (got, expected, 2 * n * sizeof (limb)) != 0)
        return 1;
    }
  return 3;
}
#endif
