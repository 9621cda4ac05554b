/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The two libraries that are compared, in one process but apart: each is opened
   by dlopen, so that both are called the same way, through a pointer to the
   exported symbol, and so that the own calls of each stay its own. */

#ifndef BENCH_LIBRARIES_H
#define BENCH_LIBRARIES_H

#include <comba.h>
#include <limits.h>
#include "limb.h"

enum side
{
  REFERENCE,
  COMBA,
  SIDES
};

/* What of comba_mod_* is measured. */
struct library_mod
{
  int (*init) (struct comba_mod **, mp_srcptr, mp_size_t);
  void (*clear) (struct comba_mod *);
  const char *(*status_text) (int);
  mp_size_t (*form_size) (const struct comba_mod *);
  int (*to_form) (const struct comba_mod *, mp_ptr, mp_srcptr);
  int (*from_form) (const struct comba_mod *, mp_ptr, mp_srcptr);
  int (*mul_form) (const struct comba_mod *, mp_ptr, mp_srcptr, mp_srcptr);
  int (*sqr_form) (const struct comba_mod *, mp_ptr, mp_srcptr);
  int (*mul) (const struct comba_mod *, mp_ptr, mp_srcptr, mp_srcptr);
  int (*sqr) (const struct comba_mod *, mp_ptr, mp_srcptr);
};

struct library
{
  char path[PATH_MAX];          /* the file that was loaded */
  char label[64];               /* such as "GMP 6.3.0", "comba 0.1.0 ifma" */
  void (*mul_n) (mp_ptr, mp_srcptr, mp_srcptr, mp_size_t);
  void (*sqr) (mp_ptr, mp_srcptr, mp_size_t);
  mp_limb_t (*mul) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
  /* Each NULL if there is none. */
  mp_limb_t (*by_limb[3]) (mp_ptr, mp_srcptr, mp_size_t, mp_limb_t);    /* mul_1, addmul_1, submul_1 */
  void (*mul_basecase) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
  void (*sqr_basecase) (mp_ptr, mp_srcptr, mp_size_t);
  void (*powm) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_ptr);
  void (*tdiv_qr) (mp_ptr, mp_ptr, mp_size_t, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
                                /* a libcomba has none */
  void (*mpz_mul) (mpz_ptr, mpz_srcptr, mpz_srcptr);
  void (*mpz_mod) (mpz_ptr, mpz_srcptr, mpz_srcptr);
                                /* both, or none: a libcomba has none */

  /* comba's own interface; NULL in another library. */
  int (*count_calls) (int);
  unsigned long long (*calls) (enum comba_entry, int);
  int (*set_num_threads) (int);
  struct library_mod mod;       /* all, or, init being NULL, none */
  int threads;                  /* its calls have so many at most; 0: as many as it says itself */
};

/* Opens any libgmp or libcomba.  A name without a slash is looked for as the loader does.
   Returns 0, or -1 after a message on stderr. */
int open_library (struct library *l, const char *path);

/* Opens both: REFERENCE_PATH any libgmp or libcomba, COMBA_PATH a libcomba.  Turns
   comba's counting of calls off, whatever the environment says.
   Returns 0, or -1 after a message on stderr. */
int open_libraries (struct library libraries[SIDES], const char *reference_path,
                    const char *comba_path);

/* The same; COMBA has so many threads at most, and the reference, if REFERENCE_PATH is NULL, is the same libcomba
   with one.  They then call it one at a time, each after use_threads. */
int open_with_threads (struct library libraries[SIDES], const char *reference_path,
                       const char *comba_path, int threads);

/* Calls from now on are those of L. */
void use_threads (const struct library *l);

#endif
