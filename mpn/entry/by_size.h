/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* CALL (n), n at most the table's own_jumps, with a constant for 3 to 8 limbs, so that each of these sizes has a jump of
   its own; TWO for two limbs; ONE for one limb, on the way of which no branch is taken.

   Where sizes alternate, one jump for all of them has many targets, which Zen 4 often does not foresee: 10 to 20 cycles a
   call, as much as products of so few limbs take.  Comparisons it foresees; 2 to 4 limbs come first, as a branch that is
   taken is a sixth of their time.  Intel's CPUs foresee the targets as well as comparisons, unless hundreds of calls
   alternate in an order that repeats, and each comparison is a place less for what 5 to 8 limbs fill all places with:
   there own_jumps is 4.

   An int takes a byte less to compare: one limb's way is within one line of the cache. */

#ifndef COMBA_ENTRY_BY_SIZE_H
#define COMBA_ENTRY_BY_SIZE_H

#define COMBA_BY_SIZE(n, ONE, TWO, CALL)                         \
  (unlikely ((int) (n) == 3) ? CALL (3)                          \
   : unlikely ((int) (n) == 2) ? TWO                             \
   : unlikely ((int) (n) == 4) ? CALL (4)                        \
   : likely ((int) (n) == 1) ? ONE                               \
   : (n) <= 6 ? ((n) == 5 ? CALL (5) : CALL (6))                 \
   : (n) == 7 ? CALL (7) : CALL (8))

#endif
