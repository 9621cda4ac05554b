/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: settings that only --config measures, with synthetic times and with real ones. */

#include "../tests.h"
#include "../../tune/tune/settings.h"
#include <string.h>

/* From SECOND on, the second method takes a quarter of the time, below it four times as long.  A
   group takes GROUP percent of its powers' time.  After CALLS_LEFT calls there is no memory. */
static double second, group;
static int calls_left;
static int timed[SETTINGS];

/* Whether k[0] never uses the second method of S, and k[1] always. */
static int
are_opposite (const struct comba_config k[2], enum setting s)
{
  switch (s)
    {
    case SETTING_SQUARE:
      return k[0].one_limb.square == 65535 && k[1].one_limb.square <= 2 && k[0].one_limb.fold == 65535
             && k[1].one_limb.fold == 65535 && k[1].one_limb.fold_wide == 65535;
    case SETTING_FOLD: return k[0].one_limb.fold == 65535 && k[1].one_limb.fold <= 4;
    case SETTING_FOLD_WIDE: return k[0].one_limb.fold_wide == 65535 && k[1].one_limb.fold_wide <= 4;
    case SETTING_INVERSE:
      return k[0].one_limb.inverse == 65535 && k[1].one_limb.inverse <= 2 && k[0].one_limb.chains == 65535
             && k[1].one_limb.chains == 65535;
    case SETTING_CHAINS: return k[0].one_limb.chains == 65535 && k[1].one_limb.chains <= 8;
    case SETTING_EXACT_CHAINS: return k[0].one_limb.exact_chains == 65535 && k[1].one_limb.exact_chains <= 8;
    case SETTING_WIDE_MAX: return k[0].wide.sqr != NULL && k[0].wide.max > 0 && k[1].wide.max == 0;
    case SETTING_KARATSUBA_MUL: return k[0].montgomery52_karatsuba_mul == 65535 && k[1].montgomery52_karatsuba_mul == 1;
    case SETTING_KARATSUBA_SQR: return k[0].montgomery52_karatsuba_sqr == 65535 && k[1].montgomery52_karatsuba_sqr == 1;
    case SETTING_HGCD2: return k[0].hgcd2_divides == 0 && k[1].hgcd2_divides == 1;
    default: return k[0].lanes.percent == 0 && k[0].lanes.kernel != NULL && k[1].lanes.kernel == NULL;
    }
}

static int
made_up (double times[2], const struct comba_config k[2], enum setting s, mp_size_t n)
{
  if (!are_opposite (k, s))
    check_fail ("setting %d: the two configurations do not differ in the method", s);
  times[0] = s == SETTING_LANES ? group : 100;
  times[1] = s == SETTING_LANES ? 100 : (double) n >= second ? 25 : 400;
  timed[s]++;
  return calls_left-- > 0 ? 0 : -1;
}

static int
measured (double times[2], const struct comba_config k[2], enum setting s, mp_size_t n)
{
  timed[s]++;
  const int failed = setting_time (times, k, s, n);
  if (failed == 0 && !(times[0] > 0 && times[1] > 0 && times[0] < 1e9 && times[1] < 1e9))
    check_fail ("setting %d, size %ld: %f and %f ns", s, (long) n, times[0], times[1]);
  return failed;
}

static struct comba_config
measured_with (const struct comba_config *of, double second_from, double group_percent)
{
  struct comba_config k = *of;
  second = second_from;
  group = group_percent;
  calls_left = 1000000;
  memset (timed, 0, sizeof timed);
  if (measure_settings (&k, made_up) != 0)
    check_fail ("no memory");
  return k;
}

/* Sizes between the two are as good, as not all are timed. */
static void
expect (const char *name, mp_size_t value, mp_size_t least, mp_size_t most)
{
  if (value < least || value > most)
    check_fail ("%s is %ld, not from %ld to %ld", name, (long) value, (long) least, (long) most);
}

