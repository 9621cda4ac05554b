#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The object code of the CPU configuration no_multiplier, and of the functions that its products
# use, has no multiplication (tests/kernels/shiftadd/multiplications).  The exported functions have
# some, of one limb and, on x86-64, of two, for configurations with kernels for fixed sizes, which
# no_multiplier lacks.

. "$top_srcdir/tests/tap.sh"

objects=$top_builddir/mpn

none_in ()      # OBJECT...: of the shared library
{
  "$top_srcdir/tests/kernels/shiftadd/multiplications" "${OBJDUMP:-objdump}" "$@"
}

some_in ()
{
  ! none_in "$@" > "$scratch/found" && contains "$scratch/found" mul
}

few_ones_in ()       # MOST OBJECT
{
  none_in "$2" > "$scratch/found" || [ "$(wc -l < "$scratch/found")" -le "$1" ]
}

if ! "${OBJDUMP:-objdump}" --version > /dev/null 2>&1; then
  skip "no multiplications" "no objdump"
elif [ ! -d "$objects/kernels/shiftadd/.libs" ]; then
  skip "no multiplications" "no shared library in this build"
else
  check "multiplications are found" some_in "$objects/kernels/portable/.libs/mul_comba.o"
  check "none in the kernels" none_in "$objects"/kernels/shiftadd/.libs/*.o
  check "mpn_powm: none" none_in "$objects/entry/.libs/mpn_powm.o"
  # Two limbs, inline on x86-64: four.  One limb: one, or one for each half.
  two=0
  case $("${OBJDUMP:-objdump}" -f "$objects/entry/.libs/mpn_mul.o") in *elf64-x86-64*) two=4 ;; esac
  check "mpn_mul: of two limbs alone" few_ones_in $two "$objects/entry/.libs/mpn_mul.o"
  check "mpn_mul_n: of one and two limbs alone" few_ones_in $((two + 2)) "$objects/entry/.libs/mpn_mul_n.o"
  check "mpn_sqr: of one and two limbs alone" few_ones_in $((two + 2)) "$objects/entry/.libs/mpn_sqr.o"
  check "none in Toom-22 and squares" none_in "$objects"/mul/toom/.libs/toom22.o "$objects/mul/.libs/sqr.o"
  # mul.o has the rules of other configurations, which multiply sizes. run-bare, where a
  # multiplication traps, checks that this configuration executes none of them, not even for pieces.
  check "none in additions" none_in "$objects"/arith/.libs/add_1_var.o \
    "$objects/arith/.libs/add_in_var.o" "$objects/arith/.libs/cmp_var.o" \
    "$(find "$objects" -path '*.libs/add_n.o')"
fi
finish
