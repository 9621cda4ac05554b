# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# For the tests of programs that are linked with the installed comba; sourced after tests/tap.sh.

. "$top_builddir/tests/link/compiler"  # $CC, $CFLAGS, $CPPFLAGS, $LDFLAGS and the real libgmp
export PKG_CONFIG_PATH="$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"

# reaches NAME PROGRAM: this tests/tools/gmp-program.c, which names mpz functions only, uses comba.
reaches ()
{
  rm -f "$scratch/report"
  COMBA_REPORT=$scratch/report "$2" > "$scratch/out" 2> "$scratch/err"
  check "$1: runs" equal "$?" 3
  check "$1: the right result" equal "$(cat "$scratch/out")" "digits 12041"
  check "$1: silent" empty "$scratch/err"
  touch "$scratch/report"
  check "$1: comba served it" called "$scratch/report" sqr
  check "$1: comba served its power" called "$scratch/report" powm
}

# Ends the test, with one skip, unless these programs and a shared and a static libgmp are installed.
needs ()        # NAME PROGRAM...
{
  name=$1
  shift
  for program; do
    command -v "$program" > /dev/null || { skip "$name" "$program is not installed"; finish; exit 0; }
  done
  [ -n "$GMP_SHARED" ] && [ -n "$GMP_STATIC" ] && [ -f "$libdir/libcomba_gmp.so" ] && [ -f "$libdir/libcomba_gmp.a" ] ||
    { skip "$name" "it needs comba and GMP, both shared and static"; finish; exit 0; }
}

# project NAME: a copy of the folder tests/link/NAME in $scratch, with its sources.
project ()
{
  cp -R "$top_srcdir/tests/link/$1" "$scratch/project" && chmod -R u+w "$scratch/project" &&
    cp "$top_srcdir/tests/tools/gmp-program.c" "$top_srcdir/tests/link/main.c" "$scratch/project/"
}
