/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#ifndef COMBA_DISPATCH_AT_FORK_H
#define COMBA_DISPATCH_AT_FORK_H

/* Has CHILD called in every child that is forked from now on.  Returns 0, or an error number. */
int comba_at_fork (void (*child) (void));

#endif
