#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# There is no multiplication in the object code of the kernel set nomul and of what a product
# passes through with it (tests/nomul/multiplications).

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

if ! "${OBJDUMP:-objdump}" --version > /dev/null 2>&1; then
  skip "no multiplications" "no objdump"
elif [ ! -d "$objects/nomul/.libs" ]; then
  skip "no multiplications" "no shared library in this build"
else
  check "multiplications are found" some_in "$objects/generic/.libs/mul_comba.o"
  check "none in the kernels" none_in "$objects"/nomul/.libs/*.o
  check "none in the entry" none_in "$objects"/entry/.libs/*.o
  check "none in Toom-22 and pieces" none_in "$objects"/toom/.libs/toom2*.o \
    "$objects/toom/.libs/sqr.o" "$objects/toom/.libs/mul_pieces.o"
  check "none in additions" none_in "$objects"/generic/.libs/add_1_var.o \
    "$objects/generic/.libs/add_in_var.o" "$objects/generic/.libs/cmp_var.o" \
    "$(find "$objects" -path '*.libs/add_n.o')"
fi
finish
