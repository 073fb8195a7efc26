/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attend.h - runs an effect on the worker, and attends to keys and screen meanwhile */
#ifndef ALIDADE_UI_LOOP_ATTEND_H
#define ALIDADE_UI_LOOP_ATTEND_H

#include <stdbool.h>

#include "ui/app/state.h"

struct loop;

typedef bool (*attend_run)(struct loop *, const struct effect *, struct event *);

/* Returns what RUN returns for EFFECT, which writes nothing.  The app gets no event
 * meanwhile but new sizes of the window, so that RUN may read it.  The screen tells what
 * is waited for: a drive after 2 s, and what RUN tells fix.watch or commit.watch of: a
 * lock after half a second, a rehearsal after 1 s; from then on q and Ctrl-C end the
 * wait.  A drive that does not answer even then ends the program: LOOP is done, and keeps
 * what RUN uses. */
bool loop_attend(struct loop *loop, attend_run run, const struct effect *effect,
                 struct event *ret);
/* Waits at most MAX_MS ms for what was left like that.  Returns false if it still hangs:
 * then nothing of LOOP may be freed. */
bool loop_attend_end(struct loop *loop, int max_ms) MUST_USE;
/* Returns the path of the disk that is waited for: the one that is being opened, or the
 * open one; borrowed. */
const char *loop_attend_path(const struct loop *loop);

#endif
