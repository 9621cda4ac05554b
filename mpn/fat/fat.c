/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The kernel table of a fat libgmp.  The contracts are in fat/fat.h.

   When.  Objects that are there when comba is loaded are served by comba's constructor.  A libgmp
   that is opened later calls __gmpn_cpuvec_init before its first use of the table, through its PLT.
   The loader binds that call to comba, as it does those of mpn_mul, because comba exports the
   symbol.  So nothing has to watch for libraries, and no product asks whether there is a new one.

   Order.  comba runs the libgmp's own __gmpn_cpuvec_init, which fills the whole table and marks it
   as filled, and then stores over some of its pointers.  GMP's function may be running in another
   thread, too, where it started before comba was loaded.  It then may store its own pointers over
   comba's, and some calls stay in GMP.  Whatever the order, each pointer at any time is that of a
   function with the same contract, and each is stored by one instruction.  Results do not depend on
   which one a call takes.

   Thresholds.  The table's five thresholds stay GMP's.  mpn_mul_n and mpn_sqr reach comba in any
   case.  And mpn_sqr_basecase of GMP has buffers for operands below its own sqr_toom2_threshold: a
   thread may have read that pointer before comba stored its own, and call it afterwards.

   Locks.  dl_iterate_phdr takes the lock of the loader's list of objects, which is recursive, and
   which nobody holds except to change or walk the list: dlopen runs no constructor under it.  No
   object can be unloaded meanwhile.  But a child that was forked while another thread held it would
   wait for ever.  For tables that comba fills at load no call takes the lock any more.  The first
   call through another table asks _dl_find_object, which takes none, where the C library has it:
   glibc since 2.35.  Elsewhere that call takes the lock once. */

#include "fat/fat.h"
#include "fat/image.h"
#include "limb.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#ifdef DLFO_STRUCT_HAS_EH_DBASE
#include <gnu/libc-version.h>
#endif

/* Whether COMBA_FAT allows it, and who says so. */
static _Atomic int allowed;
static const char *_Atomic source = "built-in";

int
comba_fat_enabled (const char **who)
{
  *who = source;
  return allowed;
}

#ifdef COMBA_X86_64

/* Whether tables are filled, and the reason if not.  They are not before comba_fat_start. */
static _Atomic int filling;
static const char *_Atomic why_not = "comba is not started";

/* struct cpuvec_t of GMP 6.0 to 6.3: 37 pointers, then 5 thresholds. */
enum { TABLE_BYTES = (37 + 5) * 8 };

/* What comba replaces: the name of the function's entry, which jumps through the table. */
static const struct
{
  const char *symbol;
  unsigned index;
} slots[COMBA_FAT_COUNT] = {
#define X(name, index) [COMBA_FAT_##name] = { "__gmpn_" #name, index },
  COMBA_FAT_FUNCTIONS (X)
#undef X
};

typedef comba_fat_fn *_Atomic slot;

/* An object with a function __gmpn_cpuvec_init of its own, and its table; 0 if it exports none. */
struct fat
{
  struct comba_image image;
  ElfW (Addr) table;
  size_t table_bytes;
  comba_fat_fn *init;
};

static int
is_data (const ElfW (Sym) *s)
{
  return s != NULL && ELF64_ST_TYPE (s->st_info) == STT_OBJECT;
}

static int
is_code (const ElfW (Sym) *s)
{
  return s != NULL && ELF64_ST_TYPE (s->st_info) == STT_FUNC;
}

/* Fills *FAT if this object has such a function. */
static int
find_init (struct fat *fat, const struct dl_phdr_info *info)
{
  if (!comba_image_read (&fat->image, info))
    return 0;
  const ElfW (Sym) *const init = comba_image_symbol (&fat->image, "__gmpn_cpuvec_init");
  if (!is_code (init) || !comba_image_holds (&fat->image, fat->image.base + init->st_value, 1, PF_X))
    return 0;
  fat->init = (comba_fat_fn *) (fat->image.base + init->st_value);
  const ElfW (Sym) *const table = comba_image_symbol (&fat->image, "__gmpn_cpuvec");
  fat->table = is_data (table) ? fat->image.base + table->st_value : 0;
  fat->table_bytes = is_data (table) ? table->st_size : 0;
  return 1;
}

