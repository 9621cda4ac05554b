# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The man pages against the programs, the header and the source: options, environment variables,
# functions, statuses.

. "$top_srcdir/tests/tap.sh"

man=$top_srcdir/doc/man

# Entries of a page: the lines that follow .TP, with plain hyphens.
entries ()      # PAGE [SECTION]
{
  sed 's/\\-/-/g' "$1" | awk -v wanted="${2-}" '
    /^\.SH / { section = substr ($0, 5) }
    after && (wanted == "" || section == wanted)
    { after = ($0 == ".TP") }'
}

words ()        # PATTERN, on standard input
{
  grep -oE -e "$1" | sort -u
}

option='--[a-z][a-z-]*'
variable='[A-Z]+(_[A-Z]+)*'

programs=$(cd "$top_srcdir" && sed -n 's/^bin_PROGRAMS += *//p' tools/tools.mk tune/tune.mk)
[ ! -f "$top_builddir/comba-system" ] || programs="$programs comba-system"
check "finds the installed programs" test "$(echo $programs | wc -w)" -ge 4

for program in $programs; do
  page=$man/$program.1
  [ "$program" != comba-system ] || page=$man/$program.8
  check "$program: has a man page" test -s "$page"
  "$top_builddir/$program" --help | words "$option" > "$scratch/help"
  entries "$page" | words "$option" > "$scratch/entries"
  sed 's/\\-/-/g' "$page" | words "$option" > "$scratch/page"
  check "$program: --help and the man page list the same options" \
    diff "$scratch/help" "$scratch/entries"
  check "$program: the man page names no other option" diff "$scratch/help" "$scratch/page"
done

# Environment variables.  Three files pass a variable's name on.
get='(getenv|openmp|put_first) \("[A-Z_]+"'
grep -rhoE "$get" "$top_srcdir/mpn" "$top_srcdir/tools/preload.c" "$top_srcdir/tools/program.c" \
  | words '[A-Z][A-Z_]+' > "$scratch/read"
entries "$man/comba-run.1" ENVIRONMENT | sed 's/\\f[A-Z]//g' | grep '^\.B' | sed 's/^\.B[A-Z]* //' \
  | words "$variable" > "$scratch/page"
check "comba-run(1) lists the variables that the library reads" diff "$scratch/read" "$scratch/page"
check "variables are found where their names are passed on" \
  equal "$(cd "$top_srcdir" && echo $(grep -rlE 'getenv \([a-z]+\)' mpn tools tune | sort))" \
  "mpn/dispatch/messages.c mpn/parallel/limits.c tools/preload.c"

for page in "$man"/*.[138]; do
  entries "$page" ENVIRONMENT
done | words "$variable" > "$scratch/pages"
grep -rhoE "$get" "$top_srcdir/tools" "$top_srcdir/tune" | words '[A-Z][A-Z_]+' > "$scratch/read"
comm -23 "$scratch/read" "$scratch/pages" > "$scratch/missing"
check "the man pages list the variables that the programs read" empty "$scratch/missing"

# comba.h.
words '^comba_[a-z0-9_]+ \(' < "$top_srcdir/mpn/comba.h" | sed 's/ .*//' > "$scratch/inline"
check "finds the inline functions" lines "$scratch/inline" 5
words '^comba_.*' < "$top_srcdir/mpn/libcomba.sym" | sort - "$scratch/inline" > "$scratch/functions"
entries "$man/comba.3" | words 'comba_[a-z0-9_]+' > "$scratch/entries"
check "comba(3) lists the functions of comba.h" diff "$scratch/functions" "$scratch/entries"
words 'comba_[a-z0-9_]+' < "$man/comba.3" | grep -vx comba_mod > "$scratch/page"
check "comba(3) names no other function" diff "$scratch/functions" "$scratch/page"

sed -n '/^enum comba_status/,/^}/p' "$top_srcdir/mpn/comba.h" \
  | words 'COMBA_[A-Z_]+' > "$scratch/declared"
entries "$man/comba.3" "RETURN VALUE" | words 'COMBA_[A-Z_]+' > "$scratch/entries"
check "comba(3) lists the statuses" diff "$scratch/declared" "$scratch/entries"

# The example of comba(3) compiles.
. "$top_builddir/tests/link/compiler"  # $CC, $CFLAGS, $CPPFLAGS
sed -n '/^#include/,/^}/p' "$man/comba.3" | sed 's/\\-/-/g' > "$scratch/example.c"
check "comba(3)'s example compiles" \
  $CC $CPPFLAGS $CFLAGS -Wall -Wextra -Werror -I"$top_srcdir/mpn" \
  -c "$scratch/example.c" -o "$scratch/example.o"

for page in "$man"/*.[138]; do
  name="${page##*/}: groff has nothing to say"
  if command -v groff > /dev/null; then
    groff -man -ww -z "$page" > "$scratch/groff" 2>&1
    check "$name" empty "$scratch/groff"
  else
    skip "$name" "groff is not installed"
  fi
done

finish
