\\ SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
\\ pi to 100,000 digits by PARI, 32 times. PARI keeps pi, so that each time asks
\\ for 20 digits (more than a limb) more than the last. Result: all 32.
{
  values = vector(32);
  start = getwalltime();
  for(i = 1, #values,
    default(realprecision, 100000 + 20*i);
    values[i] = Pi);
  elapsed = getwalltime() - start;

  print(values);
  write("/dev/stderr", "seconds ", strprintf("%.3f", elapsed / 1000));
}
quit
