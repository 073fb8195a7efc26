/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_begin.h - rehearses the plan of the wizard */
#ifndef ALIDADE_UI_LOOP_FIX_BEGIN_H
#define ALIDADE_UI_LOOP_FIX_BEGIN_H

#include "model/base/guid.h"
#include "ui/loop/disk.h"
#include "ui/loop/fix.h"

/* What the plan is begun with. */
struct loop_fix_given {
    struct guid_source seed;       /* for the move */
    const char *backup_path;       /* of the backup; NULL: automatic */
    const struct effect *rehearse; /* with what is given up */
};

/* Fills an EVENT_REHEARSED, and stores in FIX what EFFECT_FIX carries out.  Nothing is
 * written. */
void loop_fix_begin(struct loop_fix *fix, const struct loop_disk *disk,
                    const struct app *app, const struct loop_fix_given *given,
                    struct event *ret);
/* After the consent, before the first write: false with fix->err if the drive reports
 * data as stored before it is.  Writes back what it has read, at most for some seconds.
 */
bool loop_fix_flushes(struct loop_fix *fix, const struct loop_disk *disk,
                      const struct app *app);

#endif
