/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Linear functions: mpn_add_n, mpn_add_nc, mpn_sub_n, mpn_sub_nc, mpn_lshift, mpn_rshift, mpn_copyi,
   mpn_copyd, mpn_com, mpn_popcount, mpn_hamdist.  gmp.h does not declare mpn_add_nc and mpn_sub_nc,
   which share objects of libgmp.a with mpn_add_n and mpn_sub_n. */

#include "dispatch/by_limb.h"
#include "diag/diag.h"
#include "entry/undeclared.h"

/* Chooses a configuration, or counts the call. */
static const struct comba_linear * __attribute__ ((noinline))
asked (enum comba_entry entry, mp_size_t n)
{
  return comba_counted (comba_entry (), entry, n)->linear;
}

static mp_limb_t
ask_add_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  return asked (COMBA_ENTRY_ADD_N, n)->add_nc (rp, ap, bp, n, carry);
}

static mp_limb_t
ask_sub_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  return asked (COMBA_ENTRY_SUB_N, n)->sub_nc (rp, ap, bp, n, carry);
}

static mp_limb_t
ask_lshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  return asked (COMBA_ENTRY_LSHIFT, n)->lshift (rp, ap, n, s);
}

static mp_limb_t
ask_rshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  return asked (COMBA_ENTRY_RSHIFT, n)->rshift (rp, ap, n, s);
}

static void
ask_copyi (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  asked (COMBA_ENTRY_COPY, n)->copyi (rp, ap, n);
}

static void
ask_copyd (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  asked (COMBA_ENTRY_COPY, n)->copyd (rp, ap, n);
}

static void
ask_com (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  asked (COMBA_ENTRY_COM, n)->com (rp, ap, n);
}

static mp_bitcnt_t
ask_popcount (mp_srcptr ap, mp_size_t n)
{
  return asked (COMBA_ENTRY_POPCOUNT, n)->popcount (ap, n);
}

static mp_bitcnt_t
ask_hamdist (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return asked (COMBA_ENTRY_POPCOUNT, n)->hamdist (ap, bp, n);
}

const struct comba_linear comba_linear_asking = {
  .add_nc = ask_add_nc, .sub_nc = ask_sub_nc, .lshift = ask_lshift, .rshift = ask_rshift,
  .copyi = ask_copyi, .copyd = ask_copyd, .com = ask_com,
  .popcount = ask_popcount, .hamdist = ask_hamdist,
};

/* rp[0..n-1] + beta^n r = ap[0..n-1] + bp[0..n-1] + carry; returns r, 0 or 1
   n >= 1, CARRY is 0 or 1.  rp may overlap ap if rp <= ap, and bp if rp <= bp.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_add_nc. */
COMBA_EXPORT_WEAK mp_limb_t
__gmpn_add_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  return comba_entry ()->linear->add_nc (rp, ap, bp, n, carry);
}

/* rp[0..n-1] + beta^n r = ap[0..n-1] + bp[0..n-1]; returns r, 0 or 1
   n >= 1.  rp may overlap ap if rp <= ap, and bp if rp <= bp.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_add_n. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_add_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return comba_entry ()->linear->add_nc (rp, ap, bp, n, 0);
}

/* rp[0..n-1] - beta^n r = ap[0..n-1] - bp[0..n-1] - carry; returns r, 0 or 1
   n >= 1, CARRY is 0 or 1.  rp may overlap ap if rp <= ap, and bp if rp <= bp.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_sub_nc. */
COMBA_EXPORT_WEAK mp_limb_t
__gmpn_sub_nc (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  return comba_entry ()->linear->sub_nc (rp, ap, bp, n, carry);
}

/* rp[0..n-1] - beta^n r = ap[0..n-1] - bp[0..n-1]; returns r, 0 or 1
   n >= 1.  rp may overlap ap if rp <= ap, and bp if rp <= bp.  No scratch.
   Time: constant in the operands at every size.
   As GMP's mpn_sub_n. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_sub_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return comba_entry ()->linear->sub_nc (rp, ap, bp, n, 0);
}

/* rp[0..n-1] + beta^n r = ap[0..n-1] * 2^s; returns r
   n >= 1, 0 < s < GMP_LIMB_BITS.  rp may overlap ap if rp >= ap.  No scratch.
   Time: constant in the operand at every size.
   As GMP's mpn_lshift. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_lshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  return comba_entry ()->linear->lshift (rp, ap, n, s);
}

/* rp[0..n-1] + r / beta = ap[0..n-1] / 2^s; returns r
   n >= 1, 0 < s < GMP_LIMB_BITS.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operand at every size.
   As GMP's mpn_rshift. */
COMBA_EXPORT_WEAK mp_limb_t
mpn_rshift (mp_ptr rp, mp_srcptr ap, mp_size_t n, unsigned s)
{
  return comba_entry ()->linear->rshift (rp, ap, n, s);
}

/* rp[0..n-1] = ap[0..n-1]
   n >= 0.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operand at every size.
   As GMP's mpn_copyi. */
COMBA_EXPORT_WEAK void
mpn_copyi (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_entry ()->linear->copyi (rp, ap, n);
}

/* rp[0..n-1] = ap[0..n-1]
   n >= 0.  rp may overlap ap if rp >= ap.  No scratch.
   Time: constant in the operand at every size.
   As GMP's mpn_copyd. */
COMBA_EXPORT_WEAK void
mpn_copyd (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_entry ()->linear->copyd (rp, ap, n);
}

/* rp[0..n-1] = beta^n - 1 - ap[0..n-1]
   n >= 1.  rp may overlap ap if rp <= ap.  No scratch.
   Time: constant in the operand at every size.
   As GMP's mpn_com. */
COMBA_EXPORT_WEAK void
mpn_com (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  comba_entry ()->linear->com (rp, ap, n);
}

/* Returns the number of ones in ap[0..n-1]
   n >= 1.  No scratch.  Time: constant in the operand at every size.
   As GMP's mpn_popcount. */
COMBA_EXPORT_WEAK mp_bitcnt_t
mpn_popcount (mp_srcptr ap, mp_size_t n)
{
  return comba_entry ()->linear->popcount (ap, n);
}

/* Returns the number of bits in which ap[0..n-1] and bp[0..n-1] differ
   n >= 1.  No scratch.  Time: constant in the operands at every size.
   As GMP's mpn_hamdist. */
COMBA_EXPORT_WEAK mp_bitcnt_t
mpn_hamdist (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  return comba_entry ()->linear->hamdist (ap, bp, n);
}

COMBA_OWN (add_n);
COMBA_OWN (sub_n);
COMBA_OWN (lshift);
COMBA_OWN (rshift);
COMBA_OWN (copyi);
COMBA_OWN (copyd);
COMBA_OWN (com);