/* Fills *FAT if this object has a table, too: a libgmp.  comba has the function only. */
static int
find (struct fat *fat, const struct dl_phdr_info *info)
{
  return find_init (fat, info) && fat->table != 0;
}

/* Whether __gmp_version is that of a GMP whose table is laid out as above. */
static int
known_version (const struct comba_image *image)
{
  const ElfW (Sym) *s = comba_image_symbol (image, "__gmp_version");
  if (!is_data (s) || s->st_size != sizeof (ElfW (Addr))
      || !comba_image_holds (image, image->base + s->st_value, sizeof (ElfW (Addr)), PF_R))
    return 0;
  const char *version = *(const char *const *) (image->base + s->st_value);
  return comba_image_holds (image, (ElfW (Addr)) version, 6, PF_R)
         && version[0] == '6' && version[1] == '.' && version[2] >= '0' && version[2] <= '3'
         && version[3] == '.' && version[4] >= '0' && version[4] <= '9' && version[5] == '\0';
}

/* Decodes the entry of a function of a fat libgmp, at CODE: an address in rax, and a jump through
   the pointer at an offset from there.  Sets *OFFSET and returns the address; or returns 0 if the
   code is anything else. */
static ElfW (Addr)
decode (const struct comba_image *image, ElfW (Addr) code, unsigned *offset)
{
  enum { ENDBR = 4, LOAD = 7, JUMP = 6 };       /* bytes of the instructions, at most */
  if (!comba_image_holds (image, code, ENDBR + LOAD + JUMP, PF_R | PF_X))
    return 0;
  const unsigned char *c = (const unsigned char *) code;
  if (memcmp (c, "\xf3\x0f\x1e\xfa", ENDBR) == 0)
    c += ENDBR;

  /* mov __gmpn_cpuvec@GOTPCREL(%rip), %rax; or lea, which a linker puts in its place. */
  int32_t distance;
  memcpy (&distance, c + 3, sizeof distance);
  ElfW (Addr) address = (ElfW (Addr)) (c + LOAD) + (ElfW (Addr)) (ElfW (Sxword)) distance;
  if (memcmp (c, "\x48\x8b\x05", 3) == 0)
    {
      if (!comba_image_holds (image, address, sizeof address, PF_R))
        return 0;
      address = *(const volatile ElfW (Addr) *) address;
    }
  else if (memcmp (c, "\x48\x8d\x05", 3) != 0)
    return 0;
  c += LOAD;

  /* jmp *offset(%rax) */
  if (c[0] != 0xff)
    return 0;
  if (c[1] == 0x20)
    *offset = 0;
  else if (c[1] == 0x60 && c[2] < 0x80)
    *offset = c[2];
  else if (c[1] == 0xa0)
    memcpy (offset, c + 2, sizeof *offset);
  else
    return 0;
  return address;
}

/* Returns the table through which the entry of function F jumps, and in *OFFSET where; or 0. */
static ElfW (Addr)
table_of (const struct fat *fat, int f, unsigned *offset)
{
  const ElfW (Sym) *entry = comba_image_symbol (&fat->image, slots[f].symbol);
  return is_code (entry) ? decode (&fat->image, fat->image.base + entry->st_value, offset) : 0;
}

static slot *
slot_of (const struct fat *fat, int f)
{
  return (slot *) fat->table + slots[f].index;
}

static int
is_replaced (const struct fat *fat, int f)
{
  return atomic_load_explicit (slot_of (fat, f), memory_order_relaxed) == comba_fat_functions[f];
}

/* Returns NULL if everything proves that the table has the layout above and may be written, else
   the reason why not.  Version and size name the layout; the library's own entries confirm the
   place of each pointer; and each pointer must still be the library's own, or comba's. */
