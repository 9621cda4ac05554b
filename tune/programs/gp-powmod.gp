\\ SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later
\\ 2048-bit modular power by PARI, odd modulus, full-length exponent, 160 times,
\\ each result the next base. Result: the last one.
{
  setrand(2048);
  top = 2^2047;
  m = bitor(top + random(top), 1);
  e = top + random(top);
  b = random(top);

  start = getwalltime();
  for(i = 1, 160, b = lift(Mod(b, m)^e));
  elapsed = getwalltime() - start;

  print(b);
  write("/dev/stderr", "seconds ", strprintf("%.3f", elapsed / 1000));
}
quit
