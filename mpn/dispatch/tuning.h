/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The tuning of a CPU configuration: the numbers that decide speed, and nothing else; and the
   files that hold them.

   A file is plain text, a line "NAME VALUE..." for each fact; # begins a comment.  First
   the header, then the rows in any order (one that is missing keeps its built-in
   value), then "end", without which the file counts as half-written:

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
     plan.mod 110 digits 2, 700 tripartite 2
     end

   A step of a plan is a size, a path, and a number of threads. */

#ifndef COMBA_DISPATCH_TUNING_H
#define COMBA_DISPATCH_TUNING_H

#include "dispatch/config.h"
#include "dispatch/messages.h"
#include "comba.h"

struct comba_tuning
{
#define X(name) mp_size_t name;
  COMBA_FIXED_MAXIMA (X)
#undef X
  struct comba_thresholds thresholds;
  struct comba_plans plans;
  int threads;                  /* to be used without being asked; 0: not said */
};

/* The tuning of k, with no threads said; and the other way, where a table serves no
   further than k has kernels. */
void comba_tuning_of (struct comba_tuning *t, const struct comba_config *k);
void comba_tuning_apply (struct comba_config *k, const struct comba_tuning *t) __attribute__ ((cold));

/* Sets the members of K that follow from others: mul_by_an_max and mul_unequal_an_max. */
void comba_config_derive (struct comba_config *k) __attribute__ ((cold));

/* Row I of a file: its name, or NULL when there are no more; VALUE becomes what T has
   for it. */
enum { COMBA_SETTING_VALUE = 768 };
const char *comba_tuning_row (const struct comba_tuning *t, size_t i,
                              char value[COMBA_SETTING_VALUE]);

/* Adds the file that says T, for CPU configuration k on this CPU, as of today. */
void comba_tuning_print (struct comba_text *file, const struct comba_tuning *t,
                         const struct comba_config *k);

/* Reads the LENGTH bytes of a file, for CPU configuration k on this CPU.  Returns 1; or 0 and
   a phrase that says why not ("line 7: ..."), with *T unchanged.  Any bytes will do. */
enum { COMBA_TUNING_REASON = 192 };
int comba_tuning_parse (struct comba_tuning *t, const struct comba_config *k, const char *file,
                        size_t length, char reason[COMBA_TUNING_REASON]);

/* This CPU in words: vendor, family and model, and what decides over CPU configurations.
   (identity.c) */
enum { COMBA_CPU_IDENTITY = 256 };
void comba_cpu_identity (char text[COMBA_CPU_IDENTITY]);

/* The files that are looked for; the last that exists counts, as a whole.
   (tuning_files.c) */
enum comba_tuning_place
{
  COMBA_TUNING_SYSTEM,          /* sysconfdir/comba/tuning */
  COMBA_TUNING_USER,            /* $XDG_CONFIG_HOME/comba/tuning, or under $HOME/.config */
  COMBA_TUNING_GIVEN,           /* COMBA_TUNING */
  COMBA_TUNING_PLACES
};

/* Where that is, as a string that stays; NULL if there is no such place: a program
   with privileges that its caller has not knows the system's alone. */
const char *comba_tuning_path (enum comba_tuning_place place);

/* Looks for the file that counts; returns 0 if there is none, or COMBA_TUNING=off.  errno is
   preserved.  Once a process, before there are threads. */
int comba_tuning_find (void);

/* What the file that was found says for CPU configuration k.  Returns its path; or NULL with *T
   the tuning of k, if it is refused (then there was a line on stderr).  errno is preserved.
   Once a process, before there are threads. */
const char *comba_tuning_read (struct comba_tuning *t, const struct comba_config *k);

#endif
