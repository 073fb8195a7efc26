/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.h - the redo log of a fix: every byte that its steps write to tables, old and new
 *
 * The log is made once, before the first write, and never changes.  State J of the table
 * is the table before the fix with the patches of the first J epochs; nothing else has to
 * be known or understood to bring a disk from one to the other.  Format: log_wire.c.
 *
 * A fix is steps 0 to COUNT - 1.  A rest point is a number of steps that are done: 0, the
 * index of a step with LOG_REST, or all steps.  Going back ends at the rest point before;
 * from each one, its exits lead to a table without traces of the fix. */
#ifndef ALIDADE_MODEL_MOVE_LOG_LOG_H
#define ALIDADE_MODEL_MOVE_LOG_LOG_H

#include "model/base/align.h"
#include "model/base/guid.h"
#include "model/disk/label.h"
#include "model/move/log/table_image.h"

#define LOG_STEPS_MAX       1024
#define LOG_EPOCHS_MAX      1024                 /* of a step */
#define LOG_TABLE_BYTES_MAX (UINT32_C(16) << 20) /* of the table before */

enum log_kind {
    LOG_TABLE = 1, /* sectors of the table */
    LOG_BYTES,     /* other sectors, each written whole: headers of swap areas */
    LOG_GUARD,
    LOG_SHIFT,
    LOG_UNGUARD,
    LOG_TOOL,
    LOG_KIND_END,
};

/* Flags of a step. */
enum {
    LOG_REST = 1, /* the fix can end before it */
    LOG_ASK = 2,  /* needs a consent of its own */
};

/* Bytes [BYTE, BYTE + LENGTH) of sector LBA in an epoch, which ends with a flush.  Of
 * length 0, it only has the checksums of a GPT header computed again. */
struct log_patch {
    uint64_t lba;
    uint16_t byte, length;
    uint16_t epoch; /* of the step, from 1 */
    /* The sector is not part of the table before the epoch: all of it is written, and
     * what it holds before does not matter. */
    bool is_fresh;
    uint8_t *bytes; /* LENGTH old ones, then LENGTH new ones; owned */
};

/* A step, or an exit. */
struct log_step {
    enum log_kind kind;
    uint8_t flags;
    uint16_t number;           /* of the partition; 0: none */
    uint16_t group;            /* ascending; the steps of a group go back together */
    uint16_t words;            /* id of its description */
    uint16_t epochs;           /* 0 where there are no patches */
    uint64_t from, to, length; /* sectors; their meaning depends on the kind */
    uint32_t first_patch, patch_count;
    uint32_t param_at, param_bytes;
    uint16_t first_rest, last_rest; /* exits: the rest points that it is for */
};

struct log_steps {
    struct log_step *at; /* owned */
    size_t count;
};

/* Zero-initialised: no steps.  All pointers are owned; redo_log_finish(). */
struct redo_log {
    struct guid transaction;
    uint64_t disk_bytes;
    uint32_t logical; /* bytes of a sector */
    enum label_kind label;
    struct guid disk_id;   /* msdos: signature in the first 4 bytes */
    uint64_t time;         /* seconds since 1970 */
    struct alignment grid; /* sectors at which a block of the drive begins */
    char serial[64], model[64];
    struct table_image before; /* the table's sectors before the fix */
    /* The other sectors of the disk's first block that no partition has. */
    struct table_image kept;
    struct table_seal *seals;
    size_t seal_count;
    struct log_steps steps, exits;
    struct log_patch *patches; /* of steps, then of exits; in order, epochs ascending */
    size_t patch_count;
    uint8_t *params;
    size_t param_bytes;
};

void redo_log_finish(struct redo_log *log);

/* Appends a copy of STEP, or PATCH with its bytes, and returns it. */
struct log_step *log_steps_add(struct log_steps *steps, const struct log_step *step);
void log_patch_add(struct redo_log *log, const struct log_patch *patch,
                   const uint8_t *old_bytes, const uint8_t *new_bytes);

/* Applies the patches of EPOCH of STEP to IMAGE.  Returns false if they do not fit: a
 * sector that is not fresh is missing or has other bytes than before. */
bool log_apply(const struct redo_log *log, const struct log_step *step, unsigned epoch,
               struct table_image *image) MUST_USE;
/* Applies all epochs of STEP, as log_apply(). */
bool log_apply_step(const struct redo_log *log, const struct log_step *step,
                    struct table_image *image) MUST_USE;
/* Sets RET to the table with the first COUNT steps done; table_image_finish() it.
 * Returns false if a patch does not fit, which no log does that was decoded or built. */
bool log_replay(const struct redo_log *log, size_t count,
                struct table_image *ret) MUST_USE;
/* Returns false if a patch of a step, or of an exit at one of its rest points, does not
 * fit. */
bool log_replays(const struct redo_log *log) MUST_USE;

/* True if DONE steps are a rest point. */
bool log_is_rest(const struct redo_log *log, size_t done);
/* Returns copies of the exits at rest point DONE, in their order; free() their array. */
struct log_steps log_exits_at(const struct redo_log *log, size_t done);

#endif
