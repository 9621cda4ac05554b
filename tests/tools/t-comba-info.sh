# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-info: the selected configuration, and which calls of a program reach comba.

. "$top_srcdir/tests/tap.sh"

info=$top_builddir/comba-info

if command -v python3 > /dev/null; then
  python=python3
else
  python=
fi
# json NAME FILE EXPRESSION: FILE is JSON for which the Python expression of j, its value, is true.
json ()
{
  if [ -n "$python" ]; then
    check "$1" "$python" -c 'import json, sys
j = json.load (open (sys.argv[1]))
sys.exit (0 if eval (" ".join (sys.argv[2].split ("\n"))) else str (j)[:3000])' "$2" "$3"
  else
    skip "$1" "no python3"
  fi
}

"$info" > "$scratch/out" 2> "$scratch/err"
check "exit code 0" equal "$?" 0
check "nothing on stderr" empty "$scratch/err"
check "names the version" contains "$scratch/out" "^libcomba [0-9.]+$"
check "shows a threshold with its source" contains "$scratch/out" '^  mul_toom22 +-?[0-9]+ +built-in$'
check "says what a configuration is for" contains "$scratch/out" '^  portable +.*  any CPU, in C$'
COMBA_CPU=portable "$info" > "$scratch/out"
check "shows where the CPU configuration comes from" contains "$scratch/out" '^  config +portable +COMBA_CPU$'
"$info" --output "$scratch/file" > "$scratch/out"
check "--output: nothing on stdout" empty "$scratch/out"
check "--output: the file" contains "$scratch/file" '^  mul_toom22 +-?[0-9]+ +built-in$'
COMBA_CPU=portable "$info" --json > "$scratch/json" 2> "$scratch/err"
check "--json: exit code 0" equal "$?" 0
json "--json: the configuration" "$scratch/json" 'j["configuration"] == "portable"'
json "--json: the settings, with their sources" "$scratch/json" \
  'j["settings"]["config"] == {"value": "portable", "source": "COMBA_CPU"} and int (j["settings"]["mul_toom22"]["value"]) > 0'
json "--json: each configuration says what it is for, and no two the same" "$scratch/json" \
  'len ({c["about"] for c in j["configurations"] if c["about"]}) == len (j["configurations"]) > 2'
json "--json: whether each can be used" "$scratch/json" \
  'all (c["usable"] == (c["why_not"] is None) for c in j["configurations"]) and j["configurations"][-1]["name"] != ""'
json "--json: the tuning files" "$scratch/json" 'all (f["path"] and f["state"] for f in j["tuning_files"]) and j["other_tuning_files"] == []'

