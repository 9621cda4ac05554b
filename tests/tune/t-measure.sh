# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# tune/measure refuses a wrong command line; and the real programs' file has the header of the others.
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
