# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Tools that measure.

# Real programs with and without libcomba.
dist_noinst_SCRIPTS = tune/programs/run
EXTRA_DIST += \
  tune/programs/factorial.py tune/programs/factorial-decimal.py tune/programs/mpfr-pi.py \
  tune/programs/powmod.py \
  tune/programs/gp-pi.gp tune/programs/gp-products.gp tune/programs/gp-powmod.gp

# Pages with plots.
report_sources = \
  tune/report/html.c tune/report/html.h tune/report/plot.c tune/report/plot.h \
  tune/report/report.c tune/report/report.h

# comba-bench: libcomba against any libgmp.
bin_PROGRAMS += comba-bench
comba_bench_SOURCES = \
  tune/provenance.c tune/provenance.h \
  tune/clock.c tune/clock.h tune/samples.c tune/samples.h \
  tune/bench/main.c \
  tune/bench/elsewhere.c tune/bench/elsewhere.h \
  tune/bench/libraries.c tune/bench/libraries.h \
  tune/bench/operations.c tune/bench/operations.h \
  tune/bench/list.h \
  tune/bench/machine.c tune/bench/machine.h \
  tune/bench/measure.c tune/bench/measure.h \
  tune/bench/modular.c tune/bench/modular.h \
  tune/bench/operands.c tune/bench/operands.h \
  tune/bench/plan.c tune/bench/plan.h \
  tune/bench/report.c tune/bench/report.h \
  tune/bench/results.c tune/bench/results.h tune/bench/table.c \
  tune/bench/turns.c tune/bench/turns.h \
  tune/bench/sizes.c tune/bench/sizes.h \
  $(report_sources) \
  tools/find.c tools/find.h tools/output.c tools/output.h
comba_bench_LDADD = $(BENCH_LIBS)

# comba-papers: the papers' numbers beside those of this machine.
check_PROGRAMS += comba-papers
comba_papers_SOURCES = \
  tools/output.c tools/output.h \
  tune/provenance.c tune/provenance.h \
  tune/clock.c tune/clock.h tune/samples.c tune/samples.h \
  tune/bench/libraries.c tune/bench/libraries.h \
  tune/bench/operations.c tune/bench/operations.h \
  tune/bench/list.h \
  tune/bench/machine.c tune/bench/machine.h \
  tune/bench/operands.c tune/bench/operands.h \
  tune/papers/main.c tune/papers/papers.h \
  tune/papers/paper_000.c tune/papers/paper_001.c tune/papers/paper_002.c \
  tune/papers/paper_003.c tune/papers/paper_004.c \
  tune/papers/counted.h tune/papers/counted_words.h tune/papers/counted32.c \
  tune/papers/other_build.c tune/papers/other_build.h \
  tune/papers/steps.c \
  tune/papers/table.c tune/papers/table.h \
  tune/papers/ways.c tune/papers/ways.h \
  tune/papers/words.h tune/papers/words32.h tune/papers/words32.c tune/papers/words32_vector.c
if LIMB_64
comba_papers_SOURCES += tune/papers/counted64.c
endif
comba_papers_LDADD = libcomba_all.la $(BENCH_LIBS)

# comba-tune: finds the fastest settings on this CPU.
bin_PROGRAMS += comba-tune
comba_tune_SOURCES = \
  tools/output.c tools/output.h \
  $(report_sources) \
  tune/clock.c tune/clock.h tune/samples.c tune/samples.h \
  tune/tune/main.c \
  tune/tune/balance.c tune/tune/balance.h \
  tune/tune/check.c tune/tune/check.h \
  tune/tune/choices.c tune/tune/choices.h \
  tune/tune/config_file.c tune/tune/config_file.h \
  tune/tune/gather.c tune/tune/gather.h \
  tune/tune/kernels.c tune/tune/kernels.h tune/tune/lines.h \
  tune/tune/lead.c tune/tune/lead.h \
  tune/tune/model.c tune/tune/model.h \
  tune/tune/modular.c tune/tune/modular.h \
  tune/tune/fit.c tune/tune/fit.h tune/tune/optimize.c tune/tune/optimize.h tune/tune/plan.c tune/tune/plan.h \
  tune/provenance.c tune/provenance.h \
  tune/tune/powers.c tune/tune/powers.h tune/tune/progress.c tune/tune/progress.h tune/tune/report.c tune/tune/report.h \
  tune/tune/representations.c tune/tune/representations.h tune/tune/rows.c tune/tune/rows.h tune/tune/settings.c tune/tune/settings.h tune/tune/tuner.h \
  tune/tune/timing.c tune/tune/timing.h \
  tune/tune/write.c tune/tune/write.h \
  tune/bench/machine.c tune/bench/machine.h \
  tune/bench/operands.c tune/bench/operands.h
