/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - the open disk: its table with all pending edits, and the selected row */
#ifndef ALIDADE_UI_APP_DISK_H
#define ALIDADE_UI_APP_DISK_H

#include "ui/app/state.h"

/* Handles EVENT_LAYOUT: another disk, or new information about the open one, whose
 * pending edits are kept if they still apply to its table. */
void app_set_layout(struct app *app, struct event *event);
/* Finds suggestions again after what was measured of the open disk has changed. */
void app_suggest_again(struct app *app);
/* Reads the open disk again because a person asked for it, and says so. */
struct effect app_reread(struct app *app);
/* True if a partition of DISK is misaligned or its table is damaged. */
bool app_disk_is_off(const struct disk_info *disk);
/* True if the open disk's table cannot be written: the disk was opened read-only, or the
 * table has a finding that forbids it. */
bool app_is_read_only(const struct app *app);
/* Tells how to open a disk that this user may not write to; false for every other. */
bool app_say_forbidden(struct app *app);
/* Returns the picker's initial row: a disk with a problem, and not the system disk if
 * there is another. */
size_t app_disk_default(const struct disk_info *disks, size_t count);

/* Returns the limits given for the disk at PATH: by hand if it is open, else at the
 * start. */
struct limits_given app_given_for(const struct app *app, const char *path);
/* Adds all COUNT edits to the queue and shows the preview; an extent that the last one
 * creates is selected.  False if one of them is not possible: none is added, and the
 * message line says why. */
bool app_edit_all(struct app *app, const struct edit *edits, size_t count);
/* Shows the queue's preview after a change of the queue (undo, redo, drop). */
void app_show_preview(struct app *app);
/* Returns the number of pending edits; 0 while no disk is open. */
size_t app_pending(const struct app *app);
/* Returns how EXTENT differs from the disk, as bits of enum delta_field; all bits if it
 * is new. */
unsigned app_changed(const struct app *app, const struct extent *extent);
/* True if the list of the main screen has a row for EXTENT. */
bool app_is_listed(const struct layout *layout, const struct extent *extent);
/* Returns the selected extent; NULL while no disk is open. */
const struct extent *app_selected(const struct app *app);

#endif
