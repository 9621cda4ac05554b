/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What settings lose. */

#ifndef TUNE_CHECK_H
#define TUNE_CHECK_H

#include "tuner.h"

/* Measures for SECONDS, for the settings t->k and up to t->threads threads, every algorithm and
   every path at sizes from 1 limb to 4096, and prints by how much the settings miss the least
   time.  Returns 0, or -1 after a message. */
int check (const struct tuner *t, double seconds);

#endif
