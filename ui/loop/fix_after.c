/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_after.c - what is not done while data is moved, or before the table is read again,
 * and what is told of it afterwards */
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/loop/busy.h"
#include "ui/loop/fix.h"
#include "ui/loop/fix_moved.h"

void loop_fix_keep_end(struct loop_fix *fix)
{
    enum fixing_state state = fix->session.state;
    bool is_done = state == FIXING_COMPLETE || state == FIXING_ROLLED_BACK;

    fix->is_unread = true;
    if (is_done && !strcmp(fix->left_path, fix->path))
        fix->left = (struct err){ 0 };
    if (is_done || !fix->err.code || !fix_session_has_written(&fix->session))
        return;
    fix->left = fix->err;
    copy_text(fix->left_path, sizeof(fix->left_path), fix->path);
}

void loop_fix_look_after(const struct loop_fix *fix, const struct loop_disk *disk,
                         struct event *ret)
{
    const struct journal_plan *plan = fix->session.plan;
    CLEANUP(fix_moved_finish) struct fix_moved moved;

    fix_moved_look(&disk->sys, fix->path, plan, 0, plan->step_count, &moved);
    volume_notes_after_lines(&moved.volumes, &ret->commit.warnings);
    if (fix->session.base)
        return;
    ret->checked = moved.checkers;
    moved.checkers = (struct checker_list){ 0 };
}

void loop_fix_know_table(struct loop_fix *fix)
{
    fix->is_unread = false;
}

/* A move that goes on is looked for on the disk itself. */
static bool relies_on_table(enum effect_kind kind)
{
    static const enum effect_kind kinds[] = {
        EFFECT_REHEARSE, EFFECT_REHEARSE_RESTORE, EFFECT_COMMIT,
        EFFECT_FIX_LOOK, EFFECT_FIX_REHEARSE,     EFFECT_MEASURE,
    };

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

bool loop_fix_refuses(struct loop_fix *fix, const struct effect *effect,
                      struct event *ret)
{
    enum event_kind answer = EVENT_ERROR;
    bool is_measure = effect->kind == EFFECT_MEASURE;
    bool is_touching = is_measure || busy_touches(effect->kind, &answer);

    if (!is_touching ||
        (!fix->session.job && !(fix->is_unread && relies_on_table(effect->kind))))
        return false;
    free(fix->text);
    fix->text =
        fix->session.job
            ? xasprintf(_("Data on %s is being moved: nothing else is done with it "
                          "until that has ended."),
                        fix->path)
            : xasprintf(_("The table of %s was not read since data was moved: "
                          "nothing is written before that."),
                        fix->path);
    answer = is_measure ? EVENT_MEASURED : answer;
    *ret = (struct event){ .kind = answer, .text = fix->text };
    return true;
}
