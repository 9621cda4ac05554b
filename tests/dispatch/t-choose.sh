# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The first product chooses the CPU configuration: first for sizes with kernels of their own, then for all.  A set that fails its
# self-test then serves nobody.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/dispatch/choose
failed='^comba: CPU configuration wrong fails its self-test on this machine; falling back to the next one; please report this$'

chosen ()       # NAME WHAT LINES [MODE]: what serves in the end, and the number of messages
{
  got=$("$program" ${4-} 2> "$scratch/messages" || echo "exit code $?")
  check "$1: what serves" equal "$got" "$2"
  check "$1: $3 lines" lines "$scratch/messages" "$3"
}

chosen "without a product" "none" 0 idle
chosen "products of few limbs" "wrong built-in" 0 few

chosen "a wrong set" "portable built-in" 1
check "a wrong set: the line names it" contains "$scratch/messages" "$failed"

COMBA_CPU=wrong chosen "a wrong set that was asked for, few limbs" "wrong COMBA_CPU" 0 few
COMBA_CPU=wrong chosen "a wrong set that was asked for" "portable built-in" 1
check "a wrong set that was asked for: the line names it" contains "$scratch/messages" "$failed"

COMBA_CPU=portable chosen "another set is asked for" "portable COMBA_CPU" 0
COMBA_CPU=unsuited chosen "a set for other CPUs is asked for" "unsuited COMBA_CPU" 0

COMBA_VERBOSE=1 COMBA_REPORT="$scratch/report" chosen "a report" "portable built-in" 1
check "a report: the set is chosen at load" contains "$scratch/report" '^comba: load .* config=portable '

# By every set that runs here, where a thread has 16 KB of stack.
"$top_builddir/comba-info" > "$scratch/info"
for set in $(sed -n '/^CPU configurations/,/^$/p' "$scratch/info" | awk '/ selected$| can be used / { print $1 }'); do
  for function in mul_n sqr mul; do
    got=$(COMBA_CPU=$set "$top_builddir/tests/dispatch/first-call" $function 2>&1 || echo "exit code $?")
    check "$set, $function: the first call, on a small stack" equal "$got" "$set"
  done
done

finish
