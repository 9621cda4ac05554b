# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

dist_doc_DATA += doc/architecture.md doc/design.md doc/adding-a-cpu.md doc/adding-a-kernel.md doc/parallel.md doc/performance.md doc/performance-zen4.md doc/performance-zen5.md doc/performance-zen3.md doc/performance-powers.md doc/performance-tried.md doc/performance.svg doc/performance-zen3.svg doc/performance-zen4.svg doc/performance-zen5.svg doc/tuning.md doc/threads.md
dist_doc_DATA += doc/papers.md doc/papers-000.svg doc/papers-001.svg doc/papers-003.svg doc/papers-004.svg doc/modular.md doc/performance-i386.md doc/modular-parallel.md doc/residues-ifma.md
