/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Messages without stdio, whose streams belong to the program.  The contracts are in
   dispatch/messages.h. */

#include "dispatch/messages.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The file that standard error was at load. */
static _Atomic enum { UNKNOWN, CLOSED, OPEN } at_load;
static dev_t device;
static ino_t inode;

void COMBA_AT_LOAD
comba_messages_start (void)
{
  struct stat s;
  int saved = errno, is_open = fstat (STDERR_FILENO, &s) == 0;
  if (is_open)
    device = s.st_dev, inode = s.st_ino;
  at_load = is_open ? OPEN : CLOSED;
  errno = saved;
}

const char * COMBA_AT_LOAD
comba_getenv (const char *name)
{
  const char *value = secure_getenv (name);
  return value != NULL && *value != '\0' ? value : NULL;
}

static void
add (struct comba_text *t, const char *format, va_list args)
{
  size_t room = sizeof t->text - t->length;
  int n = vsnprintf (t->text + t->length, room, format, args);
  if (n > 0)
    t->length += (size_t) n < room ? (size_t) n : room - 1;
}

void
comba_text_add (struct comba_text *t, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  add (t, format, args);
  va_end (args);
}

/* A message neither ends a thread that is to be cancelled, in the middle of a call, nor a process whose
   standard error nobody reads: a SIGPIPE that it causes is taken back. */
void
comba_text_write (const struct comba_text *t, int fd)
{
  int saved = errno, cancel;
  sigset_t pipe, mask, pending;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &cancel);
  sigemptyset (&pipe);
  sigaddset (&pipe, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &pipe, &mask);
  const char *p = t->text, *end = p + t->length;
  while (p < end)
    {
      ssize_t n = write (fd, p, end - p);
      if (n > 0)
        p += n;
      else if (errno != EINTR)
        break;
    }
  if (p < end && errno == EPIPE && !sigismember (&pending, SIGPIPE))
    while (sigtimedwait (&pipe, NULL, &(struct timespec) { .tv_nsec = 0 }) < 0 && errno == EINTR)
      ;
  pthread_sigmask (SIG_SETMASK, &mask, NULL);
  pthread_setcancelstate (cancel, &cancel);
  errno = saved;
}

void
comba_text_to_stderr (const struct comba_text *t)
{
  if (at_load == UNKNOWN)
    comba_messages_start ();
  struct stat s;
  int saved = errno;
  if (at_load == OPEN && fstat (STDERR_FILENO, &s) == 0 && s.st_dev == device && s.st_ino == inode)
    comba_text_write (t, STDERR_FILENO);
  errno = saved;
}

long long
comba_number (const char **text)
{
  const char *p = *text + strspn (*text, " \t\n");
  if (*p < '0' || *p > '9')
    return -1;
  long long n = 0;
  for (; *p >= '0' && *p <= '9'; p++)
    n = n < LLONG_MAX / 10 ? 10 * n + (*p - '0') : LLONG_MAX;
  *text = p;
  return n;
}

/* Other C libraries lack it (dispatch/at_fork.c). */
#ifdef HAVE_STRERRORDESC_NP
#pragma weak strerrordesc_np
#endif

const char *
comba_error_text (int error)
{
#ifdef HAVE_STRERRORDESC_NP
  if (strerrordesc_np != NULL)
    {
      const char *text = strerrordesc_np (error);
      return text != NULL ? text : "unknown error";
    }
#endif
  return strerror (error);
}

void
comba_warn (const char *format, ...)
{
  struct comba_text t = { .length = 0 };
  va_list args;
  va_start (args, format);
  comba_text_add (&t, "comba: ");
  add (&t, format, args);
  comba_text_add (&t, "\n");
  va_end (args);
  comba_text_to_stderr (&t);
}
