# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba.h in C and C++, alone and with its inline functions in use.  By itself it needs no library.

. "$top_srcdir/tests/tap.sh"

. "$top_builddir/tests/link/compiler"   # $CC, $CFLAGS, $CPPFLAGS

echo '#include <comba.h>' > "$scratch/alone.c"

# compiles FILE COMMAND...: without a warning.
compiles ()
{
  file=$1
  shift
  "$@" $CPPFLAGS -I"$top_srcdir/mpn" -Wall -Wextra -Wshadow -Werror -c "$file" -o "$scratch/object.o"
}

for std in gnu89 gnu99 gnu11; do
  check "C, $std" compiles "$scratch/alone.c" $CC $CFLAGS -O0 -std=$std
done
nm "$scratch/object.o" | grep ' U ' > "$scratch/undefined"
check "needs no function that it is not asked for, without optimisation" empty "$scratch/undefined"

cxx=${CXX:-g++}
if $cxx --version > /dev/null 2>&1; then
  for std in gnu++98 gnu++17; do
    check "C++, $std" compiles "$scratch/alone.c" $cxx -x c++ -std=$std
    check "C++, $std: the functions for mpz_t" compiles "$top_srcdir/doc/examples/paillier.c" $cxx -x c++ -std=$std
  done
else
  skip "C++" "$cxx is not there"
fi

finish
