/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The libraries of a running process. */

#ifndef TOOLS_RUNNING_H
#define TOOLS_RUNNING_H

#include "processes.h"

/* Writes to FILE, as text or JSON, which libgmp process PID has, and whether comba stands before it.
   Returns whether it does; SERVES_UNKNOWN with nothing written, but a message on stderr, if there is
   no such process or its libraries may not be read. */
enum serves show_running (FILE *file, int as_json, long pid);

#endif
