# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The manual.  doc/tables prints the table of timing classes from the configurations of this build;
# its terms are those of doc/glossary.md.
info_TEXINFOS = doc/comba.texi
doc_comba_TEXINFOS = doc/version.texinfo doc/timing.texinfo doc/terms.texinfo $(manual_examples)
AM_MAKEINFOHTMLFLAGS = --no-split
TEXI2DVI = texi2dvi -I '$(abs_builddir)/doc'
manual_examples = \
  doc/examples/context.c \
  doc/examples/digits.py \
  doc/examples/fermat.c \
  doc/examples/inner.c \
  doc/examples/paillier.c \
  doc/examples/partial.c \
  doc/examples/power.php \
  doc/examples/powers.c \
  doc/examples/divisor.c \
  doc/examples/product.c \
  doc/examples/threads.c \
  doc/examples/which.c

noinst_PROGRAMS = doc/tables
doc_tables_SOURCES = doc/tables.c
doc_tables_LDADD = libcomba_all.la

doc/version.texinfo: config.status
	$(AM_V_GEN)$(MKDIR_P) doc && echo '@set VERSION $(VERSION)' > $@
doc/timing.texinfo: doc/tables$(EXEEXT)
if CROSS_COMPILING
	$(AM_V_GEN)echo '(This manual was built on another machine. There, @code{doc/tables} prints this table.)' > $@
else
	$(AM_V_GEN)doc/tables > $@-new && mv $@-new $@
endif
doc/terms.texinfo: $(srcdir)/doc/terms.awk $(srcdir)/doc/glossary.md
	$(AM_V_GEN)$(MKDIR_P) doc && $(AWK) -f $(srcdir)/doc/terms.awk $(srcdir)/doc/glossary.md > $@-new && mv $@-new $@
EXTRA_DIST += doc/terms.awk
CLEANFILES += doc/version.texinfo doc/timing.texinfo doc/terms.texinfo

# Outside the source folder this is not the distributed file.
distclean-local:
	test '$(srcdir)' = . || rm -f doc/comba.info
