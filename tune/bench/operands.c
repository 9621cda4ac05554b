/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "operands.h"
#include <stdlib.h>
#include <string.h>

#define PAGE 4096
#define PAGE_LIMBS (PAGE / (mp_size_t) sizeof (mp_limb_t))

uint64_t
splitmix (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void
random_operand (mp_ptr p, mp_size_t n)
{
  static uint64_t state = 1;
  for (mp_size_t i = 0; i < n; i++)
    p[i] = splitmix (&state);
  p[n - 1] |= 1;
}

/* Three areas, each beginning at a page: r, a, b.  The operand begins in the first page of its
   area, and sometimes a page later. */
static mp_size_t
area_limbs (mp_size_t n)
{
  return (n + 2 * PAGE_LIMBS - 1) / PAGE_LIMBS * PAGE_LIMBS;
}

size_t
operands_room_limbs (mp_size_t an, mp_size_t bn)
{
  return (size_t) (area_limbs (an + bn) + area_limbs (an) + area_limbs (bn));
}

mp_size_t
operands_offset (uint64_t *state)
{
  return (mp_size_t) (splitmix (state) % PAGE_LIMBS);
}

/* Pages that are in use, as a program's nearly always are.  Where a page does not exist yet, a
   masked access that extends into it takes hundreds of cycles on some CPUs (Zen 4), in every call
   until the page is written. */
mp_ptr
operands_room (mp_size_t an, mp_size_t bn)
{
  void *p;
  size_t bytes = operands_room_limbs (an, bn) * sizeof (mp_limb_t);
  return posix_memalign (&p, PAGE, bytes) == 0 ? memset (p, 1, bytes) : NULL;
}

struct operands
operands_place (mp_ptr room, mp_size_t an, mp_size_t bn, int i)
{
  uint64_t state = (uint64_t) an << 32 ^ (uint64_t) bn << 8 ^ (uint64_t) i;
  struct operands o = { .an = an, .bn = bn };
  o.rp = room + operands_offset (&state);
  room += area_limbs (an + bn);
  o.ap = room + operands_offset (&state);
  room += area_limbs (an);
  o.bp = room + operands_offset (&state);
  random_operand (o.ap, an);
  random_operand (o.bp, bn);
  return o;
}
