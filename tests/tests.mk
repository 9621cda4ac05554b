# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The tests print TAP; automake counts each line.

TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = \
  top_srcdir='$(abs_top_srcdir)'; top_builddir='$(abs_top_builddir)'; \
  COMBA_TUNING=off; \
  export top_srcdir top_builddir COMBA_TUNING;
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = $(SHELL)

check_LIBRARIES = tests/libtests.a
tests_libtests_a_SOURCES = tests/tests.c tests/tests.h tests/configs.c tests/entry/each_config.c tests/entry/each_config.h \
  tests/residue/moduli.c tests/residue/moduli.h tests/residue/test_configs.c tests/parallel/paths.c tests/parallel/paths.h

# Unit tests.  Tests of hidden functions link the objects; tests of exported functions link the
# shared library.
inner_tests = tests/t-reference \
  tests/arith/t-additive tests/arith/t-scratch \
  tests/dispatch/t-any-tuning tests/dispatch/t-transforms-from tests/config/t-kernels tests/config/t-selftest tests/dispatch/t-tuning \
  tests/ct/t-ct \
  tests/div/t-div tests/div/t-one_limb \
  tests/root/t-square tests/root/t-sqrtrem tests/root/t-rootrem \
  tests/residue/t-representations tests/residue/t-ranges tests/residue/t-pbr tests/api/t-mod-plan tests/residue/t-pmr tests/residue/t-precompute \
  tests/split/t-schedule tests/mul/t-combine tests/mul/t-factor tests/mul/t-short tests/split/t-split tests/split/t-theorems \
  tests/kernels/shiftadd/t-shiftadd tests/mul/ntt/t-ntt tests/powm/t-powm-internal tests/powm/t-powm-sec tests/entry/t-routes \
  tests/parallel/t-worker-memory tests/mul/paths/t-blocks tests/mul/paths/t-columns tests/parallel/t-fork \
  tests/parallel/t-no-threads tests/mul/paths/t-paths tests/mul/paths/t-points \
  tests/parallel/t-regions tests/parallel/t-back-off tests/parallel/t-contending tests/parallel/t-policy tests/parallel/t-pool tests/parallel/t-races tests/parallel/t-storms tests/mul/paths/t-transforms \
  tests/mul/toom/t-linear tests/mul/t-memory tests/mul/t-mul-internal \
  tests/tune/t-balance tests/tune/t-choices tests/tune/t-config-file tests/tune/t-fit tests/tune/t-kernel-choices tests/tune/t-lead tests/tune/t-optimize tests/tune/t-plan tests/tune/t-plots tests/tune/t-powm-costs tests/tune/t-representations tests/tune/t-samples tests/tune/t-settings tests/tune/t-sizes tests/tune/t-turns \
  tests/kernels/x86_64/avx2fma/t-avx2 tests/kernels/x86_64/avx512ifma/t-ifma tests/kernels/x86_64/avx2fma/t-montgomery48
inner_tests += \
  tests/kernels/arm64/t-arm64 tests/kernels/modified_comba/t-modified-comba tests/kernels/portable/t-portable \
  tests/kernels/x86_32/t-x86_32 tests/kernels/x86_64/adx/t-adx tests/kernels/x86_64/mul/t-mulq \
  tests/kernels/x86_64/mulx/t-mulx
inner_tests += tests/div/t-div-large tests/div/t-divisor tests/api/t-division tests/gcd/t-invert
inner_tests += tests/radix/t-chunks tests/radix/t-get_str tests/radix/t-set_str
EXTRA_DIST += tests/kernels/folder.h tests/div/one_limb.h tests/div/operands.h \
  tests/api/status.h tests/gcd/bit_by_bit.h tests/mapping_tpl.h
outer_tests = \
  tests/diag/t-counters \
  tests/entry/t-mul tests/entry/t-mul_n tests/entry/t-powm tests/entry/t-sqr \
  tests/api/t-mod-api tests/api/t-powers tests/api/t-settings

# Tests that compare with GMP's own results.
if HAVE_LIBGMP
outer_tests += tests/entry/t-allocators tests/diag/t-libgmp tests/api/t-mod-mpz
inner_tests += tests/powm/t-powm-many
if IFMA
inner_tests += tests/kernels/x86_64/avx512ifma/t-montgomery52
endif
if X86_64
inner_tests += tests/kernels/x86_64/avx2fma/t-bipartite48
endif
endif
tests_powm_t_powm_many_LDADD = $(LDADD) $(GMP_LIBS)
tests_entry_t_allocators_LDADD = $(outer_ldadd) $(GMP_LIBS)
tests_kernels_x86_64_avx512ifma_t_montgomery52_LDADD = $(LDADD) $(GMP_LIBS)
tests_kernels_x86_64_avx2fma_t_bipartite48_LDADD = $(LDADD) $(GMP_LIBS)
EXTRA_DIST += tests/kernels/x86_64/ring.h tests/kernels/x86_64/avx2fma/avx2_configs.h