comba_tune_LDADD = libcomba_all.la $(BENCH_LIBS)

# The standard list.  For another reference: make bench BENCH_FLAGS='--against PATH'.
BENCH_FLAGS =
bench: all
	./comba-bench --standard --csv bench.csv $(BENCH_FLAGS)
.PHONY: bench
CLEANFILES += bench.csv

# The t-test of times, for each CPU configuration: COMBA_CPU=... make ct-timing
EXTRA_PROGRAMS = comba-ct-timing
comba_ct_timing_SOURCES = tune/ct-timing.c tune/clock.c tune/clock.h tune/bench/machine.c tune/bench/machine.h
comba_ct_timing_LDADD = libcomba_all.la $(BENCH_LIBS)
ct-timing: comba-ct-timing$(EXEEXT)
	./comba-ct-timing$(EXEEXT)
.PHONY: ct-timing
CLEANFILES += comba-ct-timing$(EXEEXT)

# Pools in a program with many threads of its own.
EXTRA_PROGRAMS += comba-crowd
comba_crowd_SOURCES = tune/crowd.c
comba_crowd_LDADD = libcomba.la
crowd: comba-crowd$(EXEEXT)
	COMBA_NUM_THREADS=$${COMBA_NUM_THREADS-64} ./comba-crowd$(EXEEXT)
.PHONY: crowd
CLEANFILES += comba-crowd$(EXEEXT)

# mpz_powm of a libgmp with comba in front of it, and without: make powers POWERS_FLAGS=LIBGMP
EXTRA_PROGRAMS += comba-powers
comba_powers_SOURCES = \
  tune/provenance.c tune/provenance.h \
  tune/powers.c \
  tune/clock.c tune/clock.h tune/samples.c tune/samples.h \
  tune/bench/list.h \
  tune/bench/machine.c tune/bench/machine.h \
  tune/bench/sizes.c tune/bench/sizes.h
comba_powers_LDADD = $(BENCH_LIBS)
POWERS_FLAGS = libgmp.so.10
powers: comba-powers$(EXEEXT)
	./comba-run ./comba-powers$(EXEEXT) $(POWERS_FLAGS)
.PHONY: powers
CLEANFILES += comba-powers$(EXEEXT)

# Memory and stack with comba in front of a libgmp and without: ./comba-memory stack libgmp.so.10
if HAVE_LIBGMP
check_PROGRAMS += comba-memory
measure_memory = comba-memory$(EXEEXT)
endif
comba_memory_SOURCES = \
  tune/provenance.c tune/provenance.h \
  tune/memory.c \
  tune/clock.c tune/clock.h tune/samples.c tune/samples.h \
  tune/bench/list.h \
  tune/bench/machine.c tune/bench/machine.h \
  tune/bench/sizes.c tune/bench/sizes.h \
  tools/find.c tools/find.h
comba_memory_LDADD = $(GMP_LIBS) $(BENCH_LIBS)

# Programs that are built on demand; the check builds them to see that they compile.
extra-programs: $(EXTRA_PROGRAMS) comba-papers$(EXEEXT)
.PHONY: extra-programs

# This CPU's files of doc/measurements: make measure MEASURE_FLAGS='--reference LIBGMP --only KIND'
dist_noinst_SCRIPTS += tune/measure
MEASURE_FLAGS =
measure: all comba-powers$(EXEEXT) comba-papers$(EXEEXT) $(measure_memory)
	$(srcdir)/tune/measure $(MEASURE_FLAGS) .
.PHONY: measure
