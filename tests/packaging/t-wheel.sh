# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The wheel of packaging/python in a fresh virtual environment, with modules from PyPI that bring
# their own libgmp.  These, and what builds the wheel, stay in $COMBA_CACHE for later runs.

. "$top_srcdir/tests/tap.sh"

system_python=/usr/bin/python3

case $(readelf -h "$library") in
  *ELF64*X86-64*) ;;
  *) skip "a wheel" "this libcomba is not for x86-64"; finish; exit 0 ;;
esac

cache=${COMBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/comba}/wheel-$("$system_python" -c \
  'import sys; print("%d.%d.%d" % sys.version_info[:3])')
export PIP_DISABLE_PIP_VERSION_CHECK=1

# cached NAME PACKAGE...: makes the virtual environment $cache/NAME with these packages.
cached ()
{
  name=$1
  shift
  [ -d "$cache/$name" ] && return
  mkdir -p "$cache" || return 1
  new=$(mktemp -d "$cache/new-XXXXXX") || return 1
  if "$system_python" -m venv "$new" && "$new/bin/python" -m pip install -q --only-binary :all: "$@"; then
    mv -T "$new" "$cache/$name" 2> /dev/null || [ -d "$cache/$name" ] || return 1
    rm -rf "$new"
  else
    rm -rf "$new"
    return 1
  fi
}

if ! cached build hatchling auditwheel > "$scratch/install" 2>&1 ||
   ! cached modules gmpy2 python-flint >> "$scratch/install" 2>&1; then
  sed 's/^/# /' "$scratch/install"
  skip "a wheel" "its builder, gmpy2 or python-flint could not be installed (python3-venv and PyPI are needed)"
  finish
  exit 0
fi
modules="gmpy2 flint"
if cached pari cypari2 > "$scratch/install" 2>&1; then
  modules="$modules cypari2"
else
  sed 's/^/# /' "$scratch/install"
  skip "cypari2" "it has no wheel for this Python, or PyPI is not reached"
fi

pip ()
{
  "$cache/build/bin/python" -m pip "$@"
}

# The wheel.
COMBA_BUILD=$top_builddir pip wheel -q --no-build-isolation --no-deps -w "$scratch" "$top_srcdir/packaging/python" \
  > "$scratch/built" 2>&1
built=$?
sed 's/^/# /' "$scratch/built"
check "it is built" test $built -eq 0
[ $built = 0 ] || { finish; exit 0; }
wheel=$(echo "$scratch"/comba-*.whl)
tag=$(echo "$wheel" | sed -n 's/.*-py3-none-\(manylinux_2_[0-9]*_x86_64\)\.whl$/\1/p')
check "its tag names a glibc" test -n "$tag"
"$cache/build/bin/python" -m auditwheel show "$wheel" > "$scratch/audit" 2>&1
check "auditwheel finds the same" contains "$scratch/audit" "platform tag: \"$tag\""

# A fresh environment that has the cached modules.
fresh ()        # FOLDER
{
  "$system_python" -m venv --without-pip "$1" || exit 99
  site=$(echo "$1"/lib/python3*/site-packages)
  for folder in "$cache"/modules/lib/python3*/site-packages "$cache"/pari/lib/python3*/site-packages; do
    [ ! -d "$folder" ] || echo "$folder"
  done > "$site/modules.pth"
}

listing ()      # FOLDER
{
  (cd "$1" && find . | sort)
}

venv=$scratch/venv
fresh "$venv"
python=$venv/bin/python native=$site/comba/native
listing "$venv" > "$scratch/before"
check "pip installs it" pip --python "$python" install -q --no-index --no-deps "$wheel"
listing "$venv" > "$scratch/installed"
. "$top_builddir/tests/link/compiler"
if echo " $CFLAGS " | grep -q ' -O2 '; then
  check "the stripped library has at most 4.2 MB" test "$(wc -c < "$native/libcomba.so.0")" -le 4200000
else
  skip "the stripped library has at most 4.2 MB" "not compiled with -O2"
fi

# Programs, one for each module.
cat > "$scratch/use-gmpy2.py" << 'end'
import gmpy2, hashlib
x = gmpy2.fac(30000)
print(x % (10**9 + 7), gmpy2.powmod(7, x >> 400000, (x >> 390000) | 1) % 10**9, hashlib.sha256(str(x).encode()).hexdigest())
end
cat > "$scratch/use-flint.py" << 'end'
import hashlib
from flint import fmpz
x = fmpz(3) ** 50000
y = x * (x + 12345) // (x - 1) + pow(fmpz(7), x >> 70000, (x >> 69000) | 1)
print(x % 1000000007, hashlib.sha256(str(y).encode()).hexdigest())
end
cat > "$scratch/use-cypari2.py" << 'end'
import hashlib
from cypari2 import Pari
y = Pari()("x = 3^50000; [x % 1000000007, x * (x + 12345) \\ (x - 1), Mod(7, 2 * x \\ 3^49000 + 1)^(2^300)]")
print(hashlib.sha256(str(y).encode()).hexdigest())
end

