# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Selecting a configuration: detection, choice, tuning files.

libcomba_core_la_SOURCES += \
  mpn/dispatch/at_fork.c mpn/dispatch/at_fork.h mpn/dispatch/by_limb.h mpn/dispatch/config.h mpn/dispatch/configs.c mpn/dispatch/identity.c \
  mpn/dispatch/memory_max.c mpn/dispatch/memory_max.h mpn/dispatch/messages.c mpn/dispatch/messages.h \
  mpn/dispatch/select.c mpn/dispatch/select.h mpn/dispatch/tuning.c mpn/dispatch/tuning.h \
  mpn/dispatch/tuning_files.c mpn/dispatch/tuning_parse.c mpn/dispatch/tuning_rows.h \
  mpn/dispatch/x86.c mpn/dispatch/x86.h
