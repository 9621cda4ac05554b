/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Modular inverses.

   (M; A) = (p00 p01; p10 p11) (a; b), a matrix of determinant 1 without negative entries, while a and b
   get shorter.  Its inverse is (p11 -p01; -p10 p00), so that a = -p01 A and b = p00 A modulo M: the
   upper row is all that an inverse needs.  Its entries stay below M, since M = p00 a + p01 b. */

#include "gcd/lehmer.h"
#include "div/div.h"
#include "mul/mul.h"
#include "arith/scratch.h"
#include <string.h>

/* Memory: as many limbs on the stack; GMP takes more. */
#define STACK_LIMBS 512

struct row
{
  mp_ptr u, v, spare;
  mp_size_t n;                  /* of the longer one */
};

struct inverse
{
  const struct comba_config *k;
  mp_ptr a, b, spare;
  mp_size_t n;                  /* of the longer one */
  struct row rows[2];           /* the upper row; or both rows of the matrix since then */
  int count;
  mp_ptr scratch;
  struct comba_room room;       /* for products and divisions */
};

static mp_ptr
make_row (struct row *r, mp_ptr p, mp_size_t limbs, mp_limb_t u)
{
  r->u = p, r->v = p + limbs, r->spare = p + 2 * limbs;
  r->u[0] = u, r->v[0] = !u;
  r->n = 1;
  return p + 3 * limbs;
}

static size_t
lehmer_itch (mp_size_t n)
{
  return 9 * (size_t) n + 16;
}

static int
is_recursive (const struct comba_config *k, mp_size_t n)
{
  return n >= COMBA_HALF_GCD_MIN * 3 && n / 2 >= k->thresholds.half_gcd;
}

static size_t
itch (const struct comba_config *k, mp_size_t n)
{
  return is_recursive (k, n) ? 12 * (size_t) n + 200 : lehmer_itch (n);
}

/* Lehmer's algorithm alone has hardly a product that is long. */
static size_t
products_itch (const struct comba_config *k, mp_size_t n)
{
  return is_recursive (k, n) ? comba_mul_room (k, n + 2) : COMBA_ROOM_MIN;
}

static void
divide (struct inverse *x, int *stopped)
{
  mp_size_t qn;
  const int which = comba_euclid_step (x->k, x->a, x->b, x->n, 0, x->scratch, &qn, &x->room);
  *stopped = which == 0;
  for (struct row *r = x->rows; r < x->rows + x->count && which != 0; r++)
    r->n = comba_add_multiple (x->k, which > 0 ? r->v : r->u, which > 0 ? r->u : r->v, r->n, x->scratch, qn, x->scratch + qn,
                               &x->room);
  x->n = comba_common_size (x->a, x->b, x->n);
}

/* By halves, down to numbers that Lehmer's algorithm takes. */
static void __attribute__ ((noinline))
by_halves (struct inverse *x, int *stopped)
{
  int first = 1;
  while (is_recursive (x->k, x->n) && !*stopped)
    {
      /* The matrix has as many limbs as are taken off.  Later the row is long, and a product of it
         should take off more. */
      const mp_size_t low = first ? x->n / 2 : x->n / 3;
      struct comba_matrix m;
      const mp_ptr free = comba_matrix_at (&m, x->n - low, x->scratch);
      int changed;
      const mp_size_t n = comba_half_gcd (x->k, x->a + low, x->b + low, x->n - low, &m, &changed, free, &x->room);
      if (changed)
        {
          x->n = comba_reduce_low (x->k, &m, x->a, x->b, low, n, x->n, free, &x->room);
          x->rows->n = comba_row_times_matrix (x->k, x->rows->u, x->rows->v, x->rows->n, &m, free, &x->room);
        }
      else
        divide (x, stopped);
      first = 0;
    }
}

/* The end, for a and b of one limb: Euclid's algorithm.  Returns 0 if they have a common divisor; else
   1, and in rows[].u the column of the number that became 1.  The inverse is the upper entry: p00 if
   that is b, and -p01 if it is a. */
static int
finish (struct inverse *x, int *is_negative)
{
  mp_limb_t a = x->a[0], b = x->b[0], u0 = 1, u1 = 0, v0 = 0, v1 = 1;
  if (a > 1 && b > a)
    {
      const mp_limb_t q = b / a;
      b -= q * a;
      u0 += q * v0, u1 += q * v1;
    }
  while (a > 1 && b > 1)
    {
      mp_limb_t q = a / b;
      a -= q * b;
      v0 += q * u0, v1 += q * u1;
      if (a <= 1)
        break;
      q = b / a;
      b -= q * a;
      u0 += q * v0, u1 += q * v1;
    }
  /* The other number is at least 2, or this column is (1; 0) or (0; 1): so both limbs are at most beta /
     2. */
  const int is_b = b == 1;
  if (!is_b && a != 1)
    return 0;
  const comba_dlimb c0 = is_b ? u0 : v0, c1 = is_b ? u1 : v1;
  for (struct row *r = x->rows; r < x->rows + x->count; r++)
    {
      mp_limb_t carry = 0;
      for (mp_size_t i = 0; i < r->n; i++)
        {
          const comba_dlimb t = c0 * r->u[i] + c1 * r->v[i] + carry;
          r->u[i] = (mp_limb_t) t, carry = (mp_limb_t) (t >> GMP_LIMB_BITS);
        }
      if (carry != 0)
        r->u[r->n++] = carry;
    }
  *is_negative = !is_b;
  return 1;
}

