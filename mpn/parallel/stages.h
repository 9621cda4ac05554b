/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_PARALLEL_STAGES_H
#define COMBA_PARALLEL_STAGES_H

#include "parallel/pool.h"

/* Implements comba_pool_stages (parallel/pool.h) for the process's pool; same contract. */
void comba_run_stages (const struct comba_pool *pool, const struct comba_stage *stages, void *arg, size_t size);

#endif
