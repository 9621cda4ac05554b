# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Programs of another C library, musl: they start and compute with libcomba preloaded, and comba-run
# leaves them alone.

. "$top_srcdir/tests/tap.sh"

run=$top_builddir/comba-run
if ! command -v musl-gcc > /dev/null; then
  skip "programs of musl" "musl-gcc is not installed"
  finish
  exit
fi

source=$top_srcdir/tests/preload/musl.c program=$scratch/program report=$scratch/report
check "compiles" sh -c "musl-gcc -shared -fPIC -DLIBRARY '$source' -o '$scratch/libgmp.so.10' &&
  musl-gcc '$source' '$scratch/libgmp.so.10' -Wl,-rpath,'$scratch' -o '$program'"

for threads in 1 2; do
  rm -f "$report"
  LD_PRELOAD=$library COMBA_REPORT=$report COMBA_NUM_THREADS=$threads "$program" > "$scratch/out" 2> "$scratch/err"
  check "preloaded, $threads threads: it runs, and products are right" equal "$?" 3
  check "preloaded, $threads threads: nothing on stderr" empty "$scratch/err"
  touch "$report"
  check "preloaded, $threads threads: comba computed them" called "$report" mul_n
done

rm -f "$report"
COMBA_REPORT=$report "$run" "$program" > "$scratch/out" 2> "$scratch/err"
check "comba-run: it runs" equal "$?" 3
check "comba-run: one line" lines "$scratch/err" 1
check "comba-run: says why comba is not preloaded" contains "$scratch/err" \
  "^comba-run: $program is for another C library than libcomba .*/ld-musl-.*; running it without libcomba\$"
check "comba-run: comba is not preloaded" [ ! -e "$report" ]

"$top_builddir/comba-info" -- "$program" > "$scratch/out" 2> "$scratch/err"
check "comba-info: its own exit code" equal "$?" 3
check "comba-info: says why nothing was reported" contains "$scratch/err" \
  "^comba does not serve this program: $program is for another C library"

finish
