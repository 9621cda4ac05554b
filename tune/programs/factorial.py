# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
# 2,000,000! by GMP's own factorial, three times. Result: the hexadecimal
# digits of all three.
import sys
import time

import gmpy2

start = time.perf_counter()
results = [gmpy2.fac(2_000_000) for _ in range(3)]
print("seconds", time.perf_counter() - start, file=sys.stderr)

for n in results:
    print(n.digits(16))