if X86_64
inner_tests += tests/entry/t-mulmod_bnm1 tests/gcd/t-hgcd2 tests/gcd/t-invert-sec tests/gcd/t-jacobi
if UNWINDER
inner_tests += tests/kernels/x86_64/t-unwind
endif
outer_tests += tests/entry/t-basecase tests/entry/t-by_limb tests/entry/t-by_one_limb tests/entry/t-linear tests/entry/t-mxcsr
endif

if X86_32
outer_tests += tests/entry/t-stack
endif
tests_entry_t_stack_LDADD = $(outer_ldadd)

# With limbs of 32 bits, configurations inherit thresholds of algorithms that they lack.
if LIMB_64
inner_tests += tests/tune/t-rows
endif

if LIMB_64
inner_tests += tests/mul/fft/t-fft tests/residue/t-montgomery-fft tests/residue/t-crt-bipartite tests/residue/t-cached tests/mul/ntt/t-ntt-crt tests/mul/ntt/t-cached-transforms tests/mul/ntt/t-two-moduli tests/mul/ntt/t-primes tests/mul/ntt/t-primes_ifma tests/mul/ntt/t-primes_avx2 tests/mul/ntt/t-primes_28
endif
EXTRA_DIST += tests/mul/fft/bound.py tests/mul/ntt/primes.h tests/parallel/forks.py tests/tools/interrupt.py tests/parallel/pool_tests.h

AM_DEFAULT_SOURCE_EXT = .c
tests_dispatch_t_any_tuning_SOURCES = tests/dispatch/t-any-tuning.c tests/dispatch/tuned.c tests/dispatch/tuned.h
tests_dispatch_t_tuning_SOURCES = tests/dispatch/t-tuning.c tests/dispatch/tuned.c tests/dispatch/tuned.h
tests_tune_t_turns_SOURCES = tests/tune/t-turns.c tune/bench/turns.c tune/bench/operands.c
tests_tune_t_plots_SOURCES = tests/tune/t-plots.c tune/bench/report.c tune/bench/results.c tune/bench/table.c \
  tune/bench/plan.c tune/bench/sizes.c tune/bench/measure.c tune/bench/libraries.c tune/bench/modular.c tune/bench/operations.c tune/bench/operands.c \
  tune/bench/turns.c tune/bench/elsewhere.c tune/bench/machine.c tune/provenance.c tune/clock.c tune/samples.c \
  tune/report/html.c tune/report/plot.c tune/report/report.c
tests_tune_t_plots_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_settings_SOURCES = tests/tune/t-settings.c tune/tune/settings.c tune/tune/kernels.c tune/tune/optimize.c tune/clock.c
tests_tune_t_settings_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_sizes_SOURCES = tests/tune/t-sizes.c tune/bench/sizes.c
LDADD = tests/libtests.a libcomba_all.la
tests_tune_t_sizes_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_balance_SOURCES = tests/tune/t-balance.c tune/tune/balance.c tune/clock.c tune/samples.c
tests_tune_t_balance_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_choices_SOURCES = tests/tune/t-choices.c tune/tune/choices.c
tests_tune_t_config_file_SOURCES = tests/tune/t-config-file.c tune/tune/config_file.c tune/tune/representations.c \
  tune/tune/settings.c tune/tune/kernels.c tune/tune/optimize.c tune/clock.c
tests_tune_t_config_file_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_fit_SOURCES = tests/tune/t-fit.c tune/tune/fit.c tune/clock.c tune/samples.c
tests_tune_t_fit_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_kernel_choices_SOURCES = tests/tune/t-kernel-choices.c tune/tune/kernels.c tune/tune/optimize.c tune/clock.c
tests_tune_t_kernel_choices_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_lead_SOURCES = tests/tune/t-lead.c tune/tune/lead.c tune/tune/kernels.c tune/tune/optimize.c tune/tune/timing.c \
  tune/tune/balance.c tune/tune/choices.c tune/tune/fit.c tune/tune/gather.c tune/tune/modular.c tune/tune/progress.c \
  tune/bench/operands.c tune/bench/machine.c tune/clock.c tune/samples.c
