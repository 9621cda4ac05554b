/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The contracts are in settings.h.

   A choice between two methods is a size, the first one of the second method.  Both are timed at all
   sizes, by configurations in which the second one is never used and always used. */

#include "settings.h"
#include "kernels.h"
#include "lines.h"
#include "timing.h"
#include "../clock.h"
#include "comba.h"
#include "arith/scratch.h"
#include "div/div.h"
#include "gcd/gcd.h"
#include "mul/ladder.h"
#include "powm/powm_many.h"
#include "residue/lanes.h"
#include "residue/representation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEVER = 65535, MOST_SIZES = 64 };

/* A member of a configuration, and the sizes at which it is measured. */
struct member
{
  const char *name;
  size_t at;
  enum { SHORT, INT, SIZE } type;
  mp_size_t first, last;
};

#define MEMBER(name, type, first, last) { #name, offsetof (struct comba_config, name), type, first, last }
static const struct member members[SETTINGS] = {
  [SETTING_SQUARE] = MEMBER (one_limb.square, SHORT, 2, 24),
  [SETTING_FOLD] = MEMBER (one_limb.fold, SHORT, 4, 60),
  [SETTING_FOLD_WIDE] = MEMBER (one_limb.fold_wide, SHORT, 4, 100),
  [SETTING_INVERSE] = MEMBER (one_limb.inverse, SHORT, 2, 30),
  [SETTING_CHAINS] = MEMBER (one_limb.chains, SHORT, 8, 120),
  [SETTING_EXACT_CHAINS] = MEMBER (one_limb.exact_chains, SHORT, 8, 200),
  [SETTING_WIDE_MAX] = MEMBER (wide.max, SIZE, 4, 400),
  [SETTING_KARATSUBA_MUL] = MEMBER (montgomery52_karatsuba_mul, INT, 10, 60),
  [SETTING_KARATSUBA_SQR] = MEMBER (montgomery52_karatsuba_sqr, INT, 10, 60),
  [SETTING_HGCD2] = MEMBER (hgcd2_divides, INT, 1, 1),
  [SETTING_LANES] = MEMBER (lanes.percent, INT, 3, POWERS_MOST),
};
_Static_assert (sizeof ((struct comba_config *) NULL)->lanes.percent == sizeof (int), "percent is set like an int");

static mp_size_t
get (const struct comba_config *k, enum setting s)
{
  const void *const p = (const char *) k + members[s].at;
  return members[s].type == SHORT ? *(const unsigned short *) p : members[s].type == INT ? *(const int *) p
         : *(const mp_size_t *) p;
}

static void
set (struct comba_config *k, enum setting s, mp_size_t value)
{
  void *const p = (char *) k + members[s].at;
  if (members[s].type == SHORT)
    *(unsigned short *) p = (unsigned short) value;
  else if (members[s].type == INT)
    *(int *) p = (int) value;
  else
    *(mp_size_t *) p = value;
}

/* The size from which the second method is used: the ordinary basecase beyond .wide.max; divisions
   from size 1 on, or not at all. */
static mp_size_t
crossover_of (const struct comba_config *k, enum setting s)
{
  const mp_size_t value = get (k, s);
  return s == SETTING_WIDE_MAX ? value + 1 : s == SETTING_HGCD2 ? (value ? 1 : NEVER) : value;
}

static void
set_crossover (struct comba_config *k, enum setting s, mp_size_t from)
{
  if (s == SETTING_WIDE_MAX && from > k->wide.max)
    return;
  set (k, s, s == SETTING_WIDE_MAX ? from - 1 : s == SETTING_HGCD2 ? from <= 1 : from);
}

static int
has_karatsuba (const struct comba_config *k)
{
  const struct comba_representation_range *r = k->representations;
  while (r->rep != NULL && strcmp (r->rep->name, "montgomery52_blocks") != 0)
    r++;
  return r->rep != NULL;
}

/* The sizes from *FIRST to *LAST at which K has a choice; returns whether there are any. */
static int
sizes_of (const struct comba_config *k, enum setting s, mp_size_t *first, mp_size_t *last)
{
  *first = members[s].first;
  *last = members[s].last;
  switch (s)
    {
    case SETTING_WIDE_MAX:
      if (k->wide.sqr == NULL)
        return 0;
      *first = k->wide.mul != NULL ? k->thresholds.mul_wide : k->thresholds.sqr_wide;
      *first = *first > k->wide.min ? *first : k->wide.min;
      *last = (k->wide.mul != NULL ? k->thresholds.mul_toom22 : k->thresholds.sqr_toom2) - 1;
      *last = *last < k->wide.max ? *last : k->wide.max;
      break;
    case SETTING_KARATSUBA_MUL:
    case SETTING_KARATSUBA_SQR:
      return has_karatsuba (k);
    case SETTING_HGCD2:
#ifdef COMBA_X86_64
      return 1;
#else
      return 0;         /* GMP's function stays */
#endif
    case SETTING_LANES:
      *first = k->lanes.kernel == NULL || k->thresholds.powm_lanes > *last ? NEVER : k->thresholds.powm_lanes;
      *last = k->thresholds.powm_lanes_end <= *last ? k->thresholds.powm_lanes_end - 1 : *last;
      break;
    default:
      return k->addmul_1 != NULL;
    }
  return *first <= *last;
}

