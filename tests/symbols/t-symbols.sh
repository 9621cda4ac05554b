# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The symbols that libcomba exports and needs; and that its archive does not define other libraries'
# names.

. "$top_srcdir/tests/tap.sh"

listed=$top_builddir/mpn/exported.sym
sort "$listed" > "$scratch/expected"
nm -D --defined-only "$library" | awk '{ print $3 }' | sort > "$scratch/exported"
check "exports exactly what is listed for this CPU in mpn/*.sym" diff "$scratch/expected" "$scratch/exported"

readelf -d "$library" > "$scratch/dynamic"
check "its SONAME is libcomba.so.0" contains "$scratch/dynamic" 'SONAME.*\[libcomba\.so\.0\]'
check "it stays loaded (NODELETE)" contains "$scratch/dynamic" NODELETE
sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$scratch/dynamic" |
  grep -vE '^(libc|libm|libpthread|libdl|ld-linux.*)\.so' > "$scratch/needed"
check "it needs libc and libm at most, and no OpenMP runtime" empty "$scratch/needed"

openmp=$top_builddir/.libs/libcomba_omp.so.0
if [ -f "$openmp" ]; then
  nm -D --defined-only "$openmp" | awk '{ print $3 }' > "$scratch/engine"
  check "libcomba_omp.so exports its engine alone" equal "$(cat "$scratch/engine")" comba_openmp_engine
  readelf -d "$openmp" > "$scratch/engine"
  check "its SONAME is libcomba_omp.so.0" contains "$scratch/engine" 'SONAME.*\[libcomba_omp\.so\.0\]'
  check "it does not need libcomba" sh -c "! grep -q 'NEEDED.*libcomba' '$scratch/engine'"
else
  skip "libcomba_omp.so" "configured without OpenMP"
fi

readelf -l "$library" > "$scratch/segments"
check "its stack is not executable" contains "$scratch/segments" 'GNU_STACK'
check "no executable stack" sh -c "! grep -A1 GNU_STACK '$scratch/segments' | grep -q 'RWE'"

archive=$top_builddir/.libs/libcomba.a
if [ -f "$archive" ]; then
  # The linker merges the compiler's own helpers on i386.
  nm -g --defined-only "$archive" 2> /dev/null | awk 'NF == 3 { print $3 }' |
    grep -vE '^(comba_|__x86\.get_pc_thunk\.)' |
    grep -vxFf "$listed" > "$scratch/foreign"
  check "every other name in libcomba.a begins with comba_" empty "$scratch/foreign"
else
  skip "every other name in libcomba.a begins with comba_" "configured without a static library"
fi

finish
