/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The choice of the thread engine.

   The library of an engine is opened when threads are first allowed, or when the program asks for
   it, and never during a product.  It is searched for beside libcomba itself, in the loader's path,
   and in the installation folder (for comba-info, which contains libcomba). */

#include "parallel/engine.h"
#include "parallel/dynamic.h"
#include "dispatch/messages.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Defined only if the program is linked with libcomba_omp. */
#pragma weak comba_openmp_engine

/* The engines, the default first.  An engine that is not linked in is in a library: LIBRARY.so.0
   defines SYMBOL. */
static const struct row
{
  const char *name;
  const struct comba_engine *there;
  const char *library, *symbol;
} engines[] = {
  { "posix", .there = &comba_posix_engine },
  { "openmp", .there = &comba_openmp_engine, .library = "libcomba_omp", .symbol = "comba_openmp_engine" },
}, *const engines_end = engines + sizeof engines / sizeof *engines;

static const struct comba_engine *_Atomic current = &comba_posix_engine;

/* The engine chosen at start and its source, which change if its library cannot be opened; whether
   that has been tried; and whether the program has chosen another engine. */
static const struct row *_Atomic start = engines;
static const char *_Atomic start_source = "built-in";
static _Atomic int opened;
static _Atomic int chosen_by_program;

/* Only one thread at a time opens libraries. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

const struct comba_engine *
comba_engine (void)
{
  return atomic_load_explicit (&current, memory_order_acquire);
}

static const struct row *COMBA_AT_LOAD
row_of (const char *name)
{
  for (const struct row *row = engines; row < engines_end; row++)
    if (strcmp (name, row->name) == 0)
      return row;
  return NULL;
}

/* The folder of libcomba's file, or of the program that contains it. */
static void *COMBA_AT_LOAD
open_library (const char *name, __typeof__ (dlopen) *open)
{
  Dl_info here;
  const int is_known = dladdr (&current, &here) != 0 && here.dli_fname != NULL;
  const char *const beside[] = { is_known ? here.dli_fname : "", "", LIBDIR "/" };
  void *handle = NULL;
  for (size_t i = 0; handle == NULL && i < sizeof beside / sizeof *beside; i++)
    {
      char path[4096];
      const char *slash = strrchr (beside[i], '/');
      const int folder = slash != NULL ? (int) (slash + 1 - beside[i]) : 0;
      if (snprintf (path, sizeof path, "%.*s%s.so.0", folder, beside[i], name) < (int) sizeof path)
        handle = open (path, RTLD_NOW | RTLD_LOCAL);
    }
  return handle;
}

/* Call with the lock held.  Makes ROW's engine the one in use.  Returns whether that worked; if
   not, *WHY says why.  The handle is never closed: the engine is used as long as the process
   lives. */
static int COMBA_AT_LOAD
use_engine (const struct row *row, const char **why)
{
  const struct comba_engine *engine = row->there;
  __typeof__ (dlopen) *const open = comba_dlopen ();
  if (engine == NULL && open == NULL)
    *why = "a static program cannot open its library";
  else if (engine == NULL)
    {
      void *handle = open_library (row->library, open);
      *why = handle == NULL ? dlerror () : "the library has no thread engine";
      engine = handle != NULL ? dlsym (handle, row->symbol) : NULL;
    }
  if (engine != NULL && engine->interface != COMBA_ENGINE_INTERFACE)
    *why = "its library has another version", engine = NULL;
  if (engine != NULL)
    atomic_store (&current, engine);
  return engine != NULL;
}

void COMBA_AT_LOAD
comba_engine_start (void)
{
  const char *text = comba_getenv ("COMBA_THREADS");
  for (const struct row *row = engines; row < engines_end; row++)
    if (row->library != NULL && row->there != NULL)
      {
        start = row;
        start_source = row->library;
      }
  if (text == NULL)
    return;
  if (row_of (text) != NULL)
    {
      start = row_of (text);
      start_source = "COMBA_THREADS";
    }
  else
    {
      char names[64] = "";
      for (const struct row *row = engines; row < engines_end; row++)
        snprintf (names + strlen (names), sizeof names - strlen (names), " %s", row->name);
      comba_warn ("COMBA_THREADS=%.40s is not a thread engine (available:%s); using %s", text, names, start->name);
    }
}

void COMBA_AT_LOAD
comba_engine_open (void)
{
  if (atomic_load (&opened))
    return;
  pthread_mutex_lock (&opening);
  const char *why;
  if (!atomic_load (&opened) && !use_engine (start, &why))
    {
      comba_warn ("cannot use thread engine %s: %.200s; using %s", start->name, why, engines->name);
      start = engines;
      start_source = "built-in";
    }
  atomic_store (&opened, 1);
  pthread_mutex_unlock (&opening);
}

int
comba_engine_choose (const char *name)
{
  const char *why;
  pthread_mutex_lock (&opening);
  const struct row *row = name == NULL ? start : row_of (name);
  const int in_use = row != NULL && use_engine (row, &why);
  if (in_use)
    {
      atomic_store (&chosen_by_program, name != NULL);
      atomic_store (&opened, 1);
    }
  pthread_mutex_unlock (&opening);
  return in_use;
}

void
comba_engines_stop (void)
{
  for (const struct row *row = engines; row < engines_end; row++)
    if (row->there != NULL && row->there->stop != NULL)
      row->there->stop ();
}

const char *
comba_engine_name (void)
{
  return atomic_load (&opened) ? comba_engine ()->name : start->name;
}

const char *
comba_engine_source (void)
{
  return atomic_load (&chosen_by_program) ? "comba_set_thread_engine" : start_source;
}
