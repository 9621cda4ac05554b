# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
# Decimal string of 2,000,000!; the factorial itself is not timed.
# Result: the 11,733,475 digits.
import sys
import time

import gmpy2

n = gmpy2.fac(2_000_000)
start = time.perf_counter()
digits = n.digits(10)
print("seconds", time.perf_counter() - start, file=sys.stderr)

print(digits)
