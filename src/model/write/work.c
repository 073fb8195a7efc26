/* SPDX-License-Identifier: GPL-3.0-or-later */
/* work.c - builds a plan, and compares the old and the new layout */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"
#include "model/table/tables.h"
#include "model/write/private.h"

void write_work_init(struct write_work *work, const struct reader *disk,
                     const struct layout *base, const struct layout *preview)
{
    *work = (struct write_work){ .disk = disk,
                                 .base = base,
                                 .preview = preview,
                                 .logical = layout_limits(base)->logical,
                                 .size = layout_limits(base)->size };
    work->plan.logical = work->logical;
    work->now = write_plan_reader(&work->view, disk, &work->plan, SIZE_MAX);
}

/* Returns the first of COUNT sectors that cannot be read alone. */
static uint64_t first_bad(const struct write_work *work, uint64_t lba, uint64_t count,
                          uint8_t *buf)
{
    for (uint64_t i = 0; i < count; i++)
        if (!reader_read(&work->now, (lba + i) * work->logical, buf, work->logical))
            return lba + i;
    return lba;
}

bool write_read(const struct write_work *work, uint64_t lba, uint64_t count, uint8_t *ret,
                struct err *err)
{
    if (lba < work->size && count <= work->size - lba &&
        reader_read(&work->now, lba * work->logical, ret, count * work->logical))
        return true;
    return err_set(err, ERR_IO, _("Sector %llu cannot be read."),
                   (ull)first_bad(work, lba, count, ret));
}

/* Extends the last write, if possible. */
static bool grow_last(struct write_work *work, enum write_what what, uint64_t lba,
                      uint64_t count, const uint8_t *before, const uint8_t *after)
{
    struct write *last =
        work->plan.count ? &work->plan.writes[work->plan.count - 1] : NULL;

    if (!last || last->is_flushed || last->what != what || last->lba + last->count != lba)
        return false;
    uint64_t total = last->count + count;
    last->before = xrealloc(last->before, total, work->logical);
    last->after = xrealloc(last->after, total, work->logical);
    memcpy(last->before + last->count * work->logical, before, count * work->logical);
    memcpy(last->after + last->count * work->logical, after, count * work->logical);
    last->count = total;
    return true;
}

static uint8_t *work_copy(const uint8_t *bytes, size_t count)
{
    return memcpy(xmalloc(count), bytes, count);
}

static void add_write(struct write_work *work, enum write_what what, uint64_t lba,
                      uint64_t count, const uint8_t *before, const uint8_t *after)
{
    struct write_plan *plan = &work->plan;
    size_t bytes = count * work->logical;

    if (grow_last(work, what, lba, count, before, after))
        return;
    plan->writes = xrealloc(plan->writes, plan->count + 1, sizeof(*plan->writes));
    plan->writes[plan->count++] = (struct write){
        .lba = lba,
        .count = count,
        .what = what,
        .before = work_copy(before, bytes),
        .after = work_copy(after, bytes),
    };
}

/* Returns how many sectors from FROM on are all changed or all unchanged. */
static uint64_t uniform_run(const uint8_t *before, const uint8_t *after, uint64_t logical,
                            uint64_t from, uint64_t count, bool *ret_is_same)
{
    uint64_t at = from;

    *ret_is_same = !memcmp(before + at * logical, after + at * logical, logical);
    while (++at < count)
        if (!memcmp(before + at * logical, after + at * logical, logical) != *ret_is_same)
            break;
    return at - from;
}

static void put_changed(struct write_work *work, enum write_what what, uint64_t lba,
                        uint64_t count, const uint8_t *before, const uint8_t *after)
{
    bool is_same;

    for (uint64_t at = 0, run; at < count; at += run) {
        run = uniform_run(before, after, work->logical, at, count, &is_same);
        if (!is_same)
            add_write(work, what, lba + at, run, before + at * work->logical,
                      after + at * work->logical);
    }
}

bool write_put_whole(struct write_work *work, enum write_what what, uint64_t lba,
                     uint64_t count, const uint8_t *bytes, struct err *err)
{
    CLEANUP(freep) uint8_t *before = xmalloc(count * work->logical);

    if (!write_read(work, lba, count, before, err))
        return false;
    put_changed(work, what, lba, count, before, bytes);
    return true;
}

bool write_put(struct write_work *work, enum write_what what, uint64_t lba,
               uint64_t count, const uint8_t *bytes, struct err *err)
{
    CLEANUP(freep) uint8_t *before = xmalloc(count * work->logical);
    CLEANUP(freep) uint8_t *after = work_copy(bytes, count * work->logical);

    if (!write_read(work, lba, count, before, err))
        return false;
    for (uint64_t i = 0; i < count; i++)
        write_keep_rest(work, what, lba + i, before + i * work->logical,
                        after + i * work->logical);
    put_changed(work, what, lba, count, before, after);
    return true;
}

