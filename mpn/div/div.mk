# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Division.

libcomba_core_la_SOURCES += \
  mpn/div/div.h mpn/div/div_qr.c mpn/div/div_qr_1.c mpn/div/div_qr_2.c mpn/div/div_qr_basecase.c mpn/div/div_qr_few.c \
  mpn/div/inverse_3by2.c mpn/div/mod_1.c mpn/div/one_limb.h mpn/div/quotient_3by2.h
