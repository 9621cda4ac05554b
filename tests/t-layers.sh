# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The rules of the source tree (tests/layers) hold, and each of them finds what goes against it.

. "$top_srcdir/tests/tap.sh"

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 6))' 2> /dev/null; then
  skip "the rules of the source tree hold" "no python3"
  finish
  exit 0
fi

check "the rules of the source tree hold" python3 "$top_srcdir/tests/layers" "$top_srcdir"

copy=$scratch/tree
mkdir "$copy"
for part in mpn tests tune tools doc README.md NEWS quickstart configure.ac Makefile.am; do
  cp -R "$top_srcdir/$part" "$copy"
done
python3 "$top_srcdir/tests/layers" "$copy" > "$scratch/before"

# planted RULE FILE TEXT NAME: puts the lines TEXT at the end of FILE, which may be new, so that RULE is broken there.
# All are planted before the rules are checked, once.
: > "$scratch/planted"
planted ()
{
  file=$copy/$2 first=1
  mkdir -p "$(dirname "$file")"
  [ ! -f "$file" ] || first=$(($(wc -l < "$file") + 1))
  printf "$3\n" >> "$file"
  echo "$1 $2 $first $(wc -l < "$file") $4" >> "$scratch/planted"
}

# is_found RULE FILE FIRST LAST: whether the rule is broken in those lines, or by the whole file or folder.
is_found ()
{
  grep -vxFf "$scratch/before" "$scratch/found" | awk -F : -v rule=" $1" -v file="$2" -v folder="$(dirname "$2")" -v first="$3" -v last="$4" '
    $3 == rule && ($1 == file && ($2 == 1 || first <= $2 && $2 <= last) || $1 == folder) { found = 1 }
    END { exit !found }'
}

planted direction mpn/arith/arith.h '#include "dispatch/config.h"' "arith sees dispatch"
planted direction mpn/mul/mul.c '#include "residue/reduce.h"' "products see residues"
planted direction mpn/powm/powm.c '#include "api/context.h"' "powers see the API"
planted direction mpn/powm/powm_threads.c '#include "parallel/threads.h"' "powers set the number of threads"
planted direction mpn/kernels/x86_64/mulx/mul_n.S '#include "kernels/x86_64/avx512ifma/radix52.h"' \
  "an instruction set sees one that extends it"
planted direction mpn/kernels/x86_64/mulx/mulx.h '#include "residue/reduce.h"' "a kernel sees an algorithm"
planted direction mpn/kernels/x86_64/adx/adx.h '#include "config/list.h"' "a kernel sees the configurations"
planted direction mpn/entry/mpn_mul.c '#include "config/icelake.c"' "an entry sees a configuration"
planted include mpn/mul/sqr.c '#include "mul.h"' "not a path below mpn"
planted include mpn/mul/sqr.c '#include "mul/mul.c"' "another file's code"
planted circle mpn/limb.h '#include "arith/arith.h"' "limb.h sees what sees it"
planted template mpn/mul/mul.h 'static int\nplanted (int x)\n{\n  return x;\n}' "a header with code"
planted guard mpn/mul/planted.h '#ifndef COMBA_PLANTED_H\n#define COMBA_PLANTED_H\n#endif' "a guard of another name"
planted flags mpn/mul/mul.mk 'libcomba_core_la_CFLAGS = -mavx2' "a folder of no instruction set with -m"
planted flags mpn/mul/sqr.c '__attribute__ ((target ("avx2"))) int planted;' "a target attribute"
planted name mpn/residue/mul.c 'int planted;' "two files of one name"
planted cpu mpn/mul/sqr.c 'int planted_zen4;' "a CPU's name in an algorithm"
planted cpu mpn/mul/sqr_amd.c 'int planted;' "a maker's name on a file"
planted cpu mpn/mul/sqr.c 'int x = __builtin_cpu_is ("amd");' "detection outside dispatch/x86.c"
planted licence tests/mul/planted.c 'int planted;' "a program without its licence"
planted tests mpn/planted/planted.c 'int planted;' "a folder without tests"
planted path doc/tuner.md 'See mpn/mul/planted.c.' "a document names a file that is not there"
planted path mpn/mul/sqr.c '/* As planted_7.c. */' "a comment names a file that is not there"
planted path mpn/mul/sqr.c '/* As mul.c. */' "a comment names a file without its path"

python3 "$top_srcdir/tests/layers" "$copy" > "$scratch/found"
check "broken rules are an error" test $? -eq 1
while read -r rule file first last name; do
  check "$rule: $name" is_found "$rule" "$file" "$first" "$last"
done < "$scratch/planted"

finish
