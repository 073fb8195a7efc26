/* SPDX-License-Identifier: GPL-3.0-or-later */
/* adopt.c - entries for contents that no entry names */
#include "model/edit/adopt.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/disk/types.h"
#include "model/edit/private.h"

enum { OLD_FIRST_START = 63 };

/* The types that are usual for a content; others are Linux. */
static const struct {
    const char *content; /* libblkid's TYPE */
    const char *msdos, *gpt;
} usual[] = {
    { "swap", TYPE_MSDOS_LINUX_SWAP, TYPE_GPT_LINUX_SWAP },
    { "ntfs", "7", TYPE_GPT_WINDOWS },
    { "exfat", "7", TYPE_GPT_WINDOWS },
    { "hpfs", "7", TYPE_GPT_WINDOWS },
    { "vfat", "c", TYPE_GPT_WINDOWS },
    { "crypto_LUKS", TYPE_MSDOS_LINUX, TYPE_GPT_LINUX_LUKS },
    { "BitLocker", "7", TYPE_GPT_WINDOWS },
    { "LVM2_member", "8e", TYPE_GPT_LINUX_LVM },
    { "linux_raid_member", "fd", TYPE_GPT_LINUX_RAID },
    { "ReFS", "7", TYPE_GPT_WINDOWS },
    { "hfsplus", "af", "48465300-0000-11AA-AA11-00306543ECAC" },
    { "hfs", "af", "48465300-0000-11AA-AA11-00306543ECAC" },
    { "apfs", "af", "7C3457EF-0000-11AA-AA11-00306543ECAC" },
    { "zfs_member", "bf", "6A898CC3-1DD2-11B2-99A6-080020736631" },
    { "VMFS_volume_member", "fb", "AA31E02A-400F-11DB-9590-000C2911D1B8" },
};

static void adopt_type(enum label_kind label, const struct adopt_content *content,
                       char ret[TYPE_TEXT])
{
    bool is_gpt = label == LABEL_GPT;
    enum label_kind other = is_gpt ? LABEL_MSDOS : LABEL_GPT;
    bool is_guid = strlen(content->entry_type) > 2;
    char converted[TYPE_TEXT];

    copy_text(ret, TYPE_TEXT, is_gpt ? TYPE_GPT_LINUX : TYPE_MSDOS_LINUX);
    for (size_t i = 0; i < ARRAY_SIZE(usual); i++)
        if (!strcmp(usual[i].content, content->content_type))
            copy_text(ret, TYPE_TEXT, is_gpt ? usual[i].gpt : usual[i].msdos);
    if (!*content->entry_type)
        return;
    if (is_guid == is_gpt)
        copy_text(ret, TYPE_TEXT, content->entry_type);
    else if (type_convert(other, label, content->entry_type, converted))
        copy_text(ret, TYPE_TEXT, converted);
}

/* True for a table to which entries can be added, or whose repair has to come first. */
static bool keeps_table(const struct layout *layout)
{
    return label_is_editable(layout_label(layout)->kind) &&
           (!layout_read_only(layout) || layout_data_count(layout));
}

enum label_kind adopt_label(const struct layout *layout, const struct adopt_content *at,
                            size_t count)
{
    enum label_kind kind = layout_label(layout)->kind;
    bool is_old = count && at[0].start == OLD_FIRST_START;

    if (keeps_table(layout))
        return kind;
    for (size_t i = 0; i < count; i++)
        is_old = is_old || at[i].ebr;
    return is_old && layout_limits(layout)->size <= label_addressable(LABEL_MSDOS)
               ? LABEL_MSDOS
               : LABEL_GPT;
}

/* The contents [FIRST, LAST) of a group become logical. */
struct adopt_group {
    size_t first, last;
    uint64_t start, end; /* of the container */
};

struct adopt_work {
    const struct layout *layout; /* NULL: the table is new */
    const struct limits *limits;
    const struct adopt_content *at;
    size_t count;
};

static const struct extent *work_container(const struct adopt_work *work)
{
    return work->layout ? layout_find_container(work->layout) : NULL;
}

static bool lies_in_container(const struct adopt_work *work,
                              const struct adopt_content *content)
{
    const struct extent *container = work_container(work);

    return container && content->start >= container->start &&
           content->start < extent_end(container);
}

static size_t free_slots(const struct adopt_work *work)
{
    size_t slots = LABEL_PRIMARIES;

    for (unsigned number = 1; work->layout && number <= LABEL_PRIMARIES; number++)
        slots -= layout_find_number(work->layout, number) != NULL;
    return slots;
}

/* Returns the first sector that is free before content INDEX. */
static uint64_t free_before(const struct adopt_work *work, size_t index)
{
    uint64_t before = 1;

    if (index)
        before = work->at[index - 1].start + work->at[index - 1].length;
    if (work->layout) {
        uint64_t start = edit_free_start(work->layout, 0, work->at[index].start);
        before = start > before ? start : before;
    }
    return before;
}

