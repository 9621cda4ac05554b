# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

include doc/algorithms/algorithms.mk
include doc/figures.mk

dist_doc_DATA += doc/adding-a-cpu.md
dist_doc_DATA += doc/adding-a-kernel.md
dist_doc_DATA += doc/architecture.md
dist_doc_DATA += doc/glossary.md
dist_doc_DATA += doc/modular.md
dist_doc_DATA += doc/notes.md
dist_doc_DATA += doc/threads.md
dist_doc_DATA += doc/tuner.md
dist_doc_DATA += doc/tuning.md
EXTRA_DIST += CONTRIBUTING.md
EXTRA_DIST += doc/README.md
