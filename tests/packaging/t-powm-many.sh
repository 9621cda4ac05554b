# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba.powm_many of the Python package: values, messages, and executors, of which one loses a worker:
# a process pool and a local Dask cluster.  gmpy2 and Dask come from PyPI and stay in $COMBA_CACHE for
# later runs.

. "$top_srcdir/tests/tap.sh"

system_python=/usr/bin/python3

case $(readelf -h "$library") in
  *ELF64*X86-64*) ;;
  *) skip "comba.powm_many" "this libcomba is not for x86-64"; finish; exit 0 ;;
esac

# The package of the source with the library of this build.
mkdir -p "$scratch/site/comba/native"
cp "$top_srcdir"/packaging/python/comba/*.py "$scratch/site/comba"
cp -L "$library" "$scratch/site/comba/native/libcomba.so.0"

# try WHAT CASE [PYTHON]: a case of tests/packaging/powm_many.py.
try ()
{
  PYTHONPATH=$scratch/site "${3:-$system_python}" -B -u "$top_srcdir/tests/packaging/powm_many.py" "$2" > "$scratch/$2" 2>&1
  code=$?
  sed 's/^/# /' "$scratch/$2"
  check "$1" equal $code 0
}

try "values, as Python's own pow computes them" values
try "wrong arguments" messages
check "wrong arguments: one message each" lines "$scratch/messages" 13
check "wrong arguments: each names the argument" equal "$(grep -cE '^(Type|Value)Error: (bases|exponents|moduli|threads|chunk|the lengths)' "$scratch/messages")" 13
try "threads, and executors that lose a chunk once or twice" threads
try "a process pool, and one that loses a worker" pool

# Without the function, and without the library.
cat > "$scratch/refused.py" << 'end'
import comba
try:
    print(comba.powm_many([2], 3, 5))
except RuntimeError as e:
    print("refused: %s" % e)
end
cat > "$scratch/old.c" << 'end'
const char *comba_version (void) { return "0.0.1"; }
const char *comba_cpu_config (void) { return "old"; }
end
${CC:-gcc} -shared -fPIC -o "$scratch/libold.so" "$scratch/old.c"
PYTHONPATH=$scratch/site LD_PRELOAD=$scratch/libold.so "$system_python" -B "$scratch/refused.py" > "$scratch/out" 2>&1
check "an older library: it refuses" contains "$scratch/out" '^refused: .* no comba_powm_many: comba 0\.0\.1, .*/libold\.so$'
rm "$scratch/site/comba/native/libcomba.so.0"
PYTHONPATH=$scratch/site "$system_python" -B -W ignore "$scratch/refused.py" > "$scratch/out" 2>&1
check "no library: it refuses" contains "$scratch/out" '^refused: .* is not loaded: .*No such file'
cp -L "$library" "$scratch/site/comba/native/libcomba.so.0"

# cached NAME PACKAGE...: makes the virtual environment $venv with these packages.
cached ()
{
  cache=${COMBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/comba}/powm-many-$("$system_python" -c \
    'import sys; print("%d.%d.%d" % sys.version_info[:3])')
  venv=$cache/$1
  shift
  [ -d "$venv" ] && return
  mkdir -p "$cache" || return 1
  new=$(mktemp -d "$cache/new-XXXXXX") || return 1
  if "$system_python" -m venv "$new" && "$new/bin/python" -m pip --disable-pip-version-check install -q --only-binary :all: "$@"; then
    mv -T "$new" "$venv" 2> /dev/null || [ -d "$venv" ] || return 1
    rm -rf "$new"
  else
    rm -rf "$new"
    return 1
  fi
}

if cached gmpy2 gmpy2 > "$scratch/install" 2>&1; then
  try "gmpy2.mpz" mpz "$venv/bin/python"
else
  sed 's/^/# /' "$scratch/install"
  skip "gmpy2.mpz" "gmpy2 could not be installed (python3-venv and PyPI are needed)"
fi
if cached dask distributed > "$scratch/install" 2>&1; then
  try "a local Dask cluster that loses a worker" dask "$venv/bin/python"
else
  sed 's/^/# /' "$scratch/install"
  skip "a local Dask cluster" "Dask's distributed could not be installed (python3-venv and PyPI are needed)"
fi

finish
