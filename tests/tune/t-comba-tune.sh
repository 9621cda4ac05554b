# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-tune: its messages, output and files.  Its results depend on the machine and are not tested.

. "$top_srcdir/tests/tap.sh"

tune=$top_builddir/comba-tune
info=$top_builddir/comba-info
HOME=$scratch/home
export HOME
unset XDG_CONFIG_HOME COMBA_TUNING COMBA_NUM_THREADS OMP_NUM_THREADS OMP_THREAD_LIMIT

# The exit code of a command line, and the complaint.
refuses ()      # CODE NAME PATTERN ARGUMENT...
{
  code=$1
  refused=$2
  pattern=$3
  shift 3
  "$tune" "$@" > "$scratch/out" 2> "$scratch/err"
  check "$refused: exit code $code" equal "$?" "$code"
  check "$refused: a complaint" contains "$scratch/err" "$pattern"
  check "$refused: nothing on stdout" empty "$scratch/out"
}

# COMMAND... succeeds; its output is in $scratch/out and $scratch/err.
runs ()
{
  "$@" > "$scratch/out" 2> "$scratch/err" || { echo "exit code $?"; cat "$scratch/err"; return 1; }
}

nothing_in ()   # FOLDER
{
  [ ! -e "$1" ] || equal "$(find "$1" -type f)" ""
}

"$tune" --help > "$scratch/out" 2> "$scratch/err"
check "--help: exit code 0" equal "$?" 0
check "--help: usage on stdout" contains "$scratch/out" '^usage: comba-tune'
check "--help: nothing on stderr" empty "$scratch/err"
check "--version" equal "$("$tune" --version)" "comba-tune $(sed -n 's/^#define COMBA_VERSION "\(.*\)"/\1/p' "$top_srcdir/mpn/comba.h")"

refuses 2 "an unknown option" 'nosuch' --nosuch
refuses 2 "an argument" '^comba-tune: nosuch: ' nosuch
refuses 2 "a missing value" 'requires an argument' --output
refuses 2 "no seconds" '^comba-tune: --seconds 0: ' --seconds 0
refuses 2 "garbage for seconds" '^comba-tune: --seconds 5x: ' --seconds 5x
refuses 2 "not a number of seconds" '^comba-tune: --seconds nan: ' --seconds nan
refuses 2 "no threads" '^comba-tune: --threads 0: ' --threads 0
refuses 2 "too many threads" '^comba-tune: --threads 65: ' --threads 65
refuses 2 "half a thread" '^comba-tune: --threads 1.5: ' --threads 1.5
refuses 2 "a model of one thread" '^comba-tune: --model 1: ' --model 1
refuses 2 "a model of too many threads" '^comba-tune: --model 65: ' --model 65
refuses 2 "--sync without a model" '^comba-tune: --sync: ' --sync 500
refuses 2 "a negative --sync" '^comba-tune: --sync -5: ' --model 4 --sync=-5
refuses 2 "two files" '^comba-tune: --system: ' --system --output "$scratch/file"
refuses 2 "a check and a file" '^comba-tune: --check: ' --check --output "$scratch/file"
refuses 2 "a check and the system's file" '^comba-tune: --check: ' --check --system
refuses 2 "a check that writes nothing" '^comba-tune: --check: ' --dry-run --check
refuses 2 "a check and a model" '^comba-tune: --check: ' --check --model 2
OMP_THREAD_LIMIT=1
export OMP_THREAD_LIMIT
refuses 2 "more threads than there may be" 'OMP_THREAD_LIMIT' --threads 2
refuses 2 "a check with more threads than there may be" 'OMP_THREAD_LIMIT' --check --threads 2
unset OMP_THREAD_LIMIT

