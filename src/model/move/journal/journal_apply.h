/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_apply.h - the steps of a journal's plan that move no data, on a table
 *
 * What is on the disk tells which of them are done: a power cut leaves the table before
 * or after each. */
#ifndef ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_APPLY_H
#define ALIDADE_MODEL_MOVE_JOURNAL_JOURNAL_APPLY_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/move/journal/journal_format.h"

/* Returns whether NOW, the layout that is on the disk, has the table of PLAN's disk; else
 * sets ERR (ERR_REFUSED) and tells what to do. */
bool journal_has_table(const struct layout *now, const struct journal_plan *plan,
                       struct err *err) MUST_USE;

enum journal_step_state {
    JOURNAL_STEP_LEFT,  /* its object is at its old place */
    JOURNAL_STEP_DONE,  /* at its new place */
    JOURNAL_STEP_OTHER, /* at neither, or gone */
};
/* Of step INDEX. One that moves data is at neither place while it is being moved. */
enum journal_step_state journal_step_state(const struct layout *now,
                                           const struct journal_plan *plan, size_t index);

/* While no data was moved: the first step that is left, behind those of the table that
 * are done; and whether all data is at its old place. */
size_t journal_first_left(const struct layout *now, const struct journal_plan *plan);
bool journal_can_begin(const struct layout *now, const struct journal_plan *plan);

/* Returns NOW with step INDEX done, which moves no data and is left. A swap area has its
 * header created again with it, unless the journal is in it. layout_unref(). NULL
 * (ERR_REFUSED) if another entry is in the way, or its object is at neither place. */
struct layout *journal_step_apply(const struct layout *now,
                                  const struct journal_plan *plan, size_t index,
                                  struct err *err) MUST_USE;

/* Returns NOW with EBR at sector LBA; NOW itself if that is not free; layout_unref(). */
struct layout *journal_place_ebr(const struct layout *now, const struct extent *ebr,
                                 uint64_t lba);
/* Returns NOW with the EBRs of the plan's logicals at their places at the beginning of
 * step INDEX, if they are neither at the old nor at the new one, and that is free: the
 * change that a power cut has left can have put them elsewhere meanwhile. NOW itself if
 * none is; layout_unref(). */
struct layout *journal_place_ebrs(const struct layout *now,
                                  const struct journal_plan *plan, size_t index);

/* Drops the notes in BUILDER that say what writing the table cures: that a move has not
 * ended, and that the copies of a GPT differ. */
void journal_drop_notes(struct layout_builder *builder);

#endif
