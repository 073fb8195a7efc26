/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_cell.c - the cells of a list that are words */
#include "model/report/list_cell.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/extent.h"
#include "model/disk/repair.h"
#include "model/disk/types.h"
#include "model/report/report.h"

void list_cell_content(const struct list_source *source, struct str *out)
{
    char content[CONTENT_NAME];

    str_add(out, extent_word(source->extent, content));
}

/* More detailed than extent_word(). */
void list_cell_content_long(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    char name[CONTENT_NAME];

    if (repair_frees(source->layout, extent))
        str_add(out, _("free after repair"));
    else if (extent->role == ROLE_UNADDRESSABLE)
        str_add(out, label_addressable(layout_label(source->layout)->kind)
                         ? _("not addressable")
                         : _("not usable"));
    else if (extent->kind == EXTENT_FREE)
        str_add(out, _("free"));
    else if (extent->kind == EXTENT_EXTENDED)
        str_add(out, _("extended"));
    else if (extent->content.state == CONTENT_UNREADABLE)
        str_add(out, _("unreadable"));
    else
        str_add(out, content_name(&extent->content, name));
}

/* The content, or if there is none the name of the type. */
void list_cell_content_or_type(const struct list_source *source, struct str *out)
{
    const char *type =
        type_name(layout_label(source->layout)->kind, source->extent->type);

    list_cell_content(source, out);
    if (!out->length && type)
        str_add(out, type);
}

void list_cell_content_label(const struct list_source *source, struct str *out)
{
    str_add(out, source->extent->content.label);
}

void list_cell_name(const struct list_source *source, struct str *out)
{
    CLEANUP(freep) char *name = utf8_shown(source->extent->name);

    str_add(out, name);
}

/* Empty for free space, tables and containers. */
void list_cell_verdict(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    if (!extent_is_damaged(extent) &&
        (extent->kind == EXTENT_FREE || extent->kind == EXTENT_METADATA ||
         extent->kind == EXTENT_EXTENDED || extent->kind == EXTENT_KEPT))
        return;
    CLEANUP(freep) char *word = report_verdict(source->layout, extent);
    str_add(out, word);
}

/* Also empty for damaged sectors of the table itself. */
void list_cell_verdict_small(const struct list_source *source, struct str *out)
{
    if (source->extent->kind != EXTENT_DAMAGED || extent_is_damaged(source->extent))
        list_cell_verdict(source, out);
}

/* Also for containers: "-" means not judged. */
void list_cell_verdict_text(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    if (!extent_is_partition(extent) && !extent_is_damaged(extent))
        return;
    CLEANUP(freep) char *word = report_verdict(source->layout, extent);
    str_add(out, word);
}

/* The first part of a GUID identifies it. */
void list_cell_type(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    if (strlen(extent->type) == 36)
        str_add_bytes(out, extent->type, 8);
    else
        str_add(out, extent->type);
}

void list_cell_type_name(const struct list_source *source, struct str *out)
{
    const char *name =
        type_name(layout_label(source->layout)->kind, source->extent->type);

    if (name)
        str_add(out, name);
}

void list_cell_type_brief(const struct list_source *source, struct str *out)
{
    str_add(out, type_brief(layout_label(source->layout)->kind, source->extent->type));
}

void list_cell_uuid(const struct list_source *source, struct str *out)
{
    str_add(out, source->extent->content.uuid);
}

void list_cell_partition_uuid(const struct list_source *source, struct str *out)
{
    str_add(out, source->extent->uuid);
}

void list_cell_label(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    CLEANUP(freep) char *name = utf8_shown(extent->name);
    str_add(out, *extent->content.label ? extent->content.label : name);
}

void list_cell_flags(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    /* UEFI 2.10, table 5.8 for bit 0; the others are defined by Microsoft. */
    static const struct {
        uint64_t bit;
        const char *word;
    } bits[] = {
        { UINT64_C(1), "req" },
        { UINT64_C(1) << 60, "ro" },
        { UINT64_C(1) << 62, "hid" },
        { UINT64_C(1) << 63, "noauto" },
    };

    str_add(out, extent->is_bootable ? "boot" : "");
    for (size_t i = 0; i < ARRAY_SIZE(bits); i++) {
        if (extent->attributes & bits[i].bit)
            str_printf(out, "%s%s", out->length ? " " : "", bits[i].word);
    }
    if (extent->use.kind != USE_NONE)
        str_printf(out, "%s%s", out->length ? " " : "", _("in use"));
}

/* The offset of the first data, and its unit. */
void list_cell_inside(const struct list_source *source, struct str *out)
{
    const struct inside *inside = &source->extent->content.inside;
    uint64_t unit = inside->unit ? inside->unit : inside->block;
    char grid[SIZE_TEXT];

    if (inside->kind == INSIDE_NONE)
        return;
    (void)size_format_grid(unit, grid);
    if (inside->data_offset && unit)
        /* TRANSLATORS: column Inside: where the first data lies, and its unit ("4K"). */
        str_printf(out, _("+%1$llu B, unit %2$s"), (ull)inside->data_offset, grid);
    else if (inside->data_offset)
        str_printf(out, _("+%llu B"), (ull)inside->data_offset);
    else if (unit)
        str_printf(out, _("unit %s"), grid);
}

/* The text for a use without a mount point or holder. */
static const char *const use_words[USE_COUNT] = {
    [USE_NONE] = "",
    [USE_MOUNT] = N_("mounted"),
    [USE_SWAP] = N_("swap"),
    [USE_SWAP_FILE] = N_("swap file"),
    [USE_HOLDER] = N_("held"),
    [USE_LOOP] = N_("loop device"),
    [USE_LVM_IDLE] = N_("LVM, idle"),
    [USE_EXCLUSIVE] = N_("opened by a program"),
};

void list_cell_use(const struct list_source *source, struct str *out)
{
    const struct extent *extent = source->extent;
    const char *word = use_words[extent->use.kind];

    if (extent->use.where[0])
        str_add(out, extent->use.where);
    else if (*word)
        str_add(out, _(word));
}
