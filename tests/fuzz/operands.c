/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Operands of the fuzzer, and where they lie. */

#include "fuzz.h"
#include <sys/mman.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#define POISONS 1
#elif defined __has_feature
#if __has_feature (address_sanitizer)
#define POISONS 1
#endif
#endif
#ifdef POISONS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, bytes) ((void) (p), (void) (bytes))
#define ASAN_UNPOISON_MEMORY_REGION(p, bytes) ((void) (p), (void) (bytes))
#endif

uint64_t
fuzz_random (uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static void
put_bits (mp_ptr p, mp_size_t n, mp_size_t at, int width, uint64_t value)
{
  for (int i = 0; i < width && at + i < n * GMP_LIMB_BITS; i++)
    p[(at + i) / GMP_LIMB_BITS] |= (mp_limb_t) (value >> i & 1) << (at + i) % GMP_LIMB_BITS;
}

/* A digit of WIDTH bits near a limit of its range or of half of it. */
static uint64_t
digit (int width, unsigned which, uint64_t *state)
{
  const uint64_t most = ~(uint64_t) 0 >> (64 - width), half = (uint64_t) 1 << (width - 1);
  const uint64_t edges[] = {
    0, most, 1, half, most - 1, half - 1, half + 1, (uint64_t) 1 << width / 2, ((uint64_t) 1 << width / 2) - 1,
    fuzz_random (state) & most
  };
  enum { EDGES = sizeof edges / sizeof edges[0] };
  /* One edge for every digit, two, or any. */
  const uint64_t random = fuzz_random (state);
  return which < 128 ? edges[which % EDGES] : which < 192 && random % 8 != 0 ? edges[which % 2] : edges[random / 8 % EDGES];
}

static void
digits (mp_ptr p, mp_size_t n, int width, unsigned which, uint64_t *state)
{
  memset (p, 0, BYTES (n));
  for (mp_size_t at = 0; at < n * GMP_LIMB_BITS; at += width)
    put_bits (p, n, at, width, digit (width, which, state));
}

static void
runs (mp_ptr p, mp_size_t n, unsigned longest, uint64_t *state)
{
  mp_limb_t ones = fuzz_random (state) & 1;
  memset (p, 0, BYTES (n));
  for (mp_size_t at = 0; at < n * GMP_LIMB_BITS; ones ^= 1)
    for (mp_size_t end = at + 1 + (mp_size_t) (fuzz_random (state) % longest); at < end && at < n * GMP_LIMB_BITS; at++)
      p[at / GMP_LIMB_BITS] |= ones << at % GMP_LIMB_BITS;
}

static void
segment (mp_ptr p, mp_size_t n, unsigned op, unsigned arg, uint64_t *state)
{
  static const mp_limb_t flips[] = { 0, ~(mp_limb_t) 0 };
  switch (op % 16)
    {
    case 0: case 1:
      for (mp_size_t i = 0; i < n; i++)
        p[i] = flips[op % 16];
      break;
    case 2:                     /* few ones, or few zeros */
      for (mp_size_t i = 0; i < n; i++)
        p[i] = flips[arg & 1];
      for (unsigned i = 0; i <= (arg >> 1) % 6; i++)
        {
          const mp_size_t at = (mp_size_t) (fuzz_random (state) % (uint64_t) (n * GMP_LIMB_BITS));
          p[at / GMP_LIMB_BITS] ^= (mp_limb_t) 1 << at % GMP_LIMB_BITS;
        }
      break;
    case 3:
      runs (p, n, 2 * GMP_LIMB_BITS, state);
      break;
    case 4:
      runs (p, n, 1 + arg * 4, state);
      break;
    case 5: case 6: case 7: case 8:
      digits (p, n, op % 16 == 5 ? 52 : op % 16 == 6 ? 51 : op % 16 == 7 ? 48 : GMP_LIMB_BITS, arg, state);
      break;
    case 9:                     /* the same limb again and again */
      segment (p, 1, 8, arg | 192, state);
      for (mp_size_t i = 1; i < n; i++)
        p[i] = p[0];
      break;
    case 10:                    /* a period of a few limbs: equal lanes */
      {
        const mp_size_t period = 1 + (mp_size_t) (arg % 9);
        for (mp_size_t i = 0; i < n; i++)
          p[i] = i < period ? (mp_limb_t) fuzz_random (state) : p[i - period];
        break;
      }
    case 11:                    /* a power of two, more or less: ones that end in anything */
      for (mp_size_t i = 0; i < n; i++)
        p[i] = flips[arg & 1];
      p[0] -= arg >> 1;
      break;
    case 12:                    /* a limb or two of anything in ones or zeros */
      for (mp_size_t i = 0; i < n; i++)
        p[i] = flips[arg & 1];
      for (int i = 0; i < 2; i++)
        p[fuzz_random (state) % (uint64_t) n] = (mp_limb_t) fuzz_random (state);
      break;
    default:
      for (mp_size_t i = 0; i < n; i++)
        p[i] = (mp_limb_t) fuzz_random (state);
    }
}

void
fuzz_operand (mp_ptr p, mp_size_t n, const uint8_t *program, uint64_t *state)
{
  /* A segment: its pattern, its argument, its share, and how the last limb differs. */
  const unsigned segments = 1 + program[0] % 3;
  mp_size_t done = 0;
  for (unsigned i = 0; i < segments && done < n; i++)
    {
      const uint8_t *const s = program + 1 + 3 * i;
      mp_size_t m = i == segments - 1 ? n - done : s[2] < 16 ? s[2] : n * s[2] / 256;
      m = m < n - done ? m : n - done;
      if (m > 0)
        segment (p + done, m, s[0], s[1], state);
      done += m;
    }
  /* The limbs at both ends decide about carries and normalization. */
  if (program[10] < 64)
    p[0] = (mp_limb_t) digit (GMP_LIMB_BITS, program[10], state);
  if (program[11] < 64)
    p[n - 1] = (mp_limb_t) digit (GMP_LIMB_BITS, program[11], state);
  else if (program[11] < 96)
    p[n - 1] >>= program[11] % GMP_LIMB_BITS;
}

/* --- Areas */

enum { GUARD = 16, AREA = 4 * FUZZ_MOST + 8192 };      /* limbs */

static struct area
{
  mp_ptr memory, p;
  mp_size_t n;
} areas[FUZZ_AREAS];

static mp_limb_t
guard (mp_size_t i)
{
  return (mp_limb_t) 0xdeadbeefcafef00du + (mp_limb_t) i;
}

static void
map (struct area *a)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE), bytes = (BYTES (AREA) + page - 1) / page * page;
  char *const all = mmap (NULL, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect (all + page, bytes, PROT_READ | PROT_WRITE) != 0)
    {
      perror ("fuzz: mmap");
      exit (2);
    }
  a->memory = (mp_ptr) (all + page);
}

