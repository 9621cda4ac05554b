/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tunings: the numbers of a CPU configuration that decide speed and nothing else, and the files
   that hold them.

   A file is plain text, with one "NAME VALUE..." a line; # begins a comment.  comba, config and cpu
   come first, in this order.  Then date, compiler, threads and rows in any order; a missing row
   keeps its built-in value.  A file without the last line, "end", is refused as
   incomplete.

     comba 0.1.0
     config icelake
     cpu GenuineIntel family 6 model 143 features bmi2 adx avx512f
     date 2026-11-20
     compiler gcc 12.2.0
     threads 2
     mul_n_max 11
     mul_toom22 66
     plan.mul 150 blocks 2, 300 ntt 2
     plan.sqr none
     plan.mod 110 radix_bipartite 2, 700 tripartite 2
     end

   A step of a plan is a size in limbs, a path, and a number of threads. */

#ifndef COMBA_DISPATCH_TUNING_H
#define COMBA_DISPATCH_TUNING_H

#include "dispatch/config.h"
#include "dispatch/messages.h"

struct comba_tuning
{
#define X(name) mp_size_t name;
  COMBA_FIXED_MAXIMA (X)
#undef X
  struct comba_thresholds thresholds;
  struct comba_plans plans;
  int threads;                  /* the default number of threads; 0: the file has none */
};

/* Sets *T to the tuning of K, with 0 threads. */
void comba_tuning_of (struct comba_tuning *t, const struct comba_config *k);

/* Gives K the tuning *T.  Maxima of kernels for fixed sizes are only lowered: K has no kernels
   beyond. */
void comba_tuning_apply (struct comba_config *k, const struct comba_tuning *t) __attribute__ ((cold));

/* Computes the members of K that depend on others: mul_by_an_max and mul_unequal_an_max. */
void comba_config_derive (struct comba_config *k) __attribute__ ((cold));

/* Returns the name of row I of a file, or NULL if I is beyond the last.  VALUE becomes the value
   that T has for it. */
enum { COMBA_SETTING_VALUE = 768 };
const char *comba_tuning_row (const struct comba_tuning *t, size_t i,
                              char value[COMBA_SETTING_VALUE]);

/* Appends to FILE the tuning file for T, for CPU configuration K on this CPU, with today's date. */
void comba_tuning_print (struct comba_text *file, const struct comba_tuning *t,
                         const struct comba_config *k);

/* Parses a file of LENGTH bytes, of any value, for CPU configuration K on this CPU.  Returns 1 with
   the tuning in *T; or 0 with *T unchanged and in REASON a phrase that says why ("line 7: ...";
   an empty file has no line). */
enum { COMBA_TUNING_REASON = 192 };
int comba_tuning_parse (struct comba_tuning *t, const struct comba_config *k, const char *file,
                        size_t length, char reason[COMBA_TUNING_REASON]);

/* Writes to TEXT this CPU's vendor, family, model, and the features that CPU configurations need.
   (dispatch/identity.c) */
enum { COMBA_CPU_IDENTITY = 256 };
void comba_cpu_identity (char text[COMBA_CPU_IDENTITY]);

/* Writes to TEXT the name of the tuning file for configuration K on this CPU, such as
   "icelake-GenuineIntel-6-143-1ff".  Files for other CPUs have other names, so that machines may
   share a folder.  (dispatch/identity.c) */
enum { COMBA_TUNING_NAME = 128 };
void comba_tuning_name (char text[COMBA_TUNING_NAME], const struct comba_config *k);

/* The places of tuning files: two folders, where a file is looked up by its name; and a file.  The
   last place that has a file is used.  (dispatch/tuning_files.c) */
enum comba_tuning_place
{
  COMBA_TUNING_SYSTEM,          /* sysconfdir/comba/tuning.d */
  COMBA_TUNING_USER,            /* $XDG_CONFIG_HOME/comba/tuning.d, or under $HOME/.config */
  COMBA_TUNING_FOLDERS,
  COMBA_TUNING_GIVEN = COMBA_TUNING_FOLDERS,    /* COMBA_TUNING */
  COMBA_TUNING_PLACES
};

/* Returns the path of a folder, which lives as long as the process; or NULL if there is none.  A
   program with privileges that its caller lacks has the system's only. */
const char *comba_tuning_folder (enum comba_tuning_place place);

/* Returns the path where a folder would have this CPU's file, if the folder exists but the file
   does not, and no other file is used; else NULL. */
const char *comba_tuning_missing (void);

/* Looks for folders, unless COMBA_TUNING names a file or is "off".  Returns 1 if there is a file to
   read or a folder that may have one, else 0.  errno is preserved.  To be called once in a process,
   while there is one thread. */
int comba_tuning_find (void);

/* Reads the file for configuration K, after comba_tuning_find returned 1.  Returns its path with
   the tuning in *T; or NULL with the tuning of K in *T if there is no file, or, with one line on
   stderr, if it is refused.  errno is preserved.  To be called once in a process, while there is
   one thread. */
const char *comba_tuning_read (struct comba_tuning *t, const struct comba_config *k);

#endif