static const char *
objection (const struct fat *fat)
{
  if (!known_version (&fat->image))
    return "unknown layout: not GMP 6.0 to 6.3";
  if (fat->table_bytes != TABLE_BYTES)
    return "unknown layout: a table of another size";
  if (fat->table % sizeof (slot) != 0 || !comba_image_holds (&fat->image, fat->table, TABLE_BYTES, PF_R | PF_W))
    return "its table is read-only";
  for (int f = 0; f < COMBA_FAT_COUNT; f++)
    {
      unsigned offset = 0;
      const ElfW (Addr) table = table_of (fat, f, &offset);
      if (table == 0 || offset != slots[f].index * sizeof (slot))
        return "unknown layout: its functions do not use the table as GMP's do";
      if (table != fat->table)
        return "it uses another object's table";
    }
  for (int f = 0; f < COMBA_FAT_COUNT; f++)
    if (!is_replaced (fat, f) && !comba_image_holds (&fat->image, (ElfW (Addr)) *slot_of (fat, f), 1, PF_X))
      return "its table has kernels of a third library";
  return NULL;
}

struct owner
{
  ElfW (Addr) table;
  int found;
};

static int
find_owner (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  struct owner *const owner = data;
  struct fat other;
  owner->found = find (&other, info) && other.table == owner->table;
  return owner->found;
}

/* Whether the library's own __gmpn_cpuvec_init is the one for the table that its functions use.  It
   is not if that is another libgmp's, which the loader found first.  It is if the linker has put a
   copy of the table into the program. */
static int
fills_table (const struct fat *fat)
{
  unsigned offset;
  struct owner owner = { .table = table_of (fat, 0, &offset) };
  if (owner.table != 0 && owner.table != fat->table)
    dl_iterate_phdr (find_owner, &owner);
  return !owner.found;
}

static int
holds_code (const struct comba_image *image, const void *address)
{
  return address != NULL && comba_image_holds (image, (ElfW (Addr)) address, 1, PF_X);
}

/* A walk over the objects, and the address in one of them that called __gmpn_cpuvec_init. */
struct walk
{
  const void *caller;
  int served;
};

static void
fill (const struct fat *fat)
{
  for (int f = 0; f < COMBA_FAT_COUNT; f++)
    atomic_store_explicit (slot_of (fat, f), comba_fat_functions[f], memory_order_release);
}

/* As GMP's function must, this one runs for a refused table, too. */
static void
init (const struct fat *fat)
{
  const int may_fill = filling && objection (fat) == NULL;
  fat->init ();
  if (may_fill)
    fill (fat);
}

static int
serve_caller (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  struct walk *const walk = data;
  struct fat fat;
  if (!find_init (&fat, info) || !holds_code (&fat.image, walk->caller) || !fills_table (&fat))
    return 0;
  init (&fat);
  walk->served = 1;
  return 1;
}

static int
serve_any (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  (void) data;
  struct fat fat;
  if (find (&fat, info) && comba_image_relocated (&fat.image) && fills_table (&fat))
    init (&fat);
  return 0;
}

