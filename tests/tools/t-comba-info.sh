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
  check "a GMP program: which are bound to comba" contains "$scratch/out" '^ +bound to comba: .*sqr'
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
  . "$top_builddir/tests/link/compiler"  # $GMP_SHARED
  cp "$GMP_SHARED" "$scratch/libgmp-1a2b.so.10"
  "$info" -- "$top_builddir/tests/tools/deep-program" "$scratch/libgmp-1a2b.so.10" > "$scratch/out" 2> "$scratch/err"
  check "two libgmp: its own exit code" equal "$?" 3
  check "two libgmp: both are named, with the calls that are bound to comba" equal \
    "$(sed -nE 's/^  libgmp +.*(libgmp.*)/\1/p; s/^ +bound to comba: (mul_n|none).*/\1/p' "$scratch/out" | sed 's/\.so.*//' | sort | tr '\n' ' ')" \
    "libgmp libgmp-1a2b mul_n none "
  check "two libgmp: comba can replace calls of the copy" sh -c \
    "grep -A2 libgmp-1a2b '$scratch/out' | grep -q 'bound to comba: mul_n sqr mul'"
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
check "a program that is killed: no process reported, and why" \
  contains "$scratch/out" '^No process reported: signal 9 ended sh\.$'
"$info" -- env -i true > "$scratch/out" 2>&1
check "a program without its environment: claims no more than it knows" \
  contains "$scratch/out" '^No process reported: none in which libcomba is loaded has ended by exit\.$'
cp "$(command -v env)" "$scratch/setuid"
if chown nobody "$scratch/setuid" 2> /dev/null && chmod u+s "$scratch/setuid" &&
   ! LD_PRELOAD=$library COMBA_REPORT=/dev/stdout "$scratch/setuid" true | grep -q comba; then
  "$info" -- "$scratch/setuid" true > "$scratch/out" 2>&1
  check "a setuid program: says so" contains "$scratch/out" '^No process reported: .*/setuid is setuid or setgid'
else
  skip "a setuid program" "cannot make one"
fi
echo 'int main (void) { return 4; }' > "$scratch/static.c"
if $CC -static "$scratch/static.c" -o "$scratch/static" 2> /dev/null; then
  "$info" -- "$scratch/static" > "$scratch/out" 2>&1
  check "a static program: its own exit code" equal "$?" 4
  check "a static program: says so" contains "$scratch/out" '^No process reported: .*/static is linked statically'
else
  skip "a static program" "there is no static C library"
fi
"$info" -- "$scratch/nosuch" > "$scratch/out" 2> "$scratch/err"
check "no such program: exit code 127" equal "$?" 127
check "no such program: its error" contains "$scratch/err" 'No such file'
check "no such program: nothing else" equal "$(cat "$scratch/out" "$scratch/err" | wc -l)" 1
"$info" -- "$scratch" > "$scratch/out" 2> "$scratch/err"
check "a program that cannot be executed: exit code 126" equal "$?" 126
check "a program that cannot be executed: one line" equal "$(cat "$scratch/out" "$scratch/err" | wc -l)" 1

# interrupted SIGNAL NAME [CODE]: the program gets SIGNAL or Ctrl-C of a terminal, goes on and ends by
# exit.  comba-info ends after it, reports, and leaves no file.
mkdir "$scratch/tmp"
interrupted ()
{
  name=${2:-SIG$1} signal=${3:-$1}
  rm -f "$scratch/ready" "$scratch/got"
  TMPDIR=$scratch/tmp timeout 60 python3 "$top_srcdir/tests/tools/interrupt.py" "$1" "$scratch/ready" \
    "$info" -- sh -c "trap 'echo got >> $scratch/got' $signal; echo > $scratch/ready
      n=0; while [ ! -e $scratch/got -a \$((n += 1)) -lt 300 ]; do sleep 0.1; done; sleep 0.3; exit 5" > "$scratch/out" 2> "$scratch/err"
  check "$name: the program's exit code" equal "$?" 5
  check "$name: the program got it once" equal "$(cat "$scratch/got")" got
  check "$name: the report" contains "$scratch/out" '^process [0-9]+, /'
  check "$name: nothing is left" equal "$(ls "$scratch/tmp")" ""
}
if command -v python3 > /dev/null; then
  for signal in HUP INT QUIT TERM USR1; do
    interrupted "$signal"
  done
  interrupted terminal "Ctrl-C" INT
  rm -f "$scratch/ready"
  TMPDIR=$scratch/tmp timeout 60 python3 "$top_srcdir/tests/tools/interrupt.py" TERM "$scratch/ready" \
    "$info" -- sh -c "echo > $scratch/ready; sleep 60" > "$scratch/out" 2> "$scratch/err"
  check "a program that SIGTERM ends: 128 + the signal" equal "$?" 143
  check "a program that SIGTERM ends: says so" contains "$scratch/out" '^No process reported: signal 15 ended sh\.$'
  check "a program that SIGTERM ends: nothing is left" equal "$(ls "$scratch/tmp")" ""
else
  skip "signals" "no python3"
fi
TMPDIR=$scratch/tmp "$info" -- sh -c 'sleep 0.5 & exit 0' > /dev/null
sleep 1
check "a process that outlives the program leaves no file" equal "$(ls "$scratch/tmp")" ""

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