tests_tune_t_lead_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_optimize_SOURCES = tests/tune/t-optimize.c tune/tune/optimize.c
tests_tune_t_optimize_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_plan_SOURCES = tests/tune/t-plan.c tune/tune/plan.c tune/tune/choices.c tune/tune/optimize.c
tests_tune_t_plan_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_powm_costs_SOURCES = tests/tune/t-powm-costs.c tune/tune/powers.c tune/clock.c
tests_tune_t_powm_costs_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_representations_SOURCES = tests/tune/t-representations.c tune/tune/representations.c
tests_tune_t_representations_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_rows_SOURCES = tests/tune/t-rows.c tune/tune/rows.c tune/tune/choices.c tune/tune/gather.c tune/tune/optimize.c \
  tune/tune/plan.c tune/tune/progress.c tune/tune/report.c tune/tune/timing.c tune/tune/balance.c tune/tune/fit.c \
  tune/tune/modular.c tune/bench/operands.c tune/bench/machine.c tune/clock.c tune/samples.c \
  tune/report/html.c tune/report/plot.c tune/report/report.c tune/provenance.c tools/output.c
tests_tune_t_rows_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_samples_SOURCES = tests/tune/t-samples.c tune/clock.c tune/samples.c
tests_gcd_t_hgcd2_LDADD = $(LDADD) $(BENCH_LIBS)
tests_gcd_t_jacobi_LDADD = $(LDADD) $(BENCH_LIBS)
tests_gcd_t_invert_sec_LDADD = $(LDADD) $(BENCH_LIBS)
tests_tune_t_samples_LDADD = $(LDADD) $(BENCH_LIBS)
tests_parallel_t_no_threads_LDADD = $(LDADD) $(BENCH_LIBS)
tests_parallel_t_fork_LDADD = $(LDADD) $(BENCH_LIBS)
tests_parallel_t_regions_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
outer_ldadd = tests/libtests.a libcomba.la
tests_diag_t_counters_LDADD = $(outer_ldadd)
tests_diag_t_libgmp_LDADD = $(outer_ldadd) $(BENCH_LIBS)
tests_entry_t_basecase_LDADD = $(outer_ldadd)
tests_entry_t_by_limb_LDADD = $(outer_ldadd)
tests_entry_t_mul_LDADD = $(outer_ldadd)
tests_entry_t_mxcsr_LDADD = $(outer_ldadd)
tests_entry_t_mul_n_LDADD = $(outer_ldadd)
tests_entry_t_powm_LDADD = $(outer_ldadd)
tests_entry_t_sqr_LDADD = $(outer_ldadd)
tests_api_t_powers_LDADD = $(outer_ldadd)
tests_api_t_settings_LDADD = $(outer_ldadd)
tests_api_t_mod_mpz_LDADD = $(outer_ldadd) $(GMP_LIBS)
tests_api_t_mod_api_LDADD = $(outer_ldadd) $(BENCH_LIBS)

unit_tests = $(inner_tests) $(outer_tests)

# Tests with several threads run once more with OpenMP's threads.
engine_tests = tests/parallel/t-pool tests/parallel/t-fork tests/parallel/t-contending tests/parallel/t-regions \
  tests/parallel/t-worker-memory tests/mul/paths/t-blocks tests/mul/paths/t-columns tests/mul/paths/t-paths \
  tests/mul/paths/t-points tests/mul/paths/t-transforms tests/split/t-split tests/api/t-mod-plan
if LIMB_64
engine_tests += tests/residue/t-crt-bipartite
endif
if X86_64
engine_tests += tests/entry/t-mxcsr
endif
if HAVE_LIBGMP
if IFMA
engine_tests += tests/kernels/x86_64/avx512ifma/t-montgomery52
endif
if X86_64
engine_tests += tests/kernels/x86_64/avx2fma/t-bipartite48
endif
endif
if OPENMP
openmp_tests = $(engine_tests:=.openmp.sh)
endif
$(openmp_tests): tests/tests.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && echo '. "$$top_srcdir/tests/parallel/with-openmp.sh"' > $@
check_SCRIPTS = $(openmp_tests)
CLEANFILES += $(openmp_tests)
EXTRA_DIST += tests/parallel/with-openmp.sh
check_PROGRAMS += $(unit_tests)

