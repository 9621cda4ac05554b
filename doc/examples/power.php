<?php
// A power modulo an odd number of 1585 bits.
$p = gmp_pow (3, 1000);
echo gmp_strval (gmp_powm (7, gmp_sub ($p, 2), $p) % 1000000), "\n";
