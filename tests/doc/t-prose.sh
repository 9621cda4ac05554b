# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Documents, headers and messages keep the rules of tests/doc/prose, and each rule finds what goes against it.

. "$top_srcdir/tests/tap.sh"

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 6))' 2> /dev/null; then
  skip "the rules of documents hold" "no python3"
  finish
  exit 0
fi
prose=$top_srcdir/tests/doc/prose

check "the rules of documents hold" python3 "$prose" "$top_srcdir"

# The documents, and the folders of the code in which it plants.
copy=$scratch/tree
for part in doc README.md CONTRIBUTING.md mpn/mul tune/tune tests/doc; do
  mkdir -p "$copy/$(dirname "$part")"
  cp -R "$top_srcdir/$part" "$copy/$part"
done
python3 "$prose" "$copy" > "$scratch/before"

# planted RULE FILE TEXT NAME: with the lines TEXT at the end of FILE, RULE is broken there.
planted ()
{
  rule=$1 file=$copy/$2
  cp -p "$file" "$scratch/saved"
  printf '\n%b\n' "$3" >> "$file"
  python3 "$prose" "$copy" > "$scratch/found"
  status=$?
  grep -vxFf "$scratch/before" "$scratch/found" | grep -E "^$2:[0-9]+: $rule: " > "$scratch/at"
  check "$rule: $4" test "$status" -eq 1 -a -s "$scratch/at"
  cp -p "$scratch/saved" "$file"
}

# allowed FILE TEXT NAME: the same breaks no rule.
allowed ()
{
  file=$copy/$1
  cp -p "$file" "$scratch/saved"
  printf '\n%b\n' "$2" >> "$file"
  python3 "$prose" "$copy" > "$scratch/found"
  grep -vxFf "$scratch/before" "$scratch/found" | grep -v '^doc:1: words: ' > "$scratch/more"
  check "$3" empty "$scratch/more"
  cp -p "$scratch/saved" "$file"
}

long=$(printf 'word %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21)
planted columns README.md "$long" "a line of more than 100 columns"
planted columns doc/notes.md "- $long" "a long line of a list"
planted link doc/tuner.md 'See [it](no-such-page.md).' "a page that is not there"
planted link doc/tuner.md 'See [it](adding-a-cpu.md#no-such-heading).' "a heading that is not there"
planted link README.md '[x]: doc/no-such-page.md' "a definition of a link"
planted link README.md '<img src="doc/no-such-picture.svg">' "a picture that is not there"
planted path doc/tuner.md 'See `mpn/mul/planted.c`.' "a file that is not there"
planted path doc/tuner.md '<!-- generated: x -->\n`tests/planted`\n<!-- end -->' "a generated line names one"
planted block doc/tuner.md '<!-- generated: x -->' "a generated block that does not end"
planted term doc/tuner.md 'The Team rests.' "a private term"
planted term CONTRIBUTING.md 'Not a plain residue.' "one of two words"
planted term mpn/mul/mul.h '/* For a team. */' "in a header"
planted term tune/tune/main.c 'static const char *const text = "quiet visits";' "in a message"
awk 'BEGIN { for (i = 0; i < 2600; i++) print "word" }' > "$scratch/words"
planted words doc/notes.md "$(cat "$scratch/words")" "a page of more than 2,500 words"

cp "$copy/doc/tuner.md" "$copy/doc/planted.md"
python3 "$prose" "$copy" > "$scratch/found"
check "index: a page that it does not name" contains "$scratch/found" '^doc/README.md:1: index: doc/planted.md '
rm "$copy/doc/planted.md"

i=0
while [ $i -lt 13 ]; do
  i=$((i + 1))
  head -n 2400 "$scratch/words" > "$copy/doc/planted-$i.md"
done
python3 "$prose" "$copy" > "$scratch/found"
check "words: more than 37,000 in all" contains "$scratch/found" '^doc:1: words: '
rm "$copy"/doc/planted-*.md

allowed doc/tuner.md "| $long |" "a long line of a table is allowed"
allowed doc/tuner.md "    $long" "a long line of code is allowed"
allowed mpn/mul/mul.c '/* For a team. */' "a comment inside a file is allowed"
allowed doc/tuner.md "<!-- generated: x -->\n$long\n<!-- end -->" "a long generated line is allowed"
allowed doc/tuner.md 'See [it](https://example.org/no-such-page.md) and `mpn/config/imagined.c`.' \
  "addresses, and files that an example adds, are allowed"

finish
