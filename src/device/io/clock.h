/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h - the monotonic clock */
#ifndef ALIDADE_DEVICE_IO_CLOCK_H
#define ALIDADE_DEVICE_IO_CLOCK_H

#include <stdint.h>

#define CLOCK_SECOND_NS UINT64_C(1000000000)

/* Return the time since an unspecified start.  Only differences are meaningful.  The
 * clock is never set, and it stops while the machine is suspended. */
uint64_t clock_ns(void);
uint64_t clock_ms(void);

#endif
