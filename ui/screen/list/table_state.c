/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_state.c - the words about the table as a whole */
#include "ui/screen/list/table_view.h"

#include <string.h>

#include "model/align/verify.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"
#include "model/disk/cure.h"
#include "model/disk/note_weight.h"
#include "model/disk/repair.h"
#include "model/found/found.h"
#include "model/found/whole.h"
#include "ui/app/fix_run.h"
#include "ui/app/keymap.h"

static bool has_partitions(const struct layout *layout)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_partition(layout_at(layout, i)))
            return true;
    return false;
}

/* The summary if no partition is judged. */
static const char *unjudged_words(const struct layout *layout)
{
    if (has_partitions(layout))
        return _("nothing judged");
    /* A table that cannot be read may have any number of partitions. */
    return note_has_damage(layout) ? "" : _("no partitions");
}

char *table_summary(const struct app *app)
{
    struct judge_summary sum = judge_all(app->layout);

    if (sum.judged == 0)
        return xstrdup(unjudged_words(app->layout));
    if (sum.off)
        return xasprintf(_("%1$u of %2$u misaligned"), sum.off, sum.judged);
    /* Data in content that was not read may begin off the boundary. */
    if (verify_unread(app->layout))
        return xasprintf(
            ngettext("%u start aligned", "all %u starts aligned", sum.judged),
            sum.judged);
    return xasprintf(ngettext("%u aligned", "all %u aligned", sum.judged), sum.judged);
}

char *table_state_brief(const struct app *app)
{
    const struct note *worst = note_worst(app->layout, NOTE_WEIGHT_FINDING);

    if (app->fix.is_begun)
        return xasprintf("! %s", note_brief(NOTE_MOVE_IN_PROGRESS));
    return worst ? xasprintf("! %s", note_brief(worst->id)) : xstrdup("");
}

/* True if a repair exists for the table, or for damaged entries. */
static bool is_repairable(const struct layout *layout)
{
    enum repair repairs[REPAIR_COUNT];
    CLEANUP(freep) struct entry_cure *cures = NULL;

    return repair_list(layout, repairs) || cure_list(layout, &cures);
}

enum action table_state_cure(const struct app *app)
{
    bool is_found = found_is_wanted(app->layout) && app->found.count;

    if (app->is_read_only || !app->layout)
        return ACTION_NONE;
    if (is_found || is_repairable(app->layout))
        return ACTION_REPAIR;
    return whole_note_find(app->layout) ? ACTION_GIVE_UP : ACTION_NONE;
}

/* "  V: repair" if there is something to repair, or the like, else ""; free() */
static char *state_hint(const struct app *app)
{
    bool is_found = found_is_wanted(app->layout) && app->found.count;
    const struct {
        bool is_wanted;
        enum action action;
        const char *words;
    } hints[] = {
        { is_found, ACTION_REPAIR, N_("  %s:\u00a0give them entries") },
        { is_repairable(app->layout), ACTION_REPAIR, N_("  %s:\u00a0repair") },
        { whole_note_find(app->layout), ACTION_GIVE_UP, N_("  %s:\u00a0change it") },
    };
    char keys[KEY_LIST];
    size_t i = 0;

    while (i < ARRAY_SIZE(hints) && !hints[i].is_wanted)
        i++;
    if (app->is_read_only || i == ARRAY_SIZE(hints))
        return xstrdup("");
    keymap_keys(app, SCREEN_TABLE, hints[i].action, 1, keys);
    return xasprintf(_(hints[i].words), keys);
}

/* The first sentence of TEXT; free() */
static char *first_sentence(const char *text)
{
    const char *stop = strstr(text, ". ");

    return stop ? xasprintf("%.*s.", (int)(stop - text), text) : xstrdup(text);
}

char *table_unfinished_text(const struct app *app)
{
    char keys[KEY_LIST];

    if (!fix_run_is_unfinished(app))
        return NULL;
    /* TRANSLATORS: a key */
    return xasprintf(_("A move has not ended: %s goes on with it, or takes it back."),
                     keymap_keys(app, SCREEN_TABLE, ACTION_PLAN, 1, keys));
}

char *table_state_text(const struct app *app, int width, int rows)
{
    const struct note *worst = note_worst(app->layout, NOTE_WEIGHT_FINDING);
    char keys[KEY_LIST];

    if (fix_run_is_unfinished(app) && !app->is_state_told) {
        CLEANUP(freep) char *begun = table_unfinished_text(app);
        return xasprintf("! %s", begun);
    }
    /* If the table cannot be read, the sentence for the free disk already says so. */
    if (!worst || app->is_state_told || worst->id == NOTE_TABLE_BROKEN)
        return NULL;
    CLEANUP(freep) char *hint = state_hint(app);
    CLEANUP(freep) char *whole = xasprintf("! %s%s", worst->text, hint);
    if (text_wrap_count(whole, width) <= rows)
        return TAKE(whole);
    CLEANUP(freep) char *first = first_sentence(worst->text);
    CLEANUP(freep) char *line = xasprintf("! %s%s", first, hint);
    if (text_wrap_count(line, width) <= rows)
        return TAKE(line);
    keymap_keys(app, SCREEN_TABLE, ACTION_VERIFY, 1, keys);
    /* TRANSLATORS: what is wrong in few words, a key, a hint that may be empty */
    return xasprintf(_("! %1$s  %2$s:\u00a0more%3$s"), note_brief(worst->id), keys, hint);
}
