/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Many powers at once.

   Powers of similar size form groups, one power in each lane of the vectors of residue/lanes.h.  A
   group takes as long as its longest power would in every lane, so it must be full enough: the
   configuration says how full.  All other powers are computed one by one.

   Groups and single powers with odd moduli are units, which threads share. */

#include "powm/powm_many.h"
#include "powm/powm.h"
#include "arith/limb_steps.h"
#include "arith/scratch.h"
#include "parallel/job_memory.h"
#include "parallel/pool.h"
#include "residue/lanes.h"
#include "residue/precompute.h"

#define NOINLINE __attribute__ ((noinline))

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* A power with an odd modulus and a long exponent. */
struct item
{
  const struct comba_power *power;
  size_t bits;                  /* of the exponent: all of its limbs in constant time */
};

/* Proportional to the time of a power, but bounded.  Not in doubles: they depend on the rounding
   mode, and raise exceptions. */
static uint64_t
work_of (mp_size_t n, size_t bits)
{
  const uint64_t limbs = n < 1 << 14 ? (uint64_t) n : 1 << 14;
  return limbs * limbs * (bits < 1 << 24 ? bits : 1 << 24);
}

struct unit
{
  size_t first;
  int count;                    /* powers of a group; 0: one power by itself */
};

struct batch
{
  const struct comba_config *k;
  int sec;
  struct item *items;
  struct unit *units;
  size_t count;                 /* of units */
  mp_ptr memory;                /* a part of EACH limbs for every thread */
  size_t each;
  _Atomic size_t next;
};

static mp_size_t
magnitude (mp_size_t n)
{
  return n < 0 ? -n : n;
}

static mp_size_t
digits_for (const struct comba_lanes *v, mp_size_t n)
{
  return (GMP_LIMB_BITS * n + 3 + v->digit_bits - 1) / v->digit_bits;
}

/* rp = P - rp if B is negative, E is odd and rp is not zero. */
static void NOINLINE
put_sign (const struct comba_power *p, mp_ptr rp, int odd)
{
  if (p->bn >= 0 || !odd)
    return;
  for (mp_size_t i = 0; i < p->n; i++)
    if (rp[i] != 0)
      {
        comba_sub_n (rp, p->pp, rp, p->n);
        return;
      }
}


/* Groups */

/* The parts of a group's memory, in limbs. */
struct sizes
{
  mp_size_t n, digits;
  size_t bits, element, p, number, steps;
  int width;
};

enum { WIDTH_MAX = 7 };

/* The window with the fewest products, where reading an entry of a whole table takes 1/(4 digits)
   of one. */
static int
width_for (size_t bits, mp_size_t digits, int sec)
{
  enum { MULTIPLE = 420 };      /* of all widths, so that nothing is rounded */
  _Static_assert (WIDTH_MAX == 7, "MULTIPLE must be a multiple of all widths");
  const uint64_t product = 4 * (uint64_t) digits;
  int width = 1;
  uint64_t least = 0;
  for (int w = 1; w <= WIDTH_MAX; w++)
    {
      const uint64_t entries = (uint64_t) 1 << w, read = sec ? entries : 0;
      const uint64_t time = MULTIPLE * entries * product + bits * (MULTIPLE / w) * (product + read);
      if (w == 1 || time < least)
        least = time, width = w;
    }
  return width;
}

static struct sizes NOINLINE
sizes_of (const struct batch *b, const struct unit *u)
{
  const struct comba_lanes *const v = b->k->lanes.kernel;
  struct sizes s = { .n = 0 };
  for (int i = 0; i < u->count; i++)
    {
      const struct item *const item = &b->items[u->first + (size_t) i];
      s.n = s.n > item->power->n ? s.n : item->power->n;
      s.bits = s.bits > item->bits ? s.bits : item->bits;
    }
  s.digits = digits_for (v, s.n);
  s.element = comba_whole_lines ((size_t) (s.digits + COMBA_LANES_PADDING) * (size_t) v->lanes);
  s.p = s.element + COMBA_LANES_MAX;
  s.number = comba_whole_lines ((size_t) s.n);
  s.steps = comba_whole_lines (COMBA_MOD_SEC_ITCH (s.n));
  s.width = width_for (s.bits, s.digits, b->sec);
  return s;
}

