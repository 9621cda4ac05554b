/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What stderr shows while it takes time: a bar with the time left if that is a
   terminal, else a line for each stage. */

#ifndef TUNE_PROGRESS_H
#define TUNE_PROGRESS_H

/* From now on, for SECONDS; what is going on; a sign of life, for any place that is
   passed often; the end. */
void progress_begin (double seconds);
void progress_stage (const char *name);
void progress_tick (void);
void progress_end (void);

#endif
