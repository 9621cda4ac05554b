/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reads one entry of a table without a trace of which: comba_residue_select_fn in
   residue/representation.h, with vectors of SELECT_BYTES, which the including file defines. */

#ifndef COMBA_RESIDUE_SELECT_TPL_H
#define COMBA_RESIDUE_SELECT_TPL_H

#include "residue/representation.h"

typedef mp_limb_t select_vector __attribute__ ((vector_size (SELECT_BYTES), aligned (sizeof (mp_limb_t)), may_alias));
enum { SELECT_LIMBS = SELECT_BYTES / sizeof (mp_limb_t) };

/* All ones if i = index, else 0.  Compilers must not see that: they could branch on it. */
static ALWAYS_INLINE mp_limb_t
select_mask (size_t i, mp_limb_t index)
{
  mp_limb_t mask = (i ^ index) - 1;
  mask = -(mask >> (GMP_LIMB_BITS - 1));
  __asm__ ("" : "+r" (mask));
  return mask;
}

/* The first VECTORS vectors, and the limb above them if ODD; both constant. */
static ALWAYS_INLINE void
select_part (mp_ptr rp, mp_srcptr table, size_t size, size_t count, mp_limb_t index, const int vectors, const int odd)
{
  select_vector sum[4] = { 0 };
  mp_limb_t limb = 0;
  for (size_t i = 0; i < count; i++)
    {
      const mp_limb_t mask = select_mask (i, index);
      const select_vector *const entry = (const select_vector *) (table + i * size);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; v++)
        sum[v] |= entry[v] & mask;
      if (odd)
        limb |= table[i * size + (size_t) vectors * SELECT_LIMBS] & mask;
    }
#pragma GCC unroll 4
  for (int v = 0; v < vectors; v++)
    ((select_vector *) rp)[v] = sum[v];
  if (odd)
    rp[vectors * SELECT_LIMBS] = limb;
}

static void
select_entry (mp_ptr rp, mp_srcptr table, size_t size, size_t count, mp_limb_t index)
{
  size_t left = size;
  for (; left >= 4 * SELECT_LIMBS; left -= 4 * SELECT_LIMBS, rp += 4 * SELECT_LIMBS, table += 4 * SELECT_LIMBS)
    select_part (rp, table, size, count, index, 4, 0);
  switch (2 * (left / SELECT_LIMBS) + (left % SELECT_LIMBS > 0))
    {
#define X(parts) case parts: select_part (rp, table, size, count, index, parts / 2, parts % 2); break;
      X (1) X (2) X (3) X (4) X (5) X (6) X (7)
#undef X
    }
  for (size_t at = left / SELECT_LIMBS * SELECT_LIMBS + 1; at < left; at++)
    select_part (rp + at, table + at, size, count, index, 0, 1);
}

#endif