# These fail before the measurement.
refuses 1 "a folder that is missing" 'No such file' --thorough --output "$scratch/nosuch/file"
refuses 1 "a folder that is a file" 'Not a directory' --thorough --output "$top_srcdir/README.md/file"
refuses 1 "a folder for a file" 'not a regular file' --thorough --output "$scratch"
mkfifo "$scratch/fifo"
refuses 1 "a FIFO for a file" 'not a regular file' --thorough --output "$scratch/fifo"
touch "$scratch/blocked"
XDG_CONFIG_HOME=$scratch/blocked
export XDG_CONFIG_HOME
refuses 1 "a home that is a file" 'Not a directory' --thorough
unset XDG_CONFIG_HOME

# Quick enough for a test, too quick for a tuning.
brief='--seconds 1'

check "--dry-run" runs "$tune" $brief --dry-run
check "--dry-run: the table" contains "$scratch/out" '^mul_toom22 +[0-9]+ +([0-9]+|never) +-?[0-9.]+ % +([0-9.]+ %|unknown)$'
check "--dry-run: what it does about noise" contains "$scratch/out" '^A setting stays built-in unless another one gains more than the noise\.$'
check "--dry-run: the gain" contains "$scratch/out" '^sqr +1 thread +[0-9.]+ '
check "--dry-run: no file" nothing_in "$HOME"

# If two makes of CPU have tables of one name, the selected one is tuned.
configs=$("$info" | sed -n 's/^  \([a-z0-9_]*\)  *\(selected\|can be used\).*/\1/p')
check "CPU configurations" [ -n "$configs" ]
for config in $configs; do
  maxima='/^(mul_n|mul_by|sqr_n)_max / && $2 > 0'
  here=$(COMBA_CPU=$config "$info" | sed 's/^ *//' | awk "$maxima"' { print $1, $2 }')
  check "$config: --dry-run" runs env COMBA_CPU="$config" "$tune" $brief --dry-run --threads 1
  check "$config: built-in values" equal "$(awk "$maxima"' { print $1, $2 }' "$scratch/out")" "$here"
done

file=$scratch/tuning
check "--output" runs "$tune" $brief --output "$file" --threads 1
check "--output: it says so" contains "$scratch/out" "^Written to $file\$"
check "--output: the file" contains "$file" '^mul_toom22 [0-9]+$'
"$tune" --help > "$scratch/help"
check "--help: what one thread means" contains "$scratch/help" '1: measure none, and write the built-in plans'
check "--help: the exit statuses" contains "$scratch/help" '^Exit status: 0; 1 if '
check "--threads 1: no line for threads" equal "$(grep '^threads' "$file")" ""
check "--threads 1: the built-in plans" equal "$(grep '^plan' "$file")" \
  "$("$info" | sed -n 's/^  \(plan\.[a-z_]*\)  *\(.*[^ ]\)  *built-in$/\1 \2/p')"
check "--output: nothing beside it" equal "$(find "$scratch" -name '.tuning-*')" ""
check "--output: no other file" nothing_in "$HOME"
reads ()        # FILE: comba-info takes it, without a word
{
  COMBA_TUNING=$1 "$info" > "$scratch/info" 2> "$scratch/err" && empty "$scratch/err" \
    && contains "$scratch/info" " mul_toom22 .*$1"
}
check "--output: the library takes it" reads "$file"
value=$(sed -n 's/^mul_toom22 //p' "$file")
check "--output: with its values" contains "$scratch/info" " mul_toom22 +$value "

# One line for a function and a number of threads.
loses ()        # FUNCTION THREADS
{
  contains "$scratch/out" "^$1 +$2 +[0-9]+-[0-9]+ +[0-9.]+ % +[0-9.]+ % +[0-9]+  [a-z]"
}
every_function ()       # THREADS
{
  loses mul_n "$1" && loses sqr "$1" && loses 'mul 4:1' "$1" && loses mod "$1" && loses 'mod even' "$1"
}
check "--check" runs "$tune" $brief --check
check "--check: the built-in settings" contains "$scratch/out" 'up to 1 thread, settings: built-in$'
check "--check: every function" every_function 1
check "--check: the verdict comes first" equal \
  "$(sed -n '3s/.*The settings \(are good: on average no function\|could be better: [a-z0-9_: ]* with 1 thread\) takes .*/verdict/p' "$scratch/out")" verdict
