/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h - the open disk, and the work that examines it in the background */
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
#include "model/align/suggest.h"
#include "model/disk/disk_info.h"
#include "model/disk/layout.h"
#include "ui/app/state.h"
#include "ui/loop/found.h"

#define LOOP_DISK_SOURCES 2

/* Zero-initialised but for sys: nothing is open. */
struct loop_disk {
    struct sys sys;
    struct store *store;
    struct disk_info info; /* its layout stays NULL */
    struct layout *base; /* as read; with libparted's opinion as soon as that is there */
    struct layout *layout; /* base with contents and users */
    struct boot_gap gap;
    bool is_begun;   /* a plan for it that nothing on it leads to has steps left */
    bool is_started; /* the background work */
    bool has_left;   /* a scan, perhaps of another disk, that may not have ended */
    bool is_marked;  /* the users of the disk are known */
    bool is_looked;  /* for the fix whose marks the contents show */
    struct scan *scan;
    bool is_sampling;   /* the scan is the second one, which reads samples for zeros */
    bool wants_samples; /* that scan is still to be started */
    bool is_settling;   /* that scan is to be cancelled */
    bool wants_opinion; /* libparted is still to be asked */
    struct opinion *opinion;
    struct loop_found found; /* if no table names partitions */
    struct loop_found lost;  /* else: in free space */
    bool is_hunted;          /* that was searched, or is not to be */
    struct scan_result *results;
    size_t result_count;
};

/* Reads the table, which is all that the first frame needs.  On failure the disk that was
 * open stays open.  What was found on the same disk and table is kept. */
bool loop_disk_open(struct loop_disk *disk, const char *path,
                    const struct limits_given *given, bool is_read_only,
                    struct err *err) MUST_USE;
/* Ends the scan.  Returns false if that has not answered after MAX_MS ms. */
bool loop_disk_rest(struct loop_disk *disk, int max_ms) MUST_USE;
/* Closes everything.  A thread that hangs in a read is not waited for. */
void loop_disk_close(struct loop_disk *disk);

/* Fills an EVENT_LAYOUT with what is known so far. */
void loop_disk_give(const struct loop_disk *disk, struct event *event);
/* Starts the background work, once for each opening: contents (those of IDS first) and,
 * if there is no table, the search for its partitions. */
void loop_disk_start(struct loop_disk *disk, const uint32_t *ids, size_t count);
/* True once the work that was started has ended, and libparted was not asked yet. */
bool loop_disk_can_ask(const struct loop_disk *disk);
/* Then asks for libparted's opinion, once for each opening. */
void loop_disk_ask(struct loop_disk *disk);
/* Afterwards, starts to read samples of contents without a signature, to see whether they
 * look empty; extent FIRST comes first. */
void loop_disk_sample(struct loop_disk *disk, uint32_t first);
/* When all of that has ended, starts to search free space for contents without an
 * entry. */
void loop_disk_hunt(struct loop_disk *disk);
/* Lets it be searched again if that was stopped. */
void loop_disk_hunt_again(struct loop_disk *disk);
/* Returns how far the search for contents without an entry is. */
struct search_live loop_disk_search(const struct loop_disk *disk);
/* Stores a result about extent ID that was found elsewhere. */
void loop_disk_know(struct loop_disk *disk, uint32_t id, enum content_zeros zeros);
/* The descriptors that become readable when there are results; returns how many. */
size_t loop_disk_poll(const struct loop_disk *disk, struct pollfd ret[LOOP_DISK_SOURCES]);
/* Takes the results that are there, without a read; true if the layout has changed. */
bool loop_disk_take(struct loop_disk *disk);
/* True if that layout has marks of a fix, and the disk was not searched for it yet. */
bool loop_disk_wants_look(const struct loop_disk *disk);
/* Searches it, which reads the disk, and notes the fix in the layout. */
void loop_disk_look(struct loop_disk *disk);

/* Starts all of that work except samples, and waits for it, at most MAX_MS; afterwards
 * nothing reads the disk.  ERR_REFUSED if it takes longer.  *RET_IS_NEWS: the layout has
 * changed. */
bool loop_disk_settle(struct loop_disk *disk, int max_ms, bool *ret_is_news,
                      struct err *err) MUST_USE;

void loop_disk_details(const struct loop_disk *disk, struct details *ret);

#endif
