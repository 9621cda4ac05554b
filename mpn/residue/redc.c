/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "residue/redc.h"
#include "arith/arith.h"

_Static_assert (COMBA_REDC_FEW == 7, "a function for each size below those of redc_rows");

/* N is a constant, so the whole product is in registers: each row depends on its lowest limb. */
static ALWAYS_INLINE mp_limb_t
redc_few (mp_ptr rp, mp_srcptr tp, mp_srcptr pp, const int n, mp_limb_t mu)
{
  mp_limb_t t[2 * COMBA_REDC_FEW], carry;
#pragma GCC unroll 16
  for (int i = 0; i < 2 * n; i++)
    t[i] = tp[i];
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      const mp_limb_t q = t[i] * mu;
      carry = 0;
#pragma GCC unroll 8
      for (int j = 0; j < n; j++)
        {
          const comba_dlimb x = (comba_dlimb) q * pp[j] + t[i + j] + carry;
          t[i + j] = (mp_limb_t) x;
          carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
        }
      t[i] = carry;
    }
  carry = 0;
#pragma GCC unroll 8
  for (int i = 0; i < n; i++)
    {
      const comba_dlimb x = (comba_dlimb) t[i] + t[n + i] + carry;
      rp[i] = (mp_limb_t) x;
      carry = (mp_limb_t) (x >> GMP_LIMB_BITS);
    }
  return carry;
}

#define X(n)                                                           \
  mp_limb_t __attribute__ ((noinline))                                 \
  comba_redc_few_##n (mp_ptr rp, mp_srcptr tp, mp_srcptr pp, mp_limb_t mu) \
  {                                                                    \
    return redc_few (rp, tp, pp, n, mu);                               \
  }
COMBA_REDC_FEW_SIZES (X)
#undef X

mp_limb_t
comba_redc_rows (const struct comba_config *k, mp_ptr rp, mp_ptr tp, mp_srcptr pp, mp_size_t n, mp_limb_t mu)
{
  if (k->redc_rows != NULL && n >= COMBA_REDC_ROWS_MIN)
    k->redc_rows (tp, pp, n, mu, n);
  else
    {
      comba_addmul_1_fn *const addmul_1 = k->by_limb.addmul_1[comba_by_limb_of (n)] != NULL
        ? k->by_limb.addmul_1[comba_by_limb_of (n)] : k->addmul_1 != NULL ? k->addmul_1 : comba_addmul_1;
      for (mp_size_t i = 0; i < n; i++)
        tp[i] = addmul_1 (tp + i, pp, n, tp[i] * mu);
    }
  return comba_add_n (rp, tp, tp + n, n);
}
