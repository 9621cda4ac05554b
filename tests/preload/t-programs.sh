# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# libcomba preloaded into programs: the output is the same, and comba prints nothing.

. "$top_srcdir/tests/tap.sh"

preload=$library

# unchanged NAME COMMAND...: the output, errors and exit code with and without libcomba.
unchanged ()
{
  name=$1
  shift
  if ! command -v "$1" > /dev/null; then
    skip "$name" "$1 is not installed"
    return
  fi
  "$@" > "$scratch/plain.out" 2> "$scratch/plain.err"
  plain=$?
  LD_PRELOAD=$preload "$@" > "$scratch/out" 2> "$scratch/err"
  check "$name: exit code" equal "$?" "$plain"
  check "$name: output" cmp "$scratch/out" "$scratch/plain.out"
  check "$name: nothing new on stderr" cmp "$scratch/err" "$scratch/plain.err"
}

# reached NAME COMMAND...: one of its calls arrived.
reached ()
{
  name=$1
  shift
  command -v "$1" > /dev/null || return
  rm -f "$scratch/report"
  LD_PRELOAD=$preload COMBA_REPORT=$scratch/report "$@" > /dev/null 2>&1
  check "$name: calls arrived" [ "$(total "$scratch/report")" -gt 0 ]
}

unchanged "bash" bash -c 'true'
unchanged "a program without GMP" sort "$top_srcdir/mpn/comba.h"
unchanged "a pipeline" sh -c "tr a-z A-Z < '$top_srcdir/mpn/comba.h' | sort -r | head -3"

big='print(sum(pow(3, k) for k in range(2000)) % 10**40)'
unchanged "python3" /usr/bin/python3 -c "$big"
gmpy2='import gmpy2; x = gmpy2.fac(20000); print(x); print(gmpy2.powmod(3, x >> 255000, (x >> 240000) | 1))'
if /usr/bin/python3 -c 'import gmpy2' 2> /dev/null; then
  unchanged "python3 with gmpy2" /usr/bin/python3 -c "$gmpy2"
  reached "python3 with gmpy2" /usr/bin/python3 -c "$gmpy2"
  check "python3 with gmpy2: mpz_powm's calls of powm arrived" called "$scratch/report" powm
else
  skip "python3 with gmpy2" "gmpy2 is not installed"
fi

echo 'print(2^60000 % (3^20000+2)); print(sqrtint(7^30001)); \p 3000
print(Pi)' > "$scratch/program.gp"
unchanged "gp" gp -q -f "$scratch/program.gp" < /dev/null
reached "gp" gp -q -f "$scratch/program.gp" < /dev/null

ruby='x = 3**60000; puts (x * 7**40000 >> 150000) % 10**40, 5.pow(2**2000 + 1, 3**1500)'
unchanged "ruby" ruby -e "$ruby"
reached "ruby" ruby -e "$ruby"

# It opens its extension with RTLD_DEEPBIND.
php='$x = gmp_pow (3, 60000); echo gmp_mul ($x, gmp_pow (7, 40000)) % gmp_pow (10, 40), "\n",
  gmp_powm (5, gmp_add (gmp_pow (2, 2000), 1), gmp_pow (3, 1500)), "\n";'
preload="$library libgmp.so.10"
if php -m 2> /dev/null | grep -qx gmp; then
  unchanged "php, with libgmp preloaded" php -r "$php"
  reached "php, with libgmp preloaded" php -r "$php"
else
  skip "php" "php or its gmp extension is not installed"
fi

finish
