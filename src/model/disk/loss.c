/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loss.c - data that a change makes inaccessible */
#include "model/disk/loss.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

static bool has_slice_data(const struct layout *layout, const struct extent *extent)
{
    LAYOUT_EACH (slice, layout)
        if (slice->kind == EXTENT_SLICE && slice->parent == extent->id &&
            slice->role == ROLE_NONE && content_is_data(&slice->content))
            return true;
    return false;
}

static bool is_called_empty(const struct layout *after, const struct extent *held)
{
    const struct extent *same = layout_find(after, held->id);

    return same && content_is_empty(&same->content);
}

/* True for a damaged entry whose content was recognized. */
static bool has_found_content(const struct extent *extent)
{
    return extent->kind == EXTENT_DAMAGED && extent_is_damaged(extent) &&
           (extent->content.state == CONTENT_FOUND ||
            extent->content.state == CONTENT_AMBIVALENT);
}

static bool holds_data(const struct layout *before, const struct layout *after,
                       const struct extent *extent)
{
    if (extent->kind == EXTENT_KEPT)
        return !layout_find(after, extent->id);
    if (has_found_content(extent))
        return !content_is_empty(&extent->content);
    return extent_holds_data(extent) && !is_called_empty(after, extent) &&
           (content_is_data(&extent->content) || has_slice_data(before, extent));
}

/* Returns the sectors that the content needs: its volume if known, else all. */
static uint64_t sectors_of_content(const struct layout *layout,
                                   const struct extent *extent)
{
    uint64_t logical = layout_limits(layout)->logical;
    uint64_t volume = extent->content.inside.volume;
    uint64_t sectors = volume / logical + (volume % logical != 0);

    return volume && sectors < extent->length ? sectors : extent->length;
}

static const struct extent *find_at_start(const struct layout *layout, uint64_t start)
{
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && extent->start == start)
            return extent;
    return NULL;
}

/* Returns the same partition, or that with the same number if it overlaps; NULL: none. */
static const struct extent *find_shifted(const struct layout *after,
                                         const struct extent *held)
{
    const struct extent *same = layout_find(after, held->id);
    const struct extent *number = layout_find_number(after, held->number);

    if (same && extent_holds_data(same))
        return same;
    return number && extent_holds_data(number) &&
                   extent_overlaps(number, held->start, extent_end(held))
               ? number
               : NULL;
}

/* Returns the first partition that overlaps the content; NULL: none. */
static const struct extent *find_cover(const struct layout *after,
                                       const struct extent *held)
{
    LAYOUT_EACH (extent, after)
        if (extent_holds_data(extent) &&
            extent_overlaps(extent, held->start, extent_end(held)))
            return extent;
    return NULL;
}

static bool is_cut(const struct layout *before, const struct extent *held,
                   const struct extent *there, bool is_final)
{
    bool can_wait = there->id == held->id && !is_final;

    return !can_wait && there->length < sectors_of_content(before, held);
}

/* True if the partition that is still there begins elsewhere: only its data could follow.
 */
static bool is_moved(const struct extent *held, const struct extent *same)
{
    return same && extent_holds_data(held) && extent_holds_data(same) &&
           same->start != held->start;
}

/* Returns false if a partition still has the content. */
static bool loss_judge(const struct layout *before, const struct layout *after,
                       const struct extent *held, bool is_final, struct loss *ret)
{
    const struct extent *there = find_at_start(after, held->start);
    const struct extent *same = layout_find(after, held->id);

    *ret = (struct loss){ .held = held, .instead = there, .why = LOSS_CUT };
    /* A cure only cuts sectors that are not on the disk. */
    if (held->kind == EXTENT_DAMAGED && same && same->start == held->start)
        return false;
    if (layout_label(before)->kind == LABEL_LOOP) {
        ret->why = LOSS_WHOLE;
        ret->instead = NULL;
        return layout_label(after)->kind != LABEL_LOOP;
    }
    if (there && !is_moved(held, same))
        return is_cut(before, held, there, is_final);
    ret->why = LOSS_SHIFTED;
    ret->instead = find_shifted(after, held);
    if (ret->instead)
        return true;
    ret->instead = find_cover(after, held);
    ret->why = ret->instead ? LOSS_COVERED : LOSS_GONE;
    return true;
}

size_t loss_find(const struct layout *before, const struct layout *after, bool is_final,
                 struct loss **ret)
{
    struct loss *losses = xcalloc(layout_count(before), sizeof(*losses));
    size_t count = 0;

    LAYOUT_EACH (held, before)
        if (holds_data(before, after, held) &&
            loss_judge(before, after, held, is_final, &losses[count]))
            count++;
    *ret = losses;
    return count;
}

