/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What happens when the library is loaded, in order. */

#include "select.h"
#include "diag/diag.h"

static void __attribute__ ((constructor))
comba_init (void)
{
  comba_select ();
  comba_report_start ();
}
