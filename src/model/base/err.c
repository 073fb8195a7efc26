/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.c - an error: a code and a sentence for the user */
#include "model/base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"

bool err_set(struct err *err, enum err_code code, const char *format, ...)
{
    va_list args;

    if (err->code != ERR_NONE)
        return false;
    err->code = code;
    va_start(args, format);
    /* Truncates a sentence that does not fit. */
    (void)vsnprintf(err->text, sizeof(err->text), format, args);
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
