/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What every assembly file for AArch64 (AAPCS64, ELF) begins with: macros for functions, for
   saved registers with their unwinding information, and the notes that make the stack
   non-executable and mark indirect branch targets.  For gas and clang. */

        .section .note.GNU-stack, "", %progbits

#ifdef __ARM_FEATURE_BTI_DEFAULT
/* GNU_PROPERTY_AARCH64_FEATURE_1_AND: BTI. */
        .section .note.gnu.property, "a", %note
        .p2align 3
        .word   4, 16, 5
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0
#define LANDING_PAD hint #34
#else
#define LANDING_PAD
#endif

        .text

/* A hidden function, which may be the target of a jump through a table. */
        .macro  FUNCTION name
        .p2align 4
        .globl  \name
        .hidden \name
        .type   \name, %function
\name:
        .cfi_startproc
        LANDING_PAD
        .endm

        .macro  END name
        .cfi_endproc
        .size   \name, . - \name
        .endm

/* Saves and restores two callee-saved registers. */
        .macro  SAVE    reg, other
        stp     \reg, \other, [sp, #-16]!
        .cfi_adjust_cfa_offset 16
        .cfi_rel_offset \reg, 0
        .cfi_rel_offset \other, 8
        .endm

        .macro  RESTORE reg, other
        ldp     \reg, \other, [sp], #16
        .cfi_adjust_cfa_offset -16
        .cfi_restore \reg
        .cfi_restore \other
        .endm
