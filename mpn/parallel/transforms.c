/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "parallel.h"

int
comba_mul_transforms (const struct comba_kernels *k, const struct comba_team *team, mp_ptr rp,
  mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  (void) k, (void) team, (void) rp, (void) ap, (void) an, (void) bp, (void) bn;
  return 0;
}

int
comba_sqr_transforms (const struct comba_kernels *k, const struct comba_team *team, mp_ptr rp,
  mp_srcptr ap, mp_size_t n)
{
  (void) k, (void) team, (void) rp, (void) ap, (void) n;
  return 0;
}
