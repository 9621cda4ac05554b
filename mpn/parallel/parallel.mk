# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Products by several threads.

noinst_LTLIBRARIES += libcomba_parallel.la
comba_parts += libcomba_parallel.la
libcomba_parallel_la_SOURCES = \
  mpn/parallel/areas.h mpn/parallel/blocks.c mpn/parallel/columns.c mpn/parallel/cost.c \
  mpn/parallel/cost.h mpn/parallel/lines.h mpn/parallel/limits.c mpn/parallel/parallel.c \
  mpn/parallel/parallel.h mpn/parallel/points.c mpn/parallel/regions.c mpn/parallel/regions.h \
  mpn/parallel/relax.h mpn/parallel/seekers.c mpn/parallel/seekers.h mpn/parallel/team.c mpn/parallel/team.h mpn/parallel/threads.c \
  mpn/parallel/threads.h mpn/parallel/transforms.c
