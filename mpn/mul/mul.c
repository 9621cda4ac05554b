/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Chooses among the basecase, the FFT, the NTT, Toom-22, Toom in more points and cutting into pieces,
   and provides the scratch.  Toom's point products never use transforms.  If there is no memory for the
   whole product, tiles need less. */

#include "mul/ladder.h"
#include "mul/toom/toom.h"
#include "arith/arith.h"
#include "arith/scratch.h"
#include "mul/fft/fft.h"
#include "mul/ntt/ntt.h"
#include <string.h>

/* Each piece of a long operand costs a call and an addition; one basecase call for the whole
   operand costs neither. */
static inline int
is_basecase (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  return bn < k->thresholds.mul_toom22 || bn < COMBA_TOOM22_MIN
         || (COMBA_PIECES_3_SHAPE (an, bn) && bn < k->thresholds.mul_pieces);
}

size_t
comba_mul_itch (mp_size_t an, mp_size_t bn)
{
  if (COMBA_PIECES_3_SHAPE (an, bn))
    return 7 * (size_t) bn + comba_toom_itch (3 * bn);  /* pieces, each of which is cut again */
  if (COMBA_PIECES_2_SHAPE (an, bn))
    return 3 * (size_t) bn + comba_toom_itch (an);
  return comba_toom_itch (an);
}

/* Returns whether the configuration's own Toom-3 handles this split: it needs no division, so the
   split must be into three and three pieces of h = ceil (an / 3) limbs. */
static inline int
is_toom3 (const struct comba_config *k, mp_size_t an, mp_size_t bn, const struct comba_split *s)
{
  return s->p == 3 && s->q == 3 && k->toom->mul3 != NULL && an >= COMBA_TOOM3_MIN
         && COMBA_TOOM3_PIECES (an, bn, s->h);
}

/* The products of neighbouring pieces overlap by bn limbs. */
void
comba_mul_pieces (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn, mp_size_t n, mp_ptr scratch)
{
  ASSERT (bn <= n && n < an);

  mp_ptr product = scratch;
  scratch += n + 2 * bn;        /* the longest product has a limb less */

  comba_mul_scratch (k, rp, ap, n, bp, bn, scratch);
  for (mp_size_t done = n; done < an; done += n)
    {
      if (an - done < n + bn)
        n = an - done;
      if (n >= bn)
        comba_mul_scratch (k, product, ap + done, n, bp, bn, scratch);
      else
        comba_mul_scratch (k, product, bp, bn, ap + done, n, scratch);

      /* rp[0..done+bn-1] holds the sum so far; the product of this piece adds to its last bn
         limbs. */
      mp_limb_t carry = k->toom->add_n (rp + done, rp + done, product, bn);
      memcpy (rp + done + bn, product + bn, n * sizeof (mp_limb_t));
      carry = comba_add_1_var (rp + done + bn, n, carry);
      ASSERT (carry == 0);
      (void) carry;
    }
}

void
comba_mul_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                   mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  ASSERT (an >= bn && bn >= 1);
  if (is_basecase (k, an, bn))
    comba_mul_basecase (k, rp, ap, an, bp, bn);
  else if (k->toom->mul2 != NULL && bn < k->thresholds.mul_toom33)
    k->toom->mul2 (k, rp, ap, an, bp, bn, scratch);
  else if (COMBA_PIECES_2_SHAPE (an, bn) && bn < k->thresholds.mul_toom42)
    comba_mul_pieces (k, rp, ap, an, bp, bn, bn, scratch);
  else if (COMBA_PIECES_3_SHAPE (an, bn))
    comba_mul_pieces (k, rp, ap, an, bp, bn, 2 * bn, scratch);
  else
    {
      const struct comba_split s
        = comba_toom_has_points (k) ? comba_toom_choice (k, an, bn) : (struct comba_split) { .p = 0 };
      if (is_toom3 (k, an, bn, &s))
        k->toom->mul3 (k, rp, ap, an, bp, bn, scratch);
      else if (s.p != 0 && s.q > 1)
        comba_toom_mul (k, rp, ap, an, bp, bn, &s, scratch);
      else if (s.p == 0 && COMBA_TOOM22_SHAPE (an, bn))
        comba_toom22_mul (k, rp, ap, an, bp, bn, scratch);
      else if (an < 2 * bn)
        comba_mul_pieces (k, rp, ap, an, bp, bn, bn, scratch);
      else
        comba_mul_basecase (k, rp, ap, an, bp, bn);
    }
}

/* Tiles are products of a piece of a and a piece of b, of at most SIDE limbs each.  They are added
   up one after the other. */
struct tiles
{
  mp_size_t side;
  enum { BY_NTT, BY_TOOM, BY_BASECASE } way;
  size_t itch;                  /* a tile and its scratch */
};

/* Tiles of so few limbs fit on the stack, whatever the thresholds are. */
enum { SHORT_TILE = 16 };

