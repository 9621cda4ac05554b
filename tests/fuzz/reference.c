/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What the fuzzer expects: by the schoolbook where that is quick, without code of comba; and by GMP,
   opened so that its own calls stay inside it. */

#include "fuzz.h"
#include "../residue/moduli.h"
#include <dlfcn.h>

/* Up to so many limbs in the shorter operand. */
enum { SCHOOL = 40, SCHOOL_POWER = 5 };

struct fuzz_gmp gmp;
unsigned long long fuzz_products[FUZZ_DECADES];

static void
fail (const char *what)
{
  fprintf (stderr, "fuzz: %s\n", what);
  exit (2);
}

static void
find (void *handle, void *function, const char *name)
{
  void *const found = dlsym (handle, name);
  if (found == NULL)
    fail (name);
  memcpy (function, &found, sizeof found);
}

#define FIND_AS(member, symbol) find (handle, &gmp.member, symbol)

void
fuzz_reference_open (void)
{
  void *const handle = dlopen ("libgmp.so.10", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    fail (dlerror ());
  FIND_AS (mul, "__gmpn_mul"), FIND_AS (tdiv_qr, "__gmpn_tdiv_qr");
  FIND_AS (get_str, "__gmpn_get_str"), FIND_AS (set_str, "__gmpn_set_str");
  FIND_AS (sqrtrem, "__gmpn_sqrtrem"), FIND_AS (perfect_square_p, "__gmpn_perfect_square_p");
  FIND_AS (rootrem, "__gmpn_rootrem"), FIND_AS (hgcd2, "__gmpn_hgcd2"), FIND_AS (hgcd2_jacobi, "__gmpn_hgcd2_jacobi");
  FIND_AS (jacobi_base, "__gmpn_jacobi_base"), FIND_AS (jacobi_2, "__gmpn_jacobi_2");
  FIND_AS (z_init, "__gmpz_init"), FIND_AS (z_clear, "__gmpz_clear");
  FIND_AS (z_powm, "__gmpz_powm"), FIND_AS (z_invert, "__gmpz_invert");

  /* comba must not count a call. */
  enum { LIMBS = 200 };
  mp_limb_t a[LIMBS], r[2 * LIMBS], q[LIMBS];
  memset (a, 0x7f, sizeof a);
  comba_count_calls (1);
  gmp.mul (r, a, LIMBS, a, LIMBS);
  gmp.tdiv_qr (q, a, 0, r, LIMBS, a, LIMBS / 2);
  for (int entry = 0; entry < COMBA_ENTRIES; entry++)
    if (comba_calls ((enum comba_entry) entry, -1) != 0)
      fail ("the reference calls comba");
  /* And does count its own. */
  mpn_mul (r, a, LIMBS, a, LIMBS - 1);
  if (comba_calls (COMBA_ENTRY_MUL, -1) != 1)
    fail ("calls are not counted");
  comba_count_calls (0);
}

static void
differ (const char *what)
{
  fprintf (stderr, "fuzz: GMP and the schoolbook differ: %s\n", what);
  abort ();
}

void
ref_mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  static mp_limb_t other[4 * FUZZ_MOST];
  int decade = 0;
  for (mp_size_t n = an < bn ? an : bn; n >= 10 && decade < FUZZ_DECADES - 1; n /= 10)
    decade++;
  fuzz_products[decade] += (unsigned long long) an * (unsigned long long) bn;
  if (an >= bn)
    gmp.mul (rp, ap, an, bp, bn);
  else
    gmp.mul (rp, bp, bn, ap, an);
  if (an > SCHOOL && bn > SCHOOL)
    return;
  reference_mul (other, ap, an, bp, bn);
  if (ref_cmp (rp, other, an + bn) != 0)
    differ ("product");
}

int
ref_cmp (mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  while (--n >= 0)
    if (ap[n] != bp[n])
      return ap[n] > bp[n] ? 1 : -1;
  return 0;
}

mp_limb_t
ref_add (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb t = (comba_dlimb) ap[i] + bp[i] + carry;
      rp[i] = (mp_limb_t) t;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
    }
  return carry;
}

mp_limb_t
ref_sub (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n, mp_limb_t carry)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb t = (comba_dlimb) ap[i] - bp[i] - carry;
      rp[i] = (mp_limb_t) t;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS) & 1;
    }
  return carry;
}

/* Q D + R = N and R < D have one solution, so products check it. */
void
ref_div (mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  static mp_limb_t q[4 * FUZZ_MOST], r[4 * FUZZ_MOST], t[4 * FUZZ_MOST];
  const mp_size_t qn = nn - dn + 1;
  gmp.tdiv_qr (q, r, 0, np, nn, dp, dn);
  if (qn <= SCHOOL || dn <= SCHOOL)
    {
      reference_mul (t, q, qn, dp, dn);
      mp_limb_t carry = ref_add (t, t, r, dn, 0);
      for (mp_size_t i = dn; i < nn + 1; i++)
        carry = (t[i] += carry) < carry;
      if (carry != 0 || t[nn] != 0 || ref_cmp (t, np, nn) != 0 || ref_cmp (r, dp, dn) >= 0)
        differ ("division");
    }
  if (qp != NULL)
    memcpy (qp, q, BYTES (qn));
  if (rp != NULL)
    memcpy (rp, r, BYTES (dn));
}

static mp_size_t
size_of (mp_srcptr ap, mp_size_t n)
{
  while (n > 0 && ap[n - 1] == 0)
    n--;
  return n;
}

static mpz_srcptr
number (mpz_ptr z, mp_srcptr ap, mp_size_t n)
{
  z->_mp_d = (mp_ptr) ap;
  z->_mp_size = (int) size_of (ap, n);
  z->_mp_alloc = 0;
  return z;
}

static void
take (mp_ptr rp, mp_size_t n, mpz_ptr z)
{
  memset (rp, 0, BYTES (n));
  memcpy (rp, z->_mp_d, BYTES (z->_mp_size < n ? z->_mp_size : n));
  if (z->_mp_size < 0 || z->_mp_size > n)
    differ ("size of a residue");
  gmp.z_clear (z);
}

void
ref_mod (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n)
{
  const mp_size_t m = size_of (pp, n), have = size_of (ap, an);
  memset (rp + m, 0, BYTES (n - m));
  if (have < m)
    {
      memset (rp + have, 0, BYTES (m - have));
      memmove (rp, ap, BYTES (have));
    }
  else
    ref_div (NULL, rp, ap, have, pp, m);
}

void
ref_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp, mp_size_t n)
{
  mpz_t r, b, e, p;
  gmp.z_init (r);
  gmp.z_powm (r, number (b, bp, bn), number (e, ep, en), number (p, pp, n));
  take (rp, n, r);
  if (n <= SCHOOL_POWER && size_of (ep, en) <= 2)
    {
      static mp_limb_t other[SCHOOL_POWER];
      reference_powm (other, bp, bn, ep, en, pp, size_of (pp, n));
      if (ref_cmp (rp, other, size_of (pp, n)) != 0)
        differ ("power");
    }
}

int
ref_invert (mp_ptr rp, mp_srcptr ap, mp_srcptr pp, mp_size_t n)
{
  mpz_t r, a, p;
  gmp.z_init (r);
  const int found = gmp.z_invert (r, number (a, ap, n), number (p, pp, n));
  if (found)
    take (rp, n, r);
  else
    gmp.z_clear (r);
  return found != 0;
}
