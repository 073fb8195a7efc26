/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_private.h - what the decoders of a GPT share */
#ifndef ALIDADE_MODEL_TABLE_GPT_PRIVATE_H
#define ALIDADE_MODEL_TABLE_GPT_PRIVATE_H

#include "model/table/gpt.h"

struct gpt_disk {
    const struct reader *reader;
    uint64_t logical;
    uint64_t size; /* sectors */
};

/* Reads COUNT bytes from LBA on; NULL on failure.  The caller frees it. */
uint8_t *gpt_read(const struct gpt_disk *disk, uint64_t lba, size_t count);

/* Checks a header of LOGICAL bytes, and sets its checksum to 0. */
enum gpt_state gpt_check_header(uint8_t *header, uint64_t logical);
void gpt_decode_header(const uint8_t *header, struct gpt_copy *ret);
/* Checks all fields, so that later calculations with them cannot overflow. */
enum gpt_state gpt_check_fields(const struct gpt_copy *copy, const struct gpt_disk *disk);

/* Returns the size of all entries. */
size_t gpt_array_bytes(const struct gpt_copy *copy);
void gpt_decode_entries(const uint8_t *array, const struct gpt_copy *copy,
                        struct gpt_entry **ret, size_t *ret_count);

#endif
