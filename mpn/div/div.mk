# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Division.

libcomba_core_la_SOURCES += \
  mpn/div/bdiv.h mpn/div/bdiv_q.c mpn/div/bdiv_q_mu.c mpn/div/bdiv_q_recursive.c mpn/div/div.h mpn/div/div_pool.h \
  mpn/div/divexact.c mpn/div/divexact_few.c mpn/div/div_q.c mpn/div/div_qr.c \
  mpn/div/div_qr_1.c mpn/div/div_qr_2.c \
  mpn/div/div_qr_basecase.c mpn/div/div_qr_blocks.c mpn/div/div_qr_few.c mpn/div/div_qr_mu.c mpn/div/div_qr_mu.h \
  mpn/div/div_qr_normalized.c mpn/div/div_qr_recursive.c mpn/div/div_qr_vectors.c mpn/div/divisor.c mpn/div/divisor.h \
  mpn/div/mod_1.c mpn/div/one_limb.h mpn/div/reciprocal.c mpn/div/reciprocal.h
