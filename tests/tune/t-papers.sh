# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-papers: all rows of every table, the operation counts against independent formulas, and what
# it refuses.  Speed is not tested.

. "$top_srcdir/tests/tap.sh"

papers=$top_builddir/comba-papers

refuses ()      # NAME PATTERN ARGUMENT...
{
  refused=$1
  pattern=$2
  shift 2
  "$papers" "$@" > "$scratch/out" 2> "$scratch/err"
  check "$refused: exit code 2" equal "$?" 2
  check "$refused: a complaint" contains "$scratch/err" "$pattern"
  check "$refused: nothing on stdout" empty "$scratch/out"
}

"$papers" --help > "$scratch/out" 2> "$scratch/err"
check "--help: exit code 0" equal "$?" 0
check "--help: usage on stdout" contains "$scratch/out" '^usage: comba-papers'
check "--help: nothing on stderr" empty "$scratch/err"
check "--version" equal "$("$papers" --version)" "comba-papers $(sed -n 's/^#define COMBA_VERSION "\(.*\)"/\1/p' "$top_srcdir/mpn/comba.h")"

refuses "a paper that there is not" '^comba-papers: 5: the papers are' 5
refuses "garbage for a paper" '^comba-papers: 1x: the papers are' 1x
refuses "no paper" '^comba-papers: : the papers are' ''
refuses "no argument" '^comba-papers: which papers\?'
refuses "an unknown format" '^comba-papers: --format html: the formats are' --format html 1
refuses "an unknown option" 'nosuch' --nosuch 1
refuses "no passes" '^comba-papers: --passes 0: ' --passes 0 1
refuses "garbage for passes" '^comba-papers: --passes 2x: ' --passes 2x 1
refuses "too many passes" '^comba-papers: --passes 101: ' --passes 101 1
refuses "a missing value" 'requires an argument' 1 --format
refuses "a missing GMP" '^comba-papers: .*nosuch' --against "$scratch/nosuch.so" 1
refuses "a file that is no library" '^comba-papers: ' --against "$top_srcdir/README.md" 1

# One pass: speed is not tested.
brief='--passes 1'

# A reference: any GMP, or else libcomba.
gmp=libgmp.so.10
"$papers" 001 $brief --against "$gmp" > "$scratch/001" 2> "$scratch/err" || gmp=$library
if [ ! -e "$library" ] && [ "$gmp" = "$library" ]; then
  skip "tables" "there is no shared library to compare with"
  finish
  exit
fi

table ()        # ID: its rows as comma-separated values
{
  sed -n "/^# $1 /,/^\$/p" "$scratch/$(echo "$1" | cut -c1-3)" | grep -v '^#' | sed 1d | grep .
}

rows ()         # ID ROWS COLUMNS
{
  equal "$(table "$1" | awk -F , -v columns="$3" 'NF == columns' | wc -l | tr -d ' ')" "$2"
}

numbers='000 001 002 003 004'
if [ -n "${COMBA_TEST_MAX-}" ]; then
  numbers='000 001 003 004'
  skip "paper 002" "COMBA_TEST_MAX asks for short tests: counting its instructions, step by step, takes seconds"
fi
# The OpenMP engine's library, beside libcomba, where the tests' other programs find it.
omp=
if [ -e "$top_builddir/.libs/libcomba_omp.so.0" ]; then
  omp=$top_builddir/.libs
  LD_LIBRARY_PATH=$omp${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export LD_LIBRARY_PATH
fi
for paper in $numbers; do
  "$papers" $paper $brief --format csv --against "$gmp" > "$scratch/$paper" 2> "$scratch/err"
  check "paper $paper: exit code 0" equal "$?" 0
  check "paper $paper: nothing on stderr" empty "$scratch/err"
done

widths=$(sed -n 's/^# conditions: .*limbs of \(..\) bits.*/\1/p' "$scratch/000")
if [ "$widths" = 64 ]; then
  counts='1 2 3 4 5 6'
  times='7 8 10 11'
  ratios='9 12'
  compared='13 14'
else
  counts='1 3 5'
  times='7 8'
  ratios='9'
  compared=
fi
for t in $counts; do check "table 000.$t: 11 sizes" rows "000.$t" 11 9; done
for t in $times; do check "table 000.$t: 11 sizes" rows "000.$t" 11 10; done
for t in $ratios; do check "table 000.$t: 11 sizes" rows "000.$t" 11 8; done
for t in $compared; do check "table 000.$t: 11 sizes" rows "000.$t" 11 10; done
check "table 001.n3: both algorithms" rows 001.n3 2 5
check "table 001.2: 8 fields" rows 001.2 8 15
check "table 001.2r: 8 fields" rows 001.2r 8 13
check "table 001.more: 5 sizes" rows 001.more 5 5
[ -n "${COMBA_TEST_MAX-}" ] || check "table 002.4: 3 windows" rows 002.4 3 13
check "table 003.1: 3 algorithms" rows 003.1 3 5
check "table 003.2: 39 rows" rows 003.2 39 12
check "table 003.2r: 39 rows" rows 003.2r 39 12
# Products in radix-2^52 digits, by number of threads and by size.  Even with enough CPUs a cell may
# be empty, if other programs use them and the pool is not available.
cpus=$(sed -n 's/^# conditions: threads: \([0-9]*\);.*/\1/p' "$scratch/003")
in_digits ()    # THREADS CELLS
{
  cells=$(table 003.2 | grep "^$1,bipartite in digits,here," | tr , '\n' | grep -c '[0-9]\.[0-9]')
  if [ "$1" -le "$cpus" ]; then [ "$cells" -le "$2" ]; else equal "$cells" "$2"; fi
}
case $widths-$(sed -n 's/^# config: \([a-z0-9_]*\)$/\1/p' "$scratch/003") in
  64-icelake | 64-zen4 | 64-zen5) two=6 more=6 ;;
  64-zen3 | 64-haswell) two=6 more=0 ;;
  *) two=0 more=0 ;;