static struct tiles
tiles_of (const struct comba_config *k, mp_size_t side)
{
  if (side <= SHORT_TILE)
    return (struct tiles) { side, BY_BASECASE, 2 * (size_t) side };
  const size_t tile = 2 * (size_t) side, ntt = comba_is_ntt (k, side, side) ? k->ntt->itch (side, side, 1) : 0;
  if (ntt != 0)
    return (struct tiles) { side, BY_NTT, tile + ntt };
  if (is_basecase (k, side, side))
    return (struct tiles) { side, BY_BASECASE, tile };
  /* A piece may be half as long as the other, and is then cut once more. */
  return (struct tiles) { side, BY_TOOM, tile + comba_mul_itch (side, side) + 2 * (size_t) side };
}

static void
multiply_tile (const struct comba_config *k, const struct tiles *t, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  if (an < bn)
    multiply_tile (k, t, rp, bp, bn, ap, an, scratch);
  else if (t->way == BY_NTT)
    k->ntt->mul (&COMBA_POOL_ALONE (1), rp, ap, an, bp, bn, scratch);
  else if (t->way == BY_BASECASE)
    comba_mul_basecase (k, rp, ap, an, bp, bn);
  else if (ap == bp && an == bn)
    comba_sqr_scratch (k, rp, ap, an, scratch);
  else
    comba_mul_scratch (k, rp, ap, an, bp, bn, scratch);
}

/* The beginning of piece I of n limbs; with COUNT pieces, their lengths differ by at most 1. */
static mp_size_t
piece_at (mp_size_t n, mp_size_t count, mp_size_t i)
{
  const mp_size_t longer = n % count;
  return n / count * i + (i < longer ? i : longer);
}

/* A square has the tiles on one side of the diagonal twice. */
static void
multiply_tiles (const struct comba_config *k, const struct tiles *t, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  const int square = ap == bp && an == bn;
  const mp_size_t columns = (an - 1) / t->side + 1, rows = (bn - 1) / t->side + 1;
  memset (rp, 0, (size_t) (an + bn) * sizeof (mp_limb_t));
  for (mp_size_t j = 0; j < rows; j++)
    for (mp_size_t i = square ? j : 0; i < columns; i++)
      {
        const mp_size_t x = piece_at (an, columns, i), xn = piece_at (an, columns, i + 1) - x;
        const mp_size_t y = piece_at (bn, rows, j), yn = piece_at (bn, rows, j + 1) - y;
        multiply_tile (k, t, scratch, ap + x, xn, bp + y, yn, scratch + 2 * t->side);
        for (int times = square && i > j ? 2 : 1; times > 0; times--)
          comba_add_in_var (rp + x + y, an + bn - x - y, scratch, xn + yn);
      }
}

/* GMP's product of an x bn limbs has a block of more than 2 bn limbs, and 5 bn in all.  Up to so
   many limbs these are on the stack. */
#define GMP_ON_STACK ((mp_size_t) (65536 / (3 * sizeof (mp_limb_t))))

/* Each cut makes the product slower, by about the number of pieces of b.  A program that sets a
   bound itself prefers that; at last the tiles are on the stack.  Otherwise the end is where GMP's
   is. */
void
comba_mul_tiles (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn)
{
  const int gives_up = comba_memory_max == SIZE_MAX && bn > GMP_ON_STACK;
  for (mp_size_t pieces = an > bn ? 1 : 2;; pieces += (pieces + 3) / 4)
    {
      const struct tiles t = tiles_of (k, (bn - 1) / pieces + 1);
      struct comba_scratch s;
      const mp_ptr scratch = COMBA_SCRATCH_GET (&s, t.itch, 0);
      if (scratch != NULL)
        {
          multiply_tiles (k, &t, rp, ap, an, bp, bn, scratch);
          comba_scratch_put (&s);
          return;
        }
      if (gives_up && t.itch <= 2 * (size_t) bn)
        comba_no_memory (t.itch);
    }
}

/* As comba_mul_itch, but no more than is used where all products are Toom-22 and the basecase, with
   the thresholds of k. */
static size_t
itch_with (const struct comba_config *k, mp_size_t an, mp_size_t bn)
{
  const struct comba_thresholds *t = &k->thresholds;
  if (an != bn || k->toom->mul2 != NULL || an >= t->mul_toom33 || an >= t->mul_toom44 || an >= t->mul_toom66
      || an >= t->mul_toom88)
    return comba_mul_itch (an, bn);
  size_t all = 0;
  for (mp_size_t n = an; n >= t->mul_toom22 && n >= COMBA_TOOM22_MIN; n -= n / 2)
    all += 2 * (size_t) (n - n / 2);
  return all;
}

/* Equal operands decide; their Toom serves up to the threshold of transforms. */
size_t
comba_mul_room (const struct comba_config *k, mp_size_t n)
{
  const mp_size_t an = (n + 1) / 2, bn = n / 2, from = k->thresholds.mul_ntt;
  size_t most = COMBA_ROOM_MIN;
  if (bn < 1)
    return most;
  if (!is_basecase (k, an, bn))
    most = comba_larger (most, k->ntt != NULL && an > from ? comba_mul_itch (2 * from, from) : comba_mul_itch (an, bn));
  if (k->fft != NULL)
    most = comba_larger (most, n <= k->fft->max ? k->fft->itch (an, bn) : k->fft->itch (k->fft->max / 2, k->fft->max / 2));
  return comba_is_ntt (k, an, bn) ? comba_larger (most, k->ntt->itch (an, an, 1)) : most;
}

