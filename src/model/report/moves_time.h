/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_time.h - where the journal of a plan can be, and how long its moves take there */
#ifndef ALIDADE_MODEL_REPORT_MOVES_TIME_H
#define ALIDADE_MODEL_REPORT_MOVES_TIME_H

#include "model/disk/disk_info.h"
#include "model/measure/saved_result.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/moves.h"

struct moves_time {
    struct move_speed speed; /* of the disk */
    /* Of the journal, best first; none if no data is moved.  Owned. */
    struct journal_places places;
    /* Reading all that is moved twice, before and after it; 0: not known, or nothing is
     * moved. */
    double check_seconds;
};

/* Returns what SAVED tells of the speed of its drive, from workloads and bench; the rest
 * is 0.  SAVED may be NULL. */
struct move_speed moves_speed(const struct saved_result *saved);

/* Returns the same for the drive of INFO, where what is unknown is that of a usual drive
 * of its kind, or of a hard disk. */
struct move_speed moves_speed_usual(const struct disk_info *info,
                                    const struct saved_result *saved);

/* Finds the places for the journal of MOVES, made for LAYOUT, among free space, unused
 * partitions and the COUNT OFFERS, which must outlive RET; moves_time_finish(). */
void moves_time_make(const struct layout *layout, const struct moves *moves,
                     const struct saved_result *saved, const struct journal_offer *offers,
                     size_t count, struct moves_time *ret);
/* Does the same for a disk with SPEED. */
void moves_time_make_at(const struct layout *layout, const struct moves *moves,
                        const struct move_speed *speed,
                        const struct journal_offer *offers, size_t count,
                        struct moves_time *ret);
void moves_time_finish(struct moves_time *time);

/* Sets *RET to the seconds of the whole plan with its journal at PLACE, including both
 * readings, and tells how much of them is known; *RET is 0 if nothing is. */
enum move_time moves_time_at(const struct moves_time *time,
                             const struct journal_place *place, double *ret);
/* Does the same for MOVES with the best place; MOVE_TIME_UNKNOWN also if there is none,
 * 0 s if no data is moved. */
enum move_time moves_time_of(const struct moves_time *time, const struct moves *moves,
                             double *ret);
/* Does the same for STEP of the plan, without the readings. */
enum move_time moves_time_step(const struct moves_time *time, const struct layout *layout,
                               const struct moves_step *step, double *ret);
/* Returns that in translated words: "about 7.8 h", "at least 6 h", "not known";
 * free(). */
char *moves_time_words(enum move_time known, double seconds);
/* Returns one translated sentence on a time that is not known, with the command that
 * measures the drive of INFO if its results can be saved; free(). */
char *moves_time_unknown_words(const struct disk_info *info);

#endif
