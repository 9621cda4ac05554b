# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Fat builds of libgmp: comba's functions are put in the kernel tables whose layout the library proves,
# and no other table is touched.  Tested with small libraries that are compiled here, and with the
# libgmp of two gmpy2 wheels: GMP 6.2.1 and 6.3.0.  The wheels stay in $COMBA_CACHE.

. "$top_srcdir/tests/tap.sh"

if ! [ -e "$library" ] || ! nm -D --defined-only "$library" | grep -q ' __gmpn_cpuvec_init$'; then
  skip "fat libgmp" "there is no shared libcomba for x86-64"
  finish
  exit 0
fi
. "$top_builddir/tests/link/compiler"
source=$top_srcdir/tests/fat/fat.c program=$scratch/program report=$scratch/report

build ()        # NAME OPTION...: a libgmp of that name
{
  name=$1
  shift
  $CC $CPPFLAGS -O1 -w -shared -fPIC -DLIBRARY "$source" -o "$scratch/libgmp-$name.so" "$@"
}

# run NAME=VALUE... -- WORD...: the program's exit code; what it and comba say in $scratch/out
run ()
{
  rm -f "$report"
  variables=
  while [ "$1" != -- ]; do
    variables="$variables $1"
    shift
  done
  shift
  timeout 60 env $variables COMBA_REPORT="$report" "$program" "$@" > "$scratch/out" 2>&1 || { cat "$scratch/out"; return 1; }
}

# The functions that the report says comba has replaced: the first libgmp's line.
says ()         # PATTERN
{
  contains "$report" "^comba: kernels of its fat table replaced: $1"
}

check "the program compiles" $CC $CPPFLAGS -O1 -w "$source" -o "$program" -ldl -lpthread
check "a fat libgmp compiles" build plain
plain=$scratch/libgmp-plain.so
all='add_n addmul_1 com copyd copyi divexact_1 divrem_1 lshift mod_1 mul_1 mul_basecase redc_1 redc_2 rshift sqr_basecase sub_n submul_1$'

check "without comba it computes" timeout 60 "$program" open "$plain" use own

reached ()      # the report's libgmp calls comba for each function
{
  says "$all" || return 1
  for entry in add_n addmul_1 com copy divexact_1 divrem_1 lshift mod_1 mul_1 rshift sub_n submul_1 mul_basecase sqr_basecase redc; do
    called "$report" $entry || return 1
  done
  equal "$(total "$report" redc)" "$((2 * $(total "$report" mul_1)))"
}

# Every way to load both, for this library and for real ones.
try ()          # NAME PATH
{
  check "$1: preloaded" run LD_PRELOAD="$library" -- open "$2" use replaced use
  check "$1: preloaded: its calls arrive" reached
  check "$1: says nothing" empty "$scratch/out"
  check "$1: loaded by the program, with comba before it" run LD_PRELOAD="$library:$2" -- open "$2" replaced use
  check "$1: loaded by the program: its calls arrive" reached
  check "$1: opened after comba" run X= -- comba "$library" open "$2" use replaced
  check "$1: opened after comba: its calls arrive" reached
  check "$1: comba is opened before GMP fills the table" run X= -- open "$2" comba "$library" replaced use
  check "$1: before GMP fills it: its calls arrive" reached
  check "$1: comba is opened after GMP has filled the table" \
    run X= -- open "$2" use own snap comba "$library" replaced others use
  check "$1: after GMP has filled it: its calls arrive" reached
  check "$1: four threads compute while comba is loaded" \
    run X= -- open "$2" threads 4 comba "$library" join use
  check "$1: four threads begin at the same time" run LD_PRELOAD="$library" -- open "$2" threads 4 join replaced
  check "$1: closed and opened again" run LD_PRELOAD="$library" -- open "$2" use close open "$2" use replaced
  check "$1: COMBA_FAT=off" run LD_PRELOAD="$library" COMBA_FAT=off -- open "$2" use own
  check "$1: COMBA_FAT=off: says so" says 'none \(COMBA_FAT=off\)$'
  check "$1: COMBA_FAT=off: no call arrives" equal "$(total "$report")" 0
  check "$1: COMBA_FAT=off leaves the table to GMP" \
    run LD_PRELOAD="$library:$2" COMBA_FAT=off -- open "$2" snap comba "$library" unchanged use own
}
try "a small libgmp" "$plain"

