# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Greatest common divisors.

if X86_64
libcomba_core_la_SOURCES += mpn/gcd/gcd.h mpn/gcd/hgcd2.c mpn/gcd/invert_sec.c mpn/gcd/jacobi.c
endif
