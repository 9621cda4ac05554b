# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The example of doc/adding-a-cpu.md: its patch is applied to a copy of mpn/config/, and this build's library with
# these configurations passes the tests that the page names.  (tests/tune/t-config.sh has a file that comba-tune writes.)

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/config/rebuild.sh"
. "$top_srcdir/tests/doc/example.sh"

page=$top_srcdir/doc/adding-a-cpu.md
patch=$top_srcdir/tests/doc/adding-a-cpu.patch
shows_patch
cannot=$(missing patch)
grep -q '^#define COMBA_X86_64 1' "$top_builddir/config.h" || cannot="x86-64"
if [ -n "$cannot" ]; then
  skip "the example of doc/adding-a-cpu.md" "no $cannot"
  finish
  exit 0
fi

mkdir "$scratch/mpn"
cp -R "$top_srcdir/mpn/config" "$scratch/mpn"
check "the patch applies" apply_patch "$scratch"
check "it compiles without a warning" compile_configs
check "it becomes a library" replace_configs
check "a program is linked" link_with_configs dispatch/show-config
check "it serves if it is asked for" equal "$(COMBA_CPU=imagined "$scratch/show-config" 2>&1)" imagined
check "it does not serve another CPU" test "$("$scratch/show-config" 2>&1)" != imagined

tests=$(named_tests | grep -v '\.sh$')
check "the page names tests" test -n "$tests"
for test in $tests; do
  check "$test is linked" link_with_configs "${test#tests/}"
  export COMBA_TEST_CONFIG=imagined
  check "$test passes" passes "${test##*/}"
  unset COMBA_TEST_CONFIG
done
check "the kernels were its own" contains "$scratch/t-kernels.out" '^ok .*imagined: sqr_n'

finish
