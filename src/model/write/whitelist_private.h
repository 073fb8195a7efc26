/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist_private.h - what the files of the room "whitelist" share
 *
 * Nothing here comes from the writer: tables are read from the bytes once more. */
#ifndef ALIDADE_MODEL_WRITE_WHITELIST_PRIVATE_H
#define ALIDADE_MODEL_WRITE_WHITELIST_PRIVATE_H

#include "model/write/whitelist.h"

/* One sector that is written. */
struct whitelist {
    const struct reader *disk;
    const struct layout *base;
    const struct layout *preview;
    uint64_t logical;
    uint64_t lba;
    const uint8_t *was; /* as it is on the disk */
    const uint8_t *is;  /* as it is written */
    bool is_last;       /* no later write of the plan covers the sector */
    bool *may;          /* by byte of the sector: it may change */
};

void whitelist_allow(const struct whitelist *list, size_t from, size_t count);
/* COUNT sectors of the disk from LBA on; false where they cannot be read. */
bool whitelist_read(const struct whitelist *list, uint64_t lba, uint64_t count,
                    uint8_t *ret) MUST_USE;
/* PREVIEW has another table than BASE; the same one for another sector size. */
bool whitelist_is_new(const struct whitelist *list);
bool whitelist_is_rescaled(const struct whitelist *list);
/* The same extent in the other layout; NULL: none. */
const struct extent *whitelist_find(const struct layout *layout,
                                    const struct extent *extent);
/* NOTE was in BASE and is in PREVIEW no more. */
bool whitelist_is_cured(const struct whitelist *list, const char *note);

/* A sector inside the container that is free afterwards and is no part of the table
 * before: the chain may lie there for a while, as long as the last write gives the sector
 * its bytes back. */
bool whitelist_is_spare(const struct whitelist *list, uint64_t lba);

/* Each allows what the sector may lose or gain for its reason; nothing where that reason
 * does not apply. */
void whitelist_mbr(const struct whitelist *list);
void whitelist_ebr(const struct whitelist *list);
void whitelist_gpt(const struct whitelist *list);
void whitelist_old_gpt(const struct whitelist *list);
void whitelist_swap(const struct whitelist *list);

#endif
