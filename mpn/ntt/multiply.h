/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A product: the transforms modulo each prime, then the coefficients by the
   Chinese remainder theorem.  Included by a field file. */

#include "generic/generic.h"
#include <string.h>

/* Scratch: for each prime the coefficients of a, which become the product's; those
   of b, for each prime if they are needed again; the roots and their inverses; the
   limbs in which two pieces overlap. */
struct areas
{
  size_t words;                 /* of a transform */
  size_t x, y, roots, overlap, all;
};

static struct areas
areas_of (const struct shape *s, mp_size_t an, mp_size_t bn)
{
  struct areas r;
  int again = s->piece < an;
  r.words = ((size_t) s->L << s->levels) * LANES;
  r.x = 0;
  r.y = PRIMES * r.words;
  r.roots = r.y + (again ? PRIMES : 1) * r.words;
  r.overlap = r.roots + ((size_t) 16 << s->levels);
  r.all = r.overlap + (again ? (size_t) bn : 0) + LANES;        /* for alignment */
  return r;
}

static struct ring
ring_of (const struct shape *s, uint64_t *roots, const struct prime *prime)
{
  /* The products at the leaves come out divided by 2^WORD, and the levels of the
     inverse multiply by 8 2^levels. */
  unsigned __int128 scale = (unsigned __int128) prime->cofactor_inverse << (WORD - 3 - s->levels);
  size_t n = (size_t) 4 << s->levels;
  struct ring ring = {
    .prime = prime,
    .roots = { roots, roots + n }, .inverses = { roots + 2 * n, roots + 3 * n },
    .scale = root_of ((uint64_t) (scale % prime->p), prime),
  };
  make_roots (&ring.roots, n, prime);
  make_inverses (&ring.inverses, &ring.roots, n, prime);
  return ring;
}

/* x = the third level of the polynomial whose coefficients a has. */
static void
forward_limbs (uint64_t *x, const struct shape *s, mp_srcptr ap, mp_size_t an,
               const struct ring *ring)
{
  struct cutter c = cutter_of (ap, an, s->bits, ring->prime);
  forward_top (s->L, x, s->levels, &c, vectors_of (coefficients_of (an, s->bits)), &ring->roots,
               ring->prime);
}

/* x = the coefficients of the product modulo the prime, divided by the cofactor. */
static void
multiply_back (uint64_t *x, uint64_t *y, int y_is_leaves, const struct shape *s,
               const struct ring *ring)
{
  for (size_t j = 0; j < (size_t) s->L; j++)
    {
      size_t at = (j << s->levels) * LANES;
      multiply_node (x + at, y + at, y_is_leaves, s->levels, j, ring);
    }
  inverse_top (s->L, x, s->levels, &ring->inverses, ring->prime);
}

/* In one piece. */
static void
multiply_whole (mp_ptr rp, const struct shape *s, const struct areas *r, mp_srcptr ap,
                mp_size_t an, mp_srcptr bp, mp_size_t bn, uint64_t *scratch)
{
  int square = ap == bp && an == bn;
  for (int i = 0; i < PRIMES; i++)
    {
      struct ring ring = ring_of (s, scratch + r->roots, &primes[i]);
      uint64_t *x = scratch + r->x + i * r->words, *y = square ? x : scratch + r->y;
      forward_limbs (x, s, ap, an, &ring);
      if (!square)
        forward_limbs (y, s, bp, bn, &ring);
      multiply_back (x, y, 0, s, &ring);
    }
  recombine (rp, an + bn, scratch + r->x, r->words, s->bits);
}

/* In pieces of a.  Their products overlap by bn limbs: those of the one before are
   set aside, and added. */
static void
multiply_pieces (mp_ptr rp, const struct shape *s, const struct areas *r, mp_srcptr ap,
                 mp_size_t an, mp_srcptr bp, mp_size_t bn, uint64_t *scratch)
{
  mp_ptr overlap = scratch + r->overlap;
  for (mp_size_t done = 0, n = s->piece; done < an; done += n)
    {
      if (n > an - done)
        n = an - done;
      for (int i = 0; i < PRIMES; i++)
        {
          struct ring ring = ring_of (s, scratch + r->roots, &primes[i]);
          uint64_t *x = scratch + r->x + i * r->words, *y = scratch + r->y + i * r->words;
          if (done == 0)
            {
              forward_limbs (y, s, bp, bn, &ring);
              for (size_t j = 0; j < (size_t) s->L; j++)
                forward_node (y + (j << s->levels) * LANES, s->levels, j, &ring);
            }
          forward_limbs (x, s, ap + done, n, &ring);
          multiply_back (x, y, 1, s, &ring);
        }
      if (done > 0)
        memcpy (overlap, rp + done, (size_t) bn * sizeof (mp_limb_t));
      recombine (rp + done, n + bn, scratch + r->x, r->words, s->bits);
      if (done > 0)
        {
          mp_limb_t carry = comba_add_n (rp + done, rp + done, overlap, bn);
          carry = comba_add_1_var (rp + done + bn, n, carry);
          ASSERT (carry == 0);
          (void) carry;
        }
    }
}

static size_t
itch (mp_size_t an, mp_size_t bn)
{
  struct shape s;
  return shape_of (&s, an, bn) ? areas_of (&s, an, bn).all : 0;
}

static void
multiply_limbs (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  struct shape s;
  shape_of (&s, an, bn);
  struct areas r = areas_of (&s, an, bn);
  scratch = (mp_ptr) (((uintptr_t) scratch + 8 * LANES - 1) & -(uintptr_t) (8 * LANES));
  if (s.piece == an)
    multiply_whole (rp, &s, &r, ap, an, bp, bn, (uint64_t *) scratch);
  else
    multiply_pieces (rp, &s, &r, ap, an, bp, bn, (uint64_t *) scratch);
}
