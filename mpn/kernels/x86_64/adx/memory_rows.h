/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Rows on Intel's CPUs (kernels/x86_64/mulx/rows_mulx.h): one limb of a product, the lowest limb
   of a row that is added, and the carries of both chains at the end.  For assembly files. */

#include "kernels/x86_64/mulx/rows_mulx.h"
#include "kernels/x86_64/adx/add_limb.h"

/* Here adc is as fast as adcx. */
        .macro  PRODUCT i, below, high
        mulx    8*\i(AP), %r9, \high
        adc     \below, %r9
        mov     %r9, 8*\i(RP)
        .endm

        .macro  LOWEST_LIMB
        mulx    (AP), %r9, %rax
        adox    (RP), %r9
        mov     %r9, (RP)
        .endm

/* rcx is zero. */
        .macro  ADD_CARRY sum
        adc     %rcx, \sum
        .endm

        .macro  ADD_CARRIES sum
        adox    %rcx, \sum
        adc     %rcx, \sum
        .endm

/* A jump table at .L\name: the distances of .L\name\()_<n> from it. */
        .macro  TABLE   name, n:vararg
        .section .rodata.comba_\name, "a", @progbits   /* tests/ct takes adjacent tables for one */
        .p2align 2
.L\name:
        .irp    each, \n
        .long   .L\name\()_\each - .L\name
        .endr
        .text
        .endm
