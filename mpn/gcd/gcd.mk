# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Greatest common divisors.

libcomba_core_la_SOURCES += mpn/gcd/gcd.h mpn/gcd/half_gcd.c mpn/gcd/hgcd2.c mpn/gcd/invert.c \
  mpn/gcd/lehmer.c mpn/gcd/lehmer.h

if X86_64
libcomba_core_la_SOURCES += mpn/gcd/invert_sec.c mpn/gcd/jacobi.c
endif
