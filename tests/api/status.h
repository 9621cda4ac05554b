/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Statuses of comba.h's functions. */

#ifndef COMBA_TESTS_API_STATUS_H
#define COMBA_TESTS_API_STATUS_H

#include "../tests.h"
#include <comba.h>

static inline void
expect (int status, int expected, const char *what)
{
  if (status != expected)
    check_fail ("%s: %s, not %s", what, comba_status_text (status), comba_status_text (expected));
}

#endif
