# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# mulx, adcx and adox, in assembly: no flags needed.

if ADX
libcomba_core_la_SOURCES += \
  mpn/kernels/x86_64/adx/add_limb.h mpn/kernels/x86_64/adx/addmul_1.S \
  mpn/kernels/x86_64/adx/adx.h mpn/kernels/x86_64/adx/basecase_memory_rows.c \
  mpn/kernels/x86_64/adx/basecase_register_rows.c mpn/kernels/x86_64/adx/by_limb_n.S \
  mpn/kernels/x86_64/adx/columns_adx.h mpn/kernels/x86_64/adx/memory_rows.c \
  mpn/kernels/x86_64/adx/memory_rows.h mpn/kernels/x86_64/adx/mul_1.S \
  mpn/kernels/x86_64/adx/mul_by.S mpn/kernels/x86_64/adx/mul_by_ahead.S \
  mpn/kernels/x86_64/adx/mul_by_columns.h mpn/kernels/x86_64/adx/mul_n.S \
  mpn/kernels/x86_64/adx/mul_n_register_rows.S \
  mpn/kernels/x86_64/adx/mul_n_register_rows_ahead.S mpn/kernels/x86_64/adx/mul_near_square.h \
  mpn/kernels/x86_64/adx/mul_rows.S mpn/kernels/x86_64/adx/redc.S \
  mpn/kernels/x86_64/adx/redc_block.h mpn/kernels/x86_64/adx/redc_n.S \
  mpn/kernels/x86_64/adx/redc_n.h mpn/kernels/x86_64/adx/redc_rows_n.S \
  mpn/kernels/x86_64/adx/redc_rows_straight.c mpn/kernels/x86_64/adx/register_rows.h \
  mpn/kernels/x86_64/adx/small_adx.c mpn/kernels/x86_64/adx/sqr_basecase.c \
  mpn/kernels/x86_64/adx/sqr_memory_rows.S mpn/kernels/x86_64/adx/sqr_n.S \
  mpn/kernels/x86_64/adx/sqr_n_register_rows.S mpn/kernels/x86_64/adx/sqr_strips.S \
  mpn/kernels/x86_64/adx/submul_1.S mpn/kernels/x86_64/adx/submul_1_n.S \
  mpn/kernels/x86_64/adx/zero.h
endif
