/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_reasons.c - why partitions stay, and why there is no plan, as text */
#include "ui/cli/plan_reasons.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"

enum { REASON_INDENT = 2 };

/* Adds SENTENCE, and with which option the partitions of GROUP are called empty. */
static void add_empty(const char *sentence, const struct group *group, int width,
                      struct str *ret)
{
    CLEANUP(freep)
    char *words =
        group->count == 1
            ? xasprintf(_("%1$s The option is --empty=%2$s."), sentence, group->numbers)
            : xasprintf(_("%s The option is --empty=N."), sentence);

    text_add_wrapped(ret, words, REASON_INDENT, 0, width);
}

static void add_left(const struct layout *layout, const struct moves *moves,
                     const struct group *group, int width, struct str *ret)
{
    const struct moves_left *left = &moves->left[group->first];
    const struct extent *extent = layout_find(layout, left->id);
    bool is_one = group->count == 1;
    CLEANUP(freep)
    char *why = is_one ? pin_words(layout, extent, left->why)
                       : pin_words_of_many(extent, left->why);
    CLEANUP(freep)
    char *stays =
        xasprintf(is_one ? _("Partition %s should be moved, but stays where it is:")
                         : _("Partitions %s should be moved, but stay where they are:"),
                  group->numbers);

    text_add_wrapped(ret, stays, 0, 0, width);
    if (pin_asks_empty(left->why))
        add_empty(why, group, width, ret);
    else
        text_add_wrapped(ret, why, REASON_INDENT, 0, width);
}

void plan_reasons_left(const struct layout *layout, const struct moves *moves, int width,
                       struct str *ret)
{
    CLEANUP(freep)
    struct group *groups = xcalloc(moves->left_count + 1, sizeof(*groups));
    size_t count = moves_left_groups(layout, moves, groups);

    for (size_t i = 0; i < count; i++)
        add_left(layout, moves, &groups[i], width, ret);
    if (count)
        str_add(ret, "\n");
    groups_finish(groups, count);
}

static void add_reliefs(const struct layout *layout, const struct moves *moves, int width,
                        struct str *ret)
{
    CLEANUP(freep)
    struct group *groups = xcalloc(moves->relief_count + 1, sizeof(*groups));
    size_t count = moves_relief_groups(layout, moves, groups);

    for (size_t i = 0; i < count; i++) {
        enum moves_relief_kind kind = moves->reliefs[groups[i].first].kind;
        CLEANUP(freep) char *words = moves_relief_group_words(layout, moves, &groups[i]);
        if (kind == RELIEF_CALL_EMPTY)
            add_empty(words, &groups[i], width, ret);
        else
            text_add_wrapped(ret, words, REASON_INDENT, 0, width);
    }
    groups_finish(groups, count);
    if (moves_has_relief(moves, RELIEF_SHRINK))
        text_add_wrapped(ret,
                         _("In the editor the key r names the commands that make a file "
                           "system smaller."),
                         REASON_INDENT, 0, width);
}

void plan_reasons_lack(const struct layout *layout, const struct moves *moves, int width,
                       struct str *ret)
{
    CLEANUP(freep) char *lack = moves_lack_words(layout, moves);
    CLEANUP(freep) char *whole = xasprintf(_("There is no such plan. %s"), lack);

    text_add_wrapped(ret, whole, 0, 0, width);
    add_reliefs(layout, moves, width, ret);
}
