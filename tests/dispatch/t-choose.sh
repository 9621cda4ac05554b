# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The first product selects the CPU configuration: first for sizes with kernels of their own, then
# for all.  A configuration that fails its self-test is not used.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/dispatch/choose
failed='^comba: CPU configuration wrong fails its self-test on this machine; falling back to the next one; please report this$'

chosen ()       # NAME WHAT LINES [MODE]: the configuration in the end, and the number of messages
{
  got=$("$program" ${4-} 2> "$scratch/messages" || echo "exit code $?")
  check "$1: the configuration" equal "$got" "$2"
  check "$1: $3 lines" lines "$scratch/messages" "$3"
}

chosen "without a product" "none" 0 idle
chosen "products of few limbs" "wrong built-in" 0 few

chosen "a wrong configuration" "portable built-in" 1
check "a wrong configuration: the line names it" contains "$scratch/messages" "$failed"

if [ "$("$program" some 2> /dev/null)" = "no transforms" ]; then
  skip "wrong transforms" "portable has none for limbs of 32 bits"
else
  chosen "wrong transforms, too few limbs for them" "wrong built-in" 0 some
  chosen "wrong transforms" "portable built-in" 1 many
  check "wrong transforms: the line names the configuration" contains "$scratch/messages" "$failed"
fi

COMBA_CPU=wrong chosen "a wrong configuration in COMBA_CPU, few limbs" "wrong COMBA_CPU" 0 few
COMBA_CPU=wrong chosen "a wrong configuration in COMBA_CPU" "portable built-in" 1
check "a wrong configuration in COMBA_CPU: the line names it" contains "$scratch/messages" "$failed"

COMBA_CPU=portable chosen "another configuration in COMBA_CPU" "portable COMBA_CPU" 0
COMBA_CPU=unsuited chosen "a configuration for other CPUs in COMBA_CPU" "unsuited COMBA_CPU" 0

COMBA_VERBOSE=1 COMBA_REPORT="$scratch/report" chosen "a report" "portable built-in" 1
check "a report: the configuration is selected at load" contains "$scratch/report" '^comba: load .* config=portable '

# With every configuration that runs here, in a thread with 16 KB of stack.
"$top_builddir/comba-info" > "$scratch/info"
for name in $(sed -n '/^CPU configurations/,/^$/p' "$scratch/info" | awk '/ selected | can be used / { print $1 }'); do
  for function in mul_n sqr mul; do
    got=$(COMBA_CPU=$name "$top_builddir/tests/dispatch/first-call" $function 2>&1 || echo "exit code $?")
    check "$name, $function: the first call, on a small stack" equal "$got" "$name"
  done
done

finish
