# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Counters, and the report at exit.

libcomba_core_la_SOURCES += \
  mpn/diag/counters.c mpn/diag/diag.h mpn/diag/libgmp.c mpn/diag/report.c
