# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# README.md: its two commands come first, it is short, and its links work where it is installed.

. "$top_srcdir/tests/tap.sh"

readme=$top_srcdir/README.md
option='--[a-z][a-z-]*'

words ()        # PATTERN, on standard input
{
  grep -oE -e "$1" | sort -u
}

head -n 4 "$readme" > "$scratch/head"
check "./quickstart comes first" contains "$scratch/head" '^    \./quickstart +#'
check "./quickstart check comes next" contains "$scratch/head" '^    \./quickstart check +#'
check "at most 150 lines" test "$(wc -l < "$readme")" -le 150

# The installed pages, by their paths below $docdir.
{
  sed -n 's/^dist_doc_DATA = //p' "$top_srcdir/Makefile.am" | tr ' ' '\n'
  cat "$top_srcdir"/doc/*.mk | sed -n 's/^nobase_dist_doc_DATA += //p'
} | sort > "$scratch/installed"
grep -oE '\]\([^)#]+' "$readme" | sed 's/^](//' | grep -v '^https\{0,1\}:' \
  | sort -u > "$scratch/linked"
comm -23 "$scratch/linked" "$scratch/installed" > "$scratch/missing"
check "finds links" test -s "$scratch/linked"
check "the pages that it links to are installed" empty "$scratch/missing"

# Commands that it names.
for program in $(grep -oE 'comba-(run|info|tune|bench)' "$readme" | sort -u); do
  grep -oE "$program (--[a-z-]+ )+" "$readme" | words "$option" > "$scratch/options"
  "$top_builddir/$program" --help | words "$option" > "$scratch/help"
  comm -23 "$scratch/options" "$scratch/help" > "$scratch/missing"
  check "$program: the options that it names exist" empty "$scratch/missing"
done

finish
