# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-bench --report and comba-tune --report: the page, its numbers, and how it looks in a browser.

. "$top_srcdir/tests/tap.sh"

bench=$top_builddir/comba-bench
tune=$top_builddir/comba-tune
page=$scratch/page.html
csv=$scratch/page.csv

# These fail before the measurement.
refuses ()      # CODE NAME PATTERN COMMAND...
{
  code=$1
  refused=$2
  pattern=$3
  shift 3
  "$@" > "$scratch/out" 2> "$scratch/err"
  check "$refused: exit code $code" equal "$?" "$code"
  check "$refused: a complaint" contains "$scratch/err" "$pattern"
  check "$refused: nothing on stdout" empty "$scratch/out"
}
refuses 1 "a page that cannot be written" 'nosuch/page: cannot be written: No such file' \
  "$bench" --standard --report "$scratch/nosuch/page"
refuses 1 "comba-tune: a page that cannot be written" 'nosuch/page: cannot be written: No such file' \
  "$tune" --dry-run --report "$scratch/nosuch/page"
refuses 2 "one file for two" '^comba-bench: --report .*/page.csv: --csv writes this file' \
  "$bench" --csv "$csv" --report "$csv"
refuses 2 "comba-tune: one file for two" '^comba-tune: --report .*/page: the settings are written to this file' \
  "$tune" --output "$scratch/page" --report "$scratch/page"
refuses 2 "a check with a page" '^comba-tune: --report ' "$tune" --check --report "$page"

if [ ! -e "$library" ]; then
  skip "everything that measures" "there is no shared libcomba"
  finish
  exit
fi
if ! command -v python3 > /dev/null; then
  skip "everything that measures" "there is no python3"
  finish
  exit
fi

