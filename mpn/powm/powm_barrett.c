/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of a few products modulo a long P, for which the context of a representation would take
   longer: bit by bit, over residues below beta^n.  Limbs beyond n are removed by partial Barrett
   reduction.  Only nu is precomputed, with as many limbs as the longest product has beyond n.
   Products that are no longer than P are not reduced. */

#include "powm/powm.h"
#include "residue/reduce.h"
#include "mul/mul.h"
#include <string.h>

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

struct modulus
{
  const struct comba_config *k;
  mp_srcptr pp;
  mp_size_t n;
  mp_srcptr np;                 /* nu of t limbs */
  mp_size_t t;
  mp_ptr scratch;
};

static int
bits_of (mp_limb_t e)
{
  return 64 - __builtin_clzll (e);
}

/* The most limbs beyond n of any value that is reduced; at least one, which the last step needs. */
static mp_size_t
longest_excess (mp_size_t n, mp_size_t bn, mp_limb_t e)
{
  if (bn > n)
    return n;
  mp_size_t most = 1, xn = bn;
  for (int bit = bits_of (e) - 2; bit >= 0; bit--)
    for (mp_size_t more = xn, times = 1 + (e >> bit & 1); times > 0; times--, more = bn)
      {
        xn += more;
        if (xn > n)
          {
            most = xn - n > most ? xn - n : most;
            xn = n;
          }
      }
  return most;
}

/* Reduces cp[0..cn-1], cn <= n + t, to a residue if it has more than n limbs; returns its number of
   limbs. */
static mp_size_t
reduce (const struct modulus *m, mp_ptr cp, mp_size_t cn)
{
  if (cn <= m->n)
    return cn - (cn > 1 && cp[cn - 1] == 0);
  const mp_size_t t = cn - m->n;
  comba_pbr (m->k, cp, cp, cn, t, m->pp, m->n, m->np + m->t - t, m->scratch);
  return m->n;
}

int
comba_powm_barrett_suits (mp_limb_t e)
{
  return __builtin_popcountll (e) <= 4;
}

/* A base, nu, two products; and their scratch. */
static size_t
itch (mp_size_t n)
{
  size_t product = 3 * (size_t) n + comba_product_itch (n, n), fold = comba_mod_fold_itch (n);
  size_t nu = comba_mod_nu_itch (n, n), most = product > fold ? product : fold;
  return 6 * (size_t) n + 1 + (nu > most ? nu : most);
}

/* Each call asks the transforms of all configurations for several sizes, and programs mostly raise
   modulo the same size again.  So the last n and its scratch are cached, 32 bits each. */
size_t
comba_powm_barrett_itch (mp_size_t n)
{
  static _Atomic uint64_t last;
  const uint64_t known = atomic_load_explicit (&last, memory_order_relaxed);
  if (likely (known >> 32 == (uint64_t) n))
    return (size_t) (known & 0xffffffff);
  const size_t limbs = itch (n);
  if ((uint64_t) limbs >> 32 == 0)
    atomic_store_explicit (&last, (uint64_t) n << 32 | limbs, memory_order_relaxed);
  return limbs;
}

void
comba_powm_barrett (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_limb_t e,
               mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  ASSERT (n >= 2 && bn >= 1 && e != 0 && pp[n - 1] != 0);
  const mp_ptr base = scratch, np = base + n;
  mp_ptr x = np + n + 1, t = x + 2 * n;
  const struct modulus m = {
    .k = k, .pp = pp, .n = n, .np = np, .t = longest_excess (n, bn, e), .scratch = t + 2 * n
  };
  comba_mod_nu (k, np, m.t, pp, n, m.scratch);

  if (bn > n)
    {
      comba_mod_fold (k, base, bp, bn, pp, n, np, m.scratch);
      bp = base;
      bn = n;
    }
  mp_srcptr from = bp;
  mp_size_t xn = bn;
  for (int bit = bits_of (e) - 2; bit >= 0; bit--)
    {
      comba_product_sqr (k, t, from, xn, m.scratch);
      xn = reduce (&m, t, 2 * xn);
      from = t, t = x, x = (mp_ptr) from;
      if ((e >> bit & 1) != 0)
        {
          comba_product (k, t, from, xn, bp, bn, m.scratch);
          xn = reduce (&m, t, xn + bn);
          from = t, t = x, x = (mp_ptr) from;
        }
    }
  if (xn == n)
    {
      comba_mod_finish (t, 0, from, pp, n, np + m.t - 1);
      memcpy (rp, t, BYTES (n));        /* which may be P */
    }
  else
    {
      memmove (rp, from, BYTES (xn));
      memset (rp + xn, 0, BYTES (n - xn));
    }
}
