# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# COMBA_CPU: every set can be asked for; what cannot be had gives one line and the best set.

. "$top_srcdir/tests/tap.sh"

program=$top_builddir/tests/dispatch/show-set
selected ()     # the set that serves with COMBA_CPU=$1; its messages in $scratch/messages
{
  COMBA_CPU=$1 "$program" 2> "$scratch/messages"
}

default=$("$program" 2> "$scratch/messages")
check "silent by default" empty "$scratch/messages"

"$top_builddir/comba-info" > "$scratch/info"
sets=$(sed -n '/^CPU configurations/,/^$/p' "$scratch/info" | sed '1d;/^$/d' | awk '{ print $1 }')
check "comba-info lists each name once" equal "$(echo "$sets" | sort | uniq -d)" ""
check "comba-info lists portable" contains "$scratch/info" '^  portable '
check "comba-info marks the selected one" contains "$scratch/info" "^  $default +selected"

# zen4 and zen5 were made for AMD's CPUs; of family 26, models 32 to 47 and 96 to 111 are like Zen 4.
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
  check "$maker: $made_for serves unless another is asked for" equal "$default" $made_for
fi

for set in $sets; do
  if grep -qE "^  $set +(selected|can be used)" "$scratch/info"; then
    got=$(selected "$set")
    check "COMBA_CPU=$set serves" equal "$got" "$set"
    check "COMBA_CPU=$set is silent" empty "$scratch/messages"
  else
    got=$(selected "$set")
    check "COMBA_CPU=$set cannot run here: the best serves" equal "$got" "$default"
    check "COMBA_CPU=$set: one line" lines "$scratch/messages" 1
    check "COMBA_CPU=$set: the line says why" contains "$scratch/messages" "COMBA_CPU=$set cannot be used: "
  fi
done

got=$(selected nosuch)
check "an unknown set: the best serves" equal "$got" "$default"
check "an unknown set: one line" lines "$scratch/messages" 1
for set in $sets; do
  check "an unknown set: the line names $set" contains "$scratch/messages" "available:.* $set[ )]"
done

got=$(selected "$(head -c 5000 /dev/zero | tr '\0' x)")
check "a very long name: the best serves" equal "$got" "$default"
check "a very long name: one line" lines "$scratch/messages" 1

got=$(selected "")
check "an empty COMBA_CPU counts as unset" empty "$scratch/messages"

finish
