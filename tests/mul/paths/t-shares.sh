# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# How well the paths divide their work: the instructions (callgrind) of the busiest thread,
# including the caller's sequential part, against those of the sequential functions.  Columns have
# limits; the others are printed.

. "$top_srcdir/tests/tap.sh"

N=512

count ()        # SET THREADS: counts in $scratch/counts, "DESCRIPTION: INSTRUCTIONS"
{
  rm -f "$scratch"/out*
  "$valgrind" -q --tool=callgrind --callgrind-out-file="$scratch/out" \
    "$top_builddir/tests/mul/paths/count-shares" "$1" $N "$2" > "$scratch/log" 2>&1 || return
  for file in "$scratch"/out.*; do
    sed -n 's/^desc: Trigger: Client Request: //p; s/^totals: /: /p' "$file" | tr -d '\n'
    echo
  done > "$scratch/counts"
}

# ratio OPERATION PATH REFERENCE: instructions of the path's busiest thread / those of the
# reference.
ratio ()        # OPERATION PATH basecase|sequential
{
  awk -v operation="$1" -v path="$2" -v than="$3" -F ': *' '
    { split ($1, word, " ") }
    word[1] != operation { next }
    word[2] == than { all = $2 }
    word[2] == path && word[3] == "caller" { busiest += $2; done = 1 }
    word[2] == path && word[3] == "share" && $2 > most[word[4]] { most[word[4]] = $2 }
    END {
      for (run in most)
        busiest += most[run]
      if (done)
        printf "%.3f\n", busiest / all
      else
        print "-"
    }' "$scratch/counts"
}

at_most ()      # RATIO LIMIT
{
  awk -v ratio="$1" -v limit="$2" 'BEGIN { exit !(ratio > 0 && ratio <= limit) }' \
    || { echo "$1 is not at most $2"; return 1; }
}

valgrind=$(command -v valgrind) || valgrind=
for config in mc64 portable x86_64_adx; do
  for limit in "2 0.55" "4 0.30" "8 0.17"; do
    threads=${limit% *}
    name="$config, $N limbs, columns of $threads threads: at most ${limit#* } of the basecase"
    if [ -z "$valgrind" ]; then
      skip "$name" "no valgrind"
      continue
    fi
    count "$config" "$threads"
    case $? in
      0) ;;
      77) skip "$name" "this configuration, or callgrind's header, is not here"; continue ;;
      *) check "$name" cat "$scratch/log" /nonexistent; continue ;;
    esac
    for operation in mul sqr; do
      echo "# $config $operation, $threads threads: columns $(ratio $operation columns basecase) of the basecase; of the sequential function: columns $(ratio $operation columns sequential), blocks $(ratio $operation blocks sequential), points $(ratio $operation points sequential)"
      check "$operation: $name" at_most "$(ratio $operation columns basecase)" "${limit#* }"
    done
  done
done
finish
