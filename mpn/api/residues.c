/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Functions of canonical residues.  The contracts are in comba.h.  Products use Barrett's
   reduction, which needs no encoding; powers use the context's representation. */

#include "api/context.h"
#include "powm/powm.h"
#include "arith/arith.h"

static int
is_residue (const struct comba_mod *m, mp_srcptr ap)
{
  return comba_cmp_var (ap, m->pp, m->n) < 0;
}

/* rp = ap * bp mod P, canonical, for any A and B of n limbs; a square if BP is AP.  Scratch:
   canonical_itch limbs, aligned. */
static void
product (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_ptr scratch)
{
  if (bp != ap)
    m->canonical->mul (m->k, m->canonical_context, rp, ap, bp, scratch);
  else
    m->canonical->sqr (m->k, m->canonical_context, rp, ap, scratch);
  comba_mod_finish (rp, 0, rp, m->pp, m->n, m->np + m->n - 1);
}

/* The same with scratch of its own. */
static int
multiply (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, mp_srcptr bp)
{
  struct comba_scratch s;
  const mp_ptr scratch = COMBA_SCRATCH_GET (&s, m->canonical_itch + COMBA_ALIGNED_LIMBS, 0);
  if (scratch != NULL)
    product (m, rp, ap, bp, comba_align (scratch));
  comba_scratch_put (&s);
  return comba_mod_status (scratch != NULL);
}

COMBA_EXPORT int
comba_mod_mul (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, mp_srcptr bp)
{
  return is_residue (m, ap) && is_residue (m, bp) ? multiply (m, rp, ap, bp) : COMBA_BAD_RESIDUE;
}

COMBA_EXPORT int
comba_mod_sqr (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap)
{
  return is_residue (m, ap) ? multiply (m, rp, ap, ap) : COMBA_BAD_RESIDUE;
}

COMBA_EXPORT int
comba_mod_reduce (const struct comba_mod *m, mp_ptr rp, mp_srcptr cp, mp_size_t cn)
{
  if (cn < 0)
    return COMBA_BAD_SIZE;
  struct comba_scratch s;
  const mp_ptr scratch = COMBA_SCRATCH_GET (&s, m->canonical_itch, 0);
  if (scratch != NULL)
    {
      comba_mod_fold (m->k, rp, cp, cn, m->pp, m->n, m->np, scratch);
      comba_mod_finish (rp, 0, rp, m->pp, m->n, m->np + m->n - 1);
    }
  comba_scratch_put (&s);
  return comba_mod_status (scratch != NULL);
}

mp_srcptr
comba_mod_congruent (const struct comba_mod *m, mp_ptr copy, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const mp_size_t n = m->n;
  if (an == n)
    return ap;
  comba_mod_fold (m->k, copy, ap, an < 0 ? -an : an, m->pp, n, m->np, scratch);
  if (an < 0)
    {
      comba_mod_finish (copy, 0, copy, m->pp, n, m->np + n - 1);
      comba_sub_n (copy, m->pp, copy, n);
    }
  return copy;
}

COMBA_EXPORT int
comba_mod_mul_signed (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp,
                      mp_size_t bn)
{
  const size_t each = comba_whole_lines (m->n);
  struct comba_scratch s;
  mp_ptr scratch = COMBA_SCRATCH_GET (&s, 2 * each + m->canonical_itch + COMBA_ALIGNED_LIMBS, 0);
  if (scratch != NULL)
    {
      scratch = comba_align (scratch);
      const mp_ptr free = scratch + 2 * each;
      const mp_srcptr a = comba_mod_congruent (m, scratch, ap, an, free);
      const int square = ap == bp && an == bn;
      product (m, rp, a, square ? a : comba_mod_congruent (m, scratch + each, bp, bn, free), free);
    }
  comba_scratch_put (&s);
  return comba_mod_status (scratch != NULL);
}

COMBA_EXPORT int
comba_mod_powm (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, mp_srcptr ep, mp_size_t en)
{
  if (en < 0)
    return COMBA_BAD_SIZE;
  if (!is_residue (m, ap))
    return COMBA_BAD_RESIDUE;
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, comba_powm_itch (m->rep, m->n, ep, en), 1))
    return COMBA_NO_MEMORY;
  comba_powm (m->k, m->rep, call.context, m->n, rp, ap, m->n, ep, en, call.scratch);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_powm_signed (const struct comba_mod *m, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr ep,
                       mp_size_t en)
{
  if (en < 0)
    return COMBA_BAD_EXPONENT;
  const size_t each = comba_whole_lines (m->n), powm = comba_powm_itch (m->rep, m->n, ep, en);
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, each + (powm > m->canonical_itch ? powm : m->canonical_itch), 1))
    return COMBA_NO_MEMORY;
  const mp_ptr free = call.scratch + each;
  const mp_srcptr a = comba_mod_congruent (m, call.scratch, ap, an, free);
  comba_powm (m->k, m->rep, call.context, m->n, rp, a, m->n, ep, en, free);
  comba_mod_end (&call);
  return COMBA_OK;
}
