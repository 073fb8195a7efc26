/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix.h - a move that has not ended, and the one that runs in the background */
#ifndef ALIDADE_UI_LOOP_FIX_H
#define ALIDADE_UI_LOOP_FIX_H

#include <stdbool.h>
#include <stdint.h>

#include "device/move/session/fix_session.h"
#include "device/move/unfinished/unfinished_look.h"
#include "model/base/err.h"
#include "model/base/lines.h"
#include "model/report/fix_pace.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"

/* Zero-initialised: nothing was looked at, and nothing runs. */
struct loop_fix {
    struct fix_found_list list;
    const struct fix_place_found *move; /* borrowed from LIST; NULL: none can go on */
    struct unfinished_look *look;       /* owned */
    struct report_fix_status status;

    char path[256];             /* of the disk */
    struct fix_session session; /* rehearsed, or at work */
    struct fix_pace pace;
    struct fix_live live; /* last progress */
    uint64_t news_ms;     /* time of the drive's last answer */
    uint64_t told_ms;     /* time of the last event */

    const struct commit_watch *watch; /* of the effect that runs, or NULL; borrowed */

    bool is_unread; /* a move has run, and the table was not read since */

    struct err left;     /* how the last move has ended that is left to go on with */
    char left_path[256]; /* its disk */

    struct err err; /* sentence of the last answer */
    char *text;     /* the same, if it is no error */
};

/* Runs EFFECT_UNFINISHED, ..RESUME, ..FIX (nothing else may read the disk) and
 * ..FIX_STOP; returns false for other effects. RET is the answer: what it borrows is
 * valid until the next call.  A resume saves the table at BACKUP_PATH; NULL: automatic.
 */
bool loop_fix_do(struct loop_fix *fix, const struct loop_disk *disk,
                 const char *backup_path, const struct effect *effect, struct event *ret);
/* Makes RET the answer that a move was rehearsed: adds what is to be read before the
 * consent, what a stop means, and where its journal is. */
void loop_fix_give_rehearsed(const struct loop_fix *fix, struct event *ret);
/* Discards what was rehearsed. */
void loop_fix_forget(struct loop_fix *fix);
/* Discards it, and begins a session with DISK. */
void loop_fix_renew(struct loop_fix *fix, const struct loop_disk *disk);

/* Called when a move has ended: keeps what is left of it, and that the table was not read
 * since. */
void loop_fix_keep_end(struct loop_fix *fix);
/* Adds to RET, the end of a move that is complete, what is marked dirty still on DISK;
 * and the checkers, if the wizard, which knows them, was open in a program that has
 * ended. */
void loop_fix_look_after(const struct loop_fix *fix, const struct loop_disk *disk,
                         struct event *ret);
/* The table was read: it is the one on the disk again. */
void loop_fix_know_table(struct loop_fix *fix);
/* True, with the answer, for an effect that would access the disk during a move, or after
 * it would write from a table that was read before. */
bool loop_fix_refuses(struct loop_fix *fix, const struct effect *effect,
                      struct event *ret);

/* Milliseconds until the next event is due; -1 if nothing runs. */
int loop_fix_wait(const struct loop_fix *fix, uint64_t now_ms, bool is_slow);
/* To be called when that is 0 or, with IS_NEWS, the job's descriptor is readable: true
 * with an EVENT_FIX that is due, or with the final EVENT_FIXED. */
bool loop_fix_take(struct loop_fix *fix, const struct loop_disk *disk, bool is_news,
                   uint64_t now_ms, bool is_slow, struct event *ret);

/* Stops the move and waits until everything is durable: ERR says then how it has ended,
 * and whether to go on with it. */
void loop_fix_end(struct loop_fix *fix, struct err *err);
void loop_fix_finish(struct loop_fix *fix);

#endif
