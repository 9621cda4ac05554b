# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Kernels for AVX-512 IFMA.

if IFMA
noinst_LTLIBRARIES += libcomba_ifma.la
comba_parts += libcomba_ifma.la
libcomba_ifma_la_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS)
libcomba_ifma_la_SOURCES = \
  mpn/x86_64/ifma/digits.h mpn/x86_64/ifma/eight.h mpn/x86_64/ifma/ifma.h mpn/x86_64/ifma/tile.h \
  mpn/x86_64/ifma/residues.h mpn/x86_64/ifma/strips.h mpn/x86_64/ifma/windows.h mpn/x86_64/ifma/mul_windows.h mpn/x86_64/ifma/mul_tile.h \
  mpn/x86_64/ifma/mul_ifma.h mpn/x86_64/ifma/mul_ifma.c mpn/x86_64/ifma/mul_n.h mpn/x86_64/ifma/mul_n_ifma.c mpn/x86_64/ifma/mod_ifma.h mpn/x86_64/ifma/barrett_ifma.h mpn/x86_64/ifma/mod_ifma.c mpn/x86_64/ifma/set.c mpn/x86_64/ifma/strips.c \
  mpn/x86_64/ifma/additive.c mpn/x86_64/ifma/toom_evaluate.c mpn/x86_64/ifma/toom_rows.c mpn/x86_64/ifma/sqr_ifma.c \
  mpn/x86_64/ifma/bipartite.h mpn/x86_64/ifma/mod_bipartite_ifma.c mpn/x86_64/ifma/mod_bipartite_more_ifma.c \
  $(ntt_source) mpn/x86_64/ifma/ntt_ifma.h mpn/x86_64/ifma/ntt_ifma.c
endif
