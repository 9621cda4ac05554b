# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Conversion from and to digits of a base.

libcomba_core_la_SOURCES += \
  mpn/radix/bases.c mpn/radix/chunks.c mpn/radix/chunks.h mpn/radix/chunks_table.h mpn/radix/get_str.c \
  mpn/radix/get_str.h mpn/radix/get_str_leaf.c mpn/radix/get_str_power_of_two.c mpn/radix/radix.h \
  mpn/radix/radix_inverse.c mpn/radix/radix_power.c mpn/radix/set_str.c mpn/radix/set_str_leaf.c \
  mpn/radix/set_str_power_of_two.c mpn/radix/tens_table.h mpn/radix/words.h
EXTRA_DIST += mpn/radix/constants.py
