# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AVX-512 IFMA on AMD's Zen 4.

if IFMA
noinst_LTLIBRARIES += libcomba_zen4.la
comba_parts += libcomba_zen4.la
libcomba_zen4_la_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS)
libcomba_zen4_la_SOURCES = \
  mpn/x86_64/zen4/zen4.h mpn/x86_64/zen4/set.c \
  mpn/x86_64/avx2/zero.h mpn/x86_64/avx2/rows.h mpn/x86_64/zen4/mul_n.S mpn/x86_64/ifma/mul_n.h mpn/x86_64/zen4/mul_n_zen4.c \
  mpn/x86_64/ifma/mul_ifma.h mpn/x86_64/zen4/mul_zen4.c mpn/x86_64/zen4/sqr_strips.h mpn/x86_64/zen4/sqr_zen4.c mpn/x86_64/zen4/toom2_sqr_zen4.c \
  mpn/x86_64/ifma/barrett_ifma.h mpn/x86_64/zen4/mod_zen4.c \
  $(ntt_source) mpn/x86_64/ifma/ntt_ifma.h mpn/x86_64/zen4/ntt_zen4.c
endif
