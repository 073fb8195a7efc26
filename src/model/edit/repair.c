/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair.c - repairs a damaged or misplaced table */

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

static void remove_role(struct edit_work *work, enum extent_role role)
{
    for (size_t i = 0; i < layout_count(work->layout); i++)
        if (layout_at(work->layout, i)->role == role)
            layout_builder_remove(work->builder, layout_at(work->layout, i)->id);
}

static uint64_t role_sectors(const struct layout *layout, enum extent_role role)
{
    uint64_t sectors = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->role == role)
            sectors += layout_at(layout, i)->length;
    return sectors;
}

/* Returns the size of a copy of the GPT: header and array. */
static uint64_t copy_sectors(const struct layout *layout)
{
    return 1 + gpt_entries_sectors(layout_label(layout)->entries,
                                   layout_limits(layout)->logical);
}

/* Checks that no partition overlaps [START, END), the place of a copy, and nothing that
 * is kept. */
static bool check_copy_place(const struct layout *layout, uint64_t start, uint64_t end,
                             struct err *err)
{
    LAYOUT_EACH (extent, layout) {
        if (!extent_overlaps(extent, start, end))
            continue;
        if (extent->number)
            return err_refuse(err, REFUSAL_GPT_COPY_NO_SPACE,
                              _("There is no room for this copy of the GPT: it needs "
                                "sectors %1$llu to %2$llu, and partition %3$u lies at "
                                "%4$llu to %5$llu."),
                              (ull)start, (ull)end - 1, extent->number,
                              (ull)extent->start, (ull)extent_end(extent) - 1);
        if (extent->kind == EXTENT_KEPT)
            return edit_refuse_kept(extent, start, end, err);
    }
    return true;
}

/* True if the sectors of the copy are known completely. */
static bool is_copy_complete(const struct edit_work *work, enum extent_role role)
{
    return role_sectors(work->layout, role) == copy_sectors(work->layout);
}

static bool repair_primary(struct edit_work *work, struct err *err)
{
    struct label *label = layout_builder_label(work->builder);
    uint64_t sectors = copy_sectors(work->layout) - 1;

    if (is_copy_complete(work, ROLE_GPT_PRIMARY))
        return true;
    if (!label->entries_lba)
        label->entries_lba = 2;
    uint64_t end = label->entries_lba + sectors;
    bool is_one = label->entries_lba == 2;
    if (!check_copy_place(work->layout, 1, is_one ? end : 2, err) ||
        !check_copy_place(work->layout, label->entries_lba, end, err))
        return false;
    remove_role(work, ROLE_GPT_PRIMARY);
    edit_add_gpt_primary(work, sectors);
    return true;
}

static bool move_backup_to_end(struct edit_work *work, struct err *err)
{
    struct label *label = layout_builder_label(work->builder);
    uint64_t size = layout_limits(work->layout)->size;
    uint64_t sectors = copy_sectors(work->layout);

    if (size <= sectors + label->first_usable)
        return edit_refuse_small_gpt(size, err);
    if (!check_copy_place(work->layout, size - sectors, size, err))
        return false;
    remove_role(work, ROLE_GPT_BACKUP);
    edit_add_metadata(work, ROLE_GPT_BACKUP, size - sectors, sectors);
    label->backup_lba = size - sectors;
    label->last_usable = size - sectors - 1;
    return true;
}

/* Returns the header of a backup whose entries are elsewhere; NULL: it is behind them. */
static const struct extent *find_apart_header(const struct edit_work *work,
                                              uint64_t start, uint64_t end)
{
    LAYOUT_EACH (extent, work->layout)
        if (extent->role == ROLE_GPT_BACKUP &&
            (extent->start < start || extent_end(extent) > end + 1))
            return extent;
    return NULL;
}

/* Gives a backup, some sectors of which hold something else, all of its old place. */
static bool complete_backup(struct edit_work *work, struct err *err)
{
    uint64_t start = work->label->backup_lba;
    uint64_t end = start + copy_sectors(work->layout) - 1;
    const struct extent *header = find_apart_header(work, start, end);
    uint64_t lba = header ? header->start : end;

    if (!check_copy_place(work->layout, start, end, err) ||
        !check_copy_place(work->layout, lba, lba + 1, err))
        return false;
    remove_role(work, ROLE_GPT_BACKUP);
    edit_add_metadata(work, ROLE_GPT_BACKUP, start, end - start + !header);
    if (header)
        edit_add_metadata(work, ROLE_GPT_BACKUP, lba, 1);
    return true;
}

