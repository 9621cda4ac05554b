# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# COMBA_CPU: every CPU configuration can be named.  One that cannot run gives one line, and the best
# is used.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/dispatch/show-config
selected ()     # the configuration in use with COMBA_CPU=$1; its messages in $scratch/messages
{
  COMBA_CPU=$1 "$program" 2> "$scratch/messages"
}

default=$("$program" 2> "$scratch/messages")
check "silent by default" empty "$scratch/messages"

"$top_builddir/comba-info" > "$scratch/info"
names=$(sed -n '/^CPU configurations/,/^$/p' "$scratch/info" | sed '1d;/^$/d' | awk '{ print $1 }')
check "comba-info lists each name once" equal "$(echo "$names" | sort | uniq -d)" ""
check "comba-info lists portable" contains "$scratch/info" '^  portable '
check "comba-info marks the selected one" contains "$scratch/info" "^  $default +selected"

# zen4 and zen5 are for AMD's CPUs; of family 26, models 32 to 47 and 96 to 111 are like Zen 4.
of_cpu ()       # what the system says of the first CPU
{
  sed -n "s/^$1[[:space:]]*: *//p" /proc/cpuinfo 2> /dev/null | head -1
}
maker=$(of_cpu vendor_id)
if [ -n "$maker" ] && grep -qE '^  zen4 +(selected|can be used)' "$scratch/info"; then
  made_for=icelake
  if [ "$maker" = AuthenticAMD ]; then
    made_for=zen4
    case $(of_cpu 'cpu family')-$(($(of_cpu model) / 16)) in
      26-2 | 26-6) ;;
      26-* | 2[7-9]-* | [3-9][0-9]-*) made_for=zen5 ;;
    esac
  fi
  check "$maker: $made_for is used by default" equal "$default" $made_for
fi

for name in $names; do
  if grep -qE "^  $name +(selected|can be used)" "$scratch/info"; then
    got=$(selected "$name")
    check "COMBA_CPU=$name is used" equal "$got" "$name"
    check "COMBA_CPU=$name is silent" empty "$scratch/messages"
  else
    got=$(selected "$name")
    check "COMBA_CPU=$name cannot run here: the best is used" equal "$got" "$default"
    check "COMBA_CPU=$name: one line" lines "$scratch/messages" 1
    check "COMBA_CPU=$name: the line says why" contains "$scratch/messages" "COMBA_CPU=$name cannot be used: "
  fi
done

got=$(selected nosuch)
check "an unknown name: the best is used" equal "$got" "$default"
check "an unknown name: one line" lines "$scratch/messages" 1
for name in $names; do
  check "an unknown name: the line names $name" contains "$scratch/messages" "available:.* $name[ )]"
done

got=$(selected "$(head -c 5000 /dev/zero | tr '\0' x)")
check "a very long name: the best is used" equal "$got" "$default"
check "a very long name: one line" lines "$scratch/messages" 1

got=$(selected "")
check "an empty COMBA_CPU counts as unset" empty "$scratch/messages"

finish
