/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Residues in 52-bit or 51-bit digits (kernels/x86_64/avx512ifma/montgomery52_tpl.h,
   kernels/x86_64/avx512ifma/bipartite52_two_workers.c,
   kernels/x86_64/avx512ifma/bipartite52_more_workers.c), compared with GMP: every size of the
   representation up to 130 limbs, larger ones where strips and vectors begin and end. */

#include "../../../tests.h"

#ifdef COMBA_IFMA
#include "../ring.h"
#include "kernels/x86_64/avx512ifma/avx512ifma.h"
#include "config/list.h"
#include <limits.h>

enum { SHORT_LIMBS = 25, SHORT_BITS = 51, LONG_BITS = 52, FRAME = 8, CONTEXT_COUNT = 1 };

/* x = the element with these COUNT digits of BITS bits or slightly more; a is its value. */
static void
set_digits (struct ring *r, mp_ptr x, mpz_t a, int bits, const uint64_t *digits, mp_size_t count)
{
  const mp_size_t all = (mp_size_t) r->context[CONTEXT_COUNT], lead = all % 8 != 0;
  memset (x, 0, rep->element_size (r->n) * sizeof (mp_limb_t));
  mpz_set_ui (a, 0);
  for (mp_size_t i = count - 1; i >= 0; i--)
    {
      x[FRAME + lead + i] = digits[i];
      mpz_mul_2exp (a, a, bits);
      mpz_add_ui (a, a, digits[i]);
    }
  mpz_set_ui (r->c, 1);
  mpz_mul_2exp (r->c, r->c, bits * all);
  mpz_invert (r->c, r->c, r->p);
  mpz_mul (a, a, r->c);
  mpz_mod (a, a, r->p);
}

/* The 51-bit digits of short moduli are loose: below 2^51 + 2^10.  x represents a with all digits
   at that bound, for a number below 2P where P is B^n - small.  The lowest digit is in lane 1 where
   a lane is free. */
static void
set_loose (struct ring *r, mp_ptr x, mpz_t a)
{
  uint64_t digits[64 * SHORT_LIMBS / SHORT_BITS];
  const mp_size_t count = 64 * r->n / SHORT_BITS;
  for (mp_size_t i = 0; i < count; i++)
    digits[i] = ((uint64_t) 1 << SHORT_BITS) + (1 << 10) - 1;
  set_digits (r, x, a, SHORT_BITS, digits, count);
}

/* Halves of long elements that are equal, or very different, for P = B^n - 1. */
enum { HALVES = 6 };

static void
set_halves (struct ring *r, mp_ptr x, mpz_t a, int kind)
{
  const uint64_t most = ((uint64_t) 1 << LONG_BITS) - 1;
  const mp_size_t half = 8 * (((mp_size_t) r->context[CONTEXT_COUNT] / 8 + 1) / 2), count = 64 * r->n / LONG_BITS;
  uint64_t *digits = calloc ((size_t) count, sizeof (uint64_t));
  for (mp_size_t i = 0; i < count; i++)
    digits[i] = kind == 0 ? most : kind == 1 ? (i < half ? most : 0) : kind == 2 ? (i < half ? 0 : most)
      : kind == 3 ? (i < half ? random_limb () & most : digits[i - half])
      : kind == 4 ? (i == half ? 1 : 0) : random_below (2) ? most : 0;
  set_digits (r, x, a, LONG_BITS, digits, count);
  free (digits);
}

static void
try_halves (mp_size_t n)
{
  struct ring r;
  mp_ptr pp = new_area (n);
  memset (pp, 0xff, n * sizeof (mp_limb_t));
  ring_init (&r, pp, n);
  for (int i = 0; i < HALVES; i++)
    for (int j = 0; j < HALVES; j++)
      {
        set_halves (&r, r.x, r.a, i);
        set_halves (&r, r.y, r.b, j);
        try_products (&r);
      }
  free_area (pp);
  ring_clear (&r);
}

static void
try_loose (mp_size_t n, mp_limb_t lowest)
{
  struct ring r;
  mp_ptr pp = new_area (n);
  memset (pp, 0xff, n * sizeof (mp_limb_t));
  pp[0] = lowest | 1;
  ring_init (&r, pp, n);
  const mp_size_t room = SHORT_BITS * (mp_size_t) r.context[CONTEXT_COUNT] - 64 * n;
  if (room < 8 || room >= 8 + 3 * SHORT_BITS)
    check_fail ("%ld limbs: %ld bits of room", (long) n, (long) room);
  set_loose (&r, r.x, r.a);
  ring_expect (&r, r.x, r.a, "loose digits");
  set_loose (&r, r.y, r.b);
  try_products (&r);
  set_loose (&r, r.y, r.b);
  try_chain (&r, 30);
  free_area (pp);
  ring_clear (&r);
}

static void
all (const struct comba_representation *tested)
{
  rep = tested;
  mp_size_t max = tests_max (rep->max);
  mp_size_t n = rep->min;

  check_begin ("%s: every size to 130 limbs", rep->name);
  for (; n <= 130 && n <= max; n++)
    try_size (n, MODULI, 30);
  check_end ();

  check_begin ("%s: sizes at the edges of vectors, and the largest", rep->name);
  for (mp_size_t edge = 143; edge <= max; edge += 13)
    for (n = edge - 1; n <= edge + 1; n++)
      try_size (n, 2, 10);
  if (rep->max <= max)
    try_size (rep->max, MODULI, 30);
  check_end ();

  check_begin ("%s: long chains", rep->name);
  for (n = rep->min; n <= 40 && n <= max; n += 3)
    try_size (n, 2 * tests_effort (), 3000);
  check_end ();
}

