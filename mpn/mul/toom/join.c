/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contract is in toom.h. */

#include "mul/toom/toom.h"
#include "arith/arith.h"

void
comba_join (mp_ptr xp, mp_ptr yp, mp_srcptr ap, mp_srcptr bp, mp_srcptr cp, mp_srcptr dp, mp_size_t n,
            struct comba_join_carry *carry)
{
  int x = -(int) comba_sub_n (xp, ap, bp, n), y = (int) comba_add_n (yp, ap, bp, n);
  x += (int) comba_add_n (xp, xp, cp, n);
  y += (int) comba_add_n (yp, yp, dp, n);
  x += carry->x < 0 ? -(int) comba_sub_1_var (xp, n, 1) : (int) comba_add_1_var (xp, n, (mp_limb_t) carry->x);
  y += (int) comba_add_1_var (yp, n, (mp_limb_t) carry->y);
  *carry = (struct comba_join_carry) { x, y };
}
