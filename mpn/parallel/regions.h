/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_PARALLEL_REGIONS_H
#define COMBA_PARALLEL_REGIONS_H

/* Returns whether the caller is inside a parallel region of a loaded OpenMP runtime (GNU's, LLVM's
   or Intel's).  Only the thread that has the pool may call this. */
int comba_in_foreign_region (void);

#endif
