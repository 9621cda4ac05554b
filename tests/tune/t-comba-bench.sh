# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-bench: its output and files, and what it refuses.  Speed, and so whether a run is valid, is
# not tested.

. "$top_srcdir/tests/tap.sh"

bench=$top_builddir/comba-bench
csv=$scratch/bench.csv

# A wrong command line, library or file gives this exit code and message.
refuses_with () # CODE NAME PATTERN ARGUMENT...
{
  code=$1
  refused=$2
  pattern=$3
  shift 3
  "$bench" "$@" > "$scratch/out" 2> "$scratch/err"
  check "$refused: exit code $code" equal "$?" "$code"
  check "$refused: a complaint" contains "$scratch/err" "$pattern"
  check "$refused: nothing on stdout" empty "$scratch/out"
}
refuses ()      # NAME PATTERN ARGUMENT...
{
  refuses_with 2 "$@"
}

"$bench" --help > "$scratch/out" 2> "$scratch/err"
check "--help: exit code 0" equal "$?" 0
check "--help: usage on stdout" contains "$scratch/out" '^usage: comba-bench'
check "--help: nothing on stderr" empty "$scratch/err"
check "--help: the exit statuses" contains "$scratch/out" '^Exit status: 0; 1 if '
check "--version" equal "$("$bench" --version)" "comba-bench $(sed -n 's/^#define COMBA_VERSION "\(.*\)"/\1/p' "$top_srcdir/mpn/comba.h")"

refuses "size 0" '^comba-bench: --sizes 0: a size is' --sizes 0
refuses "a negative size" '^comba-bench: --sizes -3: ' --sizes=-3
refuses "garbage for a size" '^comba-bench: --sizes 5x: ' --sizes 5x
refuses "sizes in turns that are one" '^comba-bench: --turns 3-3: ' --turns 3-3
refuses "sizes in turns without an end" '^comba-bench: --turns 3-: ' --turns 3-
refuses "sizes in turns from nothing" '^comba-bench: --turns 0-4: ' --turns 0-4
refuses "a shape with an < bn" '^comba-bench: --shapes 3x4: ' --shapes 3x4
refuses "a ratio below 1" '^comba-bench: --ratios 0\.5: ' --ratios 0.5 --sizes 5
refuses "ratios without sizes" '^comba-bench: --ratios: --sizes is needed$' --ratios 2
refuses "ratios for another function" '^comba-bench: --ratios: only mul has ratios$' --ratios 2 --sizes 5 --function sqr
refuses "too large a shape" 'too large' --ratios 1000000 --sizes 1000
refuses "an unknown function" '^comba-bench: --function nosuch: ' --function nosuch
refuses "powers without sizes" '^comba-bench: --function powm: --sizes is needed$' --function powm
refuses "powers at random sizes" '^comba-bench: --turns 2-8: only mul_n, sqr and mul can be timed at random sizes$' --turns 2-8 --function powm
refuses "an exponent for products" '^comba-bench: --exponent: only --function powm has an exponent$' --sizes 3 --exponent 17
refuses "garbage for an exponent" '^comba-bench: --exponent x: ' --exponent x
refuses "an exponent longer than the modulus" 'shorter' --function powm --sizes 2 --exponent 200
refuses "modular products without sizes" '^comba-bench: --function mod_\*: --sizes is needed$' --function mod_mul
refuses "even moduli for products" '^comba-bench: --even: only products modulo a number ' --sizes 3 --even
refuses "an unknown option" 'nosuch' --nosuch
refuses "an argument" '^comba-bench: nosuch: ' nosuch
refuses "no passes" '^comba-bench: --passes 0: ' --passes 0
refuses "one thread" '^comba-bench: --threads 1: a number from 2 to 1000 is needed' --threads 1
refuses "garbage for threads" '^comba-bench: --threads 2x: ' --threads 2x
refuses "a missing value" 'requires an argument' --sizes
refuses_with 1 "a CSV file that cannot be written" 'cannot be written: No such file' --csv "$scratch/nosuch/file"
refuses "a missing library" '^comba-bench: .*nosuch' --against "$scratch/nosuch.so"

"$bench" --function list > "$scratch/out"
check "the list of functions: exit code 0" equal "$?" 0
for function in mul_n mod_sqr_plain mpz_tdiv_qr_half mpz_com tdiv_qr div_qr hamdist; do
  check "the list of functions: $function" contains "$scratch/out" "^$function( |\$)"
done

if [ ! -e "$library" ]; then
  skip "everything that measures" "there is no shared libcomba"
  finish
  exit
fi

refuses "a libcomba against itself" 'compared with itself' --against "$library" --sizes 1
refuses "a file that is no library" '^comba-bench: ' --against "$top_srcdir/README.md" --sizes 1
libc=$(ldd "$bench" | sed -n 's/.*=> \(.*libc\.so[^ ]*\).*/\1/p')
if [ -n "$libc" ]; then
  refuses "a library without the functions" 'does not define mpn_mul_n' --against "$libc" --sizes 1