static size_t NOINLINE
group_itch (const struct batch *b, const struct unit *u)
{
  const struct sizes s = sizes_of (b, u);
  return s.p + s.element * (4 + ((size_t) 1 << s.width)) + s.number + s.steps;
}

struct group
{
  const struct batch *b;
  const struct comba_lanes *v;
  const struct item *items;
  int count;
  struct sizes size;
  mp_ptr p, square, x, y, scratch, table, number, steps;
};

static void NOINLINE
multiply (const struct group *g, mp_ptr zp, mp_srcptr xp, mp_srcptr yp)
{
  g->v->mul (zp, xp, yp, g->p, g->size.digits, g->scratch);
}

static mp_ptr
entry (const struct group *g, size_t i)
{
  return g->table + i * g->size.element;
}

/* The power of a lane.  The last lanes of a group that is not full repeat others. */
static const struct item *
item_of (const struct group *g, int lane)
{
  return &g->items[lane % g->count];
}

/* Moduli, R^2 and bases; x is to be 1. */
static void
put_operands (const struct group *g)
{
  const struct comba_config *const k = g->b->k;
  const mp_size_t digits = g->size.digits;
  const mp_limb_t one = 1;
  const struct comba_power *before = NULL;
  for (int l = 0; l < g->v->lanes; l++)
    {
      const struct comba_power *const p = item_of (g, l)->power;
      const mp_size_t n = p->n, bn = magnitude (p->bn);
      g->v->put (g->p, l, digits, p->pp, n);
      const mp_limb_t digit = ((mp_limb_t) 1 << g->v->digit_bits) - 1;
      const mp_limb_t mu = -comba_inverse_limb (p->pp[0]) & digit;
      g->v->put (g->p + (digits + COMBA_LANES_PADDING) * g->v->lanes, l, 1, &mu, 1);
      mp_srcptr base = p->bp;
      if (bn > n)
        {
          comba_mod_fold_sec (k, g->number, p->bp, bn, p->pp, n, g->steps);
          base = g->number;
        }
      g->v->put (g->x, l, digits, base, bn < n ? bn : n);
      g->v->put (g->y, l, digits, &one, 1);
      if (before != NULL && before->pp == p->pp && before->n == n)
        {
          for (mp_size_t i = 0; i < digits; i++)
            g->square[i * g->v->lanes + l] = g->square[i * g->v->lanes + l - 1];
          continue;
        }
      const size_t r_bits = (size_t) g->v->digit_bits * (size_t) digits;
      comba_mod_power_sec (k, g->number, 2 * r_bits, p->pp, n, g->steps);
      g->v->put (g->square, l, digits, g->number, n);
      before = p;
    }
}

/* x = B^E by fixed windows, from a table of B^0, B, B^2, ... */

static void
make_table (const struct group *g)
{
  multiply (g, entry (g, 0), g->y, g->square);
  multiply (g, entry (g, 1), g->x, g->square);
  for (size_t i = 2; i < (size_t) 1 << g->size.width; i++)
    if (i % 2 == 0)
      g->v->sqr (entry (g, i), entry (g, i / 2), g->p, g->size.digits, g->scratch);
    else
      multiply (g, entry (g, i), entry (g, i - 1), entry (g, 1));
}

/* Bits AT to AT + WIDTH - 1 of E. */
static mp_limb_t
window_of (const struct comba_power *p, size_t at, int width)
{
  const mp_size_t i = (mp_size_t) (at / GMP_LIMB_BITS);
  const int shift = (int) (at % GMP_LIMB_BITS);
  mp_limb_t x = i < p->en ? p->ep[i] >> shift : 0;
  if (shift + width > GMP_LIMB_BITS && i + 1 < p->en)
    x |= p->ep[i + 1] << (GMP_LIMB_BITS - shift);
  return x & (((mp_limb_t) 1 << width) - 1);
}

