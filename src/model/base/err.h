/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.h - an error: a code and a sentence for the user */
#ifndef ALIDADE_MODEL_BASE_ERR_H
#define ALIDADE_MODEL_BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>

#include "model/base/must_use.h"

/* The values are the program's exit codes. */
enum err_code {
    ERR_NONE = 0,
    ERR_USAGE = 2,      /* wrong usage of the command line */
    ERR_UNREADABLE = 3, /* the device or its table cannot be read */
    ERR_REFUSED = 4,    /* in use, read-only, not safe, not possible; nothing written */
    ERR_STOPPED = 5,    /* stopped; can be resumed */
    ERR_IO = 6,         /* I/O error */
    ERR_KERNEL = 7,     /* written and checked; the kernel still uses the old table */
};

enum { ERR_TEXT = 1024 };

/* Zero-initialised: no error. */
struct err {
    enum err_code code;
    unsigned line;       /* of the script that was read; 0: none */
    bool is_reported;    /* there is no other JSON document to be printed for it */
    const char *reason;  /* stable id of a refusal, never freed; NULL: it has none */
    char text[ERR_TEXT]; /* whole sentence, translated, NUL-terminated */
};

/* For a call whose error does not matter: its result tells enough. */
#define ERR_IGNORED (&(struct err){ 0 })

/* Sets the error and returns false.  Does nothing if an error is already set: the first
 * one counts. */
bool err_set(struct err *err, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool err_vset(struct err *err, enum err_code code, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
/* The same for ERR_REFUSED with REASON, an id of static storage: of a note, or of a
 * finding of fix.  All others: err_refuse() in model/base/refusal.h. */
bool err_refuse_as(struct err *err, const char *reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sets the error FROM, with all that belongs to it, and another sentence. */
bool err_pass(struct err *err, const struct err *from, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds to an I/O error that nothing was written; does nothing for other errors. */
void err_add_untouched(struct err *err);

#endif
