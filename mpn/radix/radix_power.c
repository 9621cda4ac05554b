/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Powers of a base. */

#include "radix/get_str.h"
#include "mul/mul.h"

struct comba_radix_power
comba_radix_power (const struct comba_config *k, mp_ptr pp, mp_ptr tp, int base, mp_size_t m)
{
  const mp_limb_t big = comba_chunks[base - 2].big;
  /* Chunks: squares are faster above.  No CPU needs another number: half as many change the time of
     short powers by a tenth at most, and a conversion computes few of them. */
  enum { BY_LIMB = 8 };
  int halvings = 0;
  while (m >> halvings > BY_LIMB)
    halvings++;
  mp_ptr at = halvings % 2 == 0 ? pp : tp;      /* the last square goes to pp */
  struct comba_radix_power p = { .limbs = at, .n = 1, .zeros = 0 };
  at[0] = big;
  for (mp_size_t i = m >> halvings; i > 1; i--)
    {
      const mp_limb_t carry = comba_mul_1 (p.limbs, p.limbs, p.n, big, 0);
      p.limbs[p.n] = carry, p.n += carry != 0;
      comba_radix_power_strip (&p);
    }
  while (halvings-- > 0)
    {
      at = at == pp ? tp : pp;
      comba_sqr (k, at, p.limbs, p.n);
      p = (struct comba_radix_power) { .limbs = at, .n = 2 * p.n, .zeros = 2 * p.zeros };
      comba_radix_power_strip (&p);
      if ((m >> halvings & 1) != 0)
        {
          const mp_limb_t carry = comba_mul_1 (p.limbs, p.limbs, p.n, big, 0);
          p.limbs[p.n] = carry, p.n += carry != 0;
          comba_radix_power_strip (&p);
        }
    }
  return p;
}
