/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duration.c - formats estimated times */
#include "model/base/duration.h"

#include <stddef.h>
#include <stdio.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

/* Each unit begins where 90 of the one before are reached. */
static const struct {
    double from; /* seconds */
    double unit; /* seconds */
    const char *format;
} units[] = {
    /* TRANSLATORS: hours, minutes, seconds */
    { 9.95 * 3600, 3600, N_("%.0f h") },
    { 90 * 60, 3600, N_("%.1f h") },
    { 90, 60, N_("%.0f min") },
    { 0, 1, N_("%.0f s") },
};

const char *duration_format(double seconds, char buf[DURATION_TEXT])
{
    size_t i = 0;

    if (seconds < 1)
        seconds = 1;
    while (i + 1 < ARRAY_SIZE(units) && seconds < units[i].from)
        i++;
    (void)snprintf(buf, DURATION_TEXT, _(units[i].format), seconds / units[i].unit);
    return buf;
}
