# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# With comba in front of it GMP takes no more memory for long products, divisions, roots and
# conversions than alone, and needs no more to be fast.  Short factors of long ones, and powers with
# short exponents, which cache transforms, take more.  Resident memory is counted inexactly, so a
# fifth of the operand is allowed for, and two threads have stacks.

. "$top_srcdir/tests/tap.sh"

memory=$top_builddir/comba-memory
[ -x "$memory" ] || { skip "memory" "there is no libgmp"; finish; exit; }

# rows NAME ARGUMENT...: what comba-memory prints.
rows ()
{
  name="${config:-this CPU}, $threads threads: $1"
  shift
  COMBA_CPU=$config COMBA_NUM_THREADS=$threads "$memory" memory libgmp.so.10 --rounds 1 "$@" > "$scratch/rows" 2> "$scratch/err"
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

# The largest block, in longer operands.  GMP's is 2.3 for products and 3 for roots.  Comba takes
# all scratch of a product in one block, which it maps itself.
PRODUCT=5.1 DIVISION=2.4 ROOT=3.7
blocks () { no "$name: largest block" "\$8 > $1"; }

"$top_builddir/comba-info" > "$scratch/info"
for config in '' zen3; do
  [ -z "$config" ] || ! grep -q "^ *$config  *selected" "$scratch/info" || { skip "$config" "this CPU's own"; continue; }
  [ -z "$config" ] || grep -q "^ *$config  *can be used" "$scratch/info" ||
    { skip "$config" "this CPU or build has no such configuration"; continue; }
  threads=1
  for threads in 1 2; do
    rows_no_more "products" --sizes 50000,200000 --only mul,mul_half,sqr
    [ $threads -gt 1 ] || blocks $PRODUCT
    rows_no_more "divisions" --sizes 20000,50000,100000 --only tdiv_qr,divexact
    [ $threads -gt 1 ] || blocks $DIVISION
  done
  threads=1
  rows_no_more "square roots" --sizes 50000,100000 --only sqrtrem
  blocks $DIVISION
  rows_no_more "roots and conversions" --sizes 50000,100000 --only rootrem,get_str,set_str
  blocks $ROOT

  # More than GMP's: products of less than 20,000 limbs inside, short factors, and powers.
  rows "short products" --sizes 20000 --only get_str,set_str
  no "$name: address space" '$4 > 1.25 * $3'
  # Its divisions keep complex transforms.
  rows "short products and quotients" --sizes 20000 --only rootrem
  no "$name: address space" '$4 > 1.3 * $3'
  rows "short factors" --sizes 20000,100000 --only mul_eighth
  no "$name: address space" '$4 > 1.5 * $3'
  rows "powers" --sizes 20000 --only powm_65537
  no "$name: address space" '$4 > 1.8 * $3'
done

finish
