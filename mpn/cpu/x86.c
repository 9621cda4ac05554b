/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Feature detection on x86: CPUID for the CPU, XGETBV for the system, which has to
   save the registers that the instructions use. */

#include "x86.h"

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#include <stdio.h>
#include <string.h>

/* xmm and ymm registers; those, mask and zmm registers. */
enum { XCR0_AVX = 0x06, XCR0_AVX512 = 0xe6 };

/* Leaf 7 of CPUID, all zero if there is none. */
struct leaf7
{
  unsigned ebx, ecx;
};

static struct leaf7
leaf7 (void)
{
  struct leaf7 f = { 0, 0 };
  unsigned eax, edx;
  if (!__get_cpuid_count (7, 0, &eax, &f.ebx, &f.ecx, &edx))
    f.ebx = f.ecx = 0;
  return f;
}

static int
system_saves (unsigned mask)
{
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid (1, &eax, &ebx, &ecx, &edx) || (ecx & bit_OSXSAVE) == 0)
    return 0;
  __asm__ volatile ("xgetbv" : "=a" (eax), "=d" (edx) : "c" (0));
  return (eax & mask) == mask;
}

const char *
comba_why_not_adx (void)
{
  const unsigned ebx = bit_BMI2 | bit_ADX;
  return (leaf7 ().ebx & ebx) == ebx ? NULL : "this CPU has no mulx, adcx and adox (BMI2, ADX)";
}

const char *
comba_why_not_ifma_32 (void)
{
  const unsigned ebx = bit_BMI2 | bit_AVX512F | bit_AVX512DQ | bit_AVX512IFMA | bit_AVX512BW
                       | bit_AVX512VL;
  struct leaf7 f = leaf7 ();
  if ((f.ebx & ebx) != ebx || (f.ecx & bit_AVX512VBMI) == 0)
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

const char *
comba_why_not_avx2 (void)
{
  if ((leaf7 ().ebx & bit_AVX2) == 0)
    return "this CPU has no AVX2";
  if (!system_saves (XCR0_AVX))
    return "the system does not save the registers of AVX";
  return NULL;
}

const char *
comba_why_not_fma (void)
{
  unsigned eax, ebx, ecx = 0, edx;
  const char *reason = comba_why_not_avx2 ();
  if (reason != NULL)
    return reason;
  if (!__get_cpuid (1, &eax, &ebx, &ecx, &edx) || (ecx & bit_FMA) == 0)
    return "this CPU has no fused multiply-add (FMA)";
  return (leaf7 ().ebx & bit_BMI2) != 0 ? NULL : "this CPU has no mulx (BMI2)";
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
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid (1, &eax, &ebx, &ecx, &edx) || (edx & bit_SSE2) == 0)
    return "this CPU has no SSE2";
  return NULL;
}

/* Family and model as the makers define them, from leaf 1. */
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

void
comba_x86_identity (char *text, size_t size)
{
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
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0, vendor[3] = { 0, 0, 0 };
  __get_cpuid (0, &eax, &vendor[0], &vendor[2], &vendor[1]);
  if (!__get_cpuid (1, &eax, &ebx, &ecx, &edx))
    eax = 0;
  snprintf (text, size, "%.12s family %u model %u features", (const char *) vendor,
            family_of (eax), model_of (eax));

  struct leaf7 f = leaf7 ();
  for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
    {
      size_t length = strlen (text);
      if ((f.ebx & features[i].ebx) == features[i].ebx
          && (f.ecx & features[i].ecx) == features[i].ecx
          && (features[i].saved == 0 || system_saves (features[i].saved)))
        snprintf (text + length, size - length, " %s", features[i].name);
    }
}

#endif
