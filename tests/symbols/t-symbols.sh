# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# What libcomba exports, what it needs, and that its archive stays out of the
# way of other people's names.

. "$top_srcdir/tests/tap.sh"

listed=$top_builddir/mpn/exported.sym
sort "$listed" > "$scratch/expected"
nm -D --defined-only "$library" | awk '{ print $3 }' | sort > "$scratch/exported"
check "exports exactly what is listed for this CPU in mpn/*.sym" diff "$scratch/expected" "$scratch/exported"

readelf -d "$library" > "$scratch/dynamic"
check "its SONAME is libcomba.so.0" contains "$scratch/dynamic" 'SONAME.*\[libcomba\.so\.0\]'
check "it stays loaded (NODELETE)" contains "$scratch/dynamic" NODELETE
sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$scratch/dynamic" |
  grep -vE '^(libc|libm|libgomp|libomp|libpthread|libdl|ld-linux.*)\.so' > "$scratch/needed"
check "it needs libc, libm and the OpenMP runtime at most" empty "$scratch/needed"

readelf -l "$library" > "$scratch/segments"
check "its stack is not executable" contains "$scratch/segments" 'GNU_STACK'
check "no executable stack" sh -c "! grep -A1 GNU_STACK '$scratch/segments' | grep -q 'RWE'"

archive=$top_builddir/.libs/libcomba.a
if [ -f "$archive" ]; then
  # The compiler's own helpers on i386 are the linker's to merge.
  nm -g --defined-only "$archive" 2> /dev/null | awk 'NF == 3 { print $3 }' |
    grep -vE '^(comba_|__x86\.get_pc_thunk\.)' |
    grep -vxFf "$listed" > "$scratch/foreign"
  check "every other name in libcomba.a begins with comba_" empty "$scratch/foreign"
else
  skip "every other name in libcomba.a begins with comba_" "configured without a static library"
fi

finish
