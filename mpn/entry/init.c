/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The constructor of the library, and the pointer to the table that every call reads.  They share
   a file so that a static link, which takes from an archive only the objects it needs, always
   links the constructor. */

#include "dispatch/messages.h"
#include "dispatch/select.h"
#include "dispatch/memory_max.h"
#include "diag/diag.h"
#include "fat/fat.h"
#include "arith/arith.h"
#include "parallel/threads.h"
#include "config/list.h"

const struct comba_config *_Atomic comba_entry_table = &comba_config_portable;

static void COMBA_AT_LOAD COMBA_ALIGN_STACK __attribute__ ((constructor))
comba_init (void)
{
  comba_messages_start ();
  comba_select ();
  comba_memory_start ();
  comba_threads_start (comba_tuned_threads (), comba_tuning_source ());
  comba_fat_start ();
  comba_report_start ();
}
