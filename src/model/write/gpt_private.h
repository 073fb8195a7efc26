/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_private.h - the GPT as it was and as it shall be, as bytes */
#ifndef ALIDADE_MODEL_WRITE_GPT_PRIVATE_H
#define ALIDADE_MODEL_WRITE_GPT_PRIVATE_H

#include "model/table/gpt.h"
#include "model/write/private.h"

enum gpt_side {
    SIDE_PRIMARY,
    SIDE_BACKUP,
    SIDE_COUNT,
};

/* The table that is there.  Without one (has_table is false) all is 0. */
struct gpt_source {
    bool has_table;
    struct gpt_table table;
    const struct layout *layout; /* that the array decodes to; borrowed */
    uint8_t *array;              /* of the copy that counts; owned */
    uint8_t *header[SIDE_COUNT]; /* a sector each, NULL where it is not whole; owned */
};

/* One copy as it shall be. */
struct gpt_image_side {
    bool is_left; /* damaged, and nobody asked for it: stays as it is */
    uint64_t header_lba;
    uint64_t array_lba;
    uint8_t *header; /* a sector; owned */
    uint8_t *array;  /* whole sectors; owned */
};

struct gpt_target {
    uint32_t entry_count;
    uint64_t array_sectors;
    struct gpt_image_side side[SIDE_COUNT];
    uint8_t *mbr; /* NULL: stays as it is; owned */
};

/* Reads what the base layout of WORK was made from; RET needs gpt_source_finish(). */
bool gpt_source_read(const struct write_work *work, struct gpt_source *ret,
                     struct err *err) MUST_USE;
void gpt_source_finish(struct gpt_source *source);
/* The copy of SIDE is whole, and says what counts. */
bool gpt_source_is_good(const struct gpt_source *source, enum gpt_side side);

/* The bytes of the preview of WORK; RET needs gpt_target_finish(). */
bool gpt_target_make(const struct write_work *work, const struct gpt_source *source,
                     struct gpt_target *ret, struct err *err) MUST_USE;
void gpt_target_finish(struct gpt_target *target);

/* True where [START, START + LENGTH) meets a copy that is to be written. */
bool gpt_target_covers(void *target, uint64_t start, uint64_t length);

/* False with a sentence where the MBR names a partition that changes its place. */
bool gpt_check_hybrid(const struct write_work *work, struct err *err) MUST_USE;
/* LBA 0 beside a GPT; *RET is NULL (else free()) where it stays as it is. */
bool gpt_make_mbr(const struct write_work *work, uint8_t **ret, struct err *err) MUST_USE;

#endif
