/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpt_target.c - makes the bytes of the GPT that a layout describes
 *
 * Everything that a layout does not contain is taken from the existing table: unknown
 * bytes of entries and headers, and arrays at unusual positions. */
#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/refusal.h"
#include "model/table/gpt_layout.h"
#include "model/write/gpt_private.h"

static const enum extent_role roles[SIDE_COUNT] = {
    [SIDE_PRIMARY] = ROLE_GPT_PRIMARY,
    [SIDE_BACKUP] = ROLE_GPT_BACKUP,
};

/* Returns the next extent of ROLE from index FROM on; NULL: none. */
static const struct extent *next_of_role(const struct layout *layout,
                                         enum extent_role role, size_t *from)
{
    while (*from < layout_count(layout)) {
        const struct extent *extent = layout_at(layout, (*from)++);
        if (extent->role == role)
            return extent;
    }
    return NULL;
}

static bool gpt_target_is_in_place(const struct write_work *work, enum extent_role role)
{
    const struct extent *a, *b;
    size_t i = 0, j = 0;

    do {
        a = next_of_role(work->base, role, &i);
        b = next_of_role(work->preview, role, &j);
        if (a && b && !write_is_same_range(a, b))
            return false;
    } while (a && b);
    return !a && !b;
}

/* Returns the place of the header of a copy whose array is [ARRAY, END), from those of
 * its extents that are not of the array; LBA 0: there is none. */
static uint64_t header_beside(const struct layout *preview, enum extent_role role,
                              uint64_t array, uint64_t end)
{
    LAYOUT_EACH (extent, preview) {
        if (extent->role == role && extent->start < array)
            return extent->start;
        if (extent->role == role && extent_end(extent) > end)
            return extent_end(extent) - 1;
    }
    return 0;
}

/* Returns where the preview has a copy that does not keep its place. */
static bool gpt_target_find_place(const struct gpt_make *make, enum gpt_side side,
                                  struct gpt_image_side *ret, struct err *err)
{
    const struct layout *preview = make->work->preview;
    const struct label *label = layout_label(preview);
    uint64_t sectors = make->target->array_sectors, covered = 0;
    uint64_t array = side == SIDE_PRIMARY ? label->entries_lba : label->backup_lba;
    uint64_t header = header_beside(preview, roles[side], array, array + sectors);
    const struct extent *extent;
    size_t at = 0;

    while ((extent = next_of_role(preview, roles[side], &at)))
        covered += extent->length;
    if (!array || !header || covered != 1 + sectors)
        return err_refuse(
            err, REFUSAL_WRITE_GPT_NO_SPACE,
            side == SIDE_PRIMARY
                ? _("There is no room for the primary GPT and its entries.")
                : _("There is no room for the backup GPT and its entries."));
    ret->header_lba = header;
    ret->array_lba = array;
    return true;
}

/* True if the copy is valid on the disk, whichever entries it has, and does not move. */
static bool keeps_place(const struct gpt_make *make, enum gpt_side side,
                        const struct gpt_copy *copy)
{
    const struct gpt_source *source = make->source;

    return source->has_table && !copy->state &&
           source->table.logical == make->work->logical &&
           gpt_array_sectors(copy, make->work->logical) == make->target->array_sectors &&
           gpt_target_is_in_place(make->work, roles[side]);
}

/* A layout does not tell which sector of a copy is its header; a valid copy on the disk
 * does. */
static bool gpt_target_place_side(const struct gpt_make *make, enum gpt_side side,
                                  struct gpt_image_side *ret, struct err *err)
{
    const struct gpt_table *old = &make->source->table;
    const struct gpt_copy *copy = side == SIDE_PRIMARY ? &old->primary : &old->backup;

    if (!keeps_place(make, side, copy))
        return gpt_target_find_place(make, side, ret, err);
    ret->header_lba = copy->lba;
    ret->array_lba = copy->entries_lba;
    return true;
}

/* True if the array of SIDE has the place and the number of entries that the table on the
 * disk says, whether or not that copy is damaged. */
