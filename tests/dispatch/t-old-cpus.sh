# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# CPUs that lack features of some CPU configurations, emulated by QEMU: no code for other CPUs may
# run there, and results are right.

. "$top_srcdir/tests/tap.sh"

emulator=$(command -v qemu-x86_64)
[ "$(uname -m)" = x86_64 ] || emulator=

emulated ()     # CPU COMMAND...
{
  cpu=$1
  shift
  timeout 300 "$emulator" -cpu "$cpu" -E LD_LIBRARY_PATH="$top_builddir/.libs" "$@"
}

passes ()       # CPU TEST LIMBS [CONFIG]
{
  program=$top_builddir/tests/$2
  [ -x "${program%/*}/.libs/${program##*/}" ] && program=${program%/*}/.libs/${program##*/}
  (COMBA_TEST_MAX=$3
   export COMBA_TEST_MAX ${4:+COMBA_TEST_CONFIG="$4"}
   emulated "$1" "$program") > "$scratch/out" 2>&1
  status=$?
  grep -v '^ok' "$scratch/out" | tail -n 5
  [ "$status" -eq 0 ] && contains "$scratch/out" '^ok' && ! grep -q '^not ok' "$scratch/out"
}

cat > "$scratch/powers.py" << 'END'
import gmpy2
for limbs in 2, 5, 20, 40, 80, 150, 600:
    m = (1 << 64 * limbs) - (1 << 32 * limbs) - 59
    for e in 3, 65537, (1 << 100) - 3:
        assert gmpy2.powmod (m - 12345, e, m) == pow (m - 12345, e, m), (limbs, e)
        assert gmpy2.powmod (m - 12345, e, m - 1) == pow (m - 12345, e, m - 1), (limbs, e)
    assert gmpy2.mpz (m) * (m - 7) - m * m == -7 * m, limbs
END

uses ()         # CONFIG CPU
{
  [ -x "$top_builddir/tests/dispatch/.libs/show-config" ] && program=$top_builddir/tests/dispatch/.libs/show-config ||
    program=$top_builddir/tests/dispatch/show-config
  equal "$(emulated "$2" "$program" 2> "$scratch/out" | tail -n 1)" "$1"
}

# Haswell has AVX2, FMA and mulx, but no ADX.
for test in config/t-kernels:60 mul/ntt/t-ntt:60; do
  if [ -n "$emulator" ]; then
    check "Haswell: ${test%:*}, CPU configuration haswell" passes Haswell "${test%:*}" "${test#*:}" haswell
  else
    skip "Haswell: ${test%:*}, CPU configuration haswell" "no qemu-x86_64"
  fi
done

for cpu in Nehalem:x86_64 SandyBridge:x86_64 Haswell:haswell Broadwell:zen3; do
  if [ -n "$emulator" ]; then
    check "${cpu%:*}: ${cpu#*:} is used" uses "${cpu#*:}" "${cpu%:*}"
  else
    skip "${cpu%:*}: ${cpu#*:} is used" "no qemu-x86_64"
  fi
done

for cpu in Nehalem Haswell; do
  for limbs in api/t-mod-api:40 residue/t-crt-bipartite:90 entry/t-mul:60; do
    if [ -n "$emulator" ]; then
      check "$cpu: ${limbs%:*}" passes "$cpu" "${limbs%:*}" "${limbs#*:}"
    else
      skip "$cpu: ${limbs%:*}" "no qemu-x86_64"
    fi
  done
done

for cpu in Nehalem SandyBridge Haswell; do
  if [ -n "$emulator" ] && /usr/bin/python3 -c 'import gmpy2' 2> /dev/null; then
    check "$cpu: gmpy2 with libcomba preloaded" \
      emulated "$cpu" -E LD_PRELOAD="$library" /usr/bin/python3 "$scratch/powers.py"
  else
    skip "$cpu: gmpy2 with libcomba preloaded" "no qemu-x86_64, or no gmpy2"
  fi
done
finish
