/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* O. Korchenko, V. Kovtun, A. Okhrimenko, Parallelization of integer squaring algorithms
   with delayed carry, 2014: MC, MC2x, MCMx against MCSQR, MCSQR2x, MCSQRMx. */

#include "papers.h"
#include "counted.h"
#include "other_build.h"
#include "arith/arith.h"
#include "ways.h"
#include "config/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 11, ALGORITHMS = 3 };    /* one thread, 2x, Mx */
static const int bits[SIZES] = {
  128, 256, 512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16384
};
static const char *const names[2][ALGORITHMS] = {
  { "MC", "MC2x", "MCMx" }, { "MCSQR", "MCSQR2x", "MCSQRMx" }
};

/* Tables 1 to 6: how many MUL, ADD, SHIFT. */
static const struct
{
  const char *id;
  int algorithm, w;
  int operations[SIZES][3];
} counts[] = {
  { "000.1", 0, 32, {
    { 16, 52, 18 }, { 64, 200, 84 }, { 256, 784, 360 }, { 1024, 3104, 1488 },
    { 4096, 12352, 6048 }, { 9216, 27744, 13680 }, { 16384, 49280, 24384 },
    { 36864, 110784, 55008 }, { 65536, 196864, 97920 }, { 147456, 442752, 220608 },
    { 262144, 786944, 392448 } } },
  { "000.2", 0, 64, {
    { 4, 14, 3 }, { 16, 52, 18 }, { 64, 200, 84 }, { 256, 784, 360 }, { 1024, 3104, 1488 },
    { 2304, 6960, 3384 }, { 4096, 12352, 6048 }, { 9216, 27744, 13680 },
    { 16384, 49280, 24384 }, { 36864, 110784, 55008 }, { 65536, 196864, 97920 } } },
  { "000.3", 1, 32, {
    { 8, 19, 9 }, { 32, 53, 42 }, { 128, 169, 180 }, { 512, 593, 744 }, { 2048, 2209, 3024 },
    { 4608, 4849, 6840 }, { 8192, 8513, 12192 }, { 18432, 18913, 27504 },
    { 32768, 33409, 48960 }, { 73728, 74689, 110304 }, { 131072, 132353, 196224 } } },
  { "000.4", 1, 64, {
    { 2, 8, 2 }, { 8, 19, 9 }, { 32, 53, 42 }, { 128, 169, 180 }, { 512, 593, 744 },
    { 1152, 1273, 1692 }, { 2048, 2209, 3024 }, { 4608, 4849, 6840 }, { 8192, 8513, 12192 },
    { 18432, 18913, 27504 }, { 32768, 33409, 48960 } } },
  { "000.5", 2, 32, {
    { 4, 26, 5 }, { 16, 63, 21 }, { 64, 161, 90 }, { 256, 453, 372 }, { 1024, 1421, 1512 },
    { 2304, 2901, 3420 }, { 4096, 4893, 6096 }, { 9216, 10413, 13752 }, { 16384, 17981, 24480 },
    { 36864, 39261, 55152 }, { 65536, 68733, 98112 } } },
  { "000.6", 2, 64, {
    { 1, 11, 1 }, { 4, 26, 5 }, { 16, 63, 21 }, { 64, 161, 90 }, { 256, 453, 372 },
    { 576, 873, 846 }, { 1024, 1421, 1512 }, { 2304, 2901, 3420 }, { 4096, 4893, 6096 },
    { 9216, 10413, 13752 }, { 16384, 17981, 24480 } } },
};

/* Tables 7, 8 (w = 32) and 10, 11 (w = 64): milliseconds for a million, so nanoseconds for
   one; products, then squares.  Tables 9 and 12 to 14 are their ratios. */
static const struct
{
  int w;
  const struct comba_config *k;
  const char *mul_id, *sqr_id, *ratio_id;
  double ms[2][SIZES][ALGORITHMS];
} times[] = {
  { 32, &comba_config_mc32, "000.8", "000.7", "000.9", {
    { { 62, 723, 768 }, { 156, 749, 796 }, { 530, 936, 874 }, { 1919, 2028, 999 },
      { 7394, 5772, 1513 }, { 16349, 12028, 2340 }, { 28673, 20560, 3245 },
      { 63133, 44569, 5938 }, { 110979, 78842, 7878 }, { 246730, 174174, 14708 },
      { 435943, 306416, 23306 } },
    { { 59, 681, 726 }, { 147, 702, 750 }, { 495, 858, 821 }, { 1722, 1576, 936 },
      { 6490, 4056, 1432 }, { 14305, 8143, 2196 }, { 24992, 13688, 3023 },
      { 54928, 29593, 5519 }, { 97266, 51542, 7438 }, { 214921, 111930, 13960 },
      { 378488, 196768, 21359 } } } },
#if GMP_LIMB_BITS == 64
  { 64, &comba_config_mc64, "000.11", "000.10", "000.12", {
    { { 15, 818, 903 }, { 50, 896, 949 }, { 163, 924, 1070 }, { 593, 1184, 1293 },
      { 2347, 2053, 2224 }, { 5175, 3801, 3810 }, { 8830, 5600, 5507 },
      { 19532, 11590, 11357 }, { 34335, 19858, 18752 }, { 76674, 44991, 40435 },
      { 135252, 77127, 71682 } },
    { { 14, 628, 687 }, { 46, 687, 721 }, { 150, 699, 780 }, { 483, 889, 952 },
      { 1736, 1541, 1560 }, { 3776, 2816, 2690 }, { 6521, 4112, 4009 }, { 14521, 8549, 8205 },
      { 25490, 14430, 13759 }, { 56379, 31794, 29718 }, { 99232, 54507, 51651 } } } },
#endif
};
enum { WIDTHS = sizeof times / sizeof times[0] };

