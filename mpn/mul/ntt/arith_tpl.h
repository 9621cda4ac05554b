/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The arithmetic of mul/ntt/field_tpl.h, on words.  Included by a field file. */

struct modulus
{
  vec minus_p;                  /* 2^WORD - p */
  vec one;                      /* floor (2^WORD / p) */
  vec p, p2, p4, p8;
};

/* Contracts of the functions that mul/ntt/field_tpl.h lists are there. */
static ALWAYS_INLINE struct modulus
modulus_of (const struct prime *prime)
{
  uint64_t p = prime->p;
  return (struct modulus) {
    .minus_p = clean (set1 (-p)), .one = set1 (prime->first[0].q),
    .p = set1 (p), .p2 = set1 (2 * p), .p4 = set1 (4 * p), .p8 = set1 (8 * p),
  };
}

/* x w - (floor (x q / 2^WORD) + bias) p, in [-bias p, (2 - bias) p), for any word x. */
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

/* Called before and after vector arithmetic: sets the control registers as a field needs them, and
   restores them. */
static ALWAYS_INLINE unsigned
begin_arithmetic (void)
{
  return 0;
}

static ALWAYS_INLINE void
end_arithmetic (unsigned before)
{
  (void) before;
}

/* x - y + offset.  OFFSET is a multiple of p that keeps the result from becoming negative. */
static ALWAYS_INLINE vec
difference (vec x, vec y, vec offset)
{
  return add (sub (x, y), offset);
}

/* x < 2p to [0, p), a clean word. */
static ALWAYS_INLINE vec
canonical (vec x, const struct modulus *m)
{
  x = clean (x);
  return min (x, clean (sub (x, m->p)));
}

/* floor (w 2^WORD / p) for a canonical w.

   With r = 2^(2 WORD - 5) / p and e = floor (16 w floor (r) / 2^WORD), 2e is at most w 2^WORD / p
   and more than 4 below it.  The remainder w 2^WORD - 2 e p is less than 4 p and determines the
   rest of the quotient. */
static ALWAYS_INLINE vec
quotient_of (vec w, const struct prime *prime, const struct modulus *m)
{
  vec w2 = add (w, w), w4 = add (w2, w2), w8 = add (w4, w4);
  vec e = mulhi (set1 (0), add (w8, w8), set1 (prime->reciprocal));
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
  store (q, quotient_of (set1 (w), prime, &m));
  return (struct root) { w, q[0] };
}

/* A root from the constants file. */
static ALWAYS_INLINE struct root
known_root (struct root r, const struct prime *prime)
{
  (void) prime;
  return r;
}

/* p - w, whose quotient is 2^WORD - 1 - q. */
static ALWAYS_INLINE vec
opposite (vec w, const struct modulus *m)
{
  return sub (m->p, w);
}

static ALWAYS_INLINE vec
opposite_quotient (vec q)
{
  return sub (set1 (~(uint64_t) 0 >> (64 - WORD)), clean (q));
}

static ALWAYS_INLINE struct root
opposite_root (struct root r, const struct prime *prime)
{
  return (struct root) { prime->p - r.w, (~(uint64_t) 0 >> (64 - WORD)) - r.q };
}

/* 2^WORD / (cofactor thirds 2^doublings).  The products at the leaves, which are divided by 2^WORD,
   are multiplied by this.  THIRDS is 1 or 3. */
static struct root
scale_of (const struct prime *prime, int doublings, int thirds)
{
  const struct modulus m = modulus_of (prime);
  const struct root power = root_of ((uint64_t) 1 << (WORD - 1 - doublings), prime);
  _Alignas (8 * LANES) uint64_t factor[LANES];
  store (factor, canonical (multiply_root (set1 (2 * prime->cofactor_inverse), power, &m, 0), &m));
  while (factor[0] % thirds != 0)
    factor[0] += prime->p;
  return root_of (factor[0] / thirds, prime);
}

/* A coefficient of BITS bits: low + 2^(bits / 2) high. */
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
