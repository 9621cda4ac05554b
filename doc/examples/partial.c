/* The two halves of a reduction: from below by Montgomery, from above by
   Barrett, without a context. */

#include <comba.h>
#include <stdio.h>

enum { N = 20, M = 2 * N, T = N / 2 };  /* limbs of P and of C; t */

int
main (void)
{
  mp_limb_t p[N], c[M], mu[T], nu[T + 1], low[M], high[M], back[M];
  for (int i = 0; i < N; i++)
    p[i] = 2 * i + 1;
  for (int i = 0; i < M; i++)
    c[i] = ~(mp_limb_t) 0 - i;

  /* high = C mod P, but T limbs longer than P at most: M - T limbs. */
  if (comba_partial_barrett_nu (nu, T, p, N) != COMBA_OK
      || comba_partial_barrett (high, c, M, T, p, N, nu) != COMBA_OK)
    return 1;

  /* low = C beta^-T mod P, M - T limbs as well. */
  if (comba_partial_montgomery_mu (mu, T, p, N) != COMBA_OK
      || comba_partial_montgomery (low, c, M, T, p, N, mu) != COMBA_OK)
    return 1;

  /* Both again with GMP: low beta^T - C is a multiple of P. */
  mp_limb_t q[M + 1], c1[N], c2[N], h1[N];
  for (int i = 0; i < M; i++)
    back[i] = i < T ? 0 : low[i - T];
  mpn_tdiv_qr (q, c1, 0, c, M, p, N);
  mpn_tdiv_qr (q, c2, 0, back, M, p, N);
  mpn_tdiv_qr (q, h1, 0, high, M - T, p, N);
  puts (mpn_cmp (c1, c2, N) == 0 && mpn_cmp (c1, h1, N) == 0
        ? "both agree with GMP" : "wrong");
  return 0;
}
