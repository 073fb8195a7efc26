/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.h - reads a whole partition in the background to see if it is empty */
#ifndef ALIDADE_UI_LOOP_EMPTY_H
#define ALIDADE_UI_LOOP_EMPTY_H

#include "device/system/emptiness_work.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"

/* Zero-initialised: nothing is read. */
struct loop_empty {
    struct emptiness_work *work;
    struct job *job; /* NULL: nothing runs */
    uint32_t id;     /* of the extent */
    bool is_stopping;
    uint64_t told_ms; /* time of the last event */
    struct err err;   /* sentence of the last event */
};

/* Starts to read extent ID; RET is an EVENT_EMPTY. */
void loop_empty_start(struct loop_empty *empty, const struct loop_disk *disk, uint32_t id,
                      struct event *ret);
/* True with an EVENT_EMPTY if one is due.  The result goes to DISK; then *RET_IS_NEWS. */
bool loop_empty_take(struct loop_empty *empty, struct loop_disk *disk, uint64_t now_ms,
                     bool is_slow, bool *ret_is_news, struct event *ret);
/* Stops reading; no further event comes.  Does not wait. */
void loop_empty_stop(struct loop_empty *empty);
/* Stops reading and waits at most MAX_MS; a read that hangs is not waited for. */
void loop_empty_finish(struct loop_empty *empty, int max_ms);

#endif
