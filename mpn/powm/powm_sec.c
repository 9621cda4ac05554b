/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Constant-time powers.

   Fixed windows of the exponent, and a table of all powers of B below 2^w.  Each window takes w
   squares, a reading of the whole table and one product, whatever its bits are.  The representation
   (residue/representation.h, .sec) does the rest in time that depends on n alone, and is made
   without a division of limbs. */

#include "powm/powm.h"
#include "arith/limb_steps.h"
#include "arith/scratch.h"
#include "residue/precompute.h"

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

const struct comba_representation *
comba_powm_sec_representation (const struct comba_config *k, mp_size_t n)
{
  const struct comba_representation *short_one = NULL, *beyond = NULL;
  for (const struct comba_representation_range *r = k->representations; r->rep != NULL; r++)
    {
      if (r->rep->sec == NULL || n < r->from || !comba_representation_serves (r->rep, k, n, 1))
        continue;
      const int listed = r->to == 0 || n <= r->to;
      if (listed && r->rep->digits != NULL)
        return r->rep;
      const struct comba_representation **const other = listed ? &short_one : &beyond;
      *other = *other != NULL ? *other : r->rep;
    }
  return short_one != NULL ? short_one : beyond != NULL ? beyond : &comba_representation_montgomery_sec;
}

/* The fewest products, where reading an entry of the table takes 1/(4n) of one.
   Without divisions that round, longer operands never have narrower windows. */
enum { WIDTH_MAX = 7, MULTIPLE = 420 };

static int
width_for (size_t bits, mp_size_t n)
{
  int width = 1;
  for (size_t least = SIZE_MAX, product = 4 * (size_t) n, w = 1; w <= WIDTH_MAX; w++)
    {
      const size_t entries = (size_t) 1 << w, time = MULTIPLE * product * entries + bits * (MULTIPLE / w) * (product + entries);
      if (time < least)
        least = time, width = (int) w;
    }
  return width;
}

/* The parts of the scratch, in limbs: the context, a table of COUNT entries, two elements, a number
   of n limbs, and the scratch of the steps. */
struct sizes
{
  size_t context, entry, count, element, number, steps;
};

static struct sizes
sizes_of (const struct comba_representation *listed, size_t bits, mp_size_t n)
{
  const struct comba_representation *const rep = listed->sec->rep;
  const size_t precompute = COMBA_MOD_SEC_ITCH (n), itch = rep->itch (n);
  return (struct sizes) {
    .context = rep->context_size (n), .entry = (size_t) (rep->digits != NULL ? rep->digits (n) : n),
    .count = (size_t) 1 << width_for (bits, n), .element = rep->element_size (n), .number = comba_whole_lines ((size_t) n),
    .steps = precompute > itch ? precompute : itch
  };
}

static size_t
total (struct sizes s)
{
  return s.context + comba_whole_lines (s.entry * s.count) + 2 * s.element + s.number + s.steps;
}

/* The most of all representations up to n limbs, so that longer moduli never need less.  The sizes
   of one may be larger for multiples of three limbs. */
size_t
comba_powm_sec_itch (const struct comba_config *k, size_t bits, mp_size_t n)
{
  n = (n + 2) / 3 * 3;
  size_t most = total (sizes_of (&comba_representation_montgomery_sec, bits, n));
  for (const struct comba_representation_range *r = k->representations; r->rep != NULL; r++)
    if (r->rep->sec != NULL && n >= r->rep->min)
      {
        const size_t size = total (sizes_of (r->rep, bits, n < r->rep->max ? n : r->rep->max));
        most = most > size ? most : size;
      }
  return COMBA_ALIGNED_LIMBS + most;
}

struct power
{
  const struct comba_config *k;
  const struct comba_representation *rep;
  const struct comba_representation_sec *sec;
  struct sizes size;
  mp_size_t n;
  mp_ptr context, table, x, y, number, steps;
};

/* The element of the number. */
static void
encode (const struct power *t, mp_ptr xp)
{
  t->rep->encode (t->k, t->context, xp, t->number, t->n, t->steps);
}

static void
multiply (const struct power *t)
{
  t->rep->mul (t->k, t->context, t->x, t->x, t->y, t->steps);
}

static void
put_entry (const struct power *t, size_t i, mp_srcptr xp)
{
  memcpy (t->table + i * t->size.entry, xp + t->sec->frame, BYTES (t->size.entry));
}

static void
get_entry (const struct power *t, mp_ptr xp, mp_limb_t i)
{
  t->sec->select (xp + t->sec->frame, t->table, t->size.entry, t->size.count, i);
}

/* B^0, B, ..., with B in y. */
static void
make_table (const struct power *t, mp_srcptr bp, mp_size_t bn, mp_srcptr pp)
{
  const mp_size_t n = t->n;
  memset (t->number, 0, BYTES (n));
  t->number[0] = 1;
  encode (t, t->x);
  put_entry (t, 0, t->x);
  if (bn > n)
    comba_mod_fold_sec (t->k, t->number, bp, bn, pp, n, t->steps);
  else
    {
      memset (t->number, 0, BYTES (n));
      memcpy (t->number, bp, BYTES (bn));
    }
  encode (t, t->y);
  put_entry (t, 1, t->y);
  memcpy (t->x, t->y, BYTES (t->size.element));
  for (size_t i = 2; i < t->size.count; i++)
    {
      multiply (t);
      put_entry (t, i, t->x);
    }
}

void
comba_powm_sec (const struct comba_config *k, mp_ptr rp, mp_srcptr bp, mp_size_t bn, mp_srcptr ep, size_t bits,
                mp_srcptr pp, mp_size_t n, mp_ptr tp)
{
  const struct comba_representation *const listed = comba_powm_sec_representation (k, n), *const rep = listed->sec->rep;
  const struct sizes size = sizes_of (listed, bits, n);
  const mp_ptr all = comba_align (tp);
  struct power t = { .k = k, .rep = rep, .sec = listed->sec, .size = size, .n = n, .context = all };
  t.table = t.context + size.context;
  t.x = t.table + comba_whole_lines (size.entry * size.count);
  t.y = t.x + size.element;
  t.number = t.y + size.element;
  t.steps = t.number + size.number;

  comba_mod_power_sec (k, t.number, 2 * t.sec->radix_bits (n), pp, n, t.steps);
  t.sec->init (k, t.context, pp, n, t.number, t.steps);
  memset (t.x, 0, 2 * BYTES (size.element));
  make_table (&t, bp, bn, pp);

  const int width = __builtin_ctzll (size.count);
  const int first = (int) ((bits - 1) % (size_t) width) + 1;
  size_t at = bits - (size_t) first;
  for (get_entry (&t, t.x, comba_bits_from (ep, at, first)); at > 0; multiply (&t))
    {
      for (int i = 0; i < width; i++)
        rep->sqr (k, t.context, t.x, t.x, t.steps);
      at -= (size_t) width;
      get_entry (&t, t.y, comba_bits_from (ep, at, width));
    }
  rep->decode (k, t.context, rp, t.x, t.steps);

  memset (all, 0, BYTES (total (size)));
  __asm__ volatile ("" : : "r" (all) : "memory");
  comba_own_wipe ();
}
