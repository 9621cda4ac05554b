# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The number of threads: none unasked; as many as requested, within every limit.

. "$top_srcdir/tests/tap.sh"
unset COMBA_NUM_THREADS COMBA_THREADS OMP_NUM_THREADS OMP_THREAD_LIMIT OMP_PROC_BIND OMP_PLACES OMP_DYNAMIC
COMBA_TUNING=off
export COMBA_TUNING

program=$top_builddir/tests/parallel/show-threads

# says EXPECTED [VARIABLE=VALUE...] COMMAND...: the program's line; its messages are in
# $scratch/messages.
says ()
{
  expected=$1
  shift
  got=$(timeout 300 env "$@" 2> "$scratch/messages") || return 1
  equal "$got" "$expected"
}

# The same for a line that ends in wrong=0, with the number of lines on stderr.
right_with_lines ()     # LINES [VARIABLE=VALUE...] COMMAND...
{
  number=$1
  shift
  timeout 300 env "$@" 2> "$scratch/messages" | grep -q ' wrong=0$' && lines "$scratch/messages" "$number"
}

# The same as says, and the number of lines on stderr.
says_with_lines ()      # EXPECTED LINES [VARIABLE=VALUE...] COMMAND...
{
  number=$2
  expected=$1
  shift 2
  says "$expected" "$@" && lines "$scratch/messages" "$number"
}

alone="allowed=1 threads=1 wrong=0"
check "unasked: one thread" says_with_lines "$alone" 0 "$program"
check "OMP_NUM_THREADS asks for none" says_with_lines "$alone" 0 OMP_NUM_THREADS=4 "$program"
check "unasked, 64 threads of the program: none of ours" \
  says_with_lines "$alone" 0 "$program" crowd

for value in abc 0 -2 2x "2 3" 99999999999999999999999; do
  case $value in
    9*) check "COMBA_NUM_THREADS=$value: one line" \
          sh -c 'COMBA_NUM_THREADS=$1 "$2" 2>&1 > /dev/null | grep -c "^comba: COMBA_NUM_THREADS=" | grep -qx 1' sh "$value" "$program" ;;
    *) check "COMBA_NUM_THREADS=$value: one line, one thread" \
         says_with_lines "$alone" 1 "COMBA_NUM_THREADS=$value" "$program" ;;
  esac
done
check "COMBA_NUM_THREADS=64, the most: no line" right_with_lines 0 COMBA_NUM_THREADS=64 "$program"
check "COMBA_NUM_THREADS=65: one line" right_with_lines 1 COMBA_NUM_THREADS=65 "$program"
check "an empty COMBA_NUM_THREADS counts as unset" says_with_lines "$alone" 0 COMBA_NUM_THREADS= "$program"

cpus=$("$top_builddir/tests/parallel/show-limit")
if [ "$cpus" -lt 2 ]; then
  for what in "no malloc" "two threads" "crowd" "refused" "affinity" "OMP_NUM_THREADS" "OMP_THREAD_LIMIT" "cgroup" "multiprocessing"; do
    skip "$what" "one CPU"
  done
