# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-run: the program runs with libcomba preloaded; exit codes as a shell's.

. "$top_srcdir/tests/tap.sh"

run=$top_builddir/comba-run

"$run" > "$scratch/out" 2> "$scratch/err"
check "without a program: exit code 2" equal "$?" 2
check "without a program: usage on stderr" contains "$scratch/err" '^usage: comba-run .* PROGRAM'
check "without a program: nothing on stdout" empty "$scratch/out"
"$run" -- 2> /dev/null
check "-- without a program: exit code 2" equal "$?" 2
"$run" --nosuch true 2> "$scratch/err"
check "an unknown option: exit code 2" equal "$?" 2

"$run" "$scratch/nosuch" 2> "$scratch/err"
check "no such program: exit code 127" equal "$?" 127
check "no such program: its error" contains "$scratch/err" 'nosuch: No such file or directory'
"$run" comba-no-such-program 2> "$scratch/err"
check "no such program along PATH: exit code 127" equal "$?" 127
"$run" "$scratch" 2> "$scratch/err"
check "a program that cannot be executed: exit code 126, as a shell gives" equal "$?" 126

"$run" sh -c 'exit 7'
check "the program's exit code" equal "$?" 7
check "the program's arguments and output" equal "$("$run" printf '%s|%s\n' 'a b' '-c')" 'a b|-c'
check "after --" equal "$("$run" -- echo -n x)" x
check "libcomba stands first in LD_PRELOAD" equal "$("$run" sh -c 'echo "$LD_PRELOAD"')" "$library"
check "--libgmp: libgmp behind it" equal "$("$run" --libgmp sh -c 'echo "$LD_PRELOAD"')" "$library:libgmp.so.10"
check "--libgmp: before what was there" equal \
  "$(LD_PRELOAD=$library "$run" --libgmp -- sh -c 'echo "$LD_PRELOAD"')" "$library:libgmp.so.10:$library"
"$run" --libgmp 2> /dev/null
check "--libgmp without a program: exit code 2" equal "$?" 2

"$run" --help > "$scratch/out" 2> "$scratch/err"
check "--help: exit code 0" equal "$?" 0
check "--help: usage on stdout" contains "$scratch/out" '^usage: comba-run'
check "--version" equal "$("$run" --version)" "comba-run $(sed -n 's/^#define COMBA_VERSION "\(.*\)"/\1/p' "$top_srcdir/mpn/comba.h")"

if [ -w /dev/full ]; then
  for tool in comba-run comba-bench comba-tune; do
    for option in --help --version; do
      "$top_builddir/$tool" $option > /dev/full 2> "$scratch/err"
      check "$tool $option, full output: exit code 1" equal "$?" 1
      check "$tool $option, full output: says so" contains "$scratch/err" "^$tool: standard output: No space left"
    done
  done
else
  skip "full output" "there is no /dev/full"
fi

finish
