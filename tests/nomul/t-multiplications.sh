#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# There is no multiplication in the object code of the kernel set nomul and of what a product
# passes through with it (tests/nomul/multiplications).  mpn_mul_n and mpn_sqr have one, of single
# limbs, for sets with kernels for fixed sizes; t-nomul looks that nomul does not get there.

. "$top_srcdir/tests/tap.sh"

objects=$top_builddir/mpn

none_in ()      # OBJECT...: of the shared library
{
  "$top_srcdir/tests/nomul/multiplications" "${OBJDUMP:-objdump}" "$@"
}

some_in ()
{
  ! none_in "$@" > "$scratch/found" && contains "$scratch/found" mul
}

of_single_limbs ()      # OBJECT: one, or one for each half
{
  none_in "$1" > "$scratch/found" || [ "$(wc -l < "$scratch/found")" -le 2 ]
}

if ! "${OBJDUMP:-objdump}" --version > /dev/null 2>&1; then
  skip "no multiplications" "no objdump"
elif [ ! -d "$objects/nomul/.libs" ]; then
  skip "no multiplications" "no shared library in this build"
else
  check "multiplications are found" some_in "$objects/generic/.libs/mul_comba.o"
  check "none in the kernels" none_in "$objects"/nomul/.libs/*.o
  check "none in the entry" none_in "$objects"/entry/.libs/mul.o "$objects"/entry/.libs/powm.o
  check "mpn_mul_n: of single limbs alone" of_single_limbs "$objects/entry/.libs/mul_n.o"
  check "mpn_sqr: of single limbs alone" of_single_limbs "$objects/entry/.libs/sqr.o"
  check "none in Toom-22 and pieces" none_in "$objects"/toom/.libs/toom2*.o \
    "$objects/toom/.libs/sqr.o" "$objects/toom/.libs/mul_pieces.o"
  check "none in additions" none_in "$objects"/generic/.libs/add_1_var.o \
    "$objects/generic/.libs/add_in_var.o" "$objects/generic/.libs/cmp_var.o" \
    "$(find "$objects" -path '*.libs/add_n.o')"
fi
finish
