/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The two libraries that are compared.  Both are opened by dlopen in one process: so both are
   called in the same way, through a pointer to the exported symbol, and the internal calls of each
   stay inside it. */

#ifndef BENCH_LIBRARIES_H
#define BENCH_LIBRARIES_H

#include <comba.h>
#include <limits.h>
#include "operations.h"

enum side
{
  REFERENCE,
  COMBA,
  SIDES
};

/* The measured functions of comba_mod_*. */
struct library_mod
{
  int (*init) (struct comba_mod **, mp_srcptr, mp_size_t);
  void (*clear) (struct comba_mod *);
  const char *(*status_text) (int);
  mp_size_t (*encoded_size) (const struct comba_mod *);
  int (*encode) (const struct comba_mod *, mp_ptr, mp_srcptr);
  int (*decode) (const struct comba_mod *, mp_ptr, mp_srcptr);
  int (*mul_encoded) (const struct comba_mod *, mp_ptr, mp_srcptr, mp_srcptr);
  int (*sqr_encoded) (const struct comba_mod *, mp_ptr, mp_srcptr);
  int (*mul) (const struct comba_mod *, mp_ptr, mp_srcptr, mp_srcptr);
  int (*sqr) (const struct comba_mod *, mp_ptr, mp_srcptr);
};

/* comba_div_*. */
struct library_div
{
  int (*init) (struct comba_div **, mp_srcptr, mp_size_t);
  int (*qr) (const struct comba_div *, mp_ptr, mp_ptr, mp_srcptr, mp_size_t);
  void (*clear) (struct comba_div *);
};

struct library
{
  char path[PATH_MAX];          /* the file that was loaded */
  char label[64];               /* such as "GMP 6.3.0", "comba 0.1.0 ifma" */
  void (*mul_n) (mp_ptr, mp_srcptr, mp_srcptr, mp_size_t);
  void (*sqr) (mp_ptr, mp_srcptr, mp_size_t);
  mp_limb_t (*mul) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
  /* NULL where the library has none. */
  mp_limb_t (*by_limb[3]) (mp_ptr, mp_srcptr, mp_size_t, mp_limb_t);    /* mul_1, addmul_1, submul_1 */
  void (*mul_basecase) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
  void (*sqr_basecase) (mp_ptr, mp_srcptr, mp_size_t);
  void (*powm) (mp_ptr, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t, mp_ptr);
  void (*tdiv_qr) (mp_ptr, mp_ptr, mp_size_t, mp_srcptr, mp_size_t, mp_srcptr, mp_size_t);
                                /* not in a libcomba */
  void (*mpz_mul) (mpz_ptr, mpz_srcptr, mpz_srcptr);
  void (*mpz_mod) (mpz_ptr, mpz_srcptr, mpz_srcptr);
                                /* both or neither; not in a libcomba */
  void *operation[OPERATIONS];  /* of a libcomba after open_behind also those of mpz_ */

  /* comba's own interface; NULL in other libraries. */
  int (*count_calls) (int);
  unsigned long long (*calls) (enum comba_entry, int);
  int (*set_num_threads) (int);
  const char *(*list_setting) (size_t, char *, size_t, const char **);
  struct library_mod mod;       /* all, or none if init is NULL */
  struct library_div div;       /* likewise; none in a reference */
  int threads;                  /* the most threads for its calls; 0: the library's own number */
};

/* Opens any libgmp or libcomba.  A name without a slash is searched for as the loader does.
   Returns 0, or -1 after a message on stderr. */
int open_library (struct library *l, const char *path);

/* Opens both: REFERENCE_PATH is any libgmp or libcomba, COMBA_PATH a libcomba.  Turns comba's
   counting of calls off, whatever the environment says.  Returns 0, or -1 after a message on
   stderr. */
int open_libraries (struct library libraries[SIDES], const char *reference_path,
                    const char *comba_path);

/* The same; COMBA uses at most THREADS threads, and if REFERENCE_PATH is NULL, the reference is the
   same libcomba with one.  They are then called one at a time, each after use_threads. */
int open_with_threads (struct library libraries[SIDES], const char *reference_path,
                       const char *comba_path, int threads);

/* Finds the mpz_ functions of LIBRARIES[COMBA], and those of LIBRARIES[REFERENCE] if that is the
   same libcomba: those of a libgmp that calls this libcomba.  It is the reference's, or if that is
   none, the one that the loader finds.  Returns 0, or -1 after a message on stderr. */
int open_behind (struct library libraries[SIDES]);

/* The same libcomba with one thread and with THREADS of them, which it allows. */
void thread_pair (struct library libraries[SIDES], const struct library *comba, int threads);

/* Appends the number of threads to the label, and sets it for calls after use_threads. */
void name_threads (struct library *l, int threads);

/* From now on calls are those of L. */
void use_threads (const struct library *l);

#endif
