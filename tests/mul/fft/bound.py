#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
"""bound.py FFT_DOUBLES_C [--bits BITS]

Evaluates the error bound of doc/algorithms/fft.md for each length of complex transforms in the
table LENGTHS of that file, with digits of BITS bits (default 16), in rational numbers: for products
of two operands that together have as many limbs as the length allows, and for products modulo
beta^m + 1 of operands of m limbs each, up to its PLUS_LONGEST limbs.

Prints a line for each length.  Exit code: 0 all bounds are below 1/2, 1 one is not, 2 usage.
"""

import math
import re
import sys
from fractions import Fraction

U = Fraction(1, 2**53)
ROOT_ERROR = Fraction(1, 2**54) + Fraction(1, 2**58)    # of each part of a root
ROUNDINGS = {3: Fraction(4), 5: Fraction(15, 2)}        # k_3 and k_5


def sqrt(x):
    """An upper bound of the square root, within 2^-100."""
    scale = 2**100
    return Fraction(math.isqrt(int(x * scale * scale)) + 1, scale)


PRODUCT = (1 + 2 * U) * (1 + sqrt(2) * ROOT_ERROR)      # 1 + p


def step(r, inverse):
    """1 + e_r, or 1 + e'_r for the inverse."""
    if r in ROUNDINGS:
        return PRODUCT * (1 + (1 if inverse else sqrt(r)) * ROUNDINGS[r] * U)
    return PRODUCT * (1 + U) ** (2 if r == 4 else 1)


def bound(twos, odd, depth, bits, plus=False):
    """The bound of a coefficient's error, and N.  Operands have N digits each, or 2 N if PLUS."""
    steps = [r for r in (twos, odd) if r > 1] + [4] * (depth + 2)
    points = math.prod(steps)
    forward = math.prod(step(r, False) for r in steps)
    inverse = math.prod(step(r, True) for r in steps)
    norms = 2 ** (2 * bits - 2) * (2 * points if plus else points + 1)
    return norms * (forward**2 * (1 + 2 * U) * (1 + U) ** 2 * inverse - 1) * (1 + U), points


def main(arguments):
    bits = 16
    if len(arguments) == 3 and arguments[1] == "--bits":
        bits = int(arguments[2])
    elif len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as source:
        text = source.read()
    table = re.search(r"#define LENGTHS\(X\)((?:.*\\\n)*.*)\n", text)
    lengths = re.findall(r"X \((\d+), (\d+), (\d+)\)", table.group(1)) if table else []
    longest = re.search(r"#define PLUS_LONGEST (\d+)\n", text)
    if not lengths or not longest:
        print(f"bound.py: no table LENGTHS or no PLUS_LONGEST in {arguments[0]}", file=sys.stderr)
        return 1
    failed = False
    for length in lengths:
        for plus in (False, True):
            error, points = bound(*map(int, length), bits, plus)
            if plus and points // 2 > int(longest.group(1)):
                continue
            proven = error < Fraction(1, 2)
            failed = failed or not proven
            print(f"{points:6} points{', modulo beta^m + 1' if plus else ''}: error below {float(error):.4f}"
                  f"{'' if proven else ', which is not below 1/2'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
