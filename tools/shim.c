/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* The shim of the system switch (tools/comba-system.in) has no code, only a SONAME and two
   libraries that it needs. */
