# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# For tests that build with other configurations: a copy of this build's library with another
# mpn/config/list.o.  Sourced after tests/tap.sh; the changed files of mpn/config/ are in
# $scratch/mpn/config.

. "$top_builddir/tests/link/compiler"

# CC and the flags are lists of words.
compile_configs ()
{
  $CC -DHAVE_CONFIG_H $CPPFLAGS -D_GNU_SOURCE -I"$scratch/mpn" -I"$top_srcdir/mpn" -I"$top_builddir" $CFLAGS \
    -std=gnu11 -Wall -Wextra -Wno-missing-field-initializers -Werror -fPIC -fvisibility=hidden \
    -c -o "$scratch/list.o" "$top_srcdir/mpn/config/list.c"
}

replace_configs ()
{
  cp "$top_builddir/.libs/libcomba_all.a" "$scratch" && ${AR-ar} r "$scratch/libcomba_all.a" "$scratch/list.o"
}

# PROGRAM, of tests/, becomes $scratch/PROGRAM without its folder.  OBJECT is its object, by default this build's.
link_with_configs ()    # PROGRAM [OBJECT]
{
  $CC $CFLAGS $LDFLAGS -o "$scratch/${1##*/}" "${2-$top_builddir/tests/$1.o}" "$top_builddir/tests/libtests.a" \
    "$scratch/libcomba_all.a" ${LIBS-} -pthread
}

passes ()       # PROGRAM, a test
{
  COMBA_TEST_MAX=${COMBA_TEST_MAX-40} "$scratch/$1" > "$scratch/$1.out" 2>&1 || { tail -5 "$scratch/$1.out"; return 1; }
  grep '^not ok' "$scratch/$1.out"
  contains "$scratch/$1.out" '^1\.\.' && ! grep -q '^not ok' "$scratch/$1.out"
}
