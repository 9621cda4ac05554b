#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
"""Prints the constants of chunks of digits, and the reciprocals of small powers of ten.

    constants.py chunks > mpn/radix/chunks_table.h
    constants.py tens > mpn/radix/tens_table.h

The meanings are in mpn/radix/chunks.h.  tests/radix/t-chunks.c checks every entry.
"""
import sys
import textwrap
from decimal import Decimal, getcontext

getcontext().prec = 60
TENS = 40                       # COMBA_TENS
LICENCE = "/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */"


def log2(x):
    return Decimal(x).ln() / Decimal(2).ln()


def row(base, width, fraction):
    beta = 1 << width
    digits = 1
    while 5 * base ** (digits + 1) <= 3 * beta:
        digits += 1
    big = base ** digits
    shift = width - big.bit_length()
    inverse = beta * beta // (big << shift) - beta + 1
    if big & (big - 1) == 0:    # the least limb in place of beta + 1
        inverse, bits = beta - 1, (big.bit_length() - 1) << fraction
    else:
        bits = int(log2(big) * (1 << fraction))
    per_bit = int(Decimal(beta) / log2(big)) + 1
    return "{ %#x, %#x, %#x, %#x, %d, %d }" % (big, inverse, per_bit, bits, digits, shift)


def chunks():
    print(LICENCE + "\n\n/* Written by mpn/radix/constants.py chunks.  Meanings: mpn/radix/chunks.h. */\n")
    for width, fraction in ((64, 40), (32, 30)):
        print("#if GMP_LIMB_BITS == %d" % width)
        for base in range(2, 257):
            print(row(base, width, fraction) + ",")
        print("#endif")


def tens():
    beta = 1 << 64
    where, limbs, at = [], [], 0
    for chunks in range(1, TENS + 1):
        power = 10 ** (19 * chunks)
        places = ((8 * power * power - 1).bit_length() + 63) // 64
        reciprocal = beta ** places // power + 1
        n = (reciprocal.bit_length() + 63) // 64
        where.append("{~%d,~%d,~%d~}" % (at, n, places))
        limbs += ["%#x" % (reciprocal >> 64 * i & (beta - 1)) for i in range(n)]
        at += n
    print(LICENCE + "\n\n/* Written by mpn/radix/constants.py tens.  Meanings: mpn/radix/chunks.h. */\n")
    for name, kind, values in (("comba_tens", "struct comba_ten", where), ("comba_tens_limbs", "mp_limb_t", limbs)):
        print("const %s %s[%d] = {" % (kind, name, len(values)))
        text = textwrap.fill(", ".join(values), 100, initial_indent="  ", subsequent_indent="  ")
        print(text.replace("~", " "))
        print("};\n" if name == "comba_tens" else "};")


{"chunks": chunks, "tens": tens}[sys.argv[1]]()
