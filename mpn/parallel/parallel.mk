# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The worker pool, and its engines.

libcomba_core_la_SOURCES += \
  mpn/parallel/dynamic.h mpn/parallel/engine.c mpn/parallel/engine.h mpn/parallel/hand_over.h mpn/parallel/limits.c \
  mpn/parallel/mailbox.h mpn/parallel/policy.c mpn/parallel/policy.h mpn/parallel/pool.c mpn/parallel/pool.h \
  mpn/parallel/posix.c mpn/parallel/regions.c mpn/parallel/regions.h mpn/parallel/relax.h mpn/parallel/stages.c \
  mpn/parallel/stages.h mpn/parallel/threads.c mpn/parallel/threads.h mpn/parallel/job_memory.h

# OpenMP's threads: only libcomba_omp.so needs an OpenMP runtime, and libcomba.so opens it only on request.
if OPENMP
lib_LTLIBRARIES += libcomba_omp.la
libcomba_omp_la_SOURCES = mpn/parallel/openmp.c
libcomba_omp_la_CFLAGS = $(AM_CFLAGS) $(OPENMP_CFLAGS)
libcomba_omp_la_LDFLAGS = $(COMBA_LDFLAGS) -no-undefined -version-info 0:0:0
libcomba_omp_la_LIBADD =
else
EXTRA_DIST += mpn/parallel/openmp.c
endif
