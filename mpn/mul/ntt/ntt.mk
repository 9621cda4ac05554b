# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Number-theoretic transforms.  The headers but ntt.h are the transforms' source; a field's file includes them:
# ntt_portable.c, and those of the kernel folders.

ntt_source = \
  mpn/mul/ntt/arith_tpl.h mpn/mul/ntt/cached_tpl.h mpn/mul/ntt/crt_bipartite_tpl.h \
  mpn/mul/ntt/cyclic_tpl.h mpn/mul/ntt/field_tpl.h mpn/mul/ntt/leaves_tpl.h \
  mpn/mul/ntt/multiply_tpl.h mpn/mul/ntt/ntt.h mpn/mul/ntt/passes_tpl.h \
  mpn/mul/ntt/portable_primes.h mpn/mul/ntt/primes_48.h mpn/mul/ntt/roots_tpl.h \
  mpn/mul/ntt/shape_tpl.h mpn/mul/ntt/top_tpl.h mpn/mul/ntt/transposed_tpl.h \
  mpn/mul/ntt/tree_tpl.h mpn/mul/ntt/two_moduli_tpl.h mpn/mul/ntt/writer_tpl.h

libcomba_core_la_SOURCES += $(ntt_source) mpn/mul/ntt/ntt_mul.c
if LIMB_64
libcomba_core_la_SOURCES += mpn/mul/ntt/ntt_portable.c
endif
EXTRA_DIST += mpn/mul/ntt/constants.py
