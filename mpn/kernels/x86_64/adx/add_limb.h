/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* A limb of a row (../kernels/x86_64/mulx/rows_mulx.h) that is added to what is in memory: the products' halves meet in the carry flag's chain,
   and what is in memory is added in the overflow flag's. */

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
