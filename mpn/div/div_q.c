/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Quotients without remainder.

   The quotient of qn limbs depends mostly on the highest qn + 1 limbs of D and 2 qn + 1 of N.  Each
   row or half of it needs fewer limbs of D than the one above, so that about half of the work
   remains.  The omitted products make the partial remainder too large, by at most qn +
   GMP_LIMB_BITS units of its top limb.  If the last remainder exceeds that bound, the quotient is
   right.  Otherwise it may be too large, and a product decides. */

#include "div/div.h"
#include "arith/quotient_3by2.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include <string.h>

struct approximation
{
  const struct comba_config *k;
  mp_limb_t inverse;
  mp_ptr scratch;               /* of comba_div_qr_recursive where it needs some */
};

/* rp[0..n-1] = rp[0..n] - q D, D = dp[0..n-1]; returns q, for a quotient of about beta - 1. */
static mp_limb_t
largest_limb (const struct approximation *v, mp_ptr rp, mp_srcptr dp, mp_size_t n)
{
  mp_limb_t q = COMBA_LIMB_MAX;
  for (mp_limb_t top = rp[n] - comba_div_submul_1 (v->k, n) (rp, dp, n, q); top != 0; q--)
    top += comba_add_n (rp, rp, dp, n);
  return q;
}

/* A quotient that is not too small. */
static int
all_ones (mp_ptr qp, mp_size_t qn)
{
  memset (qp, 0xff, (size_t) qn * sizeof (mp_limb_t));
  return 0;
}

/* For both functions: qp[0..qn-1] >= floor (N / D) for N = np[0..2qn], D = dp[0..qn], whose top bit
   is set; N < beta^qn D.  Limbs np[qn-1..2qn] are used.  Returns 0 if the quotient may be
   too large, or else has np[qn] as the top limb of the remainder, within the bound above. */

static int
approximate_rows (const struct approximation *v, mp_ptr qp, mp_size_t qn, mp_ptr np, mp_srcptr dp)
{
  const struct comba_pair d = { .high = dp[qn], .low = dp[qn - 1] };
  const mp_ptr rp = np + qn - 1;
  struct comba_pair u = { .high = np[2 * qn], .low = np[2 * qn - 1] };
  for (mp_size_t i = qn; i-- > 0;)
    {
      /* The divisor is that pair and the i limbs below. */
      const mp_srcptr low = dp + qn - 1 - i;
      if (unlikely (!comba_pair_below (u, d)))
        {
          rp[i + 2] = u.high, rp[i + 1] = u.low;
          if (comba_cmp_var (rp + 1, low, i + 2) >= 0)
            return all_ones (qp, i + 1);
          qp[i] = largest_limb (v, rp, low, i + 2);
          u = (struct comba_pair) { .high = rp[i + 1], .low = rp[i] };
          continue;
        }
      mp_limb_t q = comba_quotient_3by2 (&u, rp[i], d, v->inverse);
      if (i > 0)
        {
          const mp_limb_t less = comba_div_submul_1 (v->k, i) (rp, low, i, q);
          const int is_less = u.high == 0 && u.low < less;
          u = comba_pair_sub (u, (struct comba_pair) { .high = 0, .low = less });
          if (unlikely (is_less))
            {
              q--;
              u = comba_pair_add (u, comba_pair_add (d, (struct comba_pair) { .high = 0, .low = comba_add_n (rp, rp, low, i) }));
            }
        }
      qp[i] = q;
    }
  np[qn] = u.high;
  return 1;
}

/* Whether vectors, which compute the whole remainder, take less time than rows. */
static int
is_by_vectors (const struct comba_config *k, mp_size_t qn)
{
  return qn / 2 >= k->thresholds.div_vectors && comba_div_is_vectors (k, qn, qn + 1);
}

static int
approximate (const struct approximation *v, mp_ptr qp, mp_size_t qn, mp_ptr np, mp_srcptr dp)
{
  const mp_size_t rows_end = comba_div_rows_end (v->k);
  /* Rows are half as long as usual. */
  while (qn / 2 >= rows_end && qn >= 6 && !is_by_vectors (v->k, qn))
    {
      const mp_size_t low = qn / 2, high = qn - low;
      if (comba_cmp_var (np + qn, dp, qn + 1) >= 0)
        return all_ones (qp, qn);
      comba_div_qr_recursive (v->k, qp + low, np + low, high + qn + 1, dp, qn + 1, v->inverse, v->scratch, NULL);
      np += high, dp += high, qn = low;
    }
  if (!is_by_vectors (v->k, qn))
    return approximate_rows (v, qp, qn, np, dp);
  if (comba_cmp_var (np + qn, dp, qn + 1) >= 0)
    return all_ones (qp, qn);
  comba_div_qr_recursive (v->k, qp, np, 2 * qn + 1, dp, qn + 1, v->inverse, v->scratch, NULL);
  return 1;
}

