/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.c - changes type, name, attributes, boot flag and GUIDs */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/edit/private.h"
#include "model/table/gpt.h"

static struct extent *changed_extent(const struct edit_work *work)
{
    return layout_builder_find(work->builder, work->target->id);
}

static bool has_slices(const struct layout *layout, const struct extent *extent)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->parent == extent->id)
            return true;
    return false;
}

bool edit_type(struct edit_work *work, struct err *err)
{
    const struct extent *target = work->target;
    char type[40];

    if (!edit_parse_type(work->label->kind, target->kind, work->edit->type, type, err))
        return false;
    if (!strcmp(type, target->type))
        return true;
    /* BSD partitions are only found by the type of their slice. */
    if (target->kind != EXTENT_EXTENDED && has_slices(work->layout, target)) {
        if (!edit_check_idle(work->layout, target, err))
            return false;
        edit_remove_children(work, target->id);
    }
    copy_text(changed_extent(work)->type, sizeof(type), type);
    return true;
}

bool edit_name(struct edit_work *work, struct err *err)
{
    char name[128];

    if (!edit_check_field(work->label->kind, EDIT_NAME, err) ||
        !edit_parse_name(work->label, work->edit, name, err))
        return false;
    copy_text(changed_extent(work)->name, sizeof(name), name);
    return true;
}

static void set_attributes(struct extent *extent, uint64_t attributes)
{
    extent->attributes = attributes;
    extent->is_bootable = attributes & GPT_ATTRIBUTE_LEGACY_BOOT;
}

bool edit_attributes(struct edit_work *work, struct err *err)
{
    if (!edit_check_field(work->label->kind, EDIT_ATTRIBUTES, err))
        return false;
    set_attributes(changed_extent(work), work->edit->attributes);
    return true;
}

static void clear_active(struct edit_work *work)
{
    LAYOUT_EACH (extent, work->layout)
        if (extent->is_bootable && extent->kind != EXTENT_LOGICAL)
            layout_builder_find(work->builder, extent->id)->is_bootable = false;
}

bool edit_boot(struct edit_work *work, struct err *err)
{
    bool is_bootable = work->edit->is_bootable;
    uint64_t others = work->target->attributes & ~GPT_ATTRIBUTE_LEGACY_BOOT;

    if (work->label->kind == LABEL_GPT) {
        set_attributes(changed_extent(work),
                       others | (is_bootable ? GPT_ATTRIBUTE_LEGACY_BOOT : 0));
        return true;
    }
    if (is_bootable && work->target->kind == EXTENT_LOGICAL)
        return edit_refuse_active(err);
    if (is_bootable)
        clear_active(work);
    changed_extent(work)->is_bootable = is_bootable;
    return true;
}

bool edit_uuid(struct edit_work *work, struct err *err)
{
    char uuid[40];

    if (!edit_check_field(work->label->kind, EDIT_UUID, err) ||
        !edit_parse_uuid(work, work->edit->uuid, work->target->id, uuid, err))
        return false;
    copy_text(changed_extent(work)->uuid, sizeof(uuid), uuid);
    return true;
}

bool edit_disk_id(struct edit_work *work, struct err *err)
{
    struct label *label = layout_builder_label(work->builder);
    char id[40];

    if (!edit_parse_disk_id(work, label->kind, work->edit->uuid, id, err))
        return false;
    copy_text(label->id, sizeof(label->id), id);
    for (size_t i = 0; label->kind == LABEL_MSDOS && i < layout_count(work->layout);
         i++) {
        const struct extent *extent = layout_at(work->layout, i);
        if (extent->number)
            edit_msdos_uuid(id, extent->number,
                            layout_builder_find(work->builder, extent->id)->uuid);
    }
    return true;
}
