# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# mulx without adcx and adox, in assembly: no flags needed.

if AVX2
libcomba_core_la_SOURCES += \
  mpn/kernels/x86_64/mulx/addmul_1.S mpn/kernels/x86_64/mulx/columns_mulx.h \
  mpn/kernels/x86_64/mulx/mul_1.S mpn/kernels/x86_64/mulx/mul_1_mulx.h \
  mpn/kernels/x86_64/mulx/mul_by.S \
  mpn/kernels/x86_64/mulx/mul_n.S mpn/kernels/x86_64/mulx/mulx.h \
  mpn/kernels/x86_64/mulx/rows_mulx.h
endif