/* Reduces a quotient that may be too large.  Scratch: nn + 1 limbs, GIVEN, or if that is NULL, of its
   own: on the stack if they are few, because a product takes longer than to ask for memory.  A separate
   function, so that others do not pay for the stack. */
enum { CORRECTION_STACK = 32 };         /* limbs */
static void __attribute__ ((noinline))
correct (const struct comba_config *k, mp_ptr qp, mp_size_t qn, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
         mp_size_t dn, mp_ptr given)
{
  struct comba_scratch held = { .memory = NULL };
  const size_t itch = (size_t) nn + 1;
  const mp_ptr product = given != NULL ? given : COMBA_SCRATCH_GET_TO (CORRECTION_STACK, &held, itch, COMBA_SCRATCH_NEEDED);
  if (product == NULL)
    comba_no_memory (itch);
  comba_mul_unordered (k, product, qp, qn, dp, dn);
  while (product[nn] != 0 || comba_cmp_var (product, np, nn) > 0)
    {
      comba_sub_1_var (qp, qn, 1);
      comba_sub_in_var (product, nn + 1, dp, dn);
    }
  comba_scratch_put (&held);
}

/* rp[0..rn-1] = limbs L to L + rn - 1 of A 2^s, A = ap[0..an-1], L + rn <= an + 1 */
static void
take_shifted (mp_ptr rp, mp_size_t rn, mp_srcptr ap, mp_size_t an, mp_size_t l, int s)
{
  const mp_size_t taken = l + rn <= an ? rn : rn - 1;
  ap += l;
  if (s == 0)
    memcpy (rp, ap, (size_t) taken * sizeof (mp_limb_t));
  else
    comba_lshift (rp, ap, taken, s);
  if (s != 0 && l > 0)
    rp[0] |= ap[-1] >> (GMP_LIMB_BITS - s);
  if (taken < rn)
    rp[taken] = s != 0 ? ap[taken - 1] >> (GMP_LIMB_BITS - s) : 0;
}

/* The two cases of comba_div_q: separate functions, too. */

static void __attribute__ ((noinline))
divide_by_few (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn)
{
  mp_limb_t rest[COMBA_DIV_FEW];
  if (dn == 2)
    comba_div_qr_2 (qp, rest, np, nn, dp, comba_div_inverse_of (dp, 2));
  else
    comba_divide (k, qp, rest, np, nn, dp, dn);
}

static void __attribute__ ((noinline))
divide (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp, mp_size_t dn, mp_ptr given)
{
  /* The last AN limbs are approximate. */
  const mp_size_t qn = nn - dn + 1, an = dn > qn ? qn : dn - 1, kept = an + 1, cut = dn - kept, top = nn + 1 - cut;
  /* With a reciprocal the remainder costs little, which pays from twice the usual size. */
  const int by_reciprocal = an / 2 >= k->thresholds.div_mu && an >= 3;
  const int recursive = !by_reciprocal && an >= comba_div_rows_end (k) && !is_by_vectors (k, an);
  const int s = (int) (dn * GMP_LIMB_BITS - (mp_size_t) comba_bits (dp, dn));
  if (given == np)
    given = NULL;
  struct comba_scratch held;
  const size_t itch = (size_t) ((given == NULL ? top : 0) + (s != 0 ? kept : 0) + (recursive ? kept : 0));
  mp_ptr free_limbs = COMBA_SCRATCH_GET_TO (recursive ? 0 : COMBA_SCRATCH_STACK, &held, itch, COMBA_SCRATCH_NEEDED);
  if (free_limbs == NULL)
    comba_no_memory (itch);
  mp_ptr n = given;
  if (n == NULL)
    {
      n = free_limbs;
      free_limbs += top;
    }
  take_shifted (n, top, np, nn, cut, s);
  mp_srcptr d = dp + cut;
  if (s != 0)
    {
      take_shifted (free_limbs, kept, dp, dn, cut, s);
      d = free_limbs;
      free_limbs += kept;
    }
  const struct approximation v = { k, comba_inverse_3by2 (d[kept - 1], d[kept - 2]), free_limbs };

  int certain;
  if (by_reciprocal)
    {
      comba_div_qr_normalized (k, qp, n, top, d, kept, v.inverse);
      certain = cut == 0 || n[an] > 1;
    }
  else
    {
      if (qn > an)
        comba_div_qr_normalized (k, qp + an, n + an, top - an, d, kept, v.inverse);
      certain = approximate (&v, qp, an, n, d) && n[an] > (mp_limb_t) an + GMP_LIMB_BITS;
    }
  comba_scratch_put (&held);
  if (unlikely (!certain))
    correct (k, qp, qn, np, nn, dp, dn, given);
}

void
comba_div_q (const struct comba_config *k, mp_ptr qp, mp_srcptr np, mp_size_t nn, mp_srcptr dp,
             mp_size_t dn, mp_ptr given)
{
  if (dn <= COMBA_DIV_FEW)
    divide_by_few (k, qp, np, nn, dp, dn);
  else
    divide (k, qp, np, nn, dp, dn, given);
}
