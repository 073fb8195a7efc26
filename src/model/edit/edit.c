/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.c - applies one edit: a layout in, a new layout or an error out */
#include "model/edit/edit.h"

#include <assert.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/private.h"

static const struct {
    const char *id;
    bool (*apply)(struct edit_work *work, struct err *err);
    bool has_target;
} kinds[EDIT_KIND_COUNT] = {
    [EDIT_NEW_TABLE] = { "new-table", edit_new_table, false },
    [EDIT_CREATE] = { "create", edit_create, false },
    [EDIT_DELETE] = { "delete", edit_delete, true },
    [EDIT_RESIZE] = { "resize", edit_resize, true },
    [EDIT_TYPE] = { "type", edit_type, true },
    [EDIT_NAME] = { "name", edit_name, true },
    [EDIT_ATTRIBUTES] = { "attributes", edit_attributes, true },
    [EDIT_BOOT] = { "boot", edit_boot, true },
    [EDIT_UUID] = { "uuid", edit_uuid, true },
    [EDIT_DISK_ID] = { "disk-id", edit_disk_id, false },
    [EDIT_SORT] = { "sort", edit_sort, false },
    [EDIT_CONVERT] = { "convert", edit_convert, false },
    [EDIT_REPAIR] = { "repair", edit_repair, false },
    [EDIT_CALL_EMPTY] = { "call-empty", edit_call_empty, true },
    [EDIT_MOVE] = { "move", edit_move, true },
};

/* Returns a note on the disk or this program that prevents all edits; NULL: none. */
static const struct note *find_final_note(const struct layout *layout)
{
    static const enum note_id final[] = { NOTE_DISK_IS_PARTITION, NOTE_MOVE_IN_PROGRESS,
                                          NOTE_DISK_IN_RAID, NOTE_DISK_HAS_CONTENT,
                                          NOTE_PARTED_FAILED };
    const struct note *note = NULL;

    for (size_t i = 0; i < ARRAY_SIZE(final) && !note; i++)
        note = layout_note_find(layout, final[i]);
    return note;
}

static bool refuse_read_only(const struct layout *layout, const struct note *note,
                             struct err *err)
{
    enum repair list[REPAIR_COUNT];

    if (!repair_list(layout, list) && !layout_damaged_count(layout))
        return err_refuse_as(err, note_id_text(note->id), "%s", note->text);
    return err_refuse_as(err, note_id_text(note->id),
                         _("The table has to be repaired first. %s"), note->text);
}

static bool check_label(const struct label *label, struct err *err)
{
    if (label_is_editable(label->kind))
        return true;
    if (label->kind == LABEL_NONE || label->kind == LABEL_LOOP)
        return err_refuse(err, REFUSAL_TABLE_NOT_EDITABLE,
                          _("There is no partition table on this disk: make one first."));
    return err_refuse(err, REFUSAL_TABLE_NOT_EDITABLE,
                      _("A partition table of kind %s can be viewed but not edited."),
                      label_name(label));
}

bool edit_check_table(const struct layout *layout, enum edit_kind kind, struct err *err)
{
    const struct note *note = find_final_note(layout);

    if (note)
        return err_refuse_as(err, note_id_text(note->id), "%s", note->text);
    if (kind == EDIT_NEW_TABLE)
        return true;
    if (!check_label(layout_label(layout), err))
        return false;
    note = layout_note_find(layout, NOTE_TABLE_CURED);
    if (note && kind != EDIT_REPAIR)
        return err_refuse_as(err, note_id_text(note->id), "%s", note->text);
    note = layout_read_only(layout);
    return kind == EDIT_REPAIR || !note || refuse_read_only(layout, note, err);
}

static bool find_target(struct edit_work *work, struct err *err)
{
    if (!kinds[work->edit->kind].has_target)
        return true;
    work->target = layout_find(work->layout, work->edit->id);
    if (!work->target)
        return edit_refuse_gone(err);
    if (work->target->number && work->target->kind != EXTENT_SLICE)
        return true;
    if (work->edit->kind == EDIT_MOVE && work->target->role == ROLE_EBR)
        return true;
    return err_refuse(err, REFUSAL_EDIT_NOT_OWN_TABLE,
                      _("Only partitions of the disk's own table can be edited."));
}

/* Replaces an all-zero seed, which would produce only zeros. */
static struct guid_source usable_seed(const struct edit *edit)
{
    static const struct guid_source zero, some = { { 1, 2, 3, 4 } };

    return memcmp(&edit->seed, &zero, sizeof(zero)) != 0 ? edit->seed : some;
}

struct layout *edit_apply(const struct layout *layout, const struct edit *edit,
                          struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct edit_work work = {
        .layout = layout,
        .edit = edit,
        .label = layout_label(layout),
        .builder = builder,
        .seed = usable_seed(edit),
    };

    assert(edit->kind < EDIT_KIND_COUNT);
    if (!edit_check_table(layout, edit->kind, err) || !find_target(&work, err) ||
        !kinds[edit->kind].apply(&work, err))
        return NULL;
    return layout_builder_refinish(builder);
}

const char *edit_id(enum edit_kind kind)
{
    return kinds[kind].id;
}