# glibc has what is needed for that since 2.35.
if [ "$(getconf GNU_LIBC_VERSION 2> /dev/null | sed 's/^glibc 2\.\([0-9]*\).*/\1/')" -ge 35 ] 2> /dev/null; then
  check "the first call takes no lock of the loader" \
    run LD_PRELOAD="$library" -- open "$plain" locked use unlocked replaced
else
  skip "the first call takes no lock of the loader" "this C library has no _dl_find_object"
fi

# redc_1 and redc_2 are one entry; so are copyi and copyd.
check "comba_list_libgmp: pending, then bound" \
  run LD_PRELOAD="$library" -- open "$plain" listed 15 0 15 use listed 15 15 0
check "comba_list_libgmp: COMBA_FAT=off" run LD_PRELOAD="$library" COMBA_FAT=off -- open "$plain" use listed 0 0 0
check "a table that is not filled: says so" run LD_PRELOAD="$library" -- open "$plain"
check "a table that is not filled: the report" says 'none \(not filled yet\)$'
check "a wrong COMBA_FAT is ignored" run LD_PRELOAD="$library" COMBA_FAT=on -- open "$plain" use replaced
check "a wrong COMBA_FAT: one line" contains "$scratch/out" '^comba: COMBA_FAT=on is not off; ignoring it$'
check "COMBA_FAT is a setting" sh -c \
  "COMBA_FAT=off '$top_builddir/comba-info' | grep -q '^  fat  *off  *COMBA_FAT$' && '$top_builddir/comba-info' | grep -q '^  fat  *on  *built-in$'"
check "comba-info shows what is replaced" sh -c \
  "'$top_builddir/comba-info' -- '$program' open '$plain' use 2>&1 | grep '^ *kernels of its fat table replaced: $all'"
check "comba-info --json has it" sh -c \
  "'$top_builddir/comba-info' --json -- '$program' open '$plain' use 2>&1 | tr -d ' \n' | grep 'fat_kernels\":\[\"add_n\",'"

