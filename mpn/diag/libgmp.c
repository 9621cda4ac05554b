/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Which libgmp is in this process, and which of its own calls can comba replace?

   A call inside libgmp can be replaced if it goes through a relocation that names the symbol, in the
   PLT or GOT.  A libgmp linked with -Bsymbolic has no such relocations.  Whether the call reaches
   comba depends on the loader, too: it takes the first library that defines the symbol. */

#include "diag/diag.h"
#include <link.h>
#include <string.h>

#if UINTPTR_MAX > 0xffffffff
#define RELOCATION_SYMBOL(info) ELF64_R_SYM (info)
#else
#define RELOCATION_SYMBOL(info) ELF32_R_SYM (info)
#endif

struct image
{
  ElfW (Addr) base;
  const char *strings;
  const ElfW (Sym) *symbols;
};

/* Sets bit e of *REPLACEABLE if one of the relocations names the symbol of entry e. */
static void
look (const struct image *image, const char *table, size_t bytes, size_t entry_size,
      unsigned *replaceable)
{
  /* r_info is the second word of Rel and of Rela. */
  for (size_t at = 0; table != NULL && at + entry_size <= bytes; at += entry_size)
    {
      const ElfW (Rel) *r = (const ElfW (Rel) *) (table + at);
      const char *name = image->strings + image->symbols[RELOCATION_SYMBOL (r->r_info)].st_name;
      for (int e = 0; e < COMBA_ENTRIES; e++)
        if (comba_entry_symbols[e] != NULL && strcmp (name, comba_entry_symbols[e]) == 0)
          *replaceable |= 1u << e;
    }
}

/* On some systems the loader relocates the addresses of a dynamic section, on others it does
   not. */
static const void *
address (const struct image *image, ElfW (Addr) p)
{
  return (const void *) (p < image->base ? p + image->base : p);
}

static unsigned
replaceable_entries (const struct dl_phdr_info *info)
{
  const ElfW (Dyn) *dynamic = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic = (const ElfW (Dyn) *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  if (dynamic == NULL)
    return 0;

  struct image image = { .base = info->dlpi_addr };
  const char *plt = NULL, *rel = NULL, *rela = NULL;
  size_t plt_bytes = 0, rel_bytes = 0, rela_bytes = 0, plt_entry = sizeof (ElfW (Rela));
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    switch (dynamic->d_tag)
      {
      case DT_STRTAB: image.strings = address (&image, dynamic->d_un.d_ptr); break;
      case DT_SYMTAB: image.symbols = address (&image, dynamic->d_un.d_ptr); break;
      case DT_JMPREL: plt = address (&image, dynamic->d_un.d_ptr); break;
      case DT_PLTRELSZ: plt_bytes = dynamic->d_un.d_val; break;
      case DT_PLTREL:
        if (dynamic->d_un.d_val == DT_REL)
          plt_entry = sizeof (ElfW (Rel));
        break;
      case DT_REL: rel = address (&image, dynamic->d_un.d_ptr); break;
      case DT_RELSZ: rel_bytes = dynamic->d_un.d_val; break;
      case DT_RELA: rela = address (&image, dynamic->d_un.d_ptr); break;
      case DT_RELASZ: rela_bytes = dynamic->d_un.d_val; break;
      default: break;
      }

  unsigned replaceable = 0;
  if (image.strings != NULL && image.symbols != NULL)
    {
      look (&image, plt, plt_bytes, plt_entry, &replaceable);
      look (&image, rel, rel_bytes, sizeof (ElfW (Rel)), &replaceable);
      look (&image, rela, rela_bytes, sizeof (ElfW (Rela)), &replaceable);
    }
  return replaceable;
}

/* libgmp.so.10, and libgmp-1a2b3c4d.so.10 as Python wheels bundle it; not libgmpxx. */
static int
is_libgmp (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  return strncmp (name, "libgmp", 6) == 0 && (name[6] == '.' || name[6] == '-');
}

struct description
{
  struct comba_text *text;
  int found;
};

static int
describe (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  struct description *d = data;
  if (info->dlpi_name == NULL || !is_libgmp (info->dlpi_name))
    return 0;

  d->found = 1;
  comba_text_add (d->text, "comba: libgmp %s\n", info->dlpi_name);
  unsigned replaceable = replaceable_entries (info);
  comba_text_add (d->text, "comba: calls that comba can replace:");
  for (int e = 0; e < COMBA_ENTRIES; e++)
    if (replaceable >> e & 1)
      comba_text_add (d->text, " %s", comba_entry_names[e]);
  comba_text_add (d->text, replaceable ? "\n" : " none (bound when libgmp was linked)\n");
  return 0;
}

void
comba_describe_libgmp (struct comba_text *t)
{
  struct description d = { .text = t };
  dl_iterate_phdr (describe, &d);
  if (!d.found)
    comba_text_add (t, "comba: libgmp none\n");
}
