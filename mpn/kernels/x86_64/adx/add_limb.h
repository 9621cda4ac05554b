/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* One limb of a row that is added to memory (kernels/x86_64/mulx/rows_mulx.h): the halves of
   products meet in the chain of the carry flag, and memory is added in the chain of the overflow
   flag. */

        .macro  LIMB    i, below, high, ap=AP, rp=RP
        mulx    8*\i(\ap), %r9, \high
        adcx    \below, %r9
        adox    8*\i(\rp), %r9
        mov     %r9, 8*\i(\rp)
        .endm

        .macro  NO_CARRY
        .endm

        .macro  FOLD    sum
        mov     $0, %r9d
        seto    %r9b
        adc     %r9, \sum
        .endm