/* The limbs that an area has at all. */
static mp_size_t
whole (void)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  return (mp_size_t) ((BYTES (AREA) + page - 1) / page * page / sizeof (mp_limb_t));
}

mp_ptr
fuzz_area (int number, mp_size_t n, unsigned place)
{
  struct area *const a = &areas[number];
  if (a->memory == NULL)
    map (a);
  const mp_size_t all = whole ();
  const mp_size_t at = place % 4 == 0 ? all - n : place % 4 == 1 ? 0 : GUARD + (mp_size_t) (place / 4 % 8);
  if (n < 0 || n + at > all)
    {
      fprintf (stderr, "fuzz: an area of %ld limbs\n", (long) n);
      abort ();
    }
  a->p = a->memory + at;
  a->n = n;
  ASAN_UNPOISON_MEMORY_REGION (a->memory, BYTES (all));
  for (mp_size_t i = 1; i <= GUARD && i <= at; i++)
    a->p[-i] = guard (-i);
  for (mp_size_t i = 0; i < GUARD && at + n + i < all; i++)
    a->p[n + i] = guard (i);
  for (mp_size_t i = 0; i < n; i++)
    a->p[i] = guard (i) * 3;
  ASAN_POISON_MEMORY_REGION (a->memory, BYTES (at));
  ASAN_POISON_MEMORY_REGION (a->p + n, BYTES (all - at - n));
  return a->p;
}

int
fuzz_areas_damaged (void)
{
  const mp_size_t all = whole ();
  for (int k = 0; k < FUZZ_AREAS; k++)
    {
      const struct area *const a = &areas[k];
      if (a->p == NULL)
        continue;
      const mp_size_t at = a->p - a->memory;
      ASAN_UNPOISON_MEMORY_REGION (a->memory, BYTES (all));
      for (mp_size_t i = 1; i <= GUARD && i <= at; i++)
        if (a->p[-i] != guard (-i))
          return k;
      for (mp_size_t i = 0; i < GUARD && at + a->n + i < all; i++)
        if (a->p[a->n + i] != guard (i))
          return k;
    }
  return -1;
}

void
fuzz_areas_reset (void)
{
  for (int k = 0; k < FUZZ_AREAS; k++)
    areas[k].p = NULL;
}
