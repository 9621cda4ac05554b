/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "operations.h"
#include "libraries.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLACK = 64 };            /* limbs that GMP may want beyond a result's */

#define AS_TEXT(x) #x
#define SYMBOL(x) AS_TEXT (x)   /* gmp.h defines mpz_add as __gmpz_add */
#define ROW(constant, function, name, title) [OPERATION_##constant] = { SYMBOL (function), title },
static const struct
{
  const char *symbol, *title;
} operations[OPERATIONS] = { BENCH_OPERATIONS (ROW) };
#undef ROW

const char *
operation_symbol (enum operation op)
{
  return operations[op].symbol;
}

const char *
operation_title (enum operation op)
{
  return operations[op].title;
}

mp_size_t
operation_most (enum operation op)
{
  return op == OPERATION_MPZ_POWM || op == OPERATION_MPZ_POWM_SEC ? 128 : 16384;
}

void
operation_shape (enum operation op, mp_size_t n, mp_size_t *an, mp_size_t *bn, long *exponent)
{
  *an = *bn = n;
  *exponent = 0;
  switch (op)
    {
    case OPERATION_MPZ_TDIV_QR: case OPERATION_MPZ_DIVEXACT: case OPERATION_TDIV_QR: case OPERATION_DIV_QR:
      *an = 2 * n;
      break;
    case OPERATION_MPZ_TDIV_QR_HALF:
      *bn = (n + 1) / 2;
      break;
    case OPERATION_MPZ_TDIV_Q_UI: case OPERATION_DIVREM_1: case OPERATION_MOD_1: case OPERATION_DIVEXACT_1:
      *bn = 1;
      break;
    case OPERATION_MPZ_TDIV_Q_2:
      *an = n > 2 ? n : 2;
      *bn = 2;
      break;
    case OPERATION_MPZ_POWM: case OPERATION_MPZ_POWM_SEC:
      *exponent = (long) n * GMP_NUMB_BITS / 2;
      break;
    default:
      break;
    }
}

static int
is_power (enum operation op)
{
  return op == OPERATION_MPZ_POWM || op == OPERATION_MPZ_POWM_SEC;
}

/* Enough for the caches nearest to the CPU.  Powers are long enough for one. */
static size_t
sets_for (enum operation op, mp_size_t n)
{
  size_t count = 1;
  while (!is_power (op) && count < OPERATION_SETS && 2 * count * (size_t) n <= 1024)
    count *= 2;
  return count;
}

/* The sizes of the rooms: r, the operands a and b; q, c and t.  c also has the text, and q the
   string that is written. */
static mp_size_t
c_limbs (const struct operation_room *room)
{
  return (mp_size_t) room->count * room->text_limbs + SLACK;
}

static mp_size_t
t_limbs (const struct operation_room *room)
{
  return room->an + room->bn + SLACK;
}

static mp_size_t
a_limbs (const struct operation_room *room)
{
  return (mp_size_t) room->count * room->an + SLACK;
}

static mp_size_t
b_limbs (const struct operation_room *room)
{
  return (mp_size_t) room->count * room->bn + SLACK;
}

int
operation_make_room (struct operation_room *room, enum operation op, mp_size_t an, mp_size_t bn)
{
  /* Decimal digits are at most 2.5 times as long as limbs. */
  const int writes_text = op == OPERATION_MPZ_GET_STR;
  *room = (struct operation_room) { .op = op, .an = an, .bn = writes_text ? 2 * an : bn,
                                    .count = sets_for (op, an), .text_limbs = 3 * an + 2 };
  room->room = operands_room (a_limbs (room), b_limbs (room));
  room->more = operands_room (c_limbs (room), t_limbs (room));
  return room->room != NULL && room->more != NULL ? 0 : -1;
}

static void
clear_divisors (struct operation_room *room)
{
  for (size_t i = 0; room->dividing != NULL && i < room->count; i++)
    room->dividing->div.clear (room->sets[i].divisor);
  room->dividing = NULL;
}

int
operation_prepare (struct operation_room *room, const struct library *l)
{
  clear_divisors (room);
  if (room->op != OPERATION_DIV_QR || l->div.init == NULL)
    return 0;
  for (size_t i = 0; i < room->count; i++)
    room->sets[i].divisor = NULL;
  room->dividing = l;
  for (size_t i = 0; i < room->count; i++)
    if (l->div.init (&room->sets[i].divisor, room->sets[i].b->_mp_d, room->bn) != COMBA_OK)
      return -1;
  return 0;
}

void
operation_free_room (struct operation_room *room)
{
  clear_divisors (room);
  free (room->room);
  free (room->more);
}

