/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finish_time.c - the time of day at which work will be done */
#include "ui/loop/finish_time.h"

#include <time.h>

#define HALF_DAY 43200.0
#define MINUTE   60.0

void finish_time_text(double seconds_left, char *ret, size_t size)
{
    time_t end = time(NULL) + (time_t)seconds_left;
    struct tm parts = { 0 };

    ret[0] = '\0';
    if (seconds_left >= MINUTE && localtime_r(&end, &parts) &&
        !strftime(ret, size, seconds_left < HALF_DAY ? "%H:%M" : "%a %H:%M", &parts))
        ret[0] = '\0';
}
