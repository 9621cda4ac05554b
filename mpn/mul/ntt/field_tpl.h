/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Arithmetic modulo an NTT prime p, on vectors of LANES residues: the interface between the
   templates in this folder and the field files, which supply an instruction set.
   mul/ntt/arith_tpl.h implements it on words (for mul/ntt/ntt_portable.c,
   kernels/x86_64/avx512ifma/ntt52_tpl.h and kernels/x86_32/ntt28_tpl.h);
   kernels/x86_64/avx2fma/doubles_tpl.h implements it on doubles.

   Lazy values.  Words count modulo 2^WORD.  p lies between 2^WORD / 32 and 2^WORD / 16, so a word
   has room for every value in [0, 16p), and any congruent word represents a residue.  Values are
   reduced only where a bound would reach 16p.  Every function states its bounds as multiples of p.
   On doubles a range of k p stands for an absolute value of at most (3/8) k p,
   and canonical for one of at most p / 2 (kernels/x86_64/avx2fma/doubles_tpl.h).

   A field file provides:

     load, store, set1              set1 fills all lanes with one word of memory
     reverse (x)                    the lanes in opposite order
     add (x, y), sub (x, y)
     struct modulus, modulus_of (prime)
                                    p and its multiples p2, p4, p8 in vectors
     difference (x, y, offset)      x - y + offset; OFFSET is a multiple of p that keeps
                                    this from becoming negative
     multiply_root (x, r, m, bias)  x r mod p, in [-bias p, (2 - bias) p), for any word x
     reduce (x, m, bias)            x mod p, in [-bias p, (2 - bias) p), for any word x
     canonical (x, m)               x mod p, in [0, p), for x < 2p
     quotient_of (w, prime, m)      floor (w 2^WORD / p) for canonical w
     root_of (w, prime)             the struct root of an integer w < p
     known_root (r, prime)          the same for an entry of the constants file
     opposite (w, m), opposite_quotient (q), opposite_root (r, prime)
                                    -w, its quotient, and both, for entries of the table of roots
     scale_of (prime, doublings, thirds)
                                    the factor for products at the leaves
     struct halves                  a coefficient, low + 2^(bits / 2) high
     half_shift (bits, prime)       the root 2^(bits / 2)
     residue_of (h, shift, m)       the residue of a coefficient, in [0, 2p)
     begin_arithmetic (), end_arithmetic (before)
                                    set and restore the control registers around a thread's work
     stream, end_of_stream          store past the caches; a fence after the last one
     BITS_MAX, BITS_STEP            a coefficient has a multiple of BITS_STEP bits, at most BITS_MAX
     HALF_NODES                     1: lengths are half a node apart (mul/ntt/top_tpl.h); 0: a node
     TOGETHER_WORDS                 transforms of at most this many words cut operands into
                                    coefficients once for all primes; 0: never
     STREAMED_WORDS                 transforms of at most this many words go to other threads
                                    by stream (mul/ntt/multiply_tpl.h); 0: never
     EXPANDED_WORDS                 prepared operands of at most this many words have expanded
                                    leaves (mul/ntt/transposed_tpl.h); 0: never
     ONE_COLUMN                     1: passes of stride 1 are compiled separately
                                    (mul/ntt/passes_tpl.h)
     FORWARD_BY_2                   1: prefer forward passes of two levels in the cache
                                    (mul/ntt/tree_tpl.h)

   and, for mul/ntt/arith_tpl.h, these operations on words:

     WORD                           bits of a word, which is stored in 64 bits; bits above
                                    WORD are ignored
     LANES, vec                     a vector of words; aligned to its size in memory
     mullo (c, x, y)                c + x y
     mulhi (c, x, y)                c + floor (x y / 2^WORD), where x and y are words
     clean (x)                      x without the bits above WORD
     min (x, y)                     of clean words
     step (x, c, s)                 s in the lanes where x >= c, else 0; clean words

   together with reduce, and the primes of its constants file.

   The product by a constant w < p with q = floor (w 2^WORD / p) is Shoup's: x w - floor (x q /
   2^WORD) p lies in [0, 2p) for every word x, since w 2^WORD / p - 1 < q makes the quotient at
   most 1 + x / 2^WORD too small.  A quotient that starts from BIAS instead of 0 moves the result
   by -BIAS p at no cost, which keeps differences from becoming negative. */

#ifndef COMBA_MUL_NTT_FIELD_TPL_H
#define COMBA_MUL_NTT_FIELD_TPL_H

#include "limb.h"
#include "parallel/hand_over.h"


/* Stands before a loop with a constant count, so that its arrays become registers. */
#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#else
#define UNROLL _Pragma ("GCC unroll 16")
#endif

/* Prefetch distance, in words, for data that another thread wrote. */
enum { FAR_AHEAD = 64 };

/* The primes FIRST to END - 1. */
struct primes_of
{
  int first, end;
};

/* A constant w < p and its quotient, floor (w 2^WORD / p); on doubles, w and w / p as bits. */
struct root
{
  uint64_t w, q;
};

enum { ORDER_MAX = 40 };

struct prime
{
  uint64_t p;
  uint64_t reciprocal;          /* floor (2^(2 WORD - 5) / p), a full word */
  uint64_t montgomery;          /* 1 / p modulo 2^WORD */
  uint64_t cofactor_inverse;    /* 1 / cofactor modulo p */
  uint64_t offset;              /* 2^(PRODUCT_BITS - 1) / cofactor modulo p */
  uint64_t cofactor[5];         /* product of the other primes, in radix-2^DIGIT digits */
  struct root third[2];         /* w and w^2, where w^3 = 1 */

  /* Entries 0 to 7 and entries 2^s of the table in mul/ntt/roots_tpl.h. */
  struct root first[8], at[ORDER_MAX - 1];
};

#endif
