# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Tuning files: which one counts, and a bad file gives one line and nothing else.

. "$top_srcdir/tests/tap.sh"

program=./show-tuning
unset COMBA_TUNING XDG_CONFIG_HOME
HOME=$scratch/home
export HOME
config=$HOME/.config/comba/tuning.d system=etc/comba/tuning.d xdg=$scratch/xdg/comba/tuning.d
mkdir -p "$config" "$scratch/$system" "$xdg"
chmod 755 "$scratch"
cp "$top_builddir/tests/dispatch/show-tuning" "$scratch" && cd "$scratch" || exit 99

shown ()        # settings in use; messages in $scratch/messages
{
  timeout 60 $program 2> messages || echo "exit code $?"
}

default=$(shown)
threshold=${default%% *}
check "without a file the built-in settings are used" equal "$default" "$threshold 0 built-in"
check "without a file: silent" empty messages
name=$($program name)
check "the name of the file: configuration, CPU" equal "${name%%-*}" "$($program file | sed -n 's/^config //p')"

$program file > plain
check "a tuning can be written" contains plain "^mul_toom22 $threshold\$"
tuned ()        # a file with the threshold and the threads $1
{
  sed "s/^mul_toom22 .*/mul_toom22 $1/; s/^date .*/&\\
threads $1/" plain
}

# uses NAME WHAT: that is shown, without a message.
uses ()
{
  got=$(shown)
  check "$1" equal "$got" "$2"
  check "$1: silent" empty messages
}

tuned 31 > "$system/$name"
uses "the system's file" "31 31 $system/$name"
tuned 32 > "$config/$name"
uses "the user's file comes before the system's" "32 32 $config/$name"
tuned 33 > "$xdg/$name"
XDG_CONFIG_HOME=$scratch/xdg uses "XDG_CONFIG_HOME comes before HOME" "33 33 $xdg/$name"
XDG_CONFIG_HOME=$scratch/nosuch uses "nothing in XDG_CONFIG_HOME: the system's" "31 31 $system/$name"
XDG_CONFIG_HOME=xdg uses "a relative XDG_CONFIG_HOME does not count" "32 32 $config/$name"
HOME=home uses "a relative HOME does not count" "31 31 $system/$name"
HOME= uses "no HOME: the system's" "31 31 $system/$name"
tuned 34 > given
COMBA_TUNING=given uses "COMBA_TUNING comes before both" "34 34 given"
COMBA_TUNING=off uses "COMBA_TUNING=off" "$default"
COMBA_TUNING= uses "an empty COMBA_TUNING counts as unset" "32 32 $config/$name"
ln -s given link
COMBA_TUNING=link uses "a link" "34 34 link"

COMBA_TUNING=given "$top_builddir/comba-info" > info 2> messages
check "comba-info names the file of a setting" contains info '^  mul_toom22 +34 +given$'
check "comba-info says which files were looked for" contains info "^  $config: not read: COMBA_TUNING is set"
check "comba-info says which file is used" contains info '^  given: used$'
COMBA_TUNING=off "$top_builddir/comba-info" > info 2> messages
check "COMBA_TUNING=off: comba-info says that files are off" \
  contains info "^  $config: not read: tuning files are off\$"
check "COMBA_TUNING=off: comba-info says so of the system's files, too" equal "$(grep -c 'not read: tuning files are off' info)" 2
COMBA_TUNING="$(printf 'a\nb')" "$top_builddir/comba-info" > info 2> messages
check "COMBA_TUNING is not a path: comba-info says that the user's file is not used" \
  contains info "^  $config: not read: COMBA_TUNING is set\$"
COMBA_TUNING=given COMBA_VERBOSE=1 $program > /dev/null 2> messages
check "the line at load names the file" contains messages '^comba: load .* tuning=given$'

# refused NAME REASON: one line with that, the built-in settings, right results.
refused ()
{
  got=$(shown)
  check "$1: the built-in settings" equal "$got" "$default"
  check "$1: one line" lines messages 1
  check "$1: the line says why" contains messages "^comba: tuning file .*: $2; using the built-in settings\$"
}

# A home that machines share has files for several CPUs and configurations.
sed 's/^cpu .*/cpu Z80 family 8/' given > "$xdg/${name%%-*}-Z80-8"
XDG_CONFIG_HOME=$scratch/xdg uses "this CPU's file beside another one's" "33 33 $xdg/$name"
mv "$xdg/$name" this && mv "$system/$name" systems
XDG_CONFIG_HOME=$scratch/xdg uses "another CPU's file alone: the built-in settings" "$default"
got=$(XDG_CONFIG_HOME=$scratch/xdg COMBA_VERBOSE=1 shown)
check "another CPU's file alone: COMBA_VERBOSE says so, once" \
  equal "$(grep -cF "comba: no tuning file for this CPU: $xdg/$name" messages)" 1
