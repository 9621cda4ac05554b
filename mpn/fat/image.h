/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Reading an object that the loader has mapped: its symbols, segments and relocations. */

#ifndef COMBA_FAT_IMAGE_H
#define COMBA_FAT_IMAGE_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

struct comba_image
{
  ElfW (Addr) base;
  const ElfW (Phdr) *segments;
  int segment_count;
  const char *strings;
  const ElfW (Sym) *symbols;
  const uint32_t *hash, *gnu_hash;      /* DT_HASH, DT_GNU_HASH; NULL if it has none */
  const char *rela, *plt_rela;          /* DT_RELA, DT_JMPREL */
  size_t rela_bytes, plt_rela_bytes;
  unsigned long flags_1;                /* DT_FLAGS_1 */
};

/* Fills *IMAGE.  Returns 0 if the object has no dynamic symbols. */
int comba_image_read (struct comba_image *image, const struct dl_phdr_info *info);

/* Returns the symbol NAME that the object itself defines and exports, or NULL. */
const ElfW (Sym) *comba_image_symbol (const struct comba_image *image, const char *name);

/* Returns whether one segment with all of FLAGS (PF_R, PF_W, PF_X) holds BYTES bytes from ADDRESS
   on.  With PF_W, none of them may be in the part that the loader makes read-only (RELRO). */
int comba_image_holds (const struct comba_image *image, ElfW (Addr) address, size_t bytes, unsigned flags);

/* Returns whether the loader has written every word of the GOT that it fills at load.  Another
   thread may be loading the object: then its code must not run yet.  For x86-64. */
int comba_image_relocated (const struct comba_image *image);

#endif
