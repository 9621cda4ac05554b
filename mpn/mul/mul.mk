# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Products of any size.

libcomba_core_la_SOURCES += \
  mpn/mul/cost.c mpn/mul/cost.h mpn/mul/factor.c mpn/mul/factor.h mpn/mul/ladder.h mpn/mul/mul.c mpn/mul/mul.h \
  mpn/mul/short.c mpn/mul/short.h mpn/mul/sqr.c mpn/mul/wrapped.c mpn/mul/wrapped.h \
  mpn/mul/wrapped_combine.c

include mpn/mul/toom/toom.mk
include mpn/mul/ntt/ntt.mk
include mpn/mul/fft/fft.mk
include mpn/mul/paths/paths.mk
