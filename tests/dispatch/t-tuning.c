/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Tuning files as text: a printed file is read back; a wrong one is refused with a reason; and
   products are right with any bytes. */

#include "tuned.h"
#include "comba.h"

static const struct comba_config *k;   /* the configuration that the files are for */

/* Parses a copy at the end of mapped memory, without a NUL. */
static int
parse (struct comba_tuning *t, const char *file, size_t length, char reason[COMBA_TUNING_REASON])
{
  char *copy = malloc (length > 0 ? length : 1);
  memcpy (copy, file, length);
  int done = comba_tuning_parse (t, k, copy, length, reason);
  free (copy);
  return done;
}

static struct comba_text
print (const struct comba_tuning *t)
{
  struct comba_text file = { .length = 0 };
  comba_tuning_print (&file, t, k);
  return file;
}

/* A file with every row, and plans. */
static struct comba_text
valid_file (void)
{
  struct comba_tuning t;
  comba_tuning_of (&t, k);
  t.threads = 2;
  t.plans.mul = (struct comba_plan) { { { 150, COMBA_PATH_BLOCKS, 2 },
                                        { 300, COMBA_PATH_NTT, 2 } } };
  t.plans.sqr = (struct comba_plan) { { { 1, COMBA_PATH_COLUMNS, 3 } } };
  t.plans.mod = (struct comba_plan) { { { 40, COMBA_PATH_RADIX_BIPARTITE, 2 },
                                        { 500, COMBA_PATH_TRIPARTITE, 4 } } };
  t.plans.mod_even = (struct comba_plan) { { { 700, COMBA_PATH_CACHED, 2 } } };
  return print (&t);
}

static void
try_round_trips (void)
{
  check_begin ("%s: what is written is read again", k->name);
  for (int turn = 0; turn < 200; turn++)
    {
      struct comba_tuning t, u;
      char reason[COMBA_TUNING_REASON];
      random_tuning (&t, 1);
      memset (&u, 0xee, sizeof u);
      struct comba_text file = print (&t);
      if (!parse (&u, file.text, file.length, reason))
        {
          check_fail ("%s in\n%s", reason, file.text);
          continue;
        }
      struct comba_text again = print (&u);
      if (again.length != file.length || memcmp (again.text, file.text, file.length) != 0
          || u.threads != t.threads || u.thresholds.mul_toom22 != t.thresholds.mul_toom22
          || u.mul_n_max != t.mul_n_max || u.plans.sqr.steps[0].from != t.plans.sqr.steps[0].from)
        check_fail ("%s became\n%s", file.text, again.text);
    }
  check_end ();
}

/* A tuning cannot switch on kernels that a configuration lacks. */
static void
try_apply (void)
{
  struct comba_tuning t;
  random_tuning (&t, 1);
#define X(name) t.name = 1000;
  COMBA_FIXED_MAXIMA (X)
#undef X
  struct comba_config tuned = *k;
  comba_tuning_apply (&tuned, &t);
  CHECK_THAT (tuned.own_jumps == k->own_jumps
              && tuned.mul_n_max == k->mul_n_max && tuned.mul_by_max == k->mul_by_max
              && tuned.sqr_n_max == k->sqr_n_max, "%s: the tables are as long as they are", k->name);
  CHECK_THAT (tuned.thresholds.sqr_toom8 == t.thresholds.sqr_toom8
              && tuned.plans.mul.steps[0].from == t.plans.mul.steps[0].from,
              "%s: the rest is applied", k->name);
  struct comba_config derived = tuned;
  comba_config_derive (&derived);
  CHECK_THAT (tuned.mul_by_an_max == derived.mul_by_an_max && tuned.mul_unequal_an_max == derived.mul_unequal_an_max,
              "%s: what follows from the plan is applied", k->name);

  t.mul_n_max = 0;
  comba_tuning_apply (&tuned, &t);
  CHECK_THAT (tuned.mul_n_max == 0 && tuned.own_jumps == 0, "%s: a table can be switched off", k->name);
}

/* The valid file with the text OLD replaced by NEW, or NEW alone if OLD is "".  It must be accepted
   if REASON_PART is NULL; otherwise refused, with a reason that contains REASON_PART. */
