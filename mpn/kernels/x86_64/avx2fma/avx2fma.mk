# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AVX2 and FMA: doubles, four to the vector.

if AVX2
noinst_LTLIBRARIES += libcomba_avx2fma.la
comba_parts += libcomba_avx2fma.la
libcomba_avx2fma_la_CFLAGS = $(AM_CFLAGS) $(AVX2_CFLAGS)
libcomba_avx2fma_la_SOURCES = \
  mpn/kernels/x86_64/avx2fma/avx2fma.h mpn/kernels/x86_64/avx2fma/bipartite48.c \
  mpn/kernels/x86_64/avx2fma/copies.h mpn/kernels/x86_64/avx2fma/digits48_tpl.h \
  mpn/kernels/x86_64/avx2fma/doubles_tpl.h mpn/kernels/x86_64/avx2fma/integer_columns.h \
  mpn/kernels/x86_64/avx2fma/fft_doubles.c mpn/kernels/x86_64/avx2fma/lanes51.c \
  mpn/kernels/x86_64/avx2fma/linear.c \
  mpn/kernels/x86_64/avx2fma/montgomery48.c mpn/kernels/x86_64/avx2fma/montgomery48_tpl.h \
  mpn/kernels/x86_64/avx2fma/montgomery51.c \
  mpn/kernels/x86_64/avx2fma/mul_basecase_mulx.c \
  mpn/kernels/x86_64/avx2fma/mul_digits48.c mpn/kernels/x86_64/avx2fma/mul_tile.S \
  mpn/kernels/x86_64/avx2fma/mxcsr.h mpn/kernels/x86_64/avx2fma/ntt_doubles.c \
  mpn/kernels/x86_64/avx2fma/representation_tpl.h mpn/kernels/x86_64/avx2fma/residue_steps.h \
  mpn/kernels/x86_64/avx2fma/sqr_digits48.c \
  mpn/kernels/x86_64/avx2fma/sqr_tile.S mpn/kernels/x86_64/avx2fma/squares.h \
  mpn/kernels/x86_64/avx2fma/sums.h mpn/kernels/x86_64/avx2fma/mul_tile_residues.S \
  mpn/kernels/x86_64/avx2fma/sqr_tile_residues.S mpn/kernels/x86_64/avx2fma/tiles.h
libcomba_avx2fma_la_SOURCES += $(ntt_source)
endif
