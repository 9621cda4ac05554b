# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Conversion from and to digits of a base.

libcomba_core_la_SOURCES += \
  mpn/radix/bases.c mpn/radix/radix.h mpn/radix/set_str.c mpn/radix/set_str_leaf.c \
  mpn/radix/set_str_power_of_two.c mpn/radix/words.h
