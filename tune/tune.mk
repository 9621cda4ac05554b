# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# Everything that measures.

# Real programs with and without libcomba.
dist_noinst_SCRIPTS = tune/programs/run
EXTRA_DIST += \
  tune/programs/factorial.py tune/programs/factorial-decimal.py tune/programs/mpfr-pi.py \
  tune/programs/powmod.py \
  tune/programs/gp-pi.gp tune/programs/gp-products.gp tune/programs/gp-powmod.gp