# run NAME COMMAND...: its output is in NAME.out and NAME.err, its report in NAME.report.
run ()
{
  name=$scratch/$1
  shift
  rm -f "$name.report"
  COMBA_REPORT=$name.report "$@" > "$name.out" 2> "$name.err"
}

for module in $modules; do
  program=$scratch/use-$module.py
  "$python" "$program" > "$scratch/plain"
  check "$module: the program prints something" test -s "$scratch/plain"
  cat > "$scratch/first.py" << end
import comba, runpy
runpy.run_path("$program")
print(comba.status(), file=open("$scratch/status", "w"))
end
  run first "$python" "$scratch/first.py"
  check "$module after comba: same results" cmp "$scratch/first.out" "$scratch/plain"
  check "$module after comba: silent" empty "$scratch/first.err"
  check "$module after comba: the status says that calls reach it" contains "$scratch/status" 'bound to comba: .*mul'
  check "$module after comba: the status names the CPU configuration" contains "$scratch/status" "^  CPU configuration  $(
    "$top_builddir/tests/dispatch/show-config")\$"
  check "$module after comba: none goes past it" test "$(grep -c 'past comba' "$scratch/status")" = 0
  check "$module after comba: products arrive" test "$(total "$scratch/first.report")" -gt 0
  run started "$python" -m comba run "$program"
  check "$module under python -m comba run: same results" cmp "$scratch/started.out" "$scratch/plain"
  check "$module under python -m comba run: products arrive" test "$(total "$scratch/started.report")" -gt 0
done

# A fat libgmp calls these through a table, which it fills at its first call.
"$python" -c 'import comba, gmpy2
gmpy2.fac(3000) % 10**2000
print(comba.status())' > "$scratch/fat"
for entry in addmul_1 submul_1 mul_1 mul_basecase sqr_basecase redc; do
  check "gmpy2 after comba: $entry is bound to comba" contains "$scratch/fat" "bound to comba: .*\\b$entry\\b"
done

# Too late.
run late "$python" -c 'import gmpy2, comba; print(comba.status().libgmp[0].missed, gmpy2.mpz(7)**5)'
check "imported too late: the program goes on" contains "$scratch/late.out" "^\(.*'mul'.*\) 16807$"
check "imported too late: one warning" lines "$scratch/late.err" 1
check "imported too late: it names the library and the remedy" contains "$scratch/late.err" \
  'RuntimeWarning: comba: .*/libgmp-[^ ]* was loaded first.*import comba before.*python -m comba enable'
run before "$python" -c 'import sys, comba, gmpy2, flint; print(comba.version() == comba.__version__)'
check "imported first: no warning" empty "$scratch/before.err"
check "imported first: the library's version is the package's" contains "$scratch/before.out" '^True$'

# Threads.
"$python" -c 'import comba
assert comba.set_num_threads(1) == comba.num_threads() == comba.status().num_threads == 1
assert 1 <= comba.set_num_threads(2**80) <= 64
for wrong in -1, "x":
    try:
        comba.set_num_threads(wrong)
    except (ValueError, TypeError) as e:
        print(e)' > "$scratch/threads" 2>&1
check "set_num_threads: limits, and refuses what is no number" lines "$scratch/threads" 2

check "powm_many" "$python" -c 'import comba, gmpy2
assert comba.powm_many([3, gmpy2.mpz(5)], 2**200 + 3, [2**127 - 1, 2**89]) == [pow(3, 2**200 + 3, 2**127 - 1), pow(5, 2**200 + 3, 2**89)]'

# Tools and commands.
run tools "$venv/bin/comba-run" "$python" "$scratch/use-gmpy2.py"
check "comba-run of the wheel preloads its library" contains "$scratch/tools.report" '^comba: calls bound to comba: mul'
run twice "$venv/bin/comba-run" "$python" -c 'import comba
print(len({line.split()[-1] for line in open("/proc/self/maps") if "libcomba.so" in line}), comba.status().library)'
check "import comba under comba-run: one library" equal "$(cat "$scratch/twice.out")" "1 $native/libcomba.so.0"
run twice env LD_PRELOAD="$library" "$python" -c 'import comba; print(comba.status().library)'
check "import comba with another comba preloaded: that one serves" contains "$scratch/twice.out" '/\.libs/libcomba\.so\.0'
check "comba-info of the wheel finds that comba serves it" \
  "$venv/bin/comba-info" --check -- "$python" "$scratch/use-gmpy2.py"
