#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
#
# make check-reproducible: builds libcomba in two folders, of different names and depths, at
# different times, and compares the bytes of the libraries and headers that are installed.  More
# options of configure in the environment: REPRODUCIBLE_CONFIGURE.

set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1 LC_ALL=C

build ()        # FOLDER
{
  mkdir -p "$1/build"
  tar -C "$top" --exclude=./build --exclude=./.git -cf - . | tar -C "$1" -xf -
  (cd "$1/build" && ../configure -q CFLAGS=-O2 ${REPRODUCIBLE_CONFIGURE-} > log 2>&1 &&
    make -s -j "$(nproc)" libcomba.la >> log 2>&1) || { tail "$1/build/log"; exit 1; }
}
build "$work/one"
build "$work/another/and/deeper"
for file in .libs/libcomba.so.0.0.0 .libs/libcomba.a; do
  a=$work/one/build/$file b=$work/another/and/deeper/build/$file
  [ -f "$a" ] || continue
  cmp "$a" "$b"
  echo "the same $(wc -c < "$a") bytes: ${file#.libs/}"
done
if grep -q "$work" "$work/one/build/.libs/libcomba.so.0.0.0"; then
  echo "libcomba.so has the path of its build"
  exit 1
fi
