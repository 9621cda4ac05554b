/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The context of Montgomery's form over limbs: n, then P, mu, and beta^2n mod P, which
   makes an element of a residue. */

#ifndef COMBA_RESIDUE_MONTGOMERY_H
#define COMBA_RESIDUE_MONTGOMERY_H

#include "residue/reduce.h"

struct comba_montgomery
{
  mp_size_t n;
  mp_ptr pp, mp, square;
};

static inline size_t
comba_montgomery_size (mp_size_t n)
{
  return 8 + 3 * comba_whole_lines (n);
}

static inline struct comba_montgomery
comba_montgomery_of (mp_srcptr context, mp_size_t n)
{
  mp_ptr p = (mp_ptr) context + 8;
  size_t area = comba_whole_lines (n);
  return (struct comba_montgomery) { n, p, p + area, p + 2 * area };
}

static inline struct comba_montgomery
comba_montgomery_parts (mp_srcptr context)
{
  return comba_montgomery_of (context, (mp_size_t) context[0]);
}

#endif
