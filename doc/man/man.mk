# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A page for every program that is installed, and comba.h's.  tests/doc/t-man.sh compares them with
# the programs and the header.

dist_man_MANS = doc/man/comba-run.1 doc/man/comba-info.1 doc/man/comba-tune.1 \
  doc/man/comba-bench.1 doc/man/comba.3

EXTRA_DIST += doc/man/comba-system.8
if SYSTEM_SWITCH
man_MANS = doc/man/comba-system.8
endif
