# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# AVX-512 IFMA: radix-2^52 digits, eight to the vector.

if IFMA
noinst_LTLIBRARIES += libcomba_avx512ifma.la
comba_parts += libcomba_avx512ifma.la
libcomba_avx512ifma_la_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS)
libcomba_avx512ifma_la_SOURCES = \
  mpn/kernels/x86_64/avx512ifma/avx512ifma.h mpn/kernels/x86_64/avx512ifma/barrett52_tpl.h \
  mpn/kernels/x86_64/avx512ifma/mul_basecase_permute2.c mpn/kernels/x86_64/avx512ifma/bipartite52.h \
  mpn/kernels/x86_64/avx512ifma/bipartite52_more_workers.c \
  mpn/kernels/x86_64/avx512ifma/bipartite52_two_workers.c \
  mpn/kernels/x86_64/avx512ifma/div_digits.c mpn/kernels/x86_64/avx512ifma/eight_limbs.h \
  mpn/kernels/x86_64/avx512ifma/half_products.c \
  mpn/kernels/x86_64/avx512ifma/half_products.h mpn/kernels/x86_64/avx512ifma/lanes52.c \
  mpn/kernels/x86_64/avx512ifma/linear.c \
  mpn/kernels/x86_64/avx512ifma/montgomery52.c \
  mpn/kernels/x86_64/avx512ifma/montgomery52_tpl.h \
  mpn/kernels/x86_64/avx512ifma/montgomery52_blocks.c \
  mpn/kernels/x86_64/avx512ifma/mul_basecase_tpl.h mpn/kernels/x86_64/avx512ifma/mul_basecase.c \
  mpn/kernels/x86_64/avx512ifma/mul_basecase_scalar_tpl.h \
  mpn/kernels/x86_64/avx512ifma/mul_n.c mpn/kernels/x86_64/avx512ifma/mul_n_tpl.h \
  mpn/kernels/x86_64/avx512ifma/mul_n_permute2.c mpn/kernels/x86_64/avx512ifma/mul_tile.h \
  mpn/kernels/x86_64/avx512ifma/mul_tiles.c \
  mpn/kernels/x86_64/avx512ifma/mul_windows.h mpn/kernels/x86_64/avx512ifma/mul_basecase_one_port.c \
  mpn/kernels/x86_64/avx512ifma/ntt52.c mpn/kernels/x86_64/avx512ifma/ntt52_tpl.h \
  mpn/kernels/x86_64/avx512ifma/ntt52_half_nodes.c mpn/kernels/x86_64/avx512ifma/radix52.h \
  mpn/kernels/x86_64/avx512ifma/residues52.h mpn/kernels/x86_64/avx512ifma/sqr_basecase.c \
  mpn/kernels/x86_64/avx512ifma/sqr_strips.h \
  mpn/kernels/x86_64/avx512ifma/sqr_tile.h mpn/kernels/x86_64/avx512ifma/sqr_windows.h \
  mpn/kernels/x86_64/avx512ifma/sqr_basecase_strips.c mpn/kernels/x86_64/avx512ifma/toom2_sqr_radix52.c \
  mpn/kernels/x86_64/avx512ifma/toom_evaluate.c \
  mpn/kernels/x86_64/avx512ifma/toom_interpolate_rows.c
libcomba_avx512ifma_la_SOURCES += $(ntt_source)
endif
