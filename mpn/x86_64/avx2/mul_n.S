/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba_mul_n_<n>_avx2 (rp, ap, unused, bp), n = 6..21:
   rp[0..2n-1] = ap[0..n-1] * bp[0..n-1]; returns rp[2n-1].
   The contract is that of comba_mul_fixed_fn (kernels.h).  Straight line.

   The steps of adx/columns.h for Zen 3: no nops, which gain nothing, and at the end of a step the
   carries by adox and adcx with a zero in memory, as mov of a constant, add and adc may wait for
   the multiplier's port.  That end takes two cycles and more whatever the step's width: b is taken
   in as few strips as there are registers for. */

#include "zero.h"
#include "../adx/columns.h"

#define WIDE_BP 112(%rsp)

        .set    fill, 0

/* A strip of w limbs of b, not the last; rp and bp go on to the next. */
        .macro  STRIP   w, n, add=0
        ENTER_WIDE \w
        .if     \w > 9
        mov     BP, WIDE_BP
        .endif
        STRAIGHT \w, \n, \add
        .if     \w > 9
        mov     WIDE_RP, RP
        mov     WIDE_AP, AP
        mov     WIDE_BP, BP
        .endif
        LEAVE_WIDE \w
        lea     8*\w(BP), BP
        lea     8*\w(RP), RP
        .endm

        .macro  LAST_STRIP w, n, add=0
        ENTER_WIDE \w
        STRAIGHT \w, \n, \add
        LEAVE_WIDE \w
        .endm

/* b in strips of u, v and w limbs, in ascending order; u and v may be zero. */
        .macro  MUL_N   n, u, v, w
FUNCTION comba_mul_n_\n\()_avx2
        SAVE_ACC \w
        .if     \u
        STRIP   \u, \n
        .endif
        .if     \v
        STRIP   \v, \n, \u
        .endif
        LAST_STRIP \w, \n, \v
        RESTORE_ACC \w
        ret
END comba_mul_n_\n\()_avx2
        .endm

        MUL_N   6, 0, 0, 6
        MUL_N   7, 0, 0, 7
        MUL_N   8, 0, 0, 8
        MUL_N   9, 0, 0, 9
        MUL_N   10, 0, 0, 10
        MUL_N   11, 0, 0, 11
        MUL_N   12, 0, 0, 12
        MUL_N   13, 0, 6, 7
        MUL_N   14, 0, 7, 7
        MUL_N   15, 0, 7, 8
        MUL_N   16, 0, 8, 8
        MUL_N   17, 0, 8, 9
        MUL_N   18, 0, 9, 9
        MUL_N   19, 0, 9, 10
        MUL_N   20, 0, 10, 10
        MUL_N   21, 0, 9, 12
