/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reads a tuning file.  The contract is in dispatch/tuning.h. */

#include "dispatch/tuning_rows.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The bytes from P to before END, without a terminating null byte. */
struct span
{
  const char *p, *end;
};

/* The first word of a line: one of these, or the name of a row. */
enum key
{
  KEY_COMBA,
  KEY_CONFIG,
  KEY_CPU,
  KEY_DATE,
  KEY_COMPILER,
  KEY_THREADS,
  KEY_END,
  KEY_ROWS,
  KEYS = KEY_ROWS + COMBA_TUNING_ROWS
};

static const char *const header[KEY_ROWS] = {
  [KEY_COMBA] = "comba",
  [KEY_CONFIG] = "config",
  [KEY_CPU] = "cpu",
  [KEY_DATE] = "date",
  [KEY_COMPILER] = "compiler",
  [KEY_THREADS] = "threads",
  [KEY_END] = "end",
};

#define BIT(key) (1ull << (key))
_Static_assert (KEYS <= 64, "a bit for each key");
#define REQUIRED (KEY_CPU + 1)  /* the keys below this one come first, in their order */

struct reader
{
  const struct comba_config *k;
  struct comba_tuning t;
  unsigned long long seen;      /* a bit for each key that the file has had */
  long line;
  struct span rest;             /* of the current line */
  char *reason;
};

/* Sets the reason and returns 0; before the first line it names no line.  Bytes of the file that are not printable ASCII become "?". */
static int __attribute__ ((format (printf, 2, 3)))
refuse (struct reader *r, const char *format, ...)
{
  int n = r->line > 0 ? snprintf (r->reason, COMBA_TUNING_REASON, "line %ld: ", r->line) : 0;
  va_list args;
  va_start (args, format);
  vsnprintf (r->reason + n, COMBA_TUNING_REASON - n, format, args);
  va_end (args);
  for (char *p = r->reason; *p != '\0'; p++)
    if (*p < ' ' || *p > '~')
      *p = '?';
  return 0;
}

static int
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line; a comma is a word of its own.  Empty at the end of the line. */
static struct span
next_word (struct span *line)
{
  while (line->p < line->end && is_blank (*line->p))
    line->p++;
  struct span word = { line->p, line->p };
  if (line->p < line->end && *line->p == ',')
    word.end++;
  else
    while (word.end < line->end && !is_blank (*word.end) && *word.end != ',')
      word.end++;
  line->p = word.end;
  return word;
}

static int
is_empty (struct span w)
{
  return w.p == w.end;
}

static int
is_word (struct span w, const char *text)
{
  size_t n = strlen (text);
  return (size_t) (w.end - w.p) == n && memcmp (w.p, text, n) == 0;
}

/* Arguments for "%.*s": at most 40 bytes of W. */
#define SHOWN(w) (int) ((w).end - (w).p < 40 ? (w).end - (w).p : 40), (w).p

/* Reads W as a decimal number from 0 to MAX, digits only.  Returns 1, or 0 if it is not one. */
static int
is_number (struct span w, mp_size_t max, mp_size_t *value)
{
  mp_size_t n = 0;
  for (const char *p = w.p; p < w.end; p++)
    {
      int digit = *p - '0';
      if (digit < 0 || digit > 9 || n > (max - digit) / 10)
        return 0;
      n = 10 * n + digit;
    }
  *value = n;
  return !is_empty (w);
}

#define SIZE_LIMIT ((mp_size_t) (~0ull >> (65 - 8 * sizeof (mp_size_t))))

/* WHAT is not in the line. */
static int
refuse_missing (struct reader *r, const char *name, const char *what)
{
  return refuse (r, "%s: the %s is missing", name, what);
}

static int
read_size (struct reader *r, const char *name, struct span w, mp_size_t *value)
{
  if (is_empty (w))
    return refuse_missing (r, name, "number");
  return is_number (w, SIZE_LIMIT, value)
         || refuse (r, "%s: \"%.*s\" is not a number from 0 to %ld", name, SHOWN (w),
                    (long) SIZE_LIMIT);
}

static int
read_threads (struct reader *r, const char *name, struct span w, int *threads)
{
  mp_size_t n;
  if (is_empty (w))
    return refuse_missing (r, name, "number of threads");
  if (!is_number (w, COMBA_THREADS_MAX, &n) || n == 0)
    return refuse (r, "%s: \"%.*s\" is not a number of threads from 1 to %d", name, SHOWN (w),
                   COMBA_THREADS_MAX);
  *threads = (int) n;
  return 1;
}

static int
refuse_old (struct reader *r)
{
  return refuse (r, "made by an earlier comba-tune; run comba-tune again");
}

/* Names that paths had in files of an earlier comba-tune. */
static int
is_old_path (struct span w)
{
  return is_word (w, "kept") || is_word (w, "digits") || is_word (w, "halves");
}

static int
read_path (struct reader *r, const struct comba_tuning_row *row, struct span w, struct comba_step *s)
{
  if (is_empty (w))
    return refuse_missing (r, row->name, "path");
  for (s->path = 0; s->path < COMBA_PATHS; s->path++)
    if (is_word (w, comba_path_names[s->path]))
      return (row->paths >> s->path & 1)
             || refuse (r, "%s: \"%.*s\" is not a path for this plan", row->name, SHOWN (w));
  if (is_old_path (w))
    return refuse_old (r);
  return refuse (r, "%s: there is no path \"%.*s\"", row->name, SHOWN (w));
}

