# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# comba-system in a fresh Debian root: programs that use GMP work with the switch on, off restores
# what was, on refuses with one line, and no interruption leaves a program that does not start.

. "$top_srcdir/tests/packaging/root.sh"

[ -f "$top_builddir/comba-system" ] || skip_all "configured without a shared libgmp"

value ()        # VARIABLE of comba-system
{
  sed -n "s/^$1=//p" "$top_builddir/comba-system"
}
libcomba=$(value libcomba) shim=$(value shim) libgmp=$(value libgmp)
folder=${libcomba%/*}/comba-system
[ -e "$root$libgmp" ] || skip_all "comba was built for $libgmp, which Debian's root does not have"

make -s -C "$top_builddir" install-sbinSCRIPTS install-switchDATA DESTDIR="$root" > "$scratch/install" 2>&1 ||
  sed 's/^/# /' "$scratch/install"
mkdir -p "$root${libcomba%/*}"
strip -g -o "$root$libcomba" "$library"
system=$(find "$root" -xdev -name comba-system -type f -perm -u+x)
system=${system#"$root"}
inside ldconfig

list_files > "$scratch/before"
unchanged ()
{
  list_files > "$scratch/after" && diff "$scratch/before" "$scratch/after"
}

state ()
{
  inside "$system" status > "$scratch/status" 2>&1
  equal "$?" "$1"
}

# A command reports to /tmp/report that comba served it.
served ()
{
  rm -f "$root/tmp/report"
  inside COMBA_REPORT=/tmp/report "$@" < /dev/null &&
    { called "$root/tmp/report" "mul" || called "$root/tmp/report" "get_str"; }
}

inside sh -c "$users_of_gmp" > "$scratch/out" 2>&1 || sed 's/^/# /' "$scratch/out"
check "off at first" state 1
inside "$system" off > "$scratch/out" 2>&1
check "off: already off" contains "$scratch/out" "already off"
check "off: changes nothing" unchanged
inside "$system" maybe 2> "$scratch/err"
check "another word: exit code 2" equal "$?" 2

# --- Refusals

refused ()      # NAME PATTERN [COMMAND...]
{
  name=$1 pattern=$2
  shift 2
  inside "$@" "$system" on > "$scratch/out" 2> "$scratch/err"
  check "$name: exit code 1" equal "$?" 1
  check "$name: one line" lines "$scratch/err" 1
  check "$name: says why" contains "$scratch/err" "^comba-system: .*$pattern.*; nothing was changed"
}

refused "no permission" "Permission denied" setpriv --reuid=65534 --regid=65534 --clear-groups
check "no permission: nothing changed" unchanged

mount -o remount,ro "$root"
refused "a read-only root" "Read-only file system"
mount -o remount,rw "$root"
check "a read-only root: nothing changed" unchanged

mv "$root$libcomba" "$root/tmp/libcomba"
refused "no libcomba" "$libcomba is missing"
cp "$root/tmp/libcomba" "$root$libcomba"
printf '\267' | dd of="$root$libcomba" bs=1 seek=18 conv=notrunc 2> /dev/null
refused "another architecture" "another architecture"
head -c 100000 "$root/tmp/libcomba" > "$root$libcomba"
refused "a damaged libcomba" "expr gives another output with comba"
cp "$root/tmp/libcomba" "$root$libcomba"

cat > "$root/usr/local/bin/factor" << 'END'
#!/bin/sh
case $LD_LIBRARY_PATH in */plain) echo 3 ;; *) echo 4 ;; esac
END
chmod 755 "$root/usr/local/bin/factor"
refused "a program with another output" "factor gives another output with comba: 4"
rm "$root/usr/local/bin/factor"

inside sh -c "cp $libgmp /usr/local/lib/libgmp.so.10; ldconfig"
refused "another libgmp first" "programs use /usr/local/lib/libgmp.so.10"
inside sh -c "rm /usr/local/lib/libgmp.so.10; ldconfig"

echo /opt/comba/lib/comba-system > "$root/etc/ld.so.conf.d/000-comba.conf"
refused "a comba with another prefix is on" "belongs to another comba"
check "a comba with another prefix is on: status" state 1
rm "$root/etc/ld.so.conf.d/000-comba.conf"

exec 7> "$root$folder.lock"
flock 7
refused "two at a time" "another comba-system is running"
exec 7>&-
rm "$root$folder.lock"
chmod o+w "$root${folder%/*}"
refused "a folder that anybody can change" "others than root can change ${folder%/*}"
chmod o-w "$root${folder%/*}"
mv "$root/tmp/libcomba" "$root$libcomba"
check "after all refusals nothing is changed" unchanged

# --- On, with a program that runs already

