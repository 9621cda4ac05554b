/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_sec_powm, mpn_sec_powm_itch. */

#include "powm/powm.h"
#include "diag/diag.h"
#include "arith/scratch.h"

/* rp[0..n-1] = bp[0..bn-1]^E mod P, below P, for the lowest enb bits E of ep and P = mp[0..n-1]
   n, bn, enb >= 1, P odd, mp[n-1] != 0.  rp may be any operand, but overlaps no part of one.
   Scratch: comba_scratch_get's, wiped, as GMP's callers put that of mpn_sec_powm_itch on the stack;
   tp is not used.  Without memory the process ends with GMP's message.
   Time: constant in the operands at every size, P included: depends on bn, enb and n alone.
   As GMP's mpn_sec_powm.  (powm/powm_sec.c) */
COMBA_EXPORT void
mpn_sec_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_bitcnt_t enb, mp_srcptr mp, mp_size_t n, mp_ptr tp)
{
  (void) tp;
  const struct comba_config *const k = comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_SEC_POWM, n), n);
  const size_t itch = comba_powm_sec_itch (k, enb, n);
  struct comba_scratch held;
  const mp_ptr scratch = comba_scratch_get (&held, itch, COMBA_SCRATCH_SECRET | COMBA_SCRATCH_NEEDED);
  if (scratch == NULL)
    comba_no_memory (itch);
  comba_powm_sec (k, rp, bp, bn, ep, enb, mp, n, scratch);
  comba_scratch_put (&held);
}

/* Returns the limbs that callers of mpn_sec_powm should pass.  One would do, but mpz_powm_sec has the
   result, n limbs, in the same memory.  GMP puts up to GMP_STACK_MOST bytes on the stack, and its own
   scratch for longer P is more than that. */
enum { SHORT = 64, GMP_STACK_MOST = 65536 };
COMBA_EXPORT mp_size_t
mpn_sec_powm_itch (mp_size_t bn, mp_bitcnt_t enb, mp_size_t n)
{
  (void) bn, (void) enb;
  return n <= SHORT ? 1 : GMP_STACK_MOST / (mp_size_t) sizeof (mp_limb_t);
}