void write_flush(struct write_work *work)
{
    if (work->plan.count)
        work->plan.writes[work->plan.count - 1].is_flushed = true;
}

void write_undo(struct write_work *work, size_t count)
{
    struct write_plan *plan = &work->plan;

    while (plan->count > count) {
        struct write *last = &plan->writes[--plan->count];
        free(last->before);
        free(last->after);
    }
}

const struct extent *write_same(const struct layout *layout, const struct extent *extent)
{
    const struct extent *same = layout_find(layout, extent->id);

    return same && same->kind == extent->kind && same->kind != EXTENT_FREE ? same : NULL;
}

const struct extent *write_same_data(const struct layout *layout,
                                     const struct extent *extent)
{
    const struct extent *same = layout_find(layout, extent->id);

    return same && extent_holds_data(extent) && extent_holds_data(same) ? same : NULL;
}

bool write_is_same_range(const struct extent *a, const struct extent *b)
{
    return a && b && a->start == b->start && a->length == b->length;
}

bool write_is_part_of(const struct extent *part, const struct extent *whole)
{
    return part->start >= whole->start && extent_end(part) <= extent_end(whole);
}

bool write_is_rescaled(const struct layout *base, const struct layout *preview)
{
    const struct label *before = layout_label(base), *after = layout_label(preview);

    return before->written_for && !after->written_for && before->kind == after->kind &&
           !strcmp(before->id, after->id);
}

bool write_is_new_table(const struct layout *base, const struct layout *preview)
{
    if (layout_label(base)->kind != layout_label(preview)->kind)
        return true;
    if (write_is_rescaled(base, preview))
        return false;
    /* A new table has metadata with new ids. */
    LAYOUT_EACH (extent, preview)
        if (extent->role == ROLE_MBR)
            return !write_same(base, extent);
    return true;
}

bool write_is_repaired(const struct write_work *work, enum note_id note)
{
    return layout_note_find(work->base, note) && !layout_note_find(work->preview, note);
}

static bool work_is_same_label(const struct label *a, const struct label *b)
{
    return a->kind == b->kind && !strcmp(a->id, b->id) &&
           a->first_usable == b->first_usable && a->last_usable == b->last_usable &&
           a->written_for == b->written_for;
}

/* Returns the next extent from *AT on that is in the table itself; NULL: none. */
static const struct extent *next_table_extent(const struct layout *layout, size_t *at)
{
    while (*at < layout_count(layout)) {
        const struct extent *extent = layout_at(layout, (*at)++);
        if (extent->kind != EXTENT_FREE && extent->kind != EXTENT_SLICE &&
            extent->kind != EXTENT_KEPT && extent->fault != FAULT_NO_ENTRY)
            return extent;
    }
    return NULL;
}

bool write_is_same_layout(const struct layout *a, const struct layout *b)
{
    const struct extent *x, *y;
    size_t i = 0, j = 0;

    if (!work_is_same_label(layout_label(a), layout_label(b)))
        return false;
    do {
        x = next_table_extent(a, &i);
        y = next_table_extent(b, &j);
        if (x && y && extent_diff(x, y) & ~(unsigned)(DIFF_ID | DIFF_LETTER))
            return false;
    } while (x && y);
    return !x && !y;
}

struct layout *write_decode(const struct reader *now, const struct layout *like)
{
    struct layout *layout = NULL;

    if (!tables_read(now, layout_limits(like), &layout, ERR_IGNORED))
        return NULL;
    return layout;
}

/* Boot code before a table may be in use; the boot sector of a file system is how that is
 * recognized. */
static bool has_boot_code(const struct layout *base)
{
    enum label_kind kind = layout_label(base)->kind;

    return label_is_editable(kind) && !layout_note_find(base, NOTE_MSDOS_OVER_CONTENT);
}

bool write_blank_mbr(const struct write_work *work, uint8_t *ret, struct err *err)
{
    size_t kept = has_boot_code(work->base) ? MBR_CODE_BYTES : 0;

    if (!write_read(work, 0, 1, ret, err))
        return false;
    memset(ret + kept, 0, work->logical - kept);
    put_le16(ret, MBR_AT_MAGIC, MBR_MAGIC);
    return true;
}

bool write_blank_header(struct write_work *work, uint64_t offset, struct err *err)
{
    CLEANUP(freep) uint8_t *sector = xmalloc(work->logical);
    uint64_t lba = offset / work->logical;
    size_t at = offset % work->logical;

    if (!write_read(work, lba, 1, sector, err))
        return false;
    if (memcmp(sector + at, GPT_SIGNATURE, GPT_SIGNATURE_BYTES) != 0)
        return true;
    /* A header for smaller sectors shares its sector with other data. */
    memset(sector + at, 0, at ? GPT_HEADER_BYTES : write_header_bytes(sector));
    return write_put(work, WRITE_GPT_OLD, lba, 1, sector, err);
}
