# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The first product chooses the kernel set; one that fails its self-test then serves nobody.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/cpu/choose
failed='^comba: kernel set wrong fails its self-test on this machine and is not used$'

chosen ()       # NAME WHAT LINES: what serves in the end, and the number of messages
{
  got=$("$program" 2> "$scratch/messages" || echo "exit code $?")
  check "$1: what serves" equal "$got" "$2"
  check "$1: $3 lines" lines "$scratch/messages" "$3"
}

"$program" idle 2> "$scratch/messages"
check "without a product nothing is chosen" equal $? 0
check "without a product: silent" empty "$scratch/messages"

chosen "a wrong set" "generic built-in" 1
check "a wrong set: the line names it" contains "$scratch/messages" "$failed"

COMBA_CPU=wrong chosen "a wrong set that was asked for" "generic built-in" 1
check "a wrong set that was asked for: the line names it" contains "$scratch/messages" "$failed"

COMBA_CPU=generic chosen "another set is asked for" "generic COMBA_CPU" 0

COMBA_VERBOSE=1 COMBA_REPORT="$scratch/report" chosen "a report" "generic built-in" 1
check "a report: the set is chosen at load" contains "$scratch/report" '^comba: load .* kernels=generic '

finish
