# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A configuration for an imagined CPU: comba-tune --config writes its file, a copy of the list names
# it, and a copy of this build's library uses it. tests/doc/t-adding-a-cpu.sh tests the example of
# doc/adding-a-cpu.md.

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/config/rebuild.sh"

tune=$top_builddir/comba-tune
copy=$scratch/mpn/config
file=$copy/imagined.c
mkdir -p "$copy"

refuses ()      # NAME PATTERN ARGUMENT...
{
  refused=$1
  pattern=$2
  shift 2
  "$tune" "$@" > "$scratch/out" 2> "$scratch/err"
  check "$refused: exit code 2" equal "$?" 2
  check "$refused: a complaint" contains "$scratch/err" "$pattern"
  check "$refused: nothing on stdout" empty "$scratch/out"
}
refuses "a name that is taken" '^comba-tune: --config portable: ' --config portable
refuses "not a name" '^comba-tune: --config \.\./x: ' --config ../x
refuses "a configuration and the system's file" '^comba-tune: --config imagined: ' --config imagined --system

# As the first in the list it is selected on this CPU.
add_to_list ()
{
  sed 's|^#include "dispatch/config.h"$|&\n#define CONFIG imagined\n#include "config/step.h"|' \
    "$top_srcdir/mpn/config/list.h" > "$copy/list.h"
}

check "the file is written" "$tune" --config imagined --seconds 2 --output "$file"
"$tune" --help > "$scratch/help"
check "the help says what it measures" contains "$scratch/help" 'the choices between two kernels or methods'
parent=$(sed -n 's|^#include "config/\(.*\)\.c"$|\1|p' "$file")
check "it inherits from a configuration that is there" test -f "$top_srcdir/mpn/config/$parent.c"
check "it says its name" contains "$file" '^\.name = "imagined",$'
check "it states differences alone" test "$(grep -c '^\.' "$file")" -lt 60

add_to_list
check "it compiles, without a warning" compile_configs
check "a library of it" replace_configs
for program in dispatch/show-config config/t-kernels entry/t-mul; do
  check "$program is linked with it" link_with_configs "$program"
done
check "COMBA_CPU selects it" equal "$(COMBA_CPU=imagined "$scratch/show-config" 2>&1)" imagined
if grep -q '^\.suits' "$file"; then
  check "it is selected on this CPU" equal "$("$scratch/show-config" 2>&1)" imagined
  sed 's/\.family = [0-9]*/.family = 1/' "$file" > "$scratch/other" && cp "$scratch/other" "$file"
  check "a copy for another CPU compiles" compile_configs
  check "a copy for another CPU: the library" replace_configs
  check "a copy for another CPU is linked" link_with_configs dispatch/show-config
  check "a copy for another CPU is not selected here" test "$("$scratch/show-config" 2>&1)" != imagined
  check "COMBA_CPU selects a copy for another CPU" \
    equal "$(COMBA_CPU=imagined "$scratch/show-config" 2>&1)" imagined
fi
check "its kernels are right" passes t-kernels
check "products are right" passes t-mul
check "products were by it" contains "$scratch/t-mul.out" '^ok .*imagined is in use$'

sed 's/^\.name/.no_such_member/' "$file" > "$scratch/broken" && cp "$scratch/broken" "$file"
if compile_configs 2> /dev/null; then broken=compiles; else broken=refused; fi
check "a broken file is refused by the compiler" equal "$broken" refused

finish
