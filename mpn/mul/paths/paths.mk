# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Products by several threads.

libcomba_core_la_SOURCES += \
  mpn/mul/paths/blocks.c mpn/mul/paths/columns.c mpn/mul/paths/paths.c mpn/mul/paths/paths.h \
  mpn/mul/paths/points.c
