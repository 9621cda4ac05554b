# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Representations of residues, and reductions.

libcomba_core_la_SOURCES += \
  mpn/residue/barrett.c mpn/residue/barrett_cached.c mpn/residue/cached.c mpn/residue/cached.h \
  mpn/residue/representation_cached_tpl.h mpn/residue/contexts.h mpn/residue/crt_bipartite.c \
  mpn/residue/divide_rows.c mpn/residue/divide_rows.h mpn/residue/finish.c mpn/residue/fold.c \
  mpn/residue/lanes.h mpn/residue/lanes_tpl.h mpn/residue/limbs_tpl.h mpn/residue/montgomery.c mpn/residue/montgomery_cached.c mpn/residue/montgomery_fft.c \
  mpn/residue/montgomery_rows.c mpn/residue/montgomery_sec.c mpn/residue/on_pool.c mpn/residue/one_two_limbs.c \
  mpn/residue/one_two_limbs_tpl.h mpn/residue/pbr.c mpn/residue/pmr.c mpn/residue/precompute.c \
  mpn/residue/precompute.h mpn/residue/precompute_sec.c mpn/residue/redc.c mpn/residue/redc.h \
  mpn/residue/reduce.h mpn/residue/representation.h mpn/residue/select_tpl.h \
  mpn/residue/representations.c mpn/residue/small.c mpn/residue/small.h \
  mpn/residue/two_workers_tpl.h
