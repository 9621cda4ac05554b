/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The beginning of every assembly file for x86-64 (System V ABI): functions, saved registers with
   their unwinding information, and the notes for a non-executable stack and for checked indirect
   branches.  For gas and clang. */

#ifdef __CET__
#include <cet.h>
#else
#define _CET_ENDBR
#endif

        .section .note.GNU-stack, "", @progbits
        .text

/* Continues in a section of its own, which the linker puts behind .text whatever the order of
   object files is.  It is for long straight code and for code that must begin a cache line.  In
   .text such code would move the functions around it, and the position of hot functions has changed
   the speed of small products and powers by up to 4 %. */
        .macro  APART
        .section comba_apart, "ax", @progbits
        .endm

/* A hidden function, which may be the target of an indirect jump. */
        .macro  FUNCTION name
        .p2align 5
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        _CET_ENDBR
        .endm

        .macro  END name
        .cfi_endproc
        .size   \name, . - \name
        .endm

/* \m ..., count by the three lowest bits of \bits, \c1 to \c8 for 0 to 7; does not return.  test
   clears the carry flags. */
        .macro  TREE_OF_8 bits, c1, c2, c3, c4, c5, c6, c7, c8, m, args:vararg
        test    $4, \bits
        jnz     14f
        test    $2, \bits
        jnz     12f
        test    $1, \bits
        jnz     11f
        \m      \args, \c1
11:     \m      \args, \c2
12:     test    $1, \bits
        jnz     13f
        \m      \args, \c3
13:     \m      \args, \c4
14:     test    $2, \bits
        jnz     16f
        test    $1, \bits
        jnz     15f
        \m      \args, \c5
15:     \m      \args, \c6
16:     test    $1, \bits
        jnz     17f
        \m      \args, \c7
17:     \m      \args, \c8
        .endm

/* Saves and restores a callee-saved register.  After a ret in the middle of a function, SAVED says
   which registers are saved at the code that follows: clang's assembler (14) makes wrong
   adjustments after .cfi_restore_state. */
        .macro  SAVE reg
        push    \reg
        SAVED   \reg
        .endm
        .macro  SAVED reg
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \reg, 0
        .endm

        .macro  RESTORE reg
        pop     \reg
        .cfi_adjust_cfa_offset -8
        .cfi_restore \reg
        .endm

/* Several registers, or none. */
        .macro  SAVE_ALL reg, others:vararg
        .ifnb   \reg
        SAVE    \reg
        SAVE_ALL \others
        .endif
        .endm
        .macro  RESTORE_ALL reg, others:vararg
        .ifnb   \reg
        RESTORE_ALL \others
        RESTORE \reg
        .endif
        .endm
