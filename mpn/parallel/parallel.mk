# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The worker pool.

libcomba_core_la_SOURCES += \
  mpn/parallel/areas.h mpn/parallel/contending.c mpn/parallel/contending.h \
  mpn/parallel/limits.c mpn/parallel/lines.h mpn/parallel/pool.c mpn/parallel/pool.h \
  mpn/parallel/regions.c mpn/parallel/regions.h mpn/parallel/relax.h mpn/parallel/threads.c \
  mpn/parallel/threads.h
