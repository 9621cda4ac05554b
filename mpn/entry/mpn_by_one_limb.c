/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_divrem_1, mpn_mod_1, mpn_divexact_1: behind mpz_tdiv_q_ui and its siblings, mpz_divexact_ui,
   and conversion to radices by limbs. */

#include "div/div.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* The configuration, for its sizes alone: these functions call no kernel, so it need not have passed
   its self-test.  Counts a call. */
static const struct comba_config * __attribute__ ((noinline))
ask (enum comba_entry entry, mp_size_t n)
{
  return comba_counted (comba_entry (), entry, n);
}

static ALWAYS_INLINE const struct comba_config *
config_for (enum comba_entry entry, mp_size_t n)
{
  const struct comba_config *k = comba_entry ();
  return likely (k->stub == COMBA_SERVES) ? k : ask (entry, n);
}

/* qp[0..nn+qxn-1] = floor (np[0..nn-1] beta^qxn / d); returns the remainder
   nn >= 0, qxn >= 0, d != 0.  qp and np may overlap if qp + qxn >= np.  No scratch.
   Time: depends on the values.
   As GMP's mpn_divrem_1. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_divrem_1 (mp_ptr qp, mp_size_t qxn, mp_srcptr np, mp_size_t nn, mp_limb_t d)
{
  const struct comba_config *const k = config_for (COMBA_ENTRY_DIVREM_1, nn + qxn);
  mp_limb_t r = comba_div_qr_1 (k, qp + qxn, np, nn, d);
  return unlikely (qxn != 0) ? comba_div_fraction_1 (qp, qxn, r, d) : r;
}

/* Returns np[0..n-1] mod d
   n >= 0, d != 0.  No scratch.  Time: depends on the values.
   As GMP's mpn_mod_1. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_mod_1 (mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  return comba_mod_1 (config_for (COMBA_ENTRY_MOD_1, n), np, n, d);
}

/* qp[0..n-1] = np[0..n-1] / d, which must be exact
   n >= 1, d != 0.  qp may be np; otherwise they do not overlap.  No scratch.
   Time: depends on n and d, and for n = 1 on the limb.
   As GMP's mpn_divexact_1. */
COMBA_EXPORT_WEAK void
mpn_divexact_1 (mp_ptr qp, mp_srcptr np, mp_size_t n, mp_limb_t d)
{
  comba_divexact_1 (config_for (COMBA_ENTRY_DIVEXACT_1, n), qp, np, n, d);
}

COMBA_OWN (divrem_1);
COMBA_OWN (mod_1);
COMBA_OWN (divexact_1);