/* The product of the long row LONGER with the column (w0; w1) of the rows of X, to longer->u. */
static void
combine (const struct inverse *x, struct row *longer)
{
  const struct row *const r = x->rows;
  mp_size_t size = r[0].n > r[1].n ? r[0].n : r[1].n, most = longer->n + size;
  const mp_ptr p = x->scratch, q = p + most + 1;
  memset (p, 0, (size_t) (2 * most + 1) * sizeof (mp_limb_t));
  comba_mul_in (x->k, p, longer->u, longer->n, r[0].u, r[0].n, &x->room);
  comba_mul_in (x->k, q, longer->v, longer->n, r[1].u, r[1].n, &x->room);
  p[most] = comba_add_n (p, p, q, most);
  longer->n = comba_common_size (p, p, most + 1);
  memcpy (longer->u, p, (size_t) longer->n * sizeof (mp_limb_t));
}

/* The inverse is U, or -U modulo M. */
static void
put (mp_ptr vp, mp_ptr up, mp_size_t un, mp_srcptr mp, mp_size_t n, int is_negative)
{
  for (; un > n; un--)
    ASSERT (up[un - 1] == 0);
  memset (up + un, 0, (size_t) (n - un) * sizeof (mp_limb_t));
  if (is_negative)
    comba_sub_n (up, mp, up, n);
  memcpy (vp, up, (size_t) n * sizeof (mp_limb_t));
}

int
comba_invert_var (const struct comba_config *k, mp_ptr vp, mp_srcptr ap, mp_size_t an, mp_srcptr mp, mp_size_t n)
{
  ASSERT (n >= 1 && mp[n - 1] != 0);
  while (an > 0 && ap[an - 1] == 0)
    an--;
  struct comba_scratch held;
  /* At first for the quotient and the remainder of A. */
  const size_t division = 2 * (size_t) n + 2 * (size_t) an + 3, most = itch (k, n);
  const size_t needed = an > n && division > most ? division : most, room = products_itch (k, n);
  const mp_ptr memory = COMBA_SCRATCH_GET_TO (STACK_LIMBS, &held, needed + room, 0);
  if (memory == NULL)
    return -1;
  struct inverse x = { .k = k, .n = n, .a = memory, .b = memory + n, .spare = memory + 2 * n, .count = 1,
                       .room = { memory + needed, room } };
  if (an > n)
    {
      const mp_ptr q = memory + n, r = q + an - n + 1;
      comba_divide_in (k, q, r, ap, an, mp, n, r + n, &x.room);
      memmove (x.b, r, (size_t) n * sizeof (mp_limb_t));
    }
  else
    {
      if (an > 0)
        memcpy (x.b, ap, (size_t) an * sizeof (mp_limb_t));
      memset (x.b + an, 0, (size_t) (n - an) * sizeof (mp_limb_t));
    }
  memcpy (x.a, mp, (size_t) n * sizeof (mp_limb_t));
  x.scratch = make_row (x.rows, memory + 3 * n, n + 2, 1);

  int stopped = 0, is_negative;
  struct row longer = { .n = 0 };
  if (is_recursive (k, n))
    {
      by_halves (&x, &stopped);
      if (x.n <= n / 4)
        {
          /* Two short rows from here. */
          longer = x.rows[0];
          x.count = 2;
          for (int i = 0; i < 2; i++)
            x.scratch = make_row (&x.rows[i], x.scratch, x.n + 2, i == 0);
        }
    }
  while (x.n > 1 && !stopped)
    {
      struct comba_matrix1 m;
      if (comba_lehmer_matrix (k, x.a, x.b, x.n, 0, &m))
        {
          comba_reduce_by (k, &m, x.spare, x.a, x.b, x.n);
          comba_exchange (&x.a, &x.spare);
          for (struct row *r = x.rows; r < x.rows + x.count; r++)
            {
              r->n = comba_row_times (k, r->spare, r->u, r->v, r->n, &m);
              comba_exchange (&r->u, &r->spare);
            }
          x.n = comba_common_size (x.a, x.b, x.n);
        }
      else
        divide (&x, &stopped);
    }
  int found = !stopped;
  if (found && n == 1 && mp[0] == 1)
    vp[0] = 0;
  else if (found && (found = finish (&x, &is_negative)))
    {
      if (longer.n > 0)
        combine (&x, &longer);
      const struct row *const r = longer.n > 0 ? &longer : x.rows;
      put (vp, r->u, r->n, mp, n, is_negative);
    }
  comba_scratch_put (&held);
  return found;
}
