/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.h - all screens and the handlers of their actions */
#ifndef ALIDADE_UI_SCREEN_FRAME_SCREEN_H
#define ALIDADE_UI_SCREEN_FRAME_SCREEN_H

#include "ui/app/state.h"

/* All screens and the table of actions, for app_init(). */
extern const struct ui screen_ui;

extern const struct action_row actions[ACTION_COUNT];

extern const struct screen screen_align;
extern const struct screen screen_bench;
extern const struct screen screen_changes;
extern const struct screen screen_details;
extern const struct screen screen_disks;
extern const struct screen screen_empty;
extern const struct screen screen_fix_checks;
extern const struct screen screen_fix_found;
extern const struct screen screen_fix_plan;
extern const struct screen screen_fix_starts;
extern const struct screen screen_form;
extern const struct screen screen_help;
extern const struct screen screen_history;
extern const struct screen screen_moving;
extern const struct screen screen_new_table;
extern const struct screen screen_plain;
extern const struct screen screen_plan;
extern const struct screen screen_probe;
extern const struct screen screen_resume;
extern const struct screen screen_table;
extern const struct screen screen_types;
extern const struct screen screen_verify;
extern const struct screen screen_why;
extern const struct screen screen_write;
extern const struct screen screen_written;

/* Handlers of actions.  A screen that is opened lies above the current one. */
struct effect screen_changes_drop(struct app *app);
struct effect screen_details_open(struct app *app);
struct effect screen_details_partition(struct app *app);
struct effect screen_disks_image(struct app *app);
struct effect screen_disks_read_only(struct app *app);
/* Opens the wizard that aligns all partitions with their data; its last step: whether
 * data is compared, and a file for the journal. */
struct effect screen_fix_open(struct app *app);
struct effect screen_fix_compare(struct app *app);
struct effect screen_fix_journal(struct app *app);
/* Opens the list of saved tables; marks the selected one; restores it. */
struct effect screen_history_open(struct app *app);
struct effect screen_history_mark(struct app *app);
struct effect screen_history_restore(struct app *app);
struct effect screen_help_open(struct app *app);
struct effect screen_help_keys(struct app *app);
struct effect screen_help_words(struct app *app);
struct effect screen_help_run(struct app *app);
/* Opens the plan for the whole disk; where a move has not ended, the screen of that. */
struct effect screen_resume_or_plan(struct app *app);
/* Shows the next aim of the plan; asks for a start of the selected partition. */
struct effect screen_plan_aim(struct app *app);
/* Goes back to the main screen, and opens the default plan there. */
struct effect screen_plan_default(struct app *app);
struct effect screen_plan_start(struct app *app);
/* Takes such a start; not a handler. */
struct effect screen_plan_answer(struct app *app, enum ask asked, const char *text);
void screen_plan_select(struct app *app, uint32_t row);
struct effect screen_plan_click(struct app *app, struct spot spot);
/* Asks for what the shown refusal is about, see ui/app/give_up.h: in the wizard for what
 * the selected partition stays for, or the first one that does. */
struct effect screen_give_up(struct app *app);
/* Opens the bench of the selected partition; at the end of a move, of the one that was
 * moved. */
struct effect screen_bench_open(struct app *app);
/* Opens the list of types for the selected partition, or for the field of a form; else
 * the message says why not. */
struct effect screen_types_open(struct app *app);
/* Opens the form of names, also from the list of types. */
struct effect screen_types_name(struct app *app);

/* Main screen; a disk is open.  First actions that change nothing (table_actions.c), then
 * edits, whose needs are met (table_edit.c). */
struct effect table_pane(struct app *app);
struct effect table_zoom_in(struct app *app);
struct effect table_zoom_out(struct app *app);
struct effect table_zoom_all(struct app *app);
struct effect table_next_off(struct app *app);
struct effect table_other_end(struct app *app);
struct effect table_next_columns(struct app *app);
struct effect table_go(struct app *app);

struct effect table_new(struct app *app);
struct effect table_delete(struct app *app);
struct effect table_resize(struct app *app);
struct effect table_move(struct app *app);
/* Sets the start of the column Suggest. */
struct effect table_align(struct app *app);
/* Asks whether the selected partition is empty; on the screen that asks, answers yes.
 * Known content refuses the edit, with the reason. */
struct effect table_empty(struct app *app);
struct effect table_boot(struct app *app);
struct effect table_sort(struct app *app);
struct effect table_disk_id(struct app *app);
struct effect table_convert(struct app *app);
struct effect table_repair(struct app *app);

#endif
