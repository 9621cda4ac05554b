/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constants of mpn/radix/constants.py. */

#include "radix/chunks.h"

const struct comba_chunk comba_chunks[255] = {
#include "radix/chunks_table.h"
};

#if GMP_LIMB_BITS == 64
#include "radix/tens_table.h"
#endif