# Scripts, and the programs that they run.  Those of the second list preload
# libcomba into programs of the system, and so need its word size; or they run
# callgrind, which does not take every compiler's debugging information.
own_scripts = tests/api/t-header.sh tests/doc/t-examples.sh tests/doc/t-manual.sh \
  tests/dispatch/t-choose.sh tests/dispatch/t-memory-max.sh tests/dispatch/t-select.sh tests/dispatch/t-tuning-file.sh tests/ct/t-disassembly.sh tests/diag/t-report.sh \
  tests/kernels/shiftadd/t-multiplications.sh tests/symbols/t-symbols.sh tests/symbols/t-hardening.sh \
  tests/tune/t-comba-bench.sh tests/tune/t-comba-tune.sh tests/tune/t-config.sh tests/tune/t-papers.sh tests/tune/t-report.sh \
  tests/doc/t-man.sh
if HAVE_LIBGMP
own_scripts += tests/fuzz/t-fuzz.sh
else
EXTRA_DIST += tests/fuzz/t-fuzz.sh
endif
system_scripts = \
  tests/doc/t-adding-a-cpu.sh tests/doc/t-adding-a-kernel.sh tests/doc/t-prose.sh \
  tests/dispatch/t-old-cpus.sh tests/mul/t-peak.sh tests/split/t-splits.sh tests/mul/paths/t-shares.sh \
  tests/packaging/t-debian.sh tests/packaging/t-powm-many.sh tests/packaging/t-system.sh tests/parallel/t-threads.sh tests/preload/t-leave.sh tests/preload/t-memory-ends.sh tests/preload/t-musl.sh tests/preload/t-programs.sh tests/preload/t-sanitizers.sh tests/preload/t-stack.sh tests/preload/t-wheel.sh tests/packaging/t-wheel.sh tests/tune/t-measure.sh \
  tests/tools/t-comba-info.sh tests/tools/t-comba-run.sh
system_scripts += tests/fat/t-fat.sh
# Of the source alone, the same for every build.
source_scripts = tests/t-layers.sh tests/doc/t-figures.sh tests/doc/t-readme.sh tests/mul/fft/t-bound.sh
script_tests = $(source_scripts) $(own_scripts) $(system_scripts)
EXTRA_DIST += tests/packaging/powm_many.py tests/packaging/sbom.py tests/packaging/root.sh tests/config/rebuild.sh tests/doc/adding-a-cpu.patch tests/doc/adding-a-kernel.patch tests/doc/example.sh \
  tests/doc/prose
EXTRA_DIST += tests/fat/fat.c tests/preload/musl.c tests/counted.h tests/layers tests/tap.sh $(script_tests) tests/ct/disassembly tests/kernels/shiftadd/multiplications \
  tests/kernels/shiftadd/bare.c tests/kernels/shiftadd/run-bare

# Code that tests/ct/t-disassembly.sh must refuse, compiled like the kernels.
if IFMA
check_LIBRARIES += tests/ct/libleaks.a
tests_ct_libleaks_a_SOURCES = tests/ct/leaks.c
tests_ct_libleaks_a_CFLAGS = $(AM_CFLAGS) $(IFMA_CFLAGS) -O2
endif

check_PROGRAMS += \
  tests/dispatch/choose tests/dispatch/first-call tests/dispatch/show-config tests/dispatch/show-tuning tests/diag/multiply tests/split/count-splits \
  tests/mul/paths/count-shares tests/parallel/early-malloc tests/parallel/show-limit tests/parallel/show-threads
tests_dispatch_show_config_LDADD = libcomba.la
tests_dispatch_first_call_LDADD = libcomba.la
# Looks for the system's tuning file in the folder where it is run.
tests_dispatch_show_tuning_SOURCES = tests/dispatch/show-tuning.c mpn/dispatch/tuning_files.c
tests_dispatch_show_tuning_CPPFLAGS = $(AM_CPPFLAGS) -USYSCONFDIR -DSYSCONFDIR='"etc"'
tests_diag_multiply_LDADD = libcomba.la
tests_parallel_early_malloc_LDADD = libcomba.la
tests_parallel_show_limit_LDADD = libcomba.la
tests_parallel_show_threads_LDADD = $(outer_ldadd)

