/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_private.h - the old GPT on the disk and the new GPT, as bytes */
#ifndef ALIDADE_MODEL_WRITE_GPT_PRIVATE_H
#define ALIDADE_MODEL_WRITE_GPT_PRIVATE_H

#include "model/table/gpt.h"
#include "model/write/private.h"

enum gpt_side {
    SIDE_PRIMARY,
    SIDE_BACKUP,
    SIDE_COUNT,
};

/* The GPT on the disk.  Zero-initialised if there is none (has_table is false). */
struct gpt_source {
    bool has_table;
    struct gpt_table table;
    const struct layout *layout; /* layout of the array; borrowed */
    uint8_t *array;              /* entry array of the copy in use; owned */
    uint8_t *header[SIDE_COUNT]; /* one sector each, NULL if invalid; owned */
};

/* One copy of the new GPT. */
struct gpt_image_side {
    bool is_left; /* damaged and not to be repaired: is not written */
    uint64_t header_lba;
    uint64_t array_lba;
    uint8_t *header; /* one sector; owned */
    uint8_t *array;  /* whole sectors; owned */
};

struct gpt_target {
    uint32_t entry_count;
    uint64_t array_sectors;
    struct gpt_image_side side[SIDE_COUNT];
    uint8_t *mbr; /* NULL: unchanged; owned */
};

/* Parameters common to the functions that make one table. */
struct gpt_make {
    const struct write_work *work;
    const struct gpt_source *source; /* has_table is false for a new table */
    const struct gpt_source *old;    /* what is on the disk */
    struct gpt_target *target;
};

/* Converts a GUID of a layout, which was a GUID on the disk or generated. */
bool gpt_put_guid(const char *text, uint8_t *at, struct err *err) MUST_USE;
/* Makes the entries of the preview in ARRAY, which holds entry_count entries. */
bool gpt_make_entries(const struct gpt_make *make, uint8_t *array,
                      struct err *err) MUST_USE;

/* Reads the GPT from which the base layout of WORK was made.  On success the caller must
 * gpt_source_finish() RET. */
bool gpt_source_read(const struct write_work *work, struct gpt_source *ret,
                     struct err *err) MUST_USE;
void gpt_source_finish(struct gpt_source *source);
/* True if the copy of SIDE is valid and does not contradict the one in use. */
bool gpt_source_is_good(const struct gpt_source *source, enum gpt_side side);

/* Makes the bytes of the preview of WORK.  On success the caller must gpt_target_finish()
 * RET. */
bool gpt_target_make(const struct write_work *work, const struct gpt_source *source,
                     struct gpt_target *ret, struct err *err) MUST_USE;
void gpt_target_finish(struct gpt_target *target);

/* True if [START, START + LENGTH) overlaps a copy that is to be written. */
bool gpt_target_covers(void *target, uint64_t start, uint64_t length);

/* Returns false (ERR_REFUSED) if the hybrid MBR lists a partition that moves or
 * changes. */
bool gpt_check_hybrid(const struct write_work *work, struct err *err) MUST_USE;
/* Makes LBA 0 of a GPT; *RET is NULL if it stays unchanged, else the caller frees it. */
bool gpt_make_mbr(const struct write_work *work, uint8_t **ret, struct err *err) MUST_USE;

#endif
