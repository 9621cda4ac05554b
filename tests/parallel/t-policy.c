/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* When calls back off, and when sleeping workers are used or woken: the functions themselves, with
   an engine that only notes what it is asked.  The test may lose its CPU between two of them, so
   what needs to follow at once is tried again. */

#include "../tests.h"
#include "parallel/policy.h"
#include <time.h>

enum { ROUNDS = 200, FAILURES = 10, WORKERS = 3 };

/* Longer than workers wait, and than the shortest back-off. */
static void
wait_long (void)
{
  nanosleep (&(struct timespec) { .tv_nsec = 1000000 }, NULL);
}

static void
wait_for_end (void)
{
  while (comba_backs_off ())
    continue;
}

/* One call after the other whose workers do not come. */
static void
fail_often (void)
{
  for (int i = 0; i < FAILURES; i++)
    {
      wait_for_end ();
      comba_note_call (0);
    }
}

static void
try_back_off (void)
{
  int begun = 0, ended = 0, although_woken = ROUNDS, longer = 0;
  wait_long ();
  for (int i = 0; i < ROUNDS && !begun; i++)
    {
      comba_note_call (0);
      begun = comba_backs_off ();
    }
  CHECK_THAT (begun, "after workers that did not come calls back off");
  comba_end_back_off ();
  for (int i = 0; i < ROUNDS; i++)
    {
      comba_note_call (1);
      ended += comba_backs_off ();
    }
  CHECK_THAT (ended == 0, "after workers that came calls do not back off");

  for (int i = 0; i < ROUNDS && although_woken != 0; i++)
    {
      comba_end_back_off ();
      comba_note_woken ();
      comba_note_call (0);
      although_woken = comba_backs_off ();
    }
  CHECK_THAT (although_woken == 0, "nor if workers that were just woken did not come");

  wait_long ();
  for (int i = 0; i < ROUNDS && !longer; i++)
    {
      comba_end_back_off ();
      fail_often ();
      wait_long ();
      longer = comba_backs_off ();
    }
  CHECK_THAT (longer, "one failure after the other makes back-offs longer");
  comba_end_back_off ();
  CHECK_THAT (!comba_backs_off (), "comba_end_back_off ends them");
  fail_often ();
  wait_for_end ();
  for (int i = 0; i < 2 * FAILURES; i++)
    comba_note_call (1);
  comba_note_call (0);
  wait_long ();
  CHECK_THAT (!comba_backs_off (), "calls that went well make them shorter");
}

static int asleep, woken;

static int
count_asleep (int n)
{
  return asleep < n ? asleep : n;
}

/* Notes the worker as a bit. */
static int
wake (int i)
{
  woken |= 1 << i;
  return 1;
}

static const struct comba_engine engine = { .name = "test", .count_asleep = count_asleep, .wake = wake };

/* Two calls that find workers asleep, the second at once after the first.  Returns whether in one
   of many rounds it had the result USED_THEN and woke the workers WOKEN_THEN.  The first call must
   use and wake none in any. */
static int
second_of_two (enum comba_wake how, int used_then, int woken_then)
{
  int seen = 0;
  for (int i = 0; i < ROUNDS && !seen; i++)
    {
      woken = 0;
      wait_long ();
      if (comba_may_use_workers (&engine, WORKERS, how) || woken != 0)
        check_fail ("the first call uses or wakes workers");
      const int used = comba_may_use_workers (&engine, WORKERS, how);
      seen = used == used_then && woken == woken_then;
    }
  return seen;
}

static void
try_sleepers (void)
{
  const int all = (2 << WORKERS) - 2;
  asleep = 0;
  CHECK_THAT (comba_may_use_workers (&engine, WORKERS, COMBA_WAKE_NEXT) && woken == 0,
              "workers that are awake are used");
  asleep = 1;
  CHECK_THAT (second_of_two (COMBA_WAKE_NEXT, 0, all), "the second short call that finds one asleep wakes all");
  CHECK_THAT (second_of_two (COMBA_WAKE_AFTER, 1, 0), "the second call of medium length uses them");
}

int
main (void)
{
  tests_begin ();
  try_back_off ();
  try_sleepers ();
  return tests_end ();
}