/* Each lane's entry for these bits, in the table or in y. */
static mp_srcptr NOINLINE
look_up (const struct group *g, size_t at, int width)
{
  const int lanes = g->v->lanes;
  const mp_size_t digits = (mp_size_t) (g->size.element / (size_t) lanes);
  mp_limb_t index[COMBA_LANES_MAX];
  int same = 1;
  for (int l = 0; l < lanes; l++)
    {
      index[l] = window_of (item_of (g, l)->power, at, width);
      if (!g->b->sec)
        same &= index[l] == index[0];
    }
  if (g->b->sec)
    g->v->select (g->y, g->table, digits, (size_t) 1 << g->size.width, index);
  else if (same)
    return entry (g, index[0]);
  else
    for (int l = 0; l < lanes; l++)
      {
        const mp_srcptr from = entry (g, index[l]) + l;
        for (mp_size_t i = 0; i < digits * lanes; i += lanes)
          g->y[i + l] = from[i];
      }
  return g->y;
}

static void NOINLINE
raise_fixed (const struct group *g)
{
  const int width = g->size.width, first = (int) ((g->size.bits - 1) % (size_t) width) + 1;
  size_t at = g->size.bits - (size_t) first;
  make_table (g);
  memcpy (g->x, look_up (g, at, first), BYTES (g->size.element));
  while (at > 0)
    {
      for (int i = 0; i < width; i++)
        g->v->sqr (g->x, g->x, g->p, g->size.digits, g->scratch);
      at -= (size_t) width;
      multiply (g, g->x, g->x, look_up (g, at, width));
    }
}

/* The same for an exponent that all lanes share, by sliding windows, from a table of B, B^3, ... */
static void NOINLINE
raise_shared (const struct group *g)
{
  const struct comba_power *const p = g->items[0].power;
  const int width = g->size.width + 1;
  int begun = 0;
  multiply (g, entry (g, 0), g->x, g->square);
  g->v->sqr (g->y, entry (g, 0), g->p, g->size.digits, g->scratch);
  for (size_t i = 1; i < (size_t) 1 << g->size.width; i++)
    multiply (g, entry (g, i), entry (g, i - 1), g->y);
  for (size_t at = g->size.bits; at > 0; )
    {
      int bits = at < (size_t) width ? (int) at : width;
      mp_limb_t window = window_of (p, at - (size_t) bits, bits);
      if (window >> (bits - 1) == 0)
        bits = 1, window = 0;
      else
        for (; window % 2 == 0; window /= 2)
          bits--;
      at -= (size_t) bits;
      if (!begun)
        memcpy (g->x, entry (g, window / 2), BYTES (g->size.element));
      else
        {
          for (int i = 0; i < bits; i++)
            g->v->sqr (g->x, g->x, g->p, g->size.digits, g->scratch);
          if (window % 2 != 0)
            multiply (g, g->x, g->x, entry (g, window / 2));
        }
      begun = 1;
    }
}

static int
shares_exponent (const struct group *g)
{
  const struct comba_power *const p = g->items[0].power;
  int same = !g->b->sec;
  for (int i = 1; i < g->count; i++)
    same &= g->items[i].power->ep == p->ep && g->items[i].power->en == p->en;
  return same;
}

/* rp[0..n-1] = the canonical residue of rp[0..n-1] - NEGATIVE beta^n, where NEGATIVE is 0 or 1 and
   the value lies between -P and P, or is P.  In constant time. */
static void
make_canonical (mp_ptr rp, mp_srcptr pp, mp_size_t n, mp_limb_t negative)
{
  mp_limb_t borrow = 0, carry = 0;
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb t = (comba_dlimb) rp[i] - (pp[i] & (negative - 1)) - borrow;
      rp[i] = (mp_limb_t) t;
      borrow = COMBA_HIGH (t) & 1;
    }
  const mp_limb_t mask = -(negative | borrow);
  for (mp_size_t i = 0; i < n; i++)
    {
      const comba_dlimb t = (comba_dlimb) rp[i] + (pp[i] & mask) + carry;
      rp[i] = (mp_limb_t) t;
      carry = COMBA_HIGH (t);
    }
}

