/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "comba.h"
#include "limb.h"

static const char *const texts[] = {
  [COMBA_OK] = "no error",
  [COMBA_BAD_MODULUS] = "the modulus is zero or one",
  [COMBA_BAD_SIZE] = "no limbs, a leading zero limb, or too many limbs",
  [COMBA_EVEN_MODULUS] = "the modulus is even, and the algorithm is for odd ones",
  [COMBA_BAD_RESIDUE] = "an operand is not in its range",
  [COMBA_BAD_ALGORITHM] = "there is no such algorithm",
  [COMBA_BAD_PARTS] = "the algorithm cannot have so many parts",
  [COMBA_BAD_THREADS] = "so many threads cannot be had",
  [COMBA_NO_MEMORY] = "no memory",
};

COMBA_EXPORT const char *
comba_status_text (int status)
{
  return status >= 0 && (size_t) status < sizeof texts / sizeof texts[0] ? texts[status]
    : "unknown status";
}
