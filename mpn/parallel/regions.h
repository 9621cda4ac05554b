/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_PARALLEL_REGIONS_H
#define COMBA_PARALLEL_REGIONS_H

/* Whether the caller is inside a parallel region of an OpenMP runtime (GNU's,
   LLVM's, Intel's) that is loaded in this process.  For one thread at a time. */
int comba_in_foreign_region (void);

#endif
