/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* /proc/PID/maps says which libraries are mapped, in the order of their addresses.  The loader looks
   symbols up in the order of its link map, which is read from the memory of the process: DT_DEBUG of
   the program's dynamic section points to it.  Where the calls of a libgmp really go is in the words
   that its relocations name, as in diag/libgmp.c. */

#define _FILE_OFFSET_BITS 64   /* addresses of 64 bits; musl has no pread64 */

#include "running.h"
#include "diag/diag.h"
#include "comba.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIBRARIES = 32, OBJECTS_MAX = 10000, ENTRIES_MAX = 1000 };

/* Where a libgmp's own calls of mpn_mul_n go. */
enum binding { CALLS_UNKNOWN, CALLS_FIXED, CALLS_PENDING, CALLS_COMBA, CALLS_ELSEWHERE };

static const char *const binding_text[] = {
  [CALLS_FIXED] = "comba cannot replace them",
  [CALLS_PENDING] = "bound when the first is made",
  [CALLS_COMBA] = "bound to comba",
  [CALLS_ELSEWHERE] = "not bound to comba",
};

struct range
{
  unsigned long long begin, end;
};

struct library
{
  char path[PATH_MAX];
  dev_t device;
  ino_t inode;
  struct range range;           /* of its mappings */
  int place;                    /* in the link map, or -1 */
  enum binding calls;
};

struct running
{
  long pid;
  char program[PATH_MAX];
  struct library comba, libgmp[LIBRARIES];      /* comba.path is empty if it is not loaded */
  int libgmps;
  const char *no_order;         /* why the link map is not known; else NULL */
};

static int
open_proc (long pid, const char *name)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/%ld/%s", pid, name);
  return open (path, O_RDONLY | O_CLOEXEC);
}

/* libcomba.so.0, and libcomba-1a2b3c4d.so.0; not libcomba_omp. */
static int
is_comba (const char *path)
{
  const char *slash = strrchr (path, '/'), *name = slash != NULL ? slash + 1 : path;
  return strncmp (name, "libcomba.so", 11) == 0 || strncmp (name, "libcomba-", 9) == 0;
}

/* The mappings of a file follow each other. */
static void
note_mapping (struct running *r, const char *path, dev_t device, ino_t inode, struct range range)
{
  struct library *l = NULL;
  if (is_comba (path))
    l = &r->comba;
  else if (comba_is_libgmp (path))
    {
      for (int i = 0; i < r->libgmps; i++)
        if (r->libgmp[i].device == device && r->libgmp[i].inode == inode)
          {
            r->libgmp[i].range.end = range.end;
            return;
          }
      if (r->libgmps < LIBRARIES)
        l = &r->libgmp[r->libgmps++];
    }
  if (l == NULL)
    return;
  if (l == &r->comba && l->path[0] != '\0' && l->inode == inode)
    range.begin = l->range.begin;
  *l = (struct library) { .device = device, .inode = inode, .range = range, .place = -1 };
  snprintf (l->path, sizeof l->path, "%s", path);
}

/* Returns 0, or -1 with errno set. */
static int
read_maps (struct running *r)
{
  const int fd = open_proc (r->pid, "maps");
  FILE *maps = fd >= 0 ? fdopen (fd, "r") : NULL;
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  if (maps == NULL)
    return -1;
  errno = 0;
  while ((n = getline (&line, &size, maps)) > 0)
    {
      unsigned major, minor;
      unsigned long long inode;
      struct range range;
      int at = 0;
      line[n - (line[n - 1] == '\n')] = '\0';
      if (sscanf (line, "%llx-%llx %*s %*s %x:%x %llu %n", &range.begin, &range.end, &major, &minor, &inode, &at) == 5
          && line[at] == '/')
        note_mapping (r, line + at, (dev_t) major << 32 | minor, inode, range);
    }
  const int error = errno;
  free (line);
  fclose (maps);
  errno = error;
  return error != 0 ? -1 : 0;
}

static int
read_memory (int memory, ElfW (Addr) address, void *to, size_t size)
{
  return pread (memory, to, size, (off_t) address) == (ssize_t) size;
}

/* The string at ADDRESS, cut at SIZE - 1 bytes; empty if it cannot be read. */
static void
read_string (int memory, ElfW (Addr) address, char *text, size_t size)
{
  size_t n = 0;
  while (n + 1 < size && read_memory (memory, address + n, text + n, 1) && text[n] != '\0')
    n++;
  text[n] = '\0';
}

