/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* V. Kovtun, A. Okhrimenko, Approaches for the parallelization of software
   implementation of integer multiplication, 2012: Modified Comba (Cmb*), 2x, Mx. */

#include "papers.h"
#include "arith/arith.h"
#include "ways.h"
#include "config/list.h"
#include <math.h>

enum { SIZES = 12, ALGORITHMS = 3, CPUS = 5 };
static const int words[SIZES] = { 3, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384 };

/* Table 1: milliseconds for a million products, so nanoseconds for one. */
static const struct
{
  const char *name;
  int threads;                  /* of Mx */
  double ms[ALGORITHMS][SIZES];
} table_1[CPUS] = {
  { "T2130", 2, {
    { 16, 16, 46, 187, 702, 1544, 2652, 5786, 10246, 22988, 40206, 90002 },
    { 202, 202, 219, 328, 546, 966, 1591, 3758, 5381, 13194, 20508, 49173 },
    { 281, 297, 343, 464, 889, 1544, 2417, 5332, 8234, 17935, 33203, 72519 } } },
  { "T7200", 2, {
    { 16, 16, 46, 156, 484, 1015, 1734, 3766, 6719, 14703, 26063, 57735 },
    { 234, 172, 187, 235, 422, 703, 1125, 2157, 3641, 7812, 13531, 29859 },
    { 266, 281, 297, 406, 719, 1235, 1844, 3593, 6015, 12891, 22500, 49625 } } },
  { "E6400", 2, {
    { 0, 16, 31, 94, 328, 688, 1172, 2515, 4500, 9843, 17438, 38610 },
    { 78, 93, 93, 125, 266, 453, 719, 1672, 2438, 5265, 9547, 20281 },
    { 141, 141, 172, 250, 453, 781, 1218, 2735, 4047, 8688, 16000, 34578 } } },
  { "A8-3510", 4, {
    { 16, 16, 31, 156, 452, 921, 1576, 3682, 6537, 14212, 24133, 51480 },
    { 187, 187, 209, 250, 421, 687, 1061, 2075, 3416, 7472, 13072, 28205 },
    { 359, 375, 390, 437, 593, 826, 1185, 2075, 3276, 6755, 11404, 24804 } } },
  { "i7-2600", 8, {
    { 0, 16, 16, 78, 249, 546, 936, 2044, 3525, 5554, 13884, 30872 },
    { 124, 109, 109, 156, 266, 484, 764, 1622, 2605, 3635, 9734, 21902 },
    { 172, 156, 203, 234, 312, 421, 609, 1139, 1794, 7831, 6334, 13089 } } },
};
static const char *const algorithms[ALGORITHMS] = { "MC", "2x", "Mx" };

enum { BEST = ALGORITHMS, COLUMNS, OPENMP = COLUMNS, TIMES = OPENMP + ALGORITHMS };     /* OPENMP + 1: 2x */

static void
time_size (const struct papers *p, int i, double ns[TIMES])
{
  int bits = 32 * words[i];
  struct way ways[] = {
    way_words (words32_mc, words[i]),
    way_threads (&comba_config_mc32, 0, 2),
    way_config (p->best, 0),
  };
  struct timed t[3];
  time_ways (ways, 3, bits, t);
  ns[0] = t[0].ns;
  ns[1] = t[1].ns;
  ns[2] = time_threads (way_threads (&comba_config_mc32, 0, MX_THREADS), bits);
  ns[BEST] = t[2].ns;
  ns[OPENMP + 1] = time_openmp (way_threads (&comba_config_mc32, 0, 2), bits);
  ns[OPENMP + 2] = time_openmp (way_threads (&comba_config_mc32, 0, MX_THREADS), bits);
}

void
paper_004 (const struct papers *p)
{
  double ns[SIZES][TIMES];
  for (int i = 0; i < SIZES; i++)
    time_size (p, i, ns[i]);

  struct table *t = table_new (
    "004.1", "Products of numbers of 32-bit words, w = 32, nanoseconds",
    "algorithm|CPU|3|4|8|16|32|48|64|96|128|192|256|384");
  for (int a = 0; a < ALGORITHMS; a++)
    {
      for (int c = 0; c < CPUS; c++)
        {
          table_text (t, algorithms[a]);
          table_text (t, table_1[c].name);
          for (int i = 0; i < SIZES; i++)
            table_number (t, table_1[c].ms[a][i], 0);
        }
      table_text (t, algorithms[a]);
      table_text (t, "here");
      for (int i = 0; i < SIZES; i++)
        table_number (t, ns[i][a], ns[i][a] < 100 ? 1 : 0);
      if (a == 0)
        continue;
      table_text (t, algorithms[a]);
      table_text (t, "here (openmp)");
      for (int i = 0; i < SIZES; i++)
        table_openmp (t, ns[i][OPENMP + a], ns[i][OPENMP + a] < 100 ? 1 : 0);
    }
  table_text (t, "comba");
  table_text (t, "here");
  for (int i = 0; i < SIZES; i++)
    table_number (t, ns[i][BEST], ns[i][BEST] < 100 ? 1 : 0);
  table_print (t, p->out, p->format, THREADS_NOTE
               "  2x and Mx have whole limbs, so 4 words for 3.");

  t = table_new ("004.1r", "How many times as fast as MC",
                 "algorithm|CPU|3|4|8|16|32|48|64|96|128|192|256|384");
  for (int a = 1; a < COLUMNS; a++)
    {
      for (int c = 0; a < ALGORITHMS && c < CPUS; c++)
        {
          table_text (t, algorithms[a]);
          table_text (t, table_1[c].name);
          for (int i = 0; i < SIZES; i++)
            table_number (t, table_1[c].ms[0][i] / table_1[c].ms[a][i], 2);
        }
      table_text (t, a == BEST ? "comba" : algorithms[a]);
      table_text (t, "here");
      for (int i = 0; i < SIZES; i++)
        table_number (t, ns[i][0] / ns[i][a], 2);
      if (a == BEST)
        continue;
      table_text (t, algorithms[a]);
      table_text (t, "here (openmp)");
      for (int i = 0; i < SIZES; i++)
        table_openmp (t, ns[i][0] / ns[i][OPENMP + a], 2);
    }
  table_print (t, p->out, p->format, NULL);
}
