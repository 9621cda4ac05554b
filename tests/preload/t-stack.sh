# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# With comba in front of it GMP takes no more stack than alone, in the first call of a process and in
# later ones; and what runs in a thread with 16 KB of stack without comba runs there with it.

. "$top_srcdir/tests/tap.sh"

memory=$top_builddir/comba-memory

unmeasured ()   # REASON
{
  skip "stack" "$1"
  finish
  exit
}
[ -x "$memory" ] || unmeasured "there is no libgmp"
readelf -h "$library" 2> /dev/null | grep -q 'X86-64' || unmeasured "measured on x86-64 only"
! readelf -p .comment "$library" | grep -q clang || unmeasured "measured with gcc only: clang's frames differ"

# Functions in C save registers where GMP's are in assembly, and the limbs of few rows are on the
# stack where GMP's rows are in memory that the caller has.
SLACK=512

# Recursive division and conversion begin at fewer limbs than GMP's, and then products take their
# stack.
PRODUCTS=1024

# Exact division has the last 16 limbs of both operands on the stack, and the upper half of the
# quotient comes from the quotient alone.
EXACT=1280

# A division by blocks of the quotient has the reciprocal and the complement of few limbs there.
BLOCKS=1280

# The quotient alone: products with scratch of up to 160 limbs on the stack (COMBA_SCRATCH_STACK).
QUOTIENT=2048

# Constant-time powers: frames of functions on vectors, where GMP's rows are in assembly.
DIGITS=1024

# Kernels for AVX-512 vectors have the digits of a short operand on the stack; squares of 98 to 117
# limbs by one tile of vectors have its columns, too.  Sliding windows (no_multiplier) have pointers to
# multiples, in products inside others, too.
VECTORS=1024 VECTOR_DIGITS=2560 MORE=2048

# The first call tests the configuration.  GMP's own first call takes as much where the loader saves
# the registers of AVX-512.  The test of transforms, whose arrays are on the stack, may be due at
# sizes for which mpn_div_q and constant-time powers take hardly more stack than that.
FIRST=512 FIRST_WITH_DIGITS=1024 FIRST_WITH_TRANSFORMS=1536 FIRST_WITH_VECTORS=2048

# no NAME CONDITION: no row fulfils awk's CONDITION.
no ()
{
  check "$1" awk -F, "NR > 1 && ($2) { print; bad = 1 } END { exit bad || NR < 2 }" "$scratch/rows"
}

# Powers without a multiplier take up to seconds each: they have few sizes, up to the longest scratch on the stack.
powers=powm,powm_sec
others=mul_n,mul,mul_half,mul_eighth,sqr,tdiv_qr,tdiv_q,divexact,get_str,set_str,powm_65537

rows ()         # KIND SIZES SIZES_OF_POWERS
{
  if [ $config = no_multiplier ]; then
    { COMBA_CPU=$config "$memory" "$1" libgmp.so.10 --sizes "$2" --only $others > "$scratch/rows" &&
        COMBA_CPU=$config "$memory" "$1" libgmp.so.10 --sizes "$3" --only $powers > "$scratch/powers"
    } 2> "$scratch/err"
  else
    COMBA_CPU=$config "$memory" "$1" libgmp.so.10 --sizes "$2" > "$scratch/rows" 2> "$scratch/err"
  fi
  check "$config, $1: measured" equal "$? $(cat "$scratch/err")" "0 "
  [ $config != no_multiplier ] || sed 1d "$scratch/powers" >> "$scratch/rows"
}

"$top_builddir/comba-info" > "$scratch/info"
for config in $(sed -n '/^CPU configurations/,/^$/p' "$scratch/info" | awk '/ selected | can be used / { print $1 }'); do
  rows stack 1,3,10,20,34,48,64,73,111,128,150,217,400,2000,5000 1,10,34,64,150
  more="\$1 == \"powm_sec\" ? $DIGITS : \$1 == \"tdiv_q\" ? $QUOTIENT : \$1 == \"divexact\" ? $EXACT : \$1 == \"tdiv_qr\" ? $BLOCKS : \$1 == \"set_str\" ? $PRODUCTS : $SLACK"
  first="\$1 ~ /^(tdiv_q|powm_sec)\$/ ? $FIRST_WITH_TRANSFORMS : \$1 == \"divexact\" ? $FIRST_WITH_DIGITS : $FIRST"
  case $config in
  zen4 | icelake | zen5)
    more="\$1 ~ /^(tdiv_q|divexact|set_str|powm_sec)\$/ ? $VECTOR_DIGITS : \$1 == \"sqr\" && \$2 >= 98 && \$2 <= 117 ? $MORE : $VECTORS"
    first=$FIRST_WITH_VECTORS ;;
  no_multiplier) more=$VECTOR_DIGITS ;;
  esac
  no "$config: no more stack than GMP in the first call" "\$4 > \$3 + ($first)"
  no "$config: no more stack than GMP in later calls" "\$6 > \$5 + ($more)"

  rows threads 64,110,150,163,220,320 64,150
  no "$config: 16 KB suffice for the first call where they do for GMP" '$3 > $4'
  no "$config: 16 KB suffice for later calls where they do for GMP" '$5 > $6'
  check "$config: 16 KB do not suffice for all calls of GMP" awk -F, 'NR > 1 && $5 == 0 { n++ } END { exit n == 0 }' "$scratch/rows"
done

finish