static bool is_array_in_place(const struct gpt_make *make, enum gpt_side side)
{
    const struct gpt_table *old = &make->old->table;
    uint64_t last = make->target->side[side].array_lba + make->target->array_sectors - 1;
    const struct extent *extent = layout_find_lba(make->work->base, last);

    return make->old->has_table && old->logical == make->work->logical && extent &&
           extent->role == roles[side] &&
           gpt_good_copy(old)->entry_count == make->target->entry_count;
}

/* The last sector of the array may contain other bytes after the last entry. */
static bool make_array(const struct gpt_make *make, enum gpt_side side, struct err *err)
{
    struct gpt_image_side *to = &make->target->side[side];
    uint64_t sectors = make->target->array_sectors;

    to->array = xcalloc(sectors, make->work->logical);
    if (is_array_in_place(make, side) &&
        !write_read(make->work, to->array_lba, sectors, to->array, err))
        return false;
    return gpt_make_entries(make, to->array, err);
}

static void put_fresh_header(const struct gpt_target *target, uint8_t *header)
{
    memcpy(header, GPT_SIGNATURE, GPT_SIGNATURE_BYTES);
    put_le32(header, GPT_AT_REVISION, 0x00010000);
    put_le32(header, GPT_AT_HEADER_BYTES, GPT_HEADER_BYTES);
    put_le32(header, GPT_AT_ENTRY_COUNT, target->entry_count);
    put_le32(header, GPT_AT_ENTRY_BYTES, GPT_ENTRY_BYTES);
}

/* Initializes a header from the old header of the same copy, from that of the other copy,
 * or as a new one. */
static bool gpt_target_copy_header(const struct gpt_make *make, enum gpt_side side,
                                   uint8_t *header, struct err *err)
{
    const struct gpt_source *source = make->source;
    uint64_t logical = make->work->logical;
    bool is_own = gpt_source_is_good(source, side) && source->table.logical == logical;

    if (!source->has_table) {
        put_fresh_header(make->target, header);
        return true;
    }
    const uint8_t *from = source->header[is_own ? side : source->table.is_from_backup];
    uint32_t length = le32_at(from, GPT_AT_HEADER_BYTES);
    if (length > logical)
        return err_refuse(err, REFUSAL_WRITE_GPT_HEADER,
                          _("The header of the GPT has %1$u bytes: more than a sector of "
                            "%2$llu."),
                          (unsigned)length, (ull)logical);
    memcpy(header, from, is_own ? logical : length);
    return true;
}

/* True if the error to repair is the LBA of the backup in a valid header. */
static bool is_place_repaired(const struct gpt_make *make)
{
    return write_is_repaired(make->work, NOTE_GPT_DISK_SHRUNK) ||
           write_is_repaired(make->work, NOTE_GPT_BACKUP_NOT_AT_END) ||
           write_is_repaired(make->work, NOTE_GPT_NUMBERS);
}

/* The LBA of the other copy is updated only if that copy is written again, or if this LBA
 * is the error to repair. */
static void put_alternate(const struct gpt_make *make, enum gpt_side side,
                          uint8_t *header)
{
    enum gpt_side other = side == SIDE_PRIMARY ? SIDE_BACKUP : SIDE_PRIMARY;
    const struct gpt_image_side *to = &make->target->side[other];
    const struct gpt_table *old = &make->source->table;
    uint64_t was = other == SIDE_PRIMARY ? old->primary.lba : old->backup.lba;
    bool stays = gpt_source_is_good(make->source, side) &&
                 gpt_source_is_good(make->source, other) &&
                 old->logical == make->work->logical && was == to->header_lba &&
                 !is_place_repaired(make);

    if (!stays && !to->is_left)
        put_le64(header, GPT_AT_ALTERNATE, to->header_lba);
}

static bool gpt_target_make_header(const struct gpt_make *make, enum gpt_side side,
                                   struct err *err)
{
    const struct label *label = layout_label(make->work->preview);
    struct gpt_image_side *to = &make->target->side[side];
    bool has_new_id = !make->source->has_table ||
                      strcmp(label->id, layout_label(make->work->base)->id) != 0;

