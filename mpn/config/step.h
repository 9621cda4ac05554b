/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What config/list.h does with each CONFIG.  By default comba_config_NAME is declared.  With
   CONFIG_DEFINE it is defined by the initialisers in config/NAME.c.  With CONFIG_POINTER or
   CONFIG_NAME it becomes an element of an array of pointers or names.

   config/NAME.c is a list of designated initialisers for struct comba_config.  Its first line
   includes the file of the configuration from which it inherits.  The other lines say what differs:
   of several values for one member the last one counts.  A value in braces replaces the whole
   inherited member; .thresholds.mul_ntt = 300 replaces one number. */

#define CONFIG_GLUE(a, b) CONFIG_GLUE_1 (a, b)
#define CONFIG_GLUE_1(a, b) a##b
#define CONFIG_STRING(x) CONFIG_STRING_1 (x)
#define CONFIG_STRING_1(x) #x

#if defined CONFIG_DEFINE
const struct comba_config CONFIG_GLUE (comba_config_, CONFIG) = {
#include CONFIG_STRING (config/CONFIG.c)
};
#elif defined CONFIG_POINTER
&CONFIG_GLUE (comba_config_, CONFIG),
#elif defined CONFIG_NAME
CONFIG_STRING (CONFIG),
#else
extern const struct comba_config CONFIG_GLUE (comba_config_, CONFIG);
#endif

#undef CONFIG
#undef CONFIG_GLUE
#undef CONFIG_GLUE_1
#undef CONFIG_STRING
#undef CONFIG_STRING_1
