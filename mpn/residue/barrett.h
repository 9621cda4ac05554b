/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The context of Barrett's form: n, then P, and nu of n + 1 limbs. */

#ifndef COMBA_RESIDUE_BARRETT_H
#define COMBA_RESIDUE_BARRETT_H

#include "residue/reduce.h"

struct comba_barrett
{
  mp_size_t n;
  mp_ptr pp, np;
};

static inline size_t
comba_barrett_size (mp_size_t n)
{
  return 8 + comba_whole_lines (n) + comba_whole_lines (n + 1);
}

static inline struct comba_barrett
comba_barrett_of (mp_srcptr context, mp_size_t n)
{
  mp_ptr p = (mp_ptr) context + 8;
  return (struct comba_barrett) { n, p, p + comba_whole_lines (n) };
}

static inline struct comba_barrett
comba_barrett_parts (mp_srcptr context)
{
  return comba_barrett_of (context, (mp_size_t) context[0]);
}

#endif
