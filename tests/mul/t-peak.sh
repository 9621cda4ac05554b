# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# With comba in front of it GMP takes no more memory for long products and divisions than alone, for
# digits hardly more, and needs no more to be fast.  Resident memory is counted inexactly, so a fifth
# of the operand is allowed for, and two threads have stacks.

. "$top_srcdir/tests/tap.sh"

memory=$top_builddir/comba-memory
[ -x "$memory" ] || { skip "memory" "there is no libgmp"; finish; exit; }

# rows NAME ARGUMENT...: what comba-memory prints.
rows ()
{
  name="${config:-this CPU}, $threads threads: $1"
  shift
  COMBA_CPU=$config COMBA_NUM_THREADS=$threads "$memory" memory libgmp.so.10 "$@" > "$scratch/rows" 2> "$scratch/err"
  check "$name: measured" equal "$? $(cat "$scratch/err")" "0 "
}

# rows_no_more NAME ARGUMENT...: the same, and comba needs no more than GMP.
rows_no_more ()
{
  rows "$@"
  no "$name: address space" '$4 > $3'
  [ $threads -gt 1 ] || no "$name: resident memory" '$2 >= 200000 && $6 > $5 + .2'
  works
}

works ()
{
  no "$name: in GMP's memory neither aborted nor quadratic" '$9 == 0'
}

# no NAME CONDITION: no row fulfils awk's CONDITION.
no ()
{
  check "$1" awk -F, "NR > 1 { sub (\"slow|aborts\", 0, \$9) } NR > 1 && ($2) { print; bad = 1 }
    END { exit bad || NR < 2 }" "$scratch/rows"
}

for config in '' zen3; do
  [ -z "$config" ] || "$top_builddir/comba-info" | grep -q "^ *$config  *\(can be used\|selected\)" ||
    { skip "$config" "this CPU or build has no such configuration"; continue; }
  threads=1
  for threads in 1 2; do
    rows_no_more "products" --sizes 50000,200000 --only mul,mul_half,sqr
    rows_no_more "divisions" --sizes 50000,100000 --only tdiv_qr
  done
  threads=1
  rows_no_more "divisions" --sizes 20000 --only tdiv_qr
  rows "to decimal" --sizes 20000,100000 --only get_str
  no "$name: address space" '$4 > 1.05 * $3'
  works
done

finish
