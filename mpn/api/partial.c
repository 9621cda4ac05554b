/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Partial reductions: argument checks, scratch, and results that may overlap operands.  The
   contracts are in comba.h. */

#include "api/context.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* One call of the four functions: f computes OUT limbs at out, with ITCH limbs of scratch. */
struct reduction
{
  void (*f) (const struct reduction *r, mp_ptr out, mp_ptr scratch);
  mp_srcptr cp, pp, inverse;
  mp_size_t m, t, n;
  mp_size_t out;                /* limbs of the result */
  size_t itch;
};

static int
run (const struct reduction *r, mp_ptr rp)
{
  struct comba_scratch s;
  const mp_ptr out = COMBA_SCRATCH_GET (&s, (size_t) r->out + r->itch, 0);
  if (out != NULL)
    {
      r->f (r, out, out + r->out);
      memcpy (rp, out, BYTES (r->out));
    }
  comba_scratch_put (&s);
  return comba_mod_status (out != NULL);
}

/* The status of the arguments.  ARE_SIZES_RIGHT is not used if the modulus is bad: it may have been
   computed from a bad n. */
static int
check (mp_srcptr pp, mp_size_t n, int odd_only, int are_sizes_right)
{
  int status = comba_mod_bad_modulus (pp, n);
  if (status != COMBA_OK)
    return status;
  return odd_only && (pp[0] & 1) == 0 ? COMBA_EVEN_MODULUS : are_sizes_right ? COMBA_OK : COMBA_BAD_SIZE;
}

static void
mu (const struct reduction *r, mp_ptr out, mp_ptr scratch)
{
  comba_mod_mu (comba_active (), out, r->t, r->pp, r->n, scratch);
}

COMBA_EXPORT int
comba_partial_montgomery_mu (mp_ptr mup, mp_size_t t, mp_srcptr pp, mp_size_t n)
{
  const int status = check (pp, n, 1, t >= 1 && t <= n);
  if (status != COMBA_OK)
    return status;
  struct reduction r = { .f = mu, .pp = pp, .t = t, .n = n, .out = t,
                         .itch = comba_mod_mu_itch (t) };
  return run (&r, mup);
}

static void
montgomery (const struct reduction *r, mp_ptr out, mp_ptr scratch)
{
  comba_pmr (comba_active (), out, r->cp, r->m, r->t, r->pp, r->n, r->inverse, scratch);
}

COMBA_EXPORT int
comba_partial_montgomery (mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t, mp_srcptr pp,
                          mp_size_t n, mp_srcptr mup)
{
  const int status = check (pp, n, 1, m >= 1 && m <= COMBA_REPRESENTATION_MAX && t >= 0 && t <= n);
  if (status != COMBA_OK)
    return status;
  struct reduction r = { .f = montgomery, .cp = cp, .pp = pp, .inverse = mup, .m = m, .t = t,
                         .n = n, .out = m - t > n ? m - t : n, .itch = comba_pmr_itch (m, t, n) };
  return run (&r, rp);
}

static void
nu (const struct reduction *r, mp_ptr out, mp_ptr scratch)
{
  comba_mod_nu (comba_active (), out, r->t, r->pp, r->n, scratch);
}

COMBA_EXPORT int
comba_partial_barrett_nu (mp_ptr nup, mp_size_t t, mp_srcptr pp, mp_size_t n)
{
  const int status = check (pp, n, 0, t >= 0 && t <= COMBA_REPRESENTATION_MAX);
  if (status != COMBA_OK)
    return status;
  struct reduction r = { .f = nu, .pp = pp, .t = t, .n = n, .out = t + 1,
                         .itch = comba_mod_nu_itch (n, t) };
  return run (&r, nup);
}

static void
barrett (const struct reduction *r, mp_ptr out, mp_ptr scratch)
{
  comba_pbr (comba_active (), out, r->cp, r->m, r->t, r->pp, r->n, r->inverse, scratch);
}

COMBA_EXPORT int
comba_partial_barrett (mp_ptr rp, mp_srcptr cp, mp_size_t m, mp_size_t t, mp_srcptr pp,
                       mp_size_t n, mp_srcptr nup)
{
  const int status = check (pp, n, 0, m <= COMBA_REPRESENTATION_MAX && t >= 0 && t <= m && n <= m - t);
  if (status != COMBA_OK)
    return status;
  struct reduction r = { .f = barrett, .cp = cp, .pp = pp, .inverse = nup, .m = m, .t = t,
                         .n = n, .out = m - t, .itch = comba_pbr_itch (m, t, n) };
  return run (&r, rp);
}