struct measured
{
  double ns[2][SIZES][ALGORITHMS];
  double openmp[2][SIZES][ALGORITHMS];  /* except for one thread */
  double best[2][SIZES];        /* of the best configuration, one thread */
};

/* A pool that records the operations of its busiest job. */
static struct operations busiest;

static void
run_counted (const struct comba_pool *pool, comba_job_fn *f, void *arg)
{
  memset (&busiest, 0, sizeof busiest);
  for (int i = 0; i < pool->threads; i++)
    {
      memset (&operations, 0, sizeof operations);
      f (arg, i);
      if (operations.mul > busiest.mul)
        busiest = operations;
    }
}

static struct operations
count_square (const struct comba_config *k, int threads, mp_size_t limbs)
{
  mp_ptr room = operands_room (limbs, limbs);
  if (room == NULL)
    return (struct operations) { 0, 0, 0 };
  struct operands o = operands_place (room, limbs, limbs, 0);
  memset (&operations, 0, sizeof operations);
  if (threads == 1)
    {
      k->sqr_basecase (o.rp, o.ap, limbs);
      busiest = operations;
    }
  else
    comba_sqr_columns (k, &(struct comba_pool) { threads, run_counted }, o.rp, o.ap, limbs);
  free (room);
  return busiest;
}

static void
print_counts (const struct papers *p)
{
  static const int threads[ALGORITHMS] = { 1, 2, MX_THREADS };
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    {
#if GMP_LIMB_BITS == 64
      const struct comba_config *k =
        counts[i].w == 32 ? &counted_mc32_kernels : &counted_mc64_kernels;
#else
      if (counts[i].w == 64)
        continue;
      const struct comba_config *k = &counted_mc32_kernels;
#endif
      int algorithm = counts[i].algorithm;
      char title[96];
      snprintf (title, sizeof title, "Operations of %s, w = %d%s", names[1][algorithm],
                counts[i].w, algorithm == 0 ? "" : algorithm == 1 ? ", of the busier thread"
                : ", of the busiest of four threads");
      struct table *t = table_new (counts[i].id, title, "bits|words|paper: multiplications|paper: additions"
                                   "|paper: shifts|here: multiplications|here: additions|here: shifts"
                                   "|additions and shifts, here / paper");
      for (int s = 0; s < SIZES; s++)
        {
          const int *paper = counts[i].operations[s];
          struct operations here =
            count_square (k, threads[algorithm], limbs_for (bits[s]));
          table_number (t, bits[s], 0);
          table_number (t, bits[s] / counts[i].w, 0);
          for (int c = 0; c < 3; c++)
            table_number (t, paper[c], 0);
          table_number (t, here.mul, 0);
          table_number (t, here.add, 0);
          table_number (t, here.shift, 0);
          table_number (t, (double) (here.add + here.shift) / (paper[1] + paper[2]), 2);
        }
      table_print (t, p->out, p->format, algorithm == 0
                   ? "The paper counts n*n products; its loop, i <= j, forms n(n+1)/2, as here."
                     "  It shifts every product of two words, here a column's sums are doubled."
                   : "What the caller adds afterwards, two words for each other thread, is"
                     " not in it.");
    }
}

static void
time_all (const struct papers *p, const struct comba_config *k, struct measured *m)
{
  for (int s = 0; s < SIZES; s++)
    {
      enum { MUL, SQR, MUL_2X, SQR_2X, MUL_BEST, SQR_BEST, WAYS };
      const struct way ways[WAYS] = {
        [MUL] = way_kernel (k, 0), [SQR] = way_kernel (k, 1),
        [MUL_2X] = way_threads (k, 0, 2), [SQR_2X] = way_threads (k, 1, 2),
        [MUL_BEST] = way_config (p->best, 0), [SQR_BEST] = way_config (p->best, 1),
      };
      struct timed t[WAYS];
      time_ways (ways, WAYS, bits[s], t);
      for (int square = 0; square < 2; square++)
        {
          m->ns[square][s][0] = t[square ? SQR : MUL].ns;
          m->ns[square][s][1] = t[square ? SQR_2X : MUL_2X].ns;
          m->ns[square][s][2] = time_threads (way_threads (k, square, MX_THREADS), bits[s]);
          m->openmp[square][s][1] = time_openmp (way_threads (k, square, 2), bits[s]);
          m->openmp[square][s][2] = time_openmp (way_threads (k, square, MX_THREADS), bits[s]);
          m->best[square][s] = t[square ? SQR_BEST : MUL_BEST].ns;
        }
    }
}

