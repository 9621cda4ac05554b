#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
"""Prints the constants of a field of mpn/ntt: its primes, their roots of unity,
and what the Chinese remainder theorem needs.

    constants.py 52 4 32 52 > mpn/mul/ntt/primes_48.h
    constants.py 64 3 40 64 > mpn/mul/ntt/portable_primes.h
    constants.py 32 5 20 28 > mpn/kernels/x86_32/primes_28.h

Arguments: bits of a word, number of primes, s such that 3 2^s divides p - 1, bits of a digit
of the products of primes.  The primes are the largest below 2^word / 16.
"""
import sys
import textwrap

word, count, order, digit = (int(x) for x in sys.argv[1:5])
B = 1 << word


def is_prime(n):
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def root(p):
    """Of order 2^order."""
    g = next(g for g in range(2, 100) if pow(g, (p - 1) // 2, p) == p - 1)
    return pow(g, (p - 1) >> order, p)


def cube_root(p):
    """Of 1, and not 1."""
    return next(r for g in range(2, 100) if (r := pow(g, (p - 1) // 3, p)) != 1)


def table(p, r):
    """Entries 0..7, and those at 2^s, of the table of roots.h."""
    at = [pow(r, 1 << (order - 2 - s), p) for s in range(order - 1)]
    first = [1, at[0]]
    for s in (1, 2):
        first += [x * at[s] % p for x in first]
    return first, at


def digits(x, n):
    return "{ " + ", ".join("%#x" % (x >> digit * i & ((1 << digit) - 1)) for i in range(n)) + " }"


def show(name, values, p):
    """As many entries a line as 120 columns hold; textwrap leaves a '~' unbroken."""
    entries = " ".join("{~%#x,~%#x~}," % (v, v * B // p) for v in values)
    lines = textwrap.wrap(entries, 120, initial_indent="      ", subsequent_indent="      ")
    body = " %s " % lines[0].strip().rstrip(",") if len(lines) == 1 else "\n%s\n    " % "\n".join(lines)
    print("    .%s = {%s}," % (name, body.replace("~", " ")))


primes, t = [], B // 16 // (3 << order)
while len(primes) < count:
    p = t * (3 << order) + 1
    if is_prime(p):
        primes.append(p)
    t -= 1
product = 1
for p in primes:
    product *= p
columns = (product.bit_length() + digit - 1) // digit
assert primes[-1] > B // 32

print("""/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Written by mpn/mul/ntt/constants.py %s.  Meanings: mpn/mul/ntt/field_tpl.h. */
""" % " ".join(sys.argv[1:]))
print("enum { WORD = %d, PRIMES = %d, ORDER = %d, PRODUCT_BITS = %d, COLUMNS = %d, DIGIT = %d };\n"
      % (word, count, order, product.bit_length() - 1, columns, digit))
print("static const struct prime primes[PRIMES] = {")
for p in primes:
    rest = product // p
    f, a = table(p, root(p))
    w = cube_root(p)
    print("  {\n    .p = %#x, .reciprocal = %#x, .montgomery = %#x," %
          (p, (B << (word - 5)) // p, pow(p, -1, B)))
    inverse = pow(rest, -1, p)
    print("    .cofactor_inverse = %#x, .offset = %#x,\n    .cofactor = %s," %
          (inverse, inverse * 2 ** (product.bit_length() - 2) % p, digits(rest, columns)))
    show("third", [w, w * w % p], p)
    show("first", f, p)
    show("at", a, p)
    print("  },")
print("};\n")
print("/* -k * (product of the primes), modulo 2^(DIGIT * COLUMNS), digit by digit. */")
print("static const uint64_t minus_products[COLUMNS][8] = {")
rows = [-k * product % (1 << digit * columns) for k in range(8)]
for c in range(columns):
    print("  { %s }," % ", ".join("%#x" % (r >> digit * c & ((1 << digit) - 1)) for r in rows))
print("};")