/* The program headers' address and number, from the auxiliary vector. */
static int
find_headers (long pid, ElfW (Addr) *address, size_t *count)
{
  ElfW (auxv_t) entry;
  const int fd = open_proc (pid, "auxv");
  *address = *count = 0;
  while (fd >= 0 && read (fd, &entry, sizeof entry) == sizeof entry && entry.a_type != AT_NULL)
    if (entry.a_type == AT_PHDR)
      *address = entry.a_un.a_val;
    else if (entry.a_type == AT_PHNUM)
      *count = entry.a_un.a_val;
  if (fd >= 0)
    close (fd);
  return *address != 0 && *count < ENTRIES_MAX;
}

/* The address of the program's dynamic section, or 0. */
static ElfW (Addr)
find_dynamic (int memory, ElfW (Addr) headers, size_t count)
{
  ElfW (Addr) base = 0, dynamic = 0;
  ElfW (Phdr) header;
  for (size_t i = 0; i < count && read_memory (memory, headers + i * sizeof header, &header, sizeof header); i++)
    if (header.p_type == PT_PHDR)
      base = headers - header.p_vaddr;
    else if (header.p_type == PT_DYNAMIC)
      dynamic = header.p_vaddr;
  return dynamic != 0 ? dynamic + base : 0;
}

/* The address of the link map's first element, or 0. */
static ElfW (Addr)
find_link_map (int memory, ElfW (Addr) dynamic)
{
  ElfW (Dyn) entry;
  for (int i = 0; i < ENTRIES_MAX; i++, dynamic += sizeof entry)
    {
      struct r_debug debug;
      if (!read_memory (memory, dynamic, &entry, sizeof entry) || entry.d_tag == DT_NULL)
        return 0;
      if (entry.d_tag == DT_DEBUG)
        return entry.d_un.d_ptr != 0 && read_memory (memory, entry.d_un.d_ptr, &debug, sizeof debug)
               ? (ElfW (Addr)) debug.r_map : 0;
    }
  return 0;
}

static int
is_in (struct range range, ElfW (Addr) address)
{
  return address >= range.begin && address < range.end;
}

/* Of a library whose dynamic section was read: tables of relocations, and what they refer to. */
struct relocations
{
  ElfW (Addr) base, symbols, strings, table[3], bytes[3], entry[3];
};

#if UINTPTR_MAX > 0xffffffff
#define RELOCATION_SYMBOL(info) ELF64_R_SYM (info)
#else
#define RELOCATION_SYMBOL(info) ELF32_R_SYM (info)
#endif

/* On some systems the loader relocates the addresses of a dynamic section, on others it does not. */
static int
find_relocations (int memory, ElfW (Addr) base, ElfW (Addr) dynamic, struct relocations *t)
{
  ElfW (Dyn) d;
  *t = (struct relocations) { .base = base, .entry = { sizeof (ElfW (Rela)), sizeof (ElfW (Rela)), sizeof (ElfW (Rel)) } };
  for (int i = 0; i < ENTRIES_MAX && read_memory (memory, dynamic, &d, sizeof d) && d.d_tag != DT_NULL; i++, dynamic += sizeof d)
    {
      const ElfW (Addr) address = d.d_un.d_ptr < base ? d.d_un.d_ptr + base : d.d_un.d_ptr;
      switch (d.d_tag)
        {
        case DT_SYMTAB: t->symbols = address; break;
        case DT_STRTAB: t->strings = address; break;
        case DT_JMPREL: t->table[0] = address; break;
        case DT_PLTRELSZ: t->bytes[0] = d.d_un.d_val; break;
        case DT_PLTREL: t->entry[0] = d.d_un.d_val == DT_REL ? sizeof (ElfW (Rel)) : sizeof (ElfW (Rela)); break;
        case DT_RELA: t->table[1] = address; break;
        case DT_RELASZ: t->bytes[1] = d.d_un.d_val; break;
        case DT_REL: t->table[2] = address; break;
        case DT_RELSZ: t->bytes[2] = d.d_un.d_val; break;
        default: break;
        }
    }
  return t->symbols != 0 && t->strings != 0;
}

/* Where the calls of SYMBOL go by one relocation; CALLS_FIXED if it is for another symbol. */
static enum binding
binding_by (int memory, const struct relocations *t, ElfW (Addr) at, const char *symbol, const struct running *r,
          const struct library *libgmp)
{
  ElfW (Rel) relocation;        /* the first words of Rela, too */
  ElfW (Sym) s;
  ElfW (Addr) target;
  char name[32];
  if (!read_memory (memory, at, &relocation, sizeof relocation)
      || !read_memory (memory, t->symbols + RELOCATION_SYMBOL (relocation.r_info) * sizeof s, &s, sizeof s))
    return CALLS_UNKNOWN;
  read_string (memory, t->strings + s.st_name, name, sizeof name);
  if (strcmp (name, symbol) != 0)
    return CALLS_FIXED;
  if (!read_memory (memory, t->base + relocation.r_offset, &target, sizeof target))
    return CALLS_UNKNOWN;
  return is_in (r->comba.range, target) ? CALLS_COMBA
         : is_in (libgmp->range, target) && target != t->base + s.st_value ? CALLS_PENDING : CALLS_ELSEWHERE;
}

