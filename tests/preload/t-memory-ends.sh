# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A program that squares a number again and again under a limit of memory: with comba it gets at least
# as far as without, takes at most three times as long for the same squares, and then ends with GMP's
# message, as soon.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/preload/square-on
[ -x "$program" ] || { skip "memory ends" "there is no libgmp"; finish; exit; }

# squares NAME: its lines, and then the milliseconds to its end.
squares ()
{
  begin=$(date +%s%3N)
  "$program" "$kbytes" > "$scratch/$1" 2> "$scratch/$1.err"
  code=$?
  echo "end $(($(date +%s%3N) - begin))" >> "$scratch/$1"
  check "$kbytes KB, $1, $threads threads: abort ends it" equal $code 134
  check "$kbytes KB, $1, $threads threads: GMP's message" contains "$scratch/$1.err" \
    '^GNU MP: Cannot allocate memory \(size=[0-9]+\)$'
}

# Both files: limbs, milliseconds.  A tenth of a second more is noise.  Squares that only comba gets
# to, two at most, may take as long as all others.
compared ()
{
  awk 'NR == FNR { alone[$1] = $2; squares += $1 != "end"; next }
    $1 == "end" { if ($2 > 9 * alone[$1] + 100) { print "ended after", $2, "ms, alone after", alone[$1]; bad = 1 }; next }
    { got++ }
    $1 in alone && $2 > 3 * alone[$1] + 100 { print $1, "limbs after", $2, "ms, alone after", alone[$1]; bad = 1 }
    END { if (got < squares) { print got, "squares, alone", squares; bad = 1 }; exit bad }' \
    "$scratch/alone" "$scratch/comba"
}

for threads in 1 2; do
  for kbytes in 4000 12000 30000; do
    squares alone
    export LD_PRELOAD="$library" COMBA_NUM_THREADS=$threads
    squares comba
    unset LD_PRELOAD COMBA_NUM_THREADS
    check "$kbytes KB, $threads threads: as far, and as soon" compared
  done
done

finish
