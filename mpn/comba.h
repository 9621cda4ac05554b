/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The public interface of libcomba.

   The multiplication functions themselves are declared in gmp.h (mpn_mul_n,
   mpn_sqr, mpn_mul): libcomba defines them under GMP's own names, with GMP's
   contracts.  What follows tells a program which comba serves it, and how.

   Every function here may be called from any thread at any time. */

#ifndef COMBA_H
#define COMBA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define COMBA_VERSION "0.1.0"

/* The version of the library that is loaded; COMBA_VERSION is the header's. */
const char *comba_version (void);

/* The name of the kernel set that was selected for this process. */
const char *comba_kernel_set (void);

/* The kernel sets of this build, best first.  Returns the name of set i, or
   NULL when there are no more.  *WHY_NOT (if WHY_NOT is not NULL) becomes NULL
   when this CPU can run the set and it passes its self-test, else a phrase
   that says what is missing. */
const char *comba_list_kernel_set (size_t i, const char **why_not);

/* One setting of the library: what it is, and where its value comes from: "built-in",
   the path of a tuning file, the name of an environment variable or of a function. */
#define COMBA_SETTING_VALUE 640
struct comba_setting
{
  const char *name;
  char value[COMBA_SETTING_VALUE];
  const char *source;
};

/* Fills *S with setting I.  Returns 1, or 0 when there are no more. */
int comba_get_setting (size_t i, struct comba_setting *s);

/* The tuning files that were looked for when the library was loaded; the last that
   exists counts.  Returns the path of file I, or NULL when there are no more.
   *STATE (if STATE is not NULL) becomes a phrase that says what came of it. */
const char *comba_list_tuning_file (size_t i, const char **state);

/* Threads.  Products from some size on can be shared among several threads.  Without
   being asked for more, libcomba uses one: its caller's.  Results do not depend on
   the number of threads.

   comba_set_num_threads: calls from now on use N threads at most, the caller's among
   them, 1 <= N; with N < 1 as many as COMBA_NUM_THREADS or the tuning file said.
   Returns how many that is: no more than the CPUs that the process may use, OpenMP's
   OMP_NUM_THREADS and OMP_THREAD_LIMIT allow, 64, and one in a forked child.
   comba_get_num_threads: that number. */
int comba_set_num_threads (int n);
int comba_get_num_threads (void);

/* Counting of calls, per exported function and size.  It is off unless
   COMBA_VERBOSE=1 or COMBA_REPORT asks for it, or comba_count_calls does. */

enum comba_entry
{
  COMBA_ENTRY_MUL_N,            /* mpn_mul_n; its size is n */
  COMBA_ENTRY_SQR,              /* mpn_sqr; its size is n */
  COMBA_ENTRY_MUL,              /* mpn_mul; its size is that of the smaller operand */
  COMBA_ENTRIES
};

/* Bucket 0 holds calls of size 1, bucket b > 0 those of 2^(b-1) < size <= 2^b. */
#define COMBA_BUCKETS 48

/* Turns counting on (ON != 0) or off.  Returns what it was.  The counters keep
   their values.  A forked child starts again from zero. */
int comba_count_calls (int on);

/* The calls counted in one bucket, or in all of them with BUCKET = -1; zero
   for an entry or bucket that does not exist. */
unsigned long long comba_calls (enum comba_entry entry, int bucket);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif /* COMBA_H */
