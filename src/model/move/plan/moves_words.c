/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_words.c - sentences on plans for a whole disk */
#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/lines.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/move/plan/moves.h"

const char *moves_size(const struct layout *layout, uint64_t sectors, char ret[SIZE_TEXT])
{
    uint64_t bytes;

    if (!num_mul(sectors, layout_limits(layout)->logical, &bytes))
        bytes = UINT64_MAX;
    return size_format(bytes, SIZE_IEC, 0, ret);
}

char *moves_lack_words(const struct layout *layout, const struct moves *moves)
{
    const struct moves_lack *lack = &moves->lack;
    const struct extent *extent = layout_find(layout, lack->id);
    unsigned long plural = (unsigned long)lack->sectors;

    if (lack->is_at_end)
        return xasprintf(ngettext("Partition %1$u does not fit before the end of the "
                                  "disk: %2$llu sector is missing.",
                                  "Partition %1$u does not fit before the end of the "
                                  "disk: %2$llu sectors are missing.",
                                  plural),
                         extent->number, (ull)lack->sectors);
    if (!extent->number)
        return xasprintf(ngettext("The partitions do not fit before the table's sector "
                                  "%1$llu: %2$llu sector is missing.",
                                  "The partitions do not fit before the table's sector "
                                  "%1$llu: %2$llu sectors are missing.",
                                  plural),
                         (ull)extent->start, (ull)lack->sectors);
    if (lack->chosen)
        return xasprintf(
            ngettext("Partition %1$u is to begin at sector %2$llu, and what "
                     "is before it does not fit: %3$llu sector is missing.",
                     "Partition %1$u is to begin at sector %2$llu, and what "
                     "is before it does not fit: %3$llu sectors are missing.",
                     plural),
            extent->number, (ull)lack->chosen, (ull)lack->sectors);
    return xasprintf(ngettext("Partition %1$u stays where it is, and what is before it "
                              "does not fit: %2$llu sector is missing.",
                              "Partition %1$u stays where it is, and what is before it "
                              "does not fit: %2$llu sectors are missing.",
                              plural),
                     extent->number, (ull)lack->sectors);
}

char *moves_relief_words(const struct layout *layout, const struct moves_relief *relief)
{
    static const char *const sentences[RELIEF_COUNT] = {
        [RELIEF_SHRINK] = N_("Partition %1$u could be made smaller by up to %2$s."),
        [RELIEF_DELETE] = N_("Partition %1$u could be deleted, or made smaller by up to "
                             "%2$s: no data in it is needed."),
        [RELIEF_CALL_EMPTY] = N_("Partition %1$u could be moved if it was called empty."),
        [RELIEF_UNUSE] = N_("Partition %1$u could be moved if it was not in use."),
    };
    char size[SIZE_TEXT];

    return xasprintf(_(sentences[relief->kind]), layout_find(layout, relief->id)->number,
                     moves_size(layout, relief->sectors, size));
}

/* Returns the sectors between RUN and EXTENT. */
static uint64_t distance_of(const struct owner_run *run, const struct extent *extent)
{
    if (run->first < extent->start)
        return extent->start - run->first;
    return run->first - num_min(extent_end(extent), run->first);
}

const struct owner_run *moves_left_owned(const struct layout *layout,
                                         const struct moves *moves,
                                         const struct moves_left *left)
{
    const struct extent *extent = layout_find(layout, left->id);
    const struct owner_run *nearest = NULL;

    for (size_t i = 0; left->why == PIN_OWNED && i < moves->owned_count; i++)
        if (moves->owned[i].kind == OWNER_KNOWN &&
            (!nearest ||
             distance_of(&moves->owned[i], extent) < distance_of(nearest, extent)))
            nearest = &moves->owned[i];
    return nearest;
}

char *moves_left_words(const struct layout *layout, const struct moves *moves,
                       const struct moves_left *left)
{
    const struct extent *extent = layout_find(layout, left->id);
    const struct owner_run *owned = moves_left_owned(layout, moves, left);

    if (!owned)
        return pin_words(layout, extent, left->why);
    if (owned->whole == 1)
        return xasprintf(_("Where partition %1$u would go lies %2$s, in sector %3$llu, "
                           "which no table names."),
                         extent->number, owned->name, (ull)owned->first);
    return xasprintf(_("Where partition %1$u would go lies %2$s, in sectors %3$llu to "
                       "%4$llu, which no table names."),
                     extent->number, owned->name, (ull)owned->first,
                     (ull)(owned->first + owned->whole) - 1);
}

size_t moves_left_groups(const struct layout *layout, const struct moves *moves,
                         struct group *ret)
{
    CLEANUP(lines_finish) struct lines words = { 0 };
    CLEANUP(freep)
    struct group_item *items = xcalloc(moves->left_count + 1, sizeof(*items));

    for (size_t i = 0; i < moves->left_count; i++) {
        const struct extent *extent = layout_find(layout, moves->left[i].id);
        char *many = pin_words_of_many(extent, moves->left[i].why);
        items[i] = (struct group_item){ extent->number, many };
        if (many)
            lines_take(&words, many);
    }
    return groups_make(items, moves->left_count, ret);
}

/* Sentences that name no size. */
static const char *const relief_sentences_of_many[RELIEF_COUNT] = {
    [RELIEF_CALL_EMPTY] = N_("Partitions %s could be moved if they were called empty."),
    [RELIEF_UNUSE] = N_("Partitions %s could be moved if they were not in use."),
};

size_t moves_relief_groups(const struct layout *layout, const struct moves *moves,
                           struct group *ret)
{
    CLEANUP(freep)
    struct group_item *items = xcalloc(moves->relief_count + 1, sizeof(*items));

    for (size_t i = 0; i < moves->relief_count; i++)
        items[i] =
            (struct group_item){ layout_find(layout, moves->reliefs[i].id)->number,
                                 relief_sentences_of_many[moves->reliefs[i].kind] };
    return groups_make(items, moves->relief_count, ret);
}

char *moves_relief_group_words(const struct layout *layout, const struct moves *moves,
                               const struct group *group)
{
    const struct moves_relief *relief = &moves->reliefs[group->first];

    return group->count == 1
               ? moves_relief_words(layout, relief)
               : xasprintf(_(relief_sentences_of_many[relief->kind]), group->numbers);
}

char *moves_off_words(const struct layout *result, uint32_t id)
{
    const struct extent *extent = layout_find(result, id);

    if (judge_extent(result, extent).grade != GRADE_OFF)
        return NULL;
    return xasprintf(_("Partition %1$u will not be aligned: its start %2$llu is not on "
                       "the physical grid."),
                     extent->number, (ull)extent->start);
}

/* parted's align-check asks for the grain; the drive does not. */
char *moves_optimal_words(const struct moves *moves)
{
    if (!moves->step_count || !judge_all(moves->result).below_grain)
        return NULL;
    return xstrdup(_("parted will call these starts not 'optimal', because it asks for "
                     "1 MiB. The drive needs no more than its physical sectors."));
}
