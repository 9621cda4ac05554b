# SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later

dist_doc_DATA += doc/design.md doc/adding-a-kernel.md doc/parallel.md doc/performance.md doc/performance.svg doc/tuning.md
