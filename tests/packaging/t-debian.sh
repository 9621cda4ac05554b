# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The Debian packages: they build, lintian has no error, and in a fresh Debian root they install,
# upgrade and purge, with the system switch off and on.  The Dockerfile lines of the manual work.
#
# Objects of the last build are used again: only the folder debian/build outlives it.  The first
# build, and one with an empty $COMBA_CACHE, is from a clean tree.  Optimised less, which takes half
# the time.

. "$top_srcdir/tests/packaging/root.sh"

for tool in dh lintian dpkg-buildpackage; do
  command -v $tool > /dev/null || skip_all "$tool is not installed (packages debhelper, lintian, dpkg-dev)"
done

# --- Build

packages=${base%/*}/packages tree=${base%/*}/packages/comba
mkdir -p "$tree/debian/build"
exec 9> "$packages/lock"
flock 9
find "$tree" -mindepth 1 -maxdepth 1 ! -name debian -exec rm -rf {} +
find "$tree/debian" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
rm -f "$packages"/*.deb "$packages"/*.changes "$packages"/*.buildinfo
if [ -e "$top_srcdir/.git" ]; then
  (cd "$top_srcdir" && git -c safe.directory='*' ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2> /dev/null)
else
  (cd "$top_srcdir" && find . -path './_*' -prune -o -type f -print)
fi > "$scratch/files"
tar -C "$top_srcdir" -c -T "$scratch/files" | tar -C "$tree" -x
chmod -R u+w "$tree"
(
  cd "$tree" || exit 1
  unset MAKEFLAGS MFLAGS MAKELEVEL top_srcdir top_builddir
  COMBA_CONFIGURE=--enable-dependency-tracking DEB_BUILD_OPTIONS="nocheck noautodbgsym parallel=$(nproc)" DEB_CFLAGS_STRIP="-g -O2" DEB_CFLAGS_APPEND=-O1 \
    dpkg-buildpackage -b -us -uc -nc > "$scratch/build" 2>&1
)
check "dpkg-buildpackage" equal "$?" 0
check "five packages" equal "$(cd "$packages" && echo *.deb | sed 's/_[^ ]*//g')" \
  "comba-system comba-tools libcomba-dev libcomba0 python3-comba"
[ "$(echo "$packages"/*.deb | wc -w)" = 5 ] || { tail -n 30 "$scratch/build" | sed 's/^/# /'; finish; exit 0; }
check "nocheck: no test was run" test ! -e "$tree/debian/build/tests/config/t-selftest"
check "the changelog has the version of comba.h" \
  equal "$(dpkg-parsechangelog -l "$tree/debian/changelog" -S Version)" "$(sed -n 's/^#define COMBA_VERSION "\(.*\)"/\1/p' "$top_srcdir/mpn/comba.h")"
lintian --allow-root --fail-on error "$packages"/*.changes > "$scratch/lintian" 2>&1
check "lintian: no errors" equal "$?:$(grep '^E:' "$scratch/lintian")" "0:"
lists_components ()     # PACKAGE: its list of components is right, and a file that is not in it is noticed
{
  dpkg-deb -R "$packages/$1"_*.deb "$scratch/$1" && python3 "$top_srcdir/tests/packaging/sbom.py" "$scratch/$1" &&
    touch "$scratch/$1/usr/more" && ! python3 "$top_srcdir/tests/packaging/sbom.py" "$scratch/$1" 2> /dev/null
}
for package in comba-system comba-tools libcomba-dev libcomba0 python3-comba; do
  check "$package: list of components" lists_components $package
done
mkdir "$root/debs"
cp "$packages"/*.deb "$root/debs"
flock -u 9

# --- Install and purge

unchanged ()
{
  inside ldconfig
  list_files > "$scratch/after" && diff "$scratch/before" "$scratch/after"
}
quietly ()
{
  "$@" > "$scratch/out" 2>&1 || { cat "$scratch/out"; return 1; }
}
install_all ()
{
  inside sh -c 'apt-get -q install -y /debs/*.deb'
}
purge_all ()
{
  inside dpkg --purge python3-comba comba-system comba-tools libcomba-dev libcomba0
}
inside ldconfig
list_files > "$scratch/before"
check "all packages install" install_all
inside COMBA_REPORT=/tmp/report comba-run gp -q -f > "$scratch/out" 2>&1 << 'END'
print (3^20000 % 1000003)
END
check "comba-run: the library is in" called "$root/tmp/report" sqr
inside comba-info > "$scratch/out" 2>&1
check "comba-info finds the system's tuning file below /etc" contains "$scratch/out" "/etc/comba/tuning"
for page in 1/comba-run 1/comba-info 1/comba-tune 1/comba-bench 8/comba-system 3/comba; do
  check "man page ${page#*/}" test -s "$root/usr/share/man/man${page%/*}/${page#*/}.${page%/*}.gz"
done
check "the switch is off" equal "$(inside comba-system status)" "comba-system: off"

# Completion.
for program in comba-run comba-info comba-tune comba-bench; do
  inside bash -c "
    . /usr/share/bash-completion/completions/$program
    COMP_WORDS=($program --ver) COMP_CWORD=1
    _comba $program --ver $program
    echo \"\${COMPREPLY[*]}\"" > "$scratch/out" 2>&1
  check "$program: bash completes an option" equal "$(cat "$scratch/out")" --version
done
inside bash -c '
  . /usr/share/bash-completion/completions/comba-system
  COMP_WORDS=(comba-system st) COMP_CWORD=1
  _comba comba-system st comba-system
  echo "${COMPREPLY[*]}"' > "$scratch/out" 2>&1
check "comba-system: bash completes a word" equal "$(cat "$scratch/out")" status

# Python, with the system's library and the system's gmpy2.

library_of_root=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/libcomba.so.0
program='import gmpy2; print(gmpy2.mpz(3)**20000 * 7**15000 % 1000003)'
result=$(inside python3 -c "$program")
python ()       # NAME ARGUMENT...: runs Python, which must print what it does without comba
{
  name=$1
  shift
  rm -f "$root/tmp/report"
  inside COMBA_REPORT=/tmp/report python3 "$@" > "$scratch/out" 2> "$scratch/err"
  check "$name: same result" equal "$(cat "$scratch/out")" "$result"
}
python "python3-comba: import comba" -c "import comba; $program"
check "python3-comba: import comba: products arrive" called "$root/tmp/report" mul
check "python3-comba: it has the system's library" equal \
  "$(inside python3 -c 'import comba; print(comba.status().library, comba.version() == comba.__version__)')" "$library_of_root True"
python "python3-comba: run" -m comba run -c "$program"
check "python3-comba: run: products arrive" called "$root/tmp/report" mul
python "python3-comba: not enabled" -c "$program"
check "python3-comba: not enabled: no report" test ! -e "$root/tmp/report"
check "python3-comba: enable" quietly inside python3 -m comba enable
python "python3-comba: enabled" -c "$program"
check "python3-comba: enabled: products arrive" called "$root/tmp/report" mul
check "python3-comba: status" sh -c "echo '$(inside python3 -m comba status)' | grep -q 'at every start     enabled by /usr/lib/python3/'"
inside setpriv --reuid=65534 --regid=65534 --clear-groups python3 -m comba disable > "$scratch/out" 2>&1
check "python3-comba: disable without permission: 1" equal "$?" 1
check "python3-comba: disable without permission: one line" equal "$(cat "$scratch/out")" \
  "comba: /usr/lib/python3/dist-packages/comba.pth: Permission denied; nothing was changed"
check "python3-comba: disable" quietly inside python3 -m comba disable
python "python3-comba: disabled" -c "$program"
check "python3-comba: disabled: no report" test ! -e "$root/tmp/report"
check "python3-comba: enabled when it is purged" quietly inside python3 -m comba enable
inside mv "$library_of_root" /tmp/libcomba
python "python3-comba: no library" -c "$program"
check "python3-comba: no library: one line" lines "$scratch/err" 1
check "python3-comba: no library: says so" contains "$scratch/err" \
  "comba: $library_of_root: No such file or directory; this process goes on without it\$"
inside mv /tmp/libcomba "$library_of_root"

check "all packages purge" purge_all
check "nothing is left" unchanged

# --- Upgrades and removals while the switch is on

newer ()        # PACKAGE COMMAND: /debs/newer/PACKAGE.deb, changed by COMMAND in its folder
{
  inside sh -c "mkdir -p /debs/newer && cd /debs/newer && dpkg-deb -R \$(ls ../${1}_*.deb) tree &&
    sed -i 's/^Version: .*/&+newer/; s/(= \([^)]*\))/(= \1+newer)/g' tree/DEBIAN/control &&
    (cd tree && $2) && dpkg-deb -Znone -b tree $1.deb && rm -r tree"
}
{
  inside sh -c 'cp /repo/libgmp10_*.deb /debs/'
  newer libcomba0 'echo >> $(ls usr/lib/*/libcomba.so.0.0.0)'
  newer comba-system true
  newer libgmp10 true
} > "$scratch/newer" 2>&1 || sed 's/^/# /' "$scratch/newer"

