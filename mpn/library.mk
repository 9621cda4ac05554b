# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# libcomba: each folder of mpn/ lists its files in its own fragment.  libcomba_core.la is compiled with
# the compiler's defaults.  A folder of an instruction set that needs flags is a convenience library.
# Together they are libcomba_all.la, which the tests use to reach functions that libcomba.so hides.

include_HEADERS = mpn/comba.h

comba_parts =

noinst_LTLIBRARIES += libcomba_core.la
comba_parts += libcomba_core.la
libcomba_core_la_SOURCES = mpn/comba.h mpn/limb.h

include mpn/arith/arith.mk
include mpn/dispatch/dispatch.mk
include mpn/diag/diag.mk
include mpn/fat/fat.mk
include mpn/parallel/parallel.mk
include mpn/mul/mul.mk
include mpn/div/div.mk
include mpn/root/root.mk
include mpn/gcd/gcd.mk
include mpn/residue/residue.mk
include mpn/radix/radix.mk
include mpn/powm/powm.mk
include mpn/split/split.mk
include mpn/api/api.mk
include mpn/entry/entry.mk
include mpn/config/config.mk
include mpn/kernels/portable/portable.mk
include mpn/kernels/modified_comba/modified_comba.mk
include mpn/kernels/shiftadd/shiftadd.mk
include mpn/kernels/arm64/arm64.mk
include mpn/kernels/x86_64/mul/mulq.mk
include mpn/kernels/x86_64/mulx/mulx.mk
include mpn/kernels/x86_64/adx/adx.mk
include mpn/kernels/x86_64/avx2fma/avx2fma.mk
include mpn/kernels/x86_64/avx512ifma/avx512ifma.mk
include mpn/kernels/x86_32/x86_32.mk

noinst_LTLIBRARIES += libcomba_all.la
libcomba_all_la_SOURCES =
libcomba_all_la_LIBADD = $(comba_parts)

# Each source is compiled once for libcomba.so and libcomba.a: libtool uses the position-independent
# objects of a convenience library for both, and would compile the others in vain.
if SHARED
AM_LIBTOOLFLAGS = --tag=disable-static
libcomba_la_LIBTOOLFLAGS =
endif

lib_LTLIBRARIES += libcomba.la
libcomba_la_SOURCES =
libcomba_la_LIBADD = libcomba_all.la
libcomba_la_LDFLAGS = $(COMBA_LDFLAGS) -no-undefined -version-info 0:0:0 \
  -export-symbols mpn/exported.sym
EXTRA_libcomba_la_DEPENDENCIES = mpn/exported.sym

# Exported symbols: everywhere, and more on x86-64.
exported_lists = $(srcdir)/mpn/libcomba.sym
if X86_64
exported_lists += $(srcdir)/mpn/libcomba-x86_64.sym
endif
mpn/exported.sym: $(exported_lists)
	$(AM_V_GEN)$(MKDIR_P) mpn && cat $(exported_lists) > $@
CLEANFILES += mpn/exported.sym
EXTRA_DIST += mpn/libcomba.sym mpn/libcomba-x86_64.sym
