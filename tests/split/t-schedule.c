/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Schedules: every limb product is in one block, every block in one unit, every unit is done once
   and after those that it needs; and the busiest worker has little more work than the others. */

#include "../tests.h"
#include "split/method.h"
#include "split/schedule.h"
#include <comba.h>

static const struct method
{
  const char *name;
  comba_recipe_fn *write;
  int max_parts;
} methods[] = {
  { "bipartite", comba_bipartite_recipe, 2 },
  { "tripartite", comba_tripartite_recipe, 2 },
  { "multipartite 1", comba_multipartite_1_recipe, COMBA_PARTS_MAX },
  { "multipartite 2", comba_multipartite_2_recipe, COMBA_PARTS_MAX },
};
enum { METHODS = sizeof methods / sizeof methods[0] };

enum { N_MAX = 140 };
static unsigned char product[N_MAX + 2][N_MAX + 2];

/* Adds a block, and for A_i A_j of a square also A_j A_i. */
static void
cover (const struct comba_block *b, mp_size_t a, mp_size_t c)
{
  for (mp_size_t i = 0; i < b->an; i++)
    for (mp_size_t j = 0; j < b->bn; j++)
      {
        product[a + i][c + j]++;
        if (b->twice)
          product[c + j][a + i]++;
      }
}

/* Returns whether products first..end-1 of both are there once each, and then forgets them. */
static int
covered (mp_size_t first, mp_size_t end)
{
  int good = 1;
  for (mp_size_t i = first; i < end; i++)
    for (mp_size_t j = first; j < end; j++)
      good &= product[i][j] == 1;
  memset (product, 0, sizeof product);
  return good;
}

static void
cover_kind (const struct comba_recipe *r, int slices, int folded)
{
  for (int i = 0; i < r->units; i++)
    for (int b = r->unit[i].first; b < r->unit[i].first + r->unit[i].blocks; b++)
      if ((r->unit[i].kind == COMBA_UNIT_SLICE) == slices && r->block[b].folded == folded)
        cover (&r->block[b], r->block[b].a, r->block[b].b);
}

static void
check_products (const struct comba_recipe *r, const char *what)
{
  cover_kind (r, 0, 1);
  int has_folded = product[0][0] != 0;
  if (has_folded && !covered (0, r->h + 1))
    check_fail ("%s: X_1 is not covered once", what);
  cover_kind (r, 0, 0);
  if (has_folded)               /* A_0 B_0 and A_1 B_1 */
    {
      for (mp_size_t i = 0; i < r->n; i++)
        for (mp_size_t j = 0; j < r->n; j++)
          product[i][j] += (i < r->h) != (j < r->h);
    }
  if (!covered (0, r->n))
    check_fail ("%s: AB is not covered once", what);
  cover_kind (r, 1, 0);
  if (r->gather_q && !covered (0, r->n))
    check_fail ("%s: QP is not covered once", what);
}

/* Every limb of C below h is zeroed from below, every one from n + h on from above. */
static void
check_terms (const struct comba_recipe *r, const char *what)
{
  static char low[2 * N_MAX + 2], high[2 * N_MAX + 2];
  memset (low, 0, sizeof low), memset (high, 0, sizeof high);
  for (int i = 0; i < r->units; i++)
    {
      const struct comba_unit *u = &r->unit[i];
      mp_size_t end = u->at + u->len;
      if (u->kind == COMBA_UNIT_SLICE)
        continue;
      if (u->kind == COMBA_UNIT_BLOCK && !r->gather_c)
        {
          if ((u->at < r->h || end > r->n + r->h) && !r->block[u->first].folded)
            check_fail ("%s: limbs %ld to %ld are not reduced", what, (long) u->at, (long) end);
          continue;
        }
      if (u->kind != COMBA_UNIT_TERM)
        continue;
      if (u->low != (u->at < r->h ? r->h - u->at : 0)
          || u->high != (end > r->n + r->h ? end - r->n - r->h : 0))
        check_fail ("%s: %ld low, %ld high limbs of %ld to %ld", what, (long) u->low,
                    (long) u->high, (long) u->at, (long) end);
      memset (low + u->at, u->low > 0, u->low);
      memset (high + r->n + r->h, u->high > 0, u->high);
    }
  if (memchr (low, 0, r->h) != NULL || memchr (high + r->n + r->h, 0, r->n - r->h) != NULL)
    check_fail ("%s: there is an end that nobody reduces", what);
}

/* The phases in which units of a kind may be done. */
static int
in_time (const struct comba_recipe *r, const struct comba_unit *u)
{
  int terms = r->gather_c ? 1 : 0;
  switch (u->kind)
    {
    case COMBA_UNIT_BLOCK:
      return r->gather_c ? u->phase == 0 : u->phase >= 0 && u->phase < r->phases;
    case COMBA_UNIT_TERM:
      return u->phase == terms;
    default:
      return r->gather_q && u->phase == terms + 1;
    }
}