/* Z is the N limbs at P, without high zeros. */
static void
point_to (mpz_ptr z, mp_ptr p, mp_size_t n, mp_size_t limbs)
{
  while (n > 0 && p[n - 1] == 0)
    n--;
  z->_mp_d = p;
  z->_mp_size = (int) n;
  z->_mp_alloc = (int) limbs;
}

/* Digits of a number of AN limbs that is nearly as large as they hold. */
static void
random_text (char *text, mp_size_t an, uint64_t *state)
{
  const size_t digits = (size_t) ((double) an * GMP_NUMB_BITS * 0.30102999566398);
  for (size_t i = 0; i < digits; i++)
    text[i] = (char) ('0' + splitmix (state) % 10);
  text[0] |= 1;
  text[digits] = '\0';
}

/* Makes operands that satisfy the function's contract of random ones. */
static void
satisfy (struct operation_room *room, struct operation_set *s, const struct library *l)
{
  const mp_size_t bn = room->bn;
  mp_ptr const ap = s->a->_mp_d, bp = s->b->_mp_d;
  switch (room->op)
    {
    case OPERATION_MPZ_DIVEXACT:
      /* The product of the divisor and as many limbs of a. */
      memcpy (room->q->_mp_d, ap, (size_t) bn * sizeof (mp_limb_t));
      l->mul_n (ap, room->q->_mp_d, bp, bn);
      point_to (s->a, ap, room->an, room->an);
      break;
    case OPERATION_DIVEXACT_1:
      bp[0] |= 1;
      ap[room->an - 1] = l->by_limb[0] (ap, ap, room->an - 1, bp[0]);
      break;
    case OPERATION_MPZ_INVERT:
      {
        __typeof__ (mpz_invert) *const invert = l->operation[room->op];
        ap[0] |= 1;
        bp[0] |= 1;
        while (bn > 1 && !invert (room->r, s->a, s->b))
          ap[0] += 2;
        if (bn == 1)
          ap[0] = 2;
        break;
      }
    case OPERATION_MPZ_JACOBI:
    case OPERATION_MPZ_POWM: case OPERATION_MPZ_POWM_SEC:
      bp[0] |= 1;
      break;
    default:
      break;
    }
  if (is_power (room->op))
    {
      const mp_size_t en = (room->exponent - 1) / GMP_NUMB_BITS + 1;
      const mp_limb_t bit = (mp_limb_t) 1 << ((room->exponent - 1) % GMP_NUMB_BITS);
      mp_ptr const ep = s->c->_mp_d;
      ep[en - 1] = (ep[en - 1] & (bit - 1)) | bit;
      point_to (s->c, ep, en, en);
    }
}

/* A number P of N limbs whose highest limb has few zeros at the top. */
static void
random_number (mpz_ptr z, mp_ptr p, mp_size_t n, uint64_t *state)
{
  for (mp_size_t i = 0; i < n; i++)
    p[i] = splitmix (state);
  p[n - 1] |= (mp_limb_t) 1 << (GMP_NUMB_BITS - 8);
  point_to (z, p, n, n);
}

void
operation_refresh (struct operation_room *room, const struct library *l, uint64_t seed)
{
  for (size_t i = 0; i < room->count; i++)
    {
      struct operation_set *s = &room->sets[i];
      random_number (s->a, s->a->_mp_d, room->an, &seed);
      if (room->dividing == NULL)
        random_number (s->b, s->b->_mp_d, room->bn, &seed);
      s->count = 1 + splitmix (&seed) % (GMP_NUMB_BITS - 1);
      s->limb = s->b->_mp_d[0] | 1;
      satisfy (room, s, l);
      if (room->op == OPERATION_MPZ_SET_STR)
        random_text (s->text, room->an, &seed);
    }
}

void
operation_place (struct operation_room *room, const struct library *l, long exponent, int placement)
{
  const mp_size_t an = room->an, bn = room->bn;
  const struct operands on = operands_place (room->room, a_limbs (room), b_limbs (room), placement);
  const struct operands other = operands_place (room->more, c_limbs (room), t_limbs (room), placement);
  clear_divisors (room);
  room->exponent = exponent;
  point_to (room->r, on.rp, 0, a_limbs (room) + b_limbs (room));
  point_to (room->q, other.rp, 0, c_limbs (room) + t_limbs (room));
  point_to (room->t, other.bp, 0, t_limbs (room));
  for (size_t i = 0; i < room->count; i++)
    {
      struct operation_set *s = &room->sets[i];
      mp_ptr const cp = other.ap + i * room->text_limbs;
      point_to (s->a, on.ap + i * an, an, an);
      point_to (s->b, on.bp + i * bn, bn, bn);
      point_to (s->c, cp, an, an);
      s->r = room->r;
      s->q = room->q;
      s->t = room->t;
      s->text = (char *) cp;
      s->string = (char *) room->q->_mp_d;
    }
  operation_refresh (room, l, (uint64_t) an << 32 ^ (uint64_t) placement);
}

