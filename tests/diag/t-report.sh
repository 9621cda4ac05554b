# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# COMBA_VERBOSE and COMBA_REPORT: silence, the line at load, the report at exit.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/diag/multiply
report=$scratch/report

"$program" > "$scratch/out" 2> "$scratch/err"
check "silent by default, stdout" empty "$scratch/out"
check "silent by default, stderr" empty "$scratch/err"

COMBA_VERBOSE=0 "$program" > "$scratch/out" 2> "$scratch/err"
check "silent with COMBA_VERBOSE=0" empty "$scratch/err"

COMBA_VERBOSE=1 "$program" > "$scratch/out" 2> "$scratch/err"
check "nothing on stdout with COMBA_VERBOSE=1" empty "$scratch/out"
check "one line at load" contains "$scratch/err" '^comba: load pid=[0-9]+ version=[0-9.]+ config=[a-z0-9_]+ tuning=[a-z-]+$'
check "mul_n counted by size" contains "$scratch/err" '^comba: calls entry=mul_n total=3 1:1 2:1 3-4:1$'
check "sqr counted by size" contains "$scratch/err" '^comba: calls entry=sqr total=1 5-8:1$'
check "mul counted by the smaller operand" contains "$scratch/err" '^comba: calls entry=mul total=1 3-4:1$'

COMBA_REPORT=$report "$program" > "$scratch/out" 2> "$scratch/err"
check "COMBA_REPORT: nothing on stderr" empty "$scratch/err"
check "COMBA_REPORT: the counts are in the file" equal "$(total "$report")" 5
COMBA_VERBOSE=1 COMBA_REPORT=$report "$program"
check "COMBA_REPORT: a second process appends" equal "$(total "$report")" 10
COMBA_VERBOSE=0 COMBA_REPORT=$report "$program"
check "COMBA_VERBOSE=0 wins over COMBA_REPORT" equal "$(total "$report")" 10

COMBA_REPORT=$report "$program" fork
check "a forked child reports its own calls only" equal "$(total "$report")" 19

COMBA_REPORT=$report "$program" clearenv
check "COMBA_REPORT counts as it was at load" equal "$(total "$report")" 24

COMBA_REPORT=$(printf '%05000d' 1) "$program" 2> "$scratch/err"
check "a report's name that is too long: it runs" equal "$?" 0
check "a report's name that is too long: says so" contains "$scratch/err" 'too long for a path \(5000 bytes\); writing the report to stderr'
check "a report's name that is too long: on stderr" equal "$(total "$scratch/err")" 5

COMBA_VERBOSE=loud "$program" > "$scratch/out" 2> "$scratch/err"
check "unknown COMBA_VERBOSE: it runs" equal "$?" 0
check "unknown COMBA_VERBOSE: one line" lines "$scratch/err" 1
check "unknown COMBA_VERBOSE: names the allowed values" contains "$scratch/err" 'neither 0 nor 1; using the default'
before=$(total "$report")
COMBA_VERBOSE=2 COMBA_REPORT=$report "$program" > "$scratch/out" 2> "$scratch/err"
check "unknown COMBA_VERBOSE: COMBA_REPORT alone asks for the report" equal "$(total "$report")" $((before + 5))

COMBA_REPORT=$scratch "$program" 2> "$scratch/err"
check "a report that cannot be written: it runs" equal "$?" 0
check "a report that cannot be written: one line" lines "$scratch/err" 1

mkfifo "$scratch/fifo"
COMBA_REPORT=$scratch/fifo timeout 20 "$program" 2> "$scratch/err"
check "a report into a FIFO that nobody reads: no hang" equal "$?" 0

COMBA_VERBOSE=1 "$program" 2>&-
check "stderr closed: it runs" equal "$?" 0

own=$scratch/own
COMBA_VERBOSE=1 "$program" stderr "$own" 2> "$scratch/err"
check "a file of the program is stderr at exit: it runs" equal "$?" 0
check "a file of the program is stderr at exit: no report in it" empty "$own"
check "a file of the program is stderr at exit: the line at load is where stderr was" contains "$scratch/err" '^comba: load '
COMBA_VERBOSE=1 "$program" stderr "$own" 2>&-
check "stderr closed at load: no report in the program's file" equal "$?.$(cat "$own")" 0.
COMBA_REPORT=$scratch/replaced "$program" stderr "$own" 2> "$scratch/err"
check "a report that cannot be written any more: no message in the program's file" equal "$?.$(cat "$own")" 0.

finish
