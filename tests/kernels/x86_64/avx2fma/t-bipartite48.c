/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Bipartite products of residues in signed 48-bit digits (kernels/x86_64/avx2fma/bipartite48.c),
   compared with GMP: every number of limbs, moduli with any number of bits in the highest limb,
   long chains.  t-montgomery48 tests digits at their bounds. */

#include "../../../tests.h"

#ifdef COMBA_AVX2
#include "../ring.h"
#include "avx2_configs.h"

/* Where quotients have one digit more or fewer: each bit of the highest limb. */
static void
try_bits (mp_size_t n)
{
  mp_ptr pp = new_area (n);
  for (int bits = 1; bits <= 64; bits++)
    {
      random_operand (pp, n, bits % 2 == 0 ? 0 : (int) random_below (OPERAND_KINDS));
      pp[0] |= 1;
      pp[n - 1] = ~(mp_limb_t) 0 >> (64 - bits);
      try_modulus (pp, n, 5);
    }
  free_area (pp);
}

/* Two workers with the most unequal division of work, and with others than the configuration's. */
static void
with_leads (const struct comba_config *of)
{
  static const int leads[] = { -(1 << 20), 0, 300, 1 << 20 };
  for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
    {
      struct comba_config k = *of;
      k.radix_lead = k.radix_lead_sqr = leads[i];
      choose_pool_representation (k.radix_bipartite, &k);
      check_begin ("%s: the caller does %d more", rep->name, leads[i]);
      for (mp_size_t n = rep->min; n <= tests_max (rep->max); n += 1 + n / 40)
        try_size (n, MODULI, 10);
      check_end ();
    }
  choose_pool_representation (of->radix_bipartite, of);
}

static void
all (const struct comba_config *k)
{
  choose_pool_representation (k->radix_bipartite, k);
  const mp_size_t max = tests_max (rep->max);
  check_begin ("%s: %s, every size", k->name, rep->name);
  for (mp_size_t n = rep->min; n <= max; n += n < 150 || n + 5 > max ? 1 : 5)
    try_size (n, MODULI, 10);
  check_end ();
  check_begin ("%s: %s, moduli of every number of bits", k->name, rep->name);
  for (mp_size_t n = rep->min; n < rep->min + 6 && n <= max; n++)
    try_bits (n);
  check_end ();
  check_begin ("%s: %s, long chains", k->name, rep->name);
  for (mp_size_t n = rep->min; n < rep->min + 3 && n <= max; n++)
    try_size (n, MODULI, 1000);
  check_end ();
  with_leads (k);
  by_pools ();
}

#endif

int
main (void)
{
  tests_begin ();
#ifdef COMBA_AVX2
  for_avx2_configs (all);
#else
  check_skip ("not in this build", "AVX2 and FMA");
#endif
  return tests_end ();
}
