/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counts the operations of the portable kernels.  A file that includes this before the loops of
   mpn/kernels compiles the same loops with a counter at each operation. */

#ifndef PAPERS_COUNTED_H
#define PAPERS_COUNTED_H

#include "dispatch/config.h"
#include "words.h"

/* The operations that papers 001 and 000 count: products of two words, additions of a
   word to an accumulator (or of one word in three, classical Comba), shifts by a bit. */
struct operations
{
  unsigned long long mul, add, shift;
};

extern struct operations operations;

#define WORD_MUL(x, y) (operations.mul++, (comba_acc) (x) * (y))
#define ACC_ADD(r, x) (operations.add++, (r) += (x))
#define ACC_ADD_2(r, x) (operations.add += 2, (r) += (x))
#define ACC_DOUBLE(r) (operations.shift++, (r) *= 2)

/* Products of numbers of n words; Modified Comba also as CPU configurations, for the paths of
   several threads. */
words_fn counted_comba32, counted_mc32;
extern const struct comba_config counted_mc32_kernels;
#if GMP_LIMB_BITS == 64
words_fn counted_comba64, counted_mc64;
extern const struct comba_config counted_mc64_kernels;
#endif

#endif
