/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernel table of a fat libgmp.

   A libgmp that is configured with --enable-fat chooses its kernels at run time.  They stand in
   __gmpn_cpuvec, a writable table that its function __gmpn_cpuvec_init fills at the first call that
   needs it.  Its own calls of these functions go through the table, past the loader, so comba
   writes the addresses of its functions there.  On x86-64; elsewhere nothing is done. */

#ifndef COMBA_FAT_FAT_H
#define COMBA_FAT_FAT_H

#include "dispatch/messages.h"
#include <link.h>

/* The functions that comba exports with the contract of a pointer in the table, and the pointer's
   index: GMP 6.0 to 6.3. */
#define COMBA_FAT_FUNCTIONS(X) \
  X (add_n, 0) \
  X (addmul_1, 3) \
  X (com, 8) \
  X (copyd, 9) \
  X (copyi, 10) \
  X (divexact_1, 11) \
  X (divrem_1, 12) \
  X (lshift, 14) \
  X (mod_1, 16) \
  X (mul_1, 25) \
  X (mul_basecase, 26) \
  X (redc_1, 30) \
  X (redc_2, 31) \
  X (rshift, 32) \
  X (sqr_basecase, 33) \
  X (sub_n, 34) \
  X (submul_1, 36)

enum comba_fat_function
{
#define X(name, index) COMBA_FAT_##name,
  COMBA_FAT_FUNCTIONS (X)
#undef X
  COMBA_FAT_COUNT
};

/* comba's functions.  They are not the exported symbols, which in this process may be another
   library's.  (entry/mpn_cpuvec.c) */
typedef void comba_fat_fn (void);
extern comba_fat_fn *const comba_fat_functions[COMBA_FAT_COUNT] __attribute__ ((visibility ("hidden")));

/* Reads COMBA_FAT, and fills the table of each fat libgmp in this process.  Called at load. */
void comba_fat_start (void);

/* Does the work of __gmpn_cpuvec_init, which CALLER called: runs the libgmp's own function of that
   name, then fills the table.  Before comba_fat_start it fills nothing. */
void comba_fat_serve (const void *caller);

/* Returns whether COMBA_FAT lets comba fill tables, and in *SOURCE who decided: "built-in" or
   "COMBA_FAT". */
int comba_fat_enabled (const char **source);

/* The functions in this object's table: bit f for function f.  REPLACEABLE: its layout is known and
   comba may fill it.  REPLACED: comba has.  PENDING: nobody has filled the table yet. */
struct comba_fat_state
{
  unsigned replaceable, replaced, pending;
};

struct comba_fat_state comba_fat_state (const struct dl_phdr_info *info);

/* Appends to T the line that says which kernels of this object comba has replaced, or why none;
   nothing if it has no such table. */
void comba_fat_describe (struct comba_text *t, const struct dl_phdr_info *info);

#endif