static void
check_order (const struct comba_recipe *r, const char *what)
{
  int done = 0;
  for (int p = 0; p < r->phases; p++)
    {
      uint64_t most = 0, all = 0, longest = 0;
      for (int j = 0; j < r->workers; j++)
        {
          uint64_t load = 0;
          for (int i = r->start[p][j]; i < r->start[p][j + 1]; i++)
            {
              const struct comba_unit *u = &r->unit[i];
              if (i != done++ || u->phase != p || u->worker != j || !in_time (r, u))
                check_fail ("%s: unit %d, phase %d, worker %d", what, i, u->phase, u->worker);
              load += u->cost;
              if (u->cost > longest)
                longest = u->cost;
            }
          if (load > most)
            most = load;
          all += load;
        }
      if (most != r->busiest[p])
        check_fail ("%s: the busiest worker of phase %d", what, p);
      if (most > all / r->workers + longest)
        check_fail ("%s: phase %d takes %llu, the mean is %llu and the longest unit %llu", what, p,
                    (unsigned long long) most, (unsigned long long) all / r->workers,
                    (unsigned long long) longest);
    }
  if (done != r->units)
    check_fail ("%s: %d of %d units are done", what, done, r->units);
}

static void
try_recipe (const struct comba_config *k, const struct method *m, mp_size_t n, int parts,
            int threads, int square)
{
  int room = comba_recipe_room (parts, threads);
  struct comba_recipe r = { .n = n, .h = (n + 1) / 2, .parts = parts, .square = square };
  r.block = malloc (room * sizeof *r.block);
  r.unit = malloc (room * sizeof *r.unit);
  for (int chosen = 0; chosen <= 1; chosen++)
    {
      char what[100];
      if (chosen)
        comba_recipe_make (&r, m->write, k, threads);
      else
        comba_recipe_for (&r, m->write, k, threads);
      snprintf (what, sizeof what, "%s, %ld limbs, %d parts, %d of %d threads%s", m->name, (long) n,
                parts, r.workers, threads, square ? ", square" : "");
      if (r.blocks > room || r.units > room || r.workers < 1 || r.workers > threads
          || (!chosen && r.workers != threads))
        check_fail ("%s: %d blocks, %d units", what, r.blocks, r.units);
      check_products (&r, what);
      check_terms (&r, what);
      check_order (&r, what);
    }
  free (r.block), free (r.unit);
}

static int
count_in (const char *text, const char *part)
{
  int count = 0;
  for (; (text = strstr (text, part)) != NULL; text++)
    count++;
  return count;
}

/* comba_mod_schedule: as snprintf; C is added up after the first phase, Q before the last one.  Returns
   whether there is a sum of Q. */
static int
try_text (int algorithm, mp_size_t n, int parts, int threads, int square)
{
  static char text[1 << 16], part[1 << 16];
  const size_t length = comba_mod_schedule (NULL, 0, algorithm, n, parts, threads, square);
  if (length == 0 || length >= sizeof text || comba_mod_schedule (text, sizeof text, algorithm, n, parts, threads, square) != length
      || strlen (text) != length)
    {
      check_fail ("algorithm %d, %ld limbs, %d parts, %d threads: %zu bytes", algorithm, (long) n, parts, threads, length);
      return 0;
    }
  for (size_t room = 1; room <= length; room += 1 + length / 7)
    {
      memset (part, '#', room + 1);
      if (comba_mod_schedule (part, room, algorithm, n, parts, threads, square) != length || strncmp (part, text, room - 1) != 0
          || part[room - 1] != '\0' || part[room] != '#')
        check_fail ("%zu of %zu bytes: %s", room, length, part);
    }
  const char *const c = strstr (text, "then C is added up"), *const q = strstr (text, "then Q is added up");
  const int phases = count_in (text, "  phase ");
  if (phases == 0 || (c != NULL && count_in (c, "  phase ") != phases - 1) || (q != NULL && count_in (q, "  phase ") != 1)
      || count_in (text, "then ") != (c != NULL) + (q != NULL))
    check_fail ("%s", text);
  return q != NULL;
}

static void
try_texts (void)
{
  int sums = 0;
  check_begin ("schedules as text");
  for (int algorithm = COMBA_MOD_BIPARTITE; algorithm <= COMBA_MOD_MULTIPARTITE_2; algorithm++)
    for (mp_size_t n = 20; n < 400; n *= 3)
      for (int threads = 1; threads < 10; threads += threads < 4 ? 1 : 3)
        for (int parts = 2; parts <= 5; parts++)
          if (algorithm >= COMBA_MOD_MULTIPARTITE_1 ? parts > 2 : parts == 2)
            sums += try_text (algorithm, n, parts, threads, threads % 2);
  if (sums == 0)
    check_fail ("Q is never added up");
  if (comba_mod_schedule (NULL, 0, COMBA_MOD_BARRETT, 20, 2, 1, 0) != 0 || comba_mod_schedule (NULL, 0, COMBA_MOD_BIPARTITE, 1, 2, 1, 0) != 0
      || comba_mod_schedule (NULL, 0, COMBA_MOD_BIPARTITE, 20, 2, 0, 0) != 0)
    check_fail ("arguments out of range");
  check_end ();
}

int
main (void)
{
  tests_begin ();
  static const int threads[] = { 1, 2, 3, 4, 5, 6, 8, 10, 16, 64 };
  const struct comba_config *k = comba_configs[0];
  for (int m = 0; m < METHODS; m++)
    {
      check_begin ("%s: schedules", methods[m].name);
      for (mp_size_t n = 2; n <= tests_max (N_MAX); n += 1 + n / 5)
        for (int parts = 2; parts <= methods[m].max_parts && parts <= n; parts += 1 + (n > 40))
          for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++)
            for (int square = 0; square <= 1; square++)
              if (threads[t] < 20 || parts < 5)
                try_recipe (k, &methods[m], n, parts, threads[t], square);
      check_end ();
    }
  try_texts ();
  return tests_end ();
}
