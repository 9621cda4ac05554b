# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-info: the selected configuration, and which calls of a program reach comba.

. "$top_srcdir/tests/tap.sh"

info=$top_builddir/comba-info

"$info" > "$scratch/out" 2> "$scratch/err"
check "exit code 0" equal "$?" 0
check "nothing on stderr" empty "$scratch/err"
check "names the version" contains "$scratch/out" "^libcomba [0-9.]+$"
check "shows a threshold with its source" contains "$scratch/out" '^  mul_toom22 +-?[0-9]+ +built-in$'
COMBA_CPU=portable "$info" > "$scratch/out"
check "shows where the CPU configuration comes from" contains "$scratch/out" '^  config +portable +COMBA_CPU$'

gmp_program=$top_builddir/tests/tools/gmp-program
if [ -x "$gmp_program" ]; then
  "$info" -- "$gmp_program" > "$scratch/out" 2> "$scratch/err"
  check "a GMP program: its own exit code" equal "$?" 3
  check "a GMP program: its own output comes through" contains "$scratch/out" '^digits 12041$'
  check "a GMP program: which libgmp" contains "$scratch/out" 'libgmp  .*/libgmp\.so\.'
  check "a GMP program: which entries its libgmp can reach" contains "$scratch/out" 'calls reach comba for: mul_n sqr mul powm'
  check "a GMP program: calls" contains "$scratch/out" '^    sqr total=[1-9]'

  "$info" -- "$top_builddir/tests/tools/deep-program" > "$scratch/out" 2> "$scratch/err"
  check "GMP opened with RTLD_DEEPBIND: its own exit code" equal "$?" 3
  check "GMP opened with RTLD_DEEPBIND: no call arrives, and what to do" contains "$scratch/out" 'RTLD_DEEPBIND: try --libgmp'
  "$info" --libgmp -- "$top_builddir/tests/tools/deep-program" > "$scratch/out" 2> "$scratch/err"
  check "--libgmp: its own exit code" equal "$?" 3
  check "--libgmp: calls" contains "$scratch/out" '^    sqr total=[1-9]'
  check "--libgmp: nothing on stderr" empty "$scratch/err"
else
  skip "a GMP program" "configured without libgmp"
fi

"$info" -- true > "$scratch/out"
check "a program without GMP: exit code 0" equal "$?" 0
check "a program without GMP: says so" contains "$scratch/out" 'does not use a shared libgmp'
"$info" -- sh -c 'kill -9 $$' > "$scratch/out" 2>&1
check "a program that is killed: 128 + the signal" equal "$?" 137
check "a program that is killed: no process reported" contains "$scratch/out" 'No process reported'
"$info" -- "$scratch/nosuch" > "$scratch/out" 2> "$scratch/err"
check "no such program: exit code 127" equal "$?" 127
check "no such program: its error" contains "$scratch/err" 'No such file'

TMPDIR=$scratch/nosuch "$info" -- true > "$scratch/out" 2> "$scratch/err"
check "no folder for its report: exit code 126" equal "$?" 126
check "no folder for its report: says which" contains "$scratch/err" "$scratch/nosuch/comba-info-.*No such file"

for wrong in "--nosuch" "--" "true" "--libgmp" "--libgmp --" "--libgmp true"; do
  "$info" $wrong > "$scratch/out" 2> "$scratch/err"
  check "comba-info $wrong: exit code 2" equal "$?" 2
  check "comba-info $wrong: usage on stderr" contains "$scratch/err" '^usage: comba-info'
done

finish
