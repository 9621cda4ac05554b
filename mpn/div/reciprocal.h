/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reciprocals of normalized numbers. */

#ifndef COMBA_DIV_RECIPROCAL_H
#define COMBA_DIV_RECIPROCAL_H

#include "dispatch/config.h"
#include "parallel/pool.h"

/* With X = beta^h + xp[0..h-1] and D = dp[0..h-1]: D X < beta^2h <= D (X + 2)
   h >= 3, the top bit of dp[h-1] set.  xp does not overlap dp.
   MEMORY: comba_reciprocal_itch (k, h, pool->threads, MOST) limbs, and comba_mul's.  Takes longer to
   need at most MOST limbs, or about 2 h if that is more.
   Time depends on the values. */
void comba_reciprocal (const struct comba_config *k, const struct comba_pool *pool, mp_ptr xp, mp_srcptr dp,
                       mp_size_t h, size_t most, mp_ptr memory);
size_t comba_reciprocal_itch (const struct comba_config *k, mp_size_t h, int threads, size_t most);

/* Newton's steps are for this size and above. */
#define COMBA_RECIPROCAL_STEP_MIN 6

#endif
