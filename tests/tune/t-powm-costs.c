/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the costs of powers for synthetic times. */

#include "../tests.h"
#include "../../tune/tune/powers.h"
#include "config/list.h"
#include <math.h>

static struct powm_times times;

/* Times for which the choices of TRUTH, with K, are the fastest; all others take SLOWER times as
   long. */
static void
make_up_times (const struct comba_config *k, const struct comba_powm_costs *truth, double slower)
{
  struct comba_config with = *k;
  with.powm_costs = *truth;
  times.sizes = 0;
  for (mp_size_t n = 8; n < 300 && times.sizes < POWM_SIZES; n += 1 + n / 12)
    {
      for (int e = 0; e < POWM_EXPONENTS; e++)
        for (int method = 0; method < POWM_METHODS; method++)
          times.ns[times.sizes][method][e] = (double) n * slower;
      for (int e = 0; e < POWM_EXPONENTS; e++)
        {
          const enum comba_powm_method best = comba_powm_method (&with, n, 0, (size_t) n * GMP_LIMB_BITS,
                                                                 &powm_exponents[e], 1);
          times.ns[times.sizes][best][e] = (double) n;
        }
      times.n[times.sizes++] = n;
    }
}

static void
expect_fit (const struct comba_config *k, const char *what, struct comba_powm_costs from)
{
  check_begin ("%s: from %s", k->name, what);
  make_up_times (k, &k->powm_costs, 1.5);
  const double loss = fit_powm_costs (&from, k, &times);
  if (!(loss >= 0 && loss < 0.03))
    check_fail ("the choices lose %.4f", loss);
  check_end ();
}

static void
check_config (const struct comba_config *k)
{
  if (k->powm_costs.division == 0 || k->addmul_1 == NULL)
    return;
  const struct comba_powm_costs truth = k->powm_costs;
  struct comba_powm_costs costs = truth;
  check_begin ("%s: right costs stay", k->name);
  make_up_times (k, &truth, 1.2);
  const double loss = fit_powm_costs (&costs, k, &times);
  if (loss != 0 || costs.division != truth.division || costs.division_wait != truth.division_wait
      || costs.digits != truth.digits || costs.digits_wait != truth.digits_wait || costs.barrett != truth.barrett
      || costs.cached != truth.cached || costs.at_once != truth.at_once)
    check_fail ("they lose %g, and become %u %u %u %u %u %u %u", loss, costs.division, costs.division_wait, costs.digits,
                costs.digits_wait, costs.barrett, costs.cached, costs.at_once);
  check_end ();

  costs = truth;
  costs.division *= 2;
  expect_fit (k, "divisions that cost too much", costs);
  costs = truth;
  costs.barrett = costs.barrett * 3 / 5;
  costs.digits = costs.digits * 2 + 1;
  expect_fit (k, "two wrong costs", costs);
}

int
main (void)
{
  tests_begin ();
  static const struct comba_config *const configs[] = {
    &comba_config_portable,
#ifdef COMBA_X86_64
    &comba_config_x86_64,
#endif
#ifdef COMBA_AVX2
    &comba_config_zen3,
#endif
#ifdef COMBA_IFMA
    &comba_config_zen5,
#endif
  };
  for (size_t i = 0; i < sizeof configs / sizeof configs[0]; i++)
    check_config (configs[i]);

  check_begin ("no times: nothing is lost, nothing changes");
  struct comba_powm_costs costs = comba_config_portable.powm_costs;
  times.sizes = 0;
  if (fit_powm_costs (&costs, &comba_config_portable, &times) != 0
      || costs.division != comba_config_portable.powm_costs.division)
    check_fail ("division is %u", costs.division);
  check_end ();
  return tests_end ();
}
