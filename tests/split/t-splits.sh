# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# How well split methods divide their work: the instructions (callgrind) of the busiest thread,
# including the caller's part, against a sequential Montgomery multiplication, beside the schedule's
# prediction.  The best method has limits at 128 limbs; from there on the error of each prediction
# has a limit, too.  Paper 003 measured 2.25, 2.4, 2.84 and 2.56 with 3, 4, 6 and 8 threads for 8192
# bits.
#
# SIZES and CONFIGS in the environment print other tables.

. "$top_srcdir/tests/tap.sh"

# callgrind counts "rep stos" and "rep movs", which glibc uses to clear and copy more than some
# kilobytes, as one instruction for each byte.
GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=16777216:glibc.cpu.x86_rep_movsb_threshold=16777216
export GLIBC_TUNABLES

count ()        # SET N THREADS: counts in $scratch/counts, "DESCRIPTION: INSTRUCTIONS"
{
  rm -f "$scratch"/out*
  "$valgrind" -q --tool=callgrind --callgrind-out-file="$scratch/out" \
    "$top_builddir/tests/split/count-splits" "$1" "$2" "$3" > "$scratch/log" 2>&1 || return
  for file in "$scratch"/out.*; do
    sed -n 's/^desc: Trigger: Client Request: //p; s/^totals: /: /p' "$file" | tr -d '\n'
    echo
  done > "$scratch/counts"
}

# For each method: its name, its speed relative to the sequential one by instructions, and the
# predicted speed.
gains ()
{
  awk -F ': *' '
    { split ($1, word, " ") }
    word[1] == "sequential" { all = $2; next }
    word[2] == "caller" { busiest[word[1]] += $2 }
    word[2] == "predicted" { predicted[word[1]] = word[3] }
    word[2] == "share" && $2 > most[word[1], word[3]] { most[word[1], word[3]] = $2 }
    END {
      for (run in most) {
        split (run, word, SUBSEP)
        busiest[word[1]] += most[run]
      }
      for (method in busiest)
        printf "%s %.2f %.2f\n", method, all / busiest[method], 1000 / predicted[method]
    }' "$scratch/counts" | sort
}

at_least ()     # GAIN LIMIT
{
  awk -v gain="$1" -v limit="$2" 'BEGIN { exit !(gain >= limit) }' \
    || { echo "$1 is not at least $2"; return 1; }
}

# The greatest difference of a prediction, in percent.
as_predicted () # LIMIT
{
  awk -v limit="$1" '
    { off = 100 * ($3 / $2 - 1); if (off < 0) off = -off }
    off > limit { print $1 " is " $2 " times as fast, and " $3 " was predicted"; bad = 1 }
    END { exit bad || NR == 0 }' "$scratch/gains"
}

valgrind=$(command -v valgrind) || valgrind=
for config in ${CONFIGS:-x86_64_adx}; do
  for n in ${SIZES:-128}; do
    for limit in "2 1.45" "3 1.8" "4 2.1" "6 2.5" "8 2.5"; do
      threads=${limit% *}
      name="$config, $n limbs, $threads threads: the busiest does at most 1/${limit#* } of a sequential product"
      if [ -z "$valgrind" ]; then
        skip "$name" "no valgrind"
        continue
      fi
      count "$config" "$n" "$threads"
      case $? in
        0) ;;
        77) skip "$name" "this configuration, or callgrind's header, is not here"; continue ;;
        *) check "$name" cat "$scratch/log" /nonexistent; continue ;;
      esac
      gains > "$scratch/gains"
      sed "s/^/# $config $n limbs $threads threads: /; s/ \([^ ]*\)\$/ predicted \1/" "$scratch/gains"
      [ "$n" -ne 128 ] ||
        check "$name" at_least "$(sort -k 2,2nr "$scratch/gains" | sed -n '1s/[^ ]* \([^ ]*\) .*/\1/p')" "${limit#* }"
      [ "$n" -lt 128 ] || check "$config, $n limbs, $threads threads: as predicted, but for 12 %" as_predicted 12
    done
  done
done
finish
