/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Limbs as signed digits of 48 bits in doubles, four of three limbs, and columns of products of such digits. */

#ifndef COMBA_AVX2_DIGITS48_H
#define COMBA_AVX2_DIGITS48_H

#include "copies.h"

enum { DIGIT_BITS = 48, VECTOR_LIMBS = 3 };

/* So many digits n limbs are, and so many vectors of them. */
#define DIGITS(n) ((64 * (n) + DIGIT_BITS - 1) / DIGIT_BITS)
#define VECTORS(n) (((n) + VECTOR_LIMBS - 1) / VECTOR_LIMBS)

/* The digits of n limbs, at least 7, and up to three zeros: -2^47..2^47, and the uppermost of whole vectors 0..2^48. */
void comba_put_digits_avx2 (double *d, mp_srcptr ap, mp_size_t n);

/* Four copies of them, and four zeros. */
void comba_put_copies_avx2 (double *d, mp_srcptr bp, mp_size_t n);

/* rp[0..n-1] are the columns, of 48 bits each: low[k] + high[k], from 0 to 2^64 - 1; both are written over. */
void comba_put_columns_avx2 (mp_ptr rp, mp_size_t n, int64_t *low, int64_t *high);

#endif
