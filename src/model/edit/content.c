/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c - checks what the content of a partition permits, and declares it empty */

#include "model/align/advice.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/base/size.h"
#include "model/edit/private.h"

enum { SWAP_PAGE = 4096, MIN_SWAP_PAGES = 10 };

/* Contents that cannot shrink to the bytes in use; the arguments are number and content.
 */
static const struct {
    enum inside_kind kind;
    const char *sentence;
} rigid[] = {
    { INSIDE_XFS,
      N_("Partition %1$u holds %2$s, which cannot shrink: it can only grow.") },
    { INSIDE_EXFAT,
      N_("Partition %1$u holds %2$s, and there is no tool that shrinks it.") },
    { INSIDE_LUKS,
      N_("Partition %1$u holds %2$s: how much of it is used inside cannot be "
         "seen, so it cannot be made smaller.") },
    { INSIDE_LVM, N_("Partition %1$u holds %2$s: make the physical volume smaller with "
                     "pvresize first, then its partition can follow.") },
    { INSIDE_MD, N_("Partition %1$u holds %2$s: what its array takes of it cannot be "
                    "made smaller.") },
};

/* Why the content is not known well enough to shrink it; the argument is the number. */
static const char *const unknown_sentences[] = {
    [CONTENT_UNKNOWN] = N_("What lies in partition %u has not been read: it cannot be "
                           "made smaller until that is known."),
    [CONTENT_NONE] = N_("Partition %u has no signature, which does not mean that it is "
                        "empty: it cannot be made smaller until all of it was read as "
                        "zeros, or you call it empty."),
    [CONTENT_FOUND] = NULL,
    [CONTENT_AMBIVALENT] =
        N_("Partition %u shows more than one kind of content: it cannot "
           "be made smaller, since one of them may be data."),
    [CONTENT_UNREADABLE] = N_("Partition %u cannot be read: it cannot be made smaller, "
                              "since there may be data in it."),
};

static bool check_is_known(const struct extent *extent, struct err *err)
{
    const struct content *content = &extent->content;

    if (content->state == CONTENT_NONE && content->zeros == ZEROS_NONE)
        return err_refuse(err, REFUSAL_SHRINK_CONTENT_UNKNOWN,
                          _("Partition %u holds data of unknown kind: it cannot be made "
                            "smaller unless you call it empty."),
                          extent->number);
    return content->state == CONTENT_FOUND ||
           err_refuse(err, REFUSAL_SHRINK_CONTENT_UNKNOWN,
                      _(unknown_sentences[content->state]), extent->number);
}

static bool refuse_used(const struct extent *extent, uint64_t used, uint64_t bytes,
                        struct err *err)
{
    char size[SIZE_TEXT];

    return err_refuse(
        err, REFUSAL_SHRINK_TOO_SMALL,
        _("The %1$s in partition %2$u uses %3$llu bytes (%4$s): %5$llu bytes do "
          "not hold that."),
        extent->content.type, extent->number, (ull)used, size_format_iec(used, size),
        (ull)bytes);
}

static bool refuse_rigid(const struct extent *extent, struct err *err)
{
    for (size_t i = 0; i < ARRAY_SIZE(rigid); i++)
        if (extent->content.inside.kind == rigid[i].kind)
            return err_refuse(err, REFUSAL_SHRINK_NOT_POSSIBLE, _(rigid[i].sentence),
                              extent->number, extent->content.type);
    return true;
}

/* The header of swap is written again, for as many pages as mkswap requires. */
static bool check_swap(const struct extent *extent, uint64_t bytes, struct err *err)
{
    uint64_t page = extent->content.inside.block, min;

    if (extent->content.state != CONTENT_FOUND ||
        !num_mul(page ? page : SWAP_PAGE, MIN_SWAP_PAGES, &min) || bytes >= min)
        return true;
    return err_refuse(
        err, REFUSAL_SHRINK_SWAP,
        _("The swap area in partition %1$u has pages of %2$llu bytes and needs "
          "%3$u of them: %4$llu bytes are too few."),
        extent->number, (ull)(page ? page : SWAP_PAGE), (unsigned)MIN_SWAP_PAGES,
        (ull)bytes);
}

bool edit_check_content_fits(const struct layout *layout, const struct extent *extent,
                             uint64_t bytes, struct err *err)
{
    struct advice_min min = advice_min(layout, extent);
    uint64_t volume = extent->content.inside.volume;

    if (content_is_empty(&extent->content))
        return check_swap(extent, bytes, err);
    if (!check_is_known(extent, err))
        return false;
    if ((volume && bytes >= volume) || (min.is_known && bytes >= min.bytes))
        return true;
    if (!refuse_rigid(extent, err))
        return false;
    if (min.is_known)
        return refuse_used(extent, min.bytes, bytes, err);
    return err_refuse(
        err, REFUSAL_SHRINK_USE_UNKNOWN,
        _("Nothing says how much of the %1$s in partition %2$u is used: make it "
          "smaller with its own tool first, then its partition can follow."),
        extent->content.type, extent->number);
}

/* The arguments are number and content. */
static const char *const states[] = {
    [CONTENT_UNKNOWN] = N_("What lies in partition %1$u has not been read: its start "
                           "stays where it is until that is known."),
    [CONTENT_NONE] = NULL, /* see unsigned_data */
    [CONTENT_FOUND] =
        N_("Partition %1$u holds %2$s: with another start its data has to be "
           "moved, which this change does not do."),
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

bool edit_check_start(const struct extent *extent, struct err *err)
{
    const struct content *content = &extent->content;
    char name[CONTENT_NAME];

    if (content_is_empty(content))
        return true;
    if (content_is_swap(content))
        return err_refuse(
            err, REFUSAL_START_HOLDS_CONTENT,
            _("Partition %u holds swap with a header that cannot be made again: "
              "its start stays where it is unless you call it empty."),
            extent->number);
    if (content->state == CONTENT_NONE)
        return err_refuse(err, REFUSAL_START_HOLDS_CONTENT,
                          _(unsigned_data[content->zeros]), extent->number);
    return err_refuse(err, REFUSAL_START_HOLDS_CONTENT, _(states[content->state]),
                      extent->number, content_name(content, name));
}

/* Partitions with known content have to be deleted instead. */
static bool check_callable(const struct extent *extent, struct err *err)
{
    const struct content *content = &extent->content;

    if (extent->kind == EXTENT_EXTENDED)
        return err_refuse(
            err, REFUSAL_EMPTY_NOT_POSSIBLE,
            _("Partition %u is a container for logical partitions: only those "
              "can be called empty."),
            extent->number);
    if (content->state == CONTENT_UNKNOWN || content->state == CONTENT_UNREADABLE)
        return err_refuse(err, REFUSAL_EMPTY_NOT_POSSIBLE,
                          content->state == CONTENT_UNKNOWN
                              ? _("What lies in partition %u has not been read yet: it "
                                  "cannot be called empty before.")
                              : _("Partition %u cannot be read, so it cannot be called "
                                  "empty."),
                          extent->number);
    if (content_is_empty(content))
        return err_refuse(err, REFUSAL_EMPTY_NOT_POSSIBLE,
                          _("Partition %u counts as empty already."), extent->number);
    if (content->state != CONTENT_FOUND || content_is_swap(content))
        return true;
    return err_refuse(
        err, REFUSAL_EMPTY_NOT_POSSIBLE,
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
