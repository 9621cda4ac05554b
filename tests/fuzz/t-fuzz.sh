# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The differential fuzzer (tests/fuzz/mpn.c) for a short time, from a seed that is printed; and every
# fault that it can plant, which it must find.
#
#   COMBA_TEST_SEED=N     repeats a run
#   FUZZ_SECONDS=N        runs for so long (default 15)

. "$top_srcdir/tests/tap.sh"

fuzz=$top_builddir/tests/fuzz/mpn
seed=${COMBA_TEST_SEED:-$(date +%s)$$}
echo "# COMBA_TEST_SEED=$seed repeats this run"

# What is exported is fuzzed, but for functions without operands.
sed 's/^__gmpn_/mpn_/' "$top_builddir/mpn/exported.sym" | sort > "$scratch/exported"
grep -oE '\b(comba|mpn|__gmpn)_[a-z0-9_]+' "$top_srcdir/tests/fuzz/mpn.c" | sed 's/^__gmpn_/mpn_/' | sort -u > "$scratch/named"
grep -vxE 'mpn_cpuvec_init|mpn_sec_(invert|powm)_itch|comba_(version|cpu_config|calls|count_calls|status_text|list_.*|[gs]et_.*|mod_(size|algorithm|parts|threads|schedule|init))' \
  "$scratch/exported" | grep -vxFf "$scratch/named" > "$scratch/left"
check "every exported function with operands is fuzzed" empty "$scratch/left"

run ()          # ARGUMENT...: in the scratch folder, where the fuzzer leaves an input that it stops at
{
  (cd "$scratch" && "$fuzz" "$@")
}
succeeds ()
{
  run "$@" > "$scratch/out" 2>&1 || { tail -n 8 "$scratch/out"; return 1; }
}
check "inputs that found a fault" succeeds --hex "$top_srcdir/tests/fuzz/inputs"
check "any inputs, ${FUZZ_SECONDS:-15} seconds" succeeds --seconds "${FUZZ_SECONDS:-15}" --seed "$seed"
sed -n '/limb products/s/^/# /p' "$scratch/out"
check "each function was called" sh -c "! grep -qE '^  .* 0\$' '$scratch/out' && grep -qE '^  mpn_mul ' '$scratch/out'"

# A fault may also end in a crash or in a loop.
finds ()        # FAULT MESSAGE
{
  run --plant "$1" --inputs 60000 --seed "$seed" > "$scratch/out" 2>&1
  equal "$?" 1 && contains "$scratch/out" "$2" && test -s "$scratch/fuzz-crash"
}
if grep -qx __gmpn_add_n "$top_builddir/mpn/exported.sym"; then
  check "planted: a lost carry" finds carry '^fuzz: '
  check "planted: a limb written beyond the result" finds write '^fuzz: '
  check "planted: the last limb is left out" finds tail '^fuzz: .*number of bits: '
  check "planted: an operand is changed" finds source '^fuzz: '
fi
if grep -qw avx /proc/cpuinfo && grep -qx __gmpn_add_n "$top_builddir/mpn/exported.sym"; then
  check "planted: no vzeroupper" finds upper '^fuzz: .*upper half of vector register'
else
  skip "planted: no vzeroupper" "there are no such registers"
fi
check "planted: a wrong limb of a product" finds limb '^fuzz: '
check "planted: scratch is a limb short" finds scratch 'outside its scratch'

# The input that stopped it stops it again, and without the fault it does not.
check "the input is kept: it repeats the fault" sh -c "cd '$scratch' && ! '$fuzz' --plant scratch fuzz-crash 2> again && grep -q 'outside its scratch' again"
check "and passes without" succeeds fuzz-crash

finish
