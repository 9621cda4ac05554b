/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* What an x86 CPU can do. */

#ifndef COMBA_X86_H
#define COMBA_X86_H

/* mulx, adcx and adox. */
int comba_x86_has_bmi2_adx (void);

#endif
