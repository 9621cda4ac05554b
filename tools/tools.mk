# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The programs that answer "use it" and "is it in?", and what a build that links
# with comba needs.

bin_PROGRAMS += comba-run comba-info
tools_preload = tools/preload.c tools/preload.h tools/program.c tools/program.h tools/find.c tools/find.h \
  tools/output.c tools/output.h
comba_run_SOURCES = tools/comba-run.c $(tools_preload)
comba_run_LDADD =
comba_info_SOURCES = tools/comba-info.c tools/json.c tools/json.h tools/processes.c tools/processes.h \
  tools/running.c tools/running.h $(tools_preload)
comba_info_LDADD = libcomba_all.la $(BENCH_LIBS)

pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = comba.pc

# For a build that hard-codes -lgmp: -L$(libdir)/comba -lgmp finds these linker
# scripts, which put comba in front of the real library.
scriptdir = $(libdir)/comba
script_DATA = link/link.o
if HAVE_GMP_SHARED
script_DATA += link/libgmp.so
endif
if HAVE_GMP_STATIC
script_DATA += link/libgmp.a
endif
CLEANFILES += link/link.o link/libgmp.so link/libgmp.a
EXTRA_DIST += tools/link.c

link/link.o: tools/link.c Makefile
	$(AM_V_at)$(MKDIR_P) link
	$(AM_V_CC)$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -c $(srcdir)/tools/link.c -o $@
link/libgmp.so: link/link.o
	$(AM_V_GEN)echo '/* GNU ld script */ INPUT ( $(scriptdir)/link.o $(libdir)/libcomba.so $(GMP_SHARED) )' > $@
link/libgmp.a: link/link.o
	$(AM_V_GEN)echo '/* GNU ld script */ INPUT ( $(scriptdir)/link.o $(libdir)/libcomba.a $(GMP_STATIC) )' > $@
