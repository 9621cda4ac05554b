/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* V. Kovtun, A. Okhrimenko, Approaches for the performance increasing of software
   implementation of integer multiplication in prime fields, 2012: classical Comba,
   Modified Comba, GMP. */

#include "papers.h"
#include "counted.h"
#include "ways.h"
#include "config/list.h"
#include <math.h>

/* Table 2: microseconds; Modified Comba, Comba, GMP 4.1.2. */
static const struct
{
  int bits;
  double core_i3[3], pentium[3];
} table_2[] = {
  { 82, { 0.075, 0.120, 0.121 }, { 0.0687, 0.119, 0.125 } },
  { 164, { 0.21, 0.393, 0.4 }, { 0.209, 0.363, 0.407 } },
  { 192, { 0.276, 0.393, 0.41 }, { 0.289, 0.363, 0.414 } },
  { 224, { 0.343, 0.69, 0.549 }, { 0.364, 0.59, 0.522 } },
  { 256, { 0.422, 0.875, 0.638 }, { 0.456, 0.744, 0.648 } },
  { 320, { 0.6973, 1.278, 0.97 }, { 0.686, 1.053, 0.969 } },
  { 384, { 0.961, 1.75, 1.38 }, { 0.94, 1.45, 1.36 } },
  { 521, { 1.63, 2.8, 2.663 }, { 1.486, 2.41, 2.643 } },
};
enum { ROWS = sizeof table_2 / sizeof table_2[0] };

/* What is timed, in this order. */
enum { MC32, COMBA32, MC_VECTOR, COMBA_VECTOR, GMP, BEST, MC64, COMBA64, WAYS };

/* Classical Comba on limbs. */
#define COMBA_NOTE "comba: against classical Comba on limbs."
enum { COMBA_LIMBS = GMP_LIMB_BITS == 64 ? COMBA64 : COMBA32 };

static int
ways_for (struct way *ways, const struct papers *p, int bits)
{
  mp_size_t words = (bits + 31) / 32;
  ways[MC32] = way_words (words32_mc, words);
  ways[COMBA32] = way_words (words32_comba, words);
  ways[MC_VECTOR] = way_words (words32_mc_vector, words);
  ways[COMBA_VECTOR] = way_words (words32_comba_vector, words);
  ways[GMP] = way_library (p->gmp);
  ways[BEST] = way_config (p->best, 0);
#if GMP_LIMB_BITS == 64
  ways[MC64] = way_kernel (&comba_config_mc64, 0);
  ways[COMBA64] = way_kernel (&comba_config_comba, 0);
  return WAYS;
#else
  return MC64;
#endif
}

static void
time_row (const struct papers *p, int bits, struct timed t[WAYS])
{
  struct way ways[WAYS];
  for (int w = 0; w < WAYS; w++)
    t[w].ns = NAN;
  int n = ways_for (ways, p, bits);
  time_ways (ways, n, bits, t);
}

static void
print_times (const struct papers *p, struct timed t[ROWS][WAYS])
{
  struct table *table = table_new (
    "001.2", "Products of field elements, microseconds",
    "bits|Core i3: MC|Core i3: Comba|Core i3: GMP|Pentium: MC|Pentium: Comba|Pentium: GMP"
    "|here, w=32: MC|here, w=32: Comba|here, w=32, vectors: MC|here, w=32, vectors: Comba"
    "|here, w=64: MC|here, w=64: Comba|here: GMP|here: comba");
  for (int i = 0; i < ROWS; i++)
    {
      table_number (table, table_2[i].bits, 0);
      for (int c = 0; c < 3; c++)
        table_number (table, table_2[i].core_i3[c], 4);
      for (int c = 0; c < 3; c++)
        table_number (table, table_2[i].pentium[c], 4);
      static const int order[] = {
        MC32, COMBA32, MC_VECTOR, COMBA_VECTOR, MC64, COMBA64, GMP, BEST
      };
      for (int c = 0; c < WAYS; c++)
        table_number (table, t[i][order[c]].ns / 1e3, 4);
    }
  table_print (table, p->out, p->format,
               "Both Combas are C by the same compiler; vectors: as it vectorises them (gcc -O3).  With w = 32 the numbers have 3, 6, 6, 7, 8,"
               " 10, 12, 17 words; all else works on whole limbs.");
}

