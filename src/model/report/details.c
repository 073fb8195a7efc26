/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.c - everything known about one disk, as rows */
#include "model/report/details.h"

#include <stdarg.h>
#include <stdlib.h>

#include "model/base/mem.h"

void details_add(struct details *details, const char *id, const char *name,
                 const char *source, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *value = xvasprintf(format, args);
    va_end(args);
    details->rows = xrealloc(details->rows, details->count + 1, sizeof(*details->rows));
    details->rows[details->count++] = (struct detail){ id, name, value, source };
}

void details_finish(struct details *details)
{
    for (size_t i = 0; i < details->count; i++)
        free(details->rows[i].value);
    free(details->rows);
    *details = (struct details){ 0 };
}
