\\ SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
\\ 64 products of integers of 1024 limbs of 64 bits each, 80 times.
\\ Result: for each of the 64 the sum of its 80 products, so that each one counts
\\ (an addition costs a hundredth of a product).
{
  setrand(1024);
  top = 2^(64*1024 - 1);
  a = vector(8, i, top + random(top));
  b = vector(8, i, top + random(top));

  sums = matrix(8, 8);
  start = getwalltime();
  for(round = 1, 80, sums += matrix(8, 8, i, j, a[i] * b[j]));
  elapsed = getwalltime() - start;

  print(sums);
  write("/dev/stderr", "seconds ", strprintf("%.3f", elapsed / 1000));
}
quit
