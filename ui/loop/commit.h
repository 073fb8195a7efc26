/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commit.h - what the editor asks the disk and files for when a change is written */
#ifndef ALIDADE_UI_LOOP_COMMIT_H
#define ALIDADE_UI_LOOP_COMMIT_H

#include <stdbool.h>

#include "device/commit/commit.h"
#include "model/base/err.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"

/* Zero-initialised: nothing is rehearsed. */
struct loop_commit {
    struct commit *commit; /* rehearsed; waits for the person's consent */
    const char
        *backup_path; /* borrowed: --backup, for the first write; NULL: automatic */
    struct err err;   /* words of the last answer */
    char *text;       /* the same */
};

/* Carries out what EFFECT asks for, of APP's disk and its queue; false for effects that
 * are none of these.  RET is the answer: its texts are valid until the next call, and its
 * kind is EVENT_IDLE where there is nothing to say. */
bool loop_commit_do(struct loop_commit *commit, struct loop_disk *disk,
                    const struct app *app, const struct effect *effect,
                    struct event *ret);
void loop_commit_finish(struct loop_commit *commit);

#endif
