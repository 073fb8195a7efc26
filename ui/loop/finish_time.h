/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finish_time.h - the time of day at which work will be done */
#ifndef ALIDADE_UI_LOOP_FINISH_TIME_H
#define ALIDADE_UI_LOOP_FINISH_TIME_H

#include <stddef.h>

/* Writes the local time in SECONDS_LEFT seconds to RET, of SIZE bytes: with the day of
 * the week if that is half a day or more, "" if it is less than a minute. */
void finish_time_text(double seconds_left, char *ret, size_t size);

#endif
