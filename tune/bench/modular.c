/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "modular.h"
#include <stdio.h>
#include <stdlib.h>

#define LINE 64

static int
is_plain (enum function f)
{
  return f == MOD_MUL_PLAIN || f == MOD_SQR_PLAIN;
}

static int
is_square (enum function f)
{
  return f == MOD_SQR || f == MOD_SQR_PLAIN;
}

void
modular_operands (const struct job *job, const struct operands *on, const struct operands *other)
{
  const mp_size_t n = job->bn;
  const mp_limb_t top = (mp_limb_t) 1 << (GMP_NUMB_BITS - 1);
  on->ap[n - 1] &= ~top;
  on->bp[n - 1] &= ~top;
  other->ap[n - 1] |= top;
  other->ap[0] = job->even ? other->ap[0] & ~(mp_limb_t) 1 : other->ap[0] | 1;
}

static void
point_to (mpz_ptr z, mp_ptr p, mp_size_t n, mp_size_t room)
{
  while (n > 0 && p[n - 1] == 0)
    n--;
  z->_mp_d = p;
  z->_mp_size = (int) n;
  z->_mp_alloc = (int) room;
}

static int
complain (const struct modular *m, const char *what)
{
  fprintf (stderr, "comba-bench: %s, %ld limbs: %s\n", function_names[m->function], (long) m->n,
           what);
  return -1;
}

static mp_ptr
at_line (mp_ptr p)
{
  return (mp_ptr) ((uintptr_t) p & -(uintptr_t) LINE);
}

/* The context, and the elements of the residues. */
static int
make_context (struct modular *m, mp_srcptr pp, int placement)
{
  const struct library_mod *f = &m->library->mod;
  int status = f->init (&m->context, pp, m->n);
  if (status != COMBA_OK)
    return complain (m, f->status_text (status));
  const mp_size_t size = f->encoded_size (m->context);
  m->room = operands_room (size, size);
  if (m->room == NULL)
    {
      f->clear (m->context);
      return complain (m, "no memory");
    }
  struct operands o = operands_place (m->room, size, size, placement);
  m->x = at_line (o.ap), m->y = at_line (o.bp), m->z = at_line (o.rp);
  f->encode (m->context, m->x, m->ap);
  f->encode (m->context, m->y, m->bp);
  return 0;
}

int
modular_begin (struct modular *m, const struct library *l, const struct job *job,
               const struct operands *on, const struct operands *other, int placement)
{
  const mp_size_t n = job->bn;
  *m = (struct modular) { .library = l, .function = job->function, .n = n, .rp = on->rp,
                          .ap = on->ap, .bp = on->bp };
  point_to (m->a, on->ap, n, n);
  point_to (m->b, on->bp, n, n);
  point_to (m->p, other->ap, n, n);
  point_to (m->product, other->rp, 0, 2 * n);
  point_to (m->r, on->rp, 0, 2 * n);
  return l->mpz_mul != NULL ? 0 : make_context (m, other->ap, placement);
}

void
modular_end (struct modular *m)
{
  if (m->context != NULL)
    m->library->mod.clear (m->context);
  free (m->room);
}

/* By mpz_mul and mpz_mod. */
static void
divide (struct modular *m, size_t repeats)
{
  const mpz_srcptr b = is_square (m->function) ? m->a : m->b;
  for (size_t i = 0; i < repeats; i++)
    {
      m->library->mpz_mul (m->product, m->a, b);
      m->library->mpz_mod (m->r, m->product, m->p);
    }
}

void
modular_calls (struct modular *m, size_t repeats)
{
  const struct library_mod *f = &m->library->mod;
  int status = 0;
  if (m->context == NULL)
    divide (m, repeats);
  else if (m->function == MOD_MUL)
    for (size_t i = 0; i < repeats; i++)
      status |= f->mul_encoded (m->context, m->z, m->x, m->y);
  else if (m->function == MOD_SQR)
    for (size_t i = 0; i < repeats; i++)
      status |= f->sqr_encoded (m->context, m->z, m->x);
  else if (m->function == MOD_MUL_PLAIN)
    for (size_t i = 0; i < repeats; i++)
      status |= f->mul (m->context, m->rp, m->ap, m->bp);
  else
    for (size_t i = 0; i < repeats; i++)
      status |= f->sqr (m->context, m->rp, m->ap);
  if (status != 0)
    {
      complain (m, "a product failed");
      exit (EXIT_FAILURE);
    }
}

void
modular_result (struct modular *m)
{
  if (m->context == NULL)
    for (mp_size_t i = m->r->_mp_size; i < m->n; i++)
      m->rp[i] = 0;
  else if (!is_plain (m->function))
    m->library->mod.decode (m->context, m->rp, m->z);
}