/* k[0] with the first method at all sizes, k[1] with the second one.  Other members that choose for
   the same operands choose neither. */
static void
make_configs (struct comba_config k[2], const struct comba_config *from, enum setting s)
{
  for (int i = 0; i < 2; i++)
    {
      k[i] = *from;
      if (s == SETTING_SQUARE)
        k[i].one_limb.fold = k[i].one_limb.fold_wide = NEVER;
      if (s == SETTING_INVERSE)
        k[i].one_limb.chains = NEVER;
    }
  if (s == SETTING_LANES)
    {
      k[0].lanes.percent = 0;
      k[1].lanes.kernel = NULL;
      return;
    }
  set_crossover (&k[0], s, NEVER);
  set_crossover (&k[1], s, 1);
}

/* Measures one setting and sets it. */
static int
measure (struct comba_config *k, struct comba_config both[2], enum setting s, setting_time_fn *time_of)
{
  double first[MOST_SIZES], second[MOST_SIZES], sum = 0;
  mp_size_t sizes[MOST_SIZES], from, to;
  size_t count = 0, before = 0;
  if (!sizes_of (k, s, &from, &to))
    return 0;
  make_configs (both, k, s);
  const mp_size_t inherited = crossover_of (k, s);
  for (mp_size_t n = from; n <= to && count < MOST_SIZES; n += 1 + n / 8, count++)
    {
      double times[2];
      if (time_of (times, both, s, n) != 0)
        return -1;
      sizes[count] = n;
      first[count] = times[0];
      second[count] = times[1];
      sum += log (times[0] / times[1]);
      before += n < inherited;
    }
  if (s == SETTING_LANES)
    {
      const mp_size_t percent = (mp_size_t) fmin (100, rint (100 * exp (sum / (double) count))), was = get (k, s);
      if (percent < was - 100 * KERNELS_WORTH || percent > was + 100 * KERNELS_WORTH)
        set (k, s, percent);
      return 0;
    }
  const size_t best = kernels_extent (first, second, count, before);
  if (best != before)
    set_crossover (k, s, best < count ? sizes[best] : NEVER);
  return 0;
}

int
measure_settings (struct comba_config *k, setting_time_fn *time_of)
{
  struct comba_config *const both = malloc (2 * sizeof *both), measured = *k;
  int failed = both == NULL;
  for (int s = 0; s < SETTINGS && !failed; s++)
    failed = measure (&measured, both, (enum setting) s, time_of) != 0;
  free (both);
  if (failed)
    return -1;
  *k = measured;
  return 0;
}

void
print_settings (struct comba_text *file, const struct comba_config *builtin, const struct comba_config *k)
{
  for (int s = 0; s < SETTINGS; s++)
    if (get (k, (enum setting) s) != get (builtin, (enum setting) s))
      comba_text_add (file, ".%s = %ld,\n", members[s].name, (long) get (k, (enum setting) s));
}

/* Operands of any setting, and the residues of a modulus. */
enum { LIMBS = 400, ROUNDS = 9, PAIRS = 32, POWERS = COMBA_LANES_MAX, EXPONENT = 4 };
struct operands
{
  mp_limb_t a[LIMBS], b[LIMBS], r[2 * LIMBS], results[POWERS][POWERS_MOST];
  const struct comba_representation *rep;
  mp_ptr context[2], x, z, scratch;
};

/* Powers as comba_powm_many gets them.  Half of the exponent's bits are set, as in random ones. */
static void
powers (const struct comba_config *k, struct operands *o, mp_size_t n)
{
  const mp_limb_t bytes = COMBA_LIMB_MAX / 255;
  const mp_limb_t e[EXPONENT] = { 0x95 * bytes, 0x27 * bytes, 0xb1 * bytes, 0xd2 * bytes };
  struct comba_power list[POWERS];
  for (int i = 0; i < POWERS; i++)
    list[i] = (struct comba_power) { o->results[i], o->a, n, e, EXPONENT, o->b, n };
  comba_powm_many_by (k, list, POWERS, 0);
}

