# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Exponentiation.

libcomba_core_la_SOURCES += \
  mpn/powm/canonical.c mpn/powm/powm.h mpn/powm/powm_any.c mpn/powm/powm_barrett.c mpn/powm/powm_base_two.c \
  mpn/powm/powm_cost.c mpn/powm/powm_even.c mpn/powm/powm_limb.c mpn/powm/powm_many.c \
  mpn/powm/powm_many.h mpn/powm/powm_one_two_limbs.c mpn/powm/powm_sec.c \
  mpn/powm/powm_short_exponent.c mpn/powm/powm_threads.c mpn/powm/powm_unreduced.c \
  mpn/powm/powm_windows.c