esac
for threads in 2 3 4 6 8; do
  [ $threads = 2 ] && cells=$two || cells=$more
  check "table 003.2: $threads threads in digits" in_digits $threads $cells
done

check "table 004.1: 3 algorithms on 5 CPUs and here" rows 004.1 21 14
check "table 004.1r: 2 algorithms on 5 CPUs and here" rows 004.1r 15 14

# A column for each thread engine.  That of OpenMP has times, or none where there are too few CPUs.
# If its library is not found, the note says so.
engine ()       # FILE TABLE FIELDS PATTERN
{
  sed -n "/^# $2 /,/^\$/p" "$1" | grep -E '^[0-9]+,|,here .openmp.,' | cut -d , -f "$3" |
    tr , '\n' > "$scratch/cells"
  [ -s "$scratch/cells" ] && ! grep -Evq "$4" "$scratch/cells"
}

number='^([0-9]+(\.[0-9]+)?|-)$' none='^no libcomba_omp$'
openmp=$none
[ -z "$omp" ] || openmp=$number
for t in $times; do
  check "table 000.$t: 2x on posix" engine "$scratch/000" "000.$t" 6 "$number"
  check "table 000.$t: 2x and Mx on openmp" engine "$scratch/000" "000.$t" 9-10 "$openmp"
done
check "table 004.1: 2x and Mx on openmp" engine "$scratch/004" 004.1 3-14 "$openmp"
check "table 004.1r: 2x and Mx on openmp" engine "$scratch/004" 004.1r 3-14 "$openmp"
if [ -n "$omp" ]; then
  [ "$cpus" -lt 2 ] || check "2x has times on openmp" grep -Eq '^2x,here .openmp.,.*[0-9]' "$scratch/004"
  mkdir "$scratch/alone"
  cp "$papers" "$scratch/alone"
  env -u LD_LIBRARY_PATH "$scratch/alone/comba-papers" 004 $brief --format csv --against "$gmp" \
    > "$scratch/none" 2> "$scratch/err"
  if grep -q 'no libcomba_omp' "$scratch/none"; then
    check "without libcomba_omp.so: the cells say so" engine "$scratch/none" 004.1 3-14 "$none"
    check "without libcomba_omp.so: nothing on stderr" empty "$scratch/err"
  else
    skip "without libcomba_omp.so" "it is installed"
  fi
fi

# Every operation is counted.  By columns: column k has m = min (k + 1, 2n - 1 - k) products, floor
# (m / 2) of them twice.
counted ()      # ID: the counts of one thread
{
  table "$1" | awk -F , '{
    n = $2; mul = add = shift = 0
    for (k = 0; k < 2 * n - 1; k++) {
      m = k < n ? k + 1 : 2 * n - 1 - k
      products = int (m / 2) + m % 2
      mul += products
      add += 2 * products + 2
      shift += 2
    }
    if (mul != n * (n + 1) / 2 || $6 != mul || $7 != add || $8 != shift)
      { print $0 ": not " mul, add, shift; bad = 1 }
    if ($3 != n * n || $4 != 3 * n * n + n || $5 != 3 * n * (n - 1) / 2)
      { print $0 ": not what the paper printed"; bad = 1 }
  } END { exit bad }'
}

# The busiest of several threads has at least its part of the whole, and little more.
shared ()       # ID THREADS
{
  table "$1" | awk -F , -v threads="$2" '{
    n = $2; all = n * (n + 1) / 2
    if ($6 * threads < all || $6 * threads > all + 4 * threads * n || $7 < 2 * $6)
      { print $0; bad = 1 }
  } END { exit bad }'
}

check "table 000.1: the counts" counted 000.1
check "table 000.3: the counts" shared 000.3 2
check "table 000.5: the counts" shared 000.5 4
if [ "$widths" = 64 ]; then
  check "table 000.2: the counts" counted 000.2
  check "table 000.4: the counts" shared 000.4 2
  check "table 000.6: the counts" shared 000.6 4
fi
check "table 001.n3: the counts" equal "$(table 001.n3 | tr '\n' ' ')" "Comba,9,27,9,27 MC,9,28,9,28 "

for key in kind config cpu compiler reference comba command date conditions; do
  check "the header: $key" contains "$scratch/001" "^# $key: ."
done
check "the header: validity" contains "$scratch/001" '^# validity: (valid|NOT VALID), [0-9]+ of [0-9]+ times noisy$'
"$papers" 1 $brief --against "$gmp" > "$scratch/out"
check "as text: a table" contains "$scratch/out" '^ *521  '

finish
