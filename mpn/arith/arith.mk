# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Linear primitives and scratch, portable and for x86.

libcomba_core_la_SOURCES += \
  mpn/arith/add_1_var.c mpn/arith/add_in_var.c mpn/arith/addmul_1.c mpn/arith/arith.h \
  mpn/arith/asm_x86.h mpn/arith/bits.c mpn/arith/cmp_var.c mpn/arith/inverse_3by2.c mpn/arith/limb_pair.h \
  mpn/arith/limb_steps.h mpn/arith/linear.c mpn/arith/linear_tpl.h mpn/arith/mul_1.c \
  mpn/arith/quotient_3by2.h mpn/arith/quotient_rows.h \
  mpn/arith/race_detectors.c mpn/arith/race_detectors.h mpn/arith/scratch.c mpn/arith/scratch.h \
  mpn/arith/sub_1_var.c \
  mpn/arith/sub_in_var.c mpn/arith/submul_1.c mpn/arith/unroll.h

# Assembly that runs on every CPU of the target has the same names as the C code.
if X86_64
libcomba_core_la_SOURCES += mpn/arith/popcount.c mpn/arith/popcount_tpl.h mpn/arith/x86_64/add_n.S
else
if X86_32
libcomba_core_la_SOURCES += mpn/arith/x86_32/add_n.S
else
libcomba_core_la_SOURCES += mpn/arith/add_n.c mpn/arith/sub_n.c
endif
endif