# A program that uses OpenMP itself, and one that is linked with the engine, too.
if OPENMP
check_PROGRAMS += tests/parallel/openmp-program tests/parallel/openmp-linked
tests_parallel_openmp_program_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
tests_parallel_openmp_program_LDADD = $(outer_ldadd)
tests_parallel_openmp_linked_SOURCES = tests/parallel/openmp-program.c
tests_parallel_openmp_linked_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
tests_parallel_openmp_linked_LDFLAGS = -Wl,--no-as-needed
tests_parallel_openmp_linked_LDADD = tests/libtests.a libcomba_omp.la libcomba.la
endif
if HAVE_LIBGMP
check_PROGRAMS += tests/tools/gmp-program tests/tools/deep-program tests/preload/leave-products tests/preload/square-on
tests_tools_gmp_program_LDADD = $(GMP_LIBS)
tests_tools_deep_program_LDADD = $(BENCH_LIBS)
tests_preload_leave_products_LDADD = $(BENCH_LIBS) -lpthread
tests_preload_square_on_LDADD = $(GMP_LIBS)
endif

TESTS = $(unit_tests) $(openmp_tests) $(script_tests)

# Under Valgrind and emulators, these need larger operands to reach every path, and for these small
# operands take long enough.
larger_tests = tests/mul/paths/t-paths tests/mul/t-mul-internal
smaller_tests = tests/split/t-split tests/residue/t-representations tests/api/t-mod-api tests/api/t-mod-plan

# The unit tests under Valgrind, and the pool under its race detectors.  t-ct provokes an error to see
# that Valgrind finds it, and checks the number of errors itself.  t-memory limits the memory that
# Valgrind needs.  t-reference does not use libcomba.  Valgrind emulates only the rounding mode of
# MXCSR and has no trap flag, which t-unwind needs.  The tests that are smaller here have its CPU's
# configuration alone: other kernels run in other tests.  It schedules threads itself, against the
# assumptions of t-back-off.  Threads that exist when the process ends have memory of the C library,
# "possibly lost".  Valgrind is slow in fused multiply-adds: t-powm-internal would take minutes for
# haswell, so it runs for others.  t-powm of tests/entry and t-representations cover haswell's powers.
# t-powm-costs compares estimates, and t-settings measures times.
VALGRIND = valgrind
VALGRIND_FLAGS = -q --trace-children=yes --error-exitcode=99 --leak-check=full \
  --show-leak-kinds=definite --errors-for-leak-kinds=definite
# Without t-pool and t-back-off: Valgrind runs one thread at a time, so workers come too late, and
# callers of t-storms hardly at all.
valgrind_tests = $(filter-out tests/parallel/t-pool tests/parallel/t-storms $(larger_tests) $(smaller_tests) tests/tune/t-powm-costs tests/tune/t-settings tests/t-reference tests/powm/t-powm-internal tests/ct/t-ct tests/entry/t-mxcsr tests/parallel/t-back-off tests/mul/t-memory tests/kernels/x86_64/t-unwind,$(unit_tests))
valgrind_command = $(LIBTOOL) --mode=execute $(VALGRIND)
check-valgrind: all
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(unit_tests) tests/dispatch/show-config
	COMBA_TEST_MAX=40 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(larger_tests)' \
	  LOG_COMPILER='$(valgrind_command) $(VALGRIND_FLAGS)'
	COMBA_TEST_CONFIG=`$(valgrind_command) -q tests/dispatch/show-config` COMBA_TEST_MAX=8 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(smaller_tests)' \
	  LOG_COMPILER='$(valgrind_command) $(VALGRIND_FLAGS)'
	COMBA_TEST_MAX=25 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(valgrind_tests)' \
	  LOG_COMPILER='$(valgrind_command) $(VALGRIND_FLAGS)'
	for set in x86_64_adx x86_64; do \
	  COMBA_TEST_CONFIG=$$set COMBA_TEST_MAX=14 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS=tests/powm/t-powm-internal \
	    LOG_COMPILER='$(valgrind_command) $(VALGRIND_FLAGS)' || exit 1; \
	done
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS=tests/ct/t-ct LOG_COMPILER='$(valgrind_command) -q'
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS=tests/parallel/t-race-detectors.sh
.PHONY: check-valgrind
EXTRA_DIST += tests/parallel/t-race-detectors.sh

# The unit tests under clang's memory sanitizer, with the kernels in C alone, as it does not see what
# assembly writes.  Nor does it see what libgmp writes, so tests that read that are left out, and
# t-powm-internal, which would take minutes.  A library of its own is compiled in the folder memory/.
memory_left_out = tests/tune/% tests/t-reference tests/ct/t-ct tests/parallel/t-back-off tests/parallel/t-pool tests/parallel/t-storms \
  tests/mul/t-memory tests/powm/t-powm-internal tests/powm/t-powm-many tests/api/t-mod-mpz tests/diag/t-libgmp $(larger_tests) $(smaller_tests)
