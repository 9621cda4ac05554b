# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# For the tests of pages with a worked example.  Sourced after tests/tap.sh; $page is the page, $patch its patch.

# The first block of the page in the language "diff" is the patch.
shows_patch ()
{
  sed -n '/^```diff$/,/^```$/p' "$page" | sed '1d;$d' > "$scratch/shown"
  check "the page shows its patch" cmp "$scratch/shown" "$patch"
}

# The tests that the page runs: TESTS='...'
named_tests ()
{
  sed -n "s/.*TESTS='\([^']*\)'.*/\1/p" "$page" | tr ' ' '\n' | sort -u
}

apply_patch ()  # TREE
{
  patch -s -p1 -d "$1" < "$patch"
}

# The first of these programs that is not there.
missing ()
{
  for program; do
    command -v "$program" > /dev/null || { echo "$program"; return; }
  done
}
