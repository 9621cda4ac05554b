/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* __gmpn_cpuvec_init, and what goes into the table of a fat libgmp.  gmp.h does not declare it. */

#include "fat/fat.h"
#include "entry/undeclared.h"

comba_fat_fn *const comba_fat_functions[COMBA_FAT_COUNT] = {
#define X(name, index) [COMBA_FAT_##name] = (comba_fat_fn *) comba_own_##name,
  COMBA_FAT_FUNCTIONS (X)
#undef X
};

/* Fills the kernel table of the fat libgmp that calls it.
   Every fat libgmp of GMP 6.0 to 6.3 calls this function before its first use of the table, and
   does not go on with arguments in vector registers.  May run in several threads.
   As GMP's __gmpn_cpuvec_init, which this one runs (fat/fat.h). */
COMBA_EXPORT_WEAK void
__gmpn_cpuvec_init (void)
{
  comba_fat_serve (__builtin_return_address (0));
}
