/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_file.h - the sectors of a table as a file: encoded and decoded */
#ifndef ALIDADE_MODEL_WRITE_BACKUP_FILE_H
#define ALIDADE_MODEL_WRITE_BACKUP_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "model/base/err.h"
#include "model/write/plan.h"

/* Texts are empty where not known. */
struct backup_file {
    char path[256]; /* the disk it was taken from */
    char model[64];
    char serial[64];
    char label[32];          /* kind of table, as shown */
    char time[40];           /* ISO 8601, UTC */
    uint64_t size;           /* of the disk, sectors */
    uint64_t logical;        /* bytes */
    struct sector_run *runs; /* sorted, none overlap; owned */
    size_t count;
};

/* Copies COUNT sectors into the runs; those that are there already stay as they are, and
 * runs that touch become one.  BACKUP->logical must be set. */
void backup_file_add(struct backup_file *backup, uint64_t lba, uint64_t count,
                     const uint8_t *bytes);

/* A few readable lines, then the sectors, with a checksum of all; free() *RET.  Texts
 * lose what would harm a terminal. */
size_t backup_file_encode(const struct backup_file *backup, uint8_t **ret);
/* ERR_UNREADABLE with one sentence for what is no backup, is cut or damaged; bounded
 * against hostile files.  backup_file_finish() RET. */
bool backup_file_decode(const uint8_t *bytes, size_t count, struct backup_file *ret,
                        struct err *err) MUST_USE;
void backup_file_finish(struct backup_file *backup);

#endif