# Forms of the same library that linkers and compilers make.
for form in "endbr -DENDBR" "hash -Wl,--hash-style=sysv" "gnuhash -Wl,--hash-style=gnu" "now -Wl,-z,now" "v600 -DGMP_VERSION=\"6.0.0\""; do
  name=${form%% *}
  check "$form compiles" build "$name" ${form#* }
  check "$form: opened after comba" run X= -- comba "$library" open "$scratch/libgmp-$name.so" use replaced
  check "$form: opened before comba" run X= -- open "$scratch/libgmp-$name.so" use comba "$library" replaced use
done
check "-Bsymbolic compiles" build symbolic -Wl,-Bsymbolic
check "-Bsymbolic: opened before comba" run X= -- open "$scratch/libgmp-symbolic.so" use comba "$library" replaced use
check "-Bsymbolic: opened after comba: GMP's own kernels" \
  run X= -- comba "$library" open "$scratch/libgmp-symbolic.so" use own listed 15 0 0
check "-Bsymbolic: opened after comba: says so" says 'none \(GMP filled it without comba\)$'

# Tables that must stay as they are.
refused ()      # NAME REASON OPTION...
{
  name=$1 reason=$2
  shift 2
  check "$name: compiles" build "$name" "$@"
  check "$name: the table is not touched" run X= -- open "$scratch/libgmp-$name.so" snap comba "$library" unchanged
  check "$name: says why" says "none \\($reason\\)\$"
}
refused newer 'unknown layout: not GMP 6.0 to 6.3' '-DGMP_VERSION="6.4.0"'
refused older 'unknown layout: not GMP 6.0 to 6.3' '-DGMP_VERSION="5.1.3"'
refused other 'unknown layout: not GMP 6.0 to 6.3' '-DGMP_VERSION="6.3.0-2"'
refused larger 'unknown layout: a table of another size' -DEXTRA=1
refused permuted 'unknown layout: its functions do not use the table as GMP.s do' '-DENTRY_OF_ADDMUL_1="32"'
refused read-only 'its table is read-only' -DREAD_ONLY
for name in newer older other larger; do
  check "$name: opened after comba, it computes by itself" \
    run LD_PRELOAD="$library" -- open "$scratch/libgmp-$name.so" use own listed 0 0 0
done
check "another library's kernel in the table" run X= -- open "$plain" use foreign snap comba "$library" unchanged use
check "another library's kernel: says why" says 'none \(its table has kernels of a third library\)$'
check "a hidden table compiles" build hidden -DHIDDEN
check "a hidden table: opened after comba, it computes by itself" \
  run LD_PRELOAD="$library" -- open "$scratch/libgmp-hidden.so" use

# Two libraries.
check "a copy compiles" build second
second=$scratch/libgmp-second.so
check "two libgmp, each with its table" \
  run LD_PRELOAD="$library" -- open "$plain" use replaced open "$second" use replaced open "$plain" replaced
check "two libgmp: both are in the report" equal "$(grep -c "replaced: $all" "$report")" 2
check "two libgmp: an unknown one beside it" run LD_PRELOAD="$library" -- \
  open "$scratch/libgmp-larger.so" use own open "$plain" use replaced open "$scratch/libgmp-larger.so" use own
check "two libgmp that share the first one's table" run X= -- \
  comba "$library" global "$plain" global "$second" use open "$plain" use replaced
check "two libgmp that share a table: the second one says why" says "none \\(it uses another object's table\\)\$"

# A program that reads the table itself: the linker puts the table into the program.
check "a program with a copy of the table compiles" \
  $CC $CPPFLAGS -O1 -w -DCOPY -no-pie -fno-pie "$source" -o "$scratch/copy" "$plain" -Wl,-rpath,"$scratch" -ldl -lpthread
check "it has a copy" sh -c "readelf -Wr '$scratch/copy' | grep -q 'COPY.*__gmpn_cpuvec'"
program=$scratch/copy
check "a table in the program: GMP's own kernels" run LD_PRELOAD="$library" -- open "$plain" use own
check "a table in the program: says why" says "none \\(it uses another object's table\\)\$"
check "a table in the program: it calls __gmpn_cpuvec_init" run LD_PRELOAD="$library" -- open "$plain" init own use
program=$scratch/program

check "a libgmp whose symbols stand before comba's" run X= -- global "$plain" use comba "$library" replaced use
check "the program itself calls __gmpn_cpuvec_init" run X= -- comba "$library" open "$plain" init replaced use

# A comba that can be unloaded, as one in a plugin, would leave pointers to nowhere.
cp "$library" "$scratch/libcomba-plugin.so"
check "NODELETE can be cleared" python3 - "$scratch/libcomba-plugin.so" <<'END'
import struct, sys
DT_NULL, DT_FLAGS_1, NODELETE, PT_DYNAMIC = 0, 0x6ffffffb, 8, 2
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    phoff, = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    for i in range(count):
        kind, flags, at = struct.unpack_from("<IIQ", data, phoff + i * size)
        if kind == PT_DYNAMIC:
            tag = None
            while tag != DT_NULL:
                tag, value = struct.unpack_from("<QQ", data, at)
                if tag == DT_FLAGS_1:
                    f.seek(at)
                    f.write(struct.pack("<QQ", tag, value & ~NODELETE))
                at += 16
END
check "a comba that can be unloaded fills no table" \
  run X= -- comba "$scratch/libcomba-plugin.so" open "$plain" use own
check "a comba that can be unloaded: says why" says 'none \(comba is not in an object that stays loaded\)$'

# Real ones.  Any interpreter can unpack them.
cache=${COMBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/comba}
wheels=$cache/fat-wheels
for version in 2.1.5=6.2.1 2.2.1=6.3.0; do
  wheel=$wheels/${version%=*} gmp="GMP ${version#*=} of a wheel"
  if ! [ -f "$wheel/complete" ]; then
    rm -rf "$wheel"
    mkdir -p "$wheel"
    if ! { /usr/bin/python3 -m venv "$scratch/venv" &&
           "$scratch/venv/bin/pip" --disable-pip-version-check download -q --no-deps --only-binary :all: \
             --python-version 3.11 --platform manylinux2014_x86_64 -d "$wheel" gmpy2=="${version%=*}" &&
           /usr/bin/python3 -m zipfile -e "$wheel"/gmpy2-*.whl "$wheel" &&
           touch "$wheel/complete"; } > "$scratch/install" 2>&1; then
      sed 's/^/# /' "$scratch/install"
      skip "$gmp" "it could not be installed (python3-venv and PyPI are needed)"
      continue
    fi
  fi
  real=$(ls "$wheel"/gmpy2.libs/libgmp-*)
  check "$gmp: is one" grep -aq "^.*${version#*=}" "$real"
  try "$gmp" "$real"
done
check "two real libgmp" run LD_PRELOAD="$library" -- open "$(ls "$wheels"/2.1.5/gmpy2.libs/libgmp-*)" use replaced \
  open "$real" use replaced

finish
