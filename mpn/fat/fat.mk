# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The kernel table of a fat libgmp.

libcomba_core_la_SOURCES += mpn/fat/fat.c mpn/fat/fat.h mpn/fat/image.h

if X86_64
libcomba_core_la_SOURCES += mpn/fat/image.c
endif