# asked NAME: starts gp, which reads from descriptor 8 and answers to $scratch/NAME.
asked ()
{
  rm -f "$root/tmp/questions" "$root/tmp/started"
  mkfifo "$root/tmp/questions"
  inside gp -q -f < "$root/tmp/questions" > "$scratch/$1" 2>&1 &
  gp=$!
  exec 8> "$root/tmp/questions"
  echo 'a = 3^20000; print (#digits (a)); system ("cat /proc/$PPID/maps > /tmp/maps; touch /tmp/started");' >&8
  i=0
  while [ ! -e "$root/tmp/started" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
}
goes_on ()      # NAME
{
  echo 'print (sqrtint (a^2) == a); print (a^3 % (10^9 + 7) == Mod (a, 10^9 + 7)^3)' >&8
  exec 8>&-
  wait "$gp"
  equal "$(cat "$scratch/$1")" "9543
1
1"
}
asked already

inside "$system" on > "$scratch/out" 2>&1
check "on: exit code 0" equal "$?" 0
check "on: checked what is installed" contains "$scratch/out" \
  "checked:.* expr factor gp php ruby python3 guile certtool gnutls-cli .*gcc .*apt-get"
check "on: status" state 0
check "on: a running program goes on" goes_on already
check "users of GMP work" inside sh -c "$users_of_gmp"
check "gp" served sh -c 'echo "print (3^20000)" | gp -q -f'
check "the report names GMP's libgmp only" equal "$(sed -n 's|^comba: libgmp .*/lib/|/|p' "$root/tmp/report")" "/${libgmp#*/lib/}"
check "ruby" served ruby -e 'puts 3**20000 * 7**15000'
check "php, without an option" served php -r 'echo gmp_pow (3, 20000) * gmp_pow (7, 15000);'
check "guile" served guile -c '(display (quotient (* (expt 3 20000) (expt 7 15000)) (expt 11 5000)))'
inside "$system" on > "$scratch/out" 2>&1
check "on again: exit code 0" equal "$?" 0

# A setuid program has comba without any environment.
cat > "$root/tmp/program.c" << 'END'
#include <gmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

int
main (void)
{
  char line[1000];
  mpz_t x;
  mpz_init (x);
  mpz_ui_pow_ui (x, 3, 20000);
  printf ("secure %lu, %zu digits\n", getauxval (AT_SECURE), mpz_sizeinbase (x, 10));
  FILE *maps = fopen ("/proc/self/maps", "r");
  while (maps != NULL && fgets (line, sizeof line, maps) != NULL)
    if (strstr (line, "libcomba.so.0") != NULL)
      {
        puts ("with comba");
        break;
      }
  return 0;
}
END
inside sh -c 'cd /usr/local/bin && gcc /tmp/program.c -lgmp -o program && chmod 4755 program'
inside setpriv --reuid=65534 --regid=65534 --clear-groups /usr/local/bin/program > "$scratch/out" 2>&1
check "a setuid program" equal "$(cat "$scratch/out")" "secure 1, 9543 digits
with comba"
rm "$root/usr/local/bin/program"

# A TLS handshake, with a certificate of each kind.
port=$((20000 + $$ % 20000))
for kind in rsa ecdsa; do
  inside sh -c "
    cd /tmp && rm -f report && printf 'cn = localhost\ndns_name = localhost\nca\nsigning_key\n' > template &&
    certtool --generate-privkey --key-type=$kind --outfile=key 2> log &&
    certtool --generate-self-signed --load-privkey=key --template=template --outfile=certificate 2>> log || cat log
    gnutls-serv --echo --port=$port --x509certfile=certificate --x509keyfile=key > server 2>&1 &
    server=\$!
    i=0
    while ! COMBA_REPORT=/tmp/report gnutls-cli --port=$port --x509cafile=certificate --verify-hostname=localhost 127.0.0.1 < /dev/null > client 2>&1 && [ \$i -lt 50 ]; do
      sleep 0.1
      i=\$((i + 1))
    done
    kill \$server
    cat client" > "$scratch/out" 2>&1
  check "TLS handshake, $kind: with comba" contains "$root/tmp/report" "^comba: load"
  check "TLS handshake, $kind" contains "$scratch/out" "Handshake was completed"
  check "TLS handshake, $kind: the certificate is trusted" contains "$scratch/out" "The certificate is trusted"
  port=$((port + 1))
done

# The package manager.
inside sh -c "cd /repo && dpkg-deb -I hello_*.deb control > /tmp/Packages &&
  printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' hello_*.deb \$(stat -c %s hello_*.deb) \$(sha256sum hello_*.deb | cut -d ' ' -f 1) >> /tmp/Packages &&
  mv /tmp/Packages . && echo 'deb [trusted=yes] file:/repo ./' > /tmp/sources.list &&
  apt-get -q -o Dir::Etc::SourceList=/tmp/sources.list -o Dir::Etc::SourceParts=- update &&
  apt-get -q -y -o Dir::Etc::SourceList=/tmp/sources.list -o Dir::Etc::SourceParts=- install hello" > "$scratch/out" 2>&1
check "apt-get installs a package" contains "$scratch/out" "Setting up hello"
check "it works" equal "$(inside hello)" "Hello, world!"
inside sh -c 'dpkg -P hello; rm -f /repo/Packages' > "$scratch/out" 2>&1
check "dpkg removes it" contains "$scratch/out" "Removing hello"

# --- Off, in the middle of a running program

asked answers
check "a program is running with comba" grep -q "$folder/lib/libcomba" "$root/tmp/maps"
inside "$system" off > "$scratch/out" 2>&1
check "off: exit code 0" equal "$?" 0
check "off: a running program goes on" goes_on answers
check "off: status" state 1
rm -f "$root/tmp/report"
inside COMBA_REPORT=/tmp/report factor 1000000016000000063 > /dev/null
check "off: programs start without comba" test ! -e "$root/tmp/report"
check "off: restores what was" unchanged

# --- Killed after each step that changes something

# The shim finds its own libcomba.so.0 only: the installed one is where the loader does not look.
mv "$root$libcomba" "$root/opt/"
sed -i "s|^libcomba=.*|libcomba=/opt/${libcomba##*/}|" "$root$system"
inside ldconfig

# On this PATH few programs use GMP.
mkdir "$root/tmp/kill"
for command in od sed cut head tail cat cmp diff grep timeout env sh expr factor readlink ldconfig flock ln stat dirname touch apt-get; do
  ln -s "$(inside sh -c "command -v $command")" "$root/tmp/kill/"
done
for command in mkdir cp mv chmod rm sync ldconfig; do
  rm -f "$root/tmp/kill/$command"
  cat > "$root/tmp/kill/$command" << END
#!/bin/sh
[ "$command \$1" != "ldconfig -p" ] || exec $(inside sh -c "command -v $command") "\$@"
echo "$command \$*" >> /tmp/steps
$(inside sh -c "command -v $command") "\$@" || exit \$?
[ \$(wc -l < /tmp/steps) != \$KILL_AT ] || kill -9 \$(cat /tmp/pid) \$PPID
END
  chmod 755 "$root/tmp/kill/$command"
done
ln -s "$(inside sh -c "command -v wc")" "$root/tmp/kill/"
cat > "$root/tmp/after" << 'END'
expr 123456789123456789 '*' 987654321987654321 && factor 1000000016000000063 && /usr/lib/apt/methods/https < /dev/null | grep -q Capabilities
END

killed ()       # on|off STEP
{
  rm -f "$root/tmp/steps"
  inside PATH=/tmp/kill KILL_AT="$2" sh -c 'echo $$ > /tmp/pid; exec "$@"' sh "$system" "$1" > "$scratch/out" 2>&1
  equal "$?" 137 && inside sh /tmp/after && inside ldconfig && inside sh /tmp/after
}

survives ()     # on|off STEPS: killed after each step, of which there are at least STEPS
{
  [ "$1" = on ] || inside "$system" on > "$scratch/out" 2>&1
  rm -f "$root/tmp/steps"
  inside PATH=/tmp/kill KILL_AT=0 "$system" "$1" > "$scratch/out" 2>&1 || { cat "$scratch/out"; return 1; }
  steps=$(wc -l < "$root/tmp/steps")
  test "$steps" -ge "$2" || { cat "$root/tmp/steps"; return 1; }
  at=1
  while [ $at -lt $steps ]; do
    inside "$system" off > "$scratch/out" 2>&1
    [ "$1" = on ] || inside PATH=/tmp/kill KILL_AT=0 "$system" on > "$scratch/out" 2>&1
    killed "$1" $at > "$scratch/killed" 2>&1 || { echo "step $at of:"; cat "$root/tmp/steps" "$scratch/killed"; return 1; }
    at=$((at + 1))
  done
}
inside "$system" off > /dev/null 2>&1
check "on: killed at any step" survives on 10
check "off completes it" inside "$system" off
check "off: killed at any step" survives off 5
check "off completes it" inside "$system" off
rm -rf "$root/tmp/kill"
mv "$root/opt/${libcomba##*/}" "$root$libcomba"
sed -i "s|^libcomba=.*|libcomba=$libcomba|" "$root$system"
inside ldconfig
check "nothing is left" unchanged

# --- Uninstalled while it is on

inside "$system" on > "$scratch/out" 2>&1
cp "$root$libcomba" "$root/tmp/libcomba"
rm "$root$libcomba" "$root$shim"
check "libcomba removed: users of GMP work" inside sh -c "$users_of_gmp"
check "libcomba removed: off works" inside "$system" off
mv "$root/tmp/libcomba" "$root$libcomba"
make -s -C "$top_builddir" install-switchDATA DESTDIR="$root" > "$scratch/install" 2>&1
inside ldconfig
check "off restores what was" unchanged
inside "$system" on > "$scratch/out" 2>&1
rm -r "$root$folder"
check "the shim's folder removed: users of GMP work" inside sh -c "$users_of_gmp"
check "the shim's folder removed: status" state 3
inside "$system" off > "$scratch/out" 2>&1
check "off restores what was, again" unchanged

finish
