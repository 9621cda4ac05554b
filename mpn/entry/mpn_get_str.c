/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mpn_get_str, behind mpz_get_str and all that prints numbers. */

#include "radix/radix.h"
#include "diag/diag.h"

/* str[0..] = the digits of up[0..un-1] in BASE, 2 to 256, the most significant one first: values,
   not characters; returns their number.
   un >= 0; if un > 0, up[un-1] != 0.  up is destroyed, except for a base that is a power of two.
   str does not overlap up.
   There are no leading zeros; zero has one digit.
   Scratch: comba_get_str's (radix/radix.h); without memory, none.
   Time depends on the values.
   As GMP's mpn_get_str. */
COMBA_EXPORT size_t
mpn_get_str (unsigned char *str, int base, mp_ptr up, mp_size_t un)
{
  return comba_get_str (comba_tested (comba_counted (comba_entry (), COMBA_ENTRY_GET_STR, un), un), str, base, up, un);
}
