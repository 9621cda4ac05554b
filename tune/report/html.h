/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Writing one HTML page that needs no other file and no network, and is well-formed XML. */

#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdio.h>

/* Writes formatted text, escaped for elements and for quoted attributes.  A byte that is not UTF-8
   becomes a question mark. */
void html_text (FILE *out, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* The page up to its first heading, which is TITLE, and its end. */
void html_begin (FILE *out, const char *title);
void html_end (FILE *out);

/* A heading of level 2 or 3. */
void html_heading (FILE *out, int level, const char *text);

/* A table with COLUMNS heads.  Cells from column FIRST_NUMBER on are aligned as numbers; the first
   cell of a row is its head.  A wide table scrolls in its own box, not the page. */
struct html_table
{
  const char *caption;
  int columns, first_number;
  const char *const *heads;
};
void html_table_begin (FILE *out, const struct html_table *table);
/* VALUES[0..columns-1]; an empty value is an empty cell. */
void html_row (FILE *out, const struct html_table *table, const char *const *values);
void html_table_end (FILE *out);

/* A table that the reader opens: html_table_begin and its rows in between. */
void html_details_begin (FILE *out, const char *summary);
void html_details_end (FILE *out);

#endif
