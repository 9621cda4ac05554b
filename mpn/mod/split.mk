# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Methods that split a reduction, and their schedules.

noinst_LTLIBRARIES += libcomba_split.la
comba_parts += libcomba_split.la
libcomba_split_la_SOURCES = \
  mpn/mod/bipartite.c mpn/mod/methods.h mpn/mod/multipartite.c mpn/mod/recipe.c \
  mpn/mod/recipe.h mpn/mod/reduction.c mpn/mod/schedule.c mpn/mod/schedule.h mpn/mod/schedule_text.c mpn/mod/split.c mpn/mod/split.h \
  mpn/mod/tripartite.c
