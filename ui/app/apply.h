/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apply.h - checks before an action or an edit, and the message after an edit */
#ifndef ALIDADE_UI_APP_APPLY_H
#define ALIDADE_UI_APP_APPLY_H

#include "model/align/suggest.h"
#include "ui/app/state.h"

/* True if the open disk may be edited; else the message line says why not.  A repair
 * (IS_REPAIRING) is possible on tables that are read-only because of an error. */
bool apply_is_allowed(struct app *app, bool is_repairing);
/* Returns the selected partition or container.  NULL, with a message, if there is none;
 * WHAT is that message, translated, where nothing of the kind is selected. */
const struct extent *apply_partition(struct app *app, const char *what);

/* Adds all COUNT edits and reports them on the message line.  False if one of them is not
 * possible: none is added, and the message line says why. */
bool apply_edits(struct app *app, const struct edit *edits, size_t count);

/* True if what the action of ROW needs is there, as far as that is known before it
 * runs. */
bool apply_is_possible(const struct app *app, const struct action_row *row);
/* True if all that ROW needs is there; else the message line says what is missing. */
bool apply_needs_are_met(struct app *app, const struct action_row *row);
/* Returns the translated message if ROW needs a partition or a change that is missing;
 * else NULL; free(). */
char *apply_missing_need(const struct app *app, const struct action_row *row);

/* True if EXTENT has a known content that has to be moved with its start.  Content that
 * has not been read is refused by the edit itself; the user is asked where it may be
 * empty. */
bool apply_moves_data(const struct extent *extent);
/* False if such an EXTENT cannot be moved; the message line says why not. */
bool apply_can_move(struct app *app, const struct extent *extent);
/* Gives EXTENT the start of SUGGESTION, and moves its data; else reports why not. */
bool apply_suggestion(struct app *app, const struct extent *extent,
                      const struct suggestion *suggestion);

/* True if SUGGESTION is the start of EXTENT in the default plan, which moves others for
 * it.
 */
bool apply_needs_plan(const struct app *app, const struct extent *extent,
                      const struct suggestion *suggestion);
/* Sets *RET_PLANNED to the suggested start of EXTENT if the default plan moves others for
 * it, and *RET_ALONE to the nearest start for which nothing else moves; false if EXTENT
 * has no such two starts. */
bool apply_has_ways(const struct app *app, const struct extent *extent,
                    struct suggestion *ret_planned,
                    struct suggestion *ret_alone) MUST_USE;

#endif
