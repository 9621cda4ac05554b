/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The arithmetic that field.h explains.  Included by a field file. */

struct modulus
{
  vec minus_p;                  /* 2^WORD - p */
  vec one;                      /* floor (2^WORD / p) */
  vec p, p2, p4, p8;
};

static ALWAYS_INLINE struct modulus
modulus_of (const struct prime *prime)
{
  uint64_t p = prime->p;
  return (struct modulus) {
    .minus_p = clean (set1 (-p)), .one = set1 (prime->first[0].q),
    .p = set1 (p), .p2 = set1 (2 * p), .p4 = set1 (4 * p), .p8 = set1 (8 * p),
  };
}

/* x w - (floor (x q / 2^WORD) + bias) p, in [-bias p, (2 - bias) p); any word x. */
static ALWAYS_INLINE vec
multiply (vec x, uint64_t w, uint64_t q, const struct modulus *m, int bias)
{
  vec quotient = mulhi (set1 ((uint64_t) (int64_t) bias), x, set1 (q));
  return mullo (mullo (set1 (0), x, set1 (w)), quotient, m->minus_p);
}

static ALWAYS_INLINE vec
multiply_root (vec x, struct root r, const struct modulus *m, int bias)
{
  return multiply (x, r.w, r.q, m, bias);
}

/* x < 2p to [0, p), clean. */
static ALWAYS_INLINE vec
canonical (vec x, const struct modulus *m)
{
  x = clean (x);
  return min (x, clean (sub (x, m->p)));
}

/* floor (w 2^WORD / p) of a canonical w.

   With r = 2^(2 WORD - 5) / p and e = floor (16 w floor (r) / 2^WORD), 2e is at
   most w 2^WORD / p and more than 4 below it; what remains, w 2^WORD - 2 e p, is
   less than 4 p and tells the rest. */
static ALWAYS_INLINE vec
quotient_of (vec w, vec reciprocal, const struct modulus *m)
{
  vec w2 = add (w, w), w4 = add (w2, w2), w8 = add (w4, w4);
  vec e = mulhi (set1 (0), add (w8, w8), reciprocal);
  vec q = add (e, e);
  vec rest = clean (mullo (set1 (0), q, m->minus_p));
  vec rest1 = min (rest, clean (sub (rest, m->p2)));
  q = add (q, step (rest, m->p2, set1 (2)));
  return add (q, step (rest1, m->p, set1 (1)));
}

/* w < p. */
static struct root
root_of (uint64_t w, const struct prime *prime)
{
  _Alignas (8 * LANES) uint64_t q[LANES];
  const struct modulus m = modulus_of (prime);
  store (q, quotient_of (set1 (w), set1 (prime->reciprocal), &m));
  return (struct root) { w, q[0] };
}

/* Coefficients of BITS bits, low + 2^(bits / 2) high. */
struct halves
{
  vec low, high;
};

/* 2^(bits / 2), which is below 2p. */
static struct root
half_shift (int bits, const struct prime *prime)
{
  const uint64_t w = (uint64_t) 1 << bits / 2;
  return root_of (w < prime->p ? w : w - prime->p, prime);
}