fi

# Compared with a copy of libcomba, which every machine has.
copy=$scratch/libcopy.so
cp "$library" "$copy"
measures ()     # ARGUMENT...
{
  "$bench" --against "$copy" --passes ${passes-1} --retries 0 --csv "$csv" "$@" > "$scratch/out" 2> "$scratch/err"
  code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || { echo "exit code $code"; cat "$scratch/err"; return 1; }
}
jobs ()         # the functions and shapes in the CSV file
{
  sed '/^#/d; /^function/d' "$csv" | cut -d , -f 1-3 | tr '\n' ' '
}

check "two sizes" measures --sizes 1,20
check "two sizes: nothing on stderr" empty "$scratch/err"
check "two sizes: mul_n and sqr" equal "$(jobs)" "mul_n,1,1 mul_n,20,20 sqr,1,1 sqr,20,20 "
check "the columns" contains "$csv" '^function,an,bn,reference_cycles,comba_cycles,ratio,reference_spread,comba_spread,passes,noisy$'
number='[0-9]+\.[0-9]+'
check "the values" contains "$csv" "^sqr,20,20,$number,$number,$number,$number,$number,1,[01]\$"
check "each line has ten columns" equal "$(sed '/^#/d' "$csv" | awk -F , 'NF != 10')" ""
check "the clock in the output" contains "$scratch/out" '^conditions clock [0-9.]+ to [0-9.]+ GHz; '
check "the header: the clock" contains "$csv" '^# conditions: clock [0-9.]+ to [0-9.]+ GHz; '
check "the header: kind" contains "$csv" '^# kind: products$'
for key in config cpu compiler reference comba date; do
  check "the header: $key" contains "$csv" "^# $key: ."
done
check "the header: the command, without folders" contains "$csv" '^# command: .*comba-bench --against libcopy\.so .*--sizes 1,20$'
check "one pass: the header" contains "$csv" '^# validity: NOT VALID, too few passes to tell$'
check "one pass: the table" contains "$scratch/out" '^sqr +20 .*  too few passes$'
check "one pass: the verdict" contains "$scratch/out" '^The run is NOT VALID: it had too few passes to tell '
check "one pass: what to do" contains "$scratch/out" '^Measure again with --passes 2 or more\.$'
check "both libraries in the header" contains "$scratch/out" "^reference .* $copy\$"
check "the table" contains "$scratch/out" '^sqr +20 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+%'
check "the summary" contains "$scratch/out" '^mul_n +all +2 '
passes=2
check "two passes" measures --sizes 1,20
check "two passes: validity" contains "$csv" '^# validity: (valid|NOT VALID), [0-9]+ of 4 jobs noisy$'
check "two passes: the verdict" contains "$scratch/out" '^The run is (valid|NOT VALID): [0-9]+ of 4 jobs were noisy'
passes=1

check "one function" measures --sizes 7 --function sqr
check "one function: its jobs" equal "$(jobs)" "sqr,7,7 "
for function in mul_n sqr mul mul_1 addmul_1 submul_1 mul_basecase sqr_basecase; do
  nm -D --defined-only "$library" | grep -q " __gmpn_$function\$" || {
    skip "$function without --sizes" "libcomba does not define it on this CPU"
    continue
  }
  check "$function without --sizes" measures --function $function
  check "$function without --sizes: its jobs" equal "$(jobs | tr ' ' '\n' | sed '/^$/d; s/,.*//' | sort -u)" "$function"
done
check "powers" measures --function powm --sizes 2,9 --exponent 17
check "powers: their moduli" equal "$(jobs)" "powm,2,2 powm,9,9 "
check "powers: the exponent in the table" contains "$scratch/out" '^powm +9\^17 '
check "modular products" measures --function mod_mul --function mod_sqr_plain --sizes 1,17
check "modular products: their jobs" equal "$(jobs)" "mod_mul,1,1 mod_mul,17,17 mod_sqr_plain,1,1 mod_sqr_plain,17,17 "
check "even moduli" measures --function mod_sqr --function mod_mul_plain --sizes 1,9 --even
check "even moduli: their jobs" equal "$(jobs)" "mod_sqr,1,1 mod_sqr,9,9 mod_mul_plain,1,1 mod_mul_plain,9,9 "
check "ratios" measures --sizes 4,10 --ratios 1,1.5
check "ratios: their shapes" equal "$(jobs)" "mul,4,4 mul,10,10 mul,6,4 mul,15,10 "
check "shapes" measures --shapes 100x8,9x9
check "shapes: their jobs" equal "$(jobs)" "mul,100,8 mul,9,9 "
check "turns" measures --turns 2-9
check "turns: mul" equal "$(jobs)" "mul_turns,9,2 "
check "turns: the table" contains "$scratch/out" '^mul_turns +2-9 +[0-9.]+ '
check "turns: functions" measures --function mul_n --function sqr --turns 1-4 --turns 30-40
check "turns: their jobs" equal "$(jobs)" "mul_n_turns,4,1 sqr_turns,4,1 mul_n_turns,40,30 sqr_turns,40,30 "
check "another libcomba and label" measures --comba "$library" --label 'a copy' --sizes 3
check "the label" contains "$scratch/out" '^reference  a copy, '
check "below a ratio" measures --sizes 3 --min-ratio 1000
check "below a ratio: the jobs" contains "$scratch/out" '^below 1000\.00: mul_n 3 \(.*\), sqr 3 \('