static bool repair_backup(struct edit_work *work, struct err *err)
{
    uint64_t size = layout_limits(work->layout)->size;

    if (is_copy_complete(work, ROLE_GPT_BACKUP))
        return true;
    return work->label->backup_lba &&
                   work->label->backup_lba + copy_sectors(work->layout) <= size
               ? complete_backup(work, err)
               : move_backup_to_end(work, err);
}

/* Returns the partition of LAYOUT with the same range and number; NULL: none. */
static const struct extent *find_same_partition(const struct layout *layout,
                                                const struct extent *extent)
{
    const unsigned compared = DIFF_KIND | DIFF_START | DIFF_LENGTH | DIFF_NUMBER;
    const struct extent *there = layout_find_lba(layout, extent->start);

    return there && !(extent_diff(there, extent) & compared) ? there : NULL;
}

/* Removes the partitions that only the primary has, unless one is in use. */
static bool remove_not_in_backup(struct edit_work *work, const struct layout *other,
                                 struct err *err)
{
    LAYOUT_EACH (extent, work->layout) {
        if (extent->kind != EXTENT_PARTITION || find_same_partition(other, extent))
            continue;
        if (!edit_check_idle(work->layout, extent, err))
            return false;
        edit_remove_children(work, extent->id);
        layout_builder_remove(work->builder, extent->id);
    }
    return true;
}

/* Adds a partition of the backup; keeps content and use if the primary has it, too. */
static void add_from_backup(struct edit_work *work, const struct extent *backup)
{
    const struct extent *known = find_same_partition(work->layout, backup);
    struct extent extent = *backup;

    extent.id = 0;
    if (known) {
        extent.id = known->id;
        extent.content = known->content;
        extent.use = known->use;
        layout_builder_remove(work->builder, known->id);
    }
    (void)layout_builder_add(work->builder, &extent);
}

static bool take_backup(struct edit_work *work, struct err *err)
{
    const struct layout *other = layout_other(work->layout);
    const struct label *backup = layout_label(other);
    struct label *label = layout_builder_label(work->builder);

    if (backup->entries != label->entries)
        return err_refuse(
            err, REFUSAL_GPT_COPY_OTHER_COUNT,
            ngettext("The backup GPT has %1$u entry and the primary %2$u: "
                     "only the primary can be taken.",
                     "The backup GPT has %1$u entries and the primary %2$u: "
                     "only the primary can be taken.",
                     backup->entries),
            (unsigned)backup->entries, (unsigned)label->entries);
    if (!remove_not_in_backup(work, other, err))
        return false;
    /* What it names can be a partition of the backup. */
    remove_role(work, ROLE_HYBRID);
    *label = *backup;
    label->is_from_backup = true;
    for (size_t i = 0; i < layout_count(other); i++)
        if (layout_at(other, i)->kind == EXTENT_PARTITION)
            add_from_backup(work, layout_at(other, i));
    return repair_backup(work, err);
}

static bool convert_gpt_sectors(struct edit_work *work, struct err *err)
{
    uint64_t size = layout_limits(work->layout)->size;
    uint64_t sectors = copy_sectors(work->layout);

    remove_role(work, ROLE_MBR);
    remove_role(work, ROLE_GPT_PRIMARY);
    remove_role(work, ROLE_GPT_BACKUP);
    return edit_init_gpt(work, work->label->entries, 2, err) &&
           check_copy_place(work->layout, 0, 1 + sectors, err) &&
           check_copy_place(work->layout, size - sectors, size, err);
}

static unsigned number_of_ebr(const struct layout *layout, const struct extent *ebr)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->ebr == ebr->id)
            return layout_at(layout, i)->number;
    return layout_find(layout, ebr->parent)->number;
}

/* Moves an EBR one sector up, so that the old table stays valid until the MBR is written:
 * the container then starts with the moved first EBR.  If the new sectors are larger, the
 * old EBR is only the start of the sector before. */
static bool repair_move_ebr(struct edit_work *work, const struct extent *old,
                            struct err *err)
{
    struct extent *ebr = layout_builder_find(work->builder, old->id);
    struct extent *container = layout_builder_find(work->builder, old->parent);
    const struct extent *there = layout_find_lba(work->layout, old->start + 1);

