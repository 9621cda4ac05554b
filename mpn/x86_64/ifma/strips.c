/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The strips (strips.h), a function for each shape and width. */

#include "x86_64/ifma/strips.h"

#define WIDTHS(X, shape) \
  X (shape, 1) X (shape, 2) X (shape, 3) X (shape, 4) X (shape, 5) \
  X (shape, 6) X (shape, 7) X (shape, 8) X (shape, 9) X (shape, 10)
#define STRIPS(X) \
  WIDTHS (X, LOWER) WIDTHS (X, UPPER) WIDTHS (X, LOWER_SQR) WIDTHS (X, UPPER_SQR) WIDTHS (X, MIDDLE)

#define DEFINE(shape, W)                                                                \
  static void                                                                           \
  strip_##shape##_##W (__m512i *columns, const uint64_t *x, int s, const uint64_t *y,   \
                       int t, int k, __mmask8 add)                                      \
  {                                                                                     \
    strip (shape, W, 52, 0, columns, x, s, y, t, k, add);                                      \
  }
STRIPS (DEFINE)

strip_fn *const comba_strips_ifma[SHAPES][STRIP_MAX + 1] = {
#define ROW(shape, W) [shape][W] = strip_##shape##_##W,
  STRIPS (ROW)
};
