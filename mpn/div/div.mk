# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Division.

libcomba_core_la_SOURCES += \
  mpn/div/div.h mpn/div/div_qr.c mpn/div/div_qr_basecase.c mpn/div/inverse_3by2.c mpn/div/quotient_3by2.h
