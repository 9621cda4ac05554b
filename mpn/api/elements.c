/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Encoded residues.  The contracts are in comba.h.  Operands are copied if the representation needs
   them aligned and the caller's are not. */

#include "api/context.h"
#include "powm/powm.h"
#include "arith/arith.h"
#include <string.h>

COMBA_EXPORT mp_size_t
comba_mod_encoded_size (const struct comba_mod *m)
{
  return (mp_size_t) m->rep->element_size (m->n);
}

static int
serves_at (const struct comba_mod *m, mp_srcptr xp)
{
  return !m->rep->aligned || (uintptr_t) xp % 64 == 0;
}

/* xp, or an aligned copy of it at COPY. */
static mp_srcptr
aligned (const struct comba_mod *m, mp_ptr copy, mp_srcptr xp)
{
  if (serves_at (m, xp))
    return xp;
  memcpy (copy, xp, m->rep->element_size (m->n) * sizeof (mp_limb_t));
  return copy;
}

static void
copy_out (const struct comba_mod *m, mp_ptr zp, mp_srcptr z)
{
  if (z != zp)
    memcpy (zp, z, m->rep->element_size (m->n) * sizeof (mp_limb_t));
}

COMBA_EXPORT int
comba_mod_encode (const struct comba_mod *m, mp_ptr xp, mp_srcptr ap)
{
  if (comba_cmp_var (ap, m->pp, m->n) >= 0)
    return COMBA_BAD_RESIDUE;
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, m->rep_itch, 0))
    return COMBA_NO_MEMORY;
  const mp_ptr x = call.scratch;        /* ap may be xp */
  const size_t size = m->rep->element_size (m->n);
  m->rep->encode (m->k, call.context, x, ap, m->n, x + size);
  copy_out (m, xp, x);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_encode_signed (const struct comba_mod *m, mp_ptr xp, mp_srcptr ap, mp_size_t an)
{
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, m->rep_itch + m->canonical_itch, 0))
    return COMBA_NO_MEMORY;
  const size_t size = m->rep->element_size (m->n);
  const mp_ptr x = call.scratch, copy = x + size, free = copy + size;
  const mp_srcptr a = comba_mod_congruent (m, copy, ap, an, free);
  m->rep->encode (m->k, call.context, x, a, m->n, free);
  copy_out (m, xp, x);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_decode (const struct comba_mod *m, mp_ptr rp, mp_srcptr xp)
{
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, m->rep_itch, 0))
    return COMBA_NO_MEMORY;
  const size_t size = m->rep->element_size (m->n);
  memcpy (call.scratch, xp, size * sizeof (mp_limb_t));         /* rp may be xp */
  m->rep->decode (m->k, call.context, rp, call.scratch, call.scratch + size);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_mul_encoded (const struct comba_mod *m, mp_ptr zp, mp_srcptr xp, mp_srcptr yp)
{
  struct comba_mod_call call;
  if (!comba_mod_begin_product (&call, m))
    return COMBA_NO_MEMORY;
  const size_t size = m->rep->element_size (m->n);
  const mp_ptr a = call.scratch, b = a + size, z = serves_at (m, zp) ? zp : a;
  const mp_srcptr x = aligned (m, a, xp), y = aligned (m, b, yp);
  m->rep->mul (m->k, call.context, z, x, y, b + size);
  copy_out (m, zp, z);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_sqr_encoded (const struct comba_mod *m, mp_ptr zp, mp_srcptr xp)
{
  struct comba_mod_call call;
  if (!comba_mod_begin_product (&call, m))
    return COMBA_NO_MEMORY;
  const size_t size = m->rep->element_size (m->n);
  const mp_ptr a = call.scratch, z = serves_at (m, zp) ? zp : a;
  m->rep->sqr (m->k, call.context, z, aligned (m, a, xp), a + size);
  copy_out (m, zp, z);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT int
comba_mod_powm_encoded (const struct comba_mod *m, mp_ptr zp, mp_srcptr xp, mp_srcptr ep, mp_size_t en)
{
  if (en < 0)
    return COMBA_BAD_SIZE;
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, comba_powm_itch (m->rep, m->n, ep, en), 1))
    return COMBA_NO_MEMORY;
  comba_powm_element (m->k, m->rep, call.context, m->n, zp, xp, ep, en, call.scratch);
  comba_mod_end (&call);
  return COMBA_OK;
}

COMBA_EXPORT mp_size_t
comba_mod_redc_shift (const struct comba_mod *m)
{
  return m->split != NULL ? comba_reduction_shift (m->redc_context) : -1;
}

COMBA_EXPORT int
comba_mod_redc (const struct comba_mod *m, mp_ptr rp, mp_srcptr cp, mp_size_t cn)
{
  const mp_size_t n = m->n;
  if (m->split == NULL)
    return COMBA_NO_FUNCTION;
  if (cn < 0 || cn > 2 * n)
    return COMBA_BAD_SIZE;
  struct comba_mod_call call;
  if (!comba_mod_begin (&call, m, 2 * (size_t) n, 0))
    return COMBA_NO_MEMORY;
  mp_srcptr c = cp;
  if (cn < 2 * n)
    {
      memcpy (call.scratch, cp, cn * sizeof (mp_limb_t));
      memset (call.scratch + cn, 0, (2 * n - cn) * sizeof (mp_limb_t));
      c = call.scratch;
    }
  comba_reduction (m->k, m->redc_context, call.split.pool, rp, c, call.split.scratch);
  comba_mod_end (&call);
  return COMBA_OK;
}
