# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The manual: it builds without warnings, and names what the code has.

. "$top_srcdir/tests/tap.sh"

manual=$top_srcdir/doc/comba.texi

# makes NAME FILE OPTION...: makeinfo writes FILE, without a word.
makes ()
{
  name=$1 file=$2
  shift 2
  makeinfo "$@" -I "$top_builddir/doc" -I "$top_srcdir/doc" -o "$scratch/$file" "$manual" 2> "$scratch/err"
  check "$name: exit code" equal "$?" 0
  check "$name: no warnings" empty "$scratch/err"
}

if makeinfo --version > /dev/null 2>&1; then
  makes "info" comba.info --no-split --disable-encoding
  check "info: lines of at most 80 columns" \
    equal "$(sed '/^Tag Table:/,$d; /^File: /d' "$scratch/comba.info" | awk 'length > 80')" ""
  makes "HTML" comba.html --html --no-split
else
  skip "info" "makeinfo is not installed"
  skip "HTML" "makeinfo is not installed"
fi

check "lines of at most 100 columns" equal "$(awk 'length > 100 && !/^@(item|headitem|dircategory)/' "$manual")" ""

# named WHAT WORDS: the manual has each of the words, as a name of its own.
named ()
{
  for word in $2; do
    grep -qE "(^|[^a-zA-Z0-9_.])$word([^a-zA-Z0-9_]|\$)" "$manual" || echo "$word is not in the manual"
  done > "$scratch/missing"
  check "names every $1" empty "$scratch/missing"
}

COMBA_CPU=portable "$top_builddir/comba-info" > "$scratch/info"
named setting "$(sed -n '/^setting, value, source/,/^$/p' "$scratch/info" | sed '1d;/^$/d' | awk '{ print $1 }')"
named "CPU configuration" "$(sed -n '/^CPU configurations/,/^$/p' "$scratch/info" | sed '1d;/^$/d' | awk '{ print $1 }')"
named "environment variable" "$(cat "$top_srcdir"/mpn/*/*.c | sed -n 's/.*[^a-z_]\(comba_getenv\|openmp\) ("\([A-Z_]*\)").*/\2/p' | sort -u)"
named path "$(sed -n 's/^  X ([A-Z_]*, "\([a-z_]*\)").*/\1/p' "$top_srcdir/mpn/dispatch/config.h")"

grep -oE '\bcomba_[a-z_]*[a-z]\b' "$manual" | sort -u | grep -vE '^comba_(mod|partial)$' > "$scratch/functions"
sed -n 's/^\(comba_[a-z_]*\) (.*/\1/p' "$top_srcdir/mpn/comba.h" | cat - "$top_srcdir/mpn/libcomba.sym" > "$scratch/there"
check "names no function that is not there" equal "$(grep -vxFf "$scratch/there" "$scratch/functions" |
  grep -vxE 'comba_(gmp|omp)')" ""

# Why a tuning file is refused, with % for what a message fills in.
sed -n '/@c reasons/,/@c end reasons/s/^@itemx\{0,1\} \([^@].*\)/\1/p' "$manual" |
  sed 's/^line @var{n}: //; s/@var{[a-z]*}/%/g' | sort > "$scratch/told"
{
  tr '\n' ' ' < "$top_srcdir/mpn/dispatch/tuning_parse.c" | grep -oE 'refuse \(&?r, "([^"\]|\\.)*"' | sed 's/^[^"]*"//'
  sed -n 's/.*reason = "\([^"]*"\).*/\1/p' "$top_srcdir/mpn/dispatch/tuning_files.c"
} | sed 's/"$//; s/%\.\*s/%/g; s/%l*[sd]/%/g; s/\\"/"/g' | sort > "$scratch/said"
check "gives every reason for which a tuning file is refused" diff "$scratch/said" "$scratch/told"

# A row of the generated table, against the settings that the library has.
setting ()
{
  awk -v name="$1" '$1 == name { print $2 }' "$scratch/info"
}
row=$(sed -n 's/^@item @code{portable} @tab \([0-9]*\) @tab \([0-9]*\) .*/\1 \2/p' "$top_builddir/doc/timing.texinfo")
check "limits of constant-time products: portable's thresholds" \
  equal "$row" "$(($(setting mul_toom22) - 1)) $(($(setting sqr_toom2) - 1))"

finish
