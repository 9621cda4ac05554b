# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A project of autoconf, automake and libtool gets the installed comba in front of GMP, by
# PKG_CHECK_MODULES, or, hard-coding -lgmp, by LDFLAGS.

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/link/linked.sh"
needs "autotools" autoreconf libtoolize pkg-config

project autotools
mkdir "$scratch/project/m4"
check "autoreconf" autoreconf -i "$scratch/project"
own_LDFLAGS="$LDFLAGS -Wl,--as-needed -Wl,-rpath,$libdir"

builds ()       # NAME LDFLAGS OPTION...
{
  build=$scratch/$1
  name=$1 flags=$2
  shift 2
  mkdir "$build"
  cd "$build" || exit 99
  check "$name: configures" "$scratch/project/configure" --prefix="$build/installed" CC="$CC" CFLAGS="$CFLAGS" CPPFLAGS="$CPPFLAGS" \
    LDFLAGS="$flags" "$@"
  check "$name: builds" make install V=1
  for program in plain static through_library; do
    reaches "$name, $program" "$build/installed/bin/$program"
  done
}

unset LD_LIBRARY_PATH MAKEFLAGS MFLAGS MAKELEVEL
builds pkg-config "$own_LDFLAGS"
builds hard-coded "$own_LDFLAGS -L$libdir/comba" --with-plain-gmp

finish
