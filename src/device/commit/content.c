/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c - checks that changing partitions still have the contents that were shown
 *
 * A file system may have been created since the disk was read; a partition that is moved
 * or removed would destroy it unnoticed. */
#include <string.h>

#include "device/commit/stages.h"
#include "device/io/store.h"
#include "device/system/emptiness.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* In all steps. */
static bool keeps_its_place(const struct commit *commit, const struct extent *was)
{
    for (size_t i = 0; i < commit->step_count; i++) {
        const struct extent *is = layout_find(commit->steps[i].after, was->id);
        if (!is || is->kind != was->kind || is->start != was->start ||
            is->length < was->length)
            return false;
    }
    return true;
}

static bool is_something(const struct content *content)
{
    return (content->state == CONTENT_FOUND || content->state == CONTENT_AMBIVALENT) &&
           content->type[0];
}

/* Content that disappeared meanwhile is no loss. */
static bool is_as_shown(const struct content *was, const struct content *now)
{
    return !is_something(now) ||
           (is_something(was) && !strcmp(was->type, now->type) &&
            !strcmp(was->other, now->other) && !strcmp(was->uuid, now->uuid));
}

/* True if a partition that was read as all zeros still is, according to samples. */
static bool is_still_zeros(const struct commit *commit, struct store *store,
                           const struct extent *was)
{
    uint64_t logical = layout_limits(commit->base)->logical;

    return was->content.state != CONTENT_NONE || was->content.zeros != ZEROS_ALL ||
           emptiness_sample(store_fd(store), logical, was) != ZEROS_NONE;
}

static bool content_refuse(const struct commit *commit, const struct extent *was,
                           const struct content *now, struct err *err)
{
    if (layout_label(commit->base)->kind == LABEL_LOOP)
        return err_refuse(err, REFUSAL_CONTENT_APPEARED,
                          _("%1$s holds %2$s now, which was not there when it was read: "
                            "read it again."),
                          commit->path, now->type);
    return err_refuse(
        err, REFUSAL_CONTENT_APPEARED,
        _("Partition %1$u holds %2$s now, which was not there when the disk "
          "was read: read it again."),
        was->number, now->type);
}

bool commit_check_contents(const struct commit *commit, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(commit->path, err);

    if (!store)
        return false;
    LAYOUT_EACH (was, commit->base) {
        /* Contents that were not probed were not shown. */
        if (!signature_is_wanted(was) || was->content.state == CONTENT_UNKNOWN ||
            keeps_its_place(commit, was))
            continue;
        struct content now =
            signature_probe(store_fd(store), layout_limits(commit->base)->logical, was);
        if (!is_as_shown(&was->content, &now))
            return content_refuse(commit, was, &now, err);
        if (!is_still_zeros(commit, store, was))
            return err_refuse(
                err, REFUSAL_DATA_APPEARED,
                _("Partition %u holds data now, and was all zeros when it was "
                  "read: read the disk again."),
                was->number);
    }
    return true;
}
