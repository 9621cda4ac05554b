/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Which configurations a test of one member tries; for programs that link the whole library. */

#include "tests.h"

static const char *
excluded (const struct comba_config *k)
{
  const char *reason = tests_why_left_out (k->name);
  return reason != NULL ? reason : k->why_not ();
}

static const void *
member (const struct comba_config *k, size_t offset)
{
  const void *value;
  memcpy (&value, (const char *) k + offset, sizeof value);
  return value;
}

const char *
tests_why_not_at (size_t i, size_t offset)
{
  const void *value = member (comba_configs[i], offset);
  const char *reason = value == NULL ? "it has none" : excluded (comba_configs[i]);
  for (size_t j = 0; reason == NULL && j < i; j++)
    if (member (comba_configs[j], offset) == value && excluded (comba_configs[j]) == NULL)
      reason = "tested with an earlier configuration";
  return reason;
}
