/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* For tests of the exported functions, which take no CPU configuration as an argument: runs BODY in
   a new process for every configuration, with COMBA_CPU naming it; checks that it is in use; and
   skips, by name, those that cannot run here. */

#ifndef COMBA_EACH_CONFIG_H
#define COMBA_EACH_CONFIG_H

/* Takes main's arguments, returns main's result. */
int tests_each_config (int argc, char **argv, void (*body) (const char *config));

#endif
