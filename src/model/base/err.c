/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.c - an error: a code and a sentence for the user */
#include "model/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"

bool err_vset(struct err *err, enum err_code code, const char *format, va_list args)
{
    if (err->code != ERR_NONE)
        return false;
    err->code = code;
    /* Truncates a sentence that does not fit. */
    (void)vsnprintf(err->text, sizeof(err->text), format, args);
    return false;
}

bool err_set(struct err *err, enum err_code code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)err_vset(err, code, format, args);
    va_end(args);
    return false;
}

bool err_refuse_as(struct err *err, const char *reason, const char *format, ...)
{
    va_list args;

    if (err->code == ERR_NONE)
        err->reason = reason;
    va_start(args, format);
    (void)err_vset(err, ERR_REFUSED, format, args);
    va_end(args);
    return false;
}

bool err_pass(struct err *err, const struct err *from, const char *format, ...)
{
    va_list args;

    if (err->code == ERR_NONE)
        err->reason = from->reason;
    va_start(args, format);
    (void)err_vset(err, from->code, format, args);
    va_end(args);
    return false;
}

void err_add_untouched(struct err *err)
{
    size_t length = strlen(err->text);

    if (err->code == ERR_IO)
        (void)snprintf(err->text + length, sizeof(err->text) - length, " %s",
                       _("Nothing was written."));
}
