/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details.h - everything known about one disk, as rows of name, value and source */
#ifndef ALIDADE_MODEL_REPORT_DETAILS_H
#define ALIDADE_MODEL_REPORT_DETAILS_H

#include <stddef.h>

struct detail {
    const char *id;     /* stable: "serial", "rotation", "max-sectors-kb"; static */
    const char *name;   /* translated, static */
    char *value;        /* translated where it is words; owned */
    const char *source; /* "sysfs", or translated: "reported", "given" ...; static */
};

/* Zero-initialised: empty. */
struct details {
    struct detail *rows;
    size_t count;
};

/* A row; ID, NAME and SOURCE are kept as they are. */
void details_add(struct details *details, const char *id, const char *name,
                 const char *source, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Frees the rows; DETAILS is empty afterwards. */
void details_finish(struct details *details);

#endif