report ()       # ARGUMENT...
{
  python3 "$top_srcdir/tests/tune/report.py" "$@"
}
copy=$scratch/libcopy.so
cp "$library" "$copy"
measures ()     # ARGUMENT...
{
  "$bench" --against "$copy" --passes 1 --retries 0 --csv "$csv" "$@" > "$scratch/out" 2> "$scratch/err"
  code=$?
  [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || { echo "exit code $code"; cat "$scratch/err"; return 1; }
}

# A run that fails or is interrupted leaves what was there.
old=$scratch/old
echo old > "$old"
refuses 2 "no such library" 'nosuch' "$bench" --against "$scratch/nosuch" --csv "$scratch/new" --report "$old"
check "no such library: no CSV file" test ! -e "$scratch/new"
check "no such library: the old page" equal "$(cat "$old")" old
timeout -s INT 1 "$tune" --seconds 60 --threads 1 --dry-run --report "$scratch/new" > "$scratch/out" 2>&1
check "comba-tune is interrupted: no page" test ! -e "$scratch/new"
if [ -c /dev/full ]; then
  measures --report /dev/full --function mul_n --sizes 4 > "$scratch/failed"
  check "a full disk: exit code 1" contains "$scratch/failed" '^exit code 1$'
  check "a full disk: says so" contains "$scratch/err" '^comba-bench: /dev/full: cannot be written: No space left on device$'
fi

# Every kind of job, five lines in one group, and a label with all that must be escaped.
label=$(printf '</title><b>"&amp;\047\302\261\377')
check "chosen jobs" measures --report "$page" --label "$label" --function mul_n --function sqr --function mul \
  --function powm --function mod_mul --function mod_sqr_plain --sizes 1,3,20,300 --ratios 1,1.5,2,3,4 \
  --shapes 30x7 --turns 2-9
check "chosen jobs: nothing on stderr" empty "$scratch/err"
"$top_builddir/comba-info" | sed -n '/^setting, value/,/^$/s/^  //p' > "$scratch/settings"
check "chosen jobs: the page" report "$page" --csv "$csv" --settings "$scratch/settings"
check "chosen jobs: two plots of five lines" contains "$page" \
  '^<h3>Products of operands of different lengths, 2 of 2</h3>$'
check "chosen jobs: the label" contains "$page" '&lt;/title&gt;&lt;b&gt;&quot;&amp;amp;&#39;'
check "chosen jobs: why they are not valid" contains "$page" 'NOT VALID: it had too few passes to tell'

# The checks see faults.
planted=$scratch/planted.html
plant ()        # NAME PATTERN SED-SCRIPT
{
  sed "$3" "$page" > "$planted"
  check "planted: $1" test "$(cmp -s "$page" "$planted"; echo $?)" = 1
  report "$planted" --csv "$csv" --settings "$scratch/settings" > "$scratch/planted" 2>&1
  check "planted: $1: seen" test $? = 1
  check "planted: $1: named" contains "$scratch/planted" "$2"
}
plant "a text that is not escaped" 'not well-formed' 's/&lt;b&gt;/<b>/'
plant "a script" '<script> may load' 's,^</main>,<script />&,'
plant "an address" 'an address' 's,^</main>,<p>http://localhost/</p>&,'
plant "a font" 'style loads' 's/^body {/@import "x"; &/'
plant "no language" 'no language' 's/ lang="en"//'
plant "a heading left out" 'h3 after h1' 's/^<h2>What comba gains/<p>/; s,<p></h2>,<p></p>,'
plant "little contrast" 'quiet: #aab0b7 on #ffffff: too little' 's/--quiet: #57606a/--quiet: #aab0b7/'
plant "lines that differ by colour" 'colour alone' 's/; stroke-dasharray: 3 4//'
plant "a table outside of details" 'not in <details>' '0,/^<details>/s//<div><p><\/p>/; 0,/^<summary>/s//<p>/; 0,/<\/summary>/s//<\/p>/; 0,/^<\/details>/s//<\/div>/'
plant "a point elsewhere" 'is drawn at' '0,/ points="64.00,[0-9.]*/s// points="64.00,17.00/'
plant "a tick elsewhere" 'the tick' '0,/<text class="x" x="[0-9.]*"/s//<text class="x" x="60.0"/'
plant "another number" 'the tables are not those' \
  '/^<details>/,/^<\/details>/s/[0-9.]*\(<\/td>\(<td class="n">[0-9.]*<\/td>\)\{3\}<\/tr>\)$/9\1/'
plant "another setting" 'mul_toom22: ' '/>mul_toom22</s/class="n">/&9/'

# The full report has every chapter; several threads where this machine has them.
full=$scratch/full.html
check "the full report" measures --report "$full"
check "the full report: the page" report "$full" --csv "$csv" --settings "$scratch/settings"
for heading in "Products and squares" "Products of operands of different lengths" Powers "Products modulo a number"; do
  check "the full report: $heading" contains "$full" "^<h3>$heading</h3>\$"
done
if [ "$(sed -n 's/^threads_limit *\([0-9]*\).*/\1/p' "$scratch/settings")" -gt 1 ]; then
  check "the full report: several threads" contains "$full" '^<h3>Several threads against one'
  check "the full report: in the CSV file, too" contains "$csv" '^mul_n_2_threads,64,64,'
else
  skip "the full report: several threads" "libcomba has one here"
fi
threads=$(OMP_THREAD_LIMIT=1 "$bench" --against "$copy" --passes 1 --retries 0 --report "$scratch/one.html" \
  > "$scratch/out" 2>&1; grep -c 'threads_limit\|Several threads' "$scratch/one.html")
check "one thread: no plot of threads" equal "$threads" 1

# comba-tune.
tuned=$scratch/tuned.html
check "comba-tune" "$tune" --seconds 1 --threads 1 --dry-run --report "$tuned"
check "comba-tune: the page" report "$tuned"
check "comba-tune: the built-in settings" equal \
  "$(sed -n 's,.*<th scope="row">\([^<]*\)</th><td>[bm][a-z-]*</td><td>\([^<]*\)</td>.*,\1 \2,p' "$tuned")" \
  "$(sed -n '/^threads \|^mul_\|^sqr_\|^root_\|^b\?div_\|^[gs]et_str_\|^mod_\|^half_gcd\|^powm_\|^parallel_\|^plan\./s/^\([^ ]*\)  *\(.*[^ ]\)  *built-in$/\1 \2/p' "$scratch/settings")"

# In a browser.
chromium=$(command -v chromium || command -v chromium-browser)
venv=${COMBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/comba}/playwright
if [ -z "$chromium" ]; then
  skip "in a browser" "there is no chromium"
  finish
  exit
fi
if ! [ -f "$venv/complete" ]; then
  rm -rf "$venv"
  mkdir -p "${venv%/*}"
  if ! { python3 -m venv "$venv" &&
         "$venv/bin/pip" --disable-pip-version-check install -q --only-binary :all: playwright &&
         touch "$venv/complete"; } > "$scratch/install" 2>&1; then
    sed 's/^/# /' "$scratch/install"
    skip "in a browser" "Playwright could not be installed (python3-venv and PyPI are needed)"
    finish
    exit
  fi
fi
browse ()       # PAGE...
{
  timeout 120 "$venv/bin/python" "$top_srcdir/tests/tune/browser.py" "$chromium" "$@" 2>&1
}
check "in a browser" browse "$page" "$full" "$tuned"
sed 's/^<details>/<details><div style="width: 90rem">wide<\/div>/' "$page" > "$planted"
browse "$planted" > "$scratch/planted"
check "planted: a wide table: seen" contains "$scratch/planted" '360 pixels: [0-9]+ pixels too wide'
sed 's/^<summary>/<summary tabindex="-1">/' "$page" > "$planted"
browse "$planted" > "$scratch/planted"
check "planted: no keyboard: seen" contains "$scratch/planted" 'the keyboard opens 0 of'

finish
