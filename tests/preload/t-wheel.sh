# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A gmpy2 wheel from PyPI brings its own libgmp, loaded with RTLD_LOCAL: its calls reach libcomba,
# and the results are the same.  The virtual environment stays in $COMBA_CACHE for later runs.

. "$top_srcdir/tests/tap.sh"

cache=${COMBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/comba}
venv=$cache/gmpy2-wheel

case $(file -L "$library" 2> /dev/null || readelf -h "$library") in
  *"ELF 64-bit"* | *ELF64*) ;;
  *) skip "a gmpy2 wheel" "this libcomba is not a 64-bit one"; finish; exit 0 ;;
esac

if ! [ -f "$venv/complete" ]; then
  rm -rf "$venv"
  mkdir -p "$cache"
  if ! { /usr/bin/python3 -m venv "$venv" &&
         "$venv/bin/pip" --disable-pip-version-check install -q --only-binary :all: gmpy2 &&
         touch "$venv/complete"; } > "$scratch/install" 2>&1; then
    sed 's/^/# /' "$scratch/install"
    skip "a gmpy2 wheel" "it could not be installed (python3-venv and PyPI are needed)"
    finish
    exit 0
  fi
fi

program='import gmpy2
x = gmpy2.fac(30000)
print(gmpy2.mp_version(), x % (10**9 + 7), gmpy2.powmod(7, x >> 400000, (x >> 390000) | 1), x)'
"$venv/bin/python" -c "$program" > "$scratch/plain"
LD_PRELOAD=$library COMBA_REPORT=$scratch/report "$venv/bin/python" -c "$program" > "$scratch/out" 2> "$scratch/err"

check "the results are the same" cmp "$scratch/out" "$scratch/plain"
check "it says nothing" empty "$scratch/err"
check "the wheel's own libgmp is the one in use" contains "$scratch/report" '^comba: libgmp .*gmpy2.*/libgmp'
for entry in sqr mul powm get_str; do
  check "its calls of $entry arrive" called "$scratch/report" "$entry"
done

# The wheel's libgmp is a fat build: its kernels are calls through a table (tests/fat/t-fat.sh).
# Its own mpn_sec_mul, mpn_sec_sqr and mpn_powm call basecases and redc there.
program='import ctypes, gmpy2
x = gmpy2.fac(400)
print(gmpy2.powmod_sec(7, x, (x >> 2300) | 1), gmpy2.gcdext(x + 1, (x >> 99) + 3), x // 3**500, str(x))
gmp = ctypes.CDLL(next(line.split()[-1] for line in open("/proc/self/maps") if "/libgmp" in line))
limbs = lambda *n: (ctypes.c_ulong * len(n))(*n)
a, r, scratch = limbs(*range(1, 19, 2)), limbs(*[0] * 18), limbs(*[0] * 999)
gmp.__gmpn_sec_mul(r, a, ctypes.c_long(9), a, ctypes.c_long(9), scratch)
product = list(r)
gmp.__gmpn_sec_sqr(r, a, ctypes.c_long(9), scratch)
print(product == list(r), product)
gmp.__gmpn_powm(r, a, ctypes.c_long(9), limbs(99, 5), ctypes.c_long(2), a, ctypes.c_long(8), scratch)
print(list(r))'
"$venv/bin/python" -c "$program" > "$scratch/plain"
rm -f "$scratch/report"
LD_PRELOAD=$library COMBA_REPORT=$scratch/report "$venv/bin/python" -c "$program" > "$scratch/out" 2> "$scratch/err"
check "kernels: the results are the same" cmp "$scratch/out" "$scratch/plain"
if nm -D --defined-only "$library" | grep -q ' __gmpn_cpuvec_init$'; then
  for entry in mul_1 addmul_1 submul_1 mul_basecase sqr_basecase redc; do
    check "its calls of $entry arrive" called "$scratch/report" "$entry"
  done
else
  skip "calls through the table arrive" "comba fills it on x86-64 only"
fi

finish
