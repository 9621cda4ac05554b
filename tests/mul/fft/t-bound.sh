# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The error of every complex transform is proven to be below 1/2, and the program that evaluates the
# bound refuses what is not proven.

. "$top_srcdir/tests/tap.sh"

transforms=$top_srcdir/mpn/kernels/x86_64/avx2fma/fft_doubles.c
bound=$top_srcdir/tests/mul/fft/bound.py

# refuses FILE [OPTION...]
refuses ()
{
  ! python3 "$bound" "$@" > "$scratch/out" 2>&1 && grep -q 'which is not below 1/2' "$scratch/out"
}

check "bound: every length" python3 "$bound" "$transforms"
check "bound: 17 bits a digit are refused" refuses "$transforms" --bits 17
sed 's/X (2, 1, 5)/& X (1, 3, 5)/' "$transforms" > "$scratch/longer.c"
check "bound: a longer length is refused" refuses "$scratch/longer.c"
sed 's/#define PLUS_LONGEST .*/#define PLUS_LONGEST 10240/' "$transforms" > "$scratch/longer-plus.c"
check "bound: a longer length modulo beta^m + 1 is refused" refuses "$scratch/longer-plus.c"
echo '#define LENGTHS(X) Y' > "$scratch/none.c"
check "bound: a file without lengths is refused" test "$(python3 "$bound" "$scratch/none.c" 2>&1; echo $?)" != 0
finish
