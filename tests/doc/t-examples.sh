# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The examples of the manual compile without warnings, and do what the manual says.

. "$top_srcdir/tests/tap.sh"

. "$top_builddir/tests/link/compiler"   # $CC, $CFLAGS, $CPPFLAGS, $LDFLAGS and the real libgmp

examples=$top_srcdir/doc/examples

# built NAME: doc/examples/NAME.c becomes $scratch/NAME, linked with libcomba.
built ()
{
  $CC $CPPFLAGS -I"$top_srcdir/mpn" $CFLAGS -Wall -Wextra -Werror -c "$examples/$1.c" -o "$scratch/$1.o" &&
    "$top_builddir/libtool" --quiet --tag=CC --mode=link $CC $CFLAGS $LDFLAGS -no-install "$scratch/$1.o" \
      "$top_builddir/libcomba.la" -lgmp -o "$scratch/$1"
}

# prints NAME TEXT: example NAME prints a line TEXT, and nothing else on stdout.
prints ()
{
  check "$1: compiles" built "$1"
  [ -x "$scratch/$1" ] || return
  "$scratch/$1" > "$scratch/out" 2> "$scratch/err"
  check "$1: exit code" equal "$?" 0
  check "$1: output" equal "$(cat "$scratch/out")" "$2"
}

if [ -n "$GMP_SHARED$GMP_STATIC" ]; then
  prints product "a^1000, both ways"
  prints context 394096398630623591019780768200
  prints paillier "1200 + 34 = 1234"
  prints inner "the same sum, both ways"
  prints partial "both agree with GMP"
  prints threads "the same"
  prints fermat "probably prime"
  prints powers "the same as mpz_powm"
  prints divisor "the same as mpn_tdiv_qr"
  check "which: compiles" built which
  if [ -x "$scratch/which" ]; then
    "$scratch/which" > "$scratch/out" 2> "$scratch/err"
    check "which: exit code" equal "$?" 0
    check "which: names the configuration" contains "$scratch/out" '^libcomba [0-9.]+, CPU configuration [a-z0-9_]+$'
    check "which: names the threads and their source" contains "$scratch/out" '^threads 1, from built-in$'
    check "which: counts the call" contains "$scratch/out" '^calls of mpn_mul_n: 1$'
  fi
else
  skip "the examples in C" "there is no libgmp for this compiler"
fi

# served NAME TEXT COMMAND...: prints TEXT without and with libcomba, and calls arrive.
served ()
{
  name=$1 text=$2
  shift 2
  check "$name: without comba" equal "$("$@" 2>&1)" "$text"
  rm -f "$scratch/report"
  check "$name: with comba" equal "$(LD_PRELOAD=$library COMBA_REPORT=$scratch/report "$@" 2>&1)" "$text"
  check "$name: calls arrive" [ "$(total "$scratch/report")" -gt 0 ]
}

if ! LD_PRELOAD=$library env true 2> "$scratch/err" || [ -s "$scratch/err" ] || [ ! -f "$library" ]; then
  skip "the examples of other languages" "libcomba cannot be preloaded into programs of this system"
else
  if /usr/bin/python3 -c 'import gmpy2' 2> /dev/null; then
    served digits.py 1512852 /usr/bin/python3 "$examples/digits.py"
  else
    skip digits.py "gmpy2 is not installed"
  fi
  library="$library libgmp.so.10"
  if php -m 2> /dev/null | grep -qx gmp; then
    served power.php "$(php "$examples/power.php")" php "$examples/power.php"
  else
    skip power.php "php or its gmp extension is not installed"
  fi
fi

finish
