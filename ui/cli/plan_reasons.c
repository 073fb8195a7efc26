/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_reasons.c - why partitions stay, and why there is no plan, as text */
#include "ui/cli/plan_reasons.h"

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "ui/draw/text.h"

enum { REASON_INDENT = 2 };

/* Returns SENTENCE, and with which option partition NUMBER is called empty; free(). */
static char *with_option(const char *sentence, unsigned number)
{
    return xasprintf(_("%1$s The option is --empty=%2$u."), sentence, number);
}

static void add_left(const struct layout *layout, const struct moves_left *left,
                     int width, struct str *ret)
{
    const struct extent *extent = layout_find(layout, left->id);
    CLEANUP(freep) char *why = pin_words(layout, extent, left->why);
    CLEANUP(freep) char *option = with_option(why, extent->number);
    CLEANUP(freep)
    char *stays = xasprintf(_("Partition %u should be moved, but stays where it is:"),
                            extent->number);

    text_add_wrapped(ret, stays, 0, 0, width);
    text_add_wrapped(ret, pin_asks_empty(left->why) ? option : why, REASON_INDENT, 0,
                     width);
}

void plan_reasons_left(const struct layout *layout, const struct moves *moves, int width,
                       struct str *ret)
{
    for (size_t i = 0; i < moves->left_count; i++)
        add_left(layout, &moves->left[i], width, ret);
    if (moves->left_count)
        str_add(ret, "\n");
}

static void add_relief(const struct layout *layout, const struct moves_relief *relief,
                       int width, struct str *ret)
{
    CLEANUP(freep) char *words = moves_relief_words(layout, relief);
    CLEANUP(freep)
    char *option = with_option(words, layout_find(layout, relief->id)->number);

    text_add_wrapped(ret, relief->kind == RELIEF_CALL_EMPTY ? option : words,
                     REASON_INDENT, 0, width);
}

void plan_reasons_lack(const struct layout *layout, const struct moves *moves, int width,
                       struct str *ret)
{
    CLEANUP(freep) char *lack = moves_lack_words(layout, moves);
    CLEANUP(freep) char *whole = xasprintf(_("There is no such plan. %s"), lack);

    text_add_wrapped(ret, whole, 0, 0, width);
    for (size_t i = 0; i < moves->relief_count; i++)
        add_relief(layout, &moves->reliefs[i], width, ret);
}
