/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What kernel sets over portable code have in common, for their initialisers. */

#ifndef COMBA_CONFIG_PORTABLE_H
#define COMBA_CONFIG_PORTABLE_H

#include "mul/toom/toom.h"
#include "mul/ntt/ntt.h"
#include "residue/representation.h"

/* The path for huge operands, and the last step of modular products. */
#if GMP_LIMB_BITS == 64
#define COMBA_SET_HUGE COMBA_PATH_NTT
#define COMBA_SET_KEPT { 450, COMBA_PATH_CACHED, 4 },
#else
#define COMBA_SET_HUGE COMBA_PATH_POINTS
#define COMBA_SET_KEPT
#endif

#define COMBA_SET_PORTABLE COMBA_SET_OVER (&comba_toom_portable)

/* With other linear steps of Toom. */
#define COMBA_SET_OVER(linear_steps)        \
  .toom = (linear_steps),                   \
  .ntt = COMBA_NTT_PORTABLE,                \
  .representations = comba_representations_portable,            \
  .short_powers = {                         \
    { 3, 3 }, { 60, 18 },                   \
    { 130, 40, COMBA_SHORT_NU, .rows = 2 }, \
    { 200, 10, COMBA_SHORT_NU, .rows = 1 }, \
    { 400, 8, COMBA_SHORT_NU },             \
  },                                        \
  .plans = {                                \
    .mul = { {                              \
      { 60, COMBA_PATH_POINTS, 3 },         \
      { 330, COMBA_PATH_POINTS, 12 },       \
      { 1000, COMBA_SET_HUGE, 16 },         \
      { 40000, COMBA_SET_HUGE, 64 },        \
    } },                                    \
    .mul_unbalanced = { {                   \
      { 60, COMBA_PATH_COLUMNS, 2 },        \
      { 100, COMBA_PATH_BLOCKS, 8 },        \
      { 950, COMBA_SET_HUGE, 16 },          \
      { 40000, COMBA_SET_HUGE, 64 },        \
    } },                                    \
    .sqr = { {                              \
      { 75, COMBA_PATH_POINTS, 3 },         \
      { 330, COMBA_PATH_POINTS, 12 },       \
      { 1000, COMBA_SET_HUGE, 16 },         \
      { 40000, COMBA_SET_HUGE, 64 },        \
    } },                                    \
    .mod = { {                              \
      { 140, COMBA_PATH_BIPARTITE, 2 },     \
      { 200, COMBA_PATH_TRIPARTITE, 3 },    \
      COMBA_SET_KEPT                        \
    } },                                    \
    .mod_even = { { COMBA_SET_KEPT } },     \
  }

#endif