    to->header = xcalloc(1, make->work->logical);
    if (!gpt_target_copy_header(make, side, to->header, err) ||
        (has_new_id && !gpt_put_guid(label->id, to->header + GPT_AT_DISK_GUID, err)))
        return false;
    put_alternate(make, side, to->header);
    put_le64(to->header, GPT_AT_MY_LBA, to->header_lba);
    put_le64(to->header, GPT_AT_ENTRIES_LBA, to->array_lba);
    put_le64(to->header, GPT_AT_FIRST_USABLE, label->first_usable);
    put_le64(to->header, GPT_AT_LAST_USABLE, label->last_usable);
    put_le32(to->header, GPT_AT_ARRAY_CRC,
             crc32_of(to->array, (size_t)make->target->entry_count * GPT_ENTRY_BYTES));
    put_le32(to->header, GPT_AT_HEADER_CRC, 0);
    put_le32(to->header, GPT_AT_HEADER_CRC,
             crc32_of(to->header, le32_at(to->header, GPT_AT_HEADER_BYTES)));
    return true;
}

/* True if the copy is damaged and not to be repaired. */
static bool gpt_target_is_left(const struct gpt_make *make, enum gpt_side side)
{
    static const enum note_id notes[] = { NOTE_GPT_PRIMARY_DAMAGED,
                                          NOTE_GPT_BACKUP_DAMAGED, NOTE_GPT_COPIES_DIFFER,
                                          NOTE_GPT_DISK_SHRUNK };

    if (!make->source->has_table || gpt_source_is_good(make->source, side))
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(notes); i++)
        if (layout_note_find(make->work->preview, notes[i]))
            return true;
    return false;
}

static bool make_sides(const struct gpt_make *make, struct err *err)
{
    struct gpt_image_side *sides = make->target->side;

    for (enum gpt_side i = SIDE_PRIMARY; i < SIDE_COUNT; i++) {
        sides[i].is_left = gpt_target_is_left(make, i);
        if (!sides[i].is_left && !gpt_target_place_side(make, i, &sides[i], err))
            return false;
    }
    for (enum gpt_side i = SIDE_PRIMARY; i < SIDE_COUNT; i++) {
        if (!sides[i].is_left &&
            (!make_array(make, i, err) || !gpt_target_make_header(make, i, err)))
            return false;
    }
    return true;
}

bool gpt_target_make(const struct write_work *work, const struct gpt_source *source,
                     struct gpt_target *ret, struct err *err)
{
    static const struct gpt_source none;
    bool is_new = write_is_new_table(work->base, work->preview);
    struct gpt_make make = { work, is_new ? &none : source, source, ret };

    *ret = (struct gpt_target){ .entry_count = layout_label(work->preview)->entries };
    ret->array_sectors = gpt_entries_sectors(ret->entry_count, work->logical);
    if (!ret->entry_count || ret->entry_count > GPT_ENTRIES_MAX ||
        (make.source->has_table &&
         ret->entry_count != gpt_good_copy(&make.source->table)->entry_count))
        return err_refuse(err, REFUSAL_WRITE_GPT_COUNT,
                          ngettext("A GPT with %u entry is not written.",
                                   "A GPT with %u entries is not written.",
                                   ret->entry_count),
                          (unsigned)ret->entry_count);
    if (make_sides(&make, err) && gpt_make_mbr(work, &ret->mbr, err))
        return true;
    gpt_target_finish(ret);
    return false;
}

void gpt_target_finish(struct gpt_target *target)
{
    for (enum gpt_side i = SIDE_PRIMARY; i < SIDE_COUNT; i++) {
        free(target->side[i].header);
        free(target->side[i].array);
    }
    free(target->mbr);
    *target = (struct gpt_target){ 0 };
}

bool gpt_target_covers(void *context, uint64_t start, uint64_t length)
{
    const struct gpt_target *target = context;

    for (enum gpt_side i = SIDE_PRIMARY; i < SIDE_COUNT; i++) {
        const struct gpt_image_side *side = &target->side[i];
        if (side->is_left)
            continue;
        if (side->header_lba - start < length)
            return true;
        if (side->array_lba < start + length &&
            start < side->array_lba + target->array_sectors)
            return true;
    }
    return false;
}