static int
fits (const struct comba_room *room, size_t itch)
{
  return itch != 0 && itch <= room->limbs;
}

void
comba_mul_in (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an, mp_srcptr bp, mp_size_t bn,
              const struct comba_room *room)
{
  ASSERT (an >= 1 && bn >= 1 && room->limbs >= COMBA_ROOM_MIN);
  if (an < bn)
    {
      comba_mul_in (k, rp, bp, bn, ap, an, room);
      return;
    }
  const int ntt = comba_is_ntt (k, an, bn), fft = comba_is_fft (k, an, bn);
  if (is_basecase (k, an, bn) && !ntt && !fft)
    comba_mul_basecase (k, rp, ap, an, bp, bn);
  else if (fft && an + bn <= k->fft->max && fits (room, k->fft->itch (an, bn))
           && k->fft->mul (rp, ap, an, bp, bn, room->p))
    return;
  else if (ntt && fits (room, k->ntt->itch_exactly (an, bn, 1)))
    k->ntt->mul (&COMBA_POOL_ALONE (1), rp, ap, an, bp, bn, room->p);
  else if (ntt && k->ntt->lean_itch != NULL && fits (room, k->ntt->lean_itch (an, bn)))
    k->ntt->mul_lean (rp, ap, an, bp, bn, room->p);
  else if (!(ntt && k->ntt->itch (an, bn, 1) != 0) && itch_with (k, an, bn) <= room->limbs)
    comba_mul_scratch (k, rp, ap, an, bp, bn, room->p);
  else
    {
      struct tiles t;
      mp_size_t pieces = an > bn ? 1 : 2;
      while ((t = tiles_of (k, (bn - 1) / pieces + 1)).itch > room->limbs)
        pieces += (pieces + 3) / 4;
      multiply_tiles (k, &t, rp, ap, an, bp, bn, room->p);
    }
}

/* A separate function, so that the basecase does not pay for the stack buffer. */
static void __attribute__ ((noinline))
mul_with_scratch (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
                  mp_srcptr bp, mp_size_t bn)
{
  if (comba_is_fft (k, an, bn) && comba_fft_mul (k->fft, rp, ap, an, bp, bn))
    return;
  const int ntt = comba_is_ntt (k, an, bn);
  if (ntt && comba_ntt_mul (k->ntt, rp, ap, an, bp, bn))
    return;

  struct comba_scratch s;
  mp_ptr scratch = ntt && k->ntt->itch (an, bn, 1) != 0 ? NULL : COMBA_SCRATCH_GET (&s, itch_with (k, an, bn), 0);
  if (unlikely (scratch == NULL))
    {
      comba_mul_tiles (k, rp, ap, an, bp, bn);
      return;
    }
  comba_mul_scratch (k, rp, ap, an, bp, bn, scratch);
  comba_scratch_put (&s);
}

void
comba_mul (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
           mp_srcptr bp, mp_size_t bn)
{
  if (is_basecase (k, an, bn) && !comba_is_ntt (k, an, bn) && !comba_is_fft (k, an, bn))
    comba_mul_basecase (k, rp, ap, an, bp, bn);
  else
    mul_with_scratch (k, rp, ap, an, bp, bn);
}

void
comba_mul_n (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_srcptr bp, mp_size_t n)
{
  comba_mul (k, rp, ap, n, bp, n);
}

size_t
comba_product_itch (mp_size_t an, mp_size_t bn)
{
  if (an < bn)
    return comba_product_itch (bn, an);
  size_t most = comba_mul_itch (an, bn);
  if (bn >= COMBA_PRODUCT_NTT_MIN)
    {
      const size_t ntt = comba_ntt_itch (an, bn);
      const size_t fft = comba_fft_itch (an + bn < COMBA_PRODUCT_FFT_MAX ? an + bn : COMBA_PRODUCT_FFT_MAX);
      most = ntt > most ? ntt : most;
      most = fft > most ? fft : most;
    }
  return most;
}

void
comba_product (const struct comba_config *k, mp_ptr rp, mp_srcptr ap, mp_size_t an,
               mp_srcptr bp, mp_size_t bn, mp_ptr scratch)
{
  if (an < bn)
    comba_product (k, rp, bp, bn, ap, an, scratch);
  else if (comba_kernel_mul (k, rp, ap, an, bp, bn))
    return;
  else if (bn >= COMBA_PRODUCT_NTT_MIN && an + bn <= COMBA_PRODUCT_FFT_MAX && comba_is_fft (k, an, bn)
           && k->fft->mul (rp, ap, an, bp, bn, scratch))
    return;
  else if (bn >= COMBA_PRODUCT_NTT_MIN && comba_is_ntt (k, an, bn) && k->ntt->itch (an, bn, 1) != 0)
    k->ntt->mul (&COMBA_POOL_ALONE (1), rp, ap, an, bp, bn, scratch);
  else
    comba_mul_scratch (k, rp, ap, an, bp, bn, scratch);
}
