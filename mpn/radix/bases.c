/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The table of bases, computed by the compiler. */

#include "radix/radix.h"

/* The most digits of base B that fit in a limb: one more for each bound that B does not exceed. */
#if GMP_LIMB_BITS == 64
#define DIGITS(b) \
  (7 + ((b) <= 255) + ((b) <= 138) + ((b) <= 84) + ((b) <= 56) + ((b) <= 40) + ((b) <= 30) \
   + ((b) <= 23) + ((b) <= 19) + ((b) <= 15) + ((b) <= 13) + ((b) <= 11) + ((b) <= 10) \
   + ((b) <= 9) + ((b) <= 8) + ((b) <= 7) + 2 * ((b) <= 6) + 3 * ((b) <= 5) \
   + 4 * ((b) <= 4) + 9 * ((b) <= 3) + 23 * ((b) <= 2))
#else
#define DIGITS(b) \
  (3 + ((b) <= 255) + ((b) <= 84) + ((b) <= 40) + ((b) <= 23) + ((b) <= 15) + ((b) <= 11) \
   + ((b) <= 9) + ((b) <= 7) + ((b) <= 6) + ((b) <= 5) + 2 * ((b) <= 4) + 5 * ((b) <= 3) \
   + 11 * ((b) <= 2))
#endif

/* b^n for a constant n. */
#define BIT(b, n, i, power) ((n) >> (i) & 1 ? (power) : (mp_limb_t) 1)
#define SQUARE(x) ((x) * (x))
#define POWER(b, n)                                                                      \
  (BIT (b, n, 0, (mp_limb_t) (b)) * BIT (b, n, 1, SQUARE ((mp_limb_t) (b)))              \
   * BIT (b, n, 2, SQUARE (SQUARE ((mp_limb_t) (b))))                                    \
   * BIT (b, n, 3, SQUARE (SQUARE (SQUARE ((mp_limb_t) (b)))))                           \
   * BIT (b, n, 4, SQUARE (SQUARE (SQUARE (SQUARE ((mp_limb_t) (b))))))                  \
   * BIT (b, n, 5, SQUARE (SQUARE (SQUARE (SQUARE (SQUARE ((mp_limb_t) (b))))))))
#define ROW(b) { .power = POWER (b, DIGITS (b)), .digits = DIGITS (b) }
#define ROWS_4(b) ROW (b), ROW (b + 1), ROW (b + 2), ROW (b + 3)
#define ROWS_16(b) ROWS_4 (b), ROWS_4 (b + 4), ROWS_4 (b + 8), ROWS_4 (b + 12)
#define ROWS_64(b) ROWS_16 (b), ROWS_16 (b + 16), ROWS_16 (b + 32), ROWS_16 (b + 48)

const struct comba_base comba_bases[257] = {
  ROWS_64 (0), ROWS_64 (64), ROWS_64 (128), ROWS_64 (192), ROW (256)
};