memory_tests = $(filter-out $(memory_left_out),$(unit_tests))
check-memory:
	$(MKDIR_P) memory
	cd memory && { test -f config.status || $(abs_srcdir)/configure -q --disable-shared --disable-openmp comba_cv_x86_64=no CC='$(CLANG)' CFLAGS='-g1 -O1 -fsanitize=memory'; }
	cd memory && $(MAKE) $(AM_MAKEFLAGS) memory-tests
memory-tests:
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(memory_tests) $(larger_tests) $(smaller_tests)
	COMBA_TEST_MAX=40 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(larger_tests)'
	COMBA_TEST_MAX=12 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(smaller_tests)'
	COMBA_TEST_MAX=16 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(memory_tests)'
clean-memory:
	rm -rf memory
.PHONY: check-memory memory-tests clean-memory

# Tests with libcomba's threads, for a build with CFLAGS=-fsanitize=thread.  The other tests of
# tests/parallel have hardly any threads, or a runtime that the sanitizer does not know (it reports
# libgomp's barriers as races), or a pthread_create of their own.  By default a process would wait
# for races for a second before it ends.
threads_tests = tests/parallel/t-fork tests/mul/paths/t-paths tests/parallel/t-contending tests/parallel/t-pool \
  tests/parallel/t-races
check-threads: all
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(threads_tests) tests/residue/t-crt-bipartite
	TSAN_OPTIONS=atexit_sleep_ms=0 COMBA_TEST_MAX=100 $(MAKE) $(AM_MAKEFLAGS) check-TESTS \
	  TESTS='$(threads_tests) tests/residue/t-crt-bipartite'
.PHONY: check-threads

# The unit tests of a cross build, with operands of up to EMULATED_MAX limbs, by EMULATOR, a command
# that runs its programs: qemu-aarch64 -L /usr/aarch64-linux-gnu.  t-memory limits the memory that the
# emulator needs; t-storms starts 64 threads and many processes; t-reference is the same C everywhere.
# EMULATED_CONFIG is the CPU configuration
# that must be selected.  All three come from the environment or the command line.
emulator_command = $(LIBTOOL) --mode=execute $(EMULATOR)
emulated_tests = $(filter-out $(larger_tests) $(smaller_tests) tests/t-reference tests/mul/t-memory tests/parallel/t-storms,$(unit_tests))
check-emulated: all
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(unit_tests) tests/dispatch/show-config
	config=`$(emulator_command) tests/dispatch/show-config` && echo "CPU configuration $$config" && test "$$config" = '$(EMULATED_CONFIG)'
	COMBA_TEST_MAX=45 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(larger_tests)' \
	  LOG_COMPILER='$(emulator_command)'
	COMBA_TEST_MAX=12 COMBA_TEST_EXEC='$(EMULATOR)' $(MAKE) $(AM_MAKEFLAGS) check-TESTS \
	  TESTS='$(smaller_tests)' LOG_COMPILER='$(emulator_command)'
	COMBA_TEST_MAX=$(EMULATED_MAX) COMBA_TEST_EXEC='$(EMULATOR)' $(MAKE) $(AM_MAKEFLAGS) \
	  check-TESTS TESTS='$(emulated_tests)' LOG_COMPILER='$(emulator_command)'
.PHONY: check-emulated

# The fuzzers.  As an ordinary program the differential one makes its own inputs, and reads files
# (AFL++).  The linker leads the allocations of comba to tests/fuzz/refuse.c.
fuzz_wrapped = -Wl,--wrap=mmap -Wl,--wrap=mremap -Wl,--wrap=malloc -Wl,--wrap=pthread_create \
  -Wl,--wrap=comba_scratch_get -Wl,--wrap=comba_scratch_put -Wl,--wrap=comba_own_take -Wl,--wrap=comba_no_memory
if HAVE_LIBGMP
check_PROGRAMS += tests/fuzz/mpn
endif
fuzz_mpn_parts = tests/fuzz/mpn.c tests/fuzz/operands.c tests/fuzz/reference.c tests/fuzz/refuse.c
tests_fuzz_mpn_SOURCES = $(fuzz_mpn_parts) tests/fuzz/alone.c tests/fuzz/fuzz.h
tests_fuzz_mpn_LDFLAGS = $(fuzz_wrapped)
tests_fuzz_mpn_LDADD = $(LDADD) $(BENCH_LIBS)

