/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_build.h - makes the redo log of a fix from the write plans of its tables */
#ifndef ALIDADE_MODEL_MOVE_LOG_LOG_BUILD_H
#define ALIDADE_MODEL_MOVE_LOG_LOG_BUILD_H

#include "model/base/err.h"
#include "model/move/log/log.h"

/* A log under construction.  After each call it is a whole log. */
struct log_build {
    struct redo_log log;    /* to be taken when all is added, see log_build_take() */
    struct table_image now; /* the table after the steps so far */
    const struct reader *disk;
};

/* Begins with the table that is on DISK, which must outlive BUILD, and with the members
 * of LIKE that describe the disk: transaction to model.  Returns false (ERR_IO) if a
 * sector of the table cannot be read.  log_build_finish(). */
bool log_build_init(struct log_build *build, const struct reader *disk,
                    const struct redo_log *like, struct err *err) MUST_USE;
void log_build_finish(struct log_build *build);

/* Adds a step without patches: LIKE, with COUNT bytes of PARAMS; if they are those of the
 * step before, they are recorded once.  The first step of each group gets LOG_REST. */
void log_build_step(struct log_build *build, const struct log_step *like,
                    const void *params, size_t count);
/* Adds the steps of PLAN, which was made for the disk with all steps so far: LOG_TABLE,
 * and LOG_BYTES for headers of swap areas, each with number, group, words, flags and
 * places of LIKE; none if nothing is to be written.  Flags are only those of the first.
 * Replays each epoch: false (ERR_REFUSED) if any sector differs from the plan's; then
 * BUILD can only be finished. */
bool log_build_plan(struct log_build *build, const struct log_step *like,
                    const struct write_plan *plan, struct err *err) MUST_USE;
/* Adds PLAN as exit from rest point DONE, behind all steps; rest points ascending.  An
 * exit with the same patches as the one from the rest point before is recorded once. */
bool log_build_exit(struct log_build *build, size_t done, const struct write_plan *plan,
                    struct err *err) MUST_USE;
/* Moves the log to RET, redo_log_finish().  BUILD is then finished. */
void log_build_take(struct log_build *build, struct redo_log *ret);

#endif
