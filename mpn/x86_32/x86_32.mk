# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Kernels for i386, by vectors: a library for each instruction set.

EXTRA_DIST += mpn/x86_32/columns.h mpn/x86_32/digits28.h mpn/x86_32/ntt28.h mpn/x86_32/ntt_primes.h \
  mpn/x86_32/unroll.h mpn/x86_32/x86_32.h

if X86_32
noinst_LTLIBRARIES += libcomba_sse2.la libcomba_avx2.la libcomba_ifma_32.la
comba_parts += libcomba_sse2.la libcomba_avx2.la libcomba_ifma_32.la

libcomba_sse2_la_CFLAGS = $(AM_CFLAGS) -msse2
libcomba_sse2_la_SOURCES = mpn/x86_32/set.c mpn/x86_32/small.c mpn/x86_32/mul_n_sse2.c mpn/x86_32/sse2.c \
  mpn/x86_32/ntt_sse2.c

libcomba_avx2_la_CFLAGS = $(AM_CFLAGS) -mavx2
libcomba_avx2_la_SOURCES = mpn/x86_32/avx2.c mpn/x86_32/ntt_avx2.c

libcomba_ifma_32_la_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS)
libcomba_ifma_32_la_SOURCES = mpn/x86_32/ifma.c \
  mpn/x86_64/ifma/digits.h mpn/x86_64/ifma/ifma.h mpn/x86_64/ifma/windows.h mpn/x86_64/ifma/mul_n.h mpn/x86_64/ifma/mul_n_ifma.c \
  $(ntt_source) mpn/x86_64/ifma/ntt_ifma.h mpn/x86_64/ifma/ntt_ifma.c
endif
