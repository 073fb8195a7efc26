/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c - what lies in partitions that change is what the person saw there
 *
 * Between the reading and the write somebody may have made a file system where none was
 * shown: a start that moves, or a partition that goes, would take it along unseen. */
#include <string.h>

#include "device/commit/private.h"
#include "device/io/store.h"
#include "device/system/emptiness.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"

static bool keeps_its_place(const struct commit *commit, const struct extent *was)
{
    const struct extent *is = layout_find(commit->preview, was->id);

    return is && is->kind == was->kind && is->start == was->start &&
           is->length >= was->length;
}

static bool is_something(const struct content *content)
{
    return (content->state == CONTENT_FOUND || content->state == CONTENT_AMBIVALENT) &&
           content->type[0];
}

/* What has gone meanwhile is no loss. */
static bool is_as_shown(const struct content *was, const struct content *now)
{
    return !is_something(now) ||
           (is_something(was) && !strcmp(was->type, now->type) &&
            !strcmp(was->other, now->other) && !strcmp(was->uuid, now->uuid));
}

/* What was read as zeros still is, as far as samples say. */
static bool is_still_zeros(const struct commit *commit, struct store *store,
                           const struct extent *was)
{
    uint64_t logical = layout_limits(commit->base)->logical;

    return was->content.state != CONTENT_NONE || was->content.zeros != ZEROS_ALL ||
           emptiness_sample(store_fd(store), logical, was) != ZEROS_NONE;
}

static bool refuse(const struct commit *commit, const struct extent *was,
                   const struct content *now, struct err *err)
{
    if (layout_label(commit->base)->kind == LABEL_LOOP)
        return err_set(err, ERR_REFUSED,
                       _("%1$s holds %2$s now, which was not there when it was read: "
                         "read it again."),
                       commit->path, now->type);
    return err_set(err, ERR_REFUSED,
                   _("Partition %1$u holds %2$s now, which was not there when the disk "
                     "was read: read it again."),
                   was->number, now->type);
}

bool look_content(const struct commit *commit, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(commit->path, err);

    if (!store)
        return false;
    for (size_t i = 0; i < layout_count(commit->base); i++) {
        const struct extent *was = layout_at(commit->base, i);
        /* Where nobody looked nothing was shown. */
        if (!signature_is_wanted(was) || was->content.state == CONTENT_UNKNOWN ||
            keeps_its_place(commit, was))
            continue;
        struct content now =
            signature_probe(store_fd(store), layout_limits(commit->base)->logical, was);
        if (!is_as_shown(&was->content, &now))
            return refuse(commit, was, &now, err);
        if (!is_still_zeros(commit, store, was))
            return err_set(err, ERR_REFUSED,
                           _("Partition %u holds data now, and was all zeros when it was "
                             "read: read the disk again."),
                           was->number);
    }
    return true;
}
