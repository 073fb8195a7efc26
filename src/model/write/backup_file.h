/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_file.h - encodes and decodes backup files of the sectors of a table */
#ifndef ALIDADE_MODEL_WRITE_BACKUP_FILE_H
#define ALIDADE_MODEL_WRITE_BACKUP_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/write/plan.h"

/* A backup.  Unknown texts are empty. */
struct backup_file {
    char path[256]; /* path of the disk */
    char model[64];
    char serial[64];
    char label[32];          /* kind of the table, as displayed */
    char time[40];           /* ISO 8601, UTC */
    uint64_t size;           /* size of the disk in sectors */
    uint64_t logical;        /* bytes per sector */
    struct sector_run *runs; /* sorted, without overlaps; owned */
    size_t count;
};

/* Copies COUNT sectors into the runs and joins adjacent runs; sectors that are already
 * present are kept.  BACKUP->logical must be set. */
void backup_file_add(struct backup_file *backup, uint64_t lba, uint64_t count,
                     const uint8_t *bytes);

/* Encodes a few readable lines, then the sectors, and a checksum of all; returns the size
 * in bytes, and the caller frees *RET.  Characters that could harm a terminal are removed
 * from texts. */
size_t backup_file_encode(const struct backup_file *backup, uint8_t **ret);
/* Decodes a backup; on success the caller must backup_file_finish() RET.  Fails with
 * ERR_UNREADABLE if the bytes are no backup, truncated or damaged.  Memory use is bounded
 * for hostile files. */
bool backup_file_decode(const uint8_t *bytes, size_t count, struct backup_file *ret,
                        struct err *err) MUST_USE;
void backup_file_finish(struct backup_file *backup);

#endif
