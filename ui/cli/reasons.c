/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.c - all ids that JSON gives for a refusal or a note */
#include "ui/cli/reasons.h"

#include <string.h>

#include "device/move/findings/fix_check.h"
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/disk/note.h"

enum { NOTES = NOTE_COUNT - (NOTE_NONE + 1) };

bool reasons_at(size_t index, struct reason *ret)
{
    if (index < NOTES) {
        enum note_id note = (enum note_id)(NOTE_NONE + 1 + index);
        *ret = (struct reason){ note_id_text(note), note_brief(note) };
        return true;
    }
    index -= NOTES;
    if (index < FIX_FINDING_COUNT) {
        *ret = (struct reason){ fix_findings[index].id, _(fix_findings[index].when) };
        return true;
    }
    index -= FIX_FINDING_COUNT;
    if (index >= REFUSAL_COUNT)
        return false;
    *ret = (struct reason){ refusal_id((enum refusal)index),
                            refusal_when((enum refusal)index) };
    return true;
}

bool reasons_find(const char *id, struct reason *ret)
{
    for (size_t i = 0; reasons_at(i, ret); i++)
        if (!strcmp(ret->id, id))
            return true;
    return false;
}
