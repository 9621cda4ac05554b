# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The exported mpn functions.

libcomba_core_la_SOURCES += \
  mpn/entry/init.c mpn/entry/mpn_divexact.c mpn/entry/mpn_mul.c \
  mpn/entry/mpn_get_str.c mpn/entry/mpn_mul_n.c mpn/entry/mpn_powm.c mpn/entry/mpn_set_str.c mpn/entry/mpn_sqr.c \
  mpn/entry/mpn_tdiv_qr.c mpn/entry/mulmod_bnm1.h mpn/entry/undeclared.h

if X86_64
libcomba_core_la_SOURCES += \
  mpn/entry/mpn_basecase.c mpn/entry/mpn_by_limb.c mpn/entry/mpn_by_one_limb.c mpn/entry/mpn_cpuvec.c \
  mpn/entry/mpn_hgcd2.c mpn/entry/mpn_jacobi.c mpn/entry/mpn_linear.c mpn/entry/mpn_mulmod_bnm1.c \
  mpn/entry/mpn_perfect_square_p.c mpn/entry/mpn_redc.c mpn/entry/mpn_rootrem.c \
  mpn/entry/mpn_sec_invert.c mpn/entry/mpn_sec_powm.c mpn/entry/mpn_sqrtrem.c
endif
