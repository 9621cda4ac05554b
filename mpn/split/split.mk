# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Reductions that are split between the ends of a product, and their schedules.

libcomba_core_la_SOURCES += \
  mpn/split/bipartite.c mpn/split/method.h mpn/split/modulus.c mpn/split/modulus.h \
  mpn/split/multipartite.c mpn/split/recipe.c mpn/split/recipe.h mpn/split/reduction.c \
  mpn/split/run.c mpn/split/schedule.c mpn/split/schedule.h mpn/split/split_representation.c \
  mpn/split/tripartite.c
