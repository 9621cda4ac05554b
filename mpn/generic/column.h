/* SPDX-License-Identifier: LGPL-3.0-or-later OR GPL-2.0-or-later */

/* Column k of the product of a (an words) and b (bn words) is the sum of
   a_i * b_{k-i} for COLUMN_FIRST <= i <= COLUMN_LAST. */

#ifndef COMBA_COLUMN_H
#define COMBA_COLUMN_H

#define COLUMN_FIRST(k, bn) ((k) < (bn) ? 0 : (k) - (bn) + 1)
#define COLUMN_LAST(k, an) ((k) < (an) ? (k) : (an) - 1)

#endif
