/* SPDX-License-Identifier: GPL-3.0-or-later */
/* known.h - sectors that no table names, and what is known to be there */
#ifndef ALIDADE_MODEL_FOUND_KNOWN_H
#define ALIDADE_MODEL_FOUND_KNOWN_H

#include <stdint.h>

#define KNOWN_NAME 96

/* Sectors [start, start + length). */
struct known_range {
    uint64_t start;
    uint64_t length;
    const char *id;        /* never translated */
    char name[KNOWN_NAME]; /* translated, without an article: "database of a ..." */
};

#endif
