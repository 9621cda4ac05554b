# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Products without a multiplier.

noinst_LTLIBRARIES += libcomba_nomul.la
comba_parts += libcomba_nomul.la
libcomba_nomul_la_SOURCES = \
  mpn/nomul/mul_nomul.c mpn/nomul/mul_windows.c mpn/nomul/nomul.h mpn/nomul/set.c \
  mpn/nomul/sqr_windows.c mpn/nomul/windows.h
