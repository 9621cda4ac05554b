# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The functions of comba.h.

libcomba_core_la_SOURCES += \
  mpn/api/chain.c mpn/api/context.c mpn/api/context.h mpn/api/division.c mpn/api/elements.c \
  mpn/api/inverse.c mpn/api/memory.c mpn/api/partial.c mpn/api/powers.c mpn/api/residues.c mpn/api/schedule_text.c \
  mpn/api/settings.c mpn/api/status.c
