# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# libcomba: one small convenience library for each folder of mpn/ (the place for
# a folder's own compiler flags), all of them in libcomba_all.la, which the tests
# use to reach what libcomba.so hides.

include_HEADERS = mpn/comba.h

comba_parts =

include mpn/mod/mod.mk
include mpn/mod/split.mk
include mpn/ntt/ntt.mk
include mpn/parallel/parallel.mk
include mpn/generic/generic.mk
include mpn/nomul/nomul.mk
include mpn/x86_64/adx/adx.mk
include mpn/x86_64/avx2/avx2.mk
include mpn/x86_64/fma/fma.mk
include mpn/x86_64/ifma/ifma.mk
include mpn/x86_64/zen4/zen4.mk
include mpn/x86_64/zen5/zen5.mk
include mpn/x86_64/mulq/mulq.mk
include mpn/x86_32/x86_32.mk
include mpn/arm64/arm64.mk

noinst_LTLIBRARIES += libcomba_core.la
comba_parts += libcomba_core.la
libcomba_core_la_SOURCES = \
  mpn/comba.h mpn/limb.h mpn/kernels.h \
  mpn/cpu/identity.c mpn/cpu/init.c mpn/cpu/select.c mpn/cpu/select.h mpn/cpu/selftest.c \
  mpn/cpu/sets.c mpn/cpu/settings.c mpn/cpu/tuning.c mpn/cpu/tuning.h mpn/cpu/tuning_files.c \
  mpn/cpu/tuning_parse.c mpn/cpu/tuning_rows.h mpn/cpu/x86.c mpn/cpu/x86.h \
  mpn/diag/counters.c mpn/diag/diag.h mpn/diag/libgmp.c mpn/diag/report.c mpn/diag/text.c \
  mpn/entry/by_limb.h mpn/entry/by_size.h mpn/entry/mulmod_bnm1.h mpn/entry/mul.c mpn/entry/mul_n.c mpn/entry/powm.c mpn/entry/sqr.c mpn/entry/two_limbs.h mpn/entry/undeclared.h \
  mpn/toom/eliminate.c mpn/toom/evaluate.c mpn/toom/interpolate.c mpn/toom/join.c mpn/toom/mul.c \
  mpn/toom/mul_pieces.c mpn/toom/points.h mpn/toom/points_mul.c \
  mpn/toom/scratch.c mpn/toom/scratch.h mpn/toom/sequences.c mpn/toom/sequences.h mpn/toom/split.c mpn/toom/sqr.c \
  mpn/toom/toom.h mpn/toom/toom22_mul.c \
  mpn/toom/toom2_abs_difference.c mpn/toom/toom2_sqr.c mpn/toom/unequal.c
if X86_64
libcomba_core_la_SOURCES += \
  mpn/entry/basecase.c mpn/entry/by_limb.c mpn/entry/mulmod_bnm1.c mpn/entry/redc.c \
  mpn/x86_64/asm.h mpn/x86_64/base/base.h mpn/x86_64/base/divide_rows.S \
  mpn/x86_64/by_limb_few.h mpn/x86_64/base/by_limb_few.c mpn/x86_64/base/toom2_recompose.c mpn/x86_64/base/toom2_sums.S \
  mpn/x86_64/base/add_two.S mpn/x86_64/base/sub_divide_3.S mpn/x86_64/base/toom3.c \
  mpn/x86_64/base/toom_divide.c mpn/x86_64/base/toom_submul.S
else
libcomba_core_la_SOURCES += mpn/toom/divide.c mpn/toom/submul.c mpn/toom/toom2_recompose.c
endif

noinst_LTLIBRARIES += libcomba_all.la
libcomba_all_la_SOURCES =
libcomba_all_la_LIBADD = $(comba_parts)

# One compilation of each source serves libcomba.so and libcomba.a: libtool takes the objects of a convenience
# library that are position-independent for both, and would compile the others for nothing.
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

# What is exported: everywhere, and more on x86-64.
exported_lists = $(srcdir)/mpn/libcomba.sym
if X86_64
exported_lists += $(srcdir)/mpn/libcomba-x86_64.sym
endif
mpn/exported.sym: $(exported_lists)
	$(AM_V_GEN)$(MKDIR_P) mpn && cat $(exported_lists) > $@
CLEANFILES += mpn/exported.sym
EXTRA_DIST += mpn/libcomba.sym mpn/libcomba-x86_64.sym
