/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Counters of calls, by entry and size.  The contracts are in comba.h and diag/diag.h. */

#include "diag/diag.h"

const char *const comba_entry_names[COMBA_ENTRIES] = {
  [COMBA_ENTRY_MUL_N] = "mul_n",
  [COMBA_ENTRY_SQR] = "sqr",
  [COMBA_ENTRY_MUL] = "mul",
  [COMBA_ENTRY_POWM] = "powm",
  [COMBA_ENTRY_GET_STR] = "get_str",
  [COMBA_ENTRY_SET_STR] = "set_str",
  [COMBA_ENTRY_MUL_1] = "mul_1",
  [COMBA_ENTRY_ADDMUL_1] = "addmul_1",
  [COMBA_ENTRY_SUBMUL_1] = "submul_1",
  [COMBA_ENTRY_MUL_BASECASE] = "mul_basecase",
  [COMBA_ENTRY_SQR_BASECASE] = "sqr_basecase",
  [COMBA_ENTRY_REDC] = "redc",
  [COMBA_ENTRY_MULMOD_BNM1] = "mulmod_bnm1",
  [COMBA_ENTRY_SQRTREM] = "sqrtrem",
  [COMBA_ENTRY_ROOTREM] = "rootrem",
  [COMBA_ENTRY_PERFECT_SQUARE] = "perfect_square_p",
  [COMBA_ENTRY_DIVREM_1] = "divrem_1",
  [COMBA_ENTRY_MOD_1] = "mod_1",
  [COMBA_ENTRY_DIVEXACT_1] = "divexact_1",
  [COMBA_ENTRY_HGCD2] = "hgcd2",
  [COMBA_ENTRY_TDIV_QR] = "tdiv_qr",
  [COMBA_ENTRY_DIV_Q] = "div_q",
  [COMBA_ENTRY_DIVEXACT] = "divexact",
  [COMBA_ENTRY_SEC_POWM] = "sec_powm",
  [COMBA_ENTRY_ADD_N] = "add_n",
  [COMBA_ENTRY_SUB_N] = "sub_n",
  [COMBA_ENTRY_LSHIFT] = "lshift",
  [COMBA_ENTRY_RSHIFT] = "rshift",
  [COMBA_ENTRY_COPY] = "copy",
  [COMBA_ENTRY_COM] = "com",
  [COMBA_ENTRY_POPCOUNT] = "popcount",
};

#define STRING(x) #x
#define SYMBOL(x) STRING (x)
const char *const comba_entry_symbols[COMBA_ENTRIES] = {
  [COMBA_ENTRY_MUL_N] = SYMBOL (mpn_mul_n),
  [COMBA_ENTRY_SQR] = SYMBOL (mpn_sqr),
  [COMBA_ENTRY_MUL] = SYMBOL (mpn_mul),
  [COMBA_ENTRY_POWM] = "__gmpn_powm",
  [COMBA_ENTRY_GET_STR] = SYMBOL (mpn_get_str),
  [COMBA_ENTRY_TDIV_QR] = SYMBOL (mpn_tdiv_qr),
  [COMBA_ENTRY_DIV_Q] = "__gmpn_div_q",
  [COMBA_ENTRY_DIVEXACT] = "__gmpn_divexact",
  [COMBA_ENTRY_SET_STR] = SYMBOL (mpn_set_str),
#ifdef COMBA_X86_64
  [COMBA_ENTRY_MUL_1] = SYMBOL (mpn_mul_1),
  [COMBA_ENTRY_ADDMUL_1] = SYMBOL (mpn_addmul_1),
  [COMBA_ENTRY_SUBMUL_1] = SYMBOL (mpn_submul_1),
  [COMBA_ENTRY_MUL_BASECASE] = "__gmpn_mul_basecase",
  [COMBA_ENTRY_SQR_BASECASE] = "__gmpn_sqr_basecase",
  [COMBA_ENTRY_REDC] = "__gmpn_redc_1",
  [COMBA_ENTRY_MULMOD_BNM1] = "__gmpn_mulmod_bnm1",
  [COMBA_ENTRY_SQRTREM] = SYMBOL (mpn_sqrtrem),
  [COMBA_ENTRY_ROOTREM] = "__gmpn_rootrem",
  [COMBA_ENTRY_PERFECT_SQUARE] = SYMBOL (mpn_perfect_square_p),
  [COMBA_ENTRY_DIVREM_1] = SYMBOL (mpn_divrem_1),
  [COMBA_ENTRY_MOD_1] = SYMBOL (mpn_mod_1),
  [COMBA_ENTRY_DIVEXACT_1] = "__gmpn_divexact_1",
  [COMBA_ENTRY_HGCD2] = "__gmpn_hgcd2",
  [COMBA_ENTRY_SEC_POWM] = SYMBOL (mpn_sec_powm),
  [COMBA_ENTRY_ADD_N] = SYMBOL (mpn_add_n),
  [COMBA_ENTRY_SUB_N] = SYMBOL (mpn_sub_n),
  [COMBA_ENTRY_LSHIFT] = SYMBOL (mpn_lshift),
  [COMBA_ENTRY_RSHIFT] = SYMBOL (mpn_rshift),
  [COMBA_ENTRY_COPY] = SYMBOL (mpn_copyi),
  [COMBA_ENTRY_COM] = SYMBOL (mpn_com),
  [COMBA_ENTRY_POPCOUNT] = SYMBOL (mpn_popcount),
#endif
};

static atomic_ullong calls[COMBA_ENTRIES][COMBA_BUCKETS];

void
comba_count (enum comba_entry entry, mp_size_t n)
{
  int bucket = n <= 1 ? 0 : 64 - __builtin_clzll ((unsigned long long) n - 1);
  if (bucket >= COMBA_BUCKETS)
    bucket = COMBA_BUCKETS - 1;
  atomic_fetch_add_explicit (&calls[entry][bucket], 1, memory_order_relaxed);
}

void
comba_forget_calls (void)
{
  for (int e = 0; e < COMBA_ENTRIES; e++)
    for (int b = 0; b < COMBA_BUCKETS; b++)
      atomic_store_explicit (&calls[e][b], 0, memory_order_relaxed);
}

COMBA_EXPORT const char *
comba_list_entry (size_t i)
{
  return i < COMBA_ENTRIES ? comba_entry_names[i] : NULL;
}

COMBA_EXPORT int
comba_count_calls (int on)
{
  return comba_serve_counting (on != 0);
}

COMBA_EXPORT unsigned long long
comba_calls (enum comba_entry entry, int bucket)
{
  if ((unsigned) entry >= COMBA_ENTRIES || bucket < -1 || bucket >= COMBA_BUCKETS)
    return 0;
  if (bucket >= 0)
    return atomic_load_explicit (&calls[entry][bucket], memory_order_relaxed);
  unsigned long long total = 0;
  for (int b = 0; b < COMBA_BUCKETS; b++)
    total += atomic_load_explicit (&calls[entry][b], memory_order_relaxed);
  return total;
}