    if (!there || there->parent != old->parent ||
        (there->kind != EXTENT_FREE && there->id != old->id))
        return err_refuse(
            err, REFUSAL_EBR_SECTOR_NOT_FREE,
            _("For the sectors of this disk the EBR of partition %1$u would "
              "have to lie in sector %2$llu, and that is not free."),
            number_of_ebr(work->layout, old), (ull)old->start + 1);
    if (container->start == old->start) {
        container->start++;
        container->length--;
    }
    ebr->start = old->start + 1;
    ebr->length = 1;
    return true;
}

static bool convert_msdos_sectors(struct edit_work *work, struct err *err)
{
    const struct layout *layout = work->layout;
    struct label *label = layout_builder_label(work->builder);
    uint64_t max = label_addressable(LABEL_MSDOS), size = layout_limits(layout)->size;

    LAYOUT_EACH (extent, layout) {
        if (extent->number && extent_end(extent) > max)
            return err_refuse(err, REFUSAL_CONVERTED_END_TOO_FAR,
                              _("In the sectors of this disk partition %1$u would end at "
                                "%2$llu, which an msdos table cannot address."),
                              extent->number, (ull)extent_end(extent) - 1);
        if (extent->role == ROLE_EBR && !repair_move_ebr(work, extent, err))
            return false;
        if (extent->role == ROLE_MBR)
            layout_builder_find(work->builder, extent->id)->length = 1;
    }
    label->first_usable = 1;
    label->last_usable = (size < max ? size : max) - 1;
    return true;
}

static bool convert_sectors(struct edit_work *work, struct err *err)
{
    if (work->label->kind == LABEL_GPT ? !convert_gpt_sectors(work, err)
                                       : !convert_msdos_sectors(work, err))
        return false;
    layout_builder_label(work->builder)->written_for = 0;
    return true;
}

static const struct {
    bool (*put)(struct edit_work *work, struct err *err); /* NULL: a layout lacks it */
    enum note_id notes[3]; /* which it removes; NOTE_NONE: fewer */
} repairs[REPAIR_COUNT] = {
    [REPAIR_GPT_NUMBERS] = { NULL, { NOTE_GPT_NUMBERS } },
    [REPAIR_GPT_PRIMARY] = { repair_primary, { NOTE_GPT_PRIMARY_DAMAGED } },
    [REPAIR_GPT_BACKUP] = { repair_backup,
                            { NOTE_GPT_BACKUP_DAMAGED, NOTE_GPT_COPIES_DIFFER } },
    [REPAIR_GPT_TAKE_BACKUP] = { take_backup, { NOTE_GPT_COPIES_DIFFER } },
    [REPAIR_GPT_MOVE_BACKUP] = { move_backup_to_end,
                                 { NOTE_GPT_BACKUP_NOT_AT_END, NOTE_GPT_DISK_SHRUNK } },
    [REPAIR_PROTECTIVE_MBR] = { NULL,
                                { NOTE_GPT_PMBR_MISSING, NOTE_GPT_PMBR_START,
                                  NOTE_GPT_PMBR_SIZE } },
    [REPAIR_SECTOR_SIZE] = { convert_sectors, { NOTE_TABLE_OTHER_SECTOR_SIZE } },
};

/* Drops libparted's notes about the damaged table after the last repair: it reads the
 * repaired one before the write. */
static void drop_parted_notes(struct edit_work *work, enum repair done)
{
    for (unsigned i = 0; i < REPAIR_COUNT; i++)
        if (i != done && repair_is_wanted(work->layout, (enum repair)i))
            return;
    edit_remove_notes(work, "parted-");
}

bool edit_repair(struct edit_work *work, struct err *err)
{
    const struct note *sizes = layout_note_find(work->layout, NOTE_GPT_ENTRY_SIZE);
    enum repair repair = work->edit->repair;

    if (repair >= REPAIR_DROP)
        return edit_cure(work, err);
    if (!repair_is_wanted(work->layout, repair))
        return err_refuse(err, REFUSAL_REPAIR_NOT_NEEDED,
                          _("There is nothing of this kind to repair in the table."));
    /* Entries with another size have unknown fields and cannot be written. */
    if (sizes)
        return err_refuse_as(err, note_id_text(sizes->id), "%s", sizes->text);
    if (repairs[repair].put && !repairs[repair].put(work, err))
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(repairs[repair].notes); i++)
        if (repairs[repair].notes[i])
            layout_builder_drop_note(work->builder, repairs[repair].notes[i]);
    if (repair == REPAIR_GPT_BACKUP || repair == REPAIR_GPT_TAKE_BACKUP)
        layout_builder_set_other(work->builder, NULL);
    drop_parted_notes(work, repair);
    return true;
}