# "make fuzz FUZZ_SECONDS=600" runs both under libFuzzer and the address sanitizer, for so long each,
# with a clang that has them.  A library of its own is compiled for that, in the folder fuzz/, which
# also keeps the corpus: inputs of all functions are written there first, and libFuzzer adds those
# that reach new code.
CLANG = clang
FUZZ_SECONDS = 60
FUZZ_FLAGS = -g -O1 -fsanitize=address,fuzzer-no-link
FUZZ_CONFIGURE = `grep -qs avx512ifma /proc/cpuinfo || echo --disable-ifma`
fuzz_tuning_parts = tests/fuzz/tuning.c tests/dispatch/tuned.c
fuzz_compile = $(CLANG) -std=gnu11 -g -O1 -fsanitize=address,fuzzer -DHAVE_CONFIG_H -Ifuzz $(AM_CPPFLAGS) $(CPPFLAGS)
fuzz_libraries = fuzz/tests/libtests.a fuzz/.libs/libcomba_all.a $(LIBS) $(BENCH_LIBS)
fuzz: $(check_LIBRARIES) tests/fuzz/mpn
	$(MKDIR_P) fuzz/corpus fuzz/corpus-tuning
	cd fuzz && { test -f config.status || $(abs_srcdir)/configure -q --disable-shared CC='$(CLANG)' CFLAGS='$(FUZZ_FLAGS)' $(FUZZ_CONFIGURE); }
	cd fuzz && $(MAKE) $(AM_MAKEFLAGS) libcomba_all.la tests/libtests.a
	$(fuzz_compile) -DFUZZ_LIBFUZZER $(fuzz_wrapped) -o fuzz/fuzz-mpn $(addprefix $(srcdir)/,$(fuzz_mpn_parts)) $(fuzz_libraries)
	$(fuzz_compile) -o fuzz/fuzz-tuning $(addprefix $(srcdir)/,$(fuzz_tuning_parts)) $(fuzz_libraries)
	tests/fuzz/mpn --corpus fuzz/corpus 200
	cd fuzz && COMBA_TUNING=off ./fuzz-mpn -max_len=100 -timeout=120 -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 corpus
	cd fuzz && COMBA_TUNING=off ./fuzz-tuning -max_len=2000 -max_total_time=$(FUZZ_SECONDS) corpus-tuning
clean-local: clean-fuzz clean-memory clean-mutants clean-coverage
clean-fuzz:
	rm -rf fuzz
.PHONY: fuzz clean-fuzz
EXTRA_DIST += tests/fuzz/tuning.c tests/fuzz/inputs tests/tune/report.py tests/tune/browser.py

# The fuzzer and unit tests, again and again: "make soak SOAK_SECONDS=7200".
SOAK_SECONDS = 600
soak_tests = $(filter-out $(larger_tests) tests/tune/% tests/t-reference tests/ct/t-ct tests/parallel/t-back-off,$(unit_tests))
soak: $(check_LIBRARIES) tests/fuzz/mpn $(soak_tests)
	$(srcdir)/tests/fuzz/soak $(SOAK_SECONDS) $(soak_tests)
.PHONY: soak
EXTRA_DIST += tests/fuzz/soak

# Faults planted by rules in a copy of the tree, as many as MUTANTS says, chosen by SEED
# (tests/mutants/mutants): "make mutants MUTANTS=20 SEED=7".  "make mutants-known" plants faults of
# other libraries.
MUTANTS = 120
SEED = 1
mutants:
	$(srcdir)/tests/mutants/mutants --mutants $(MUTANTS) --seed $(SEED)
mutants-known:
	$(srcdir)/tests/mutants/mutants --known
.PHONY: mutants mutants-known
clean-mutants:
	rm -rf mutants
.PHONY: clean-mutants
EXTRA_DIST += tests/mutants/mutants tests/mutants/accepted tests/mutants/known

# Lines of mpn/ that tests run, by folder (tests/coverage/report), from a build of its own in the folder
# coverage/.  All users may write the counters, since some tests start as another one.
# Powers are slow with counters, and short ones reach their lines; some tests reach lines with
# long operands alone.
COVERAGE_MAX = 60
coverage_smaller = tests/powm/t-powm-internal
coverage_larger = tests/mul/t-factor tests/root/t-rootrem
coverage_tests = $(filter-out $(coverage_smaller) $(coverage_larger) tests/tune/% tests/t-reference tests/ct/t-ct tests/parallel/t-back-off,$(unit_tests)) \
  tests/diag/t-report.sh tests/dispatch/t-select.sh tests/dispatch/t-choose.sh tests/dispatch/t-tuning-file.sh tests/dispatch/t-memory-max.sh \
  tests/fat/t-fat.sh tests/parallel/t-threads.sh tests/fuzz/t-fuzz.sh
