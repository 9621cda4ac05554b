# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

# What doc/figures.py writes, what it reads, and the pages that it fills.
EXTRA_DIST += doc/figures.py
nobase_dist_doc_DATA =
nobase_dist_doc_DATA += doc/performance.md
nobase_dist_doc_DATA += doc/papers.md
nobase_dist_doc_DATA += doc/measurements/haswell-products.csv
nobase_dist_doc_DATA += doc/measurements/i386_avx2-products.csv
nobase_dist_doc_DATA += doc/measurements/i386_ifma-products.csv
nobase_dist_doc_DATA += doc/measurements/i386_sse2-products.csv
nobase_dist_doc_DATA += doc/measurements/icelake-papers-000.csv
nobase_dist_doc_DATA += doc/measurements/icelake-papers-001.csv
nobase_dist_doc_DATA += doc/measurements/icelake-papers-002.csv
nobase_dist_doc_DATA += doc/measurements/icelake-papers-003.csv
nobase_dist_doc_DATA += doc/measurements/icelake-papers-004.csv
nobase_dist_doc_DATA += doc/measurements/icelake-powers.csv
nobase_dist_doc_DATA += doc/measurements/icelake-products.csv
nobase_dist_doc_DATA += doc/measurements/icelake-programs.csv
nobase_dist_doc_DATA += doc/measurements/x86_64-products.csv
nobase_dist_doc_DATA += doc/measurements/zen3-memory.csv
nobase_dist_doc_DATA += doc/measurements/zen3-powers.csv
nobase_dist_doc_DATA += doc/measurements/zen3-products.csv
nobase_dist_doc_DATA += doc/measurements/zen3-programs.csv
nobase_dist_doc_DATA += doc/measurements/zen3-stack.csv
nobase_dist_doc_DATA += doc/measurements/zen4-memory.csv
nobase_dist_doc_DATA += doc/measurements/zen4-powers.csv
nobase_dist_doc_DATA += doc/measurements/zen4-products.csv
nobase_dist_doc_DATA += doc/measurements/zen4-programs.csv
nobase_dist_doc_DATA += doc/measurements/zen4-stack.csv
nobase_dist_doc_DATA += doc/measurements/zen5-papers-000.csv
nobase_dist_doc_DATA += doc/measurements/zen5-papers-001.csv
nobase_dist_doc_DATA += doc/measurements/zen5-papers-002.csv
nobase_dist_doc_DATA += doc/measurements/zen5-papers-003.csv
nobase_dist_doc_DATA += doc/measurements/zen5-papers-004.csv
nobase_dist_doc_DATA += doc/measurements/zen5-powers.csv
nobase_dist_doc_DATA += doc/measurements/zen5-products.csv
nobase_dist_doc_DATA += doc/measurements/zen5-programs.csv
nobase_dist_doc_DATA += doc/measurements/zen5-threads.csv
nobase_dist_doc_DATA += doc/plots/gain.svg
nobase_dist_doc_DATA += doc/plots/papers-000.svg
nobase_dist_doc_DATA += doc/plots/papers-001.svg
nobase_dist_doc_DATA += doc/plots/papers-003.svg
nobase_dist_doc_DATA += doc/plots/papers-004.svg
nobase_dist_doc_DATA += doc/plots/powers.svg
nobase_dist_doc_DATA += doc/plots/squares.svg
nobase_dist_doc_DATA += doc/plots/threads.svg
figures:
	$(srcdir)/doc/figures.py
.PHONY: figures
