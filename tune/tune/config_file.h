/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A configuration as a source file, config/NAME.c. */

#ifndef TUNE_CONFIG_FILE_H
#define TUNE_CONFIG_FILE_H

#include "tuner.h"
#include "diag/diag.h"

/* Whether NAME is a possible name for a configuration: a new identifier in lower case. */
int is_config_name (const char *name);

/* Writes the file of a configuration NAME for this CPU, which inherits from BUILTIN and states what
   differs in K. */
void print_config (struct comba_text *file, const char *name, const struct comba_config *builtin,
                   const struct comba_config *k);

#endif