coverage:
	$(MKDIR_P) coverage
	cd coverage && { test -f config.status || $(abs_srcdir)/configure -q --disable-openmp CC='$(CC)' CFLAGS='-O1 --coverage -fprofile-update=atomic' $(FUZZ_CONFIGURE); }
	cd coverage && $(MAKE) $(AM_MAKEFLAGS) all
	code=0; (cd coverage && $(MAKE) $(AM_MAKEFLAGS) coverage-tests) || code=$$?; \
	  $(srcdir)/tests/coverage/report coverage --lines && exit $$code
coverage-tests:
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS)
	find . -name '*.gcno' | while read -r notes; do file=$${notes%gcno}gcda; : > "$$file" && chmod a+w "$$file" || exit 1; done
	@echo 'left out: tests/tune/ (not of mpn/), tests/t-reference (no libcomba), tests/ct/t-ct (for Valgrind),'
	@echo '  tests/parallel/t-back-off (times), tests/split/t-splits.sh (counts instructions, with those of the counters)'
	code=0; COMBA_TEST_MAX=14 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(coverage_smaller)' || code=$$?; \
	  COMBA_TEST_MAX=1000000 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(coverage_larger)' || code=$$?; \
	  COMBA_TEST_MAX=$(COVERAGE_MAX) $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(coverage_tests)' && exit $$code
clean-coverage:
	rm -rf coverage
.PHONY: coverage coverage-tests clean-coverage
EXTRA_DIST += tests/coverage/report tests/coverage/explained

# The same bytes from two folders.
check-reproducible:
	$(srcdir)/tests/packaging/reproducible.sh
.PHONY: check-reproducible
EXTRA_DIST += tests/packaging/reproducible.sh

# For a build by another compiler or for 32 bits: without the system's programs, the documents, and
# what takes minutes of comba's own programs.
compiled_scripts = $(filter-out tests/tune/t-papers.sh tests/tune/t-comba-tune.sh tests/tune/t-report.sh tests/doc/%,$(own_scripts))
check-compiled: all
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS)
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(unit_tests) $(compiled_scripts)'
.PHONY: check-compiled

# The unit tests in which the C library matters, for a build with another one (tests/run-all).
libc_tests = $(outer_tests) tests/arith/t-scratch tests/dispatch/t-tuning tests/mul/t-memory \
  tests/parallel/t-fork tests/parallel/t-no-threads tests/parallel/t-pool tests/parallel/t-worker-memory
check-libc: all
	$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(libc_tests)
	COMBA_TEST_MAX=45 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(libc_tests)' check_PROGRAMS=
.PHONY: check-libc

# Tests of the installed files.
installed_tests = tests/link/t-link.sh tests/link/t-install.sh tests/link/t-cmake.sh tests/link/t-meson.sh tests/link/t-autotools.sh
EXTRA_DIST += $(installed_tests) tests/link/linked.sh tests/link/main.c tests/link/cmake/CMakeLists.txt tests/link/meson/meson.build \
  tests/link/autotools/configure.ac tests/link/autotools/Makefile.am
MOSTLYCLEANFILES = $(installed_tests:.sh=.log) $(installed_tests:.sh=.trs)
installcheck-local:
	prefix='$(prefix)' bindir='$(bindir)' libdir='$(libdir)' includedir='$(includedir)' docdir='$(docdir)' \
	  $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(installed_tests)'

# For make distcheck after all tests have run: compiles every unit test from the package, and runs the
# tests that depend on the location of files.
distcheck_tests = $(outer_tests) tests/dispatch/t-choose.sh tests/dispatch/t-select.sh tests/dispatch/t-tuning-file.sh tests/diag/t-report.sh \
  tests/doc/t-examples.sh tests/doc/t-manual.sh \
  tests/symbols/t-symbols.sh tests/tune/t-comba-bench.sh tests/preload/t-programs.sh tests/tools/t-comba-info.sh \
  tests/tools/t-comba-run.sh tests/packaging/t-wheel.sh
check-package:
	$(MAKE) $(AM_MAKEFLAGS) distcheck AM_DISTCHECK_DVI_TARGET=html TESTS='$(distcheck_tests)'
.PHONY: check-package

# For tests/bochs/run.
print-unit-tests:
	@echo $(unit_tests)
.PHONY: print-unit-tests

EXTRA_DIST += tests/run-all tests/bochs/fetch tests/bochs/run tests/gmp/apt.sh tests/gmp/fetch-libgmp tests/gmp/fetch-source tests/gmp/run-suite tests/gmp/tiny-tuning