gmp_program=$top_builddir/tests/tools/gmp-program
if [ -x "$gmp_program" ]; then
  "$info" -- "$gmp_program" > "$scratch/out" 2> "$scratch/err"
  check "a GMP program: its own exit code" equal "$?" 3
  check "a GMP program: its own output alone is on stdout" equal "$(cat "$scratch/out")" "digits 12041"
  check "a GMP program: comba serves it" contains "$scratch/err" '^comba serves this program: [0-9]+ calls of .*sqr.* and [a-z_0-9]+\.$'
  check "a GMP program: what its configuration is for" contains "$scratch/err" '^  CPU configuration  [a-z0-9_]+: [a-zA-Z0-9]'
  check "a GMP program: which libgmp" contains "$scratch/err" 'libgmp  .*/libgmp\.so\.'
  check "a GMP program: which entries its libgmp can reach" contains "$scratch/err" 'calls that comba can replace: mul_n sqr mul powm'
  check "a GMP program: which are bound to comba" contains "$scratch/err" '^ +bound to comba: .*sqr'
  check "a GMP program: calls" contains "$scratch/err" '^    sqr total=[1-9]'
  check "a GMP program: no line for functions without calls" equal "$(grep -c 'total=0' "$scratch/err")" 0
  "$info" --check --output "$scratch/file" -- "$gmp_program" > "$scratch/out" 2> "$scratch/err"
  check "--check: exit code 0, comba serves" equal "$?" 0
  check "--check: the program's own exit code" contains "$scratch/file" '^Its exit status is 3\.$'
  check "--output with a program: nothing on stderr" empty "$scratch/err"
  "$info" --json --output "$scratch/json" -- "$gmp_program" > "$scratch/out" 2> "$scratch/err"
  check "--json with a program: its own exit code" equal "$?" 3
  json "--json with a program: what it says" "$scratch/json" \
    'j["serves"] is True and j["exit_status"] == 3 and j["signal"] is None and j["command"][0].endswith ("gmp-program")'
  json "--json with a program: its calls" "$scratch/json" \
    'all (c["total"] == sum (s["calls"] for s in c["sizes"]) for c in j["processes"][0]["calls"].values ())
     and j["processes"][0]["calls"]["sqr"]["total"] > 0 and j["processes"][0]["parallel"]["threads"] == 1'
  json "--json with a program: its libgmp" "$scratch/json" \
    '[("sqr" in l["replaceable"], "sqr" in l["bound"]) for l in j["processes"][0]["libgmp"]] == [(True, True)]'

  "$info" -- sh -c "for i in 1 2 3 4 5 6 7 8 9; do true | cat; env true; done; $gmp_program; exit 4" > "$scratch/out" 2> "$scratch/err"
  check "a script: its own exit code" equal "$?" 4
  check "a script: one process stands out" equal "$(grep -c '^process ' "$scratch/err")" 1
  check "a script: it is the right one" contains "$scratch/err" '^process [0-9]+, .*/gmp-program$'
  check "a script: the others are in one line" contains "$scratch/err" '^[0-9]+ other processes without a libgmp or without calls: .*cat \(9\)'
  check "a script: which of them counts" contains "$scratch/err" '^comba serves this program: .*, in 1 of [0-9]+ processes\.$'

  "$info" --check -- "$top_builddir/tests/tools/deep-program" > "$scratch/out" 2> "$scratch/err"
  check "GMP opened with RTLD_DEEPBIND: --check: exit code 1" equal "$?" 1
  "$info" -- "$top_builddir/tests/tools/deep-program" > "$scratch/out" 2> "$scratch/err"
  check "GMP opened with RTLD_DEEPBIND: its own exit code" equal "$?" 3
  check "GMP opened with RTLD_DEEPBIND: comba does not serve it" contains "$scratch/err" '^comba does not serve this program: no call reached comba\.$'
  check "GMP opened with RTLD_DEEPBIND: what to do" contains "$scratch/err" 'RTLD_DEEPBIND: try --libgmp'
  check "no call arrives: another libgmp may be first" contains "$scratch/err" 'another libgmp is found before comba'
  if [ -e "$library" ]; then
    "$info" -- env LD_PRELOAD="libgmp.so.10:$library" "$gmp_program" > "$scratch/out" 2> "$scratch/err"
    check "another libgmp first: its own exit code" equal "$?" 3
    check "another libgmp first: claims no more than that calls can be replaced" \
      contains "$scratch/err" '^ +calls that comba can replace: mul_n'
    check "another libgmp first: no call arrives, and why" \
      contains "$scratch/err" 'another libgmp is found before comba, because of LD_PRELOAD'
  else
    skip "another libgmp first" "there is no shared libcomba"
  fi
  . "$top_builddir/tests/link/compiler"  # $GMP_SHARED
  cp "$GMP_SHARED" "$scratch/libgmp-1a2b.so.10"
  "$info" -- "$top_builddir/tests/tools/deep-program" "$scratch/libgmp-1a2b.so.10" > "$scratch/out" 2> "$scratch/err"
  check "two libgmp: its own exit code" equal "$?" 3
  check "two libgmp: both are named, with the calls that are bound to comba" equal \
    "$(sed -nE 's/^  libgmp +.*(libgmp.*)/\1/p; s/^ +bound to comba: (mul_n|none).*/\1/p' "$scratch/err" | sed 's/\.so.*//' | sort | tr '\n' ' ')" \
    "libgmp libgmp-1a2b mul_n none "
  check "two libgmp: comba can replace calls of the copy" sh -c \
    "grep -A2 libgmp-1a2b '$scratch/err' | grep -q 'bound to comba: mul_n sqr mul'"
  "$info" --libgmp -- "$top_builddir/tests/tools/deep-program" > "$scratch/out" 2> "$scratch/err"
  check "--libgmp: its own exit code" equal "$?" 3
  check "--libgmp: calls" contains "$scratch/err" '^    sqr total=[1-9]'

  # Running processes.  Each sleeps with the libraries that LD_PRELOAD names.
  running ()    # NAME LIBRARIES CODE PATTERN JSON: the exit code, the text, and the JSON of --pid
  {
    env LD_PRELOAD="$2" sleep 60 &
    pid=$!
    while [ "$(cat "/proc/$pid/comm")" != sleep ]; do sleep 0.1; done
    sleep 0.3
    "$info" --pid "$pid" > "$scratch/out" 2> "$scratch/err"
    check "--pid, $1: exit code $3" equal "$?" "$3"
    check "--pid, $1: the first line" contains "$scratch/out" "^$4"
    check "--pid, $1: nothing on stderr" empty "$scratch/err"
    "$info" --json --pid "$pid" > "$scratch/json"
    check "--pid, $1: exit code $3 with --json" equal "$?" "$3"
    json "--pid, $1: JSON" "$scratch/json" "j['pid'] == $pid and $5"
    kill "$pid"
    wait "$pid"
  } 2> /dev/null
  if [ ! -e "$library" ] || [ ! -r /proc/self/maps ]; then
    skip "--pid" "there is no shared libcomba, or no /proc"
  else
    if head -c 0 "/proc/$$/mem" 2> /dev/null; then
      running "comba before libgmp" "$library libgmp.so.10" 0 'comba stands before the libgmp of process [0-9]+\.$' \
        'j["serves"] is True and [(l["after_comba"], l["mul_n"][:5]) for l in j["libgmp"]] == [(True, "bound")]'
      running "libgmp before comba" "libgmp.so.10 $library" 1 'comba does not serve process [0-9]+: its libgmp stands before comba\.$' \
        'j["serves"] is False and [l["after_comba"] for l in j["libgmp"]] == [False]'
      running "two libgmp" "libgmp.so.10 $library $scratch/libgmp-1a2b.so.10" 0 'comba stands before a libgmp of process [0-9]+\.$' \
        'sorted (("1a2b" in l["path"], l["after_comba"]) for l in j["libgmp"]) == [(False, False), (True, True)]'
      # Whose symbols the loader does not search.
      python3 -c 'import ctypes, os, sys, time
