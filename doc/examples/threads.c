/* A large square with as many threads as comba may use, and with one:
   the results are the same to the last bit. */

#include <comba.h>
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  enum { N = 30000 };
  mp_ptr a = malloc (N * sizeof (mp_limb_t));
  mp_ptr r = malloc (2 * N * sizeof (mp_limb_t));
  mp_ptr s = malloc (2 * N * sizeof (mp_limb_t));
  if (a == NULL || r == NULL || s == NULL)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = (mp_limb_t) i * 0x9e3779b9u + 1;

  int threads = comba_set_num_threads (64);     /* what it can have */
  mpn_sqr (r, a, N);
  comba_set_num_threads (1);
  mpn_sqr (s, a, N);
  fprintf (stderr, "threads: %d\n", threads);
  puts (mpn_cmp (r, s, 2 * N) == 0 ? "the same" : "different");
  free (a);
  free (r);
  free (s);
  return 0;
}
