# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# The mathematics, a page a subject.

algorithmsdir = $(docdir)/doc/algorithms
dist_algorithms_DATA = \
  doc/algorithms/comba.md doc/algorithms/division.md doc/algorithms/doubles.md doc/algorithms/errata.md doc/algorithms/fft.md doc/algorithms/gcd.md doc/algorithms/no-multiplier.md \
  doc/algorithms/ntt.md doc/algorithms/powers.md doc/algorithms/radix52.md doc/algorithms/radix.md doc/algorithms/residues.md \
  doc/algorithms/roots.md doc/algorithms/splits.md doc/algorithms/threads.md doc/algorithms/toom.md
