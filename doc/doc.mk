# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

include doc/manual.mk

# Pages are installed below $(docdir) with their folders, so that their links work there, too.
# doc/figures.mk begins the list.

include doc/algorithms/algorithms.mk
include doc/figures.mk

nobase_dist_doc_DATA += doc/README.md
nobase_dist_doc_DATA += doc/adding-a-cpu.md
nobase_dist_doc_DATA += doc/adding-a-kernel.md
nobase_dist_doc_DATA += doc/architecture.md
nobase_dist_doc_DATA += doc/glossary.md
nobase_dist_doc_DATA += doc/notes.md
nobase_dist_doc_DATA += doc/trust.md
nobase_dist_doc_DATA += doc/tuner.md
