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
  check "a GMP program: which entries its libgmp can reach" contains "$scratch/out" 'calls that comba can replace: mul_n sqr mul powm'
  check "a GMP program: calls" contains "$scratch/out" '^    sqr total=[1-9]'

  "$info" -- "$top_builddir/tests/tools/deep-program" > "$scratch/out" 2> "$scratch/err"
  check "GMP opened with RTLD_DEEPBIND: its own exit code" equal "$?" 3
  check "GMP opened with RTLD_DEEPBIND: no call arrives, and what to do" contains "$scratch/out" 'RTLD_DEEPBIND: try --libgmp'
  check "no call arrives: another libgmp may be first" contains "$scratch/out" 'another libgmp is found before comba'
  if [ -e "$library" ]; then
    "$info" -- env LD_PRELOAD="libgmp.so.10:$library" "$gmp_program" > "$scratch/out" 2> "$scratch/err"
    check "another libgmp first: its own exit code" equal "$?" 3
    check "another libgmp first: claims no more than that calls can be replaced" \
      contains "$scratch/out" '^ +calls that comba can replace: mul_n'
    check "another libgmp first: no call arrives, and why" \
      contains "$scratch/out" 'another libgmp is found before comba, because of LD_PRELOAD'
  else
    skip "another libgmp first" "there is no shared libcomba"
  fi
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
  check "comba-info $wrong: says what is wrong" contains "$scratch/err" '^comba-info: '
done
"$info" --foo > "$scratch/out" 2> "$scratch/err"
check "an unknown option is named" contains "$scratch/err" '^comba-info: unknown option --foo$'
"$info" ls > "$scratch/out" 2> "$scratch/err"
check "a program without --: says what is needed" contains "$scratch/err" '^comba-info: "--" is needed before ls$'

"$info" --schedule 100 17 2 > "$scratch/out" 2> "$scratch/err"
check "a schedule in too many parts: exit code 2" equal "$?" 2
check "a schedule in too many parts: why multipartite is missing" \
  contains "$scratch/err" '^comba-info: no schedule of multipartite 1: K is 2 to 16, not 17$'
check "a schedule in too many parts: the others are there" contains "$scratch/out" '^bipartite, 100 limbs'
"$info" --schedule 100 16 2 > "$scratch/out" 2> "$scratch/err"
check "a schedule in 16 parts: exit code 0" equal "$?" 0
check "a schedule in 16 parts: nothing on stderr" empty "$scratch/err"
"$info" --schedule 3 4 2 > "$scratch/out" 2> "$scratch/err"
check "a schedule of fewer limbs than parts: says so" contains "$scratch/err" '4 parts need at least as many limbs, not 3$'
"$info" --schedule 100 3 65 > "$scratch/out" 2> "$scratch/err"
check "a schedule for 65 threads: says so" contains "$scratch/err" 'T is at most 64, not 65$'
for wrong in "" "100" "100 3" "100 3 2 1" "100 3 x" "0 3 2"; do
  "$info" --schedule $wrong > "$scratch/out" 2> "$scratch/err"
  check "--schedule $wrong: exit code 2" equal "$?" 2
  check "--schedule $wrong: says what it needs" contains "$scratch/err" '^comba-info: --schedule needs '
done

"$info" --help > "$scratch/help"
check "--help lists exit code 1" contains "$scratch/help" '1 if standard output cannot be written'
if [ -w /dev/full ]; then
  for arguments in "" "--help" "--version" "--schedule 100 3 2" "-- true"; do
    "$info" $arguments > /dev/full 2> "$scratch/err"
    check "comba-info $arguments, full output: exit code 1" equal "$?" 1
    check "comba-info $arguments, full output: says so" contains "$scratch/err" '^comba-info: standard output: No space left'
  done
else
  skip "full output" "there is no /dev/full"
fi

finish
