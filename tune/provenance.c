/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "provenance.h"
#include "bench/machine.h"
#include <string.h>
#include <time.h>

/* The CPU's family and model, where the system tells them. */
static void
print_family (FILE *out)
{
  FILE *info = fopen ("/proc/cpuinfo", "r");
  char line[256];
  int family = -1, model = -1;
  while (info != NULL && (family < 0 || model < 0) && fgets (line, sizeof line, info) != NULL)
    {
      sscanf (line, "cpu family : %d", &family);
      sscanf (line, "model : %d", &model);
    }
  if (info != NULL)
    fclose (info);
  if (family >= 0 && model >= 0)
    fprintf (out, " (family %d, model %d)", family, model);
}

static void
print_command (FILE *out, int argc, char **argv)
{
  for (int i = 0; i < argc; i++)
    {
      const char *slash = strrchr (argv[i], '/'), *word = slash != NULL && slash[1] != '\0' ? slash + 1 : argv[i];
      const char *quote = strpbrk (word, " \t\"'") != NULL ? "'" : "";
      fprintf (out, "%s%s%s%s", i > 0 ? " " : "", quote, word, quote);
    }
}

void
print_provenance (FILE *out, const struct provenance *p)
{
  char cpu[128], date[16];
  const time_t now = time (NULL);
  cpu_model (cpu, sizeof cpu);
  strftime (date, sizeof date, "%Y-%m-%d", gmtime (&now));
  fprintf (out, "# kind: %s\n# config: %s\n# cpu: %s", p->kind, p->config, cpu);
  print_family (out);
  fprintf (out, "\n# compiler: %s\n# reference: %s\n# comba: %s\n# command: ", COMPILER, p->reference, p->comba);
  print_command (out, p->argc, p->argv);
  fprintf (out, "\n# date: %s\n", date);
}

void
print_validity (FILE *out, int valid, size_t noisy, size_t all, const char *unit)
{
  fprintf (out, "# validity: %s, %zu of %zu %s noisy\n", valid ? "valid" : "NOT VALID", noisy, all, unit);
}
