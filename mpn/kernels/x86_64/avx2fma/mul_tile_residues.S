/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mod48_mul_tile_avx2: the tile of products for residues
   (kernels/x86_64/avx2fma/montgomery48.c), with the contract of kernels/x86_64/avx2fma/mul_tile.S.
   It is a copy of its own because it begins a cache line: powers are faster then. */

#define COMBA_TILES_OF_RESIDUES
#include "kernels/x86_64/avx2fma/mul_tile.S"
