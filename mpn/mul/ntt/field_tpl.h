/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Arithmetic modulo a prime on vectors of LANES residues.  The templates, the other headers here, are over

     load, store, set1 (a word of memory), reverse, add, sub; struct modulus, modulus_of
     difference (x, y, offset)      x - y, and OFFSET where that keeps it from becoming negative
     multiply_root, reduce, canonical, quotient_of, root_of, known_root
     opposite, opposite_quotient, opposite_root     of entries of a table of roots: those of -w
     scale_of                       what the products at the leaves are multiplied by
     struct halves, half_shift, residue_of          of the coefficients of a number
     begin_arithmetic, end_arithmetic               round what a thread computes: control registers
     BITS_MAX, BITS_STEP            a coefficient has a multiple of BITS_STEP bits, and BITS_MAX at most
     HALF_NODES                     1: lengths half a node apart (mul/ntt/top_tpl.h), 0: a node
     TOGETHER_WORDS                 operands of transforms of up to so many words are cut once for all primes; 0: none
     STREAMED_WORDS                 transforms of up to so many words are handed to other threads by stream (mul/ntt/multiply_tpl.h); 0: none
     TURNED_WORDS                   leaves of prepared operands of up to so many words are turned (mul/ntt/transposed_tpl.h); 0: none
     stream, end_of_stream          as store, past the caches; after the last one
     ONE_COLUMN                     1: passes of stride 1 are compiled apart (mul/ntt/passes_tpl.h)
     FORWARD_BY_2                   1: in the cache as many passes forward of two levels as there can be (mul/ntt/tree_tpl.h)

   which kernels/x86_64/avx2fma/doubles_tpl.h gives for doubles, and mul/ntt/arith_tpl.h for words, over the few
   operations that a field file gives then (mul/ntt/ntt_portable.c, kernels/x86_64/avx512ifma/ntt52_tpl.h,
   kernels/x86_32/ntt28_tpl.h):

     WORD               bits of a word; a residue is a word kept in 64 bits, of
                        which those above WORD are ignored
     LANES, vec         a vector of words; aligned to its size in memory
     load, store, set1
     reverse (x)        the lanes in the opposite order
     add, sub           x + y, x - y
     mullo (c, x, y)    c + x y
     mulhi (c, x, y)    c + floor (x y / 2^WORD), where x and y are words
     clean (x)          x without the bits above WORD
     min (x, y)         of clean words
     step (x, c, s)     s in the lanes where x >= c, else 0; clean words

   then, with mul/ntt/arith_tpl.h,

     reduce (x, m, bias)   x - (q + bias) p in [-bias p, (2 - bias) p), any word x

   and the primes of its constants file.

   Words count modulo 2^WORD.  A prime is between 2^WORD / 32 and 2^WORD / 16, so a word
   has room for every value from 0 to 16 p - 1, and a residue may be any of the
   words that are congruent to it.  Nothing is reduced but where a bound would
   reach 16 p; each function says which multiples of p bound what it takes and
   what it gives.

   The product by a constant w < p with q = floor (w 2^WORD / p) is Shoup's:
   x w - floor (x q / 2^WORD) p lies in [0, 2p) for every word x, since
   w 2^WORD / p - 1 < q makes the quotient at most 1 + x / 2^WORD too small.
   A quotient that starts from BIAS instead of 0 moves the result by -BIAS p at no
   cost, which keeps differences from becoming negative. */

#ifndef COMBA_MUL_NTT_FIELD_TPL_H
#define COMBA_MUL_NTT_FIELD_TPL_H

#include "limb.h"
#include "parallel/hand_over.h"


/* Before a loop with a constant count: its arrays become registers. */
#ifdef __clang__
#define UNROLL _Pragma ("clang loop unroll(full)")
#else
#define UNROLL _Pragma ("GCC unroll 16")
#endif

/* Words: what another thread wrote last is asked for so long before it is needed. */
enum { FAR_AHEAD = 64 };

/* Some of the primes. */
struct primes_of
{
  int first, end;
};

/* A constant and its quotient. */
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
  uint64_t cofactor[5];         /* product of the other primes, in digits of DIGIT bits */
  struct root third[2];         /* w and w^2, where w^3 = 1 */

  /* Entries 0 to 7 and entries 2^s of the table in mul/ntt/roots_tpl.h. */
  struct root first[8], at[ORDER_MAX - 1];
};

#endif
