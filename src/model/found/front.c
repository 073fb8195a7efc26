/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front.c - finds what lies in front of the first partition */
#include "model/found/front.h"

#include "model/base/mem.h"
#include "model/table/gpt.h"

#define FRONT_MAX (UINT64_C(2) << 20) /* bytes */

/* Another table, or a file system over the whole disk, is not kept beside a GPT. */
static bool has_front(const struct layout *layout)
{
    enum label_kind kind = layout_label(layout)->kind;

    return (label_is_editable(kind) || kind == LABEL_NONE) &&
           !layout_label(layout)->written_for &&
           !layout_note_find(layout, NOTE_MSDOS_OVER_CONTENT);
}

static uint64_t find_limit(const struct layout *layout)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t limit = 1 + FRONT_MAX / limits->logical;

    if (limit > limits->size)
        limit = limits->size;
    LAYOUT_EACH (extent, layout)
        if (extent->kind != EXTENT_FREE && extent->kind != EXTENT_METADATA &&
            extent->start < limit)
            limit = extent->start;
    return limit;
}

static bool is_of_table(const struct layout *layout, uint64_t lba)
{
    const struct extent *extent = layout_find_lba(layout, lba);

    return extent && extent->kind == EXTENT_METADATA;
}

/* True if the sector holds entries of an earlier GPT: others may take their place. */
static bool has_entries(const uint8_t *sector, const struct limits *limits)
{
    for (uint64_t at = 0; at < limits->logical; at += GPT_ENTRY_BYTES)
        if (!gpt_is_entry(sector + at, GPT_ENTRY_BYTES, limits->size))
            return false;
    return true;
}

/* Adds sector LBA, which is in the way. */
static void front_add_sector(struct gpt_front *front, uint64_t lba)
{
    struct gpt_front_run *last = front->count ? &front->runs[front->count - 1] : NULL;

    if (last && (last->end == lba || front->count == GPT_FRONT_RUNS))
        last->end = lba + 1;
    else
        front->runs[front->count++] = (struct gpt_front_run){ lba, lba + 1, "" };
}

struct gpt_front front_find(const struct reader *disk, const struct layout *layout,
                            const struct loss_accepted *accepted)
{
    uint64_t logical = layout_limits(layout)->logical;
    struct gpt_front front = { .limit = find_limit(layout) };
    CLEANUP(freep) uint8_t *bytes = NULL;

    (void)accepted;
    if (!has_front(layout) || front.limit < 2)
        return front;
    size_t count = (size_t)((front.limit - 1) * logical);
    bytes = xmalloc(count);
    if (!reader_read(disk, logical, bytes, count))
        return front;
    for (uint64_t lba = 1; lba < front.limit; lba++)
        if (!is_of_table(layout, lba) &&
            !has_entries(bytes + (lba - 1) * logical, layout_limits(layout)))
            front_add_sector(&front, lba);
    return front;
}
