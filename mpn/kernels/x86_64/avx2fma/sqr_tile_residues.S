/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The tile of squares, for residues (montgomery48.c).  It begins a cache line: powers of 33 to 48 limbs take up to 4 % less. */

#define COMBA_TILES_OF_RESIDUES
#include "kernels/x86_64/avx2fma/sqr_tile.S"
