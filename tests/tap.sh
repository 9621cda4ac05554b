# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# For tests that are shell scripts: TAP output, and a scratch folder.

set -u
unset COMBA_CPU COMBA_FAT COMBA_VERBOSE COMBA_REPORT COMBA_MEMORY_MAX COMBA_NUM_THREADS COMBA_THREADS LD_PRELOAD
export LC_ALL=C COMBA_TUNING=off

checks=0
library=$top_builddir/.libs/libcomba.so.0
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

# check NAME COMMAND...: one result, the command's exit code.  If it fails, its output becomes a
# diagnostic.
check ()
{
  checks=$((checks + 1))
  checked=$1
  shift
  if "$@" > "$scratch/check.out" 2>&1; then
    echo "ok $checks - $checked"
  else
    echo "# exit code $? of: $*"
    awk '{ print "#   " $0 }' "$scratch/check.out"     # ends the last line, too
    echo "not ok $checks - $checked"
  fi
}

skip ()
{
  checks=$((checks + 1))
  echo "ok $checks - $1 # SKIP $2"
}

finish ()
{
  echo "1..$checks"
}

# Conditions for check.
equal ()        # ACTUAL EXPECTED
{
  [ "$1" = "$2" ] || { printf 'got:      %s\nexpected: %s\n' "$1" "$2"; return 1; }
}

empty ()        # FILE
{
  [ ! -s "$1" ] || { cat "$1"; return 1; }
}

contains ()     # FILE PATTERN
{
  grep -qE -e "$2" "$1" || { echo "no line matches $2 in:"; cat "$1"; return 1; }
}

lines ()        # FILE NUMBER
{
  equal "$(wc -l < "$1" | tr -d ' ')" "$2" || { cat "$1"; return 1; }
}

# The calls that a report counts, for one entry or all: total FILE [ENTRY]
total ()
{
  sed -n "s/^comba: calls entry=${2:-[a-z0-9_]*} total=\([0-9]*\).*/\1/p" "$1" | awk '{ n += $1 } END { print n + 0 }'
}

called ()       # FILE ENTRY
{
  [ "$(total "$1" "$2")" -gt 0 ] || { echo "no call of $2 in:"; cat "$1"; return 1; }
}
