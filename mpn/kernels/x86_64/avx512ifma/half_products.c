/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* One function for each shape and width of the strips of
   kernels/x86_64/avx512ifma/half_products.h. */

#include "kernels/x86_64/avx512ifma/half_products.h"

#define WIDTHS(X, shape) \
  X (shape, 1) X (shape, 2) X (shape, 3) X (shape, 4) X (shape, 5) \
  X (shape, 6) X (shape, 7) X (shape, 8) X (shape, 9) X (shape, 10)
#define STRIPS(X) \
  WIDTHS (X, LOWER) WIDTHS (X, UPPER) WIDTHS (X, LOWER_SQR) WIDTHS (X, UPPER_SQR) WIDTHS (X, MIDDLE)

#define DEFINE(kind, width)                                                             \
  static void                                                                           \
  strip_##kind##_##width (__m512i *columns, const uint64_t *x, int s, const uint64_t *y, \
                          int t, int k, __mmask8 add)                                   \
  {                                                                                     \
    const struct strip p = { .shape = kind, .W = width, .digit_bits = 52 };             \
    strip (p, columns, x, s, y, t, k, add);                                             \
  }
STRIPS (DEFINE)

strip_fn *const comba_strips_ifma[SHAPES][STRIP_MAX + 1] = {
#define ROW(shape, W) [shape][W] = strip_##shape##_##W,
  STRIPS (ROW)
};
