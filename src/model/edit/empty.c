/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty.c - checks whether a partition can move, and declares it empty */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/edit/private.h"

/* The arguments are number and content. */
static const char *const states[] = {
    [CONTENT_UNKNOWN] =
        N_("What lies in partition %1$u has not been looked at: its start "
           "stays where it is until that is known."),
    [CONTENT_NONE] = NULL, /* see unsigned_data */
    [CONTENT_FOUND] = N_("Partition %1$u holds %2$s: with another start its data would "
                         "have to move, and alidade does not move data."),
    [CONTENT_AMBIVALENT] =
        N_("Partition %1$u shows more than one kind of content (%2$s): its start stays "
           "where it is, since one of them may be data."),
    [CONTENT_UNREADABLE] = N_("Partition %1$u cannot be read: its start stays where it "
                              "is, since there may be data in it."),
};

/* For partitions without a signature. */
static const char *const unsigned_data[ZEROS_COUNT] = {
    [ZEROS_NOT_READ] =
        N_("Partition %1$u has no signature, which does not mean that it is empty: its "
           "start stays where it is until all of it was read as zeros, or you call it "
           "empty."),
    [ZEROS_SAMPLED] = N_(
        "Partition %1$u looks empty, but only samples of it were read: its start stays "
        "where it is until all of it was read as zeros, or you call it empty."),
    [ZEROS_NONE] = N_(
        "Partition %1$u holds data of unknown kind: its start stays where it is unless "
        "you call it empty."),
};

static bool is_foreign_swap(const struct content *content)
{
    return content->state == CONTENT_FOUND && !strcmp(content->type, "swap");
}

bool edit_check_start(const struct extent *extent, struct err *err)
{
    const struct content *content = &extent->content;
    char name[CONTENT_NAME];

    if (content_is_empty(content))
        return true;
    if (is_foreign_swap(content))
        return err_set(
            err, ERR_REFUSED,
            _("Partition %u holds swap with a header that cannot be made anew: "
              "its start stays where it is unless you call it empty."),
            extent->number);
    if (content->state == CONTENT_NONE)
        return err_set(err, ERR_REFUSED, _(unsigned_data[content->zeros]),
                       extent->number);
    return err_set(err, ERR_REFUSED, _(states[content->state]), extent->number,
                   content_name(content, name));
}

/* Partitions with known content have to be deleted instead. */
static bool check_callable(const struct extent *extent, struct err *err)
{
    const struct content *content = &extent->content;

    if (extent->kind == EXTENT_EXTENDED)
        return err_set(err, ERR_REFUSED,
                       _("Partition %u is a container for logical partitions: only those "
                         "can be called empty."),
                       extent->number);
    if (content->state == CONTENT_UNKNOWN || content->state == CONTENT_UNREADABLE)
        return err_set(err, ERR_REFUSED,
                       content->state == CONTENT_UNKNOWN
                           ? _("What lies in partition %u has not been looked at yet: it "
                               "cannot be called empty before.")
                           : _("Partition %u cannot be read, so it cannot be called "
                               "empty."),
                       extent->number);
    if (content_is_empty(content))
        return err_set(err, ERR_REFUSED, _("Partition %u counts as empty already."),
                       extent->number);
    if (content->state != CONTENT_FOUND || is_foreign_swap(content))
        return true;
    return err_set(
        err, ERR_REFUSED,
        _("Partition %1$u holds %2$s, which is data: delete the partition if it "
          "is not needed."),
        extent->number, content->type);
}

bool edit_call_empty(struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target;

    if (!check_callable(target, err) || !edit_check_idle(work->layout, target, err))
        return false;
    /* Forget the old label and structure. */
    layout_builder_find(work->builder, target->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_CALLED };
    return true;
}
