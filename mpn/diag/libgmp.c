/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Which libgmp is in this process, and which of its own calls can comba replace?

   A call inside libgmp can be replaced if it goes through a relocation that names the symbol, in
   the PLT or GOT.  A libgmp linked with -Bsymbolic has no such relocations.  Whether the call
   reaches comba depends on the loader, too: it takes the first library that defines the symbol,
   when it loads libgmp or at the first call.  Then the relocated word holds an address in comba.
   Until the first call the word holds the address of the PLT's own code, inside libgmp. */

#include "diag/diag.h"
#include "fat/fat.h"
#include <link.h>
#include <string.h>

#if UINTPTR_MAX > 0xffffffff
#define RELOCATION_SYMBOL(info) ELF64_R_SYM (info)
#else
#define RELOCATION_SYMBOL(info) ELF32_R_SYM (info)
#endif

/* The addresses of a library: from BASE on, to before END. */
struct range
{
  ElfW (Addr) base, end;
};

static int
contains (const struct range *range, ElfW (Addr) address)
{
  return address >= range->base && address < range->end;
}

struct image
{
  ElfW (Addr) base;
  struct range range;
  const char *strings;
  const ElfW (Sym) *symbols;
};

_Static_assert (COMBA_ENTRIES <= 32, "struct comba_bindings has a bit for each entry");

/* Adds to *BINDINGS what the relocations of TABLE tell. */
static void
look (const struct image *image, const char *table, size_t bytes, size_t entry_size,
      const struct range *comba, struct comba_bindings *bindings)
{
  /* r_info is the second word of Rel and of Rela. */
  for (size_t at = 0; table != NULL && at + entry_size <= bytes; at += entry_size)
    {
      const ElfW (Rel) *r = (const ElfW (Rel) *) (table + at);
      const ElfW (Sym) *symbol = &image->symbols[RELOCATION_SYMBOL (r->r_info)];
      const char *name = image->strings + symbol->st_name;
      for (int e = 0; e < COMBA_ENTRIES; e++)
        if (comba_entry_symbols[e] != NULL && strcmp (name, comba_entry_symbols[e]) == 0)
          {
            ElfW (Addr) target = *(const ElfW (Addr) *) (image->base + r->r_offset);
            bindings->replaceable |= 1u << e;
            if (contains (comba, target))
              bindings->bound |= 1u << e;
            else if (contains (&image->range, target) && target != image->base + symbol->st_value)
              bindings->pending |= 1u << e;
          }
    }
}

/* On some systems the loader relocates the addresses of a dynamic section, on others it does
   not. */
static const void *
address (const struct image *image, ElfW (Addr) p)
{
  return (const void *) (p < image->base ? p + image->base : p);
}

static struct comba_bindings
bindings_of (const struct dl_phdr_info *info, const struct range *comba)
{
  struct comba_bindings bindings = { 0 };
  struct image image = { .base = info->dlpi_addr };
  const ElfW (Dyn) *dynamic = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type == PT_DYNAMIC)
        dynamic = (const ElfW (Dyn) *) (image.base + p->p_vaddr);
      else if (p->p_type == PT_LOAD && (p->p_flags & PF_X) != 0)
        image.range = (struct range) { image.base + p->p_vaddr, image.base + p->p_vaddr + p->p_memsz };
    }
  if (dynamic == NULL)
    return bindings;

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

  if (image.strings != NULL && image.symbols != NULL)
    {
      look (&image, plt, plt_bytes, plt_entry, comba, &bindings);
      look (&image, rel, rel_bytes, sizeof (ElfW (Rel)), comba, &bindings);
      look (&image, rela, rela_bytes, sizeof (ElfW (Rela)), comba, &bindings);
    }
  return bindings;
}

int
comba_is_libgmp (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  static const char shim[] = "/comba-system/";  /* comba's own libgmp, without code */
  const size_t length = sizeof shim - 1;
  return strncmp (name, "libgmp", 6) == 0 && (name[6] == '.' || name[6] == '-')
    && !((size_t) (name - path) >= length && memcmp (name - length, shim, length) == 0);
}

/* Sets *DATA, a struct range, if this is the object that contains comba. */
static int
find_comba (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  const ElfW (Addr) here = (ElfW (Addr)) find_comba;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      const ElfW (Addr) base = info->dlpi_addr + p->p_vaddr;
      if (p->p_type == PT_LOAD && here >= base && here < base + p->p_memsz)
        {
          *(struct range *) data = (struct range) { base, base + p->p_memsz };
          return 1;
        }
    }
  return 0;
}

