/* The product of 1000 residues modulo one odd P, in the context's own
   representation: encode, multiply many times, decode. */

#include <comba.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 32 };                        /* limbs of P */

static void
must (int status)
{
  if (status != COMBA_OK)
    {
      fprintf (stderr, "%s\n", comba_status_text (status));
      exit (1);
    }
}

int
main (void)
{
  mp_limb_t p[N], a[N], r[N];
  for (int i = 0; i < N; i++)
    p[i] = ~(mp_limb_t) 0 - 2 * i, a[i] = i + 2;

  struct comba_mod *m;
  must (comba_mod_init (&m, p, N));

  mp_size_t size = comba_mod_encoded_size (m);
  mp_ptr x = aligned_alloc (64, (size * sizeof (mp_limb_t) + 63) / 64 * 64);
  mp_ptr z = aligned_alloc (64, (size * sizeof (mp_limb_t) + 63) / 64 * 64);
  if (x == NULL || z == NULL)
    must (COMBA_NO_MEMORY);

  must (comba_mod_encode (m, x, a));
  must (comba_mod_encode (m, z, a));
  for (int i = 1; i < 1000; i++)
    must (comba_mod_mul_encoded (m, z, z, x));      /* z = a^(i+1) */
  must (comba_mod_decode (m, r, z));

  mp_limb_t e = 1000, check[N];
  must (comba_mod_powm (m, check, a, &e, 1));
  puts (mpn_cmp (r, check, N) == 0 ? "a^1000, both ways" : "wrong");

  free (x);
  free (z);
  comba_mod_clear (m);
  return 0;
}
