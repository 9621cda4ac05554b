/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The time, for everything that measures. */

#ifndef TUNE_CLOCK_H
#define TUNE_CLOCK_H

/* Nanoseconds since some moment. */
double now_ns (void);

#endif
