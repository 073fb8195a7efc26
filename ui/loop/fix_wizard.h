/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_wizard.h - looks at the disk of the wizard's plan, and rehearses it */
#ifndef ALIDADE_UI_LOOP_FIX_WIZARD_H
#define ALIDADE_UI_LOOP_FIX_WIZARD_H

#include "model/base/guid.h"
#include "ui/loop/disk.h"
#include "ui/loop/fix.h"

/* What the plan is begun with. */
struct loop_fix_given {
    struct guid_source seed;       /* for the move */
    const char *backup_path;       /* of the backup; NULL: automatic */
    const struct effect *rehearse; /* with what is given up */
};

/* Fills an EVENT_FIX_LOOKED; reads the disk, and writes nothing.  ERR is the sentence of
 * the event if it has one. */
void loop_fix_look(const struct loop_disk *disk, const struct app *app, struct err *err,
                   struct event *ret);

/* Fills an EVENT_REHEARSED, and stores in FIX what EFFECT_FIX carries out.  Nothing is
 * written. */
void loop_fix_begin(struct loop_fix *fix, const struct loop_disk *disk,
                    const struct app *app, const struct loop_fix_given *given,
                    struct event *ret);

#endif