static void
halves (void)
{
  for (mp_size_t n = SHORT_LIMBS + 1; n <= tests_max (rep->max); n += n < 130 ? 1 + (mp_size_t) random_below (5) : 13)
    try_halves (n);
}

/* Divided into halves at other sizes: as early as possible, and never. */
static void
with_karatsuba (void)
{
  static const int from[] = { 0, 11, INT_MAX, -1 };
  for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
    {
      struct comba_config k = *kernels;
      const struct comba_config *own = kernels;
      k.montgomery52_karatsuba_mul = from[i];
      k.montgomery52_karatsuba_sqr = from[(i + 1) % 4];
      kernels = &k;
      check_begin ("%s: products divided from %d vectors on", rep->name, from[i]);
      halves ();
      for (mp_size_t n = 50; n <= 120; n += 1 + (mp_size_t) random_below (6))
        try_size (n, 2, 10);
      check_end ();
      kernels = own;
    }
}

/* The representations for one worker. */
static void
digits (const struct comba_representation *tested, const struct comba_config *k)
{
  kernels = k;
  all (tested);
  check_begin ("%s: digits of 51 bits at their largest", rep->name);
  for (mp_size_t n = rep->min; n <= SHORT_LIMBS; n++)
    {
      try_loose (n, ~(mp_limb_t) 0);
      try_loose (n, 0);
      try_loose (n, random_limb ());
    }
  check_end ();
  check_begin ("%s: halves", rep->name);
  halves ();
  check_end ();
}

/* Three workers and more: pools of one thread, in order, or with the other jobs first, which only
   see what was posted; and the process's pool. */
static void
try_more (mp_size_t n)
{
  static const int counts[] = { 3, 4, 5, 8, 15, COMBA_THREADS_MAX };
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
    {
      const struct comba_pool alone = COMBA_POOL_ALONE (counts[i]), posted = POOL_OF_COPIES (counts[i]);
      struct ring r;
      ring_begin (&r, n, i < 2 ? (int) i : (int) random_below (OPERAND_KINDS));
      try_pool (&r, &alone);
      try_pool (&r, &posted);
      allow_threads (3 + (int) random_below (3));
      const struct comba_pool *pool = take_patiently (5);
      if (pool == NULL || pool->threads < 3)
        check_fail ("no pool of three");
      else
        try_pool (&r, pool);
      if (pool != NULL)
        comba_pool_give ();
      ring_clear (&r);
    }
}

static void
by_more (void)
{
  const mp_size_t most = tests_max (rep->max);
  check_begin ("%s: by three workers and more", rep->name);
  for (mp_size_t n = rep->min; n <= most; n += 1 + n / 12)
    try_more (n);
  try_more (most > rep->min ? most : rep->min);
  check_end ();
}

/* Two workers that divide the work as in other configurations, and as unequally as possible. */
static void
with_leads (void)
{
  static const int leads[] = { -(1 << 20), 0, 640, 1 << 20 };
  for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
    {
      struct comba_config k = comba_config_icelake;
      k.radix_lead = leads[i];
      k.radix_lead_sqr = leads[i] == 640 ? 320 : leads[i];
      choose_pool_representation (&comba_pool_representation_bipartite52, &k);
      check_begin ("%s: the caller does %d more of a product, %d of a square", rep->name, k.radix_lead, k.radix_lead_sqr);
      for (mp_size_t n = rep->min; n <= tests_max (rep->max); n += 1 + n / 9)
        try_pools (n);
      check_end ();
    }
}

/* TESTED has such residues from FROM to TO limbs, and at no other size except AGAIN to END. */
static void
serves (const struct comba_config *k, const struct comba_representation *tested, mp_size_t from, mp_size_t to,
        mp_size_t again, mp_size_t end, int odd, enum comba_representation_kind kind)
{
  check_begin ("%s: residues in %s from %ld to %ld limbs", k->name, tested->name, (long) from, (long) to);
  for (mp_size_t n = 1; n <= 2 * tested->max; n++)
    if ((comba_representation_for (k, n, odd, kind, NULL) == tested)
        != ((n >= from && n <= to) || (n >= again && n <= end)))
      check_fail ("%ld limbs: another representation", (long) n);
  check_end ();
}

#endif

int
main (void)
{
  tests_begin ();
#ifdef COMBA_IFMA
  const char *reason = comba_config_icelake.why_not ();
  if (reason == NULL)
    {
      digits (&comba_representation_montgomery52, &comba_config_icelake);
      digits (&comba_representation_montgomery52_blocks, &comba_config_zen4);
      with_karatsuba ();
      const enum comba_representation_kind odd = COMBA_REPRESENTATION_MONTGOMERY, any = COMBA_REPRESENTATION_BARRETT;
      serves (&comba_config_icelake, &comba_representation_montgomery52, 8, 390, 1, 0, 1, odd);
      serves (&comba_config_zen4, &comba_representation_montgomery52_blocks, 9, 256, 1, 0, 1, odd);
      serves (&comba_config_zen5, &comba_representation_montgomery52, 9, 15, 290, 300, 1, odd);
      serves (&comba_config_zen5, &comba_representation_montgomery52_blocks, 16, 289, 1, 0, 1, odd);
      serves (&comba_config_icelake, &comba_representation_barrett52, 13, 24, 1, 0, 0, any);
      serves (&comba_config_zen4, &comba_representation_barrett52_blocks, 13, 24, 1, 0, 0, any);
      choose_pool_representation (&comba_pool_representation_bipartite52, &comba_config_icelake);
      all (rep);
      by_pools ();
      by_more ();
      with_leads ();
    }
  else
    check_skip (reason, "AVX-512 IFMA");
#else
  check_skip ("not in this build", "AVX-512 IFMA");
#endif
  return tests_end ();
}
