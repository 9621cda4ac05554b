/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The representation for small moduli (residue/small.h), 3 to 10 limbs, with reductions in
   registers (kernels/x86_64/adx/redc.S). */

#include "kernels/x86_64/adx/adx.h"
#include "arith/arith.h"
#define SELECT_BYTES 16
#include "residue/select_tpl.h"
#include <immintrin.h>

static comba_mul_fixed_fn *const mul_n[COMBA_ADX_SMALL_MAX + 1] = {
  COMBA_ADX_TO_8 (COMBA_ADX_MUL_N_ROW) COMBA_ADX_MEMORY_ROWS_MUL_N_ROW (9) COMBA_ADX_MEMORY_ROWS_MUL_N_ROW (10)
};
static comba_sqr_fixed_fn *const sqr_n[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_SQR_N_ROW) };
static comba_redc_fn *const redc[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_ROW) };
static comba_redc_fn *const redc_1[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_1_ROW) };
static comba_fold_fn *const fold[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_FOLD_ROW) };

static comba_redc_carry_fn *const redc_carry[COMBA_ADX_SMALL_MAX + 1] = { COMBA_ADX_SMALL (COMBA_ADX_REDC_CARRY_ROW) };

/* Whether P > beta^n - 2 beta^(n-1), so that a reduction may carry. */
static ALWAYS_INLINE int
carries (mp_srcptr context, mp_size_t n)
{
  return unlikely (context[COMBA_SMALL_P + n - 1] >= COMBA_LIMB_MAX - 1);
}

static void
reduce_near (mp_ptr zp, mp_ptr tp, mp_srcptr context)
{
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  if (redc_carry[n] (zp, tp, context) != 0)
    comba_sub_n (zp, zp, context + COMBA_SMALL_P, n);
}

static ALWAYS_INLINE comba_redc_fn *
reduction (mp_srcptr context, mp_size_t n)
{
  return carries (context, n) ? reduce_near : redc[n];
}

/* Folds the upper limbs of a, then the lower ones, then zeros, until one limb too many is left,
   which redc_1 removes. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an,
       mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N], upper = an < n + 1 ? an : n + 1;
  for (mp_size_t i = 0; i < 2 * n; i++)
    scratch[i] = 0;
  for (mp_size_t i = 0; i < upper; i++)
    scratch[n - i] = ap[an - 1 - i];
  if (an > upper)
    fold[n] (scratch, ap, an - upper, context);
  fold[n] (scratch, context + COMBA_SMALL_ZERO, upper + 1, context);
  redc_1[n] (xp, scratch, context);
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  comba_small_decode (context, rp, xp, scratch, reduction (context, (mp_size_t) context[COMBA_SMALL_N]));
}

static int
decode_times (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp,
             mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  comba_small_decode_times (context, rp, xp, bp, bn, scratch, mul_n[n],
                           reduction (context, n));
  return 1;
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp,
     mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  mul_n[n] (scratch, xp, n, yp);
  reduction (context, n) (zp, scratch, context);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  sqr_n[n] (scratch, xp);
  reduction (context, n) (zp, scratch, context);
}

/* For constant-time powers: any P may carry, and P times the carry is subtracted. */
static ALWAYS_INLINE void
subtract_masked (mp_ptr zp, mp_srcptr p, mp_limb_t mask, const int n)
{
  unsigned char borrow = 0;
#pragma GCC unroll 16
  for (int i = 0; i < n; i++)
    borrow = _subborrow_u64 (borrow, zp[i], p[i] & mask, (unsigned long long *) zp + i);
}

static ALWAYS_INLINE void
reduce_sec (mp_ptr zp, mp_ptr tp, mp_srcptr context, mp_size_t n)
{
  const mp_limb_t mask = -redc_carry[n] (zp, tp, context);
  switch (n)
    {
#define X(n) case n: subtract_masked (zp, context + COMBA_SMALL_P, mask, n); break;
      X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10)
#undef X
    }
}

static void
mul_sec (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  (void) k;
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  mul_n[n] (scratch, xp, n, yp);
  reduce_sec (zp, scratch, context, n);
}

static void
sqr_sec (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  sqr_n[n] (scratch, xp);
  reduce_sec (zp, scratch, context, n);
}

static void
encode_sec (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  (void) an;
  mul_sec (k, context, xp, ap, context + COMBA_SMALL_K, scratch);
}

/* A product by one is little more than P at most. */
static void
decode_sec (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k;
  const mp_size_t n = (mp_size_t) context[COMBA_SMALL_N];
  const mp_srcptr p = context + COMBA_SMALL_P;
  for (mp_size_t i = 0; i < n; i++)
    {
      scratch[i] = xp[i];
      scratch[n + i] = 0;
    }
  const mp_limb_t carry = redc_carry[n] (rp, scratch, context);
  const mp_limb_t below = -(comba_sub_n (scratch, rp, p, n) & ~carry);
  for (mp_size_t i = 0; i < n; i++)
    rp[i] = (rp[i] & below) | (scratch[i] & ~below);
}

static size_t
radix_bits (mp_size_t n)
{
  return GMP_LIMB_BITS * (size_t) (n + 1);
}

static const struct comba_representation small_adx_sec = {
  .name = "small_adx_sec", .odd_only = 1, .min = 3, .max = COMBA_ADX_SMALL_MAX, .context_size = comba_small_context_size,
  .element_size = comba_small_element_size, .itch = comba_small_itch, .encode = encode_sec, .decode = decode_sec,
  .mul = mul_sec, .sqr = sqr_sec
};
static const struct comba_representation_sec sec = {
  .rep = &small_adx_sec, .radix_bits = radix_bits, .init = comba_small_init_sec, .select = select_entry
};

const struct comba_representation comba_representation_small_adx = {
  .name = "small_adx",
  .setup = 3,
  .odd_only = 1,
  .min = 3,
  .max = COMBA_ADX_SMALL_MAX,
  .context_size = comba_small_context_size,
  .element_size = comba_small_element_size,
  .itch = comba_small_itch,
  .init = comba_small_init,
  .encode = encode,
  .decode = decode,
  .decode_times = decode_times,
  .mul = mul,
  .sqr = sqr,
  .mul_limb = comba_small_mul_limb,
  .odd_modulus = comba_small_odd_modulus,
  .remainder = comba_small_remainder,
  .sec = &sec,
};

const struct comba_small_kernels comba_small_adx = {
  .rep = &comba_representation_small_adx, .mul_n = mul_n, .sqr_n = sqr_n, .reduction = reduction
};
