# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The portable kernels.

noinst_LTLIBRARIES += libcomba_generic.la
comba_parts += libcomba_generic.la
libcomba_generic_la_SOURCES = \
  mpn/generic/add_1_var.c mpn/generic/add_in_var.c mpn/generic/cmp_var.c mpn/generic/addmul_1.c \
  mpn/generic/mul_1.c mpn/generic/submul_1.c \
  mpn/generic/sub_1_var.c mpn/generic/sub_in_var.c \
  mpn/generic/column.h mpn/generic/generic.h mpn/generic/set.c mpn/generic/set.h \
  mpn/generic/mul_comba.c mpn/generic/mul_comba.h mpn/generic/mul_strips.h mpn/generic/sqr_comba.c \
  mpn/generic/mul_mc.h mpn/generic/sqr_mc.h mpn/generic/word32.h mpn/generic/word64.h \
  mpn/generic/mul_mc32.c mpn/generic/sqr_mc32.c
if LIMB_64
libcomba_generic_la_SOURCES += mpn/generic/mul_mc64.c mpn/generic/sqr_mc64.c
endif

# Where there is assembly for any CPU of the target, it has the same names.
if X86_64
libcomba_generic_la_SOURCES += mpn/x86_64/asm.h mpn/x86_64/base/add_n.S \
  mpn/x86_64/base/shift.S
else
libcomba_generic_la_SOURCES += mpn/generic/lshift.c mpn/generic/rshift.c mpn/generic/few_limbs.h
if X86_32
libcomba_generic_la_SOURCES += mpn/x86_64/asm.h mpn/x86_32/add_n.S
else
libcomba_generic_la_SOURCES += mpn/generic/add_n.c mpn/generic/sub_n.c
endif
endif
