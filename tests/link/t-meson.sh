# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Meson finds the installed comba, and puts it in front of GMP.

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/link/linked.sh"
needs "Meson" meson ninja pkg-config

project meson
export CC CFLAGS LDFLAGS
unset LD_LIBRARY_PATH
check "configures" meson setup "$scratch/build" "$scratch/project"
check "builds" ninja -v -C "$scratch/build"
# Meson itself adds $libdir to the run path.
for program in shared static through_middle_shared through_middle_static; do
  reaches "$program" "$scratch/build/$program"
done

finish
