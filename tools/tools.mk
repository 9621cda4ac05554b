# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The programs that answer "use it" and "is it in?", and what a build that links
# with comba needs.

bin_PROGRAMS += comba-run comba-info
tools_cppflags = $(AM_CPPFLAGS) -DLIBDIR='"$(libdir)"'
comba_run_CPPFLAGS = $(tools_cppflags)
comba_run_SOURCES = tools/comba-run.c tools/preload.c tools/preload.h
comba_run_LDADD =
comba_info_CPPFLAGS = $(tools_cppflags)
comba_info_SOURCES = tools/comba-info.c tools/preload.c tools/preload.h
comba_info_LDADD = libcomba.la
comba_info_LDFLAGS = -static-libtool-libs

pkgconfig_DATA = comba.pc

# For a build that hard-codes -lgmp: -L$(libdir)/comba -lgmp finds these linker
# scripts, which put comba in front of the real library.
scriptdir = $(libdir)/comba
script_DATA =
if HAVE_GMP_SHARED
script_DATA += link/libgmp.so
endif
if HAVE_GMP_STATIC
script_DATA += link/libgmp.a
endif
CLEANFILES += link/libgmp.so link/libgmp.a

comba_undefined = EXTERN ( __gmpn_mul __gmpn_mul_n __gmpn_sqr )
link/libgmp.so: Makefile
	$(AM_V_at)$(MKDIR_P) link
	$(AM_V_GEN)printf '%s\n' '/* GNU ld script */' '$(comba_undefined)' \
	  'INPUT ( $(libdir)/libcomba.so $(GMP_SHARED) )' > $@
link/libgmp.a: Makefile
	$(AM_V_at)$(MKDIR_P) link
	$(AM_V_GEN)printf '%s\n' '/* GNU ld script */' '$(comba_undefined)' \
	  'INPUT ( $(libdir)/libcomba.a $(GMP_STATIC) )' > $@