for path in sys.argv[1:]:
    ctypes.CDLL (path, os.RTLD_NOW | os.RTLD_LOCAL)
print ("ready", flush=True)
time.sleep (60)' "$library" libgmp.so.10 > "$scratch/ready" &
      pid=$!
      i=0
      while [ ! -s "$scratch/ready" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
      "$info" --pid "$pid" > "$scratch/out" 2>&1
      check "--pid, comba before libgmp, but local: exit code 1" equal "$?" 1
      check "--pid, comba before libgmp, but local: says so" contains "$scratch/out" \
        '^comba does not serve process [0-9]+: it stands before the libgmp, whose calls go past it\.$'
      check "--pid, comba before libgmp, but local: the calls" contains "$scratch/out" 'calls of mul_n: not bound to comba$'
      kill "$pid"
    else
      skip "--pid: the order of libraries" "the memory of other processes may not be read here"
    fi
    running "libgmp alone" libgmp.so.10 1 'comba does not serve process [0-9]+: no shared libcomba is loaded\.$' \
      'j["libcomba"] is None and len (j["libgmp"]) == 1'
    running "comba alone" "$library" 1 'comba does not serve process [0-9]+: it has no shared libgmp now\.$' \
      'j["libcomba"].startswith ("/") and j["libgmp"] == []'
  fi
else
  skip "a GMP program" "configured without libgmp"
fi

gone=$(sh -c 'echo $$')
"$info" --pid "$gone" > "$scratch/out" 2> "$scratch/err"
check "--pid without a process: exit code 3" equal "$?" 3
check "--pid without a process: one line" equal "$(cat "$scratch/out" "$scratch/err")" "comba-info: process $gone: there is no such process"
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true &&
   ! setpriv --reuid=65534 --regid=65534 --clear-groups cat /proc/$$/maps > /dev/null 2>&1; then
  cp "$info" "$scratch/info" && chmod 755 "$scratch" "$scratch/info"
  setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/info" --pid $$ > "$scratch/out" 2> "$scratch/err"
  check "--pid of another user: exit code 3" equal "$?" 3
  check "--pid of another user: one line" equal "$(cat "$scratch/out" "$scratch/err")" \
    "comba-info: process $$: its libraries may not be read; try as its user or as root"
else
  skip "--pid of another user" "only root can be another user, by setpriv"
fi

"$info" -- true > "$scratch/out" 2> "$scratch/err"
check "a program without GMP: exit code 0" equal "$?" 0
check "a program without GMP: nothing on stdout" empty "$scratch/out"
check "a program without GMP: says so" contains "$scratch/err" '^comba does not serve this program: it has no shared libgmp\.$'
"$info" --check -- true > "$scratch/out" 2>&1
check "a program without GMP: --check: exit code 1" equal "$?" 1
"$info" -- sh -c 'kill -9 $$' > "$scratch/out" 2>&1
check "a program that is killed: 128 + the signal" equal "$?" 137
check "a program that is killed: why nothing is known" \
  contains "$scratch/out" '^Whether comba serves this program is not known: signal 9 ended sh\.$'
"$info" --json --check --output "$scratch/json" -- sh -c 'kill -9 $$' "$(printf '"\\\001\n\377\303\244')"
check "a program that is killed: --check: exit code 3" equal "$?" 3
json "a program that is killed: JSON" "$scratch/json" \
  'j["serves"] is None and j["signal"] == 9 and j["exit_status"] is None and j["processes"] == []'
json "--json: any argument" "$scratch/json" 'j["command"][-1] == "\"\\\x01\n\udcff\xe4"'
"$info" -- env -i true > "$scratch/out" 2>&1
check "a program without its environment: claims no more than it knows" \
  contains "$scratch/out" 'is not known: no process in which libcomba is loaded has ended by exit\.$'
cp "$(command -v env)" "$scratch/setuid"
if chown nobody "$scratch/setuid" 2> /dev/null && chmod u+s "$scratch/setuid" &&
   ! LD_PRELOAD=$library COMBA_REPORT=/dev/stdout "$scratch/setuid" true | grep -q comba; then
  "$info" --check -- "$scratch/setuid" true > "$scratch/out" 2>&1
  check "a setuid program: --check: exit code 1" equal "$?" 1
  check "a setuid program: says so" contains "$scratch/out" '^comba does not serve this program: .*/setuid is setuid or setgid'
else
  skip "a setuid program" "cannot make one"
fi
echo 'int main (void) { return 4; }' > "$scratch/static.c"
if $CC -static "$scratch/static.c" -o "$scratch/static" 2> /dev/null; then
  "$info" -- "$scratch/static" > "$scratch/out" 2>&1
  check "a static program: its own exit code" equal "$?" 4
  check "a static program: says so" contains "$scratch/out" '^comba does not serve this program: .*/static is linked statically'
else
  skip "a static program" "there is no static C library"
fi
"$info" --check -- "$scratch/nosuch" > "$scratch/out" 2> "$scratch/err"
check "no such program: exit code 127" equal "$?" 127
check "no such program: its error" contains "$scratch/err" 'No such file'
check "no such program: nothing else" equal "$(cat "$scratch/out" "$scratch/err" | wc -l)" 1
"$info" -- "$scratch" > "$scratch/out" 2> "$scratch/err"
check "a program that cannot be executed: exit code 126" equal "$?" 126
check "a program that cannot be executed: one line" equal "$(cat "$scratch/out" "$scratch/err" | wc -l)" 1
"$info" --output "$scratch/nosuch/file" -- touch "$scratch/touched" > "$scratch/out" 2> "$scratch/err"
check "no file for the report: exit code 126" equal "$?" 126
check "no file for the report: says which" contains "$scratch/err" "^comba-info: $scratch/nosuch/file: No such file"
check "no file for the report: the program does not run" test ! -e "$scratch/touched"

# interrupted SIGNAL NAME [CODE]: the program gets SIGNAL or Ctrl-C of a terminal, goes on and ends by
# exit.  comba-info ends after it, reports, and leaves no file.
mkdir "$scratch/tmp"
interrupted ()
{
  name=${2:-SIG$1} signal=${3:-$1}
  rm -f "$scratch/ready" "$scratch/got" "$scratch/report"
  TMPDIR=$scratch/tmp timeout 60 python3 "$top_srcdir/tests/tools/interrupt.py" "$1" "$scratch/ready" \
    "$info" --output "$scratch/report" -- sh -c "trap 'echo got >> $scratch/got' $signal; echo > $scratch/ready
      n=0; while [ ! -e $scratch/got -a \$((n += 1)) -lt 300 ]; do sleep 0.1; done; sleep 0.3; exit 5" > "$scratch/out" 2> "$scratch/err"
  check "$name: the program's exit code" equal "$?" 5
  check "$name: the program got it once" equal "$(cat "$scratch/got")" got
  check "$name: the report" contains "$scratch/report" '^comba does not serve this program: '
  check "$name: nothing is left" equal "$(ls "$scratch/tmp")" ""
}
if command -v python3 > /dev/null; then
  for signal in HUP INT QUIT TERM USR1; do
    interrupted "$signal"
  done
  interrupted terminal "Ctrl-C" INT
  rm -f "$scratch/ready"
  TMPDIR=$scratch/tmp timeout 60 python3 "$top_srcdir/tests/tools/interrupt.py" TERM "$scratch/ready" \
    "$info" -- sh -c "echo > $scratch/ready; sleep 60" > "$scratch/out" 2> "$scratch/err"
  check "a program that SIGTERM ends: 128 + the signal" equal "$?" 143
  check "a program that SIGTERM ends: says so" contains "$scratch/err" 'is not known: signal 15 ended sh\.$'
  check "a program that SIGTERM ends: nothing is left" equal "$(ls "$scratch/tmp")" ""
else
  skip "signals" "no python3"
fi
TMPDIR=$scratch/tmp "$info" -- sh -c 'sleep 0.5 & exit 0' > /dev/null 2>&1
sleep 1
check "a process that outlives the program leaves no file" equal "$(ls "$scratch/tmp")" ""

TMPDIR=$scratch/nosuch "$info" -- true > "$scratch/out" 2> "$scratch/err"
check "no folder for its report: exit code 126" equal "$?" 126
check "no folder for its report: says which" contains "$scratch/err" "$scratch/nosuch/comba-info-.*No such file"

for wrong in "--nosuch" "--" "true" "--libgmp" "--libgmp --" "--libgmp true" "--check" "--json --check" "--output" "--pid" \
  "--pid 0" "--pid -1" "--pid 1x" "--pid 1 -- true" "--json --schedule 100 3 2"; do
  "$info" $wrong > "$scratch/out" 2> "$scratch/err"
  check "comba-info $wrong: exit code 2" equal "$?" 2
  check "comba-info $wrong: usage on stderr" contains "$scratch/err" '^usage: comba-info'
  check "comba-info $wrong: says what is wrong" contains "$scratch/err" '^comba-info: '
done
"$info" --foo > "$scratch/out" 2> "$scratch/err"
check "an unknown option is named" contains "$scratch/err" '^comba-info: unknown option --foo$'
"$info" ls > "$scratch/out" 2> "$scratch/err"
check "a program without --: says what is needed" contains "$scratch/err" '^comba-info: "--" is needed before ls$'

"$info" --schedule 100 17 2 > "$scratch/out" 2> "$scratch/err"
check "a schedule in too many parts: exit code 2" equal "$?" 2
check "a schedule in too many parts: why multipartite is missing" \
  contains "$scratch/err" '^comba-info: no schedule of multipartite 1: K is 2 to 16, not 17$'
check "a schedule in too many parts: the others are there" contains "$scratch/out" '^bipartite, 100 limbs'
"$info" --schedule 100 16 2 > "$scratch/out" 2> "$scratch/err"
check "a schedule in 16 parts: exit code 0" equal "$?" 0
check "a schedule in 16 parts: nothing on stderr" empty "$scratch/err"
"$info" --schedule 3 4 2 > "$scratch/out" 2> "$scratch/err"
check "a schedule of fewer limbs than parts: says so" contains "$scratch/err" '4 parts need at least as many limbs, not 3$'
"$info" --schedule 100 3 65 > "$scratch/out" 2> "$scratch/err"
check "a schedule for 65 threads: says so" contains "$scratch/err" 'T is at most 64, not 65$'
for wrong in "" "100" "100 3" "100 3 2 1" "100 3 x" "0 3 2"; do
  "$info" --schedule $wrong > "$scratch/out" 2> "$scratch/err"
  check "--schedule $wrong: exit code 2" equal "$?" 2
  check "--schedule $wrong: says what it needs" contains "$scratch/err" '^comba-info: --schedule needs '
done

"$info" --help > "$scratch/help"
check "--help lists exit code 1" contains "$scratch/help" '1 if standard output cannot be$'
if [ -w /dev/full ]; then
  for arguments in "" "--json" "--help" "--version" "--schedule 100 3 2"; do
    "$info" $arguments > /dev/full 2> "$scratch/err"
    check "comba-info $arguments, full output: exit code 1" equal "$?" 1
    check "comba-info $arguments, full output: says so" contains "$scratch/err" '^comba-info: standard output: No space left'
  done
  "$info" --output /dev/full -- true > "$scratch/out" 2> "$scratch/err"
  check "a report that cannot be written: exit code 126" equal "$?" 126
  check "a report that cannot be written: says so" contains "$scratch/err" '^comba-info: /dev/full: No space left'
  "$info" --output /dev/full -- sh -c 'exit 5' > "$scratch/out" 2> "$scratch/err"
  check "a report that cannot be written: the program's own exit code comes first" equal "$?" 5
else
  skip "full output" "there is no /dev/full"
fi

finish
