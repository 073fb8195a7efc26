/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - the open disk and what is still being found out about it */
#ifndef ALIDADE_UI_LOOP_DISK_H
#define ALIDADE_UI_LOOP_DISK_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/io/store.h"
#include "device/io/sys.h"
#include "device/system/opinion.h"
#include "device/system/scan.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "ui/app/state.h"
#include "ui/loop/found.h"

#define LOOP_DISK_SOURCES 3

/* Zero-initialised but for sys: nothing is open. */
struct loop_disk {
    struct sys sys;
    struct store *store;
    struct disk_info info; /* its layout stays NULL */
    struct layout *base;   /* as read, with libparted's opinion once it came */
    struct layout *layout; /* base with all that was found since */
    uint64_t grub_sectors;
    bool is_started; /* the work behind the first frame */
    bool is_marked;  /* who uses the disk is known */
    struct scan *scan;
    bool is_sampling;   /* what the scan does: the second one, behind that of contents */
    bool wants_samples; /* it is still to be made */
    bool is_settling;   /* it is to be cut short */
    struct opinion *opinion;
    struct loop_found found;
    struct scan_result *results;
    size_t result_count;
};

/* Reads the table: all that the first frame needs.  On failure what was open stays. */
bool loop_disk_open(struct loop_disk *disk, const char *path,
                    const struct limits_given *given, bool is_read_only,
                    struct err *err) MUST_USE;
/* Closes everything; a thread that hangs in a read is left to the program's end. */
void loop_disk_close(struct loop_disk *disk);

/* Fills an EVENT_LAYOUT with what is known by now. */
void loop_disk_give(const struct loop_disk *disk, struct event *event);
/* Starts the work behind the first frame: contents (those of IDS first), the second
 * opinion, and where there is no table the search for what it named.  Once for each
 * opening. */
void loop_disk_start(struct loop_disk *disk, const uint32_t *ids, size_t count);
/* Once contents are known: whether those without a signature look empty, that of FIRST
 * before the others. */
void loop_disk_sample(struct loop_disk *disk, uint32_t first);
/* What was found out about extent ID otherwise. */
void loop_disk_know(struct loop_disk *disk, uint32_t id, enum content_zeros zeros);
/* Where news come from; returns how many. */
size_t loop_disk_poll(const struct loop_disk *disk, struct pollfd ret[LOOP_DISK_SOURCES]);
/* Takes what came; true when the layout has changed. */
bool loop_disk_take(struct loop_disk *disk);

/* Starts and waits for all of that work, at most MOST_MS; then nothing reads the disk any
 * more.  False (ERR_REFUSED) where it takes longer.  *RET_IS_NEWS: the layout has
 * changed. */
bool loop_disk_settle(struct loop_disk *disk, int max_ms, bool *ret_is_news,
                      struct err *err) MUST_USE;

void loop_disk_details(const struct loop_disk *disk, struct details *ret);

#endif
