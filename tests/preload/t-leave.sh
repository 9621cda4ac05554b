# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Signal handlers that leave products and powers, or multiply themselves, in a program that is not
# linked with GMP and has several: no call hangs, results stay right, and memory does not grow.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/preload/leave-products
libgmp=$(ldd "$top_builddir/tests/tools/gmp-program" 2> /dev/null | awk '$1 ~ /^libgmp\.so/ { print $3 }')
if ! [ -x "$program" ] || [ -z "$libgmp" ]; then
  skip "handlers that leave products" "there is no shared libgmp"
  finish
  exit 0
fi
cp "$libgmp" "$scratch/one.so"
cp "$libgmp" "$scratch/two.so"

# tried NAME COMBA_NUM_THREADS HOW THREADS SIGNALS: whether any product is left depends on HOW.
tried ()
{
  LD_PRELOAD=$library COMBA_NUM_THREADS=$2 COMBA_REPORT=$scratch/report \
    "$program" "$3" "$4" "$5" "$scratch/one.so" "$scratch/two.so" > "$scratch/out" 2> "$scratch/err"
  check "$1: exit code" equal "$?" 0
  check "$1: nothing on stderr" empty "$scratch/err"
  check "$1: results are right" contains "$scratch/out" ' wrong 0 '
  if [ "$3" = multiply ]; then
    check "$1: no product is left" contains "$scratch/out" '^left 0 '
  else
    check "$1: products are left" contains "$scratch/out" '^left [1-9][0-9]'
  fi
  check "$1: memory" [ "$(awk '{ print $6 }' "$scratch/out")" -le 16 ]
}

tried "one thread leaves" 1 leave 1 20000
tried "the handler multiplies, then leaves" 1 both 1 4000
tried "two threads leave" 1 leave 2 10000
tried "products on two threads, the handler multiplies" 2 multiply 1 1000
tried "two threads share the workers, handlers multiply" 2 multiply 2 1000
check "calls arrive" called "$scratch/report" mul

finish
