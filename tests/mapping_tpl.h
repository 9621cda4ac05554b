/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* mmap and mremap that stand before the C library's and fail as is_allowed says, which the file that
   includes this one defines. */

#ifndef COMBA_TESTS_MAPPING_TPL_H
#define COMBA_TESTS_MAPPING_TPL_H

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Returns whether so many bytes may be mapped; otherwise sets errno. */
static int is_allowed (size_t bytes);

__attribute__ ((visibility ("default"))) void *
mmap (void *p, size_t bytes, int protection, int flags, int file, off_t offset)
{
  if (!is_allowed (bytes))
    return MAP_FAILED;
#ifdef SYS_mmap2
  return (void *) syscall (SYS_mmap2, p, bytes, protection, flags, file, offset >> 12);
#else
  return (void *) syscall (SYS_mmap, p, bytes, protection, flags, file, offset);
#endif
}

__attribute__ ((visibility ("default"))) void *
mremap (void *p, size_t old_bytes, size_t bytes, int flags, ...)
{
  return is_allowed (bytes) ? (void *) syscall (SYS_mremap, p, old_bytes, bytes, flags, NULL) : MAP_FAILED;
}

#endif