static void NOINLINE
compute_group (const struct batch *b, const struct unit *u, mp_ptr memory)
{
  struct group g = {
    .b = b, .v = b->k->lanes.kernel, .items = b->items + u->first, .count = u->count,
    .size = sizes_of (b, u)
  };
  const size_t element = g.size.element;
  g.p = memory;
  g.square = g.p + g.size.p;
  g.x = g.square + element;
  g.y = g.x + element;
  g.scratch = g.y + element;
  g.table = g.scratch + element;
  g.number = g.table + (element << g.size.width);
  g.steps = g.number + g.size.number;
  memset (memory, 0, BYTES (g.number - memory));
  put_operands (&g);
  if (shares_exponent (&g))
    raise_shared (&g);
  else
    raise_fixed (&g);

  const mp_limb_t one = 1;
  for (int l = 0; l < g.v->lanes; l++)
    g.v->put (g.y, l, g.size.digits, &one, 1);
  multiply (&g, g.x, g.x, g.y);
  for (int l = 0; l < g.count; l++)
    {
      const struct comba_power *const p = g.items[l].power;
      const mp_limb_t top = g.v->get (g.number, p->n, g.x, l, g.size.digits);
      make_canonical (g.number, p->pp, p->n, top >> 1 & 1);
      if (!b->sec)              /* it branches on E */
        put_sign (p, g.number, p->ep[0] & 1);
      memcpy (p->rp, g.number, BYTES (p->n));
    }
}


/* Powers by themselves */

static mp_size_t NOINLINE
significant (mp_srcptr ap, mp_size_t an)
{
  while (an > 0 && ap[an - 1] == 0)
    an--;
  return an;
}

/* By the functions for one power, which find their own scratch. */
static int NOINLINE
compute_one (const struct batch *b, const struct comba_power *p)
{
  if (b->sec)
    {
      const size_t bits = (size_t) (p->en > 0 ? p->en : 1) * GMP_LIMB_BITS;
      const mp_limb_t zero = 0;
      struct comba_scratch s;
      const size_t itch = comba_powm_sec_itch (b->k, bits, p->n);
      const mp_ptr scratch = comba_scratch_get (&s, itch, COMBA_SCRATCH_SECRET);
      if (scratch == NULL)
        return 0;
      const mp_srcptr ep = p->en > 0 ? p->ep : &zero;
      comba_powm_sec (b->k, p->rp, p->bp, p->bn, ep, bits, p->pp, p->n, scratch);
      comba_scratch_put (&s);
      return 1;
    }
  const mp_size_t bn = significant (p->bp, magnitude (p->bn)), en = significant (p->ep, p->en);
  if (bn == 0 || en == 0)
    {
      memset (p->rp, 0, BYTES (p->n));
      p->rp[0] = en == 0;
      return 1;
    }
  const int odd = p->ep[0] & 1;
  /* With a negative B, rp must not be P. */
  struct comba_scratch s;
  const mp_ptr rp = COMBA_SCRATCH_GET (&s, (size_t) p->n, COMBA_SCRATCH_SECRET);
  int done = rp != NULL;
  if (done)
    {
      done = (p->pp[0] & 1) != 0 ? comba_powm_try (b->k, rp, p->bp, bn, p->ep, en, p->pp, p->n)
        : comba_powm_even (b->k, rp, p->bp, bn, p->ep, en, p->pp, p->n);
      if (done)
        {
          put_sign (p, rp, odd);
          memcpy (p->rp, rp, BYTES (p->n));
        }
    }
  comba_scratch_put (&s);
  return done;
}

static const struct comba_representation *
representation_of (const struct batch *b, const struct comba_power *p)
{
  return comba_representation_for (b->k, p->n, 1, COMBA_REPRESENTATION_ANY, NULL);
}

/* In given memory. */
static size_t
single_itch (const struct batch *b, const struct comba_power *p)
{
  if (b->sec)
    return comba_powm_sec_itch (b->k, (size_t) p->en * GMP_LIMB_BITS, p->n);
  const struct comba_representation *const rep = representation_of (b, p);
  return comba_whole_lines ((size_t) p->n) + rep->context_size (p->n)
         + comba_powm_itch (rep, p->n, p->ep, p->en);
}

