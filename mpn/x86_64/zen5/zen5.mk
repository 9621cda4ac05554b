# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AVX-512 IFMA on AMD's Zen 5.

if IFMA
noinst_LTLIBRARIES += libcomba_zen5.la
comba_parts += libcomba_zen5.la
libcomba_zen5_la_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS)
libcomba_zen5_la_SOURCES = mpn/x86_64/zen5/zen5.h mpn/x86_64/zen5/set.c \
  mpn/x86_64/zen5/sqr_n_zen5.c mpn/x86_64/zen5/basecase_zen5.c
endif
