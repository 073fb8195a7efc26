/* SPDX-License-Identifier: GPL-3.0-or-later */
/* magic.h - how contents are recognised by a few bytes, and where their superblocks tell
 * their size: one table
 *
 * A row says which bytes are where in the superblock of a kind, and where that lies. Some
 * superblocks tell how far behind the beginning of the content they are: copies, labels
 * of several places, and those at the end. The sizes are not checked here. */
#ifndef ALIDADE_MODEL_FOUND_MAGIC_H
#define ALIDADE_MODEL_FOUND_MAGIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/base/reader.h"

enum { MAGIC_SECTOR = 512 };

enum magic_form { FORM_NONE, FORM_LE, FORM_BE, FORM_POWER, FORM_FIXED };

/* A number in a superblock. */
struct magic_number {
    enum magic_form form;
    uint32_t at; /* byte, or the number itself if it is fixed */
    unsigned width;
    const char *name; /* AT counts from where this text is; NULL: from the first byte */
};

/* COUNT * UNIT bytes; without a unit, COUNT bytes. */
struct magic_term {
    struct magic_number count, unit;
};

/* What a superblock can be besides the first one of its content. */
enum magic_copies {
    COPIES_NONE,
    COPIES_ELSEWHERE, /* a copy, if it lies elsewhere than its row says */
    COPIES_ONLY,      /* always a copy */
};

struct magic {
    const char *type;  /* libblkid's TYPE */
    uint32_t super;    /* byte of the superblock, from the beginning of the content */
    uint32_t at;       /* of the magic in it */
    const char *bytes; /* "?" matches any byte; the first one is another */
    size_t count;
    struct magic_term size[3]; /* their sum; the first one is not 0; none: not told */
    struct magic_term back;    /* how far the content begins before the superblock; none:
                                * SUPER bytes */
    enum magic_copies copies;
    int32_t copy;   /* where its copy is that does not tell its place: bytes behind the
                     * first one; negative: before the end of the content; 0: none */
    bool is_around; /* a RAID member: what begins at the same place lies in it */
    bool is_rough;  /* the content may begin before the place that BACK tells */
};

/* The rows, containers first: what they hold is often recognised, too.  NULL past the
 * last one. */
const struct magic *magic_at(size_t index);

/* True if the magic is at BYTES. */
bool magic_matches(const struct magic *magic, const uint8_t *bytes);
/* True if it says more than some file that begins with the same bytes. */
bool magic_is_strong(const struct magic *magic);
/* Returns the first row whose magic is where it has to be in the 512 bytes at SECTOR;
 * NULL: none. */
const struct magic *magic_in_sector(const uint8_t sector[MAGIC_SECTOR]);

/* What a superblock tells.  All numbers are bytes. */
struct magic_super {
    uint64_t start;  /* of the content, on the disk */
    uint64_t volume; /* size of the content; 0: it is not told */
    bool is_copy;    /* the content has another one, which lies before it */
};

/* Reads the superblock of a content at the place at byte OFFSET of DISK, where MAGIC was
 * seen.  False if it cannot be read, or is none.  Performs at most two reads of 4 KiB. */
bool magic_read(const struct magic *magic, const struct reader *disk, uint64_t offset,
                struct magic_super *ret);

#endif
