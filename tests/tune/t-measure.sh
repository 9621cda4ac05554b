# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# tune/measure refuses a wrong command line; the real programs' file has the header of the others; and
# comba-memory counts what is known: operands, result, and the block of the result.
# How fast anything is, is no subject of a test.

. "$top_srcdir/tests/tap.sh"

refuses ()      # NAME ARGUMENT...
{
  refused=$1
  shift
  "$top_srcdir/tune/measure" "$@" > "$scratch/out" 2> "$scratch/err"
  check "$refused: exit code 2" equal "$?" 2
  check "$refused: usage" contains "$scratch/err" '^usage: measure '
  check "$refused: nothing on stdout" empty "$scratch/out"
}
refuses "measure without a build"
refuses "measure: a build without a library" "$scratch"
refuses "measure: an unknown option" --nosuch "$top_builddir"
refuses "measure: a missing value" --reference

memory=$top_builddir/comba-memory
if [ -x "$memory" ]; then
  "$memory" nosuch libgmp.so.10 > "$scratch/out" 2> "$scratch/err"
  check "comba-memory: an unknown kind: exit code 2" equal "$?" 2
  check "comba-memory: usage" contains "$scratch/err" '^comba-memory: usage: '
  "$memory" memory libgmp.so.10 --sizes 30000 --only sqr --csv "$scratch/csv" > "$scratch/out" 2> "$scratch/err"
  check "memory: exit code" equal "$?" 0
  check "memory: kind" contains "$scratch/csv" '^# kind: memory$'
  check "memory: no unknown" equal "$(grep -c unknown "$scratch/csv")" 0
  row=$(sed -n 's/^sqr,30000,//p' "$scratch/csv")
  check "memory: an operand and its square" awk -F, "BEGIN { \$0 = \"$row\"; exit !(\$1 > 3 && \$2 > 3 && \$1 < 30 && \$2 < 30) }"
  check "memory: the block of the square" awk -F, "BEGIN { \$0 = \"$row\"; exit !(\$5 >= 2 && \$6 >= 2) }"
  "$memory" stack libgmp.so.10 --sizes 64 --only sqr > "$scratch/out" 2> "$scratch/err"
  check "stack: the first call takes more than another" \
    awk -F, 'NR == 2 { exit !($3 > $5 && $4 > $6 && $5 > 0 && $6 > 0) }' "$scratch/out"
  "$memory" threads libgmp.so.10 --sizes 1,10000 --only tdiv_qr > "$scratch/out" 2> "$scratch/err"
  check "threads: a call that fits in 16 KB" contains "$scratch/out" '^tdiv_qr,1,1,1,1,1$'
  check "threads: one that does not" contains "$scratch/out" '^tdiv_qr,10000,0,.,0,.$'
else
  skip "comba-memory" "there is no libgmp"
fi

python=/usr/bin/python3
if ! "$python" -c 'import gmpy2' 2> /dev/null; then
  skip "the file of real programs" "gmpy2 is not installed"
  finish
  exit
fi
"$python" -B "$top_srcdir/tune/programs/run" --lib "$library" --only powmod --runs 1 --csv "$scratch/csv" \
  > "$scratch/out" 2> "$scratch/err"
check "programs: exit code" equal "$?" 0
check "programs: nothing on stderr" empty "$scratch/err"
check "programs: kind" contains "$scratch/csv" '^# kind: programs$'
for key in config cpu compiler reference comba date conditions; do
  check "programs: $key" contains "$scratch/csv" "^# $key: ."
done
check "programs: no unknown" equal "$(grep -c unknown "$scratch/csv")" 0
check "programs: the command, without folders" contains "$scratch/csv" '^# command: run --lib libcomba\.so\.0 .*--csv csv$'
check "programs: validity" contains "$scratch/csv" '^# validity: (valid|NOT VALID), [01] of 1 jobs noisy$'
second='[0-9]+\.[0-9]{3}'
check "programs: the job" contains "$scratch/csv" \
  "^powmod,gmpy2,\"2048-bit powmod, 250 times\",$second,$second,$second,$second,$second,$second,$second\$"

finish
