# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The example of doc/adding-a-kernel.md: its patch is applied to a copy of the sources, automake takes the makefile
# fragment, the makefile compiles what the patch adds and changes, and this build's library with these objects passes
# the tests that the page names.

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/config/rebuild.sh"
. "$top_srcdir/tests/doc/example.sh"

copy=$scratch/comba
build=$scratch/build

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

# This build's configuration, for the copy.
configure_copy ()
{
  sed "s|^srcdir=.*|srcdir='$copy'|; s|^ac_pwd=.*|ac_pwd='$build'|" "$top_builddir/config.status" > "$build/config.status" &&
    (cd "$build" && sh ./config.status --quiet Makefile depfiles) &&
    cp "$top_builddir/libtool" "$top_builddir/config.h" "$top_builddir/stamp-h1" "$build"
}

# The object of a source that the makefile has compiled for the library.
object ()       # SOURCE
{
  folder=$build/${1%/*}
  name=${1##*/}
  name=${name%.c}.o
  [ -f "$folder/.libs/$name" ] && echo "$folder/.libs/$name" || echo "$folder/$name"
}

# The kernels of the folder, of which one header has changed, the configurations, and the tests that have changed.
compile ()
{
  sources=$(cd "$copy" && echo "${new%/*}"/*.c)
  make -s -C "$build" mpn/config/list.lo $(for source in $sources; do echo "${source%.c}.lo"; done) \
    $(for test in $changed; do echo "$test.o"; done)
}

replace_kernels ()
{
  cp "$(object mpn/config/list.c)" "$scratch/list.o" && replace_configs &&
    for source in $sources; do
      operation=r
      [ "$source" != "$new" ] || operation=q
      ${AR-ar} $operation "$scratch/libcomba_all.a" "$(object "$source")" || return
    done
}

link_test ()    # TEST
{
  case " $changed " in
    *" $1 "*) link_with_configs "${1#tests/}" "$build/$1.o" ;;
    *) link_with_configs "${1#tests/}" ;;
  esac
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
new=$(sed -n '/^--- \/dev\/null$/{ n; s|^+++ b/||p; }' "$patch")
changed=$(sed -n 's|^+++ b/\(tests/.*\)\.c$|\1|p' "$patch" | tr '\n' ' ')
make -n -C "$build" libcomba_core.la > "$scratch/plan" 2>&1
check "the new file is a part of the library" contains "$scratch/plan" "libcomba_core\\.la .*${new%.c}\\.lo"
check "the makefile compiles it, and what has changed" compile
check "it becomes a library" replace_kernels
for test in $tests; do
  check "$test is linked" link_test "$test"
  check "$test passes" passes "${test##*/}"
done
check "they tested the kernel" contains "$scratch/t-portable.out" '^ok .*comba: squares'

finish
