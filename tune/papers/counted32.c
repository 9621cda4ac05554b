/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "counted.h"
#include "kernels/portable/word32.h"

#undef MC_NAME
#define MC_NAME(base) base##_counted_mc32
#define COUNTED(technique) counted_##technique##32
static comba_mul_basecase_fn comba_mul_counted_mc32;
static comba_sqr_basecase_fn comba_sqr_counted_mc32;
static comba_mul_columns_fn comba_mul_columns_counted_mc32;
static comba_sqr_columns_fn comba_sqr_columns_counted_mc32;
#include "counted_words.h"

const struct comba_config counted_mc32_kernels = {
  .name = "counted_mc32",
  .mul_basecase = comba_mul_counted_mc32,
  .sqr_basecase = comba_sqr_counted_mc32,
  .mul_columns = comba_mul_columns_counted_mc32,
  .sqr_columns = comba_sqr_columns_counted_mc32,
};
