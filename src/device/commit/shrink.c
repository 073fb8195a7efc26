/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shrink.c - checks that the content of a shrinking partition was shrunk before */
#include "device/commit/stages.h"
#include "device/io/store.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/content/inside.h"

/* Decodes the superblock in WAS; returns false if it is of another type now or cannot be
 * read. */
static bool read_inside(struct store *store, const struct layout *base,
                        const struct extent *was, struct inside *ret)
{
    uint64_t logical = layout_limits(base)->logical;
    struct reader disk = store_reader(store);
    struct reader_part at;
    struct reader part =
        reader_of_part(&at, &disk, was->start * logical, was->length * logical);

    return inside_decode(&part, was->content.type, ret);
}

/* volume is 0 if the content is larger than the partition, and for LUKS and md members
 * that use the whole partition. */
static bool reaches_past(const struct inside *inside)
{
    return !inside->volume && inside->kind != INSIDE_LUKS && inside->kind != INSIDE_MD;
}

static bool check_inside(struct store *store, const struct layout *base,
                         const struct extent *was, const struct extent *is,
                         struct err *err)
{
    uint64_t bytes = is->length * layout_limits(base)->logical;
    struct inside inside;

    if (!read_inside(store, base, was, &inside))
        return err_refuse(err, REFUSAL_SHRINK_NOT_DONE,
                          _("Partition %1$u does not hold the %2$s any more that it held "
                            "when it was read: read the disk again."),
                          was->number, was->content.type);
    if (reaches_past(&inside))
        return err_refuse(
            err, REFUSAL_SHRINK_NOT_DONE,
            _("The %1$s in partition %2$u is larger than the partition: a "
              "smaller partition would cut off more of it. Repair it first."),
            was->content.type, was->number);
    if (inside.volume <= bytes)
        return true;
    return err_refuse(
        err, REFUSAL_SHRINK_NOT_DONE,
        _("The %1$s in partition %2$u still covers %3$llu bytes, and the partition will "
          "have %4$llu: make the %1$s smaller first, then write."),
        was->content.type, was->number, (ull)inside.volume, (ull)bytes);
}

static bool gets_smaller(const struct extent *was, const struct extent *is)
{
    return was && extent_entry_kind(was) == is->kind && is->length < was->length &&
           (!extent_is_damaged(was) || was->fault == FAULT_OVERLAP) &&
           was->content.inside.kind != INSIDE_NONE && content_is_data(&was->content);
}

static bool check_shrunk_in(const struct commit *commit, const struct layout *preview,
                            struct store *store, struct err *err)
{
    LAYOUT_EACH (is, preview) {
        const struct extent *was = layout_find(commit->base, is->id);
        if (gets_smaller(was, is) && !check_inside(store, commit->base, was, is, err))
            return false;
    }
    return true;
}

bool commit_check_shrunk(const struct commit *commit, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(commit->path, err);

    if (!store)
        return false;
    for (size_t i = 0; i < commit->step_count; i++)
        if (!check_shrunk_in(commit, commit->steps[i].after, store, err))
            return false;
    return true;
}
