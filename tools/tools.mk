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
cmakedir = $(libdir)/cmake/comba
cmake_DATA = cmake/combaConfig.cmake cmake/combaConfigVersion.cmake

# Linker scripts that put comba in front of GMP.  -lcomba_gmp, for pkg-config and CMake, is found in
# the folder of libcomba.so, which these tools add to the program's run path.  A build that hard-codes
# -lgmp finds the others with -L$(libdir)/comba.  These name the real libgmp by its path, since -lgmp
# would find the script again.
scriptdir = $(libdir)/comba
script_DATA = link/link.o
linkdir = $(libdir)
link_DATA =
if SHARED
link_DATA += link/libcomba_gmp.so
if HAVE_GMP_SHARED
script_DATA += link/libgmp.so
endif
endif
if STATIC
link_DATA += link/libcomba_gmp.a
endif
# Without libcomba.a, -static ends with an error; without this script it would be linked with GMP alone.
if HAVE_GMP_STATIC
script_DATA += link/libgmp.a
endif
CLEANFILES += link/link.o link/libcomba_gmp.so link/libcomba_gmp.a link/libgmp.so link/libgmp.a
EXTRA_DIST += tools/link.c

# The next compiler's linker must understand it: no link-time optimization.
link/link.o: tools/link.c Makefile
	$(AM_V_at)$(MKDIR_P) link
	$(AM_V_CC)$(CC) $(CPPFLAGS) $(CFLAGS) -fno-lto -g0 -fPIC -c $(srcdir)/tools/link.c -o $@
link_script = $(AM_V_GEN)script () { echo "/* GNU ld script */ INPUT ( $(scriptdir)/link.o $$* )" > $@; } && script
link/libcomba_gmp.so: link/link.o
	$(link_script) $(libdir)/libcomba.so -lgmp
link/libcomba_gmp.a: link/link.o
	$(link_script) $(libdir)/libcomba.a -l:libgmp.a
link/libgmp.so: link/link.o
	$(link_script) $(libdir)/libcomba.so $(GMP_SHARED)
link/libgmp.a: link/link.o
	$(link_script) $(libdir)/libcomba.a $(GMP_STATIC)

# The system switch.  The shim takes the names of the libraries that it needs from two stand-ins with
# these SONAMEs: a SONAME with a slash is a path for the loader.
switchdir = $(libdir)/comba
if SYSTEM_SWITCH
sbin_SCRIPTS = comba-system
switch_DATA = switch/gmp-shim
endif
CLEANFILES += comba-system switch/gmp-shim switch/needs-comba.so switch/needs-gmp.so
EXTRA_DIST += tools/comba-system.in tools/shim.c

comba-system: $(srcdir)/tools/comba-system.in Makefile
	$(AM_V_GEN)sed -e 's|@libdir[@]|$(libdir)|' -e 's|@shim[@]|$(switchdir)/gmp-shim|' -e 's|@libgmp[@]|$(SYSTEM_LIBGMP)|' \
	  -e 's|@version[@]|$(VERSION)|' $(srcdir)/tools/comba-system.in > $@.new && chmod +x $@.new && mv $@.new $@

link_shim = $(CC) $(CFLAGS) $(LDFLAGS) -shared -nostdlib $(srcdir)/tools/shim.c
switch/gmp-shim: $(srcdir)/tools/shim.c Makefile
	$(AM_V_at)$(MKDIR_P) switch
	$(AM_V_at)$(link_shim) -Wl,-soname,libcomba.so.0 -o switch/needs-comba.so
	$(AM_V_at)$(link_shim) -Wl,-soname,$(SYSTEM_LIBGMP) -o switch/needs-gmp.so
	$(AM_V_CCLD)$(link_shim) -Wl,-soname,libgmp.so.10 -Wl,--enable-new-dtags -Wl,-rpath,$(libdir)/comba-system/lib \
	  -Wl,--no-as-needed switch/needs-comba.so switch/needs-gmp.so -lc -o $@

# While the switch is on the system needs nothing of what is uninstalled, but then the script that
# turns it off would be gone.
if SYSTEM_SWITCH
uninstall-local: comba-system
	@test -n "$(DESTDIR)" || { ./comba-system status > /dev/null; test $$? = 1; } || ./comba-system off
endif

# bash looks for a file with the name of the command.
completiondir = $(datadir)/bash-completion/completions
completion_DATA = completion/comba-run completion/comba-info completion/comba-tune completion/comba-bench
if SYSTEM_SWITCH
completion_DATA += completion/comba-system
endif
EXTRA_DIST += tools/completion.bash
CLEANFILES += $(completion_DATA)
$(completion_DATA): $(srcdir)/tools/completion.bash
	$(AM_V_at)$(MKDIR_P) completion
	$(AM_V_GEN)cp $(srcdir)/tools/completion.bash $@ && chmod u+w $@

# make uninstall leaves no empty folder of comba's own.
uninstall-hook:
	@(cd '$(DESTDIR)$(docdir)' && rmdir doc/*/ doc) 2> /dev/null || :
	@rmdir '$(DESTDIR)$(docdir)' '$(DESTDIR)$(scriptdir)' '$(DESTDIR)$(cmakedir)' 2> /dev/null || :
