/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_state.h - the states of the table in one step, and which of them is on a disk
 *
 * State 0 is the table before the step, state J the table after its epoch J.  In a state
 * only some sectors count: those that it uses, and those that a later state uses without
 * writing them before.  Of these only the watched
 * bytes are compared: what systems read, and what patches of the step write.  All other
 * bytes belong to other programs: boot code, or sectors that are free.
 *
 * What the other LOG_BYTES of the group of a step write counts too, as it is between
 * them: nothing else tells that a disk is not older or newer than its journal. */
#ifndef ALIDADE_MODEL_MOVE_LOG_TABLE_STATE_H
#define ALIDADE_MODEL_MOVE_LOG_TABLE_STATE_H

#include "model/move/log/log.h"

/* What position() returns for a table that is none of the states. */
#define TABLE_FOREIGN SIZE_MAX

struct table_states;

/* Returns the states of step INDEX of LOG, a log that replays; table_states_free(). */
struct table_states *table_states_of_step(const struct redo_log *log, size_t index);
/* Returns those of all exits at rest point DONE, one after the other.  The last one is
 * the table when the fix has ended. */
struct table_states *table_states_of_exits(const struct redo_log *log, size_t done);
void table_states_free(struct table_states *states); /* accepts NULL */
CLEANUP_WITH(table_states_free, table_states)

/* Returns the number of epochs; there is one state more. */
size_t table_states_epochs(const struct table_states *states);
/* Returns the number of sectors that any state has; they are ascending. */
size_t table_states_sectors(const struct table_states *states);
uint64_t table_states_lba(const struct table_states *states, size_t sector);
/* Returns what SECTOR is in the first state that uses it. */
enum table_part table_states_part(const struct table_states *states, size_t sector);
/* Returns the whole SECTOR in state J; as long as STATES. */
const uint8_t *table_states_bytes(const struct table_states *states, size_t j,
                                  size_t sector);
/* True if SECTOR counts in state J. */
bool table_states_counts(const struct table_states *states, size_t j, size_t sector);
/* Returns a reader of a disk with the sectors of state J, and else of BELOW, or zeros if
 * that is NULL, so that the table can be decoded.  BELOW and IMAGE must outlive it;
 * table_image_finish() IMAGE. */
struct reader table_states_reader(const struct table_states *states, size_t j,
                                  const struct reader *below, struct table_image *image);

/* Returns the largest J for which each sector that counts in state J is on DISK as in
 * state J or, if epoch J + 1 writes it, as in state J + 1; TABLE_FOREIGN: none.  A cut
 * anywhere in epoch J + 1 leaves J, or J + 1 if nothing is missing.  The way forward
 * begins with epoch J + 1, the way back undoes epoch J + 1 first, if there is one.
 *
 * On the way forward, what epoch J has written has to be there also where no table uses
 * it: else it would be taken for done.  On the way back (IS_BACK) it may have been
 * overwritten since, and a J that is too high only undoes what was not done. */
size_t table_position(const struct table_states *states, const struct reader *disk,
                      bool is_back);

/* For a disk whose LBA 0 is not that of the table: returns the smallest J with which in
 * place of it the position is known; TABLE_FOREIGN: none. */
size_t table_position_without_first(const struct table_states *states,
                                    const struct reader *disk, bool is_back);

/* A sector on the disk that is not as in the state that is nearest. */
struct table_difference {
    size_t sector;
    size_t state; /* the same in all differences of a list */
    bool is_unreadable;
};

/* Sets *RET to the sectors of DISK that are not as in the state with the fewest such
 * sectors, of several the first; returns their number, 0 if the position is known.  The
 * caller must free() them. */
size_t table_differences(const struct table_states *states, const struct reader *disk,
                         bool is_back, struct table_difference **ret);

/* One sector to be written.  All of a stage must be durable before the next one. */
struct table_write {
    size_t sector;
    unsigned stage; /* ascending */
    bool is_whole;  /* all bytes are those of the log: the table does not use it yet */
};

/* Sets *RET to the writes that lead from state FROM to TO, its neighbour, or from any
 * mixture of both; returns their number, at most table_states_sectors().  First those
 * that FROM does not need, last those that TO does not need.  The caller must free(). */
size_t table_order(const struct table_states *states, size_t from, size_t to,
                   struct table_write **ret);
/* Puts into RET, one sector, the bytes that bring SECTOR into state J.  NOW is the sector
 * on the disk: its bytes that are not watched are kept.  NULL, for an is_whole write or a
 * sector that cannot be read, or an LBA 0 without signature: all are those of the log. */
void table_merge(const struct table_states *states, size_t j, size_t sector,
                 const uint8_t *now, uint8_t *ret);

#endif
