# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
#
# Debian packages through an apt of our own.  Mirror, proxy and credentials are
# those of this machine's apt and signatures are checked against Debian's keyring,
# but apt's own lists and sources are neither read nor changed.
# Sourced; expects $tmp, a folder.

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# The mirrors of this machine's apt that serve a plain suite (not -updates,
# not -security); the lists need not have been downloaded for that.
apt_mirrors()
{
  apt-get --print-uris update |
    sed -n "s|^'\(.*\)/dists/[a-z]*/InRelease' .*|\1|p" | sort -u
}

# apt-get with lists, sources and caches of its own below $tmp/apt
private_apt_get()
{
  # The caller's user, as apt's own may not be able to enter $tmp.
  apt-get -q \
    -o APT::Sandbox::User="$(id -un)" \
    -o Dir::Etc::SourceList="$tmp/apt/sources.list" \
    -o Dir::Etc::SourceParts=- \
    -o Dir::Etc::Preferences=- \
    -o Dir::Etc::PreferencesParts=- \
    -o Dir::State="$tmp/apt/state" \
    -o Dir::State::Lists="$tmp/apt/lists" \
    -o Dir::Cache="$tmp/apt/cache" \
    "$@"
}

# private_apt_source LINE: the only line of the private sources.list
private_apt_source()
{
  mkdir -p "$tmp/apt/state" "$tmp/apt/lists/partial" \
           "$tmp/apt/cache/archives/partial"
  echo "$1" >"$tmp/apt/sources.list"
}
