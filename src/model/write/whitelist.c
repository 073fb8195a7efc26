/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whitelist.c - checks that a plan changes only bytes that differ between two layouts */
#include "model/write/whitelist.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/write/whitelist_private.h"

void whitelist_allow(const struct whitelist *list, size_t from, size_t count)
{
    for (size_t i = from; i < from + count && i < list->logical; i++)
        list->may[i] = true;
}

bool whitelist_read(const struct whitelist *list, uint64_t lba, uint64_t count,
                    uint8_t *ret)
{
    uint64_t size = layout_limits(list->base)->size;

    return lba < size && count <= size - lba &&
           reader_read(list->disk, lba * list->logical, ret, count * list->logical);
}

bool whitelist_is_rescaled(const struct whitelist *list)
{
    const struct label *before = layout_label(list->base);
    const struct label *after = layout_label(list->preview);

    return before->kind == after->kind && before->written_for && !after->written_for &&
           !strcmp(before->id, after->id);
}

static uint32_t mbr_id(const struct layout *layout)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->role == ROLE_MBR)
            return layout_at(layout, i)->id;
    return 0;
}

bool whitelist_is_new(const struct whitelist *list)
{
    bool is_kind = layout_label(list->base)->kind == layout_label(list->preview)->kind;

    return !whitelist_is_rescaled(list) &&
           (!is_kind || mbr_id(list->base) != mbr_id(list->preview));
}

const struct extent *whitelist_find(const struct layout *layout,
                                    const struct extent *extent)
{
    const struct extent *same = layout_find(layout, extent->id);

    return same && same->kind == extent->kind ? same : NULL;
}

bool whitelist_is_cured(const struct whitelist *list, enum note_id note)
{
    return layout_note_find(list->base, note) && !layout_note_find(list->preview, note);
}

/* The container can grow into the gap behind the MBR. */
static bool is_table_free(const struct extent *extent)
{
    return extent->kind != EXTENT_METADATA &&
           (extent->role == ROLE_NONE || extent->role == ROLE_MBR_GAP ||
            extent->role == ROLE_MBR_FRONT);
}

bool whitelist_is_spare(const struct whitelist *list, uint64_t lba)
{
    const struct extent *before = layout_find_lba(list->base, lba);
    const struct extent *after = layout_find_lba(list->preview, lba);

    return !list->is_last && before && after && is_table_free(before) &&
           after->kind == EXTENT_FREE && after->parent;
}

static bool is_last_of(const struct write_plan *plan, size_t write, uint64_t lba)
{
    for (size_t i = write + 1; i < plan->count; i++)
        if (lba >= plan->writes[i].lba &&
            lba - plan->writes[i].lba < plan->writes[i].count)
            return false;
    return true;
}

static bool check_bytes(const struct whitelist *list, struct err *err)
{
    if (whitelist_is_spare(list, list->lba))
        return true;
    for (size_t i = 0; i < list->logical; i++)
        if (list->was[i] != list->is[i] && !list->may[i])
            return err_refuse(
                err, REFUSAL_WRITE_NOT_ASKED_FOR,
                _("Byte %1$llu of sector %2$llu would change, and no edit asks "
                  "for that: nothing is written."),
                (ull)i, (ull)list->lba);
    return true;
}

static bool check_sector(struct whitelist *list, struct err *err)
{
    CLEANUP(freep) uint8_t *was = xmalloc(list->logical);
    CLEANUP(freep) bool *may = xcalloc(list->logical, sizeof(*may));

    list->was = was;
    list->may = may;
    if (!whitelist_read(list, list->lba, 1, was))
        return err_set(err, ERR_IO, _("Sector %llu cannot be read."), (ull)list->lba);
    whitelist_mbr(list);
    whitelist_ebr(list);
    whitelist_gpt(list);
    whitelist_old_gpt(list);
    whitelist_swap(list);
    return check_bytes(list, err);
}

bool whitelist_check(const struct reader *disk, const struct layout *base,
                     const struct layout *preview, const struct write_plan *plan,
                     struct err *err)
{
    struct whitelist list = { .disk = disk,
                              .base = base,
                              .preview = preview,
                              .logical = layout_limits(base)->logical };

    for (size_t i = 0; i < plan->count; i++) {
        const struct write *write = &plan->writes[i];
        for (uint64_t k = 0; k < write->count; k++) {
            list.lba = write->lba + k;
            list.is = write->after + k * list.logical;
            list.is_last = is_last_of(plan, i, list.lba);
            if (!check_sector(&list, err))
                return false;
        }
    }
    return true;
}
