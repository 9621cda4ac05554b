/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Operands of divisions, built from the quotient and the remainder. */

#ifndef COMBA_TESTS_DIV_OPERANDS_H
#define COMBA_TESTS_DIV_OPERANDS_H

#include "../tests.h"
#include "arith/arith.h"

/* Q, D and R of a kind, and N = Q D + R, which has nn = qn + dn - 1 limbs. */
struct operands
{
  mp_size_t nn, dn, qn;
  mp_ptr n, d, q, r;
};

enum { REST_ZERO, REST_MOST, REST_ANY, REST_KINDS };
enum { TOP_ONE, TOP_BIT, TOP_ANY, TOP_POWER, TOPS };

/* Q, R and N for a given D. */
static void
make_for (struct operands *o, mp_size_t nn, mp_size_t dn, mp_srcptr dp, int q_kind, int rest)
{
  const mp_size_t qn = nn - dn + 1;
  *o = (struct operands) { nn, dn, qn, new_edge_area (nn + 1, 1), new_edge_area (dn, 1), new_area (qn), new_area (dn) };
  memcpy (o->d, dp, BYTES (dn));
  random_operand (o->q, qn, q_kind);
  if (rest == REST_ZERO)
    memset (o->r, 0, BYTES (dn));
  else
    {
      memcpy (o->r, o->d, BYTES (dn));
      comba_sub_1_var (o->r, dn, 1);
      if (rest == REST_ANY)
        o->r[dn - 1] /= 2, o->r[0] /= 3;
    }
  /* The quotient's top limb is 0 if N would be longer. */
  for (int again = 0; again < 2; again++)
    {
      reference_mul (o->n, o->q, qn, o->d, dn);
      comba_add_in_var (o->n, nn + 1, o->r, dn);
      if (o->n[nn] == 0)
        break;
      o->q[qn - 1] = 0;
    }
}

static void
make (struct operands *o, mp_size_t nn, mp_size_t dn, int q_kind, int d_kind, int top, int rest)
{
  mp_ptr d = new_area (dn);
  random_operand (d, dn, d_kind);
  if (top == TOP_POWER)
    memset (d, 0, BYTES (dn));
  if (top == TOP_ONE)
    d[dn - 1] = 1;
  else if (top == TOP_BIT || top == TOP_POWER)
    d[dn - 1] |= (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
  else if (d[dn - 1] == 0)
    d[dn - 1] = 1 + random_below (1000);
  if (top == TOP_POWER && dn > 1)
    d[0] |= random_below (3);
  make_for (o, nn, dn, d, q_kind, rest);
  free_area (d);
}

static void
release (struct operands *o)
{
  free_edge_area (o->n, o->nn + 1), free_edge_area (o->d, o->dn), free_area (o->q), free_area (o->r);
}

#endif
