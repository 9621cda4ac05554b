/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The representation of powers that no other one has the memory for: canonical residues, whose
   products are divided by P.  Products and divisions find their own scratch, down to almost none.
   No configuration lists it. */

#include "powm/powm.h"
#include "arith/scratch.h"
#include "div/div.h"
#include "mul/mul.h"

#define BYTES(n) ((size_t) (n) * sizeof (mp_limb_t))

/* The context is n, then P. */
enum { HEAD = 8 };

static size_t
context_size (mp_size_t n)
{
  return HEAD + comba_whole_lines ((size_t) n);
}

static size_t
element_size (mp_size_t n)
{
  return comba_whole_lines ((size_t) n);
}

/* A product, and its quotient. */
static size_t
itch (mp_size_t n)
{
  return comba_whole_lines (3 * (size_t) n + 1);
}

static void
init (const struct comba_config *k, mp_ptr context, mp_srcptr pp, mp_size_t n, mp_ptr scratch)
{
  (void) k, (void) scratch;
  context[0] = (mp_limb_t) n;
  memcpy (context + HEAD, pp, BYTES (n));
}

/* zp[0..n-1] = SCRATCH[0..2n-1] mod P */
static void
divide (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[0];
  comba_divide (k, scratch + 2 * n, scratch, scratch, 2 * n, context + HEAD, n);
  memcpy (zp, scratch, BYTES (n));
}

/* From the top, n limbs at a time. */
static void
encode (const struct comba_config *k, mp_srcptr context, mp_ptr xp, mp_srcptr ap, mp_size_t an, mp_ptr scratch)
{
  const mp_size_t n = (mp_size_t) context[0];
  memset (xp, 0, BYTES (n));
  while (an > 0)
    {
      const mp_size_t more = an % n == 0 ? n : an % n;
      an -= more;
      memcpy (scratch, ap + an, BYTES (more));
      memcpy (scratch + more, xp, BYTES (n));
      memset (scratch + more + n, 0, BYTES (n - more));
      divide (k, context, xp, scratch);
    }
}

static void
decode (const struct comba_config *k, mp_srcptr context, mp_ptr rp, mp_srcptr xp, mp_ptr scratch)
{
  (void) k, (void) scratch;
  memcpy (rp, xp, BYTES (context[0]));
}

static void
mul (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_srcptr yp, mp_ptr scratch)
{
  comba_mul_n (k, scratch, xp, yp, (mp_size_t) context[0]);
  divide (k, context, zp, scratch);
}

static void
sqr (const struct comba_config *k, mp_srcptr context, mp_ptr zp, mp_srcptr xp, mp_ptr scratch)
{
  comba_sqr (k, scratch, xp, (mp_size_t) context[0]);
  divide (k, context, zp, scratch);
}

const struct comba_representation comba_representation_canonical = {
  .name = "canonical", .min = 1, .max = COMBA_REPRESENTATION_MAX, .context_size = context_size,
  .element_size = element_size, .itch = itch, .init = init, .encode = encode, .decode = decode, .mul = mul, .sqr = sqr,
};
