# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
#
# A fresh Debian root for the tests of what is installed for the whole system.  Sourced instead of
# tests/tap.sh.  The files of the root are in $COMBA_CACHE; a test works on an overlay of it, $root,
# in a mount namespace of its own.  Nothing of this system is mounted there.

# An empty namespace variable: this is the first of two runs of the test.
if [ "$(id -u)" = 0 ] && [ -z "${in_namespace-}" ] && unshare --mount true 2> /dev/null; then
  in_namespace=yes
  export in_namespace
  exec unshare --mount sh "$0"
fi

. "$top_srcdir/tests/tap.sh"

release=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
# GMP's users, a compiler for what is built against comba, and two packages to install.
packages_of_root=pari-gp,ruby,php-cli,php-gmp,gnutls-bin,guile-3.0,python3-gmpy2,gcc,libc6-dev,libgmp-dev,pkg-config
base=${COMBA_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/comba}/root-$release-$(echo $packages_of_root | cksum | cut -d ' ' -f 1)

skip_all ()
{
  skip "in a fresh root" "$1"
  finish
  exit 0
}

make_base ()
{
  mkdir -p "${base%/*}" || return 1
  for mirror in $(tmp=$scratch; . "$top_srcdir/tests/gmp/apt.sh"; apt_mirrors); do
    rm -rf "$base.new"
    mmdebstrap -q --mode=root --variant=minbase \
      --include=$packages_of_root \
      --customize-hook='mkdir "$1/repo" && cd "$1/repo" && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -q download hello libgmp10' \
      "$release" "$base.new" "deb $mirror $release main" && mv -T "$base.new" "$base" && return 0
  done
  return 1
}

# At most one test makes the base.
[ "$(id -u)" = 0 ] || skip_all "it needs root"
[ -n "${in_namespace-}" ] || skip_all "a mount namespace is not allowed here"
command -v mmdebstrap > /dev/null || skip_all "mmdebstrap is not installed"
[ -n "$release" ] || skip_all "this is not a Debian release"
mkdir -p "${base%/*}"
(flock 9 && { [ -d "$base" ] || make_base; }) > "$scratch/base" 2>&1 9> "$base.lock" || {
  sed 's/^/# /' "$scratch/base"
  skip_all "it could not be made"
}

root=$scratch/root
mkdir "$root" "$scratch/upper"
trap 'umount -l "$root/proc" "$root" "$scratch/upper"; rm -rf "$scratch"' EXIT
{
  mount -t tmpfs tmpfs "$scratch/upper" && mkdir "$scratch/upper/files" "$scratch/upper/moved" &&
    mount -t overlay -o "lowerdir=$base,upperdir=$scratch/upper/files,workdir=$scratch/upper/moved" overlay "$root" &&
    mount -t proc proc "$root/proc"
} > "$scratch/mount" 2>&1 || skip_all "it cannot be mounted: $(head -n 1 "$scratch/mount")"

# inside COMMAND...: runs it in the root.
inside ()
{
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root LC_ALL=C \
    DEBIAN_FRONTEND=noninteractive COMBA_TUNING=off "$@"
}

# Every file of the root, with its contents in /etc.  What the loader's auxiliary cache has, and logs,
# may differ.
list_files ()
{
  inside find / -xdev \( -path /proc -o -path /tmp -o -path /root -o -path /debs -o -path /var/log -o -path /var/cache \
    -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /run \) -prune -o -printf '%p %y %m %u %g %l\n' \
    -type f -printf '%p %s\n' | sort
  inside find /etc -type f -exec cksum {} + | sort
}

# Commands for which a failure of any program that uses GMP is a failure.
users_of_gmp='set -e
  [ "$(expr 123456789123456789 "*" 987654321987654321)" = 121932631356500531347203169112635269 ]
  [ "$(factor 1000000016000000063)" = "1000000016000000063: 1000000007 1000000009" ]
  [ "$(echo "print (3^2000 % (10^9 + 7))" | gp -q -f)" = "$(ruby -e "puts 3.pow(2000, 10**9 + 7)")" ]
  php -r "exit (gmp_pow (3, 2000) == gmp_pow (3, 999) * gmp_pow (3, 1001) ? 0 : 1);"
  gnutls-cli --version > /dev/null
  /usr/lib/apt/methods/https < /dev/null | grep -q Capabilities'
