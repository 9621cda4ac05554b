# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Roots.

libcomba_core_la_SOURCES += \
  mpn/root/is_square.c mpn/root/root.h mpn/root/rootrem.c mpn/root/sqrt_limbs.h mpn/root/sqrt_table.c mpn/root/sqrtrem.c mpn/root/sqrtrem_basecase.c \
  mpn/root/sqrtrem_newton.c
