/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_pages.c - what the steps of the wizard share */
#include "ui/screen/wizard/fix_pages.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/app/give_up.h"
#include "ui/screen/frame/frame.h"

enum { STEPS = 3 };

void fix_pages_draw_header(const struct app *app, struct canvas *canvas, int step)
{
    CLEANUP(freep) char *right = xasprintf(_("step %1$d of %2$d"), step, STEPS);

    frame_draw_header(app, canvas, right, _("%s  Align all partitions"), app->info.path);
}

struct effect fix_pages_look(const struct app *app)
{
    return give_up_effect(app, EFFECT_FIX_LOOK);
}