static enum binding
read_binding (int memory, const struct link_map *object, const struct running *r, const struct library *libgmp)
{
  struct relocations t;
  if (!find_relocations (memory, object->l_addr, (ElfW (Addr)) object->l_ld, &t))
    return CALLS_UNKNOWN;
  for (int i = 0; i < 3; i++)
    for (ElfW (Addr) at = 0; t.table[i] != 0 && at < t.bytes[i]; at += t.entry[i])
      {
        const enum binding binding = binding_by (memory, &t, t.table[i] + at, "__gmpn_mul_n", r, libgmp);
        if (binding != CALLS_FIXED)
          return binding;
      }
  return CALLS_FIXED;
}

/* Gives the libraries their places.  Of several libgmp it is the one whose inode maps names: that
   of the file that the process sees. */
static void
read_places (struct running *r, int memory, ElfW (Addr) map)
{
  struct link_map object;
  for (int place = 0; map != 0 && place < OBJECTS_MAX && read_memory (memory, map, &object, sizeof object); place++)
    {
      char name[PATH_MAX], path[PATH_MAX + 64];
      struct stat s;
      read_string (memory, (ElfW (Addr)) object.l_name, name, sizeof name);
      snprintf (path, sizeof path, "/proc/%ld/root%s", r->pid, name);
      if (is_comba (name) && r->comba.place < 0)
        r->comba.place = place;
      else if (comba_is_libgmp (name))
        for (int i = 0; i < r->libgmps; i++)
          if (r->libgmp[i].place < 0
              && (r->libgmps == 1 || (stat (path, &s) == 0 && r->libgmp[i].inode == s.st_ino)))
            {
              r->libgmp[i].place = place;
              r->libgmp[i].calls = read_binding (memory, &object, r, &r->libgmp[i]);
            }
      map = (ElfW (Addr)) object.l_next;
    }
}

/* Whether the process has the word size of this program. */
static int
is_own_class (long pid)
{
  unsigned char ident[EI_NIDENT] = "";
  const int fd = open_proc (pid, "exe");
  const int known = fd >= 0 && read (fd, ident, sizeof ident) == sizeof ident;
  if (fd >= 0)
    close (fd);
  return known && ident[EI_CLASS] == (sizeof (void *) == 8 ? ELFCLASS64 : ELFCLASS32);
}

static void
read_order (struct running *r)
{
  ElfW (Addr) headers, dynamic, map;
  size_t count;
  char byte;
  const int memory = open_proc (r->pid, "mem");
  r->no_order = NULL;
  if (!is_own_class (r->pid))
    r->no_order = "it has another word size than comba-info";
  else if (!find_headers (r->pid, &headers, &count))
    r->no_order = "its program headers are not known";
  else if (memory < 0 || !read_memory (memory, headers, &byte, 1))
    r->no_order = "its memory may not be read (ptrace permission)";
  else if ((dynamic = find_dynamic (memory, headers, count)) == 0 || (map = find_link_map (memory, dynamic)) == 0)
    r->no_order = "its loader leaves no list of libraries";
  else
    read_places (r, memory, map);
  if (memory >= 0)
    close (memory);
}

/* Whether comba stands before a libgmp: 1, 0, or -1 if that is not known. */
static int
is_first (const struct running *r, const struct library *libgmp)
{
  return r->comba.path[0] == '\0' ? 0
         : r->comba.place < 0 || libgmp->place < 0 ? -1 : r->comba.place < libgmp->place;
}

/* Whether comba serves a libgmp, as far as one function tells: 1, 0, or -1 if that is not known. */
static int
is_served (const struct running *r, const struct library *libgmp)
{
  return libgmp->calls == CALLS_COMBA ? 1
         : libgmp->calls == CALLS_FIXED || libgmp->calls == CALLS_ELSEWHERE ? 0 : is_first (r, libgmp);
}