# Operations of GMP need a libgmp.
refuses "operations of a libcomba" 'are compared with those of a libgmp' --function mpz_add --against "$copy"
operates ()     # ARGUMENT...
{
  "$bench" --passes 1 --retries 0 --csv "$csv" "$@" > "$scratch/out" 2> "$scratch/err"
  code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || { echo "exit code $code"; cat "$scratch/err"; return 1; }
}
if "$bench" --passes 1 --retries 0 --sizes 1 2>&1 | grep -q 'libgmp\.so\.10: cannot open\|Error loading shared library'; then
  skip "operations" "there is no shared libgmp"
else
  check "operations" operates --operations --sizes 1,17
  check "operations: nothing on stderr" empty "$scratch/err"
  check "operations: the header" contains "$csv" '^# kind: operations$'
  "$bench" --function list | sed -n 's/^\(mpz_[a-z_0-9]*\) .*/\1/p' | sort > "$scratch/names"
  jobs | tr ' ' '\n' | sed '/^$/d; s/,.*//' | sort | uniq -c | sed 's/^ *2 //' > "$scratch/measured"
  check "operations: each at both sizes" cmp "$scratch/names" "$scratch/measured"
  check "operations: the columns" contains "$scratch/out" '^operation +1 +17 +mean$'
  check "operations: the ratios" contains "$scratch/out" '^division 2n / n +[0-9.]+ +[0-9.]+ +[0-9.]+$'
  check "operations: the shape of a division" contains "$csv" '^mpz_tdiv_qr,34,17,'
  check "operations: the shape of a power" contains "$scratch/out" "^mpz_powm +17\\^[0-9]+ "
  check "single operations" operates --function mpz_tdiv_qr_half --function mpz_powm_sec --sizes 6
  check "single operations: their jobs" equal "$(jobs)" "mpz_tdiv_qr_half,6,3 mpz_powm_sec,6,6 "
fi

refuses "more threads than there are" '^comba-bench: --threads 1000: libcomba has [0-9]+ here at most' --threads 1000 --sizes 1
"$bench" --threads 2 --passes 1 --retries 0 --sizes 1 > "$scratch/out" 2> "$scratch/err"
if ! grep -q '^comba-bench: --threads 2: libcomba has 1 here' "$scratch/err"; then
  OMP_THREAD_LIMIT=1
  export OMP_THREAD_LIMIT
  refuses "more threads than are allowed" '^comba-bench: --threads 2: libcomba has 1 here at most' --threads 2 --sizes 1
  unset OMP_THREAD_LIMIT
  check "two threads against another library" measures --threads 2 --function mul_n --sizes 3
  check "two threads against another library: said" contains "$scratch/out" '^comba .*, 2 threads, '
  check "two threads against another library: of that, not said" contains "$scratch/out" "^reference  [^,]*, $copy\$"

  # Compared with itself on one thread.  A worker is a thread of the process, and so are the two
  # that watch for noisy neighbours.
  "$bench" --threads 2 --passes 1 --retries 0 --csv "$csv" --function mul_n --function mod_sqr --sizes 3000 \
    > "$scratch/out" 2> "$scratch/err" &
  bench_pid=$!
  most=0
  while kill -0 $bench_pid 2> /dev/null; do
    now=$(ls "/proc/$bench_pid/task" 2> /dev/null | wc -l)
    [ "$now" -le "$most" ] || most=$now
    sleep 0.02
  done
  wait $bench_pid
  code=$?
  check "two threads: exit code" [ "$code" -eq 0 -o "$code" -eq 3 ]
  check "two threads: so many ran" equal "$most" 4
  check "two threads: nothing on stderr" empty "$scratch/err"
  check "two threads: against one" contains "$scratch/out" '^reference .*, 1 thread, '
  check "two threads: said" contains "$scratch/out" '^comba .*, 2 threads, '
  check "two threads: the jobs" equal "$(jobs)" "mul_n,3000,3000 mod_sqr,3000,3000 "
else
  skip "two threads" "libcomba has one here: one CPU, or a quota"
fi

finish
