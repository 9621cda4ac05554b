/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-bench --turns: calls have every size of the range, in random order, at many places, and
   within the room. */

#include "../tests.h"
#include "../../tune/bench/turns.h"

enum { FROM = 3, TO = 20, REPEATS = TURNS + 7 };

static mp_ptr room, places[REPEATS];
static size_t room_limbs;
static int seen[TO + 1], calls, unequal, ascending;
static mp_size_t last;

static void
expect_inside (mp_srcptr p, mp_size_t n)
{
  if (p < room || p + n > room + room_limbs)
    check_fail ("%ld limbs beyond the room", (long) n);
}

static mp_limb_t
mul (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  if (bn < FROM || an < bn || an > TO)
    {
      check_fail ("%ld x %ld limbs", (long) an, (long) bn);
      return 0;
    }
  expect_inside (rp, an + bn), expect_inside (ap, an), expect_inside (bp, bn);
  if (!COMBA_SEPARATE (rp, an + bn, ap, an) || !COMBA_SEPARATE (rp, an + bn, bp, bn))
    check_fail ("%ld x %ld limbs overlap", (long) an, (long) bn);
  seen[an] = seen[bn] = 1;
  unequal += an != bn;
  ascending += an >= last;
  last = an;
  places[calls++] = rp;
  return 0;
}

static void
mul_n (mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  mul (rp, ap, n, bp, n);
}

static void
sqr (mp_ptr rp, mp_srcptr ap, mp_size_t n)
{
  mul (rp, ap, n, ap, n);
}

int
main (void)
{
  static const enum function functions[] = { MUL_N, SQR, MUL };
  const struct library l = { .mul_n = mul_n, .sqr = sqr, .mul = mul };
  struct turn turns[TURNS];
  tests_begin ();
  room_limbs = operands_room_limbs (TO, TO);
  room = operands_room (TO, TO);
  for (int f = 0; f < 3; f++)
    {
      const struct job job = { .function = functions[f], .an = TO, .bn = TO, .turns_from = FROM };
      check_begin ("sizes in turns, function %d", f);
      for (int i = 0; i < 8; i++)
        {
          const struct operands on = operands_place (room, TO, TO, i);
          memset (seen, 0, sizeof seen);
          calls = unequal = ascending = 0;
          last = 0;
          choose_turns (turns, &job, i);
          turn_calls (&l, functions[f], &on, turns, REPEATS);
          if (calls != REPEATS || places[0] != places[TURNS] || places[0] == places[1])
            check_fail ("%d calls, which do not differ, or do not begin again", calls);
          for (int n = FROM; n <= TO; n++)
            if (!seen[n])
              check_fail ("never %d limbs", n);
          if ((unequal > 0) != (functions[f] == MUL) || ascending > TURNS * 3 / 4)
            check_fail ("%d of other lengths, %d not shorter than the one before", unequal, ascending);
        }
      check_end ();
    }
  free (room);
  return tests_end ();
}
