# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Linking instead of GMP, with the files that make install puts into $bindir, $libdir and
# $includedir; run by make installcheck.  A program that names only mpz functions is linked in each
# way that the README offers.  Its report proves that it uses comba.

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/link/linked.sh"

program=$top_srcdir/tests/tools/gmp-program.c

for file in "$bindir/comba-run" "$bindir/comba-info" "$includedir/comba.h" "$libdir/libcomba.so" "$libdir/libcomba.a" \
            "$libdir/pkgconfig/comba.pc" "$libdir/cmake/comba/combaConfig.cmake"; do
  check "installs ${file##*/}" test -s "$file"
done

if grep -q '"OPENMP_TRUE".=""' "$top_builddir/config.status"; then
  check "installs libcomba_omp.so" test -s "$libdir/libcomba_omp.so"
  COMBA_THREADS=openmp COMBA_NUM_THREADS=2 "$bindir/comba-info" > "$scratch/out" 2> "$scratch/err"
  check "comba-info finds it" empty "$scratch/err"
else
  skip "libcomba_omp.so" "configured without OpenMP"
fi
"$bindir/comba-info" > "$scratch/out" 2>&1
check "the installed comba-info works" contains "$scratch/out" '^  portable '
check "the installed comba-run preloads the installed library" \
  equal "$("$bindir/comba-run" sh -c 'echo "$LD_PRELOAD"')" "$libdir/libcomba.so.0"

# served NAME FLAGS...: the program, linked with FLAGS, uses comba.
served ()
{
  name=$1
  shift
  if ! $CC $CPPFLAGS $CFLAGS "$program" "$@" $LDFLAGS -o "$scratch/program" > "$scratch/link.log" 2>&1; then
    check "$name: links" cat "$scratch/link.log" /dev/null/x
    return
  fi
  reaches "$name" "$scratch/program"
}

export LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
if [ -n "$GMP_SHARED" ]; then
  served "-lcomba -lgmp" -Wl,--no-as-needed -L"$libdir" -lcomba -lgmp
  served "a hard-coded -lgmp, with -L\$libdir/comba" -L"$libdir/comba" -lgmp
  served "a hard-coded -lgmp, --as-needed" -Wl,--as-needed -L"$libdir/comba" -lgmp
else
  skip "shared linking" "there is no shared libgmp for this compiler"
fi
if [ -n "$GMP_STATIC" ]; then
  u="-Wl,-u,__gmpn_mul -Wl,-u,__gmpn_mul_n -Wl,-u,__gmpn_sqr -Wl,-u,__gmpn_powm"
  served "libcomba.a before libgmp.a" $u "$libdir/libcomba.a" "$GMP_STATIC"
  served "libcomba.a before libgmp.a, -static" -static -Wl,--fatal-warnings $u "$libdir/libcomba.a" "$GMP_STATIC"
  served "a hard-coded -lgmp, -static" -static -Wl,--fatal-warnings -L"$libdir/comba" -lgmp
  # A fat build's libgmp.a has all names of its assembly in one object.
  printf '%s\n' '#include <gmp.h>' 'int tests_brought_along = 1;' \
    'mp_limb_t mpn_addmul_1 (mp_ptr rp, mp_srcptr ap, mp_size_t n, mp_limb_t b)' \
    '{ mp_limb_t t[n + 1]; t[n] = mpn_mul_1 (t, ap, n, b); return t[n] + mpn_add_n (rp, rp, t, n); }' > "$scratch/fat.c"
  $CC $CPPFLAGS $CFLAGS -c "$scratch/fat.c" -o "$scratch/fat.o" && ar rc "$scratch/libfat.a" "$scratch/fat.o"
  served "libcomba.a, and an object of a fat libgmp.a" $u -Wl,-u,tests_brought_along "$libdir/libcomba.a" \
    "$scratch/libfat.a" "$GMP_STATIC"
else
  skip "static linking" "there is no libgmp.a for this compiler"
fi
if command -v pkg-config > /dev/null && [ -n "$GMP_SHARED" ]; then
  served "pkg-config" $(pkg-config --cflags --libs comba)
  served "pkg-config, --as-needed" -Wl,--as-needed $(pkg-config --cflags --libs comba)
  served "pkg-config, --gc-sections" -Wl,--as-needed -Wl,--gc-sections $(pkg-config --cflags --libs comba)
  served "named twice" -Wl,--as-needed $(pkg-config --libs comba) -L"$libdir/comba" -lgmp $(pkg-config --libs comba)
  if [ -n "$GMP_STATIC" ]; then
    served "pkg-config, -static" -static -Wl,--fatal-warnings $(pkg-config --static --cflags --libs comba)
    served "pkg-config, -static-pie" -static-pie -fPIE -Wl,--fatal-warnings $(pkg-config --static --cflags --libs comba)
  fi
else
  skip "pkg-config" "pkg-config is not installed"
fi

finish
