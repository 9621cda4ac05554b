/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "comba.h"
#include "limb.h"

static const char *const texts[] = {
  [COMBA_OK] = "no error",
  [COMBA_BAD_MODULUS] = "the modulus is below 2",
  [COMBA_BAD_SIZE] = "a size is out of range, or the top limb is 0",
  [COMBA_EVEN_MODULUS] = "the modulus is even; the algorithm needs an odd one",
  [COMBA_BAD_RESIDUE] = "a residue is not below the modulus",
  [COMBA_BAD_ALGORITHM] = "no such algorithm",
  [COMBA_BAD_PARTS] = "the number of parts is out of range for the algorithm",
  [COMBA_BAD_THREADS] = "the number of threads is negative or above the limit",
  [COMBA_NO_MEMORY] = "out of memory",
  [COMBA_NO_FUNCTION] = "the context's algorithm does not have this function",
  [COMBA_BAD_EXPONENT] = "the exponent is negative",
  [COMBA_STOPPED] = "stopped by the program",
  [COMBA_NO_INVERSE] = "the number has no inverse modulo the modulus",
};

COMBA_EXPORT const char *
comba_status_text (int status)
{
  return status >= 0 && (size_t) status < sizeof texts / sizeof texts[0] ? texts[status]
    : "unknown status";
}
