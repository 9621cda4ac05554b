/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

#include "libraries.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

/* Where it is missing (musl), check_apart shows whether it was needed. */
#ifndef RTLD_DEEPBIND
#define RTLD_DEEPBIND 0
#endif

static int
complain (const char *path, const char *reason)
{
  fprintf (stderr, "%s: %s: %s\n", program_invocation_short_name, path, reason);
  return -1;
}

/* The address of one of the library's own symbols, or NULL: dlsym alone would
   also look at the libraries that this one needs. */
static void *
own_symbol (void *handle, const char *path, const char *name)
{
  void *address = dlsym (handle, name);
  Dl_info info;
  if (address == NULL || dladdr (address, &info) == 0 || strcmp (info.dli_fname, path) != 0)
    return NULL;
  return address;
}

static void
find_modular (struct library *l, void *handle)
{
  const struct { const char *name; void *function; } functions[] = {
    { "comba_mod_init", &l->mod.init }, { "comba_mod_clear", &l->mod.clear },
    { "comba_status_text", &l->mod.status_text }, { "comba_mod_encoded_size", &l->mod.encoded_size },
    { "comba_mod_encode", &l->mod.encode }, { "comba_mod_decode", &l->mod.decode },
    { "comba_mod_mul_encoded", &l->mod.mul_encoded }, { "comba_mod_sqr_encoded", &l->mod.sqr_encoded },
    { "comba_mod_mul", &l->mod.mul }, { "comba_mod_sqr", &l->mod.sqr },
  };
  int found = 1;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
    {
      void *address = own_symbol (handle, l->path, functions[i].name);
      memcpy (functions[i].function, &address, sizeof address);
      found &= address != NULL;
    }
  if (!found)
    l->mod.init = NULL;
}

static void
find_division (struct library *l, void *handle)
{
  l->div.init = own_symbol (handle, l->path, "comba_div_init");
  l->div.qr = own_symbol (handle, l->path, "comba_div_qr");
  l->div.clear = own_symbol (handle, l->path, "comba_div_clear");
  if (l->div.qr == NULL || l->div.clear == NULL)
    l->div.init = NULL;
}

static void
find_operations (struct library *l, void *handle, const char *path, enum operation first, enum operation end)
{
  for (enum operation op = first; op < end; op++)
    l->operation[op] = own_symbol (handle, path, operation_symbol (op));
}

