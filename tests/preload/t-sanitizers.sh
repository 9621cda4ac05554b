# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-run with programs that are built with the address sanitizer, whose runtime wants to be the
# first library.

. "$top_srcdir/tests/tap.sh"
. "$top_builddir/tests/link/compiler"  # $CC, $CFLAGS, $CPPFLAGS, $LDFLAGS and the real libgmp

run=$top_builddir/comba-run report=$scratch/report

# sanitized NAME COMPILER...: a GMP program that is built with it.
sanitized ()
{
  name=$1
  shift
  rm -f "$scratch/program"
  "$@" $CPPFLAGS "$top_srcdir/tests/tools/gmp-program.c" $LDFLAGS "$GMP_SHARED" -o "$scratch/program" > "$scratch/log" 2>&1
  "$scratch/program" > /dev/null 2>&1
  if [ $? != 3 ]; then
    skip "$name" "cannot build programs with it"
    return
  fi
  for command in "$scratch/program" "sh $scratch/script"; do
    how="$name, $(basename "$command")"
    rm -f "$report"
    COMBA_REPORT=$report "$run" $command > "$scratch/out" 2> "$scratch/err"
    check "$how: it runs" equal "$?" 3
    check "$how: nothing on stderr" empty "$scratch/err"
    touch "$report"
    check "$how: comba served it" called "$report" sqr
  done
  check "$name: the user's options count" equal \
    "$(ASAN_OPTIONS=help=1 "$run" "$scratch/program" 2>&1 | grep -c verify_asan_link_order)" 1
}

echo "'$scratch/program'" > "$scratch/script"
sanitized "the compiler's address sanitizer" $CC $CFLAGS -fsanitize=address
sanitized "clang's shared address sanitizer" clang -fsanitize=address -shared-libasan \
  "-Wl,-rpath,$(clang -print-runtime-dir 2> /dev/null)"

finish
