/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backup_runs.c - collects the sectors of a backup in sorted runs */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/write/backup_file.h"

/* Returns the run that contains LBA, or NULL. */
static const struct sector_run *run_at(const struct backup_file *backup, uint64_t lba)
{
    for (size_t i = 0; i < backup->count; i++)
        if (lba >= backup->runs[i].lba &&
            lba - backup->runs[i].lba < backup->runs[i].count)
            return &backup->runs[i];
    return NULL;
}

static void append_run(struct backup_file *backup, uint64_t lba, uint64_t count,
                       const uint8_t *bytes)
{
    struct sector_run run = { .lba = lba, .count = count };
    size_t length = (size_t)(count * backup->logical);

    run.bytes = xmalloc(length);
    memcpy(run.bytes, bytes, length);
    backup->runs = xrealloc(backup->runs, backup->count + 1, sizeof(*backup->runs));
    backup->runs[backup->count++] = run;
}

/* Appends RIGHT, which begins where LEFT ends, to LEFT. */
static void join_runs(struct sector_run *left, struct sector_run *right, uint64_t logical)
{
    size_t had = (size_t)(left->count * logical);
    size_t more = (size_t)(right->count * logical);

    left->bytes = xrealloc(left->bytes, had + more, 1);
    memcpy(left->bytes + had, right->bytes, more);
    left->count += right->count;
    free(right->bytes);
}

static void settle_runs(struct backup_file *backup)
{
    size_t kept = 0;

    qsort(backup->runs, backup->count, sizeof(*backup->runs), num_by_first);
    for (size_t i = 1; i < backup->count; i++) {
        struct sector_run *last = &backup->runs[kept], *next = &backup->runs[i];
        if (last->lba + last->count == next->lba)
            join_runs(last, next, backup->logical);
        else
            backup->runs[++kept] = *next;
    }
    backup->count = backup->count ? kept + 1 : 0;
}

void backup_file_add(struct backup_file *backup, uint64_t lba, uint64_t count,
                     const uint8_t *bytes)
{
    for (uint64_t i = 0; i < count;) {
        uint64_t stretch = 0;
        while (i + stretch < count && !run_at(backup, lba + i + stretch))
            stretch++;
        if (stretch)
            append_run(backup, lba + i, stretch, bytes + i * backup->logical);
        i += stretch ? stretch : 1;
    }
    if (backup->count)
        settle_runs(backup);
}