static void NOINLINE
compute_single (const struct batch *b, const struct comba_power *p, mp_ptr memory)
{
  if (b->sec)
    {
      const size_t bits = (size_t) p->en * GMP_LIMB_BITS;
      comba_powm_sec (b->k, p->rp, p->bp, p->bn, p->ep, bits, p->pp, p->n, memory);
      return;
    }
  const struct comba_representation *const rep = representation_of (b, p);
  const mp_ptr rp = memory, context = memory + comba_whole_lines ((size_t) p->n);
  const mp_ptr scratch = context + rep->context_size (p->n);
  rep->init (b->k, context, p->pp, p->n, scratch);
  comba_powm (b->k, rep, context, p->n, rp, p->bp, magnitude (p->bn), p->ep, p->en, scratch);
  put_sign (p, rp, p->ep[0] & 1);
  memcpy (p->rp, rp, BYTES (p->n));
}


/* Batches */

static int
is_before (const struct item *a, const struct item *b)
{
  if (a->power->n != b->power->n)
    return a->power->n > b->power->n;
  if (a->bits != b->bits)
    return a->bits > b->bits;
  return (uintptr_t) a->power->pp < (uintptr_t) b->power->pp;
}

static void NOINLINE
sift (struct item *items, size_t i, size_t count)
{
  const struct item item = items[i];
  for (size_t child; (child = 2 * i + 1) < count; i = child)
    {
      child += child + 1 < count && is_before (&items[child], &items[child + 1]);
      if (!is_before (&item, &items[child]))
        break;
      items[i] = items[child];
    }
  items[i] = item;
}

/* The longest first, equal moduli together.  Heapsort: qsort may call malloc. */
static void
sort (struct item *items, size_t count)
{
  for (size_t i = count / 2; i-- > 0; )
    sift (items, i, count);
  for (size_t left = count; left-- > 1; )
    {
      const struct item last = items[left];
      items[left] = items[0];
      items[0] = last;
      sift (items, 0, left);
    }
}

static int
fits_lanes (const struct batch *b, mp_size_t n)
{
  const struct comba_lanes *const v = b->k->lanes.kernel;
  return v != NULL && n >= b->k->thresholds.powm_lanes && n < b->k->thresholds.powm_lanes_end
         && digits_for (v, n) <= v->max;
}

/* The group from item i on, of COUNT items; none if its powers by themselves take less time. */
static int
group_from (const struct batch *b, size_t i, size_t count)
{
  const struct comba_lanes *const v = b->k->lanes.kernel;
  const mp_size_t n = b->items[i].power->n;
  int lanes = 0;
  uint64_t work = 0;
  size_t bits = 0;
  if (!fits_lanes (b, n))
    return 0;
  for (; lanes < v->lanes && i < count && fits_lanes (b, b->items[i].power->n); lanes++, i++)
    {
      const struct item *const item = &b->items[i];
      work += work_of (item->power->n, item->bits);
      bits = bits > item->bits ? bits : item->bits;
    }
  return 100 * work < b->k->lanes.percent * (uint64_t) v->lanes * work_of (n, bits) ? 0 : lanes;
}

/* Puts COUNT sorted items into units. */
static void
make_units (struct batch *b, size_t count)
{
  for (size_t i = 0; i < count; b->count++)
    {
      const int lanes = group_from (b, i, count);
      b->units[b->count] = (struct unit) { i, lanes };
      i += lanes > 0 ? (size_t) lanes : 1;
    }
}

static void
compute_units (void *arg, int thread)
{
  struct batch *const b = arg;
  const mp_ptr memory = b->memory + (size_t) thread * b->each;
  for (size_t i; (i = atomic_fetch_add_explicit (&b->next, 1, memory_order_relaxed)) < b->count; )
    if (b->units[i].count > 0)
      compute_group (b, &b->units[i], memory);
    else
      compute_single (b, b->items[b->units[i].first].power, memory);
  comba_own_wipe ();
}

/* By several threads if they are allowed: less work than this does not wake them.  It takes any CPU
   many times as long as a system takes to wake a thread. */
