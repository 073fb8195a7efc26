/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - the open disk: its table with all pending edits, and the selected row */
#ifndef ALIDADE_UI_APP_DISK_H
#define ALIDADE_UI_APP_DISK_H

#include "ui/app/state.h"

/* Takes an EVENT_LAYOUT: another disk, or more of what is known of the open one, whose
 * pending edits stay where they were made for this table. */
void app_set_layout(struct app *app, struct event *event);
/* Something on DISK starts off the physical grid, or its table is damaged. */
bool app_disk_is_off(const struct disk_info *disk);
/* The row that the picker begins on: one with a problem, the system disk last. */
size_t app_disk_default(const struct disk_info *disks, size_t count);

/* What was given for the disk at PATH: by hand where it is open, else at the start. */
struct limits_given app_given_for(const struct app *app, const char *path);
/* Adds all COUNT edits to the queue and shows the preview; an extent that the last one
 * creates is selected.  False if one of them is not possible: none is added, and the
 * message line says why. */
bool app_edit_all(struct app *app, const struct edit *edits, size_t count);
/* The queue has changed (undo, redo, drop): the screens show its preview. */
void app_show_preview(struct app *app);
/* How many edits are pending; 0 while no disk is open. */
size_t app_pending(const struct app *app);
/* What differs of EXTENT (an enum delta_field) from what is on the disk; all bits for one
 * that is new. */
unsigned app_changed(const struct app *app, const struct extent *extent);
/* True if the list of the main screen has a row for EXTENT, however small that list is.
 */
bool app_is_listed(const struct layout *layout, const struct extent *extent);
/* The selected extent, or NULL while no disk is open. */
const struct extent *app_selected(const struct app *app);

#endif
