# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
# 2048-bit modular power by mpz_powm, odd modulus, full-length exponent, 250
# times, each result the next base. Result: the last one.
import random
import sys
import time

import gmpy2

BITS = 2048
rng = random.Random(2048)
modulus = gmpy2.mpz(rng.getrandbits(BITS) | 1 << BITS - 1 | 1)
exponent = gmpy2.mpz(rng.getrandbits(BITS) | 1 << BITS - 1)
power = gmpy2.mpz(rng.getrandbits(BITS - 1))

start = time.perf_counter()
for _ in range(250):
    power = gmpy2.powmod(power, exponent, modulus)
print("seconds", time.perf_counter() - start, file=sys.stderr)

print(power)
