/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The sum of coefficient j times 2^(bits j), as limbs.  Included by a field file. */

struct writer
{
  mp_ptr rp, end;
  int bits;
  uint64_t sum[3];              /* to be added from the next coefficient on */
  uint64_t limb;                /* the next limb so far, */
  int fill;                     /* its number of bits: 0 to 63 */
};

/* (high 2^64 + low) / 2^n mod 2^64, 0 <= n <= 63. */
static ALWAYS_INLINE uint64_t
shift_right (uint64_t low, uint64_t high, int n)
{
  return low >> n | high << 1 << (63 - n);
}

/* The next coefficient, below 2^191. */
static ALWAYS_INLINE void
write_coefficient (struct writer *w, const uint64_t *x)
{
  unsigned __int128 s = (unsigned __int128) w->sum[0] + x[0];
  uint64_t s0 = (uint64_t) s;
  s = (s >> 64) + w->sum[1] + x[1];
  uint64_t s1 = (uint64_t) s;
  uint64_t s2 = (uint64_t) (s >> 64) + w->sum[2] + x[2];

  int more = w->bits - 64;      /* 1 to 63 */
  w->sum[0] = shift_right (s1, s2, more);
  w->sum[1] = s2 >> more;
  w->sum[2] = 0;

  s1 &= ((uint64_t) 1 << more) - 1;
  int fill = w->fill;
  if (w->rp < w->end)
    *w->rp++ = w->limb | s0 << fill;
  uint64_t next = s0 >> 1 >> (63 - fill) | s1 << fill;
  fill += more;
  if (fill >= 64)
    {
      if (w->rp < w->end)
        *w->rp++ = next;
      fill -= 64;
      next = s1 >> (more - fill);
    }
  w->limb = next;
  w->fill = fill;
}
