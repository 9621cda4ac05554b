/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For tests of the exported functions, which cannot be told a CPU configuration by
   argument: runs BODY in a new process for every set, with COMBA_CPU set to it,
   checks that this set serves, and skips, by name, those that cannot run here. */

#ifndef COMBA_EACH_SET_H
#define COMBA_EACH_SET_H

/* main's arguments; the result is main's. */
int tests_each_config (int argc, char **argv, void (*body) (const char *set));

#endif
