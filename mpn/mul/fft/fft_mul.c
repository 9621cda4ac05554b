/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "mul/fft/fft.h"
#include "dispatch/config.h"
#include "arith/scratch.h"

int
comba_fft_mul (const struct comba_fft *fft, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  ASSERT (an >= 1 && bn >= 1);
  if (an + bn > fft->max)
    return 0;
  struct comba_scratch s;
  const mp_ptr scratch = comba_scratch_get (&s, fft->itch (an, bn), 0);
  const int done = scratch != NULL && fft->mul (rp, ap, an, bp, bn, scratch);
  comba_scratch_put (&s);
  return done;
}

size_t
comba_fft_itch (mp_size_t n)
{
  size_t most = 0;
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      const struct comba_fft *const fft = comba_configs[i]->fft;
      if (fft != NULL && n <= fft->max && comba_config_runs (i))
        {
          const size_t itch = fft->itch (n - 1, 1);
          most = itch > most ? itch : most;
        }
    }
  return most;
}

int
comba_fft_gains (const struct comba_fft *fft, mp_size_t from, mp_size_t n, mp_size_t an, mp_size_t bn)
{
  return n - from >= from || an + bn > fft->max
         || 2 * (uint64_t) from * fft->itch (an, bn) <= (uint64_t) (3 * n - from) * fft->itch (from, from);
}