static void
print_ratios (const struct papers *p, struct timed t[ROWS][WAYS])
{
  struct table *table = table_new (
    "001.2r", "How many times as fast Modified Comba is",
    "bits|Core i3: Comba / MC|Core i3: GMP / MC|Pentium: Comba / MC|Pentium: GMP / MC"
    "|here, w=32: Comba / MC|here, w=32: GMP / MC|here, w=32, vectors: Comba / MC|here, w=32, vectors: GMP / MC"
    "|here, w=64: Comba / MC|here, w=64: GMP / MC|here: Comba / comba|here: GMP / comba");
  for (int i = 0; i < ROWS; i++)
    {
      const double *a = table_2[i].core_i3, *b = table_2[i].pentium;
      table_number (table, table_2[i].bits, 0);
      table_number (table, a[1] / a[0], 2);
      table_number (table, a[2] / a[0], 2);
      table_number (table, b[1] / b[0], 2);
      table_number (table, b[2] / b[0], 2);
      table_number (table, t[i][COMBA32].ns / t[i][MC32].ns, 2);
      table_number (table, t[i][GMP].ns / t[i][MC32].ns, 2);
      table_number (table, t[i][COMBA_VECTOR].ns / t[i][MC_VECTOR].ns, 2);
      table_number (table, t[i][GMP].ns / t[i][MC_VECTOR].ns, 2);
      table_number (table, t[i][COMBA64].ns / t[i][MC64].ns, 2);
      table_number (table, t[i][GMP].ns / t[i][MC64].ns, 2);
      table_number (table, t[i][COMBA_LIMBS].ns / t[i][BEST].ns, 2);
      table_number (table, t[i][GMP].ns / t[i][BEST].ns, 2);
    }
  table_print (table, p->out, p->format, COMBA_NOTE);
}

/* Delayed carry beyond the paper's sizes. */
static void
print_beyond (const struct papers *p)
{
  struct table *table = table_new (
    "001.more", "How many times as fast as classical Comba, longer numbers",
    "bits|MC, w=32|MC, w=32, vectors|MC, w=64|comba");
  for (int bits = 1024; bits <= 16384; bits *= 2)
    {
      struct timed t[WAYS];
      time_row (p, bits, t);
      table_number (table, bits, 0);
      table_number (table, t[COMBA32].ns / t[MC32].ns, 2);
      table_number (table, t[COMBA_VECTOR].ns / t[MC_VECTOR].ns, 2);
      table_number (table, t[COMBA64].ns / t[MC64].ns, 2);
      table_number (table, t[COMBA_LIMBS].ns / t[BEST].ns, 2);
    }
  table_print (table, p->out, p->format, COMBA_NOTE);
}

/* The paper's formulas for three words: "for n = 3". */
static void
print_counts (const struct papers *p)
{
  enum { N = 3 };
  static const struct
  {
    const char *name;
    words_fn *counted;
    int mul, add;
  } rows[] = {
    { "Comba", counted_comba32, 9, 27 },
    { "MC", counted_mc32, 9, 28 },
  };
  struct table *table = table_new ("001.n3", "Operations for n = 3 words",
                                   "algorithm|paper: multiplications|paper: additions|here: multiplications|here: additions");
  for (int i = 0; i < 2; i++)
    {
      mp_limb_t r[2 * N], a[N] = { 1, 2, 3 };
      operations = (struct operations) { 0, 0, 0 };
      rows[i].counted (r, a, a, N);
      table_text (table, rows[i].name);
      table_number (table, rows[i].mul, 0);
      table_number (table, rows[i].add, 0);
      table_number (table, operations.mul, 0);
      table_number (table, operations.add, 0);
    }
  table_print (table, p->out, p->format, NULL);
}

void
paper_001 (const struct papers *p)
{
  static struct timed t[ROWS][WAYS];
  print_counts (p);
  for (int i = 0; i < ROWS; i++)
    time_row (p, table_2[i].bits, t[i]);
  print_times (p, t);
  print_ratios (p, t);
  print_beyond (p);
}