enum { WORK_MIN = 1 << 20 };

static int
compute_by_threads (struct batch *b, uint64_t work)
{
  const int allowed = comba_threads_allowed ();
  if (allowed < 2 || b->count < 2 || work < WORK_MIN)
    return 0;
  const int most = b->count < (size_t) allowed ? (int) b->count : allowed;
  const struct comba_pool *const pool = comba_pool_take (most, COMBA_WAKE_NOW);
  if (pool == NULL)
    return 0;
  for (size_t i = 0; i < b->count; i++)
    {
      const struct unit *const u = &b->units[i];
      const size_t itch = u->count > 0 ? group_itch (b, u)
        : single_itch (b, b->items[u->first].power);
      b->each = b->each > itch ? b->each : itch;
    }
  b->each = comba_worker_limbs (b->each);
  struct comba_scratch s;
  const size_t all = (size_t) pool->threads * b->each + COMBA_WORKER_ALIGNMENT_LIMBS;
  const mp_ptr memory = comba_scratch_get (&s, all, COMBA_SCRATCH_SECRET | COMBA_SCRATCH_SHARED);
  if (memory != NULL)
    {
      b->memory = comba_worker_memory (memory);
      comba_pool_run (pool, compute_units, b);
    }
  comba_scratch_put (&s);
  comba_pool_give ();
  return memory != NULL;
}

/* Returns 0 if an allocation fails for a power by itself. */
static int
compute_unit (const struct batch *b, const struct unit *u)
{
  if (u->count > 0)
    {
      struct comba_scratch s;
      const size_t itch = group_itch (b, u) + COMBA_ALIGNED_LIMBS;
      const mp_ptr memory = comba_scratch_get (&s, itch, COMBA_SCRATCH_SECRET);
      if (memory != NULL)
        compute_group (b, u, comba_align (memory));
      comba_scratch_put (&s);
      if (memory != NULL)
        return 1;
    }
  for (int i = 0; i < (u->count > 0 ? u->count : 1); i++)
    if (!compute_one (b, b->items[u->first + (size_t) i].power))
      return 0;
  return 1;
}

/* Whether the power can be an item, and which.  Short exponents have faster ways. */
static int
is_item (const struct batch *b, const struct comba_power *p, struct item *item)
{
  const mp_size_t en = b->sec ? p->en : significant (p->ep, p->en);
  if (p->n <= COMBA_POWM_ONE_TWO_LIMBS || en < 2 || p->bn == 0)
    return 0;
  if (!b->sec && (p->pp[0] & 1) == 0)
    return 0;
  const size_t bits = b->sec ? (size_t) en * GMP_LIMB_BITS : comba_bits (p->ep, en);
  *item = (struct item) { p, bits };
  return 1;
}

int
comba_powm_many_by (const struct comba_config *k, const struct comba_power *powers, size_t count,
                    int sec)
{
  struct batch b = { .k = k, .sec = sec };
  struct comba_scratch list;
  const size_t bytes = count * (sizeof (struct item) + sizeof (struct unit));
  const mp_ptr memory = count < 2 ? NULL
    : comba_scratch_get (&list, bytes / sizeof (mp_limb_t) + 1, 0);
  b.items = (struct item *) memory;
  b.units = memory != NULL ? (struct unit *) (b.items + count) : NULL;
  size_t items = 0;
  uint64_t work = 0;
  int done = 1;
  for (size_t i = 0; i < count && done; i++)
    if (memory != NULL && is_item (&b, &powers[i], &b.items[items]))
      {
        if (work < WORK_MIN)
          work += work_of (b.items[items].power->n, b.items[items].bits);
        items++;
      }
    else
      done = compute_one (&b, &powers[i]);
  if (items > 0 && done)
    {
      sort (b.items, items);
      make_units (&b, items);
      if (!compute_by_threads (&b, work))
        for (size_t i = 0; i < b.count && done; i++)
          done = compute_unit (&b, &b.units[i]);
    }
  if (memory != NULL)
    comba_scratch_put (&list);
  comba_own_wipe ();
  return done;
}
