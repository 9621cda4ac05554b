# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

include doc/algorithms/algorithms.mk

dist_doc_DATA += doc/adding-a-cpu.md
dist_doc_DATA += doc/adding-a-kernel.md
dist_doc_DATA += doc/architecture.md
dist_doc_DATA += doc/glossary.md
dist_doc_DATA += doc/modular.md
dist_doc_DATA += doc/notes.md
dist_doc_DATA += doc/papers-000.svg
dist_doc_DATA += doc/papers-001.svg
dist_doc_DATA += doc/papers-003.svg
dist_doc_DATA += doc/papers-004.svg
dist_doc_DATA += doc/papers.md
dist_doc_DATA += doc/performance-i386.md
dist_doc_DATA += doc/performance-powers.md
dist_doc_DATA += doc/performance-tried.md
dist_doc_DATA += doc/performance-zen3.md
dist_doc_DATA += doc/performance-zen3.svg
dist_doc_DATA += doc/performance-zen4.md
dist_doc_DATA += doc/performance-zen4.svg
dist_doc_DATA += doc/performance-zen5.md
dist_doc_DATA += doc/performance-zen5.svg
dist_doc_DATA += doc/performance.md
dist_doc_DATA += doc/performance.svg
dist_doc_DATA += doc/threads.md
dist_doc_DATA += doc/tuner.md
dist_doc_DATA += doc/tuning.md
EXTRA_DIST += CONTRIBUTING.md
EXTRA_DIST += doc/README.md
