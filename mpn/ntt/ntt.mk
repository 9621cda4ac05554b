# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Number-theoretic transforms.  The headers but ntt.h are the transforms' source;
# a field file includes them: portable.c, and those of the kernel folders.

ntt_source = \
  mpn/ntt/arith.h mpn/ntt/cyclic.h mpn/ntt/field.h mpn/ntt/halves.h mpn/ntt/multiply.h mpn/ntt/ntt.h \
  mpn/ntt/leaves.h mpn/ntt/passes.h mpn/ntt/portable_primes.h mpn/ntt/primes_48.h mpn/ntt/prepared.h \
  mpn/ntt/roots.h mpn/ntt/shape.h mpn/ntt/top.h mpn/ntt/tree.h mpn/ntt/turned.h mpn/ntt/writer.h
EXTRA_DIST += mpn/ntt/constants.py

noinst_LTLIBRARIES += libcomba_ntt.la
comba_parts += libcomba_ntt.la
libcomba_ntt_la_SOURCES = $(ntt_source) mpn/ntt/mul.c
if LIMB_64
libcomba_ntt_la_SOURCES += mpn/ntt/portable.c
endif