int
open_library (struct library *l, const char *path)
{
  void *handle = dlopen (path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (handle == NULL)
    {
      fprintf (stderr, "%s: %s\n", program_invocation_short_name, dlerror ());
      return -1;
    }
  struct link_map *map;
  if (dlinfo (handle, RTLD_DI_LINKMAP, &map) != 0)
    return complain (path, dlerror ());
  snprintf (l->path, sizeof l->path, "%s", map->l_name);

  l->mul_n = own_symbol (handle, map->l_name, "__gmpn_mul_n");
  l->sqr = own_symbol (handle, map->l_name, "__gmpn_sqr");
  l->mul = own_symbol (handle, map->l_name, "__gmpn_mul");
  l->by_limb[0] = own_symbol (handle, map->l_name, "__gmpn_mul_1");
  l->by_limb[1] = own_symbol (handle, map->l_name, "__gmpn_addmul_1");
  l->by_limb[2] = own_symbol (handle, map->l_name, "__gmpn_submul_1");
  l->mul_basecase = own_symbol (handle, map->l_name, "__gmpn_mul_basecase");
  l->sqr_basecase = own_symbol (handle, map->l_name, "__gmpn_sqr_basecase");
  l->powm = own_symbol (handle, map->l_name, "__gmpn_powm");
  l->tdiv_qr = own_symbol (handle, map->l_name, "__gmpn_tdiv_qr");
  if (l->mul_n == NULL || l->sqr == NULL || l->mul == NULL)
    return complain (l->path, "this library does not define mpn_mul_n, mpn_sqr and mpn_mul");

  const char *const *gmp_version = own_symbol (handle, map->l_name, "__gmp_version");
  const int *limb_bits = own_symbol (handle, map->l_name, "__gmp_bits_per_limb");
  const char *(*version) (void) = own_symbol (handle, map->l_name, "comba_version");
  const char *(*config_name) (void) = own_symbol (handle, map->l_name, "comba_cpu_config");
  l->count_calls = own_symbol (handle, map->l_name, "comba_count_calls");
  l->calls = own_symbol (handle, map->l_name, "comba_calls");
  l->set_num_threads = own_symbol (handle, map->l_name, "comba_set_num_threads");
  l->list_setting = own_symbol (handle, map->l_name, "comba_list_setting");
  find_modular (l, handle);
  find_division (l, handle);
  find_operations (l, handle, map->l_name, 0, OPERATIONS);
  l->mpz_mul = own_symbol (handle, map->l_name, "__gmpz_mul");
  l->mpz_mod = own_symbol (handle, map->l_name, "__gmpz_mod");
  if (l->mpz_mod == NULL)
    l->mpz_mul = NULL;

  if (limb_bits != NULL && *limb_bits != GMP_NUMB_BITS)
    return complain (l->path, "its limbs have another size");
  if (version != NULL && config_name != NULL && l->count_calls != NULL && l->calls != NULL)
    snprintf (l->label, sizeof l->label, "comba %s %s", version (), config_name ());
  else if (gmp_version != NULL)
    snprintf (l->label, sizeof l->label, "GMP %s", *gmp_version);
  else
    snprintf (l->label, sizeof l->label, "reference");
  return 0;
}

static int
is_comba (const struct library *l)
{
  return l->count_calls != NULL && l->calls != NULL;
}

static unsigned long long
total_calls (const struct library *l)
{
  unsigned long long total = 0;
  for (int e = 0; e < COMBA_ENTRIES; e++)
    total += l->calls (e, -1);
  return total;
}

/* How many calls COUNTING sees while MULTIPLYING multiplies, at sizes where one
   function calls another. */
static unsigned long long
calls_seen (const struct library *counting, const struct library *multiplying)
{
  enum { AN = 400, BN = 100 };
  static mp_limb_t r[AN + BN], a[AN], b[BN];
  memset (a, 0x55, sizeof a);
  memset (b, 0x77, sizeof b);

  unsigned long long before = total_calls (counting);
  counting->count_calls (1);
  for (mp_size_t n = 1; n <= BN; n++)
    {
      multiplying->mul_n (r, a, b, n);
      multiplying->sqr (r, a, n);
      multiplying->mul (r, a, AN, b, n);
      multiplying->mul (r, a, n, a, n);
    }
  counting->count_calls (0);
  return total_calls (counting) - before;
}

/* Neither library calls the other. */
static int
check_apart (const struct library libraries[SIDES])
{
  const struct library *reference = &libraries[REFERENCE], *comba = &libraries[COMBA];
  if (calls_seen (comba, comba) == 0)
    return complain (comba->path, "it does not count its calls");
  if (calls_seen (comba, reference) != 0
      || (is_comba (reference) && calls_seen (reference, comba) != 0))
    return complain (reference->path, "its own calls reach libcomba: they cannot be compared");
  return 0;
}

int
open_libraries (struct library libraries[SIDES], const char *reference_path,
                const char *comba_path)
{
  struct library *reference = &libraries[REFERENCE], *comba = &libraries[COMBA];
  if (open_library (comba, comba_path) != 0 || open_library (reference, reference_path) != 0)
    return -1;
  if (!is_comba (comba))
    return complain (comba->path, "this is not a libcomba");
  reference->div.init = NULL;
  if (reference->mul_n == comba->mul_n)
    return complain (reference->path, "the library is compared with itself");
  return check_apart (libraries);
}

/* A copy of the file at PATH in memory, as a descriptor; -1 if it cannot be made. */
static int
copy_file (const char *path)
{
  struct stat status;
  const int from = open (path, O_RDONLY | O_CLOEXEC), to = memfd_create ("libgmp", MFD_CLOEXEC);
  int failed = from < 0 || to < 0 || fstat (from, &status) != 0;
  for (off_t at = 0; !failed && at < status.st_size;)
    failed = sendfile (to, from, &at, (size_t) (status.st_size - at)) <= 0;
  if (from >= 0)
    close (from);
  if (failed && to >= 0)
    close (to);
  return failed ? -1 : to;
}

/* The file that the loader finds for a name. */
static int
find_path (char path[PATH_MAX], const char *name)
{
  void *handle = dlopen (name, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  struct link_map *map;
  if (handle == NULL || dlinfo (handle, RTLD_DI_LINKMAP, &map) != 0)
    {
      fprintf (stderr, "%s: %s\n", program_invocation_short_name, dlerror ());
      return -1;
    }
  snprintf (path, PATH_MAX, "%s", map->l_name);
  return 0;
}

/* Operations of COUNTING's and CALLING's sides: how many calls COUNTING sees while CALLING computes
   products, a quotient and a power. */
static unsigned long long
calls_behind (const struct library *counting, const struct library *calling)
{
  static const enum operation some[] = { OPERATION_MPZ_MUL, OPERATION_MPZ_TDIV_QR, OPERATION_MPZ_POWM };
  unsigned long long seen = 0;
  for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
    {
      struct operation_room room;
      mp_size_t an, bn;
      long exponent;
      operation_shape (some[i], 200, &an, &bn, &exponent);
      if (operation_make_room (&room, some[i], an, bn) == 0)
        {
          operation_place (&room, counting, 100, 0);
          const unsigned long long before = total_calls (counting);
          counting->count_calls (1);
          operation_calls (&room, calling, 0, 1);
          counting->count_calls (0);
          seen += total_calls (counting) - before;
        }
      operation_free_room (&room);
    }
  return seen;
}

/* How two copies of a libgmp get along in one process, one of which calls comba.  The loader binds
   a library's calls when it opens it, RTLD_NOW, to the first definition among those of global
   libraries and its own.  The reference has been opened with RTLD_DEEPBIND, or on a system without
   it while no libcomba was global, and is bound to itself.  From here on libcomba is global, and
   comes before the libgmp that is opened next.  That one must be a different file, or the loader
   would return the reference again.

   dlmopen would give the second one a C library of its own, whose malloc takes memory in other ways
   than the first's; musl does not have it.  Two processes could not compare results or take turns
   within microseconds.  Here both share everything but comba. */
int
open_behind (struct library libraries[SIDES])
{
  struct library *reference = &libraries[REFERENCE], *comba = &libraries[COMBA];
  const int same = reference->mul_n == comba->mul_n;
  char path[PATH_MAX], copy[64];
  if (is_comba (reference) && !same)
    return complain (reference->path, "mpz_ functions are compared with those of a libgmp, not of another libcomba");
  if (same ? find_path (path, "libgmp.so.10") != 0 : snprintf (path, sizeof path, "%s", reference->path) < 0)
    return -1;

  if (dlopen (comba->path, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) == NULL)
    return complain (comba->path, dlerror ());
  const int file = copy_file (path);
  if (file < 0)
    return complain (path, strerror (errno));
  snprintf (copy, sizeof copy, "/proc/self/fd/%d", file);
  void *handle = dlopen (copy, RTLD_NOW | RTLD_LOCAL);
  struct link_map *map;
  if (handle == NULL || dlinfo (handle, RTLD_DI_LINKMAP, &map) != 0)
    return complain (path, dlerror ());
  find_operations (comba, handle, map->l_name, 0, MPZ_OPERATIONS);
  close (file);
  for (enum operation op = 0; op < MPZ_OPERATIONS; op++)
    if (comba->operation[op] == NULL)
      return complain (path, "this library does not define GMP's mpz_ functions");
  if (calls_behind (comba, comba) == 0)
    return complain (path, "its calls do not reach libcomba");
  if (same)
    memcpy (reference->operation, comba->operation, sizeof reference->operation);
  else if (calls_behind (comba, reference) != 0)
    return complain (path, "without comba its calls reach libcomba, too: they cannot be compared");
  return 0;
}

void
name_threads (struct library *l, int threads)
{
  const size_t n = strlen (l->label);
  l->threads = threads;
  snprintf (l->label + n, sizeof l->label - n, ", %d thread%s", threads, threads > 1 ? "s" : "");
}

void
thread_pair (struct library libraries[SIDES], const struct library *comba, int threads)
{
  libraries[REFERENCE] = libraries[COMBA] = *comba;
  name_threads (&libraries[REFERENCE], 1);
  name_threads (&libraries[COMBA], threads);
}

int
open_with_threads (struct library libraries[SIDES], const char *reference_path,
                   const char *comba_path, int threads)
{
  struct library *comba = &libraries[COMBA];
  if (reference_path != NULL && open_libraries (libraries, reference_path, comba_path) != 0)
    return -1;
  if (reference_path == NULL && open_library (comba, comba_path) != 0)
    return -1;
  if (!is_comba (comba) || comba->set_num_threads == NULL)
    return complain (comba->path, "this is not a libcomba with threads");
  const int most = comba->set_num_threads (threads);
  if (most < threads)
    {
      fprintf (stderr, "comba-bench: --threads %d: libcomba has %d here at most (CPUs that are allowed,"
               " OMP_NUM_THREADS, OMP_THREAD_LIMIT)\n", threads, most);
      return -1;
    }
  if (reference_path == NULL)
    {
      comba->count_calls (0);
      thread_pair (libraries, comba, threads);
    }
  else
    name_threads (comba, threads);
  return 0;
}

/* Not before each call: the library asks the system for the number of CPUs. */
void
use_threads (const struct library *l)
{
  static int used;
  if (l->threads == 0 || l->threads == used)
    return;
  l->set_num_threads (l->threads);
  used = l->threads;
}