static int COMBA_AT_LOAD
serve_at_load (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  (void) data;
  struct fat fat;
  if (find (&fat, info) && comba_image_relocated (&fat.image) && objection (&fat) == NULL)
    init (&fat);
  return 0;
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE

/* _dl_find_object, or NULL.  Not linked: an older C library lacks it.  Nor asked for there: dlsym
   would allocate memory for its message. */
static __typeof__ (_dl_find_object) *_Atomic find_object;

/* Weak: a program of another C library may load this one, too. */
extern __typeof__ (gnu_get_libc_version) gnu_get_libc_version __attribute__ ((weak));

static void COMBA_AT_LOAD
start_finding (void)
{
  if (gnu_get_libc_version != NULL && strverscmp (gnu_get_libc_version (), "2.35") >= 0)
    find_object = (__typeof__ (_dl_find_object) *) dlsym (RTLD_DEFAULT, "_dl_find_object");
}

/* Serves the object that has the walk's caller, whose headers the loader has mapped with it. */
static void
serve_found (struct walk *walk)
{
  struct dl_find_object object;
  __typeof__ (_dl_find_object) *const find_it = find_object;
  if (find_it == NULL || find_it ((void *) walk->caller, &object) != 0)
    return;
  const ElfW (Ehdr) *header = object.dlfo_map_start;
  if (memcmp (header->e_ident, ELFMAG, SELFMAG) != 0)
    return;
  struct dl_phdr_info info = {
    .dlpi_addr = object.dlfo_link_map->l_addr, .dlpi_name = object.dlfo_link_map->l_name,
    .dlpi_phdr = (const ElfW (Phdr) *) ((const char *) header + header->e_phoff), .dlpi_phnum = header->e_phnum,
  };
  serve_caller (&info, sizeof info, walk);
}

#else

static void COMBA_AT_LOAD
start_finding (void)
{
}

static void
serve_found (struct walk *walk)
{
  (void) walk;
}

#endif

void
comba_fat_serve (const void *caller)
{
  struct walk walk = { .caller = caller };
  serve_found (&walk);
  if (!walk.served)
    dl_iterate_phdr (serve_caller, &walk);
  /* A program that was compiled with GMP's internal headers calls the function, too.  Which table
     it then reads, the loader knows. */
  if (!walk.served)
    dl_iterate_phdr (serve_any, NULL);
}

/* Sets *DATA if the object that has comba's code is never unloaded: libcomba.so is, but libcomba.a
   may be part of any object. */
static int COMBA_AT_LOAD
find_comba (struct dl_phdr_info *info, size_t size, void *data)
{
  (void) size;
  struct comba_image image;
  if (!comba_image_read (&image, info) || !holds_code (&image, (const void *) find_comba))
    return 0;
  *(int *) data = (image.flags_1 & DF_1_NODELETE) != 0;
  return 1;
}

static const char * COMBA_AT_LOAD
reason_not_to_fill (void)
{
  const char *const value = comba_getenv ("COMBA_FAT");
  if (value != NULL && strcmp (value, "off") == 0)
    {
      source = "COMBA_FAT";
      return "COMBA_FAT=off";
    }
  allowed = 1;
  if (value != NULL)
    comba_warn ("COMBA_FAT=%.40s is not off; ignoring it", value);
  int stays = 0;
  dl_iterate_phdr (find_comba, &stays);
  return stays ? NULL : "comba is not in an object that stays loaded";
}

void COMBA_AT_LOAD
comba_fat_start (void)
{
  why_not = reason_not_to_fill ();
  filling = why_not == NULL;
  if (filling)
    {
      start_finding ();
      dl_iterate_phdr (serve_at_load, NULL);
    }
}

/* GMP's flag.  A libgmp that does not export it counts as one that has filled its table. */
static int
is_filled (const struct comba_image *image)
{
  const ElfW (Sym) *s = comba_image_symbol (image, "__gmpn_cpuvec_initialized");
  return !is_data (s) || s->st_size != sizeof (int)
         || !comba_image_holds (image, image->base + s->st_value, sizeof (int), PF_R)
         || *(const volatile int *) (image->base + s->st_value) != 0;
}

struct comba_fat_state
comba_fat_state (const struct dl_phdr_info *info)
{
  struct comba_fat_state state = { 0 };
  struct fat fat;
  if (!filling || !find (&fat, info) || objection (&fat) != NULL)
    return state;
  state.replaceable = (1u << COMBA_FAT_COUNT) - 1;
  for (int f = 0; f < COMBA_FAT_COUNT; f++)
    state.replaced |= (unsigned) is_replaced (&fat, f) << f;
  if (!is_filled (&fat.image))
    state.pending = state.replaceable & ~state.replaced;
  return state;
}

void
comba_fat_describe (struct comba_text *t, const struct dl_phdr_info *info)
{
  struct fat fat;
  if (!find (&fat, info))
    return;
  const char *no = filling ? objection (&fat) : why_not;
  comba_text_add (t, "comba: kernels of its fat table replaced:");
  if (no == NULL)
    for (int f = 0; f < COMBA_FAT_COUNT; f++)
      if (is_replaced (&fat, f))
        {
          comba_text_add (t, " %s", slots[f].symbol + strlen ("__gmpn_"));
          no = "";
        }
  if (no == NULL)
    comba_text_add (t, is_filled (&fat.image) ? " none (GMP filled it without comba)" : " none (not filled yet)");
  else if (*no != '\0')
    comba_text_add (t, " none (%s)", no);
  comba_text_add (t, "\n");
}

#else

void COMBA_AT_LOAD
comba_fat_start (void)
{
}

struct comba_fat_state
comba_fat_state (const struct dl_phdr_info *info)
{
  (void) info;
  return (struct comba_fat_state) { 0 };
}

void
comba_fat_describe (struct comba_text *t, const struct dl_phdr_info *info)
{
  (void) t;
  (void) info;
}

#endif