/* Adds to *BINDINGS the calls through a fat libgmp's table. */
static void
look_at_table (const struct dl_phdr_info *info, struct comba_bindings *bindings)
{
  static const enum comba_entry entries[COMBA_FAT_COUNT] = {
    [COMBA_FAT_add_n] = COMBA_ENTRY_ADD_N,
    [COMBA_FAT_addmul_1] = COMBA_ENTRY_ADDMUL_1,
    [COMBA_FAT_com] = COMBA_ENTRY_COM,
    [COMBA_FAT_copyd] = COMBA_ENTRY_COPY,
    [COMBA_FAT_copyi] = COMBA_ENTRY_COPY,
    [COMBA_FAT_divexact_1] = COMBA_ENTRY_DIVEXACT_1,
    [COMBA_FAT_divrem_1] = COMBA_ENTRY_DIVREM_1,
    [COMBA_FAT_lshift] = COMBA_ENTRY_LSHIFT,
    [COMBA_FAT_mod_1] = COMBA_ENTRY_MOD_1,
    [COMBA_FAT_mul_1] = COMBA_ENTRY_MUL_1,
    [COMBA_FAT_mul_basecase] = COMBA_ENTRY_MUL_BASECASE,
    [COMBA_FAT_redc_1] = COMBA_ENTRY_REDC,
    [COMBA_FAT_redc_2] = COMBA_ENTRY_REDC,
    [COMBA_FAT_rshift] = COMBA_ENTRY_RSHIFT,
    [COMBA_FAT_sqr_basecase] = COMBA_ENTRY_SQR_BASECASE,
    [COMBA_FAT_sub_n] = COMBA_ENTRY_SUB_N,
    [COMBA_FAT_submul_1] = COMBA_ENTRY_SUBMUL_1,
  };
  const struct comba_fat_state state = comba_fat_state (info);
  for (int f = 0; f < COMBA_FAT_COUNT; f++)
    {
      bindings->replaceable |= (state.replaceable >> f & 1) << entries[f];
      bindings->bound |= (state.replaced >> f & 1) << entries[f];
      bindings->pending |= (state.pending >> f & 1) << entries[f];
    }
}

/* A walk to the libgmp with that index. */
struct search
{
  size_t index, seen;
  char *path;
  size_t size, length;
  struct comba_bindings *bindings;
  struct range comba;
};

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  struct search *s = data;
  if (info->dlpi_name == NULL || !comba_is_libgmp (info->dlpi_name) || s->seen++ < s->index)
    return 0;
  s->length = strlen (info->dlpi_name);
  if (s->size > 0)
    {
      const size_t n = s->length < s->size ? s->length : s->size - 1;
      memcpy (s->path, info->dlpi_name, n);
      s->path[n] = '\0';
    }
  if (s->bindings != NULL)
    {
      *s->bindings = bindings_of (info, &s->comba);
      look_at_table (info, s->bindings);
    }
  return 1;
}

COMBA_EXPORT size_t
comba_list_libgmp (size_t i, char *path, size_t size, struct comba_bindings *bindings)
{
  struct search s = { .index = i, .path = path, .size = size, .bindings = bindings };
  dl_iterate_phdr (find_comba, &s.comba);
  dl_iterate_phdr (look_at_object, &s);
  return s.length;
}

struct description
{
  struct comba_text *text;
  int found;
  struct range comba;
};

static void
add_entries (struct comba_text *t, const char *title, unsigned entries, const char *none)
{
  comba_text_add (t, "comba: %s:%s", title, entries ? "" : none);
  for (int e = 0; e < COMBA_ENTRIES; e++)
    if (entries >> e & 1)
      comba_text_add (t, " %s", comba_entry_names[e]);
  comba_text_add (t, "\n");
}

static int
describe (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  struct description *d = data;
  if (info->dlpi_name == NULL || !comba_is_libgmp (info->dlpi_name))
    return 0;

  d->found = 1;
  comba_text_add (d->text, "comba: libgmp %s\n", info->dlpi_name);
  struct comba_bindings bindings = bindings_of (info, &d->comba);
  add_entries (d->text, "calls that comba can replace", bindings.replaceable, " none (bound when libgmp was linked)");
  add_entries (d->text, "calls bound to comba", bindings.bound, " none");
  comba_fat_describe (d->text, info);
  return 0;
}

void
comba_describe_libgmp (struct comba_text *t)
{
  struct description d = { .text = t };
  dl_iterate_phdr (find_comba, &d.comba);
  dl_iterate_phdr (describe, &d);
  if (!d.found)
    comba_text_add (t, "comba: libgmp none\n");
}
