# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The tests speak TAP; automake counts each line of theirs.

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)

check_LIBRARIES = tests/libtests.a
tests_libtests_a_SOURCES = tests/tests.c tests/tests.h tests/entry/each_set.c tests/entry/each_set.h

# Unit tests.  Those of what libcomba.so hides take the objects themselves; those
# of what it exports take the shared library.
inner_tests = \
  tests/generic/t-additive \
  tests/cpu/t-kernels tests/cpu/t-selftest \
  tests/toom/t-memory tests/toom/t-mul \
  tests/x86_64/t-ifma
outer_tests = \
  tests/diag/t-counters \
  tests/entry/t-mul tests/entry/t-mul_n tests/entry/t-sqr

AM_DEFAULT_SOURCE_EXT = .c
LDADD = tests/libtests.a libcomba_all.la
outer_ldadd = tests/libtests.a libcomba.la
tests_diag_t_counters_LDADD = $(outer_ldadd)
tests_entry_t_mul_LDADD = $(outer_ldadd)
tests_entry_t_mul_n_LDADD = $(outer_ldadd)
tests_entry_t_sqr_LDADD = $(outer_ldadd)

unit_tests = $(inner_tests) $(outer_tests)
check_PROGRAMS += $(unit_tests)

TESTS = $(unit_tests) $(script_tests)
script_tests =
