/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.h - time that only goes forward, since some moment before the program */
#ifndef ALIDADE_DEVICE_IO_CLOCK_H
#define ALIDADE_DEVICE_IO_CLOCK_H

#include <stdint.h>

#define CLOCK_SECOND_NS UINT64_C(1000000000)

/* Nobody sets this clock: only differences mean anything.  It stands while the machine
 * sleeps. */
uint64_t clock_ns(void);
uint64_t clock_ms(void);

#endif
