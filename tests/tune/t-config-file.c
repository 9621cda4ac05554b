/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* comba-tune: the file of a configuration states what differs from its parent, and nothing else. */

#include "../tests.h"
#include "../../tune/tune/config_file.h"
#include <string.h>

static mp_limb_t
no_product (mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp)
{
  (void) rp, (void) ap, (void) an, (void) bp;
  return 0;
}

static void
has (const struct comba_text *file, const char *line)
{
  const char *const at = strstr (file->text, line);
  CHECK_THAT (at != NULL && at > file->text && at[-1] == '\n' && at[strlen (line)] == '\n', "it says %s", line);
}

int
main (void)
{
  tests_begin ();
  struct comba_config builtin = *comba_configs[0], k;
  static struct comba_text file;
  builtin.mul_by_max = builtin.mul_n_max = builtin.sqr_n_max = 8;
  builtin.own_jumps = 8;
  builtin.plans.mul_unbalanced = (struct comba_plan) { { { 100, COMBA_PATH_BLOCKS, 2 } } };
  builtin.row_mul_n[11] = no_product;
  comba_config_derive (&builtin);
  k = builtin;
  print_config (&file, "imagined", &builtin, &k);
  CHECK_THAT (strstr (file.text, "own_jumps") == NULL && strstr (file.text, "mul_rows_to") == NULL
              && strstr (file.text, "mul_by_an_max") == NULL && strstr (file.text, "thresholds") == NULL
              && strstr (file.text, "row_mul_n") == NULL, "the file omits members equal to the parent's");

  k.own_jumps = 6;
  k.radix_lead = 160, k.radix_lead_sqr = 2000;
  k.mul_rows_to[1] = 32, k.mul_rows_to[2] = 0, k.mul_rows_to[3] = 7;
  k.row_mul_n[11] = NULL;
  k.thresholds.mul_ntt_by = 77;
  k.one_limb.fold_wide = 1234, k.wide.max = 77, k.lanes.percent = 66;
  k.plans.mul_unbalanced.steps[0].from = 90;
  memset (&file, 0, sizeof file);
  print_config (&file, "imagined", &builtin, &k);
  has (&file, ".own_jumps = 6,");
  has (&file, ".radix_lead = 160,");
  has (&file, ".radix_lead_sqr = 2000,");
  has (&file, ".mul_rows_to = { [1] = 32, 0, 7 },");
  has (&file, ".row_mul_n[11] = NULL,");
  has (&file, ".thresholds.mul_ntt_by = 77,");
  has (&file, ".mul_by_an_max = 1012,");
  has (&file, ".one_limb.fold_wide = 1234,");
  has (&file, ".wide.max = 77,");
  has (&file, ".lanes.percent = 66,");
  return tests_end ();
}
