/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.h - the disks of the machine, whose tables are read one after the other */
#ifndef ALIDADE_UI_LOOP_LIST_H
#define ALIDADE_UI_LOOP_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/sys.h"
#include "model/disk/disk_info.h"
#include "ui/app/state.h"

/* Zero-initialised: no disks. */
struct loop_list {
    struct disk_info *disks;
    struct list_reading **readings; /* owned; of each disk; NULL: nothing reads it */
    size_t count, next;             /* next: the first disk whose table is not read yet */
};

/* Lists the disks in sysfs again; no table is read. */
void loop_list_start(struct loop_list *list, const struct sys *sys);
/* True if the next table can be read: the one before it has ended, or its disk has not
 * answered for 2 s, and is not waited for any longer. */
bool loop_list_is_pending(const struct loop_list *list, uint64_t now_ms);
/* Begins to read that one, on a worker. */
void loop_list_read_next(struct loop_list *list, uint64_t now_ms);
/* Reads the disk at PATH again, whose table may have changed; no-op for an image file,
 * and for a disk that is not read yet. */
void loop_list_reread(struct loop_list *list, const char *path, uint64_t now_ms);
/* The descriptor that becomes readable when one is read; -1: none. */
int loop_list_fd(const struct loop_list *list);
/* The time in ms until loop_list_take() has something to tell of disks that do not
 * answer; -1: nothing is read. */
int loop_list_wait(const struct loop_list *list, uint64_t now_ms);
/* Takes the tables that are read, or why they cannot be; true if there is news. */
bool loop_list_take(struct loop_list *list, uint64_t now_ms);
/* Fills an EVENT_DISKS, which owns copies. */
void loop_list_give(const struct loop_list *list, struct event *ret);
/* Waits a moment for what is read, and leaves it to its worker otherwise. Returns the
 * path of a disk that has not answered, borrowed; NULL: all have. */
const char *loop_list_leave(struct loop_list *list);
void loop_list_finish(struct loop_list *list);

#endif