static void
print_times (const struct papers *p, int w, const struct measured *m, int square)
{
  char title[96], headers[320];
  const char *const *name = names[square];
  snprintf (title, sizeof title, "%s, w = %d, nanoseconds", square ? "Squares" : "Products",
            times[w].w);
  snprintf (headers, sizeof headers, "bits|paper: %s|paper: %s|paper: %s|here: %s|here: %s|here: %s"
            "|here: comba|here, OpenMP: %s|here, OpenMP: %s",
            name[0], name[1], name[2], name[0], name[1], name[2], name[1], name[2]);
  struct table *t = table_new (square ? times[w].sqr_id : times[w].mul_id, title, headers);
  for (int s = 0; s < SIZES; s++)
    {
      table_number (t, bits[s], 0);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, times[w].ms[square][s][a], 0);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, m->ns[square][s][a], 1);
      table_number (t, m->best[square][s], 1);
      for (int a = 1; a < ALGORITHMS; a++)
        table_openmp (t, m->openmp[square][s][a], 1);
    }
  table_print (t, p->out, p->format, THREADS_NOTE);
}

static void
print_ratios (const struct papers *p, int w, const struct measured *m)
{
  char title[96];
  snprintf (title, sizeof title, "How many times as fast squares are, w = %d", times[w].w);
  struct table *t = table_new (
    times[w].ratio_id, title,
    "bits|paper: MC / MCSQR|paper: MC2x / MCSQR2x|paper: MCMx / MCSQRMx"
    "|here: MC / MCSQR|here: MC2x / MCSQR2x|here: MCMx / MCSQRMx|here: comba");
  for (int s = 0; s < SIZES; s++)
    {
      table_number (t, bits[s], 0);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, times[w].ms[0][s][a] / times[w].ms[1][s][a], 3);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, m->ns[0][s][a] / m->ns[1][s][a], 3);
      table_number (t, m->best[0][s] / m->best[1][s], 3);
    }
  table_print (t, p->out, p->format, NULL);
}

/* x86 against x64: the same code with words of 32 bits and of 64. */
static void
print_widths (const struct papers *p, const struct measured m[WIDTHS], int square)
{
  double x86[SIZES][ALGORITHMS];
  const char *id = square ? times[0].sqr_id : times[0].mul_id;
  int have_x86 = p->other_build != NULL
                  && read_table (p->other_build, "000", id, 4, SIZES, ALGORITHMS, &x86[0][0]) == 0;
  char headers[320];
  const char *const *name = names[square];
  snprintf (headers, sizeof headers, "bits|paper: %s|paper: %s|paper: %s|here, w=32 / w=64: %s"
            "|here, w=32 / w=64: %s|here, w=32 / w=64: %s|here, i386 / w=64: %s|here, i386 / w=64: %s"
            "|here, i386 / w=64: %s", name[0], name[1], name[2], name[0], name[1], name[2],
            name[0], name[1], name[2]);
  struct table *t = table_new (square ? "000.13" : "000.14", square
                               ? "Squares, x86 / x64" : "Products, x86 / x64", headers);
  for (int s = 0; s < SIZES; s++)
    {
      table_number (t, bits[s], 0);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, times[0].ms[square][s][a] / times[WIDTHS - 1].ms[square][s][a], 3);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, m[0].ns[square][s][a] / m[WIDTHS - 1].ns[square][s][a], 3);
      for (int a = 0; a < ALGORITHMS; a++)
        table_number (t, have_x86 ? x86[s][a] / m[WIDTHS - 1].ns[square][s][a] : NAN, 3);
    }
  table_print (t, p->out, p->format, have_x86
               ? "i386: the comba-papers of a build for i386 was asked."
               : "i386: no comba-papers of a build for i386 was given (--i386 PROGRAM).");
}

void
paper_000 (const struct papers *p)
{
  static struct measured m[WIDTHS];
  print_counts (p);
  for (int w = 0; w < WIDTHS; w++)
    {
      time_all (p, times[w].k, &m[w]);
      print_times (p, w, &m[w], 1);
      print_times (p, w, &m[w], 0);
      print_ratios (p, w, &m[w]);
    }
  if (WIDTHS > 1)
    {
      print_widths (p, m, 1);
      print_widths (p, m, 0);
    }
}
