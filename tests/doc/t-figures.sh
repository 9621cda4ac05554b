# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The generated tables and plots are those of doc/measurements/*.csv, and a change of either is seen.

. "$top_srcdir/tests/tap.sh"

python=/usr/bin/python3
"$python" --version > /dev/null 2>&1 || { skip "tables and plots" "there is no $python"; finish; exit; }

# A tree with what is read, which can be changed.
tree=$scratch/tree
mkdir -p "$tree/doc"
plant ()
{
  rm -rf "$tree/doc" "$scratch/made"
  mkdir -p "$tree/doc"
  cp "$top_srcdir/README.md" "$tree"
  cp "$top_srcdir/doc/performance.md" "$top_srcdir/doc/papers.md" "$top_srcdir/doc/comba.texi" "$tree/doc"
  cp -r "$top_srcdir/doc/measurements" "$top_srcdir/doc/plots" "$tree/doc"
  chmod -R u+w "$tree"
}

make_figures ()
{
  "$python" -B "$top_srcdir/doc/figures.py" --source "$tree" --output "$scratch/made"
}

# What is made again is what is there.
agree ()
{
  make_figures || return 1
  for made in README.md doc/performance.md doc/papers.md doc/comba.texi doc/plots; do
    diff -r "$tree/$made" "$scratch/made/$made" || return 1
  done
}

# differs NAME FILE...: FILEs, and no others, are no longer what is made.
differs ()
{
  name=$1
  shift
  make_figures > "$scratch/figures.out" 2>&1
  for made in README.md doc/performance.md doc/papers.md doc/comba.texi doc/plots; do
    diff -rq "$tree/$made" "$scratch/made/$made"
  done | sed "s|^Files $tree/\([^ ]*\) and .*|\1|" > "$scratch/different"
  check "$name" equal "$(tr '\n' ' ' < "$scratch/different")" "$*${1:+ }"
}

plant
check "tables and plots agree with the measurements" agree

sed -i '/^mul_n,64,64,/s/,[0-9.]*,\([^,]*,[^,]*,[^,]*,[^,]*\)$/,9.999,\1/' "$tree/doc/measurements/zen4-products.csv"
differs "a changed ratio is seen" README.md doc/performance.md doc/plots/gain.svg

plant
sed -i '/^NOT VALID\|^# validity:/s/:.*/: planted/' "$tree/doc/measurements/zen3-powers.csv"
differs "a changed validity is seen" doc/performance.md

plant
sed -i '/^<!-- generated: gain -->/,/^<!-- end/s/^\(| 33 to 64 | \)[0-9.]*/\19.99/' "$tree/README.md"
differs "a number edited by hand is seen: README.md" README.md

plant
sed -i '/^<!-- generated: 001.more -->/,/^<!-- end/s/^\(| 4096 | \)[0-9.]*/\19.99/' "$tree/doc/papers.md"
differs "a number edited by hand is seen: doc/papers.md" doc/papers.md

plant
sed -i '/^@c generated: stack/,/^@c end/s/^\(@item @code{mpn_mul_n} @tab 64 @tab \)[0-9,]*/\19999/' "$tree/doc/comba.texi"
differs "a number edited by hand is seen: doc/comba.texi" doc/comba.texi

plant
echo ' ' >> "$tree/doc/plots/powers.svg"
differs "a changed plot is seen" doc/plots/powers.svg

# refuses NAME PATTERN: an error, and nothing is written.
refuses ()
{
  rm -rf "$scratch/made"
  make_figures > "$scratch/figures.out" 2>&1
  check "$1: exit code" equal "$?" 1
  check "$1: a complaint" contains "$scratch/figures.out" "$2"
  check "$1: nothing is written" [ ! -e "$scratch/made" ]
}

plant
sed -i '/^# validity:/d' "$tree/doc/measurements/zen4-powers.csv"
refuses "a file that does not say whether it is valid" 'zen4-powers\.csv: the header has no line "# validity: "'
plant
sed -i 's/^# config:.*/# config: zen3/' "$tree/doc/measurements/zen4-powers.csv"
refuses "a file of another configuration than its name says" 'zen4-powers\.csv: its header says zen3-powers'
plant
sed -i 's/^<!-- generated: cycles -->/<!-- generated: nosuch -->/' "$tree/doc/performance.md"
refuses "a table that there is not" 'doc/performance\.md: there is no table nosuch'

for file in "$top_srcdir"/doc/measurements/*.csv "$top_srcdir"/doc/plots/*.svg; do
  name=doc/${file#"$top_srcdir"/doc/}
  grep -q "$name\$" "$top_srcdir/doc/figures.mk" || echo "$name"
done > "$scratch/unlisted"
check "doc/figures.mk lists all measurements and plots" empty "$scratch/unlisted"

# words FILE MOST: those written by hand.
words ()
{
  n=$(sed '/^<!-- generated/,/^<!-- end/d' "$top_srcdir/$1" | wc -w)
  [ "$n" -le "$2" ] || { echo "$1: $n words are written by hand, at most $2 may be"; return 1; }
}
check "doc/performance.md is short" words doc/performance.md 600
check "doc/papers.md is short" words doc/papers.md 1500

finish
