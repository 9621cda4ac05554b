# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Complex Fourier transforms in doubles.  The transforms themselves are in the kernel folders.

libcomba_core_la_SOURCES += mpn/mul/fft/fft.h mpn/mul/fft/fft_mul.c
if LIMB_64
libcomba_core_la_SOURCES += mpn/mul/fft/roots.c
endif