static void
try_change (const char *old, const char *new, size_t new_length, const char *reason_part)
{
  struct comba_text valid = valid_file (), changed = { .length = 0 };
  const char *at = *old != '\0' ? strstr (valid.text, old) : valid.text;
  size_t old_length = *old != '\0' ? strlen (old) : valid.length;
  if (at == NULL)
    {
      check_fail ("the file has no \"%s\"", old);
      return;
    }
  size_t before = (size_t) (at - valid.text), after = valid.length - before - old_length;
  memcpy (changed.text, valid.text, before);
  memcpy (changed.text + before, new, new_length);
  memcpy (changed.text + before + new_length, at + old_length, after);
  changed.length = before + new_length + after;

  struct comba_tuning t, untouched;
  char reason[COMBA_TUNING_REASON] = "";
  memset (&t, 0xee, sizeof t);
  untouched = t;
  int done = parse (&t, changed.text, changed.length, reason);
  if (done && reason_part != NULL)
    check_fail ("it was read");
  else if (!done && reason_part == NULL)
    check_fail ("refused: %s", reason);
  else if (!done && (strstr (reason, reason_part) == NULL || (strncmp (reason, "line ", 5) == 0) != (changed.length > 0)))
    check_fail ("the reason is \"%s\", without \"%s\"", reason, reason_part);
  if (!done && memcmp (&t, &untouched, sizeof t) != 0)
    check_fail ("it was refused, but said something");
}

