/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - state of a search, shared by the search and the layout entries */
#ifndef ALIDADE_MODEL_FOUND_PRIVATE_H
#define ALIDADE_MODEL_FOUND_PRIVATE_H

#include <stddef.h>

#include "model/found/found.h"

/* A content that was found.  All numbers are sectors. */
struct found_content {
    uint64_t start;
    uint64_t length; /* 0: unknown */
    uint64_t volume; /* size according to the content's superblock; 0: unknown */
    unsigned number; /* number of the GPT entry that lists it; 0: none */
    const char *type;
};

/* The stages of the search, in order. */
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
    uint64_t size; /* disk size in sectors */
    uint64_t logical;
    enum found_stage stage;
    uint64_t index;     /* next place in this stage */
    size_t follow;      /* content behind whose end the search currently looks */
    unsigned follow_at; /* index of the place behind that content */
    uint8_t *hints;     /* GPT entry array of this stage, or NULL */
    struct found_content at[FOUND_MAX];
    size_t count;
};

/* Performs a step of the near search; returns false if the near search is done. */
bool found_search_near(struct found_search *search);

#endif
