/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front.c - finds what lies in front of the first partition */
#include "model/found/front.h"

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/owner.h"
#include "model/table/gpt.h"

#define FRONT_MAX (UINT64_C(2) << 20) /* bytes */
#define ZEROS_MAX (UINT64_C(64) << 10)

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
    uint64_t limit = num_min(1 + FRONT_MAX / limits->logical, limits->size);

    LAYOUT_EACH (extent, layout)
        if (extent->kind != EXTENT_FREE && extent->kind != EXTENT_METADATA)
            limit = num_min(limit, extent->start);
    return limit;
}

/* True if the sector holds entries of an earlier GPT: the new ones may replace them. */
static bool front_has_entries(const struct reader *disk, const struct limits *limits,
                              uint64_t lba)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(limits->logical);

    if (!reader_read(disk, lba * limits->logical, sector, limits->logical))
        return false;
    for (uint64_t at = 0; at < limits->logical; at += GPT_ENTRY_BYTES)
        if (!gpt_is_entry(sector + at, GPT_ENTRY_BYTES, limits->size))
            return false;
    return true;
}

/* So many zeros, in sectors, between two runs are a part of a loader. */
static void front_add_run(struct gpt_front *front, uint64_t zeros, uint64_t start,
                          const struct owner_run *from)
{
    uint64_t end = from->start + from->length;
    struct gpt_front_run *last = front->count ? &front->runs[front->count - 1] : NULL;

    if (last && (front->count == GPT_FRONT_RUNS || start - last->end <= zeros)) {
        last->end = end;
        return;
    }
    struct gpt_front_run *run = &front->runs[front->count++];
    run->start = start;
    run->end = end;
    copy_text(run->name, sizeof(run->name), from->name);
}

struct gpt_front front_find(const struct reader *disk, const struct layout *layout,
                            const struct loss_accepted *accepted)
{
    const struct limits *limits = layout_limits(layout);
    struct gpt_front front = { .limit = find_limit(layout) };
    CLEANUP(owner_freep) struct owner *owner = owner_new(disk, layout);
    CLEANUP(owner_runs_finish) struct owner_runs runs = { 0 };

    if (!has_front(layout) || front.limit < 2)
        return front;
    owner_find(owner, 1, front.limit - 1, &runs);
    for (size_t i = 0; i < runs.count; i++) {
        const struct owner_run *run = &runs.at[i];
        uint64_t start = run->start, end = run->start + run->length;
        if (run->kind != OWNER_KNOWN || owner_run_is_accepted(run, accepted))
            continue;
        while (run->start == 2 && start < end && front_has_entries(disk, limits, start))
            start++;
        if (start < end)
            front_add_run(&front, ZEROS_MAX / limits->logical, start, run);
    }
    return front;
}