is_on ()
{
  equal "$(inside comba-system status 2>&1)" "comba-system: on: programs that use GMP load $folder/libgmp.so.10"
}
programs_work ()
{
  inside sh -c "$users_of_gmp"
}
folder=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/comba-system

inside sh -c 'dpkg -i /debs/libcomba0_*.deb /debs/comba-system_*.deb && comba-system on' > "$scratch/out" 2>&1
check "on" is_on
inside sh -c 'dpkg -i /debs/newer/libcomba0.deb /debs/newer/comba-system.deb' > "$scratch/out" 2>&1
check "comba is upgraded: the switch has the new library" is_on
check "comba is upgraded: programs work" programs_work
inside sh -c 'dpkg -i /debs/newer/libgmp10.deb' > "$scratch/out" 2>&1
check "libgmp is upgraded: checked again" contains "$scratch/out" "^comba-system: on; checked:"
check "libgmp is upgraded: programs work" programs_work

# A program that gives another output: the trigger turns the switch off.
cat > "$root/usr/local/bin/factor" << 'END'
#!/bin/sh
case $LD_LIBRARY_PATH in */plain) echo 3 ;; *) echo 4 ;; esac
END
chmod 755 "$root/usr/local/bin/factor"
inside sh -c 'dpkg -i /debs/libgmp10_*.deb' > "$scratch/out" 2>&1
check "a libgmp that does not pass: the switch is off" equal "$(inside comba-system status)" "comba-system: off"
check "a libgmp that does not pass: says why" contains "$scratch/out" "factor gives another output"
rm "$root/usr/local/bin/factor"

