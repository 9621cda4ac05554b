/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The loss of settings. */

#ifndef TUNE_CHECK_H
#define TUNE_CHECK_H

#include "tuner.h"

/* Measures every algorithm and every path for SECONDS, with the settings t->k and up to t->threads
   threads, at sizes from 1 to 4096 limbs.  Prints by how much the settings miss the least time.
   Returns 0, or -1 after a message. */
int check (const struct tuner *t, double seconds);

#endif
