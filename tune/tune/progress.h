/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Progress on stderr: a bar with the remaining time if that is a terminal, otherwise a line for
   each stage. */

#ifndef TUNE_PROGRESS_H
#define TUNE_PROGRESS_H

/* Begins, for SECONDS; names the current stage; updates the bar, to be called often; ends. */
void progress_begin (double seconds);
void progress_stage (const char *name);
void progress_tick (void);
void progress_end (void);

#endif
