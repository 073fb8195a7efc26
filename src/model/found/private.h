/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the search keeps, and the rows are made from */
#ifndef ALIDADE_MODEL_FOUND_PRIVATE_H
#define ALIDADE_MODEL_FOUND_PRIVATE_H

#include <stddef.h>

#include "model/found/found.h"

/* A content that was found.  In sectors. */
struct found_content {
    uint64_t start;
    uint64_t length; /* 0: unknown */
    uint64_t volume; /* as the content itself says; 0: unknown */
    unsigned number; /* of the GPT entry that names it; 0: none */
    const char *type;
};

/* The parts of the search, in order. */
enum found_stage {
    STAGE_USUAL,
    STAGE_HINTS_FRONT,
    STAGE_HINTS_BACK,
    STAGE_GIB,
    STAGE_MIB,
    STAGE_CYLINDERS,
    STAGE_COUNT,
};

struct found_search {
    const struct reader *disk;
    uint64_t size; /* sectors */
    uint64_t logical;
    enum found_stage stage;
    uint64_t index;     /* of the next place in this stage */
    size_t follow;      /* the content whose end is looked at */
    unsigned follow_at; /* which of the places behind it */
    uint8_t *hints;     /* the entry array of this stage, or NULL */
    struct found_content at[FOUND_MAX];
    size_t count;
};

/* A step of the near search alone; false when that is done. */
bool found_search_near(struct found_search *search);

#endif
