/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_speed.h - measures in the background how fast the disk of the wizard is read */
#ifndef ALIDADE_UI_LOOP_READ_SPEED_H
#define ALIDADE_UI_LOOP_READ_SPEED_H

#include "device/measure/read_speed_work.h"
#include "ui/app/state.h"
#include "ui/loop/disk.h"

/* Zero-initialised: nothing was read. */
struct loop_read_speed {
    struct read_speed_work *work;
    struct job *job; /* NULL: nothing runs */
    char path[256];  /* of the disk that was measured, or is; empty: none */
    struct move_speed speed;
};

/* Starts to read DISK, once, and tells LOOK what is known so far. A disk whose speed was
 * measured before is not read. */
void loop_read_speed_start(struct loop_read_speed *speed, const struct loop_disk *disk,
                           const struct app *app, struct fix_look *look);
/* To be called when the job's descriptor is readable: true with an EVENT_READ_SPEED if it
 * has ended. */
bool loop_read_speed_take(struct loop_read_speed *speed, struct event *ret);
/* Stops reading, and waits at most MAX_MS: a read that hangs is not waited for. What was
 * measured so far does not count; true with an EVENT_READ_SPEED that has no speed. */
bool loop_read_speed_stop(struct loop_read_speed *speed, int max_ms, struct event *ret);

#endif