else
  both="allowed=2 threads=2 wrong=0"
  check "no malloc before main" says_with_lines "early=0 threads=2" 0 COMBA_NUM_THREADS=2 \
    "$top_builddir/tests/parallel/early-malloc"
  check "no malloc before main, though a file cannot be read" says_with_lines "early=0 threads=2" 1 \
    COMBA_NUM_THREADS=2 COMBA_TUNING="$scratch/none" "$top_builddir/tests/parallel/early-malloc"
  check "COMBA_NUM_THREADS=2: two threads" says_with_lines "$both" 0 COMBA_NUM_THREADS=2 "$program"
  check "64 threads of the program: one of ours" \
    says_with_lines "$both" 0 COMBA_NUM_THREADS=2 "$program" crowd
  check "threads cannot be made: one line, alone" \
    says_with_lines "allowed=2 threads=1 wrong=0" 1 COMBA_NUM_THREADS=2 "$program" refused
  check "the line says why" contains "$scratch/messages" '^comba: cannot create a thread'
  if command -v taskset > /dev/null; then
    check "affinity: one CPU" says_with_lines "$alone" 0 COMBA_NUM_THREADS=8 taskset -c 0 "$program"
  else
    skip "affinity: one CPU" "taskset is not installed"
  fi
  for value in 1 1,4; do
    check "OMP_NUM_THREADS=$value" says_with_lines "$alone" 0 COMBA_NUM_THREADS=2 "OMP_NUM_THREADS=$value" "$program"
  done
  check "OMP_THREAD_LIMIT=1" says_with_lines "$alone" 0 COMBA_NUM_THREADS=2 OMP_THREAD_LIMIT=1 "$program"

  # The quota of the control groups is not read at load, which t-tuning-file.sh checks.
  if strace -o "$scratch/traced" true 2> /dev/null; then
    strace -qq -e trace=%file -o "$scratch/traced" -E COMBA_NUM_THREADS=2 "$program" > "$scratch/out"
    check "the CPU quota is read by a call that asks for threads" contains "$scratch/traced" '"/proc/self/cgroup"'
  else
    skip "the CPU quota is read by a call that asks for threads" "strace is missing, or cannot trace here"
  fi

  # The other engine.  libcomba_omp.so.0 is beside libcomba.
  check "COMBA_THREADS=posix" says_with_lines "$both" 0 COMBA_THREADS=posix COMBA_NUM_THREADS=2 "$program"
  check "COMBA_THREADS=nosuch: one line, POSIX threads" \
    says_with_lines "$both" 1 COMBA_THREADS=nosuch COMBA_NUM_THREADS=2 "$program"
  check "the line says what is allowed" contains "$scratch/messages" '^comba: COMBA_THREADS=nosuch .*posix openmp'
  mkdir "$scratch/alone"
  cp "$library" "$scratch/alone/libcomba.so.0"
  check "no libcomba_omp.so: one line, POSIX threads" \
    says_with_lines "$both" 1 COMBA_THREADS=openmp COMBA_NUM_THREADS=2 "LD_LIBRARY_PATH=$scratch/alone" \
      "$top_builddir/tests/parallel/.libs/show-threads"
  check "the line says so" contains "$scratch/messages" "^comba: cannot use thread engine openmp: .*libcomba_omp"
  if [ -x "$top_builddir/tests/parallel/openmp-program" ]; then
    omp="COMBA_THREADS=openmp COMBA_NUM_THREADS=2"
    uses=$top_builddir/tests/parallel/openmp-program
    linked=$top_builddir/tests/parallel/openmp-linked
    check "openmp, one thread: nothing is opened" says_with_lines "$alone" 0 COMBA_THREADS=openmp "$program"
    check "openmp: two threads" says_with_lines "$both" 0 $omp "$program"
    check "openmp: two threads, bound" says_with_lines "$both" 0 $omp OMP_PROC_BIND=true OMP_PLACES=cores "$program"
    check "openmp, 64 threads of the program" right_with_lines 0 $omp "$program" crowd
    check "openmp: a runtime that makes no thread" \
      says_with_lines "allowed=2 threads=1 wrong=0" 0 $omp OMP_MAX_ACTIVE_LEVELS=0 "$program"
    check "openmp: OMP_DYNAMIC" right_with_lines 0 $omp OMP_DYNAMIC=true "$program"
    check "openmp: OMP_NUM_THREADS=1" says_with_lines "$alone" 0 $omp OMP_NUM_THREADS=1 "$program"
    check "a program that uses OpenMP has the pool's threads besides" \
      says_with_lines "engine=posix source=built-in threads=3 wrong=0" 0 COMBA_NUM_THREADS=2 "$uses"
    check "or shares those of its runtime" \
      says_with_lines "engine=openmp source=COMBA_THREADS threads=2 wrong=0" 0 $omp "$uses"
    check "or asks for these" says_with_lines "engine=openmp source=comba_set_thread_engine threads=2 wrong=0" 0 \
      COMBA_NUM_THREADS=2 "$uses" openmp
    check "or is linked with libcomba_omp" says_with_lines "engine=openmp source=libcomba_omp threads=2 wrong=0" 0 \
      COMBA_NUM_THREADS=2 "$linked"
    check "which COMBA_THREADS overrules" says_with_lines "engine=posix source=COMBA_THREADS threads=3 wrong=0" 0 \
      COMBA_THREADS=posix COMBA_NUM_THREADS=2 "$linked"
    check "and so does the program" says_with_lines "engine=posix source=comba_set_thread_engine threads=3 wrong=0" 0 \
      $omp "$linked" posix
    COMBA_VERBOSE=1 env $omp "$program" > /dev/null 2> "$scratch/messages"
    check "the report names the engine" contains "$scratch/messages" '^comba: parallel threads=2 engine=openmp '
  else
    skip "OpenMP's threads" "configured without OpenMP"
  fi

  # A control group of version 2 or 1 with a quota of one CPU.
  group=
  if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
    mkdir "/sys/fs/cgroup/comba-test-$$" 2> /dev/null && group=/sys/fs/cgroup/comba-test-$$ &&
      { echo "100000 100000" > "$group/cpu.max"; } 2> /dev/null
  elif [ -f /sys/fs/cgroup/cpu/cpu.cfs_quota_us ]; then
    mkdir "/sys/fs/cgroup/cpu/comba-test-$$" 2> /dev/null && group=/sys/fs/cgroup/cpu/comba-test-$$ &&
      { echo 100000 > "$group/cpu.cfs_quota_us"; } 2> /dev/null
  else
    false
  fi
  if [ $? = 0 ]; then
    check "cgroup: a quota of one CPU" \
      says_with_lines "$alone" 0 COMBA_NUM_THREADS=2 sh -c 'echo $$ > "$1/cgroup.procs"; exec "$2"' sh "$group" "$program"
  else
    skip "cgroup: a quota of one CPU" "no control group with a quota can be made here"
  fi
  [ -z "$group" ] || rmdir "$group"

  forks=$top_srcdir/tests/parallel/forks.py
  if /usr/bin/python3 -c 'import gmpy2' 2> /dev/null && "$top_builddir/comba-run" true; then
    expected=$(/usr/bin/python3 "$forks")
    if [ -x "$top_builddir/tests/parallel/openmp-program" ]; then
      check "Python's multiprocessing, preloaded, openmp" says_with_lines "$expected" 0 COMBA_THREADS=openmp \
        COMBA_NUM_THREADS=2 "LD_PRELOAD=$library" /usr/bin/python3 "$forks"
    fi
    check "Python's multiprocessing, preloaded" \
      says_with_lines "$expected" 0 COMBA_NUM_THREADS=2 "LD_PRELOAD=$library" /usr/bin/python3 "$forks"
  else
    skip "Python's multiprocessing, preloaded" "gmpy2 is not installed"
  fi
fi

finish
