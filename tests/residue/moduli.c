/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "moduli.h"
#include <time.h>

void
random_modulus (mp_ptr pp, mp_size_t n, int kind, int odd)
{
  memset (pp, 0, BYTES (n));
  switch (kind)
    {
    case 0:
      memset (pp, 0xff, BYTES (n));
      pp[0] -= (mp_limb_t) random_below (1000);
      break;
    case 1:
      pp[n - 1] = 1;
      pp[0] += (mp_limb_t) random_below (1000);
      break;
    case 2:
      pp[n - 1] = 1;
      break;
    case 3:
      pp[n - 1] = 1;
      pp[0] += 2;
      break;
    case 4:
      memset (pp, 0xff, BYTES (n));
      break;
    case 5:
      random_operand (pp, n, 3);
      break;
    case 6:
      random_operand (pp, n, 4);
      break;
    default:
      random_operand (pp, n, 8);
      pp[n - 1] >>= random_below (GMP_LIMB_BITS);
    }
  if (odd)
    pp[0] |= 1;
  if (pp[n - 1] == 0)
    pp[n - 1] = 1;
  if (n == 1 && pp[0] <= 1)
    pp[0] += 2;
}

static int
is_below (mp_srcptr ap, mp_srcptr pp, mp_size_t n)
{
  for (mp_size_t i = n - 1; i >= 0; i--)
    if (ap[i] != pp[i])
      return ap[i] < pp[i];
  return 0;
}

/* Returns the borrow. */
static mp_limb_t
subtract (mp_ptr rp, mp_srcptr pp, mp_size_t n)
{
  mp_limb_t borrow = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      mp_limb_t x = rp[i], y = x - pp[i], z = y - borrow;
      borrow = (y > x) + (z > y);
      rp[i] = z;
    }
  return borrow;
}

void
random_residue (mp_ptr ap, mp_srcptr pp, mp_size_t n, int kind)
{
  memset (ap, 0, BYTES (n));
  if (kind == 1)
    ap[0] = 1;
  else if (kind == 2)
    {
      memcpy (ap, pp, BYTES (n));
      mp_limb_t one[1] = { 1 };
      mp_limb_t borrow = subtract (ap, one, 1);
      for (mp_size_t i = 1; borrow != 0; i++)
        borrow = ap[i]-- == 0;
    }
  else if (kind > 2)
    {
      mp_ptr any = new_area (n);
      random_operand (any, n, kind == 3 ? 8 : (int) random_below (OPERAND_KINDS));
      reference_mod (ap, any, n, pp, n);
      free_area (any);
    }
}

/* rp[0..n-1] = rp[0..n-1] 2^k + in, 0 <= k < GMP_LIMB_BITS; returns the bits shifted out. */
static mp_limb_t
shift_in (mp_ptr rp, mp_size_t n, int k, mp_limb_t in)
{
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb x = (comba_dlimb) rp[i] << k;
      rp[i] = (mp_limb_t) x | in;
      in = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  return in;
}

/* rp[0..n] -= q pp[0..n-1], which is not larger. */
static void
subtract_multiple (mp_ptr rp, mp_srcptr pp, mp_size_t n, mp_limb_t q)
{
  mp_limb_t carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      comba_dlimb t = (comba_dlimb) pp[i] * q + carry;
      carry = (mp_limb_t) (t >> GMP_LIMB_BITS) + (rp[i] < (mp_limb_t) t);
      rp[i] -= (mp_limb_t) t;
    }
  rp[n] -= carry;
}

/* Limb by limb from the top: R = R beta + a limb.  While R is not below P, subtracts P as often as
   the highest limbs say, with P's rounded up and R's down, or once.  Both are shifted until P's
   highest bit is the highest of a limb, so that this takes few steps. */
