/* The remainders of many numbers by one. */

#include <stdio.h>
#include <comba.h>

enum { N = 100, NN = 250, COUNT = 10 };

int
main (void)
{
  static mp_limb_t d[N], n[NN], q[NN - N + 1], r[N], expected[N];
  struct comba_div *divisor;
  int same = 1;
  mpn_random (d, N);
  int status = comba_div_init (&divisor, d, N);
  for (int i = 0; i < COUNT && status == COMBA_OK; i++)
    {
      mpn_random (n, NN);
      status = comba_div_qr (divisor, q, r, n, NN);
      mpn_tdiv_qr (q, expected, 0, n, NN, d, N);
      same &= mpn_cmp (r, expected, N) == 0;
    }
  if (status != COMBA_OK)
    {
      fprintf (stderr, "divisor: %s\n", comba_status_text (status));
      return 1;
    }
  comba_div_clear (divisor);
  if (same)
    puts ("the same as mpn_tdiv_qr");
  return 0;
}