check "comba-tune of the wheel" "$venv/bin/comba-tune" --version
printf 'import sys, comba.__main__\nprint(sys.argv[1:], __name__)\nsys.exit(3)\n' > "$scratch/exit.py"
"$python" -m comba run "$scratch/exit.py" a 'b c' > "$scratch/out"
check "run: the script's exit status" equal $? 3
check "run: its arguments" contains "$scratch/out" "^\['a', 'b c'\] __main__$"
check "run -m" sh -c "'$python' -m comba run -m platform | grep -q Linux"
"$python" -m comba status gmpy2 > "$scratch/out"
check "status MODULE: 0" equal $? 0
check "status MODULE" contains "$scratch/out" 'bound to comba: mul'
check "status: not enabled" contains "$scratch/out" 'at every start     no: '
"$python" -m comba status no_such_module > "$scratch/out" 2> "$scratch/err"
check "status of a module that is not there: 1, one line" equal "$?.$(wc -l < "$scratch/err")" 1.1
"$python" -m comba nonsense 2> "$scratch/err"
check "a wrong command: 2, with the usage" equal "$?.$(head -c 5 "$scratch/err")" 2.usage

# At every start.
check "enable" "$python" -m comba enable
run enabled "$python" "$scratch/use-gmpy2.py"
"$python" "$scratch/use-gmpy2.py" > "$scratch/plain" 2> /dev/null
check "enabled: same results" cmp "$scratch/enabled.out" "$scratch/plain"
check "enabled: silent" empty "$scratch/enabled.err"
check "enabled: products arrive" test "$(total "$scratch/enabled.report" mul)" -gt 0
check "enable again" "$python" -m comba enable
check "enabled: once in the package's RECORD" equal "$(grep -c '^comba.pth,' "$site"/comba-*.dist-info/RECORD)" 1
check "status: enabled" sh -c "'$python' -m comba status | grep -q 'at every start     enabled by $site/comba.pth'"
check "disable" "$python" -m comba disable
listing "$venv" > "$scratch/disabled"
check "disabled: nothing is left" diff "$scratch/installed" "$scratch/disabled"
check "disabled: nothing in RECORD" equal "$(grep -c '^comba.pth,' "$site"/comba-*.dist-info/RECORD)" 0
run disabled "$python" "$scratch/use-gmpy2.py"
check "disabled: no report" test ! -e "$scratch/disabled.report"

# No permission: as root, as another user.
chmod 755 "$scratch"
as_user=
[ "$(id -u)" != 0 ] || as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
chmod 555 "$site"
$as_user "$python" -m comba enable > "$scratch/out" 2> "$scratch/err"
check "enable without permission: 1, one line" equal "$?.$(wc -l < "$scratch/err")" 1.1
check "enable without permission: says why" contains "$scratch/err" "^comba: $site/comba.pth: Permission denied; nothing was changed\$"
chmod 755 "$site"
check "enable without permission: nothing is there" test ! -e "$site/comba.pth"

# A library that cannot be loaded.
check "enable, before it is damaged" "$python" -m comba enable
cp -p "$native/libcomba.so.0" "$scratch/saved"
"$python" "$scratch/use-gmpy2.py" > "$scratch/plain"
broken ()       # WHAT PATTERN
{
  run import "$python" -S -c 'import sys
sys.path.insert(0, sys.argv[1])
import comba
print(comba.set_num_threads(4), comba.num_threads(), comba.version(), comba.status())' "$site"
  check "$1, import comba: it goes on with one thread" contains "$scratch/import.out" '^1 1 None comba is not loaded: .*libcomba\.so\.0'
  check "$1, import comba: one warning" lines "$scratch/import.err" 1
  check "$1, import comba: says what is wrong" contains "$scratch/import.err" "RuntimeWarning: comba: .*$2.*; this process goes on without it\$"
  for option in default error; do
    run start "$python" -W $option "$scratch/use-gmpy2.py"
    check "$1, at every start, -W $option: exit status" equal $? 0
    check "$1, at every start, -W $option: results" cmp "$scratch/start.out" "$scratch/plain"
    check "$1, at every start, -W $option: one line" lines "$scratch/start.err" 1
    check "$1, at every start, -W $option: says what is wrong" contains "$scratch/start.err" "comba: .*$2"
  done
  "$python" -m comba status > "$scratch/out" 2> /dev/null
  check "$1: status fails" equal $? 1
  "$python" -m comba run "$scratch/use-gmpy2.py" > "$scratch/out" 2> /dev/null
  check "$1: run goes on without" cmp "$scratch/out" "$scratch/plain"
}

