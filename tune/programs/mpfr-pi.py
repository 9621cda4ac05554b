# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
# pi to 1,000,000 digits by MPFR. Result: the digits, without the point.
import sys
import time

import gmpy2

DIGITS = 1_000_000
BITS = 3_321_928 + 64  # DIGITS * log2(10), and a guard limb

start = time.perf_counter()
pi = gmpy2.const_pi(BITS)
print("seconds", time.perf_counter() - start, file=sys.stderr)

print(pi.digits(10, DIGITS)[0])
