/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c - what an extent contains */
#include "model/disk/content.h"

#include <stdio.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"

bool content_is_swap(const struct content *content)
{
    return content->state == CONTENT_FOUND && !strcmp(content->type, "swap");
}

bool content_is_bitlocker(const struct content *content)
{
    return content->state == CONTENT_FOUND && !strcmp(content->type, "BitLocker");
}

/* libblkid's type is not enough: such swap may have another byte order or bad pages, or
 * contain a suspended system. */
static bool is_remakeable_swap(const struct content *content)
{
    return content_is_swap(content) && content->inside.kind == INSIDE_SWAP &&
           content->inside.is_remakeable;
}

bool content_is_empty(const struct content *content)
{
    static const bool is_empty[ZEROS_COUNT] = {
        [ZEROS_ALL] = true,
        [ZEROS_CALLED] = true,
        [ZEROS_NEW] = true,
    };

    return is_remakeable_swap(content) ||
           (!content->is_guarded && !content->is_journal &&
            content->state == CONTENT_NONE && is_empty[content->zeros]);
}

bool content_is_data(const struct content *content)
{
    return !content_is_empty(content);
}

bool content_is_read(const struct content *content)
{
    return content->state == CONTENT_NONE || content->state == CONTENT_FOUND;
}

const char *content_name(const struct content *content, char ret[CONTENT_NAME])
{
    /* TRANSLATORS: what a partition holds that has no known content; 4 to 6 columns */
    static const char *const words[ZEROS_COUNT] = {
        [ZEROS_SAMPLED] = N_("empty?"),
        [ZEROS_NONE] = N_("data?"),
        [ZEROS_ALL] = N_("empty"),
        [ZEROS_CALLED] = N_("empty"),
    };

    if (content->is_journal)
        /* TRANSLATORS: what a partition holds: the journal of a move; 4 to 7 columns */
        copy_text(ret, CONTENT_NAME, _("journal"));
    else if (content->is_guarded)
        /* TRANSLATORS: what a partition holds whose move has not ended; 5 or 6 columns */
        copy_text(ret, CONTENT_NAME, _("guard"));
    else if (content->state == CONTENT_NONE)
        copy_text(ret, CONTENT_NAME,
                  words[content->zeros] ? _(words[content->zeros]) : "");
    else if (content->other[0])
        (void)snprintf(ret, CONTENT_NAME, "%s+%s?", content->type, content->other);
    else
        copy_text(ret, CONTENT_NAME, content->type);
    return ret;
}

const char *content_id(const struct content *content)
{
    static const char *const states[] = {
        [CONTENT_UNKNOWN] = NULL,
        [CONTENT_NONE] = NULL,
        [CONTENT_FOUND] = "found",
        [CONTENT_AMBIVALENT] = "ambivalent",
        [CONTENT_UNREADABLE] = "unreadable",
    };
    static const char *const zeros[ZEROS_COUNT] = {
        [ZEROS_SAMPLED] = "looks-empty", [ZEROS_NONE] = "data", [ZEROS_ALL] = "zeros",
        [ZEROS_CALLED] = "called-empty", [ZEROS_NEW] = "new",
    };

    if (content->is_journal)
        return "journal";
    if (content->is_guarded)
        return "guard";
    return content->state == CONTENT_NONE ? zeros[content->zeros]
                                          : states[content->state];
}

const char *inside_id(enum inside_kind kind)
{
    static const char *const ids[INSIDE_COUNT] = {
        [INSIDE_BTRFS] = "btrfs", [INSIDE_EXFAT] = "exfat", [INSIDE_EXT] = "ext",
        [INSIDE_FAT] = "fat",     [INSIDE_LUKS] = "luks",   [INSIDE_LVM] = "lvm",
        [INSIDE_MD] = "md",       [INSIDE_NTFS] = "ntfs",   [INSIDE_SWAP] = "swap",
        [INSIDE_XFS] = "xfs",
    };

    return ids[kind];
}
