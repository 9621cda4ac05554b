/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice of the method for a power.  In this order:

     B^E no longer than P                 no reduction (powm/powm_unreduced.c)
     P of one or two limbs                in registers (powm/powm_one_two_limbs.c)
     P of 3 to 16 limbs, E of one limb    if the configuration has kernels (comba_powm_way)
     a few products                       without a representation, by its powm_costs (comba_powm_method)
     several threads                      by its plan mod (comba_powm_on_pool)
     otherwise                            in the representation that comba_representation_for chooses. */

#include "powm/powm.h"
#include "arith/scratch.h"
#include <string.h>

/* At most so many limbs are on the stack.  GMP's powers take more of it than its products, at every
   size, and the more the longer the exponent. */
static size_t
most_on_stack (mp_size_t en)
{
  return en == 1 ? 272 : 2 * COMBA_SCRATCH_STACK;
}

/* FLAGS: for the scratch, besides that it is secret.  Returns 0 if an allocation fails. */
static int __attribute__ ((noinline))
power_in (const struct comba_representation *rep, int flags, const struct comba_config *k, mp_ptr rp, mp_srcptr bp,
          mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n)
{
  struct comba_scratch s;
  size_t context = rep->context_size (n);
  mp_ptr all = COMBA_SCRATCH_GET_TO (most_on_stack (en), &s,
                                     COMBA_ALIGNED_LIMBS + context + comba_powm_itch (rep, n, ep, en),
                                     COMBA_SCRATCH_SECRET + flags);
  if (all != NULL)
    {
      all = comba_align (all);
      rep->init (k, all, mp, n, all + context);
      comba_powm (k, rep, all, n, rp, bp, bn, ep, en, all + context);
    }
  comba_scratch_put (&s);
  return all != NULL;
}

/* The same without a representation, by FUNCTION with ITCH limbs of scratch. */
typedef void short_fn (const struct comba_config *, mp_ptr, mp_srcptr, mp_size_t, mp_limb_t,
                       mp_srcptr, mp_size_t, mp_ptr);

static int __attribute__ ((noinline))
power_short (short_fn *function, size_t itch, const struct comba_config *k, mp_ptr rp,
             mp_srcptr bp, mp_size_t bn, mp_limb_t e, mp_srcptr mp, mp_size_t n)
{
  struct comba_scratch s;
  mp_ptr scratch = COMBA_SCRATCH_GET_TO (most_on_stack (1), &s, itch, COMBA_SCRATCH_SECRET);
  if (scratch != NULL)
    function (k, rp, bp, bn, e, mp, n, scratch);
  comba_scratch_put (&s);
  return scratch != NULL;
}

int
comba_powm_by (enum comba_powm_method method, const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn,
               mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n)
{
  switch (method)
    {
    case COMBA_POWM_BY_DIVISION:
      return power_short (comba_powm_short, COMBA_POWM_SHORT_ITCH (n), k, rp, bp, bn, ep[0], mp, n);
    case COMBA_POWM_BY_ROWS:
      return power_in (&comba_representation_montgomery_rows, 0, k, rp, bp, bn, ep, en, mp, n);
    case COMBA_POWM_BY_BARRETT:
      return bn == 1 || comba_powm_barrett_suits (ep[0])
        ? power_short (comba_powm_barrett, comba_powm_barrett_itch (n), k, rp, bp, bn, ep[0], mp, n)
        : power_in (&comba_representation_barrett, 0, k, rp, bp, bn, ep, en, mp, n);
    default:
      return power_in (comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, NULL), 0, k, rp, bp, bn, ep, en, mp, n);
    }
}

/* By several threads; or in the chosen representation, or, if an allocation fails, in the next
   one.  Returns 0 if none has memory. */
static int
power_unwiped (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, size_t bits,
               mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n)
{
  const int two = bn == 1 && bp[0] == 2;
  const enum comba_powm_method method = comba_powm_method (k, n, two, bits, ep, en);
  if (method != COMBA_POWM_IN_REPRESENTATION && comba_powm_by (method, k, rp, bp, bn, ep, en, mp, n))
    return 1;
  if (comba_powm_on_pool (k, rp, bp, bn, ep, en, mp, n))
    return 1;
  const struct comba_representation *rep = NULL;
  while ((rep = comba_representation_for (k, n, 1, COMBA_REPRESENTATION_ANY, rep)) != NULL)
    if (power_in (rep, 0, k, rp, bp, bn, ep, en, mp, n))
      return 1;
  return 0;
}

static int __attribute__ ((noinline))
power (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, size_t bits,
       mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n)
{
  const int done = power_unwiped (k, rp, bp, bn, bits, ep, en, mp, n);
  if (en > 1)
    comba_own_wipe ();
  return done;
}

/* By divisions, which do not heed the program's bound. */
static void __attribute__ ((noinline))
last_resort (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
             mp_srcptr mp, mp_size_t n)
{
  atomic_fetch_add_explicit (&comba_scratch_wiping, 1, memory_order_relaxed);
  if (!power_in (&comba_representation_canonical, COMBA_SCRATCH_NEEDED, k, rp, bp, bn, ep, en, mp, n))
    comba_no_memory ((size_t) n);
  atomic_fetch_sub_explicit (&comba_scratch_wiping, 1, memory_order_relaxed);
  if (en > 1)
    comba_own_wipe ();
}

static void __attribute__ ((noinline))
divided_power (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e,
               mp_srcptr mp, mp_size_t n)
{
  mp_limb_t scratch[COMBA_POWM_SHORT_ITCH (COMBA_POWM_LIMB_MOST)];
  comba_powm_short (k, rp, bp, bn, e, mp, n, scratch);
}

/* Inline: another call with so many arguments takes a tenth of the shortest powers' time. */
static ALWAYS_INLINE int
any_way (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
         mp_srcptr mp, mp_size_t n)
{
  while (bn > 1 && bp[bn - 1] == 0)
    bn--;
  if (bp[bn - 1] == 0)
    {
      memset (rp, 0, (size_t) n * sizeof (mp_limb_t));
      return 1;
    }
  const size_t bits = comba_powm_bits (bp, bn);
  if (comba_powm_may_be_unreduced (bn, en, n)
      && comba_powm_is_unreduced (k, rp, bp, bn, bits, ep, en, mp, n))
    return 1;
  if (n <= COMBA_POWM_ONE_TWO_LIMBS)
    {
      comba_powm_one_two_limbs (rp, bp, bn, ep, en, mp, n);
      return 1;
    }
  switch (comba_powm_way (k, n, bn == 1 && bp[0] == 2, bits, ep, en))
    {
    case COMBA_POWM_LIMB:
      comba_powm_limb (k, rp, bp, bn, ep[0], mp, n);
      return 1;
    case COMBA_POWM_DIVIDED:
      divided_power (k, rp, bp, bn, ep[0], mp, n);
      return 1;
    case COMBA_POWM_OTHERWISE:
      break;
    }
  return power (k, rp, bp, bn, bits, ep, en, mp, n);
}

int
comba_powm_try (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en,
                mp_srcptr mp, mp_size_t n)
{
  return any_way (k, rp, bp, bn, ep, en, mp, n);
}

void
comba_powm_any (mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, mp_size_t en, mp_srcptr mp, mp_size_t n,
                const struct comba_config *k)
{
  if (!any_way (k, rp, bp, bn, ep, en, mp, n))
    last_resort (k, rp, bp, bn, ep, en, mp, n);
}