static enum serves
judge (const struct running *r, char verdict[VERDICT])
{
  int served = 0, first = 0, unknown = 0;
  for (int i = 0; i < r->libgmps; i++)
    {
      served += is_served (r, &r->libgmp[i]) == 1;
      first += is_first (r, &r->libgmp[i]) == 1;
      unknown += is_served (r, &r->libgmp[i]) < 0;
    }
  const char *which = r->libgmps == 1 ? "the libgmp" : "a libgmp";
  if (served > 0 && first > 0)
    snprintf (verdict, VERDICT, "comba stands before %s of process %ld.", which, r->pid);
  else if (served > 0)
    snprintf (verdict, VERDICT, "comba serves process %ld: %s calls it, though it stands before comba.", r->pid, which);
  else if (r->libgmps == 0)
    snprintf (verdict, VERDICT, "comba does not serve process %ld: it has no shared libgmp now.", r->pid);
  else if (r->comba.path[0] == '\0')
    snprintf (verdict, VERDICT, "comba does not serve process %ld: no shared libcomba is loaded.", r->pid);
  else if (unknown > 0)
    snprintf (verdict, VERDICT, "comba is loaded, but whether it stands before %s of process %ld is not known: %s.",
              which, r->pid, r->no_order != NULL ? r->no_order : "its list of libraries has changed meanwhile");
  else if (first > 0)
    snprintf (verdict, VERDICT, "comba does not serve process %ld: it stands before %s, whose calls go past it.",
              r->pid, which);
  else
    snprintf (verdict, VERDICT, "comba does not serve process %ld: its libgmp stands before comba.", r->pid);
  return served > 0 ? SERVES : unknown > 0 ? SERVES_UNKNOWN : SERVES_NOT;
}

static void
write_text (FILE *file, const struct running *r, const char *verdict)
{
  fprintf (file, "%s\n\nprocess %ld, %s\n  libcomba           %s\n", verdict, r->pid, r->program,
           r->comba.path[0] != '\0' ? r->comba.path : "none loaded");
  for (int i = 0; i < r->libgmps; i++)
    {
      const int first = is_first (r, &r->libgmp[i]);
      fprintf (file, "  libgmp             %s%s\n", r->libgmp[i].path,
               first > 0 ? ", after comba" : first == 0 && r->comba.path[0] != '\0' ? ", before comba" : "");
      if (r->libgmp[i].calls != CALLS_UNKNOWN)
        fprintf (file, "                     calls of mul_n: %s\n", binding_text[r->libgmp[i].calls]);
    }
  if (r->libgmps == 0)
    fputs ("  libgmp             none loaded\n", file);
}

static void
write_json (FILE *file, const struct running *r, enum serves serves, const char *verdict)
{
  struct json j = { .file = file };
  json_open (&j, NULL, '{');
  json_string (&j, "comba", comba_version ());
  json_bool (&j, "serves", serves == SERVES ? 1 : serves == SERVES_NOT ? 0 : -1);
  json_string (&j, "verdict", verdict);
  json_number (&j, "pid", (unsigned long long) r->pid);
  json_string (&j, "program", r->program);
  json_string (&j, "libcomba", r->comba.path[0] != '\0' ? r->comba.path : NULL);
  json_open (&j, "libgmp", '[');
  for (int i = 0; i < r->libgmps; i++)
    {
      json_open (&j, NULL, '{');
      json_string (&j, "path", r->libgmp[i].path);
      json_bool (&j, "after_comba", is_first (r, &r->libgmp[i]));
      json_string (&j, "mul_n", r->libgmp[i].calls != CALLS_UNKNOWN ? binding_text[r->libgmp[i].calls] : NULL);
      json_close (&j, '}');
    }
  json_close (&j, ']');
  json_close (&j, '}');
}

enum serves
show_running (FILE *file, int as_json, long pid)
{
  static struct running r;
  char verdict[VERDICT], exe[64];
  r.pid = pid;
  r.comba.place = -1;
  if (read_maps (&r) != 0)
    {
      fprintf (stderr, "comba-info: process %ld: %s\n", pid,
               errno == ENOENT || errno == ESRCH ? "there is no such process"
               : errno == EACCES || errno == EPERM ? "its libraries may not be read; try as its user or as root"
               : strerror (errno));
      return SERVES_UNKNOWN;
    }
  snprintf (exe, sizeof exe, "/proc/%ld/exe", pid);
  if (readlink (exe, r.program, sizeof r.program - 1) < 0)
    strcpy (r.program, "?");
  if (r.comba.path[0] != '\0' && r.libgmps > 0)
    read_order (&r);
  const enum serves serves = judge (&r, verdict);
  if (as_json)
    write_json (file, &r, serves, verdict);
  else
    write_text (file, &r, verdict);
  return serves;
}