/* The calls of one function, F, with S the operands. */
#define CALLS(constant, function, ...) \
  case OPERATION_##constant: \
    { \
      __typeof__ (function) *const f = l->operation[room->op]; \
      for (size_t i = first; i < first + repeats; i++) \
        { \
          struct operation_set *const s = &room->sets[i & mask]; \
          __VA_ARGS__; \
        } \
      break; \
    }

#define LIMBS(z) (z)->_mp_d

/* If a quotient fails, the program ends. */
static void
divide (struct operation_room *room, const struct library *l, size_t first, size_t repeats)
{
  const size_t mask = room->count - 1;
  int status = COMBA_OK;
  for (size_t i = first; i < first + repeats; i++)
    {
      struct operation_set *const s = &room->sets[i & mask];
      status |= l->div.qr (s->divisor, LIMBS (s->q), LIMBS (s->r), LIMBS (s->a), room->an);
    }
  if (status != COMBA_OK)
    {
      fprintf (stderr, "comba-bench: comba_div_qr failed\n");
      exit (EXIT_FAILURE);
    }
}

void
operation_calls (struct operation_room *room, const struct library *l, size_t first, size_t repeats)
{
  const size_t mask = room->count - 1;
  const mp_size_t an = room->an, bn = room->bn;
  if (room->op == OPERATION_DIV_QR && l->div.init != NULL)
    {
      divide (room, l, first, repeats);
      return;
    }
  switch (room->op)
    {
      CALLS (MPZ_MUL, mpz_mul, f (s->r, s->a, s->b))
      CALLS (MPZ_TDIV_QR, mpz_tdiv_qr, f (s->q, s->r, s->a, s->b))
      CALLS (MPZ_TDIV_QR_HALF, mpz_tdiv_qr, f (s->q, s->r, s->a, s->b))
      CALLS (MPZ_TDIV_Q_UI, mpz_tdiv_q_ui, s->word = f (s->q, s->a, s->limb))
      CALLS (MPZ_TDIV_Q_2, mpz_tdiv_q, f (s->q, s->a, s->b))
      CALLS (MPZ_DIVEXACT, mpz_divexact, f (s->q, s->a, s->b))
      CALLS (MPZ_GET_STR, mpz_get_str, f (s->string, 10, s->a))
      CALLS (MPZ_SET_STR, mpz_set_str, f (s->r, s->text, 10))
      CALLS (MPZ_SQRTREM, mpz_sqrtrem, f (s->q, s->r, s->a))
      CALLS (MPZ_ROOT, mpz_root, s->word = (mp_limb_t) f (s->r, s->a, 3))
      CALLS (MPZ_GCD, mpz_gcd, f (s->r, s->a, s->b))
      CALLS (MPZ_GCDEXT, mpz_gcdext, f (s->r, s->q, s->t, s->a, s->b))
      CALLS (MPZ_INVERT, mpz_invert, s->word = (mp_limb_t) f (s->r, s->a, s->b))
      CALLS (MPZ_JACOBI, mpz_jacobi, s->word = (mp_limb_t) f (s->a, s->b))
      CALLS (MPZ_POWM, mpz_powm, f (s->r, s->a, s->c, s->b))
      CALLS (MPZ_POWM_SEC, mpz_powm_sec, f (s->r, s->a, s->c, s->b))
      CALLS (MPZ_ADD, mpz_add, f (s->r, s->a, s->b))
      CALLS (MPZ_SUB, mpz_sub, f (s->r, s->a, s->b))
      CALLS (MPZ_MUL_2EXP, mpz_mul_2exp, f (s->r, s->a, s->count))
      CALLS (MPZ_TDIV_Q_2EXP, mpz_tdiv_q_2exp, f (s->r, s->a, s->count))
      CALLS (MPZ_POPCOUNT, mpz_popcount, s->word = f (s->a))
      CALLS (MPZ_HAMDIST, mpz_hamdist, s->word = f (s->a, s->b))
      CALLS (MPZ_COM, mpz_com, f (s->r, s->a))
      CALLS (TDIV_QR, mpn_tdiv_qr, f (LIMBS (s->q), LIMBS (s->r), 0, LIMBS (s->a), an, LIMBS (s->b), bn))
      CALLS (DIV_QR, mpn_tdiv_qr, f (LIMBS (s->q), LIMBS (s->r), 0, LIMBS (s->a), an, LIMBS (s->b), bn))
      CALLS (DIVREM_1, mpn_divrem_1, s->word = f (LIMBS (s->r), 0, LIMBS (s->a), an, LIMBS (s->b)[0]))
      CALLS (MOD_1, mpn_mod_1, s->word = f (LIMBS (s->a), an, LIMBS (s->b)[0]))
      CALLS (DIVEXACT_1, mpn_divexact_1, f (LIMBS (s->r), LIMBS (s->a), an, LIMBS (s->b)[0]))
      CALLS (SQRTREM, mpn_sqrtrem, s->word = (mp_limb_t) f (LIMBS (s->q), LIMBS (s->r), LIMBS (s->a), an))
      CALLS (ADD_N, mpn_add_n, s->word = f (LIMBS (s->r), LIMBS (s->a), LIMBS (s->b), an))
      CALLS (SUB_N, mpn_sub_n, s->word = f (LIMBS (s->r), LIMBS (s->a), LIMBS (s->b), an))
      CALLS (LSHIFT, mpn_lshift, s->word = f (LIMBS (s->r), LIMBS (s->a), an, (unsigned) s->count))
      CALLS (RSHIFT, mpn_rshift, s->word = f (LIMBS (s->r), LIMBS (s->a), an, (unsigned) s->count))
      CALLS (COPYI, mpn_copyi, f (LIMBS (s->r), LIMBS (s->a), an))
      CALLS (COPYD, mpn_copyd, f (LIMBS (s->r), LIMBS (s->a), an))
      CALLS (COM, mpn_com, f (LIMBS (s->r), LIMBS (s->a), an))
      CALLS (POPCOUNT, mpn_popcount, s->word = f (LIMBS (s->a), an))
      CALLS (HAMDIST, mpn_hamdist, s->word = f (LIMBS (s->a), LIMBS (s->b), an))
    default:
      break;
    }
}

