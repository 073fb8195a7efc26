/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist_private.h - functions that the checks of all table kinds share
 *
 * No code of the planner is used here: tables are decoded from the bytes again. */
#ifndef ALIDADE_MODEL_WRITE_WHITELIST_PRIVATE_H
#define ALIDADE_MODEL_WRITE_WHITELIST_PRIVATE_H

#include "model/write/whitelist.h"

/* A sector that is written. */
struct whitelist {
    const struct reader *disk;
    const struct layout *base;
    const struct layout *preview;
    uint64_t logical;
    uint64_t lba;
    const uint8_t *was; /* content on the disk */
    const uint8_t *is;  /* content to be written */
    bool is_last;       /* no later write of the plan covers the sector */
    bool *may;          /* by byte of the sector: may change */
};

void whitelist_allow(const struct whitelist *list, size_t from, size_t count);
/* Reads COUNT sectors of the disk from LBA on; returns false on failure. */
bool whitelist_read(const struct whitelist *list, uint64_t lba, uint64_t count,
                    uint8_t *ret) MUST_USE;
/* True if PREVIEW is a new table; true if it is BASE's table converted to another sector
 * size. */
bool whitelist_is_new(const struct whitelist *list);
bool whitelist_is_rescaled(const struct whitelist *list);
/* Returns the same extent in LAYOUT; NULL: none. */
const struct extent *whitelist_find(const struct layout *layout,
                                    const struct extent *extent);
/* True if BASE has NOTE and PREVIEW does not. */
bool whitelist_is_cured(const struct whitelist *list, enum note_id note);

/* True for a sector inside the container that is free in the preview and not part of
 * the old table: the chain may be there temporarily, if the last write restores the
 * sector. */
bool whitelist_is_spare(const struct whitelist *list, uint64_t lba);

/* Each permits the changes of the sector for one reason, if that applies. */
void whitelist_mbr(const struct whitelist *list);
void whitelist_ebr(const struct whitelist *list);
void whitelist_gpt(const struct whitelist *list);
void whitelist_old_gpt(const struct whitelist *list);
void whitelist_swap(const struct whitelist *list);

#endif