void
reference_mod (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr pp, mp_size_t n)
{
  mp_ptr r = new_area (n + 1), p = new_area (n);
  int k = 0;
  while ((pp[n - 1] << k) >> (GMP_LIMB_BITS - 1) == 0)
    k++;
  memcpy (p, pp, BYTES (n));
  shift_in (p, n, k, 0);
  memset (r, 0, BYTES (n + 1));
  for (mp_size_t j = an; j >= 0; j--)
    {
      /* Limb j of A 2^k. */
      mp_limb_t in = (mp_limb_t) (((comba_dlimb) (j < an ? ap[j] : 0) << GMP_LIMB_BITS
                                   | (j > 0 ? ap[j - 1] : 0)) << k >> GMP_LIMB_BITS);
      memmove (r + 1, r, BYTES (n));
      r[0] = in;
      while (r[n] != 0 || !is_below (r, p, n))
        {
          comba_dlimb q = ((comba_dlimb) r[n] << GMP_LIMB_BITS | r[n - 1])
                          / ((comba_dlimb) p[n - 1] + 1);
          subtract_multiple (r, p, n, q > 0 ? (mp_limb_t) q : 1);
        }
    }
  for (mp_size_t i = 0; i < n; i++)
    rp[i] = (mp_limb_t) (((comba_dlimb) (i + 1 < n ? r[i + 1] : 0) << GMP_LIMB_BITS | r[i]) >> k);
  free_area (r), free_area (p);
}

void
reference_mulmod (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_srcptr pp, mp_size_t n)
{
  mp_ptr t = new_area (2 * n);
  reference_mul (t, ap, n, bp, n);
  reference_mod (rp, t, 2 * n, pp, n);
  free_area (t);
}

void
reference_powm (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr pp,
                mp_size_t n)
{
  const mp_limb_t one = 1;
  mp_ptr b = new_area (n);
  reference_mod (b, bp, bn, pp, n);
  reference_mod (rp, &one, 1, pp, n);
  mp_size_t bit = en * GMP_LIMB_BITS - 1;
  while (bit >= 0 && (ep[bit / GMP_LIMB_BITS] >> bit % GMP_LIMB_BITS & 1) == 0)
    bit--;
  for (; bit >= 0; bit--)
    {
      reference_mulmod (rp, rp, rp, pp, n);
      if ((ep[bit / GMP_LIMB_BITS] >> bit % GMP_LIMB_BITS & 1) != 0)
        reference_mulmod (rp, rp, b, pp, n);
    }
  free_area (b);
}

/* 8 limbs of a guard below, the address of the area, and the size. */
enum { GUARD = 16 };
#define GUARD_LIMB ((mp_limb_t) 0xdeadbeefcafef00du)

/* At an offset of OFF limbs from an aligned address. */
static mp_ptr
guarded (size_t n, size_t off)
{
  mp_ptr all = malloc ((n + 3 * GUARD) * sizeof (mp_limb_t));
  if (all == NULL)
    {
      fprintf (stderr, "tests: out of memory\n");
      exit (2);
    }
  mp_ptr p = (mp_ptr) (((uintptr_t) (all + GUARD) + 63) & -(uintptr_t) 64) + off;
  memset (p, 0x5a, BYTES (n));
  for (int i = 1; i <= GUARD / 2; i++)
    p[-i] = GUARD_LIMB;
  for (int i = 0; i < GUARD; i++)
    p[n + i] = GUARD_LIMB;
  memcpy (p - 1, &all, sizeof all);
  memcpy (p - 2, &n, sizeof (mp_limb_t));
  return p;
}

mp_ptr
new_scratch (size_t n)
{
  return guarded (n, 0);
}

mp_ptr
new_element (const struct comba_representation *rep, mp_size_t n)
{
  return guarded (rep->element_size (n), rep->aligned ? 0 : (size_t) random_below (8));
}

void
free_scratch (mp_ptr p)
{
  mp_ptr all;
  size_t n = (size_t) p[-2];
  memcpy (&all, p - 1, sizeof all);
  for (int i = 3; i <= GUARD / 2; i++)
    if (p[-i] != GUARD_LIMB)
      {
        check_fail ("scratch of %zu limbs: written below", n);
        break;
      }
  for (int i = 0; i < GUARD; i++)
    if (p[n + i] != GUARD_LIMB)
      {
        check_fail ("scratch of %zu limbs: written beyond", n);
        break;
      }
  free (all);
}

void
soak (const char *name, void (*f) (void))
{
  const char *text = getenv ("COMBA_SOAK");
  if (text == NULL)
    {
      check_skip ("COMBA_SOAK=SECONDS is not set", "%s, random, long", name);
      return;
    }
  check_begin ("%s, random, %s s", name, text);
  time_t end = time (NULL) + atol (text);
  while (time (NULL) < end && check_failures () == 0)
    f ();
  check_end ();
}
