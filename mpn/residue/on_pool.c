/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A representation on the worker pool, for callers that know only representations.  The contract is
   in residue/representation.h. */

#include "residue/representation.h"

static const struct comba_on_pool_context *
read_context (mp_srcptr context)
{
  return (const struct comba_on_pool_context *) context;
}

void
comba_on_pool_encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap,
                    mp_size_t an, mp_ptr scratch)
{
  const struct comba_on_pool_context *c = read_context (context);
  c->rep->rep.encode (k, c->context, xp, ap, an, scratch);
}

void
comba_on_pool_decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
                    mp_ptr scratch)
{
  const struct comba_on_pool_context *c = read_context (context);
  c->rep->rep.decode (k, c->context, rp, xp, scratch);
}

void
comba_on_pool_mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                  mp_srcptr yp, mp_ptr scratch)
{
  const struct comba_on_pool_context *c = read_context (context);
  c->rep->mul (c->pool, k, c->context, zp, xp, yp, scratch);
}

void
comba_on_pool_sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp,
                  mp_ptr scratch)
{
  const struct comba_on_pool_context *c = read_context (context);
  c->rep->sqr (c->pool, k, c->context, zp, xp, scratch);
}
