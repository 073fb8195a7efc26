/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.h - looks into many extents while the screen is already there */
#ifndef ALIDADE_DEVICE_SYSTEM_SCAN_H
#define ALIDADE_DEVICE_SYSTEM_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/disk/layout.h"

struct scan_result {
    uint32_t id; /* of the extent */
    struct content content;
};

struct scan;

/* Starts one thread, with all signals blocked, that probes the COUNT extents of LAYOUT
 * whose ids are given, in that order; IDS NULL: all that signature_is_wanted().  Others
 * among them are passed over.  FD is opened anew, LAYOUT is not kept.  NULL with a
 * sentence (ERR_UNREADABLE) where no thread or pipe can be had. */
struct scan *scan_start(int fd, const struct layout *layout, const uint32_t *ids,
                        size_t count, struct err *err) MUST_USE;

/* The same for samples: whether those look empty that were found without a signature and
 * not read yet; at most a second each. */
struct scan *scan_start_samples(int fd, const struct layout *layout, const uint32_t *ids,
                                size_t count, struct err *err) MUST_USE;

/* Readable when there is something to take, or the end was reached. */
int scan_fd(const struct scan *scan);
/* The results since the last call, in *ret; the caller frees with free().  0 and NULL
 * when there are none.  RET_IS_DONE: these were the last, for all were probed or it was
 * cancelled, and the thread touches no disk more. */
size_t scan_take(struct scan *scan, struct scan_result **ret, bool *ret_is_done);

/* Asks the thread to stop before the next extent.  Returns at once. */
void scan_cancel(struct scan *scan);
/* Cancels and waits for the read under way: on a sick disk that can take long.  Accepts
 * NULL. */
void scan_free(struct scan *scan);
/* Cancels and never waits: the thread frees SCAN when its read has ended. */
void scan_leave(struct scan *scan);

/* A new layout like LAYOUT with these contents; ids that it does not have are passed
 * over.  Never NULL. */
struct layout *scan_merge(const struct layout *layout, const struct scan_result *results,
                          size_t count);
/* Probes all that is wanted, without a thread; a new layout, never NULL. */
struct layout *scan_all(int fd, const struct layout *layout);

#endif