/* One call of L's function with the operands of set I alone.  Results that it does not write are
   the same after each call. */
static void
call_once (struct operation_room *room, const struct library *l, size_t i)
{
  const struct operation_set first = room->sets[0];
  mpz_ptr const results[] = { room->r, room->q, room->t };
  for (size_t k = 0; k < sizeof results / sizeof results[0]; k++)
    {
      memset (results[k]->_mp_d, 0x5a, (size_t) (room->an + room->bn + SLACK) * sizeof (mp_limb_t));
      results[k]->_mp_size = 0;
    }
  room->sets[0] = room->sets[i];
  room->sets[0].word = 0;
  operation_calls (room, l, 0, 1);
  room->sets[i].word = room->sets[0].word;
  if (i != 0)
    room->sets[0] = first;
}

/* The limbs of a result that count.  An mpn function that returned WORD and a string leave the rest
   of the room as it was; but mpn_sqrtrem does as it likes with the room of the remainder. */
static size_t
result_limbs (const struct operation_room *room, mpz_srcptr z, mp_limb_t word)
{
  if (room->op < MPZ_OPERATIONS && room->op != OPERATION_MPZ_GET_STR)
    return (size_t) labs (z->_mp_size);
  if (room->op == OPERATION_SQRTREM && z == room->r)
    return (size_t) word;
  return (size_t) (room->an + room->bn + SLACK);
}

int
operation_same (struct operation_room *room, const struct library *a, const struct library *b)
{
  mpz_ptr const results[] = { room->r, room->q, room->t };
  enum { RESULTS = sizeof results / sizeof results[0] };
  const size_t limbs = (size_t) (room->an + room->bn + SLACK);
  mp_ptr expected[RESULTS], copies = malloc (RESULTS * limbs * sizeof (mp_limb_t));
  int same = 1;
  if (copies == NULL)
    return -1;
  for (size_t i = 0; i < room->count && same; i++)
    {
      int sizes[RESULTS];
      call_once (room, a, i);
      const mp_limb_t word = room->sets[i].word;
      for (int k = 0; k < RESULTS; k++)
        {
          expected[k] = copies + k * limbs;
          sizes[k] = results[k]->_mp_size;
          memcpy (expected[k], results[k]->_mp_d, result_limbs (room, results[k], word) * sizeof (mp_limb_t));
        }
      call_once (room, b, i);
      same = word == room->sets[i].word;
      for (int k = 0; k < RESULTS && same; k++)
        same = sizes[k] == results[k]->_mp_size
               && memcmp (expected[k], results[k]->_mp_d,
                          result_limbs (room, results[k], word) * sizeof (mp_limb_t)) == 0;
    }
  free (copies);
  return same;
}
