/* Which comba does this program use, and does it call comba? */

#include <comba.h>
#include <stdio.h>
#include <string.h>

int
main (void)
{
  printf ("libcomba %s, CPU configuration %s\n", comba_version (),
          comba_cpu_config ());

  char value[1024];
  const char *name, *source;
  for (size_t i = 0;
       (name = comba_list_setting (i, value, sizeof value, &source)) != NULL;
       i++)
    if (strcmp (name, "threads") == 0)
      printf ("threads %s, from %s\n", value, source);

  mp_limb_t a[40] = { 3 }, b[40] = { 5 }, r[80];
  comba_count_calls (1);
  mpn_mul_n (r, a, b, 40);
  comba_count_calls (0);
  printf ("calls of mpn_mul_n: %llu\n",
          comba_calls (COMBA_ENTRY_MUL_N, -1));
  return r[0] == 15 ? 0 : 1;
}
