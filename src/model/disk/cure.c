/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cure.c - repairs of single damaged entries (option --cure) */
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/disk/cure_private.h"
#include "model/disk/damage.h"

/* Returns a damaged entry that overlaps the valid EXTENT; NULL: none. */
static const struct extent *find_overlapping(const struct layout *layout,
                                             const struct extent *extent)
{
    LAYOUT_EACH (other, layout)
        if (other->fault == FAULT_OVERLAP && extent->number &&
            other->overlapped == extent->number)
            return other;
    return NULL;
}

static bool can_drop(const struct layout *layout, const struct extent *extent)
{
    if (!extent->number || extent->kind == EXTENT_SLICE)
        return false;
    if (extent->fault)
        return extent_is_damaged(extent) && extent->fault != FAULT_NO_GPT &&
               extent->fault != FAULT_NO_ENTRY;
    return extent_is_partition(extent) && find_overlapping(layout, extent);
}

/* True if the entry starts in a valid place and nothing else lies from there to the end
 * of the disk or container. */
static bool can_cut_outside(const struct layout *layout, const struct extent *extent)
{
    uint64_t size = layout_limits(layout)->size;
    const struct extent *around = layout_find(layout, extent->parent);
    const struct extent *there = layout_find_lba(layout, extent->start);

    if (extent->fault != FAULT_OUTSIDE_DISK && extent->fault != FAULT_OUTSIDE_CONTAINER)
        return false;
    if (extent->kind == EXTENT_EXTENDED)
        return true;
    if (extent->parent && (!around || around->kind != EXTENT_EXTENDED))
        return false;
    return extent->start < size && there && there->parent == extent->parent &&
           there->role == ROLE_CLAIMED &&
           extent_end(there) == (around ? extent_end(around) : size);
}

static bool can_cut(const struct layout *layout, const struct extent *extent)
{
    const struct extent *inside = cure_find_inside(layout, extent);

    return (inside && cure_ends_before(layout, extent, inside)) ||
           can_cut_outside(layout, extent);
}

static bool can_end(const struct layout *layout, const struct extent *extent)
{
    return damage_is_of_chain(extent->fault) && extent->fault != FAULT_CHAIN_LENGTH &&
           layout_find(layout, extent->ebr);
}

static bool (*const rules[REPAIR_COUNT])(const struct layout *layout,
                                         const struct extent *extent) = {
    [REPAIR_DROP] = can_drop,
    [REPAIR_CUT] = can_cut,
    [REPAIR_END_CHAIN] = can_end,
};

bool cure_is_possible(const struct layout *layout, struct entry_cure cure)
{
    const struct extent *extent = layout_find(layout, cure.id);

    return extent && label_is_editable(layout_label(layout)->kind) &&
           cure.repair < REPAIR_COUNT && rules[cure.repair] &&
           rules[cure.repair](layout, extent);
}

size_t cure_list(const struct layout *layout, struct entry_cure **ret)
{
    static const enum repair repairs[] = { REPAIR_CUT, REPAIR_END_CHAIN, REPAIR_DROP };
    size_t count = 0;

    *ret = xcalloc(layout_count(layout) * ARRAY_SIZE(repairs) + 1, sizeof(**ret));
    for (size_t i = 0; i < layout_count(layout); i++) {
        for (size_t k = 0; k < ARRAY_SIZE(repairs); k++) {
            struct entry_cure cure = { repairs[k], layout_at(layout, i)->id };
            if (cure_is_possible(layout, cure))
                (*ret)[count++] = cure;
        }
    }
    return count;
}

bool cure_find(const struct layout *layout, enum repair repair, unsigned number,
               struct entry_cure *ret, struct err *err)
{
    CLEANUP(freep) struct entry_cure *cures = NULL;
    size_t count = cure_list(layout, &cures);