XDG_CONFIG_HOME=$scratch/xdg "$top_builddir/comba-info" > info 2> messages
check "another CPU's file alone: comba-info names the missing file" contains info "^  $xdg/$name: not there\$"
check "another CPU's file alone: comba-info names the one that is there" \
  contains info "^  $xdg/${name%%-*}-Z80-8: for another CPU or configuration, not read\$"
check "an earlier comba-tune's file: nothing of it" equal "$(grep -c 'earlier' info)" 0
cp this "${xdg%.d}"
XDG_CONFIG_HOME=$scratch/xdg uses "an earlier comba-tune's file: the built-in settings" "$default"
XDG_CONFIG_HOME=$scratch/xdg "$top_builddir/comba-info" > info 2> messages
check "an earlier comba-tune's file: comba-info says so" contains info "^  ${xdg%.d}: by an earlier comba-tune, not read\$"
mv systems "$system/$name"
got=$(XDG_CONFIG_HOME=$scratch/xdg COMBA_VERBOSE=1 shown)
check "the system's file is used: COMBA_VERBOSE names it" contains messages "tuning=$system/$name\$"
check "the system's file is used: nothing is missing" equal "$(grep -c 'no tuning file' messages)" 0
mv this "$xdg/$name"
COMBA_CPU=mc32 COMBA_TUNING=off shown > forced
COMBA_CPU=mc32 uses "a file for another configuration only" "$(cat forced)"
COMBA_CPU=mc32 $program file > forced
mkdir -p "$config"
sed 's/^mul_toom22 .*/mul_toom22 37/' forced > "$config/mc32-${name#*-}"
COMBA_CPU=mc32 uses "a file for the forced configuration" "37 0 $config/mc32-${name#*-}"
uses "and one for the selected one" "32 32 $config/$name"

