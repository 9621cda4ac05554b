/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Division with remainder, of any size. */

#include "div/div.h"
#include "div/one_limb.h"
#include "arith/quotient_3by2.h"
#include "arith/scratch.h"
#include <string.h>

/* xp[0..n] = ap[0..n-1] * 2^s */
static void
shift_up (mp_ptr xp, mp_srcptr ap, mp_size_t n, int s)
{
  xp[n] = s == 0 ? 0 : ap[n - 1] >> (GMP_LIMB_BITS - s);
  if (s == 0)
    memcpy (xp, ap, (size_t) n * sizeof (mp_limb_t));
  else
    comba_lshift (xp, ap, n, s);
}

/* Without copies of the operands. */
static void __attribute__ ((noinline))
by_vectors (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  mp_limb_t reciprocal[2];
  comba_div_reciprocal_of (reciprocal, dp, dn);
  qp[nn - dn] = k->div_vectors.div (qp, rp, np, nn, dp, dn, reciprocal);
}

/* In N: nn + dn + 2 limbs, or nn + 1 if the top bit of D is set; and in ROOM, unless that is NULL. */
static void
in_copies (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn,
           int s, mp_ptr n, const struct comba_room *room)
{
  shift_up (n, np, nn, s);
  mp_srcptr d = dp;
  if (s != 0)
    {
      shift_up (n + nn + 1, dp, dn, s);
      d = n + nn + 1;
    }
  const mp_limb_t inverse = comba_inverse_3by2 (d[dn - 1], d[dn - 2]);
  const int shorter = np[nn - 1] < dp[dn - 1];
  if (shorter)
    qp[nn - dn] = 0;
  if (room != NULL)
    comba_div_qr_in_room (k, qp, n, nn + 1 - shorter, d, dn, inverse, room);
  else
    comba_div_qr_normalized (k, qp, n, nn + 1 - shorter, d, dn, inverse);
  if (s == 0)
    memcpy (rp, n, (size_t) dn * sizeof (mp_limb_t));
  else
    comba_rshift (rp, n, dn, s);
}

static int
shift_of (mp_srcptr dp, mp_size_t dn)
{
  return (int) (dn * GMP_LIMB_BITS - (mp_size_t) comba_bits (dp, dn));
}

/* A separate function, so that others do not pay for the stack. */
static void __attribute__ ((noinline))
by_copies (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  const int s = shift_of (dp, dn);
  struct comba_scratch held;
  const size_t itch = (size_t) (nn + 1 + (s != 0 ? dn + 1 : 0));
  const mp_ptr n = COMBA_SCRATCH_GET (&held, itch, COMBA_SCRATCH_NEEDED);
  if (n == NULL)
    comba_no_memory (itch);
  in_copies (k, qp, rp, np, nn, dp, dn, s, n, NULL);
  comba_scratch_put (&held);
}

/* Whether comba_divide makes copies. */
static int
needs_copies (const struct comba_config *k, mp_size_t nn, mp_size_t dn)
{
  return dn > COMBA_DIV_FEW && !(comba_div_is_vectors (k, nn - dn, dn) && nn - dn <= k->div_vectors.max);
}

void
comba_divide_in (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
                 mp_size_t dn, mp_ptr scratch, const struct comba_room *room)
{
  if (needs_copies (k, nn, dn))
    in_copies (k, qp, rp, np, nn, dp, dn, shift_of (dp, dn), scratch, room);
  else
    comba_divide (k, qp, rp, np, nn, dp, dn);
}

void
comba_divide (const struct comba_config *k, mp_ptr qp, mp_ptr rp, mp_srcptr np, mp_size_t nn,
              mp_srcptr dp, mp_size_t dn)
{
  ASSERT (nn >= dn && dn >= 1 && dp[dn - 1] != 0);
  if (dn == 1)
    {
      rp[0] = comba_div_qr_1 (k, qp, np, nn, dp[0]);
      return;
    }
  if (dn == 2)
    {
      comba_div_qr_2 (qp, rp, np, nn, dp, comba_div_inverse_of (dp, 2));
      return;
    }
  if (comba_div_is_vectors (k, nn - dn, dn) && nn - dn <= k->div_vectors.max)
    {
      by_vectors (k, qp, rp, np, nn, dp, dn);
      return;
    }
  if (dn <= COMBA_DIV_FEW)
    {
      comba_div_qr_few (qp, rp, np, nn, dp, dn, comba_div_inverse_of (dp, dn));
      return;
    }
  by_copies (k, qp, rp, np, nn, dp, dn);
}

mp_limb_t
comba_div_inverse_of (mp_srcptr dp, mp_size_t dn)
{
  const int s = comba_leading_zeros (dp[dn - 1]);
  struct comba_pair d = comba_shifted ((struct comba_pair) { .high = dp[dn - 1], .low = dp[dn - 2] }, s);
  if (dn > 2)
    d.low |= dp[dn - 3] >> 1 >> (GMP_LIMB_BITS - 1 - s);
  return comba_inverse_3by2 (d.high, d.low);
}