static bool is_content_known(const struct content *content)
{
    return content->state != CONTENT_UNKNOWN &&
           (content->state != CONTENT_NONE || content->zeros == ZEROS_NONE);
}

bool loss_is_under(const struct layout *before, const struct layout *after,
                   const struct extent *extent)
{
    CLEANUP(freep) struct loss *losses = NULL;
    size_t count = loss_find(before, after, false, &losses);

    for (size_t i = 0; i < count; i++)
        if (extent_overlaps(losses[i].held, extent->start, extent_end(extent)) &&
            is_content_known(&losses[i].held->content))
            return true;
    return false;
}

/* The arguments are number, content, start, the number of the other partition, and its
 * start (LOSS_CUT: its last sector). */
static const char *const sentences[] = {
    [LOSS_GONE] = N_("Partition %1$u holds %2$s, and no partition begins at its sector "
                     "%3$llu any more: it would be lost."),
    [LOSS_SHIFTED] =
        N_("Partition %1$u holds %2$s, from sector %3$llu on, and partition %4$u would "
           "begin at sector %5$llu: the data of %1$u has to be moved for that first "
           "(alidade fix --start=%1$u=%5$llu), else it would be lost."),
    [LOSS_COVERED] =
        N_("Partition %1$u holds %2$s, from sector %3$llu on, and partition %4$u would "
           "lie over it: it would be lost."),
    [LOSS_CUT] =
        N_("Partition %1$u holds %2$s, from sector %3$llu on, and partition %4$u would "
           "end at sector %5$llu, inside that content: what is cut off is lost, and the "
           "rest may become unusable."),
};

char *loss_words(const struct layout *before, const struct loss *loss)
{
    const struct extent none = { 0 }, *held = loss->held;
    const struct extent *instead = loss->instead ? loss->instead : &none;
    CLEANUP(freep) char *content = extent_content_words(before, held);
    ull at = loss->why == LOSS_CUT ? extent_end(instead) - 1 : instead->start;

    if (loss->why == LOSS_WHOLE)
        return xasprintf(_("The disk as a whole holds %s: the new table is written over "
                           "its beginning, and what is in it is lost."),
                         content);
    if (!held->number && loss->why == LOSS_CUT)
        return xasprintf(_("At sector %1$llu lies %2$s, and partition %3$u would end at "
                           "sector %4$llu, inside that content: what is cut off is "
                           "lost, and the rest may become unusable."),
                         (ull)held->start, content, instead->number, at);
    if (!held->number)
        return xasprintf(_("At sector %1$llu lies %2$s, and no partition would begin "
                           "there: it would be lost."),
                         (ull)held->start, content);
    return xasprintf(_(sentences[loss->why]), held->number, content, (ull)held->start,
                     instead->number, at);
}

void loss_lines(const struct layout *before, const struct layout *after, bool is_final,
                struct lines *ret)
{
    CLEANUP(freep) struct loss *losses = NULL;
    size_t count = loss_find(before, after, is_final, &losses);

    for (size_t i = 0; i < count; i++)
        lines_take(ret, loss_words(before, &losses[i]));
}

unsigned loss_number(const struct loss *loss)
{
    return loss->why == LOSS_WHOLE ? 0 : loss->held->number;
}

bool loss_is_of_move(const struct loss *loss)
{
    return loss->why == LOSS_SHIFTED && loss->instead->id == loss->held->id;
}

/* True for a loss that a signature of the whole disk tells. */
static bool loss_is_of_disk(const struct loss *loss)
{
    return loss->why == LOSS_WHOLE && (loss->held->content.state == CONTENT_FOUND ||
                                       loss->held->content.state == CONTENT_AMBIVALENT);
}

bool loss_accepts_start(const struct loss_accepted *accepted, uint64_t start)
{
    for (size_t i = 0; i < accepted->start_count; i++)
        if (accepted->starts[i] == start)
            return true;
    return false;
}

bool loss_is_of_found(const struct loss *loss)
{
    return loss->held->fault == FAULT_NO_ENTRY && !loss->held->number;
}

bool loss_accepted_has(const struct loss_accepted *accepted, const struct loss *loss)
{
    if (loss_is_of_found(loss))
        return (accepted->is_all && !accepted->keeps_found) ||
               loss_accepts_start(accepted, loss->held->start);
    for (size_t i = 0; i < accepted->count; i++)
        if (accepted->numbers[i] == loss_number(loss))
            return true;
    if (accepted->is_disk && loss_is_of_disk(loss))
        return true;
    /* No edit moves data: such a preview is wrong, whatever was shown. */
    return accepted->is_all && !loss_is_of_move(loss);
}
