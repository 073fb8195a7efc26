/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.h - probes the contents of extents on a worker thread */
#ifndef ALIDADE_DEVICE_SYSTEM_SCAN_H
#define ALIDADE_DEVICE_SYSTEM_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/align/suggest.h"
#include "model/disk/gpt_front.h"
#include "model/disk/layout.h"

struct scan_result {
    uint32_t id; /* id of the extent */
    struct content content;
};

struct scan;

/* Starts a thread, with all signals blocked, that probes the COUNT extents of LAYOUT with
 * these ids in this order; if IDS is NULL, all for which signature_is_wanted() is true.
 * Other extents are skipped.  FD is opened again, and LAYOUT is not kept.  Returns NULL
 * (ERR_UNREADABLE) if no thread or pipe can be created. */
struct scan *scan_start(int fd, const struct layout *layout, const uint32_t *ids,
                        size_t count, struct err *err) MUST_USE;

/* Does the same to sample extents without a signature that were not read yet: at most 1 s
 * each. */
struct scan *scan_start_samples(int fd, const struct layout *layout, const uint32_t *ids,
                                size_t count, struct err *err) MUST_USE;

/* Returns a descriptor that is readable when there are results or the scan ended. */
int scan_fd(const struct scan *scan);
/* Returns in *ret the results since the last call, which the caller frees; 0 and NULL if
 * there are none.  RET_IS_DONE is true if no more follow, because the scan is complete or
 * cancelled; the thread then does not access the disk any more. */
size_t scan_take(struct scan *scan, struct scan_result **ret, bool *ret_is_done);

/* Returns what is in the MBR gap, and in front of the first partition, which is read
 * before the extents; zeros: nothing, or it is not read yet, or SCAN samples. */
void scan_before(struct scan *scan, struct boot_gap *ret_gap,
                 struct gpt_front *ret_front);

/* Asks the thread to stop before the next extent, without waiting. */
void scan_cancel(struct scan *scan);
/* Cancels the scan and waits for the current read, which can take long on a failing disk.
 * Accepts NULL. */
void scan_free(struct scan *scan);
/* Cancels the scan without waiting: the thread frees SCAN after the current read. */
void scan_leave(struct scan *scan);

/* Returns LAYOUT with these contents, which the caller owns; unknown ids are ignored.
 * Never NULL. */
struct layout *scan_merge(const struct layout *layout, const struct scan_result *results,
                          size_t count);
/* Probes all wanted extents without a thread; returns a new layout, never NULL. */
struct layout *scan_all(int fd, const struct layout *layout);

#endif
