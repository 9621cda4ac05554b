/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Writing JSON.  KEY is the name of the value in an object, NULL in an array and for the whole. */

#ifndef TOOLS_JSON_H
#define TOOLS_JSON_H

#include <stdio.h>

struct json
{
  FILE *file;
  int depth;
  int has_values;               /* the innermost object or array */
};

void json_open (struct json *j, const char *key, char bracket);         /* '{' or '[' */
void json_close (struct json *j, char bracket);                         /* '}' or ']' */

/* NULL becomes null.  A byte that is not UTF-8, as in some file names, becomes \udc80 to \udcff, as
   Python's os.fsdecode has it. */
void json_string (struct json *j, const char *key, const char *value);

void json_number (struct json *j, const char *key, unsigned long long value);
void json_null (struct json *j, const char *key);

/* YES > 0: true; 0: false; < 0: null, not known. */
void json_bool (struct json *j, const char *key, int yes);

/* The words of TEXT as an array of strings. */
void json_words (struct json *j, const char *key, const char *text);

#endif
