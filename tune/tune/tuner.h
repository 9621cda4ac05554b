/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The tuning of one CPU configuration, row by row; each row finds one setting. */

#ifndef TUNE_TUNER_H
#define TUNE_TUNER_H

#include "dispatch/tuning.h"

struct tuner
{
  const struct comba_config *builtin;
  int threads;                  /* the most that a plan may use */
  struct gains *gains;          /* where to keep the gains by size (report.h), or NULL */
  struct comba_config k;       /* the result so far */
  int threads_pay;              /* result: several threads surely gain */
};

/* Measures for SECONDS and prints the results on stdout.  The members of T above K are its input; K
   and THREADS_PAY are the result.  Returns 0, or -1 after a message. */
int tune (struct tuner *t, double seconds);

#endif
