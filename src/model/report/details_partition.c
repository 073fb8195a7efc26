/* SPDX-License-Identifier: GPL-3.0-or-later */
/* details_partition.c - what is known about one partition, as rows */

#include "model/align/judge.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/size.h"
#include "model/base/utf8.h"
#include "model/disk/attributes.h"
#include "model/disk/partition_name.h"
#include "model/disk/types.h"
#include "model/report/details.h"
#include "model/report/list_cell.h"

/* What the rows are about. */
struct subject {
    const struct layout *layout;
    const struct extent *extent;
    struct suggest_context context;
    uint64_t logical; /* bytes of a sector */
};

/* The list leaves out by how much an end misses a boundary, as that costs nothing. */
static void add_last_sector(struct details *details, const struct subject *about)
{
    const struct extent *extent = about->extent;
    struct verdict verdict = judge_extent(about->layout, extent);
    ull last = extent_end(extent) - 1, past = verdict.end_past_bytes / about->logical;

    if (past)
        details_add(details, "end", _("End"), _("table"),
                    _("%1$llu s is its last one: +%2$llu s past a boundary"), last, past);
    else
        details_add(details, "end", _("End"), _("table"), _("%llu s is its last one"),
                    last);
}

static void add_extent_sectors(struct details *details, const struct subject *about)
{
    const struct extent *extent = about->extent;
    const char *table = _("table");
    uint64_t bytes = extent->length * about->logical; /* of a disk: cannot overflow */
    char size[SIZE_TEXT];

    details_add(details, "start", _("Start"), table, _("%1$llu s = byte %2$llu"),
                (ull)extent->start, (ull)(extent->start * about->logical));
    add_last_sector(details, about);
    details_add(details, "size", _("Size"), table, _("%1$llu s = %2$llu B = %3$s"),
                (ull)extent->length, (ull)bytes, size_format(bytes, SIZE_IEC, 0, size));
}

static void add_judged(struct details *details, const struct subject *about)
{
    struct verdict verdict = judge_extent(about->layout, about->extent);
    CLEANUP(freep) char *reason = judge_reason(about->layout, about->extent, &verdict);
    struct suggestion best;

    details_add(details, "verdict", _("Alignment"), _("judged"), "%s", reason);
    if (suggest_best(about->layout, about->extent, about->context, &best))
        details_add(details, "suggest", _("Suggested start"), _("judged"), "%llu",
                    (ull)best.start);
}

/* Adds TEXT, unless it is empty. */
static void add_unless_empty(struct details *details, const char *id, const char *name,
                             const char *source, const char *text)
{
    if (*text)
        details_add(details, id, name, source, "%s", text);
}

/* The number with its letters, and what they mean. */
static void add_number(struct details *details, const struct extent *extent)
{
    enum extent_kind kind = extent_entry_kind(extent);

    if (!extent->number)
        return;
    const char *word = kind == EXTENT_EXTENDED  ? _("extended (e)")
                       : kind == EXTENT_LOGICAL ? _("logical (l)")
                                                : _("primary");
    details_add(details, "number", _("Number"), _("table"), "%u, %s", extent->number,
                word);
}

static void add_entry(struct details *details, const struct subject *about)
{
    const struct extent *extent = about->extent;
    const char *table = _("table"), *type;
    CLEANUP(freep) char *name = utf8_shown(extent->name);
    char attributes[ATTRIBUTES_TEXT];

    add_number(details, extent);
    type = type_name(layout_label(about->layout)->kind, extent->type);
    if (type)
        details_add(details, "type", _("Type"), table, "%s (%s)", type, extent->type);
    else
        add_unless_empty(details, "type", _("Type"), table, extent->type);
    add_unless_empty(details, "name", _("Name"), table, name);
    add_unless_empty(details, "partition-uuid", _("Partition UUID"), table, extent->uuid);
    if (extent->is_bootable)
        details_add(details, "boot", _("Boot flag"), table, "%s", _("set (b)"));
    add_unless_empty(details, "attributes", _("Attributes"), table,
                     attributes_format(extent->attributes, attributes));
}

static void add_bytes(struct details *details, const char *id, const char *name,
                      uint64_t bytes)
{
    char size[SIZE_TEXT];

    if (!bytes)
        return;
    (void)size_format_iec(bytes, size);
    details_add(details, id, name, _("content"), _("%1$llu B = %2$s"), (ull)bytes, size);
}

/* The sizes that the superblock has, and where its magic is. */
static void add_inside(struct details *details, const struct inside *inside)
{
    if (*inside->proof)
        details_add(details, "proof", _("Proof"), _("content"),
                    _("bytes %1$s at byte %2$llu of the partition"), inside->proof,
                    (ull)inside->proof_offset);
    add_bytes(details, "data-offset", _("Data begins at"), inside->data_offset);
    add_bytes(details, "unit", _("Unit"), inside->unit);
    add_bytes(details, "block", _("Block"), inside->block);
    add_bytes(details, "volume", _("Volume"), inside->claimed);
    add_bytes(details, "used", _("Used"), inside->used);
}

static void add_content(struct details *details, const struct subject *about)
{
    const struct content *content = &about->extent->content;
    const char *source = _("content");
    char name[CONTENT_NAME];

    add_unless_empty(details, "content", _("Content"), source,
                     content_name(content, name));
    add_unless_empty(details, "label", _("Label"), source, content->label);
    add_unless_empty(details, "uuid", "UUID", source, content->uuid);
    if (content->state == CONTENT_FOUND)
        add_inside(details, &content->inside);
}

/* What the kernel calls it, and who uses it. */
static void add_kernel(struct details *details, const struct subject *about,
                       const struct disk_info *info)
{
    struct list_source row = { .layout = about->layout, .extent = about->extent };
    CLEANUP(str_finish) struct str use = { 0 };

    if (about->extent->number && !disk_info_is_file(info)) {
        CLEANUP(freep) char *node = partition_node(info->path, about->extent->number);
        details_add(details, "node", _("Device"), _("kernel"), "%s", node);
    }
    list_cell_use(&row, &use);
    add_unless_empty(details, "use", _("In use"), _("kernel"), str_text(&use));
}

void details_add_partition(struct details *details, const struct layout *layout,
                           const struct extent *extent, struct suggest_context context,
                           const struct disk_info *info)
{
    const struct subject about = { layout, extent, context,
                                   layout_limits(layout)->logical };

    add_kernel(details, &about, info);
    add_extent_sectors(details, &about);
    add_judged(details, &about);
    add_entry(details, &about);
    add_content(details, &about);
}
