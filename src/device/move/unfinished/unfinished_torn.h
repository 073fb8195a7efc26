/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_torn.h - the table of a disk on which a power cut has left it unreadable */
#ifndef ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_TORN_H
#define ALIDADE_DEVICE_MOVE_UNFINISHED_UNFINISHED_TORN_H

#include "device/io/mended.h"
#include "device/io/store.h"
#include "device/io/sys.h"
#include "model/base/lines.h"
#include "model/disk/layout.h"
#include "model/move/journal/journal_scan.h"

struct torn_request {
    const struct sys *sys;
    struct store *store;       /* of the disk */
    const char *journal;       /* that the user named; or NULL */
    const struct lines *hints; /* paths of journals on other disks */
    uint64_t logical;          /* bytes of a sector, if the user named them; or 0 */
    bool is_thorough;          /* searches for a journal at both ends of the disk */
    /* With IS_THOROUGH: searches all of it if there is none; or NULL. */
    const struct journal_scan_watch *watch;
};

/* Returns the layout of the disk with what can be known of the sectors that cannot be
 * read: from the other copy of a GPT, or from the journal of a move. STORE is read with
 * them from then on: RET outlives it, and is mended_finish()ed in any case. NULL: it is
 * not known; ERR tells what to do if there is a journal that does not help. */
struct layout *unfinished_read_torn(const struct torn_request *request,
                                    struct mended *ret, struct err *err) MUST_USE;

#endif
