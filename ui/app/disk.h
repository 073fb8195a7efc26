/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - the open disk: its table with all pending edits, and the selected row */
#ifndef ALIDADE_UI_APP_DISK_H
#define ALIDADE_UI_APP_DISK_H

#include "ui/app/app.h"

/* Takes an EVENT_LAYOUT: another disk, or more of what is known of the open one, whose
 * pending edits stay where they were made for this table. */
void app_take_layout(struct app *app, struct event *event);
/* Something on DISK starts off the physical grid, or its table is damaged. */
bool app_disk_is_off(const struct disk_info *disk);
/* The row that the picker begins on: one with a problem, the system disk last. */
size_t app_disk_default(const struct disk_info *disks, size_t count);

#endif
