/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "sizes.h"
#include "list.h"
#include <ctype.h>
#include <math.h>

#define STRING(x) #x
#define NUMBER(x) STRING (x)

static const char bad_size[] = "a size is a number from 1 to " NUMBER (SIZES_LIMIT);
static const char bad_range[] = "a range is FIRST-LAST, and FIRST is not above LAST";
static const char bad_step[] = "a step is a number or a percentage above 0";
static const char bad_shape[] = "a shape is ANxBN, and AN is not below BN";
static const char bad_ratio[] = "a ratio is a number from 1 to 1000000";
static const char bad_list[] = "items are separated by single commas";
static const char no_memory[] = "out of memory";

/* Each read_... parses an item at *AT and advances *AT.  Returns 1, or 0. */

static int
read_decimal (const char **at, double *value)
{
  if (!isdigit ((unsigned char) **at))
    return 0;
  char *end;
  *value = strtod (*at, &end);
  *at = end;
  return 1;
}

static int
read_size (const char **at, mp_size_t *size)
{
  mp_size_t n = 0;
  for (; isdigit ((unsigned char) **at); ++*at)
    if (n <= SIZES_LIMIT)
      n = 10 * n + (**at - '0');
  *size = n;
  return n >= 1 && n <= SIZES_LIMIT;
}

static int
read_char (const char **at, char c)
{
  if (**at != c)
    return 0;
  ++*at;
  return 1;
}

/* After an item: the end, or a comma and another item. */
static int
another (const char **at, const char **wrong)
{
  if (**at == '\0')
    return 0;
  if (read_char (at, ',') && **at != '\0')
    return 1;
  *wrong = bad_list;
  return 0;
}

static const char *
append_size (struct sizes *sizes, mp_size_t size)
{
  mp_size_t *of = list_grow (sizes->of, sizes->n, sizeof *of);
  if (of == NULL)
    return no_memory;
  sizes->of = of;
  of[sizes->n++] = size;
  return NULL;
}

/* The sizes of one item. */
static const char *
add_range (struct sizes *sizes, const char **at)
{
  mp_size_t first, last;
  double step = 1, factor = 1;

  if (!read_size (at, &first))
    return bad_size;
  last = first;
  if (read_char (at, '-'))
    {
      if (!read_size (at, &last))
        return bad_size;
      if (first > last)
        return bad_range;
      if (read_char (at, ':'))
        {
          if (!read_decimal (at, &step) || !(step > 0))
            return bad_step;
          if (read_char (at, '%'))
            {
              factor = 1 + step / 100;
              step = 1;
            }
          else if (step != floor (step))
            return bad_step;
        }
    }

  const char *wrong = NULL;
  for (double n = first; n < last && wrong == NULL; n = fmax (n + step, floor (n * factor)))
    wrong = append_size (sizes, n);
  return wrong != NULL ? wrong : append_size (sizes, last);
}

static int
compare_sizes (const void *a, const void *b)
{
  mp_size_t x = *(const mp_size_t *) a, y = *(const mp_size_t *) b;
  return (x > y) - (x < y);
}

const char *
sizes_add (struct sizes *sizes, const char *text)
{
  const char *wrong;
  do
    wrong = add_range (sizes, &text);
  while (wrong == NULL && another (&text, &wrong));
  if (wrong != NULL)
    return wrong;

  qsort (sizes->of, sizes->n, sizeof sizes->of[0], compare_sizes);
  size_t cached = 1;
  for (size_t i = 1; i < sizes->n; i++)
    if (sizes->of[i] != sizes->of[cached - 1])
      sizes->of[cached++] = sizes->of[i];
  sizes->n = cached;
  return NULL;
}

const char *
shapes_add (struct shapes *shapes, const char *text)
{
  const char *wrong = NULL;
  do
    {
      struct shape shape;
      if (!read_size (&text, &shape.an))
        return bad_size;
      if (!read_char (&text, 'x'))
        return bad_shape;
      if (!read_size (&text, &shape.bn))
        return bad_size;
      if (shape.an < shape.bn)
        return bad_shape;
      struct shape *of = list_grow (shapes->of, shapes->n, sizeof *of);
      if (of == NULL)
        return no_memory;
      shapes->of = of;
      of[shapes->n++] = shape;
    }
  while (another (&text, &wrong));
  return wrong;
}

const char *
ratios_add (struct ratios *ratios, const char *text)
{
  const char *wrong = NULL;
  do
    {
      double ratio;
      if (!read_decimal (&text, &ratio) || !(ratio >= 1 && ratio <= 1e6))
        return bad_ratio;
      double *of = list_grow (ratios->of, ratios->n, sizeof *of);
      if (of == NULL)
        return no_memory;
      ratios->of = of;
      of[ratios->n++] = ratio;
    }
  while (another (&text, &wrong));
  return wrong;
}