inside comba-system on > "$scratch/out" 2>&1
inside dpkg --force-depends --purge libcomba0 > "$scratch/out" 2>&1
check "libcomba0 is removed by force: programs work" programs_work
check "comba-system is purged" quietly inside dpkg --purge comba-system
check "programs work" programs_work
check "nothing is left" unchanged

# --- The Dockerfile lines

awk '/^@c docker lines/ { on = 1; next } /^@end example/ { on = 0 } on && !/^@/' "$top_srcdir/doc/comba.texi" |
  sed -e ':a' -e '/\\$/N; s/\\\n//; ta' | grep . > "$scratch/lines"
check "the manual has four lines" lines "$scratch/lines" 4
cp "$top_srcdir/tests/tools/gmp-program.c" "$root/debs/prog.c"
preload=
while read -r instruction rest; do
  case $instruction in
    RUN) check "RUN ${rest%%#*}" quietly inside sh -c "cd /debs && $rest" < /dev/null ;;
    ENV) preload=$rest ;;
  esac
  rm -f "$root/tmp/report"
  case $rest in
    LD_PRELOAD=*)
      inside "$preload" COMBA_REPORT=/tmp/report ruby -e 'puts 3**20000 * 7**15000' > "$scratch/out" < /dev/null
      check "$preload: ruby uses comba" called "$root/tmp/report" mul
      quietly purge_all < /dev/null ;;
    *comba-system*)
      inside COMBA_REPORT=/tmp/report ruby -e 'puts 3**20000 * 7**15000' > "$scratch/out" < /dev/null
      check "comba-system on: ruby uses comba" called "$root/tmp/report" mul
      quietly purge_all < /dev/null ;;
    *cc*)
      inside COMBA_REPORT=/tmp/report /debs/a.out > "$scratch/out" < /dev/null
      check "the program uses comba" called "$root/tmp/report" sqr
      rm "$root/debs/a.out"
      quietly purge_all < /dev/null ;;
  esac
done < "$scratch/lines"
check "nothing is left of these" unchanged

finish