    for (size_t i = 0; i < count; i++) {
        const struct extent *extent = layout_find(layout, cures[i].id);
        if (cures[i].repair != repair ||
            (repair != REPAIR_END_CHAIN && extent->number != number))
            continue;
        *ret = cures[i];
        return true;
    }
    if (repair == REPAIR_END_CHAIN)
        return err_refuse(err, REFUSAL_CURE_NOT_POSSIBLE, "%s",
                          _("There is no broken link in the chain of logical partitions "
                            "that could be taken out."));
    return err_refuse(
        err, REFUSAL_CURE_NOT_POSSIBLE,
        repair == REPAIR_CUT
            ? _("There is no entry of partition %u that could be cut where the "
                "disk ends, or where another one begins.")
            : _("There is no damaged entry of partition %u to be dropped."),
        number);
}

char *cure_option(const struct layout *layout, struct entry_cure cure)
{
    const struct extent *extent = layout_find(layout, cure.id);

    if (cure.repair == REPAIR_END_CHAIN)
        return xstrdup(repair_id(cure.repair));
    return xasprintf("%s:%u", repair_id(cure.repair), extent->number);
}

/* Describes a valid entry that can be dropped in favour of one that it overlaps. */
static char *whole_words(const struct layout *layout, const struct extent *extent)
{
    const struct extent *other = find_overlapping(layout, extent);

    if (!other)
        other = cure_find_inside(layout, extent);
    return xasprintf(_("Partition %1$u (sectors %2$llu to %3$llu) is overlapped by the "
                       "entry of partition %4$u."),
                     extent->number, (ull)extent->start, (ull)extent_end(extent) - 1,
                     other->number);
}

/* Returns the warning that HELD's content does not fit in SECTORS; NULL: it does. */
static char *shortage_words(const struct layout *layout, const struct extent *held,
                            uint64_t sectors)
{
    uint64_t bytes = sectors * layout_limits(layout)->logical;
    char name[CONTENT_NAME], takes[SIZE_TEXT], has[SIZE_TEXT];

    if (held->content.inside.claimed <= bytes)
        return NULL;
    size_format_pair(held->content.inside.claimed, bytes, takes, has);
    return xasprintf(
        _("The %1$s in partition %2$u is larger (%3$s) than the partition will be "
          "(%4$s): the end of it is missing, so systems may refuse to use it, and a "
          "repair of it may cut off what is left. Copy the files off read-only, or put "
          "an image of the partition on a larger disk, before anything writes to it."),
        content_name(&held->content, name), held->number, takes, has);
}

void cure_warn(const struct layout *before, const struct layout *after, struct lines *ret)
{
    LAYOUT_EACH (was, before) {
        const struct extent *is = layout_find(after, was->id);
        if (was->kind != EXTENT_DAMAGED || !is || !extent_holds_data(is))
            continue;
        char *words = shortage_words(before, was, is->length);
        if (words)
            lines_take(ret, words);
    }
}

static char *cut_warning(const struct layout *layout, struct entry_cure cure)
{
    const struct extent *extent = layout_find(layout, cure.id);

    return cure.repair == REPAIR_CUT && extent->kind == EXTENT_DAMAGED
               ? shortage_words(layout, extent,
                                cure_cut_end(layout, extent) - extent->start)
               : NULL;
}

char *cure_words(const struct layout *layout, struct entry_cure cure)
{
    const struct extent *extent = layout_find(layout, cure.id);
    CLEANUP(freep)
    char *damage = extent->fault ? damage_words(layout_limits(layout), extent)
                                 : whole_words(layout, extent);
    CLEANUP(freep)
    char *done = cure.repair == REPAIR_CUT ? cure_cut_words(layout, extent)
                                           : repair_words(layout, cure.repair);
    CLEANUP(freep) char *warning = cut_warning(layout, cure);
    bool is_container = extent_entry_kind(extent) == EXTENT_EXTENDED;

    if (cure.repair == REPAIR_DROP && is_container)
        return xasprintf("%s %s %s", damage, done,
                         _("All its logical partitions go with it."));
    if (warning)
        return xasprintf("%s %s %s", damage, done, warning);
    return xasprintf("%s %s", damage, done);
}
