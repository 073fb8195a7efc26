/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.h - the disks of the machine, whose tables are read one after the other */
#ifndef ALIDADE_UI_LOOP_LIST_H
#define ALIDADE_UI_LOOP_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "device/io/sys.h"
#include "model/disk/disk_info.h"
#include "ui/app/state.h"

/* Zero-initialised: no disks. */
struct loop_list {
    struct disk_info *disks;
    size_t count, next; /* next: the first disk whose table is not read yet */
};

/* Lists the disks in sysfs again; no table is read. */
void loop_list_start(struct loop_list *list, const struct sys *sys);
/* True while there are tables to be read. */
bool loop_list_is_pending(const struct loop_list *list);
/* Reads the next table, or stores why it cannot be read. */
void loop_list_read_next(struct loop_list *list);
/* Fills an EVENT_DISKS, which owns copies. */
void loop_list_give(const struct loop_list *list, struct event *ret);
void loop_list_finish(struct loop_list *list);

#endif