cp -p "$site/comba/_library.py" "$scratch"
echo no Python > "$site/comba/_library.py"
run start "$python" "$scratch/use-gmpy2.py"
check "a damaged module, at every start: Python goes on" cmp "$scratch/start.out" "$scratch/plain"
check "a damaged module, at every start: one line" lines "$scratch/start.err" 1
check "a damaged module, at every start: says so" contains "$scratch/start.err" '^comba: .*; this process goes on without it$'
cp -p "$scratch/_library.py" "$site/comba"

rm "$native/libcomba.so.0"
broken "a missing library" "No such file or directory"
: > "$native/libcomba.so.0"
broken "an empty library" "is damaged: it is no ELF file"
head -c 1000000 "$scratch/saved" > "$native/libcomba.so.0"
broken "a truncated library" "is damaged: it is truncated"
cp "$scratch/saved" "$native/libcomba.so.0"
printf '\267' | dd of="$native/libcomba.so.0" bs=1 seek=18 conv=notrunc 2> /dev/null       # aarch64
broken "a library for another architecture" "is for another architecture than this Python"
rm "$site/comba.pth"
"$python" -W ignore -m comba enable > "$scratch/out" 2> "$scratch/err"
check "enable with a bad library: 1, one line" equal "$?.$(wc -l < "$scratch/err")" 1.1
check "enable with a bad library: says why" contains "$scratch/err" '^comba: not enabled: .*another architecture'
check "enable with a bad library: nothing is there" test ! -e "$site/comba.pth"

# Damage that only the checksum shows, in a part that the loader does not read.
cp "$scratch/saved" "$native/libcomba.so.0"
printf '\377' | dd of="$native/libcomba.so.0" bs=1 seek=$(($(wc -c < "$scratch/saved") - 1)) conv=notrunc 2> /dev/null
"$python" -m comba status > "$scratch/out" 2> "$scratch/err"
check "a changed library, status: 1, one line" equal "$?.$(wc -l < "$scratch/err")" 1.1
check "a changed library, status: says so" contains "$scratch/err" '^comba: .*is damaged: its checksum is wrong; install it again$'
"$python" -m comba enable > "$scratch/out" 2> "$scratch/err"
check "a changed library, enable: 1, one line" equal "$?.$(wc -l < "$scratch/err")" 1.1
check "a changed library, enable: says why" contains "$scratch/err" '^comba: not enabled: .*its checksum is wrong$'
check "a changed library, enable: nothing is there" test ! -e "$site/comba.pth"
cp "$scratch/saved" "$native/libcomba.so.0"
rm "$native/comba-run"
"$venv/bin/comba-run" true 2> "$scratch/err"
check "a missing tool: 126, one line" equal "$?.$(wc -l < "$scratch/err")" 126.1

# A damaged wheel.
head -c 1000000 "$wheel" > "$scratch/damaged.whl"
mkdir "$scratch/damaged" && mv "$scratch/damaged.whl" "$scratch/damaged/${wheel##*/}"
fresh "$scratch/other"
listing "$scratch/other" > "$scratch/other.before"
pip --python "$scratch/other/bin/python" install -q --no-index --no-deps "$scratch/damaged/${wheel##*/}" \
  > "$scratch/out" 2> "$scratch/err"
check "a damaged wheel: pip refuses it" test $? -ne 0
listing "$scratch/other" > "$scratch/other.after"
check "a damaged wheel: nothing is installed" diff "$scratch/other.before" "$scratch/other.after"

# Uninstalled while enabled, by pip and by hand.
site=$(echo "$venv"/lib/python3*/site-packages)
pip --python "$python" install -q --no-index --no-deps --force-reinstall "$wheel"
check "enable, before it is removed" "$python" -m comba enable
cp "$site/comba.pth" "$scratch"
check "pip uninstalls it" pip --python "$python" uninstall -q -y comba
listing "$venv" > "$scratch/after"
check "nothing is left" diff "$scratch/before" "$scratch/after"
cp "$scratch/comba.pth" "$site"
run gone "$python" -c 'print(1)'
check "a comba.pth without the package: Python starts" contains "$scratch/gone.out" '^1$'
check "a comba.pth without the package: silent" empty "$scratch/gone.err"

finish
