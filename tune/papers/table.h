/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tables of numbers, as text or comma-separated values. */

#ifndef PAPERS_TABLE_H
#define PAPERS_TABLE_H

#include <stdio.h>

enum table_format
{
  TABLE_TEXT,
  TABLE_CSV
};

struct table;

/* An empty table.  ID is such as "001.2": paper 001, table 2; HEADERS are the names of its
   columns, with | in between.  All strings must last as long as the table. */
struct table *table_new (const char *id, const char *title, const char *headers);

/* The next cell, row by row: a number (infinities and NAN are shown as "-"), or a text. */
void table_number (struct table *t, double value, int decimals);
void table_text (struct table *t, const char *text);

/* Prints it, with NOTE (may be NULL) below, and frees it. */
void table_print (struct table *t, FILE *out, enum table_format format, const char *note);

#endif
