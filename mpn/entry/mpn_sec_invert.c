/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_sec_invert, mpn_sec_invert_itch. */

#include "gcd/gcd.h"
#include "arith/scratch.h"

/* Returns 1 and sets vp[0..n-1] = 1 / A mod M, below M, for A = ap[0..n-1] and M = mp[0..n-1]; or
   returns 0, with garbage in vp, if A has no inverse
   n, bits >= 1, M odd, BITS at least the sum of the lengths of A and M in bits.  Nothing overlaps.
   Scratch: comba_scratch_get's, wiped; tp is not used, and ap stays as it is.  Without memory the
   process ends with GMP's message.
   Time: constant in the operands at every size, M included: depends on n and BITS alone.
   As GMP's mpn_sec_invert.  (gcd/invert_sec.c) */
COMBA_EXPORT int
mpn_sec_invert (mp_ptr vp, mp_ptr ap, mp_srcptr mp, mp_size_t n, mp_bitcnt_t bits, mp_ptr tp)
{
  (void) tp;
  const size_t itch = comba_invert_sec_itch (n);
  struct comba_scratch held;
  const mp_ptr scratch
    = COMBA_SCRATCH_GET (&held, itch, COMBA_SCRATCH_SECRET | COMBA_SCRATCH_NEEDED);
  if (scratch == NULL)
    comba_no_memory (itch);
  const int found = comba_invert_sec (vp, ap, mp, n, bits, scratch);
  comba_scratch_put (&held);
  return found;
}

/* Returns 1: the limbs that callers of mpn_sec_invert should pass. */
COMBA_EXPORT mp_size_t
mpn_sec_invert_itch (mp_size_t n)
{
  (void) n;
  return 1;
}
