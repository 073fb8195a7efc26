/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.h - a partition that is read whole behind the screen */
#ifndef ALIDADE_UI_LOOP_EMPTY_H
#define ALIDADE_UI_LOOP_EMPTY_H

#include "device/system/emptiness_work.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"

/* Zero-initialised: nothing is read. */
struct loop_empty {
    struct emptiness_work *work;
    struct job *job;
    uint32_t id; /* of the extent */
    bool is_stopping;
    uint64_t told_ms; /* when the screen was told last */
    struct err err;   /* words of the last event */
};

/* EFFECT_EMPTY_READ of the selected disk; RET is an EVENT_EMPTY. */
void loop_empty_start(struct loop_empty *empty, const struct loop_disk *disk, uint32_t id,
                      struct event *ret);
/* Readable when there is news; -1 while nothing is read. */
int loop_empty_fd(const struct loop_empty *empty);
/* True with an EVENT_EMPTY that is due; what was found goes to DISK: *RET_IS_NEWS. */
bool loop_empty_take(struct loop_empty *empty, struct loop_disk *disk, uint64_t now_ms,
                     bool is_slow, bool *ret_is_news, struct event *ret);
/* Stops it: what is found is of no interest any more.  Returns at once. */
void loop_empty_stop(struct loop_empty *empty);
/* Stops it and waits at most MOST_MS; a read that hangs is left to the program's end. */
void loop_empty_finish(struct loop_empty *empty, int max_ms);

#endif
