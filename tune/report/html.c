/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "html.h"
#include <stdarg.h>
#include <stdlib.h>

/* Colours have a contrast of at least 4.5 : 1 to the background.  The four lines of a plot also
   differ in dashes and marks. */
static const char style[] =
  ":root { color-scheme: light dark; --back: #ffffff; --text: #24292f; --quiet: #57606a;\n"
  "  --grid: #d0d7de; --focus: #0b63c4;\n"
  "  --line0: #0b63c4; --line1: #b93c0a; --line2: #15773a; --line3: #7e22ce }\n"
  "@media (prefers-color-scheme: dark) {\n"
  ":root { --back: #0d1117; --text: #e6edf3; --quiet: #9198a1; --grid: #30363d; --focus: #6cb2ff;\n"
  "  --line0: #6cb2ff; --line1: #ff9d5c; --line2: #5fd38a; --line3: #c99bff } }\n"
  "body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--back); color: var(--text);\n"
  "  font: 1rem/1.5 system-ui, Helvetica, Arial, sans-serif; overflow-wrap: break-word }\n"
  "h1, h2, h3 { line-height: 1.25 } h2 { margin-top: 2.5rem }\n"
  "figure { margin: 1rem 0 } figcaption { color: var(--quiet) }\n"
  "svg { display: block; width: 100%; height: auto }\n"
  "svg text { fill: var(--text); font-size: 13px }\n"
  "@media (max-width: 36rem) { svg text { font-size: 22px } }\n"
  ".grid { stroke: var(--grid) } .one { stroke: var(--quiet); stroke-width: 1.5 }\n"
  ".line { fill: none; stroke-width: 2; stroke-linejoin: round }\n"
  ".mark { stroke-width: 2 } .noisy { fill: var(--back) }\n"
  ".line0 { stroke: var(--line0) } .line1 { stroke: var(--line1); stroke-dasharray: 10 5 }\n"
  ".line2 { stroke: var(--line2); stroke-dasharray: 3 4 }\n"
  ".line3 { stroke: var(--line3); stroke-dasharray: 12 4 3 4 }\n"
  ".mark0 { stroke: var(--line0); fill: var(--line0) } .mark1 { stroke: var(--line1); fill: var(--line1) }\n"
  ".mark2 { stroke: var(--line2); fill: var(--line2) } .mark3 { stroke: var(--line3); fill: var(--line3) }\n"
  ".mark.noisy { fill: var(--back) }\n"
  ".legend { display: flex; flex-wrap: wrap; gap: 0 1.5rem; list-style: none; margin: 0; padding: 0 }\n"
  ".legend svg { display: inline-block; width: 44px; height: 16px; vertical-align: middle;\n"
  "  margin-right: 0.4rem }\n"
  ".box { overflow-x: auto; margin: 0.5rem 0 1.5rem } table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
  "caption { text-align: left; color: var(--quiet) }\n"
  "th, td { border-bottom: 1px solid var(--grid); padding: 0.2rem 0.6rem 0.2rem 0; text-align: left;\n"
  "  vertical-align: top }\n"
  "thead th { vertical-align: bottom } tbody th { font-weight: normal } .n { text-align: right }\n"
  "summary { cursor: pointer } pre { white-space: pre-wrap }\n"
  ".verdict { border-left: 4px solid var(--quiet); padding-left: 0.8rem }\n"
  ":focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }\n";

/* The length of the UTF-8 character at TEXT, 0 if there is none that XML allows. */
static int
character (const unsigned char *text)
{
  if (*text < 0x80)
    return *text >= 0x20 || *text == '\n' || *text == '\t';
  const int n = *text >= 0xf0 ? 4 : *text >= 0xe0 ? 3 : 2;
  unsigned long code = *text & (0xff >> (n + 1));
  for (int i = 1; i < n; i++)
    {
      if ((text[i] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | (text[i] & 0x3f);
    }
  static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  return *text < 0xc0 || *text > 0xf7 || code < least[n] || (code >= 0xd800 && code < 0xe000)
         || (code & ~1ul) == 0xfffe || code > 0x10ffff ? 0 : n;
}

void
html_text (FILE *out, const char *format, ...)
{
  char *text;
  va_list args;
  va_start (args, format);
  const int n = vasprintf (&text, format, args);
  va_end (args);
  if (n < 0)
    abort ();
  for (const char *c = text; *c != '\0'; )
    {
      const int length = character ((const unsigned char *) c);
      if (length != 1)
        {
          fwrite (length > 0 ? c : "?", 1, length > 0 ? length : 1, out);
          c += length > 0 ? length : 1;
          continue;
        }
      switch (*c)
        {
        case '&': fputs ("&amp;", out); break;
        case '<': fputs ("&lt;", out); break;
        case '>': fputs ("&gt;", out); break;
        case '"': fputs ("&quot;", out); break;
        case '\'': fputs ("&#39;", out); break;
        default: fputc (*c, out);
        }
      c++;
    }
  free (text);
}

void
html_begin (FILE *out, const char *title)
{
  fputs ("<!DOCTYPE html>\n"
         "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\" />\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\" />\n"
         "<title>", out);
  html_text (out, "%s", title);
  fprintf (out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>", style);
  html_text (out, "%s", title);
  fputs ("</h1>\n", out);
}

void
html_end (FILE *out)
{
  fputs ("</main>\n</body>\n</html>\n", out);
}

void
html_heading (FILE *out, int level, const char *text)
{
  fprintf (out, "<h%d>", level);
  html_text (out, "%s", text);
  fprintf (out, "</h%d>\n", level);
}

static const char *
class_of (const struct html_table *table, int column)
{
  return column >= table->first_number ? " class=\"n\"" : "";
}

void
html_table_begin (FILE *out, const struct html_table *table)
{
  fputs ("<div class=\"box\" role=\"region\" tabindex=\"0\" aria-label=\"", out);
  html_text (out, "%s", table->caption);
  fputs ("\">\n<table>\n<caption>", out);
  html_text (out, "%s", table->caption);
  fputs ("</caption>\n<thead><tr>", out);
  for (int i = 0; i < table->columns; i++)
    {
      fprintf (out, "<th scope=\"col\"%s>", class_of (table, i));
      html_text (out, "%s", table->heads[i]);
      fputs ("</th>", out);
    }
  fputs ("</tr></thead>\n<tbody>\n", out);
}

void
html_row (FILE *out, const struct html_table *table, const char *const *values)
{
  fputs ("<tr>", out);
  for (int i = 0; i < table->columns; i++)
    {
      fprintf (out, i == 0 ? "<th scope=\"row\"%s>" : "<td%s>", class_of (table, i));
      html_text (out, "%s", values[i]);
      fputs (i == 0 ? "</th>" : "</td>", out);
    }
  fputs ("</tr>\n", out);
}

void
html_table_end (FILE *out)
{
  fputs ("</tbody>\n</table>\n</div>\n", out);
}

void
html_details_begin (FILE *out, const char *summary)
{
  fputs ("<details>\n<summary>", out);
  html_text (out, "%s", summary);
  fputs ("</summary>\n", out);
}

void
html_details_end (FILE *out)
{
  fputs ("</details>\n", out);
}
