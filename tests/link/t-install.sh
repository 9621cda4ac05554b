# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# make install-strip and make uninstall, in a folder of their own.

. "$top_srcdir/tests/tap.sh"
. "$top_builddir/tests/link/compiler"

root=$scratch/root
unset MAKEFLAGS MFLAGS MAKELEVEL
make=${MAKE:-make}

check "make install-strip" "$make" -C "$top_builddir" install-strip DESTDIR="$root"
installed=$root$libdir/libcomba.so.0
if ! [ -f "$installed" ]; then
  skip "the size of libcomba.so" "configured with --disable-shared"
elif grep -q '^#define COMBA_ASSERTS' "$top_builddir/config.h" || ! echo " $CFLAGS " | grep -q ' -O2 '; then
  skip "the size of libcomba.so" "this build has assertions, or was not compiled with -O2"
else
  check "libcomba.so has at most 4,200,000 bytes" test "$(wc -c < "$installed")" -le 4200000
fi

# Links of the installed pages.
find "$root$docdir" -name '*.md' > "$scratch/pages"
check "installs pages" test -s "$scratch/pages"
while read -r page; do
  grep -oE '\]\([^)# ]+' "$page" | sed 's/^](//' | grep -vE '^https?:' | while read -r link; do
    [ -e "${page%/*}/$link" ] || echo "$page: $link"
  done
done < "$scratch/pages" > "$scratch/broken"
check "links of the installed pages lead to installed files" empty "$scratch/broken"

cat "$root$libdir"/comba/libgmp.* > "$scratch/scripts"
if [ -s "$scratch/scripts" ]; then
  check "the linker scripts do not go through the compiler's folder" sh -c '! grep "/\.\./" "$0"' "$scratch/scripts"
fi
check "files do not name the temporary folder" sh -c '! grep -rlI "$1" "$0"' "$root" "$root"

check "make uninstall" "$make" -C "$top_builddir" uninstall DESTDIR="$root"
find "$root" ! -type d > "$scratch/left"
find "$root" -type d -name 'comba*' | while read -r folder; do
  case $root$libdir in "$folder"/*) ;; *) echo "$folder" ;; esac        # the prefix may be below one
done >> "$scratch/left"
check "make uninstall leaves no file, and no folder of comba's" empty "$scratch/left"

# No permission: a file where a folder should be, which stops root, too.
: > "$scratch/file"
"$make" -C "$top_builddir" install DESTDIR="$scratch/file" > "$scratch/out" 2> "$scratch/err"
check "where it may not write, make install fails" test $? != 0
check "and says why" contains "$scratch/err" "mkdir: cannot create directory.*$scratch/file"

finish