/* False if another partition lies between, or an EBR has no free sector. */
static bool set_group(const struct adopt_work *work, struct adopt_group *group)
{
    const struct adopt_content *first = &work->at[group->first];
    const struct adopt_content *last = &work->at[group->last - 1];
    uint64_t free_start = free_before(work, group->first);

    for (size_t i = group->first; i < group->last; i++) {
        uint64_t own = free_before(work, i);
        bool is_behind =
            i > group->first && own > work->at[i - 1].start + work->at[i - 1].length;
        if (own >= work->at[i].start || is_behind)
            return false;
    }
    /* Nothing is written over the old EBR. */
    group->start = first->ebr ? first->start - 1
                              : edit_ebr_before(work->limits, free_start, first->start);
    group->end = last->start + last->length;
    return true;
}

static size_t count_ebrs(const struct adopt_work *work, size_t first, size_t last)
{
    size_t count = 0;

    for (size_t i = first; i < last; i++)
        count += work->at[i].ebr != 0;
    return count;
}

/* The smallest group that has all EBRs and leaves at most LABEL_PRIMARIES others, without
 * one of fewer EBRs; the last one of these. */
static bool find_group(const struct adopt_work *work, size_t primaries,
                       struct adopt_group *ret)
{
    size_t best_ebrs = 0, best = 0;

    for (size_t first = 0; first < work->count; first++)
        for (size_t last = first + 1; last <= work->count; last++) {
            struct adopt_group group = { .first = first, .last = last };
            size_t size = last - first, ebrs = count_ebrs(work, first, last);
            bool is_better =
                !best || ebrs > best_ebrs || (ebrs == best_ebrs && size <= best);
            if (work->count - size > primaries || !is_better || !set_group(work, &group))
                continue;
            *ret = group;
            best = size;
            best_ebrs = ebrs;
        }
    return best;
}

static void add_create(const struct adopt_content *content, enum label_kind label,
                       enum extent_kind kind, struct edit *ret)
{
    *ret = (struct edit){ .kind = EDIT_CREATE,
                          .extent = kind,
                          .start = content->start,
                          .length = content->length,
                          .is_ebr_near = kind == EXTENT_LOGICAL && content->ebr };
    adopt_type(label, content, ret->type);
}

/* Finds which contents become logical; an empty group if none needs to. */
static bool plan_group(const struct adopt_work *work, struct adopt_group *ret,
                       struct err *err)
{
    size_t outside = 0, slots = free_slots(work);

    *ret = (struct adopt_group){ 0 };
    for (size_t i = 0; i < work->count; i++)
        outside += !lies_in_container(work, &work->at[i]);
    bool wants_group = !work_container(work) && slots &&
                       (outside > slots || count_ebrs(work, 0, work->count));
    if (wants_group && find_group(work, slots - 1, ret))
        return true;
    if (outside <= slots)
        return true;
    return err_refuse(
        err, REFUSAL_ADOPT_MBR_FULL,
        ngettext("The MBR has %1$zu free entry for %2$zu contents, and they do "
                 "not lie so that the others could be logical, with a free "
                 "sector before each for its EBR: choose fewer, or a GPT.",
                 "The MBR has %1$zu free entries for %2$zu contents, and they "
                 "do not lie so that the others could be logical, with a free "
                 "sector before each for its EBR: choose fewer, or a GPT.",
                 slots),
        slots, outside);
}

bool adopt_edits(const struct layout *layout, enum label_kind label,
                 const struct adopt_content *at, size_t count, struct edit **ret,
                 size_t *ret_count, struct err *err)
{
    bool is_new = layout_label(layout)->kind != label || !keeps_table(layout);
    struct adopt_work work = { is_new ? NULL : layout, layout_limits(layout), at, count };
    struct adopt_group group = { 0 };
    size_t made = 0;

    if (label == LABEL_MSDOS && !plan_group(&work, &group, err))
        return false;
    struct edit *edits = xcalloc(count + 2, sizeof(*edits));
    if (is_new && count)
        edits[made++] = (struct edit){ .kind = EDIT_NEW_TABLE, .label = label };
    for (size_t i = 0; i < count; i++) {
        if (group.last && i == group.first)
            edits[made++] = (struct edit){ .kind = EDIT_CREATE,
                                           .extent = EXTENT_EXTENDED,
                                           .start = group.start,
                                           .length = group.end - group.start };
        bool is_logical = label == LABEL_MSDOS && ((i >= group.first && i < group.last) ||
                                                   lies_in_container(&work, &at[i]));
        add_create(&at[i], label, is_logical ? EXTENT_LOGICAL : EXTENT_PARTITION,
                   &edits[made++]);
    }
    *ret = edits;
    *ret_count = made;
    return true;
}