#ifdef COMBA_X86_64
/* Upper limbs of two numbers each, as a GCD has them. */
static void
hgcd2_steps (const struct comba_config *k, const struct operands *o)
{
  for (int i = 0; i < PAIRS; i++)
    {
      const mp_srcptr a = o->a + 4 * i;
      const mp_limb_t top = (mp_limb_t) 1 << (GMP_LIMB_BITS - 1);
      struct comba_matrix1 m;
      comba_hgcd2 (k, a[0] | top, a[1], a[2] >> 1 | top >> 2, a[3], &m);
    }
}
#endif

/* Divisors: narrow ones, as most are, and one with its top bit set. */
static void
call (const struct comba_config *k, struct operands *o, int i, enum setting s, mp_size_t n)
{
  const mp_limb_t narrow = COMBA_LIMB_MAX / 77 | 1, wide = COMBA_LIMB_MAX - 58;
  switch (s)
    {
    case SETTING_SQUARE: case SETTING_FOLD: o->r[0] = comba_mod_1 (k, o->a, n, narrow); break;
    case SETTING_FOLD_WIDE: o->r[0] = comba_mod_1 (k, o->a, n, wide); break;
    case SETTING_INVERSE: case SETTING_CHAINS: comba_div_qr_1 (k, o->r, o->a, n, narrow); break;
    case SETTING_EXACT_CHAINS: comba_divexact_1 (k, o->r, o->a, n, narrow); break;
    case SETTING_WIDE_MAX:
      if (k->wide.mul != NULL)
        comba_mul_basecase (k, o->r, o->a, n, o->b, n);
      else
        comba_sqr_basecase (k, o->r, o->a, n);
      break;
    case SETTING_KARATSUBA_MUL: o->rep->mul (k, o->context[i], o->z, o->x, o->x, o->scratch); break;
    case SETTING_KARATSUBA_SQR: o->rep->sqr (k, o->context[i], o->z, o->x, o->scratch); break;
#ifdef COMBA_X86_64
    case SETTING_HGCD2: hgcd2_steps (k, o); break;
#endif
    default: powers (k, o, n);
    }
}

/* The residues modulo N vectors of eight digits of 52 bits, with a context for each configuration.
   Returns the memory, NULL if there is none. */
static mp_ptr
make_residues (struct operands *o, const struct comba_config k[2], mp_size_t n)
{
  const mp_size_t limbs = n * 8 * 52 / 64;
  const struct comba_representation_range *r = k->representations;
  while (strcmp (r->rep->name, "montgomery52_blocks") != 0)
    r++;
  o->rep = r->rep;
  const size_t context = comba_whole_lines (r->rep->context_size (limbs)), element = comba_whole_lines (r->rep->element_size (limbs));
  const mp_ptr memory = lines (2 * context + 2 * element + r->rep->itch (limbs));
  if (memory == NULL)
    return NULL;
  o->context[0] = memory;
  o->context[1] = memory + context;
  o->x = memory + 2 * context;
  o->z = o->x + element;
  o->scratch = o->z + element;
  for (int i = 0; i < 2; i++)
    r->rep->init (&k[i], o->context[i], o->b, limbs, o->scratch);
  r->rep->encode (k, o->context[0], o->x, o->a, limbs - 1, o->scratch);
  return memory;
}

int
setting_time (double times[2], const struct comba_config k[2], enum setting s, mp_size_t n)
{
  struct operands *const o = malloc (sizeof *o);
  const int residues = s == SETTING_KARATSUBA_MUL || s == SETTING_KARATSUBA_SQR;
  mp_ptr memory = NULL;
  if (o != NULL)
    for (int i = 0; i < LIMBS; i++)
      {
        o->a[i] = (mp_limb_t) ((i + 3) * (i + 5)) * (mp_limb_t) 0x9e3779b97f4a7c15u | 1;
        o->b[i] = ~o->a[i] * 3 | 1;
      }
  if (o == NULL || (residues && (memory = make_residues (o, k, n)) == NULL))
    {
      free (o);
      return -1;
    }
  const int calls = s == SETTING_LANES || residues ? 1 : 1 + (int) (4000 / (20 + (s == SETTING_WIDE_MAX ? n * n : 8 * n)));
  const int threads = comba_get_num_threads ();
  comba_set_num_threads (1);
  times[0] = times[1] = HUGE_VAL;
  for (int turn = 0; turn < 4 * ROUNDS; turn++)
    {
      const int i = (turn ^ turn >> 1) & 1;
      call (&k[i], o, i, s, n);
      const double start = now_ns ();
      for (int j = 0; j < calls; j++)
        call (&k[i], o, i, s, n);
      times[i] = fmin (times[i], now_ns () - start);
    }
  comba_set_num_threads (threads);
  free (memory);
  free (o);
  return 0;
}
