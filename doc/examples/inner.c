/* x1 y1 + x2 y2 mod P with one reduction instead of two: on canonical
   residues, and on encoded ones of a tripartite context. */

#include <comba.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };                        /* limbs of P */

static void
must (int status)
{
  if (status != COMBA_OK)
    {
      fprintf (stderr, "%s\n", comba_status_text (status));
      exit (1);
    }
}

/* t[0..2N-1] = x1 y1 + x2 y2; P < beta^N / 2, so nothing is carried out. */
static void
sum (mp_ptr t, mp_srcptr x1, mp_srcptr y1, mp_srcptr x2, mp_srcptr y2)
{
  mp_limb_t u[2 * N];
  mpn_mul_n (t, x1, y1, N);
  mpn_mul_n (u, x2, y2, N);
  mpn_add_n (t, t, u, 2 * N);
}

int
main (void)
{
  mp_limb_t p[N], x1[N], y1[N], x2[N], y2[N], t[2 * N], r[N], z[N];
  for (int i = 0; i < N; i++)
    {
      p[i] = ~(mp_limb_t) 0 >> 1;
      x1[i] = i, y1[i] = 2 * i + 1, x2[i] = N - i, y2[i] = 7;
    }

  struct comba_mod *m;
  must (comba_mod_init_with (&m, p, N, COMBA_MOD_TRIPARTITE, 0, 1));

  sum (t, x1, y1, x2, y2);
  must (comba_mod_reduce (m, r, t, 2 * N));

  /* The context splits the reduction, so an encoded residue is
     x beta^h mod P in its lowest N limbs, h = comba_mod_redc_shift. */
  if (comba_mod_redc_shift (m) >= 0)
    {
      mp_size_t size = comba_mod_encoded_size (m);
      mp_ptr e[4];
      mp_srcptr from[4] = { x1, y1, x2, y2 };
      for (int i = 0; i < 4; i++)
        {
          e[i] = calloc (size, sizeof (mp_limb_t));
          if (e[i] == NULL)
            must (COMBA_NO_MEMORY);
          must (comba_mod_encode (m, e[i], from[i]));
        }
      sum (t, e[0], e[1], e[2], e[3]);
      must (comba_mod_redc (m, e[0], t, 2 * N));
      must (comba_mod_decode (m, z, e[0]));
      puts (mpn_cmp (r, z, N) == 0 ? "the same sum, both ways" : "wrong");
      for (int i = 0; i < 4; i++)
        free (e[i]);
    }
  comba_mod_clear (m);
  return 0;
}
