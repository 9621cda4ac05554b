/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Parallel regions of the program: one that uses OpenMP has a thread for every CPU already.

   A runtime may be loaded late, as a dependency of a plugin, and may be a private copy (a Python
   wheel brings a libgomp with another file name).  So the loaded objects are searched by name each
   time that objects have been loaded. */

#include "parallel/regions.h"
#include "parallel/dynamic.h"
#include <link.h>
#include <string.h>

enum { RUNTIMES = 4 };

static int (*in_parallel[RUNTIMES]) (void);
static int runtimes;
static unsigned long long objects_seen;

static int
is_runtime (const char *path)
{
  const char *slash = strrchr (path, '/'), *name = slash != NULL ? slash + 1 : path;
  return strncmp (name, "libgomp", 7) == 0 || strncmp (name, "libomp", 6) == 0
         || strncmp (name, "libiomp", 7) == 0;
}

/* Names are copied because nothing may be opened while the list of objects is locked. */
struct list
{
  char path[RUNTIMES][4096];
  int n;
};

static int
add_runtime (struct dl_phdr_info *object, size_t size, void *arg)
{
  struct list *list = arg;
  (void) size;
  if (list->n < RUNTIMES && is_runtime (object->dlpi_name)
      && strlen (object->dlpi_name) < sizeof list->path[0])
    strcpy (list->path[list->n++], object->dlpi_name);
  return 0;
}

static int
count_objects (struct dl_phdr_info *object, size_t size, void *arg)
{
  (void) size;
  *(unsigned long long *) arg = object->dlpi_adds;
  return 1;
}

static void
look_for_runtimes (void)
{
  static struct list list;
  list.n = 0;
  dl_iterate_phdr (add_runtime, &list);
  runtimes = 0;
  __typeof__ (dlopen) *const open = comba_dlopen ();
  for (int i = 0; open != NULL && i < list.n; i++)
    {
      /* The handle is never closed: the function is used as long as the process lives. */
      void *handle = open (list.path[i], RTLD_LAZY | RTLD_NOLOAD);
      void *f = handle != NULL ? dlsym (handle, "omp_in_parallel") : NULL;
      if (f != NULL)
        memcpy (&in_parallel[runtimes++], &f, sizeof f);
    }
}

int
comba_in_foreign_region (void)
{
  unsigned long long objects = 0;
  dl_iterate_phdr (count_objects, &objects);
  if (objects != objects_seen)
    {
      look_for_runtimes ();
      objects_seen = objects;
    }
  for (int i = 0; i < runtimes; i++)
    if (in_parallel[i] () != 0)
      return 1;
  return 0;
}
