# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Modular multiplication.

noinst_LTLIBRARIES += libcomba_mod.la
comba_parts += libcomba_mod.la
libcomba_mod_la_SOURCES = \
  mpn/mod/barrett.c mpn/mod/barrett.h mpn/mod/barrett_ntt.c mpn/mod/bipartite_ntt.c mpn/mod/context.c mpn/mod/context.h \
  mpn/mod/division.c mpn/mod/division.h mpn/mod/elements.c mpn/mod/finish.c mpn/mod/fold.c \
  mpn/mod/form.h mpn/mod/forms.c mpn/mod/kept.c mpn/mod/kept.h mpn/mod/kept_form.h \
  mpn/mod/limb_steps.h mpn/mod/mod.h \
  mpn/mod/montgomery.c mpn/mod/montgomery.h mpn/mod/montgomery_ntt.c mpn/mod/montgomery_rows.c \
  mpn/mod/pair.h mpn/mod/partial.c mpn/mod/pbr.c mpn/mod/pmr.c mpn/mod/powm.c mpn/mod/powm.h \
  mpn/mod/few.h mpn/mod/few.c mpn/mod/powm_few.c mpn/mod/powm_nu.c mpn/mod/powm_shared.c mpn/mod/powm_short.c \
  mpn/mod/powm_two.c mpn/mod/powm_whole.c \
  mpn/mod/precompute.c \
  mpn/mod/residues.c mpn/mod/shared.c mpn/mod/short.c mpn/mod/small.c mpn/mod/small.h \
  mpn/mod/rows_context.h mpn/mod/small_context.h mpn/mod/split.h mpn/mod/splits.c mpn/mod/status.c mpn/mod/two_workers.h \
  mpn/mod/wrap.c