# A program that multiplies nothing reads the tuning file and no other, but for the counters of "make
# coverage".
opens ()        # the paths of system calls of comba-run with comba, beyond those of the same without
{
  strace -qq -e trace=%file -o with -E LD_PRELOAD="$library" "$top_builddir/comba-run" --version > /dev/null &&
    strace -qq -e trace=%file -o without "$top_builddir/comba-run" --version > /dev/null &&
    sed -n 's/^[a-z0-9]*(.*"\([^"]*\)".*/\1/p' with | grep -vxF -e "$(sed -n 's/^[a-z0-9]*(.*"\([^"]*\)".*/\1/p' without)" |
    grep -vxF "$library" | grep -v '\.gcda$'
}
if ! command -v strace > /dev/null; then
  skip "files that are opened at load" "there is no strace"
elif ! strace -o traced true 2> messages; then
  skip "files that are opened at load" "strace cannot trace here: $(tail -n 1 messages)"
elif [ ! -e "$library" ]; then
  skip "files that are opened at load" "there is no shared libcomba"
else
  cp "$xdg/$name" this && cp plain "$xdg/$name"
  XDG_CONFIG_HOME=$scratch/xdg opens > opened
  check "opened at load: the tuning file alone" equal "$(sort -u opened)" "$(printf '%s\n' "$xdg" "$xdg/$name")"
  mv this "$xdg/$name"
  XDG_CONFIG_HOME=$scratch/xdg opens > opened
  check "opened at load with a file that has threads: that alone" \
    equal "$(sort -u opened)" "$(printf '%s\n' "$xdg" "$xdg/$name")"
  COMBA_TUNING=off opens > opened
  check "opened at load with COMBA_TUNING=off: nothing" empty opened
fi

echo "mul_toom22 7" > "$config/$name"
refused "a bad file of the user, though the system's is good" 'line 1: not a tuning file: it does not begin with "comba VERSION"'
rm "$config/$name"

: > empty
COMBA_TUNING=empty refused "an empty file" 'the file is empty; run comba-tune again'
head -c 300 given > half
COMBA_TUNING=half refused "a half-written file" 'line [0-9]+: .*'
COMBA_TUNING=nosuch refused "a file that is not there" 'No such file or directory'
COMBA_TUNING=given/tuning refused "a path through a file" 'Not a directory'
COMBA_TUNING=$scratch refused "a folder" 'it is not a regular file'
COMBA_TUNING=/dev/zero refused "a device" 'it is not a regular file'
mkfifo fifo
COMBA_TUNING=fifo refused "a FIFO that nobody writes" 'it is not a regular file'
ln -s loop loop
COMBA_TUNING=loop refused "a link to itself" 'Too many levels of symbolic links'
{ cat given; head -c 65536 /dev/zero | tr '\0' '#'; } > large
COMBA_TUNING=large refused "more than 64 KiB" 'it is larger than 64 KiB'
{ head -c 65534 /dev/zero | tr '\0' '\n'; echo x; } > lines
COMBA_TUNING=lines refused "64 KiB of lines" 'line 65535: not a tuning file.*'
head -c 20000 "$program" > binary
COMBA_TUNING=binary refused "a program" 'line [0-9]+: .*'
got=$(COMBA_TUNING=$(head -c 5000 /dev/zero | tr '\0' x) shown)
check "a very long path: the built-in settings" equal "$got" "$default"
check "a very long path: one line" lines messages 1
got=$(COMBA_TUNING="$(printf 'a\nb')" shown)
check "a path of two lines: the built-in settings" equal "$got" "$default"
check "a path of two lines: one line" lines messages 1

sed 's/^cpu .*/cpu Z80 family 8/' given > foreign
COMBA_TUNING=foreign refused "another CPU" 'line 3: made for another CPU .*; run comba-tune again'
name_of_config=${name%%-*}
if [ "$name_of_config" != mc32 ]; then
  got=$(COMBA_CPU=mc32 COMBA_TUNING=given shown)
  check "a file for another configuration: the built-in settings" contains messages "line 2: made for CPU configuration \"$name_of_config\", not for mc32; run comba-tune again;"
  check "a file for another configuration: one line" lines messages 1
  check "a file for another configuration: the forced one is used" equal "$got" "$(COMBA_CPU=mc32 COMBA_TUNING=off shown)"
else
  skip "a file for another configuration" "the configuration in use is mc32"
fi
sed 's/^config /kernels /' given > earlier
COMBA_TUNING=earlier refused "an earlier comba-tune's file" 'line 2: made by an earlier comba-tune; run comba-tune again'
sed 's/^plan.mod .*/plan.mod 40 digits 2/' given > earlier
COMBA_TUNING=earlier refused "an earlier name of a path" 'line [0-9]+: made by an earlier comba-tune; run comba-tune again'
sed 's/^plan.mul .*/plan.mul 100 cached 2/' given > foreign_path
COMBA_TUNING=foreign_path refused "a modular path for products" 'line [0-9]+: plan.mul: "cached" is not a path for this plan'
sed 's/^mul_toom22 .*/mul_toom22 99999999999999999999/' given > huge
COMBA_TUNING=huge refused "a huge number" 'line [0-9]+: mul_toom22: .* is not a number .*'

# Any number is right.
for n in 0 1 2 3 1000000000; do
  sed -E "s/^((mul|sqr)_(toom|ntt)[0-9]*|parallel_wake) .*/\\1 $n/
          s/^((mul|sqr)_(n|by)_max) .*/\\1 0/
          s/^(plan\\.(mul|mul_unbalanced|sqr)) .*/\\1 1 columns 2, 20 blocks 2, 50 points 3, 90 ntt 2/
          s/^date .*/threads 2/" plain > "all-$n"
  got=$(COMBA_TUNING=all-$n shown)
  check "all thresholds $n, with plans: right" equal "$got" "$n 2 all-$n"
  check "all thresholds $n, with plans: silent" empty messages
done

# Without permission.
if [ "$(id -u)" != 0 ]; then
  as_user=
elif setpriv --reuid=65534 --regid=65534 --clear-groups true 2> /dev/null; then
  as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
else
  as_user=none
fi
if [ "$as_user" = none ] || ! $as_user $program > /dev/null 2>&1; then
  skip "a file that may not be read" "root may read all, and setpriv does not help"
else
  program="$as_user ./show-tuning"
  tuned 35 > secret
  chmod 0 secret
  COMBA_TUNING=secret refused "a file that may not be read" 'Permission denied'
  mkdir -p locked/comba/tuning.d
  cp given "locked/comba/tuning.d/$name"
  chmod 0 locked
  XDG_CONFIG_HOME=$scratch/locked uses "a folder that may not be entered has no file" "31 31 $system/$name"
  chmod 700 locked
fi

# With privileges that the caller has not.
if [ "$(id -u)" = 0 ] && chown 65534:65534 show-tuning 2> /dev/null && chmod 4755 show-tuning &&
    [ "$(COMBA_TUNING=off ./show-tuning 2> /dev/null)" != "$default" ]; then
  program=./show-tuning
  tuned 36 > "$config/$name"
  COMBA_TUNING=given COMBA_CPU=nosuch XDG_CONFIG_HOME=$scratch/xdg uses "a program with privileges uses the system's file only" "31 31 $system/$name"
  rm "$system/$name"
  COMBA_TUNING=given uses "a program with privileges ignores the user's file" "$default"
else
  skip "a program with privileges" "only root can make one, where setuid counts"
fi

finish
