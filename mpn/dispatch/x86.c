/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Feature detection on x86: CPUID for the CPU, and XGETBV for the system, which must save the
   registers that the instructions use. */

#include "dispatch/x86.h"
#include "dispatch/config.h"

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#include <stdio.h>
#include <string.h>

/* State saved by the system: xmm and ymm registers; those, and mask and zmm registers. */
enum { XCR0_AVX = 0x06, XCR0_AVX512 = 0xe6 };

/* The first four bytes of the maker's name, registers of CPUID leaves 1 and 7 (0 if the CPU has no
   such leaf), and XCR0 (0 if it cannot be read).  Read once: in a virtual machine each leaf takes
   microseconds.  Threads that read them at the same time store the same values. */
struct cpu
{
  _Atomic unsigned maker, eax1, ecx1, edx1, ebx7, ecx7, xcr0;
};

static const struct cpu *
cpu (void)
{
  static struct cpu found;
  static _Atomic int known;
  if (known)
    return &found;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  unsigned maker = 0;
  const unsigned leaves = __get_cpuid_max (0, &maker);
  found.maker = maker;
  if (leaves >= 7)
    {
      __cpuid_count (7, 0, eax, ebx, ecx, edx);
      found.ebx7 = ebx;
      found.ecx7 = ecx;
    }
  if (leaves >= 1)
    {
      __cpuid (1, eax, ebx, ecx, edx);
      found.eax1 = eax;
      found.ecx1 = ecx;
      found.edx1 = edx;
      if ((ecx & bit_OSXSAVE) != 0)
        {
          __asm__ volatile ("xgetbv" : "=a" (eax), "=d" (edx) : "c" (0));
          found.xcr0 = eax;
        }
    }
  known = 1;
  return &found;
}

static int
system_saves (unsigned mask)
{
  return (cpu ()->xcr0 & mask) == mask;
}

const char *
comba_why_not_adx (void)
{
  const unsigned ebx = bit_BMI2 | bit_ADX;
  return (cpu ()->ebx7 & ebx) == ebx ? NULL : "this CPU has no mulx, adcx and adox (BMI2, ADX)";
}

const char *
comba_why_not_ifma_32 (void)
{
  const unsigned ebx = bit_BMI2 | bit_AVX512F | bit_AVX512DQ | bit_AVX512IFMA | bit_AVX512BW
                       | bit_AVX512VL;
  if ((cpu ()->ebx7 & ebx) != ebx || (cpu ()->ecx7 & bit_AVX512VBMI) == 0)
    return "this CPU has no AVX-512 IFMA and VBMI";
  if (!system_saves (XCR0_AVX512))
    return "the system does not save the registers of AVX-512";
  return NULL;
}

const char *
comba_why_not_ifma (void)
{
  const char *reason = comba_why_not_ifma_32 ();
  return reason != NULL ? reason : comba_why_not_adx ();
}

/* Family and model, as Intel and AMD define them, from EAX of leaf 1. */
static unsigned
family_of (unsigned eax)
{
  unsigned family = eax >> 8 & 15;
  return family == 15 ? family + (eax >> 20 & 255) : family;
}

static unsigned
model_of (unsigned eax)
{
  unsigned family = eax >> 8 & 15, model = eax >> 4 & 15;
  return family == 6 || family == 15 ? model + (eax >> 12 & 0xf0) : model;
}

/* By family and model: virtual machines hide leaf 0x8000001a, which has the width of
   multipliers. */
int
comba_x86_is (const struct comba_cpus *cpus)
{
  const unsigned family = family_of (cpu ()->eax1), model = model_of (cpu ()->eax1);
  const unsigned maker = cpu ()->maker;
  if (memcmp (&maker, cpus->maker, sizeof maker) != 0)
    return 0;
  if (cpus->family == 0 || (cpus->later && family > cpus->family))
    return 1;
  return family == cpus->family && (cpus->model == 0 || model == cpus->model)
         && (cpus->not_lines >> (model >> 4) & 1) == 0;
}

const char *
comba_why_not_avx2 (void)
{
  if ((cpu ()->ebx7 & bit_AVX2) == 0)
    return "this CPU has no AVX2";
  if (!system_saves (XCR0_AVX))
    return "the system does not save the registers of AVX";
  return NULL;
}

const char *
comba_why_not_fma (void)
{
  const char *reason = comba_why_not_avx2 ();
  if (reason != NULL)
    return reason;
  if ((cpu ()->ecx1 & bit_FMA) == 0)
    return "this CPU has no fused multiply-add (FMA)";
  return (cpu ()->ebx7 & bit_BMI2) != 0 ? NULL : "this CPU has no mulx (BMI2)";
}

const char *
comba_why_not_avx2_fma (void)
{
  const char *reason = comba_why_not_fma ();
  return reason != NULL ? reason : comba_why_not_adx ();
}

const char *
comba_why_not_sse2 (void)
{
  if ((cpu ()->edx1 & bit_SSE2) == 0)
    return "this CPU has no SSE2";
  return NULL;
}

/* The features that CPU configurations need, in the order of their bits in comba_x86_name. */
static const struct
{
  const char *name;
  unsigned ebx, ecx, saved;
} features[] = {
  { "avx2", bit_AVX2, 0, XCR0_AVX },
  { "bmi2", bit_BMI2, 0, 0 },
  { "adx", bit_ADX, 0, 0 },
  { "avx512f", bit_AVX512F, 0, XCR0_AVX512 },
  { "avx512dq", bit_AVX512DQ, 0, XCR0_AVX512 },
  { "avx512ifma", bit_AVX512IFMA, 0, XCR0_AVX512 },
  { "avx512bw", bit_AVX512BW, 0, XCR0_AVX512 },
  { "avx512vl", bit_AVX512VL, 0, XCR0_AVX512 },
  { "avx512vbmi", 0, bit_AVX512VBMI, XCR0_AVX512 },
};
enum { FEATURES = sizeof features / sizeof features[0] };

static int
has_feature (int i)
{
  return (cpu ()->ebx7 & features[i].ebx) == features[i].ebx
         && (cpu ()->ecx7 & features[i].ecx) == features[i].ecx
         && (features[i].saved == 0 || system_saves (features[i].saved));
}

static void
read_vendor (char vendor[13])
{
  unsigned eax = 0, words[3] = { 0, 0, 0 };
  __get_cpuid (0, &eax, &words[0], &words[2], &words[1]);
  memcpy (vendor, words, sizeof words);
  vendor[sizeof words] = '\0';
}

void
comba_x86_identity (char *text, size_t size)
{
  char vendor[13];
  read_vendor (vendor);
  snprintf (text, size, "%s family %u model %u features", vendor, family_of (cpu ()->eax1),
            model_of (cpu ()->eax1));
  for (int i = 0; i < FEATURES; i++)
    {
      size_t length = strlen (text);
      if (has_feature (i))
        snprintf (text + length, size - length, " %s", features[i].name);
    }
}

void
comba_x86_name (char *text, size_t size)
{
  char vendor[13];
  unsigned mask = 0;
  read_vendor (vendor);
  for (char *p = vendor; *p != '\0'; p++)
    if (!((*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9')))
      *p = '_';
  for (int i = 0; i < FEATURES; i++)
    mask |= (unsigned) has_feature (i) << i;
  snprintf (text, size, "%s-%u-%u-%x", vendor, family_of (cpu ()->eax1), model_of (cpu ()->eax1), mask);
}

#endif
