# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Runs the test with this script's name, without .openmp.sh, on OpenMP's threads: without a limit,
# because the tests need more threads than there are CPUs.  So these sleep while they wait.  Operands
# are as large as the paths need: the pool's run has larger ones.

COMBA_THREADS=openmp OMP_NUM_THREADS=64 OMP_DYNAMIC=false OMP_WAIT_POLICY=passive
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export COMBA_THREADS OMP_NUM_THREADS OMP_DYNAMIC OMP_WAIT_POLICY LD_LIBRARY_PATH
test=${0%.openmp.sh}
case ${test##*/} in
  t-mod-plan) largest=12 ;;
  t-split | t-mxcsr) largest=30 ;;
  t-crt-bipartite) largest=300 ;;
  t-transforms) largest=3000 ;;
  *) largest=100 ;;
esac
COMBA_TEST_MAX=${COMBA_TEST_MAX:-$largest}
export COMBA_TEST_MAX
exec "$test"
