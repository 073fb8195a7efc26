/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_reasons.c - why partitions stay, and why there is no plan, as text */
#include "ui/cli/plan_reasons.h"

#include <stdlib.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/text.h"

enum { REASON_INDENT = 2 };

/* Returns SENTENCE, and with which option the partitions of GROUP are called empty. */
static char *empty_words(const char *sentence, const struct group *group)
{
    return group->count == 1 ? xasprintf(_("%1$s The option is --empty=%2$s."), sentence,
                                         group->numbers)
                             : xasprintf(_("%s The option is --empty=N."), sentence);
}

static char *stays_words(const struct group *group)
{
    return xasprintf(group->count == 1
                         ? _("Partition %s should be moved, but stays where it is:")
                         : _("Partitions %s should be moved, but stay where they are:"),
                     group->numbers);
}

static char *reason_words(const struct layout *layout, const struct moves *moves,
                          const struct group *group)
{
    const struct moves_left *left = &moves->left[group->first];
    const struct extent *extent = layout_find(layout, left->id);
    char *why = group->count == 1 ? moves_left_words(layout, moves, left)
                                  : pin_words_of_many(extent, left->why);

    const struct owner_run *owned = moves_left_owned(layout, moves, left);
    if (!owned && !pin_asks_empty(left->why))
        return why;
    char *words =
        owned ? xasprintf(_("%1$s --lose=@%2$llu gives that up."), why, (ull)owned->first)
              : empty_words(why, group);
    free(why);
    return words;
}

static void add_left(const struct layout *layout, const struct moves *moves,
                     const struct group *group, int width, struct str *ret)
{
    CLEANUP(freep) char *stays = stays_words(group);
    CLEANUP(freep) char *why = reason_words(layout, moves, group);

    text_add_wrapped(ret, stays, 0, 0, width);
    text_add_wrapped(ret, why, REASON_INDENT, 0, width);
}

void plan_reasons_left_lines(const struct layout *layout, const struct moves *moves,
                             struct lines *ret)
{
    CLEANUP(freep)
    struct group *groups = xcalloc(moves->left_count + 1, sizeof(*groups));
    size_t count = moves_left_groups(layout, moves, groups);

    for (size_t i = 0; i < count; i++) {
        CLEANUP(freep) char *stays = stays_words(&groups[i]);
        CLEANUP(freep) char *why = reason_words(layout, moves, &groups[i]);
        lines_add(ret, "%s %s", stays, why);
    }
    groups_finish(groups, count);
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
        CLEANUP(freep)
        char *option = kind == RELIEF_CALL_EMPTY ? empty_words(words, &groups[i]) : NULL;
        text_add_wrapped(ret, option ? option : words, REASON_INDENT, 0, width);
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
