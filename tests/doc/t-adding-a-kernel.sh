# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The example of doc/adding-a-kernel.md: its patch is applied to a copy of the sources, the copy is built without
# AVX-512 IFMA, most of what there is to compile, and passes the tests that the page names.

. "$top_srcdir/tests/tap.sh"
. "$top_builddir/tests/link/compiler"
. "$top_srcdir/tests/doc/example.sh"

copy=$scratch/comba
build=$scratch/build
log=$scratch/log

# Without what a build in the tree itself has made there.
copy_sources ()
{
  mkdir "$copy" "$build" &&
    (cd "$top_srcdir" && cp -R -p mpn tests tune tools packaging doc m4 build-aux "$copy" &&
       find . -maxdepth 1 -type f ! -name Makefile ! -name config.h ! -name 'config.status' ! -name libtool \
         -exec cp -p {} "$copy" \;) &&
    find "$copy" \( -name '*.o' -o -name '*.lo' -o -name '*.la' -o -name '.dirstamp' \) -exec rm -f {} +
}

breaks_no_rule ()
{
  python3 "$copy/tests/layers" "$copy" > "$scratch/after"
  grep -vxFf "$scratch/before" "$scratch/after" > "$scratch/broken"
  empty "$scratch/broken"
}

# The makefile fragment has changed: automake, or all of them if this tree was made by others.
make_makefiles ()
{
  (cd "$copy" && { automake --foreign || autoreconf -f -i; })
}

configure_copy ()
{
  (cd "$build" && "$copy/configure" -q CC="$CC" CPPFLAGS="$CPPFLAGS" CFLAGS="-O1 -g0" LDFLAGS="$LDFLAGS" \
    --disable-ifma --disable-openmp --disable-static)
}

make_tests ()
{
  make -s -C "$build" -j 2 libcomba_all.la $tests
}

run_tests ()
{
  COMBA_TEST_MAX=40 make -C "$build" check-TESTS TESTS="$tests"
}

# As automake counts.
all_passed ()
{
  contains "$log" '^# PASS: +[1-9]' && contains "$log" '^# FAIL: +0$' && contains "$log" '^# ERROR: +0$'
}

page=$top_srcdir/doc/adding-a-kernel.md
patch=$top_srcdir/tests/doc/adding-a-kernel.patch
shows_patch
cannot=$(missing patch automake autoreconf)
if [ -n "$cannot" ]; then
  skip "the example of doc/adding-a-kernel.md" "no $cannot"
  finish
  exit 0
fi

# A makefile's job server is not for this one.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
tests=$(named_tests | grep -v '\.sh$')
check "the page names tests" test -n "$tests"
check "the sources are copied" copy_sources
python3 "$copy/tests/layers" "$copy" > "$scratch/before"
check "the patch applies" apply_patch "$copy"
check "it breaks no rule of tests/layers" breaks_no_rule
check "the makefiles are made" make_makefiles
check "it is configured" configure_copy
check "it is built" make_tests
run_tests > "$log" 2>&1
check "the tests that the page names pass" all_passed
check "they tested the kernel" contains "$build/tests/kernels/portable/t-portable.log" '^ok .*comba: squares'

finish