static void
try_made_up (const struct comba_config *of)
{
  struct comba_config k = *of;
  if (k.addmul_1 == NULL)
    return;
  check_begin ("%s: the second method is faster from 15 on", k.name);
  k = measured_with (of, 15, 80);
  expect ("square", k.one_limb.square, 14, 17);
  expect ("fold", k.one_limb.fold, 14, 17);
  expect ("fold_wide", k.one_limb.fold_wide, 14, 17);
  expect ("inverse", k.one_limb.inverse, 14, 17);
  expect ("chains", k.one_limb.chains, 14, 17);
  expect ("exact_chains", k.one_limb.exact_chains, 14, 17);
  expect ("hgcd2_divides", k.hgcd2_divides, 0, 0);
  if (timed[SETTING_KARATSUBA_MUL] > 0)
    {
      expect ("karatsuba_mul", k.montgomery52_karatsuba_mul, 14, 17);
      expect ("karatsuba_sqr", k.montgomery52_karatsuba_sqr, 14, 17);
    }
  check_end ();

  check_begin ("%s: the second method is never faster", k.name);
  k = measured_with (of, 1e6, 80);
  expect ("square", k.one_limb.square, 65535, 65535);
  expect ("exact_chains", k.one_limb.exact_chains, 65535, 65535);
  expect ("wide.max", k.wide.max, of->wide.max, of->wide.max);
  check_end ();

  check_begin ("%s: the second method is always faster", k.name);
  k = measured_with (of, 0, 120);
  expect ("square", k.one_limb.square, 2, 2);
  expect ("chains", k.one_limb.chains, 8, 8);
  if (timed[SETTING_HGCD2] > 0)
    expect ("hgcd2_divides", k.hgcd2_divides, 1, 1);
  if (timed[SETTING_WIDE_MAX] > 0)
    expect ("wide.max", k.wide.max, of->wide.min - 1, of->thresholds.sqr_wide);
  if (timed[SETTING_LANES] > 0)
    expect ("lanes.percent", k.lanes.percent, 100, 100);
  check_end ();

  if (of->lanes.kernel != NULL)
    {
      check_begin ("%s: groups take three quarters of the time", k.name);
      k = measured_with (of, 15, 75);
      expect ("lanes.percent", k.lanes.percent, 75, 75);
      check_end ();
    }

  check_begin ("%s: an allocation fails", k.name);
  k = *of;
  calls_left = 30;
  if (measure_settings (&k, made_up) == 0)
    check_fail ("it succeeds");
  if (memcmp (&k, of, sizeof k) != 0)
    check_fail ("the configuration has changed");
  check_end ();
}

/* Both methods take the same time: no value changes, and none is written. */
static int
alike (double times[2], const struct comba_config k[2], enum setting s, mp_size_t n)
{
  (void) k, (void) s;
  times[0] = times[1] = (double) n;
  return 0;
}

static void
try_alike (const struct comba_config *of)
{
  static struct comba_text file;
  struct comba_config k = *of;
  check_begin ("%s: the methods are alike", k.name);
  k.lanes.percent = 99;
  const struct comba_config before = k;
  memset (&file, 0, sizeof file);
  measure_settings (&k, alike);
  print_settings (&file, &before, &k);
  if (file.length != 0)
    check_fail ("%s", file.text);
  k.one_limb.fold++, k.hgcd2_divides ^= 1;
  print_settings (&file, &before, &k);
  if (strstr (file.text, ".one_limb.fold = ") == NULL || strstr (file.text, "\n.hgcd2_divides = ") == NULL)
    check_fail ("the file omits a setting: %s", file.text);
  check_end ();
}

#ifdef COMBA_X86_64
#define HAS_HGCD2 1
#else
#define HAS_HGCD2 0
#endif

static void
try_measured (const struct comba_config *of)
{
  struct comba_config k = *of;
  check_begin ("%s: measured", k.name);
  memset (timed, 0, sizeof timed);
  if (measure_settings (&k, measured) != 0)
    check_fail ("no memory");
  if ((timed[SETTING_EXACT_CHAINS] > 0) != (of->addmul_1 != NULL) || timed[SETTING_HGCD2] != HAS_HGCD2
      || (timed[SETTING_WIDE_MAX] > 0) != (of->wide.sqr != NULL)
      || (timed[SETTING_LANES] > 0) != (of->lanes.kernel != NULL && of->thresholds.powm_lanes < of->thresholds.powm_lanes_end))
    check_fail ("a setting is not measured");
  if (k.wide.max > of->wide.max || k.lanes.percent > 100 || k.hgcd2_divides < 0 || k.hgcd2_divides > 1)
    check_fail ("no valid value");
  check_end ();
}

int
main (void)
{
  tests_begin ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_config *k = comba_configs[i];
      const char *reason = tests_why_not (k);
      try_made_up (k);
      try_alike (k);
      if (reason == NULL)
        try_measured (k);
      else
        check_skip (reason, "CPU configuration %s", k->name);
    }
  return tests_end ();
}
