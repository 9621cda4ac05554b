/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "json.h"
#include <string.h>

/* The bytes of the character at P if they are UTF-8, else 0. */
static int
utf8_length (const unsigned char *p)
{
  const int n = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
  for (int i = 1; i < n; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  /* Longer than needed, surrogates, beyond U+10FFFF. */
  const int wrong = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0)
                    || (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90);
  return n > 2 && wrong ? 0 : n;
}

static void
put_text (struct json *j, const char *text, size_t length)
{
  putc ('"', j->file);
  for (const unsigned char *p = (const unsigned char *) text, *end = p + length; p < end;)
    {
      const int n = utf8_length (p);
      if (n == 0)
        fprintf (j->file, "\\udc%02x", *p);
      else if (*p == '"' || *p == '\\')
        fprintf (j->file, "\\%c", *p);
      else if (*p < ' ')
        fprintf (j->file, "\\u%04x", *p);
      else
        fwrite (p, 1, (size_t) n, j->file);
      p += n > 0 ? n : 1;
    }
  putc ('"', j->file);
}

static void
begin_line (struct json *j)
{
  fprintf (j->file, "\n%*s", 2 * j->depth, "");
}

static void
begin_value (struct json *j, const char *key)
{
  if (j->has_values)
    putc (',', j->file);
  if (j->depth > 0)
    begin_line (j);
  j->has_values = 1;
  if (key != NULL)
    {
      put_text (j, key, strlen (key));
      fputs (": ", j->file);
    }
}

void
json_open (struct json *j, const char *key, char bracket)
{
  begin_value (j, key);
  putc (bracket, j->file);
  j->depth++;
  j->has_values = 0;
}

void
json_close (struct json *j, char bracket)
{
  j->depth--;
  if (j->has_values)
    begin_line (j);
  putc (bracket, j->file);
  j->has_values = 1;
  if (j->depth == 0)
    putc ('\n', j->file);
}

void
json_string (struct json *j, const char *key, const char *value)
{
  if (value == NULL)
    {
      json_null (j, key);
      return;
    }
  begin_value (j, key);
  put_text (j, value, strlen (value));
}

void
json_number (struct json *j, const char *key, unsigned long long value)
{
  begin_value (j, key);
  fprintf (j->file, "%llu", value);
}

void
json_null (struct json *j, const char *key)
{
  begin_value (j, key);
  fputs ("null", j->file);
}

void
json_bool (struct json *j, const char *key, int yes)
{
  begin_value (j, key);
  fputs (yes > 0 ? "true" : yes == 0 ? "false" : "null", j->file);
}

void
json_words (struct json *j, const char *key, const char *text)
{
  json_open (j, key, '[');
  for (const char *p = text; p += strspn (p, " "), *p != '\0';)
    {
      const size_t n = strcspn (p, " ");
      begin_value (j, NULL);
      put_text (j, p, n);
      p += n;
    }
  json_close (j, ']');
}
