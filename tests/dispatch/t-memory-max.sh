# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# COMBA_MEMORY_MAX: bytes, with a suffix or without one.  Anything else gives one line and is ignored.

. "$top_srcdir/tests/tap.sh"

setting ()      # COMBA_MEMORY_MAX: the value and the source of memory_max
{
  COMBA_MEMORY_MAX=$1 "$top_builddir/comba-info" 2> "$scratch/messages" \
    | awk '$1 == "memory_max" { print $2, $3 }'
}

for case in 0=0 1=1 64K=65536 3M=3145728 2G=2147483648 4294967294=4294967294; do
  check "COMBA_MEMORY_MAX=${case%=*}" equal "$(setting "${case%=*}")" "${case#*=} COMBA_MEMORY_MAX"
  setting "${case%=*}" > /dev/null
  check "COMBA_MEMORY_MAX=${case%=*}: silent" empty "$scratch/messages"
done

for value in K -1 +1 " 1" 1k 1KB 1.5G x 0x10 99999999999999999999 99999999999G; do
  check "COMBA_MEMORY_MAX=$value is ignored" equal "$(setting "$value")" "unlimited built-in"
  setting "$value" > /dev/null
  check "COMBA_MEMORY_MAX=$value: one line" lines "$scratch/messages" 1
  check "COMBA_MEMORY_MAX=$value: what it says" contains "$scratch/messages" '^comba: COMBA_MEMORY_MAX=.*; ignoring it$'
done

check "an empty COMBA_MEMORY_MAX counts as unset" equal "$(setting "")" "unlimited built-in"
setting "" > /dev/null
check "an empty COMBA_MEMORY_MAX: silent" empty "$scratch/messages"

finish