/* Reads "none", or steps FROM PATH THREADS with commas between them. */
static int
read_plan (struct reader *r, const struct comba_tuning_row *row, struct comba_plan *plan)
{
  const char *name = row->name;
  *plan = (struct comba_plan) { .steps[0].threads = 0 };
  struct span w = next_word (&r->rest);
  if (is_word (w, "none"))
    return 1;
  for (int i = 0; i < COMBA_PLAN_STEPS; i++)
    {
      struct comba_step *s = &plan->steps[i];
      if (!read_size (r, name, w, &s->from)
          || !read_path (r, row, next_word (&r->rest), s)
          || !read_threads (r, name, next_word (&r->rest), &s->threads))
        return 0;
      if (i > 0 && s->from <= s[-1].from)
        return refuse (r, "%s: step %d does not begin above the size of the step before it", name, i + 1);
      struct span before = r->rest;
      if (!is_word (next_word (&r->rest), ","))
        {
          r->rest = before;
          return 1;
        }
      w = next_word (&r->rest);
    }
  return refuse (r, "%s: more than %d steps", name, COMBA_PLAN_STEPS);
}

static int
read_config (struct reader *r)
{
  struct span w = next_word (&r->rest);
  if (is_empty (w))
    return refuse_missing (r, "config", "name");
  return is_word (w, r->k->name)
         || refuse (r, "made for CPU configuration \"%.*s\", not for %s; run comba-tune again", SHOWN (w),
                    r->k->name);
}

static int
read_cpu (struct reader *r)
{
  char text[COMBA_CPU_IDENTITY];
  comba_cpu_identity (text);
  struct span cpu = { text, text + strlen (text) }, w, mine;
  do
    {
      w = next_word (&r->rest), mine = next_word (&cpu);
      if (is_empty (w) && !is_empty (mine))
        return refuse (r, "made for another CPU (\"%.*s\" is missing); run comba-tune again", SHOWN (mine));
      if (!is_empty (w) && is_empty (mine))
        return refuse (r, "made for another CPU (this one has no \"%.*s\"); run comba-tune again", SHOWN (w));
      if (w.end - w.p != mine.end - mine.p || memcmp (w.p, mine.p, mine.end - mine.p) != 0)
        return refuse (r, "made for another CPU (\"%.*s\" is not \"%.*s\"); run comba-tune again",
                       SHOWN (w), SHOWN (mine));
    }
  while (!is_empty (w));
  return 1;
}

static int
read_value (struct reader *r, int key)
{
  struct span w;
  switch (key)
    {
    case KEY_COMBA:             /* any version: unknown names are refused below */
      w = next_word (&r->rest);
      return !is_empty (w) || refuse (r, "\"comba\" without a version");
    case KEY_CONFIG:
      return read_config (r);
    case KEY_CPU:
      return read_cpu (r);
    case KEY_DATE:
    case KEY_COMPILER:          /* read by people only */
      r->rest.p = r->rest.end;
      return 1;
    case KEY_THREADS:
      return read_threads (r, "threads", next_word (&r->rest), &r->t.threads);
    case KEY_END:
      return 1;
    default:
      {
        const struct comba_tuning_row *row = &comba_tuning_rows[key - KEY_ROWS];
        void *at = (char *) &r->t + row->offset;
        return row->paths != 0 ? read_plan (r, row, at)
                               : read_size (r, row->name, next_word (&r->rest), at);
      }
    }
}

static const char *
name_of (int key)
{
  return key < KEY_ROWS ? header[key] : comba_tuning_rows[key - KEY_ROWS].name;
}

static int
read_line (struct reader *r)
{
  struct span w = next_word (&r->rest);
  if (is_empty (w))
    return 1;
  int key = 0;
  while (key < KEYS && !is_word (w, name_of (key)))
    key++;
  if (r->seen == 0 && key != KEY_COMBA)
    return refuse (r, "not a tuning file: it does not begin with \"comba VERSION\"");
  if (r->seen & BIT (KEY_END))
    return refuse (r, "text after \"end\"");
  if (key == KEYS && is_word (w, "kernels"))
    return refuse_old (r);
  if (key == KEYS)
    return refuse (r, "unknown name \"%.*s\"", SHOWN (w));
  if (r->seen & BIT (key))
    return refuse (r, "%s is given twice", name_of (key));
  for (int first = 0; first < REQUIRED && first < key; first++)
    if ((r->seen & BIT (first)) == 0)
      return refuse (r, "%s before \"%s\"", name_of (key), name_of (first));
  r->seen |= BIT (key);
  if (!read_value (r, key))
    return 0;
  w = next_word (&r->rest);
  return is_empty (w) || refuse (r, "%s: unexpected \"%.*s\"", name_of (key), SHOWN (w));
}

/* The first C from P on, or END. */
static const char *
find (const char *p, const char *end, char c)
{
  const char *found = p < end ? memchr (p, c, end - p) : NULL;
  return found != NULL ? found : end;
}

int
comba_tuning_parse (struct comba_tuning *t, const struct comba_config *k, const char *file,
                    size_t length, char reason[COMBA_TUNING_REASON])
{
  struct reader r = { .k = k, .reason = reason };
  comba_tuning_of (&r.t, k);
  if (length == 0)
    return refuse (&r, "the file is empty; run comba-tune again");
  const char *end = file + length;
  for (const char *p = file; p < end;)
    {
      const char *newline = find (p, end, '\n');
      r.line++;
      r.rest = (struct span) { p, find (p, newline, '#') };
      if (!read_line (&r))
        return 0;
      p = newline < end ? newline + 1 : end;
    }
  if ((r.seen & BIT (KEY_END)) == 0)
    return refuse (&r, "the file is incomplete: \"end\" is missing; run comba-tune again");
  *t = r.t;
  return 1;
}
