/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Which thread engine serves.

   libcomba_omp.so is opened when threads are first allowed, or when the program asks for it, and never on the way to
   a product.  It is looked for beside libcomba itself, in the loader's path, and where it is installed (comba-info
   has libcomba in itself). */

#include "parallel/engine.h"
#include "dispatch/messages.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Is there only if the program is linked with libcomba_omp. */
#pragma weak comba_openmp_engine

#define OPENMP_LIBRARY "libcomba_omp.so.0"

static const struct comba_engine *_Atomic serving = &comba_posix_engine;

/* What was chosen at start, and its source; whether its library has been opened, or looked for in vain; and whether
   the program said something else since. */
static int start_openmp;
static const char *start_source = "built-in";
static _Atomic int opened;
static _Atomic int chosen_by_program;

/* One thread at a time opens libraries. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

const struct comba_engine *
comba_engine (void)
{
  return atomic_load_explicit (&serving, memory_order_acquire);
}

/* Here: libcomba's file, or the program that has it in itself. */
static void *
open_beside (void)
{
  static const char library[] = OPENMP_LIBRARY;
  char path[4096];
  Dl_info here;
  if (dladdr (&serving, &here) == 0 || here.dli_fname == NULL)
    return NULL;
  const char *slash = strrchr (here.dli_fname, '/');
  const size_t folder = slash != NULL ? (size_t) (slash + 1 - here.dli_fname) : 0;
  if (folder == 0 || folder + sizeof library > sizeof path)
    return NULL;
  memcpy (path, here.dli_fname, folder);
  memcpy (path + folder, library, sizeof library);
  return dlopen (path, RTLD_NOW | RTLD_LOCAL);
}

/* The handle is kept: the engine is used as long as the process lives.  Returns NULL, and why, if there is none. */
static const struct comba_engine *
find_openmp (const char **why)
{
  const struct comba_engine *engine = &comba_openmp_engine;
  if (engine == NULL)
    {
      void *handle = open_beside ();
      if (handle == NULL)
        handle = dlopen (OPENMP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
      if (handle == NULL)
        handle = dlopen (LIBDIR "/" OPENMP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
      *why = handle == NULL ? dlerror () : "no engine in it";
      engine = handle != NULL ? dlsym (handle, "comba_openmp_engine") : NULL;
    }
  if (engine != NULL && engine->interface != COMBA_ENGINE_INTERFACE)
    *why = "its " OPENMP_LIBRARY " is of another version", engine = NULL;
  return engine;
}

void COMBA_AT_LOAD
comba_engine_start (void)
{
  const char *text = comba_getenv ("COMBA_THREADS");
  if (&comba_openmp_engine != NULL)
    start_openmp = 1, start_source = "libcomba_omp";
  if (text == NULL)
    return;
  const int is_openmp = strcmp (text, "openmp") == 0;
  if (is_openmp || strcmp (text, "pool") == 0)
    start_openmp = is_openmp, start_source = "COMBA_THREADS";
  else
    comba_warn ("COMBA_THREADS=%.40s is unknown (allowed: pool openmp); taking %s", text,
                start_openmp ? "openmp" : "pool");
}

/* Without the lock.  Returns NULL, and why, if the engine that was chosen at start cannot be had. */
static const struct comba_engine *
find_start (const char **why)
{
  return start_openmp ? find_openmp (why) : &comba_posix_engine;
}

void
comba_engine_open (void)
{
  if (atomic_load (&opened))
    return;
  pthread_mutex_lock (&opening);
  if (!atomic_load (&opened) && !atomic_load (&chosen_by_program))
    {
      const char *why = NULL;
      const struct comba_engine *engine = find_start (&why);
      if (engine == NULL)
        {
          comba_warn ("cannot use OpenMP's threads (%.200s); taking POSIX threads", why);
          start_openmp = 0, start_source = "built-in";
        }
      else
        atomic_store (&serving, engine);
    }
  atomic_store (&opened, 1);
  pthread_mutex_unlock (&opening);
}

int
comba_engine_choose (const char *name)
{
  const int is_openmp = name != NULL && strcmp (name, "openmp") == 0;
  if (name != NULL && !is_openmp && strcmp (name, "pool") != 0)
    return 0;
  const char *why = NULL;
  pthread_mutex_lock (&opening);
  const struct comba_engine *engine = name == NULL ? find_start (&why)
                                      : is_openmp ? find_openmp (&why) : &comba_posix_engine;
  if (engine != NULL)
    {
      atomic_store (&serving, engine);
      atomic_store (&chosen_by_program, name != NULL);
      atomic_store (&opened, 1);
    }
  pthread_mutex_unlock (&opening);
  return engine != NULL;
}

const char *
comba_engine_name (void)
{
  return !atomic_load (&opened) && start_openmp ? "openmp" : comba_engine ()->name;
}

const char *
comba_engine_source (void)
{
  return atomic_load (&chosen_by_program) ? "comba_set_thread_engine" : start_source;
}