check "--check: no line else" equal "$(grep -c ' % .* % ' "$scratch/out")" 5
check "--check: no file" nothing_in "$HOME"
COMBA_TUNING=$file
export COMBA_TUNING
check "--check of a file" runs "$tune" $brief --check
check "--check of a file: it says so" contains "$scratch/out" ", settings: $file\$"
COMBA_TUNING=off
if [ "$("$info" | sed -n 's/^ *threads_limit *\([0-9]*\) .*/\1/p')" -gt 1 ]; then
  check "--check with two threads" runs "$tune" $brief --check --threads 2
  check "--check with two threads: every function with one" every_function 1
  check "--check with two threads: and with two" every_function 2
  check "--model" runs "$tune" --quick --model 3
  tables ()     # KIND
  {
    awk -v kind=": $1 " '/^###/ { here = index ($0, kind) } here' "$scratch/out" > "$scratch/$1"
    grep '^###' "$scratch/$1" > "$scratch/$1.heads"
  }
  tables predicted
  tables measured
  check "--model: products predicted" lines "$scratch/predicted.heads" 3
  check "--model: for three threads" contains "$scratch/predicted" '^\| [0-9]+ \|.* [0-9.]+ (points|blocks|columns|ntt) 3 \|$'
  check "--model: products and moduli measured" lines "$scratch/measured.heads" 4
  # On a busy machine some samples do not get two threads.
  check "--model: with two threads" contains "$scratch/measured" '^\| [0-9]+ \| [0-9.]+ \| [0-9.]+ (points|blocks|columns|ntt) 2 \|'
fi
unset COMBA_TUNING

check "the user's file" runs "$tune" $brief
if [ "$(COMBA_TUNING=off "$info" | sed -n 's/^ *threads_limit *\([0-9]*\) .*/\1/p')" -gt 1 ]; then
  check "a run too short to know its noise turns no threads on" \
    equal "$(grep -h '^threads' "$HOME"/.config/comba/tuning.d/*)" ""
  check "a run too short to know its noise says so" contains "$scratch/out" 'do not gain more than the noise over one: they are not turned on\.$'
fi
own=$("$info" --json | sed -n 's/.*"path": "\(.*tuning\.d\/.*\)",/\1/p' | grep -F "$HOME")
check "the user's file: where it is" reads "$HOME/.config/comba/tuning.d/${own##*/}"
check "the user's file: programs use it" contains "$scratch/info" "^  $own: used\$"
check "the user's file: nothing beside it" equal "$(ls -A "$HOME/.config/comba" "$HOME/.config/comba/tuning.d" | grep -v :)" \
  "$(printf '%s\n' tuning.d '' "${own##*/}")"
COMBA_CPU=portable
export COMBA_CPU
check "the user's file for another CPU configuration" runs "$tune" $brief --threads 1
check "the user's file for another CPU configuration is another one" \
  equal "$(find "$HOME/.config/comba/tuning.d" -type f | sed 's|.*/||' | sort)" "$(printf '%s\n' "${own##*/}" "portable-${own#*-}" | sort)"
unset COMBA_CPU

ln -s tuning "$scratch/link"
echo broken > "$file"
COMBA_CPU=portable
export COMBA_CPU
check "another CPU configuration, through a link" runs "$tune" $brief --output "$scratch/link"
check "another CPU configuration: its file" contains "$file" '^config portable$'
check "another CPU configuration: the library takes it" reads "$file"
unset COMBA_CPU

# Interrupted.
"$tune" --seconds 60 --output "$scratch/interrupted" > "$scratch/out" 2> "$scratch/err" &
pid=$!
while kill -0 "$pid" && ! grep -q mul_toom22 "$scratch/err"; do sleep 0.1; done 2> /dev/null
kill -TERM "$pid"
wait "$pid"
check "interrupted: an exit code that says so" [ "$?" -gt 128 ]
check "interrupted: nothing is left" equal "$(find "$scratch" -name 'interrupted' -o -name '.tuning-*')" ""

finish
