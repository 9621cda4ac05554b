# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AVX2 and FMA, doubles of four to the vector; codelets for Zen 3 below; the smallest are those of adx.

# The library has objects in the order of their names: tile48_*.S and whole_redc.S come after what products are made of, which
# take up to 4 % longer at some sizes where their functions lie at other distances.

if AVX2
noinst_LTLIBRARIES += libcomba_avx2_fma.la
comba_parts += libcomba_avx2_fma.la
libcomba_avx2_fma_la_CFLAGS = $(AM_CFLAGS) $(AVX2_CFLAGS)
libcomba_avx2_fma_la_SOURCES = \
  mpn/x86_64/avx2/avx2.h mpn/x86_64/avx2/set.c mpn/x86_64/avx2/mxcsr.h \
  mpn/x86_64/avx2/copies.h mpn/x86_64/avx2/digits48.h mpn/x86_64/avx2/sums.h mpn/x86_64/avx2/tiles.h \
  mpn/x86_64/avx2/mul_tile.S mpn/x86_64/avx2/mul_avx2.c mpn/x86_64/avx2/squares.h mpn/x86_64/avx2/sqr_tile.S mpn/x86_64/avx2/sqr_avx2.c \
  mpn/x86_64/avx2/zero.h mpn/x86_64/avx2/rows.h mpn/x86_64/avx2/mul_n.S mpn/x86_64/avx2/mul_by.S \
  mpn/x86_64/avx2/sqr_n.S mpn/x86_64/avx2/mul_near_square.h mpn/x86_64/avx2/mul_basecase.c mpn/x86_64/avx2/sqr_basecase.c \
  mpn/x86_64/avx2/submul_1.S mpn/x86_64/avx2/redc_block.h mpn/x86_64/avx2/redc_rows_n.S mpn/x86_64/avx2/redc_rows.c \
  mpn/x86_64/avx2/whole_redc.h mpn/x86_64/avx2/whole_redc.S \
  mpn/x86_64/avx2/columns.h mpn/x86_64/avx2/residues.h mpn/x86_64/avx2/residues_form.h mpn/x86_64/avx2/mod_avx2.c \
  mpn/x86_64/avx2/tile48_mul.S mpn/x86_64/avx2/tile48_sqr.S mpn/x86_64/avx2/mod48.h mpn/x86_64/avx2/mod48_avx2.c mpn/x86_64/avx2/mod48_bipartite_avx2.c \
  $(ntt_source) mpn/x86_64/avx2/doubles.h mpn/x86_64/avx2/ntt_avx2.c
endif
