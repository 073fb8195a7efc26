/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.c - one error value */
#include "model/err.h"

#include <stdarg.h>
#include <stdio.h>

bool err_set(struct err *err, enum err_code code, const char *format, ...)
{
    va_list args;

    if (err->code != ERR_NONE)
        return false;
    err->code = code;
    va_start(args, format);
    /* A sentence that does not fit is cut: better than none. */
    (void)vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    return false;
}
