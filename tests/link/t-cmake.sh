# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# CMake finds the installed comba, by pkg-config and by find_package, and puts it in front of GMP.

. "$top_srcdir/tests/tap.sh"
. "$top_srcdir/tests/link/linked.sh"
needs "CMake" cmake pkg-config

project cmake
export CC CFLAGS
unset LD_LIBRARY_PATH
check "configures" cmake -S "$scratch/project" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_VERBOSE_MAKEFILE=ON \
  -DCMAKE_EXE_LINKER_FLAGS="$LDFLAGS -Wl,--as-needed" -DCMAKE_SHARED_LINKER_FLAGS="$LDFLAGS -Wl,--as-needed"
check "builds" cmake --build "$scratch/build"
# CMake itself adds $libdir to the run path of these.
for program in pkgconfig_target config_shared config_static config_static_pie through_SHARED through_STATIC; do
  reaches "$program" "$scratch/build/$program"
done
export LD_LIBRARY_PATH="$libdir"
reaches "pkgconfig_variables" "$scratch/build/pkgconfig_variables"
check "config_static has no interpreter" sh -c '! readelf -lW "$0" | grep INTERP' "$scratch/build/config_static"
check "config_static_pie is a static PIE" sh -c 'readelf -hW "$0" | grep "Type: *DYN" && ! readelf -lW "$0" | grep INTERP' \
  "$scratch/build/config_static_pie"

# suits POINTER_BYTES VERSION: what combaConfigVersion.cmake says to find_package (comba VERSION).
suits ()
{
  cat > "$scratch/version.cmake" <<END
set (CMAKE_SIZEOF_VOID_P $1)
set (PACKAGE_FIND_VERSION $2)
string (REGEX MATCH "^[0-9]+" PACKAGE_FIND_VERSION_MAJOR $2)
include ("$libdir/cmake/comba/combaConfigVersion.cmake")
message ("\${PACKAGE_VERSION_COMPATIBLE} \${PACKAGE_VERSION_EXACT} \${PACKAGE_VERSION_UNSUITABLE}")
END
  cmake -P "$scratch/version.cmake" 2>&1 | tr -d ' '
}
version=$(pkg-config --modversion comba)
bytes=$(sed -n 's/.*STREQUAL "\([48]\)".*/\1/p' "$libdir/cmake/comba/combaConfigVersion.cmake")
check "find_package: this version" equal "$(suits "$bytes" "$version")" TRUETRUE
check "find_package: an earlier version" equal "$(suits "$bytes" "${version%%.*}.0.0.1")" TRUE
check "find_package: not a later version" equal "$(suits "$bytes" "${version%%.*}.999")" ""
check "find_package: no other major number" equal "$(suits "$bytes" "$((${version%%.*} + 1)).0")" ""
check "find_package: no other word size" equal "$(suits $((12 - bytes)) "$version")" TRUETRUETRUE

finish
