# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# mulx, adcx and adox, in assembly: no flags needed.

if ADX
noinst_LTLIBRARIES += libcomba_adx.la
comba_parts += libcomba_adx.la
libcomba_adx_la_SOURCES = \
  mpn/x86_64/asm.h mpn/x86_64/adx/adx.h mpn/x86_64/adx/columns.h mpn/x86_64/adx/mul_by.h mpn/x86_64/adx/set.c \
  mpn/x86_64/adx/mul_n.S mpn/x86_64/adx/mul_by.S mpn/x86_64/adx/mul_basecase.c \
  mpn/x86_64/adx/rows_intel.h mpn/x86_64/adx/rows_intel.S mpn/x86_64/adx/by_rows_intel.c mpn/x86_64/adx/sqr_rows_intel.S \
  mpn/x86_64/adx/sqr_n.S mpn/x86_64/adx/sqr_strips.S mpn/x86_64/adx/sqr_basecase.c \
  mpn/x86_64/mulx_mul_1.h mpn/x86_64/mulx_rows.h mpn/x86_64/adx/mul_1.S mpn/x86_64/adx/add_limb.h mpn/x86_64/adx/addmul_1.S mpn/x86_64/adx/by_limb_intel.S mpn/x86_64/adx/submul_1_intel.S mpn/x86_64/adx/redc.S mpn/x86_64/adx/small.c

# On AMD's CPUs, with codelets that are avx2's.
if AVX2
libcomba_adx_la_SOURCES += mpn/x86_64/adx/set_amd.c mpn/x86_64/adx/basecase_amd.c mpn/x86_64/adx/mul_n_amd.S
endif
endif
