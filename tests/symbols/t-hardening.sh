# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# What the linker and the objects promise about memory: no page is both writable and executable, no
# stack is executable, tables are read-only once symbols are bound, and code needs no relocations.

. "$top_srcdir/tests/tap.sh"

hardened ()     # LIBRARY: prints what it lacks
{
  readelf -lW "$1" > "$scratch/segments" && readelf -dW "$1" > "$scratch/dynamic" || return 1
  grep -q GNU_RELRO "$scratch/segments" || echo "no RELRO"
  grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$scratch/dynamic" || echo "not bound at load: RELRO is partial"
  grep -q 'GNU_STACK.* RW ' "$scratch/segments" || echo "executable stack"
  grep -E '^ +LOAD ' "$scratch/segments" | grep -q ' RWE ' && echo "a segment is writable and executable"
  grep -q TEXTREL "$scratch/dynamic" && echo "relocations in code"
  true
}
for file in "$library" "$top_builddir/.libs/libcomba_omp.so.0"; do
  [ -f "$file" ] || { skip "${file##*/}" "not built here"; continue; }
  hardened "$file" > "$scratch/lacks"
  check "${file##*/}: RELRO, bound at load, no executable stack, no writable code" empty "$scratch/lacks"
done

# An object without this note makes the stack of the whole program executable.
without_note () # OBJECT...
{
  for object in "$@"; do
    readelf -SW "$object" | grep -q '\.note\.GNU-stack' || echo "$object"
  done
}
(cd "$top_srcdir" && find mpn -name '*.S') | sort > "$scratch/sources"
while read -r source; do
  object=${source%.S}
  for found in "$top_builddir/${object%/*}/".libs/*"${object##*/}.o" "$top_builddir/${object%/*}/"*"${object##*/}.o"; do
    if [ -f "$found" ]; then echo "$found"; break; fi
  done
done < "$scratch/sources" > "$scratch/objects"
check "there are objects of assembly" test -s "$scratch/objects" -o ! -s "$scratch/sources"
without_note $(cat "$scratch/objects") > "$scratch/bad"
check "each of the $(wc -l < "$scratch/objects") objects of assembly wants no executable stack" empty "$scratch/bad"

# The checks find what they are for.
if echo 'int f (void) { return 0; }' > "$scratch/f.c" && echo '.globl g' > "$scratch/g.s" &&
    cc -shared -fPIC -z norelro -z execstack -o "$scratch/bad.so" "$scratch/f.c" 2> "$scratch/cc" && cc -c -o "$scratch/g.o" "$scratch/g.s"; then
  hardened "$scratch/bad.so" > "$scratch/lacks"
  check "planted: a library without RELRO, with an executable stack" sh -c "grep -q 'no RELRO' '$scratch/lacks' && grep -q 'executable stack' '$scratch/lacks'"
  check "planted: an object without the note" equal "$(without_note "$scratch/g.o")" "$scratch/g.o"
else
  skip "planted faults" "no cc"
fi
finish
