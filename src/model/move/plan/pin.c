/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pin.c - which partitions cannot be moved, and why */
#include "model/move/plan/pin.h"

#include "model/align/harmless.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/disk/types.h"
#include "model/edit/edit.h"
#include "model/move/plan/zones.h"

enum pin pin_of(const struct layout *layout, const struct extent *extent)
{
    static const enum pin refusals[ZONES_REFUSAL_COUNT] = {
        [ZONES_CARRIED] = PIN_NO,      [ZONES_NOT_READ] = PIN_NOT_READ,
        [ZONES_UNKNOWN] = PIN_UNKNOWN, [ZONES_TWO_KINDS] = PIN_TWO_KINDS,
        [ZONES_KIND] = PIN_KIND,       [ZONES_SWAP] = PIN_SWAP,
        [ZONES_LARGER] = PIN_LARGER,
    };
    struct err busy = { 0 };

    if (!edit_check_idle(layout, extent, &busy))
        return PIN_IN_USE;
    if (layout_find_slice(layout, extent->id))
        return PIN_TABLE;
    if (type_is_absolute(layout_label(layout)->kind, extent->type))
        return PIN_ABSOLUTE;
    if (judge_extent(layout, extent).harmless)
        return PIN_PURPOSE;
    if (content_is_empty(&extent->content))
        return PIN_NO;
    return refusals[zones_refusal(&extent->content)];
}

bool pin_asks_empty(enum pin pin)
{
    return pin == PIN_UNKNOWN || pin == PIN_TWO_KINDS;
}

const char *pin_id(enum pin pin)
{
    static const char *const ids[PIN_COUNT] = {
        [PIN_IN_USE] = "in-use",
        [PIN_TABLE] = "own-table",
        [PIN_ABSOLUTE] = "absolute-place",
        [PIN_PURPOSE] = "not-judged",
        [PIN_NOT_READ] = "not-read",
        [PIN_UNKNOWN] = "unknown-data",
        [PIN_TWO_KINDS] = "two-kinds",
        [PIN_KIND] = "kind",
        [PIN_SWAP] = "swap",
        [PIN_LARGER] = "larger",
        [PIN_CHAIN] = "chain",
        [PIN_OUTSIDE] = "outside",
        [PIN_OWNED] = "owned",
    };

    return ids[pin];
}

/* The argument is the number of the partition. */
static const char *const pin_sentences[PIN_COUNT] = {
    [PIN_TABLE] = N_("Partition %u holds a table of its own, whose starts would be wrong "
                     "after a move."),
    [PIN_ABSOLUTE] = N_("Partition %u is of a Windows dynamic disk or volume set, whose "
                        "database has the place of its data: a move would make it "
                        "unreadable."),
    [PIN_NOT_READ] = N_("The content of partition %u could not be read."),
    [PIN_UNKNOWN] = N_("Partition %u holds data of unknown kind; if it is empty, say so "
                       "first."),
    [PIN_TWO_KINDS] = N_("Partition %u has the signatures of two kinds of content; if it "
                         "is empty, say so first."),
    [PIN_SWAP] = N_("The swap area in partition %u holds a suspended system, or cannot "
                    "be created again."),
    [PIN_LARGER] = N_("The content of partition %u ends beyond the partition."),
    [PIN_CHAIN] = N_("Partition %u belongs to a chain of EBRs in an unusual order."),
    [PIN_OUTSIDE] = N_("Partition %u is not inside the usable range of the table."),
    [PIN_OWNED] = N_("Where partition %u would go lies something that no table names."),
};

/* After "Partitions 3-5 should be moved, but stay where they are:". */
static const char *const pin_sentences_of_many[PIN_COUNT] = {
    [PIN_TABLE] = N_("They hold tables of their own, whose starts would be wrong after a "
                     "move."),
    [PIN_ABSOLUTE] = N_("They are of a Windows dynamic disk or volume set, whose "
                        "database has the place of their data: a move would make it "
                        "unreadable."),
    [PIN_NOT_READ] = N_("Their contents could not be read."),
    [PIN_UNKNOWN] = N_("They hold data of unknown kind; if one of them is empty, say so "
                       "first."),
    [PIN_TWO_KINDS] = N_("They have the signatures of two kinds of content; if one of "
                         "them is empty, say so first."),
    [PIN_SWAP] = N_("The swap areas in them hold a suspended system, or cannot be "
                    "created again."),
    [PIN_LARGER] = N_("Their contents end beyond the partitions."),
    [PIN_CHAIN] = N_("They belong to a chain of EBRs in an unusual order."),
    [PIN_OUTSIDE] = N_("They are not inside the usable range of the table."),
};

/* The sentences on one partition and on several that only look empty. */
static const char *const seems_empty[] = {
    N_("Partition %u looks empty, but only samples of it were read; if it is empty, say "
       "so first."),
    N_("They look empty, but only samples of them were read; if one of them is empty, "
       "say so first."),
};

static bool does_seem_empty(const struct extent *extent, enum pin pin)
{
    return pin == PIN_UNKNOWN && extent->content.zeros == ZEROS_SAMPLED;
}

char *pin_words(const struct layout *layout, const struct extent *extent, enum pin pin)
{
    struct err busy = { 0 };
    char name[CONTENT_NAME];

    if (pin == PIN_IN_USE && !edit_check_idle(layout, extent, &busy))
        return xstrdup(busy.text);
    if (pin == PIN_PURPOSE)
        return xasprintf(_("Partition %1$u: %2$s"), extent->number,
                         harmless_reason(extent, judge_extent(layout, extent).harmless));
    if (pin == PIN_KIND && content_is_bitlocker(&extent->content))
        return xasprintf(
            _("Partition %u is encrypted by BitLocker, which alidade cannot "
              "move: decrypt it in Windows first, and its file system can be "
              "moved (manage-bde -off C:)."),
            extent->number);
    if (pin == PIN_KIND)
        return xasprintf(_("Partition %1$u holds %2$s, which alidade cannot move."),
                         extent->number, content_name(&extent->content, name));
    return xasprintf(
        _(does_seem_empty(extent, pin) ? seems_empty[0] : pin_sentences[pin]),
        extent->number);
}

char *pin_words_of_many(const struct extent *extent, enum pin pin)
{
    char name[CONTENT_NAME];

    if (pin == PIN_KIND)
        return xasprintf(_("They hold %s, which alidade cannot move."),
                         content_name(&extent->content, name));
    if (does_seem_empty(extent, pin))
        return xstrdup(_(seems_empty[1]));
    return pin_sentences_of_many[pin] ? xstrdup(_(pin_sentences_of_many[pin])) : NULL;
}