static void
try_changes (void)
{
#define LARGEST_64 "9223372036854775807"
#define LARGEST_32 "2147483647"
  static const struct
  {
    const char *what, *old, *new, *reason;
  } rows[] = {
    { "a comment and an empty line", "date", "# hello\n\n \t# again\ndate", NULL },
    { "a comment after a value", "threads 2", "threads 2 # both", NULL },
    { "lines that end as on Windows", "threads 2\n", "threads 2\r\n", NULL },
    { "a date of any sort", "date ", "date , , ", NULL },
    { "no date", "date ", "#", NULL },
    { "another version", "comba " COMBA_VERSION, "comba 99.1", NULL },
    { "no threads", "threads 2\n", "", NULL },
    { "a missing row", "plan.sqr 1 columns 3\n", "", NULL },
    { "no newline at the end", "end\n", "end", NULL },
    { "a comment after the end", "end\n", "end\n# the end\n\n", NULL },
    { "zero", "mul_toom33 ", "mul_toom33 0#", NULL },
    { "the largest number", "mul_toom33 ", "mul_toom33 " LARGEST_32 "#", NULL },
    { "zeros in front", "mul_toom33 ", "mul_toom33 000000000000000000000000000000000000007#", NULL },
    { "a plan without steps", "1 columns 3", "none", NULL },
    { "a plan without blanks round its commas", "blocks 2, 300", "blocks 2,300", NULL },

    { "an empty file", "", "", "the file is empty" },
    { "blank lines", "", "\n\n\n", "line 3: the file is incomplete" },
    { "something else", "", "#!/bin/sh\necho hello\n", "line 2: not a tuning file" },
    { "another order of the header", "comba " COMBA_VERSION "\n", "", "does not begin with" },
    { "no version", "comba " COMBA_VERSION, "comba", "without a version" },
    { "two versions", "comba " COMBA_VERSION, "comba 1 2", "comba: unexpected \"2\"" },
    { "no end", "end\n", "", "incomplete" },
    { "end in a comment", "end\n", "# end\n", "incomplete" },
    { "something after the end", "end\n", "end\nmul_toom22 7\n", "text after \"end\"" },
    { "an end with a value", "end\n", "end 7\n", "end: unexpected" },
    { "end twice", "end\n", "end\nend\n", "text after \"end\"" },
    { "another configuration", "config ", "config x", "made for CPU configuration \"x" },
    { "no configuration", "config ", "#", "before \"config\"" },
    { "a configuration without a name", "config ", "config #", "config: the name is missing" },
    { "another CPU", "cpu ", "cpu Z80 ", "made for another CPU (\"Z80\"" },
    { "a CPU that has more", "\ndate", " more\ndate", "made for another CPU (this one has no \"more\")" },
    { "a CPU that says nothing", "cpu ", "cpu #", " is missing); run comba-tune again" },
    { "no CPU", "cpu ", "#", "date before \"cpu\"" },
    { "the CPU before the configuration", "config ", "cpu x\nconfig ", "line 2: cpu before \"config\"" },
    { "a date before the configuration", "config ", "date today\nconfig ", "line 2: date before \"config\"" },
    { "a date before the CPU", "cpu ", "date today\ncpu ", "line 3: date before \"cpu\"" },
    { "an unknown name", "mul_toom22 ", "mul_toom23 ", "unknown name \"mul_toom23\"" },
    { "half a name", "mul_toom22 ", "mul_toom ", "unknown name \"mul_toom\"" },
    { "a name in capitals", "mul_toom22 ", "MUL_TOOM22 ", "unknown name" },
    { "a row twice", "mul_toom22 ", "mul_toom22 7\nmul_toom22 ", "mul_toom22 is given twice" },
    { "the header twice", "date ", "comba 1\ndate ", "comba is given twice" },
    { "no number", "mul_toom22 ", "mul_toom22 # ", "mul_toom22: the number is missing" },
    { "two numbers", "mul_toom22 ", "mul_toom22 7 ", "mul_toom22: unexpected" },
    { "a negative number", "mul_toom22 ", "mul_toom22 -", "is not a number from 0" },
    { "a number with a sign", "mul_toom22 ", "mul_toom22 +", "is not a number from 0" },
    { "a hexadecimal number", "mul_toom22 ", "mul_toom22 0x", "is not a number from 0" },
    { "a fraction", "mul_toom22 ", "mul_toom22 1.", "is not a number from 0" },
    { "a number that is too large", "mul_toom22 ", "mul_toom22 9223372036854775808#", "is not a number from 0" },
    { "a huge number", "mul_toom22 ", "mul_toom22 99999999999999999999999999999999999999999999999999#",
      "is not a number from 0" },
    { "no threads in the line", "threads 2", "threads", "threads: the number of threads is missing" },
    { "0 threads", "threads 2", "threads 0", "is not a number of threads from 1 to 64" },
    { "65 threads", "threads 2", "threads 65", "is not a number of threads from 1 to 64" },
    { "-2 threads", "threads 2", "threads -2", "is not a number of threads" },
    { "2^32 + 2 threads", "threads 2", "threads 4294967298", "is not a number of threads" },
    { "a plan of nothing", "1 columns 3", "", "plan.sqr: the number is missing" },
    { "a plan with a size alone", "1 columns 3", "1", "plan.sqr: the path is missing" },
    { "a plan with half a step", "1 columns 3", "1 columns", "plan.sqr: the number of threads is missing" },
    { "a plan with an open end", "1 columns 3", "1 columns 3,", "plan.sqr: the number is missing" },
    { "a plan without a comma", "blocks 2, 300", "blocks 2 300", "plan.mul: unexpected \"300\"" },
    { "a plan with two commas", "blocks 2, 300", "blocks 2,, 300", "plan.mul: \",\" is not a number" },
    { "a plan of none and more", "1 columns 3", "none, 1 columns 3", "plan.sqr: unexpected" },
    { "an unknown path", "1 columns 3", "1 rows 3", "plan.sqr: there is no path \"rows\"" },
    { "a path of many threads", "1 columns 3", "1 columns 65", "not a number of threads from 1 to 64" },
    { "a path of no thread", "1 columns 3", "1 columns 0", "not a number of threads from 1 to 64" },
    { "a plan from a negative size", "1 columns 3", "-1 columns 3", "is not a number from 0" },
    { "a plan that does not ascend", "300 ntt", "150 ntt", "step 2 does not begin above" },
    { "a plan that descends", "300 ntt", "0 ntt", "step 2 does not begin above" },
    { "17 steps", "1 columns 3", "1 ntt 2,2 ntt 2,3 ntt 2,4 ntt 2,5 ntt 2,6 ntt 2,7 ntt 2,8 ntt 2,9 ntt 2,"
      "10 ntt 2,11 ntt 2,12 ntt 2,13 ntt 2,14 ntt 2,15 ntt 2,16 ntt 2,17 ntt 2", "more than 16 steps" },
    { "16 steps", "1 columns 3", "1 ntt 2,2 ntt 2,3 ntt 2,4 ntt 2,5 ntt 2,6 ntt 2,7 ntt 2,8 ntt 2,9 ntt 2,"
      "10 ntt 2,11 ntt 2,12 ntt 2,13 ntt 2,14 ntt 2,15 ntt 2,16 ntt 2", NULL },
    { "a modular path for products", "150 blocks", "150 cached", "plan.mul: \"cached\" is not a path for this plan" },
    { "a modular path for squares", "1 columns", "1 tripartite", "plan.sqr: \"tripartite\" is not a path for this plan" },
    { "a product path for odd moduli", "500 tripartite", "500 ntt", "plan.mod: \"ntt\" is not a path for this plan" },
    { "a path of odd moduli for even ones", "700 cached", "700 bipartite",
      "plan.mod_even: \"bipartite\" is not a path for this plan" },
    { "a product path for even moduli", "700 cached", "700 blocks", "plan.mod_even: \"blocks\" is not a path" },
    { "one thread for products", "150 blocks 2", "150 sequential 1", NULL },
    { "one thread for odd moduli", "500 tripartite 4", "500 sequential 1", NULL },
    { "one thread for even moduli", "700 cached 2", "700 sequential 1", NULL },
    { "an algorithm that is no path", "500 tripartite", "500 multipartite_1",
      "plan.mod: there is no path \"multipartite_1\"" },
    { "a name in reports that is no path", "500 tripartite", "500 multipartite",
      "plan.mod: there is no path \"multipartite\"" },
    { "one with parts", "500 tripartite", "500 multipartite_2/4", "plan.mod: there is no path \"multipartite_2/4\"" },
    { "parts", "500 tripartite", "500 tripartite/3", "plan.mod: there is no path \"tripartite/3\"" },
    { "parts of nothing", "40 radix_bipartite", "40 /2", "there is no path \"/2\"" },
    { "a file of an earlier comba-tune", "config ", "kernels ", "line 2: made by an earlier comba-tune; run comba-tune again" },
    { "an earlier name of a path", "500 tripartite", "500 digits", "made by an earlier comba-tune; run comba-tune again" },
    { "another earlier name of a path", "500 tripartite", "500 kept", "made by an earlier comba-tune; run comba-tune again" },
    { "a third one", "500 tripartite", "500 halves", "made by an earlier comba-tune; run comba-tune again" },
    { "escape sequences", "mul_toom22 ", "\033[31m\x80\xff ", "unknown name \"?[31m??\"" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      check_begin ("%s: %s", rows[i].what, rows[i].reason != NULL ? "refused" : "read");
      try_change (rows[i].old, rows[i].new, strlen (rows[i].new), rows[i].reason);
      check_end ();
    }

  check_begin ("the largest size: read");
  try_change ("mul_toom33 ", sizeof (mp_size_t) == 8 ? "mul_toom33 " LARGEST_64 "#" : "mul_toom33 " LARGEST_32 "#",
              strlen ("mul_toom33 #") + (sizeof (mp_size_t) == 8 ? 19 : 10), NULL);
  check_end ();

  static const char nuls[] = "mul_\0toom22 7\n\0\0mul_toom22 ";
  check_begin ("bytes of zero: refused");
  try_change ("mul_toom22 ", nuls, sizeof nuls - 1, "unknown name");
  try_change ("", nuls, sizeof nuls - 1, "does not begin with");
  check_end ();

  static char long_line[12000];
  memset (long_line, 'x', sizeof long_line);
  check_begin ("a very long line: refused");
  try_change ("mul_toom22 ", long_line, sizeof long_line, "unknown name");
  try_change ("threads 2", long_line, sizeof long_line, "unknown name");
  memset (long_line, '9', sizeof long_line);
  memcpy (long_line, "mul_toom22 ", strlen ("mul_toom22 "));
  try_change ("mul_toom22 ", long_line, sizeof long_line, "is not a number from 0");
  check_end ();
  memset (long_line, ' ', sizeof long_line);
  check_begin ("many blanks: read");
  try_change ("\ndate", long_line, sizeof long_line, "made for another CPU");
  memcpy (long_line, "#\n", 2);
  try_change ("mul_toom33", long_line, sizeof long_line, "unknown name \"");
  long_line[sizeof long_line - 1] = '#';
  try_change ("mul_toom33", long_line, sizeof long_line, NULL);
  check_end ();
}

static void
try_prefixes (void)
{
  struct comba_text valid = valid_file ();
  check_begin ("a file that breaks off anywhere is refused");
  for (size_t length = 0; length < valid.length - strlen ("\n"); length++)
    {
      struct comba_tuning t;
      char reason[COMBA_TUNING_REASON] = "";
      if (parse (&t, valid.text, length, reason))
        check_fail ("%zu bytes of %zu were read", length, valid.length);
      else if ((strncmp (reason, "line ", 5) == 0) != (length > 0))
        check_fail ("%zu bytes: the reason is \"%s\"", length, reason);
    }
  check_end ();
}

/* Mutations of a valid file. */

static const char *const words[] = {
  "comba", "config", "kernels", "cpu", "date", "threads", "end", "plan.mul", "plan.mul_unbalanced", "plan.sqr", "plan.mod", "plan.mod_even", "none",
  "sequential", "columns", "blocks", "points", "ntt", "radix_bipartite", "bipartite", "tripartite", "multipartite_1/3", "/",
  "mul_toom22", "sqr_ntt", "mul_n_max", "parallel_wake",
  "\n", " ", ",", ", ", "#", "-", "0", "1", "2", "64", "4294967296", "9223372036854775807", "18446744073709551616",
};

static void
insert (struct comba_text *file, size_t at, const char *bytes, size_t n)
{
  if (file->length + n >= sizeof file->text)
    return;
  memmove (file->text + at + n, file->text + at, file->length - at);
  memcpy (file->text + at, bytes, n);
  file->length += n;
}

static void
erase (struct comba_text *file, size_t at, size_t n)
{
  if (n > file->length - at)
    n = file->length - at;
  memmove (file->text + at, file->text + at + n, file->length - at - n);
  file->length -= n;
}

static void
mutate (struct comba_text *file)
{
  if (file->length == 0)
    return;
  size_t at = random_below (file->length), from = random_below (file->length);
  char byte = (char) random_below (256), copy[64];
  const char *word = words[random_below (sizeof words / sizeof words[0])];
  char *digit = strpbrk (file->text + at, "0123456789");
  switch (random_below (8))
    {
    case 0:
      file->text[at] ^= (char) (1 << random_below (8));
      break;
    case 1:
      insert (file, at, &byte, 1);
      break;
    case 2:
      erase (file, at, 1 + random_below (20));
      break;
    case 3:
      insert (file, at, word, strlen (word));
      break;
    case 4:                     /* a part of it twice */
      {
        size_t n = 1 + random_below (sizeof copy);
        if (n > file->length - from)
          n = file->length - from;
        memcpy (copy, file->text + from, n);
        insert (file, at, copy, n);
        break;
      }
    default:                    /* another number, which may be valid */
      if (digit != NULL && digit < file->text + file->length)
        *digit = (char) ('0' + random_below (10));
    }
}

static void
try_mutations (int files)
{
  struct comba_text valid = valid_file ();
  int applied = 0;
  check_begin ("%s: %d mutations of a file", k->name, files);
  for (int i = 0; i < files; i++)
    {
      struct comba_text file = valid;
      for (unsigned long n = 1 + random_below (4); n > 0; n--)
        mutate (&file);
      struct comba_tuning t, untouched;
      char reason[COMBA_TUNING_REASON] = "";
      memset (&t, 0xee, sizeof t);
      untouched = t;
      if (parse (&t, file.text, file.length, reason))
        {
          if (applied++ % 16 == 0)
            try_tuning (k, &t, 1, tests_max (200));
          continue;
        }
      if ((file.length > 0 && strncmp (reason, "line ", 5) != 0) || strpbrk (reason, "\n\r\033") != NULL)
        check_fail ("the reason is \"%s\" for %.*s", reason, (int) file.length, file.text);
      if (memcmp (&t, &untouched, sizeof t) != 0)
        check_fail ("it was refused (%s), but said something", reason);
    }
  if (applied == 0 || applied == files)
    check_fail ("%d of %d were read", applied, files);
  printf ("# %d of %d were read\n", applied, files);
  check_end ();
}

/* Last of all: the library looks for files again. */
static void
try_list (void)
{
  static const char given[] = "/there is none";
  const char *path, *state = "";
  int found = 0;
  check_begin ("the list of files has the one that is given");
  setenv ("COMBA_TUNING", given, 1);
  comba_tuning_find ();
  for (size_t i = 0; (path = comba_list_tuning_file (i, &state)) != NULL; i++)
    found += strcmp (path, given) == 0;
  if (found != 1)
    check_fail ("found %d times", found);
  check_end ();
}

int
main (void)
{
  tests_begin ();
  comba_set_num_threads (2);
  k = comba_active ();
  try_changes ();
  try_prefixes ();
  for (size_t i = 0; comba_configs[i] != NULL; i++)
    {
      k = comba_configs[i];
      try_round_trips ();
      try_apply ();
      const char *reason = tests_why_not (k);
      if (reason == NULL)
        try_mutations (20 * (int) tests_max (200));
      else
        check_skip (reason, "%s: mutations of a file", k->name);
    }
  try_list ();
  return tests_end ();
}
