/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Objects that the loader has mapped.  The contracts are in fat/image.h. */

#include "fat/image.h"
#include "limb.h"
#include <string.h>
#include <unistd.h>

/* On some systems the loader relocates the addresses of a dynamic section, on others it does
   not. */
static const void *
address (const struct comba_image *image, ElfW (Addr) p)
{
  return (const void *) (p < image->base ? p + image->base : p);
}

int
comba_image_read (struct comba_image *image, const struct dl_phdr_info *info)
{
  *image = (struct comba_image) { .base = info->dlpi_addr, .segments = info->dlpi_phdr, .segment_count = info->dlpi_phnum };
  const ElfW (Dyn) *dynamic = NULL;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic = (const ElfW (Dyn) *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  if (dynamic == NULL)
    return 0;
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    switch (dynamic->d_tag)
      {
      case DT_STRTAB: image->strings = address (image, dynamic->d_un.d_ptr); break;
      case DT_SYMTAB: image->symbols = address (image, dynamic->d_un.d_ptr); break;
      case DT_HASH: image->hash = address (image, dynamic->d_un.d_ptr); break;
      case DT_GNU_HASH: image->gnu_hash = address (image, dynamic->d_un.d_ptr); break;
      case DT_RELA: image->rela = address (image, dynamic->d_un.d_ptr); break;
      case DT_RELASZ: image->rela_bytes = dynamic->d_un.d_val; break;
      case DT_JMPREL: image->plt_rela = address (image, dynamic->d_un.d_ptr); break;
      case DT_PLTRELSZ: image->plt_rela_bytes = dynamic->d_un.d_val; break;
      case DT_FLAGS_1: image->flags_1 = dynamic->d_un.d_val; break;
      default: break;
      }
  return image->strings != NULL && image->symbols != NULL && (image->hash != NULL || image->gnu_hash != NULL);
}

static int
is_definition (const struct comba_image *image, uint32_t i, const char *name)
{
  const ElfW (Sym) *s = &image->symbols[i];
  return s->st_shndx != SHN_UNDEF && s->st_value != 0 && strcmp (image->strings + s->st_name, name) == 0;
}

/* The hash table of the GNU linkers: a Bloom filter, then for each bucket the first symbol of a run
   whose hashes follow one another; the lowest bit of a hash marks the last of the run. */
static const ElfW (Sym) *
find_gnu (const struct comba_image *image, const char *name)
{
  uint32_t h = 5381;
  for (const unsigned char *c = (const unsigned char *) name; *c != '\0'; c++)
    h = h * 33 + *c;
  const uint32_t buckets = image->gnu_hash[0], first = image->gnu_hash[1], words = image->gnu_hash[2];
  const uint32_t shift = image->gnu_hash[3], bits = 8 * sizeof (ElfW (Addr));
  const ElfW (Addr) *const bloom = (const ElfW (Addr) *) (image->gnu_hash + 4);
  const uint32_t *const bucket = (const uint32_t *) (bloom + words), *const hashes = bucket + buckets;
  if (buckets == 0 || words == 0)
    return NULL;
  const ElfW (Addr) word = bloom[h / bits % words];
  if ((word >> h % bits & word >> (h >> shift) % bits & 1) == 0)
    return NULL;
  uint32_t i = bucket[h % buckets];
  if (i < first)
    return NULL;
  for (;; i++)
    {
      const uint32_t other = hashes[i - first];
      if ((other | 1) == (h | 1) && is_definition (image, i, name))
        return &image->symbols[i];
      if ((other & 1) != 0)
        return NULL;
    }
}

static const ElfW (Sym) *
find_sysv (const struct comba_image *image, const char *name)
{
  uint32_t h = 0;
  for (const unsigned char *c = (const unsigned char *) name; *c != '\0'; c++)
    {
      h = (h << 4) + *c;
      h ^= h >> 24 & 0xf0;
      h &= 0x0fffffff;
    }
  const uint32_t buckets = image->hash[0], *const bucket = image->hash + 2, *const chain = bucket + buckets;
  if (buckets == 0)
    return NULL;
  for (uint32_t i = bucket[h % buckets]; i != STN_UNDEF; i = chain[i])
    if (is_definition (image, i, name))
      return &image->symbols[i];
  return NULL;
}

const ElfW (Sym) *
comba_image_symbol (const struct comba_image *image, const char *name)
{
  return image->gnu_hash != NULL ? find_gnu (image, name) : find_sysv (image, name);
}

int
comba_image_holds (const struct comba_image *image, ElfW (Addr) address, size_t bytes, unsigned flags)
{
  int found = 0;
  for (int i = 0; i < image->segment_count; i++)
    {
      const ElfW (Phdr) *p = &image->segments[i];
      const ElfW (Addr) start = image->base + p->p_vaddr, end = start + p->p_memsz;
      if (p->p_type == PT_LOAD && (p->p_flags & flags) == flags)
        found |= address >= start && address < end && bytes <= end - address;
      else if (p->p_type == PT_GNU_RELRO && (flags & PF_W) != 0)
        {
          /* The loader protects whole pages, and rounds both ends down. */
          const ElfW (Addr) page = (ElfW (Addr)) sysconf (_SC_PAGESIZE);
          if (address + bytes > (start & -page) && address < (end & -page))
            return 0;
        }
    }
  return found;
}

/* Whether the word that R relocates may stay zero: nobody defines the symbol. */
static int
may_be_zero (const struct comba_image *image, const ElfW (Rela) *r)
{
  return image->symbols[ELF64_R_SYM (r->r_info)].st_shndx == SHN_UNDEF;
}

static ElfW (Addr)
word_of (const struct comba_image *image, const ElfW (Rela) *r)
{
  return *(const volatile ElfW (Addr) *) (image->base + r->r_offset);
}

int
comba_image_relocated (const struct comba_image *image)
{
  ElfW (Addr) size = 0;
  for (int i = 0; i < image->segment_count; i++)
    if (image->segments[i].p_type == PT_LOAD)
      size = image->segments[i].p_vaddr + image->segments[i].p_memsz;

  /* The file has zeros in the GOT, and in the words of the PLT offsets of its own code.  glibc
     relocates the PLT last, musl first. */
  const ElfW (Rela) *r = (const ElfW (Rela) *) image->rela;
  for (size_t i = 0; r != NULL && i < image->rela_bytes / sizeof *r; i++)
    if (ELF64_R_TYPE (r[i].r_info) == R_X86_64_GLOB_DAT && !may_be_zero (image, &r[i]) && word_of (image, &r[i]) == 0)
      return 0;
  r = (const ElfW (Rela) *) image->plt_rela;
  for (size_t i = 0; r != NULL && i < image->plt_rela_bytes / sizeof *r; i++)
    {
      const ElfW (Addr) word = word_of (image, &r[i]);
      if (image->base != 0 && word < size && !(word == 0 && may_be_zero (image, &r[i])))
        return 0;
    }
  return 1;
}
