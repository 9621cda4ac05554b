# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Runs the test with this script's name, without .openmp.sh, on OpenMP's threads: without a limit,
# because the tests need more threads than there are CPUs.  So these sleep while they wait.  Paths do
# not know which engine they have, so only this CPU's configuration is tested.

COMBA_THREADS=openmp OMP_NUM_THREADS=64 OMP_DYNAMIC=false OMP_WAIT_POLICY=passive
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export COMBA_THREADS OMP_NUM_THREADS OMP_DYNAMIC OMP_WAIT_POLICY LD_LIBRARY_PATH
COMBA_TEST_CONFIG=${COMBA_TEST_CONFIG:-$("$top_builddir/tests/dispatch/show-config")}
export COMBA_TEST_CONFIG
exec "${0%.openmp.sh}"
