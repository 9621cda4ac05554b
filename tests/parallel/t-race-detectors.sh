# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The pool under helgrind and drd, which report nothing but races that are planted in the program.

. "$top_srcdir/tests/tap.sh"

# exits CODE TOOL [RACE]: t-races' exit code under one of them, 99 for a race.
exits ()
{
  expected=$1 tool=$2
  shift 2
  valgrind -q --tool="$tool" --error-exitcode=99 "$top_builddir/tests/parallel/t-races" "$@"
  equal $? "$expected"
}

for tool in helgrind drd; do
  check "$tool: no race" exits 0 "$tool"
  for race in jobs stage posted kept; do
    check "$tool: a planted race is seen: $race" exits 99 "$tool" "$race"
  done
done

finish
