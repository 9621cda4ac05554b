# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# A file for each CPU, included by list.c; and the self-test.  dist-hook packs the whole folder.

libcomba_core_la_SOURCES += \
  mpn/config/list.c mpn/config/list.h mpn/config/selftest.c mpn/config/step.h

dist-hook:
	cp -p $(srcdir)/mpn/config/*.c $(distdir)/mpn/config
