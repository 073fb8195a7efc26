/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nested.c - reads tables inside msdos partitions with libblkid */
#include "device/system/nested.h"

#include <string.h>

#include "device/parted/blkid_table.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"

/* Position and value of the magic of a Solaris table in its partition. */
enum { SOLARIS_MAGIC_AT = 512 + 12 };
#define SOLARIS_MAGIC UINT32_C(0x600ddeee)

/* Solaris' old type is the same as that of Linux swap; this read avoids the many of
 * libblkid. */
static bool has_solaris_magic(struct store *store, const struct layout *layout,
                              const struct extent *extent)
{
    struct reader reader = store_reader(store);
    uint64_t offset;
    uint8_t magic[4];

    return num_mul(extent->start, layout_limits(layout)->logical, &offset) &&
           num_add(offset, SOLARIS_MAGIC_AT, &offset) &&
           reader_read(&reader, offset, magic, sizeof(magic)) &&
           le32_at(magic, 0) == SOLARIS_MAGIC;
}

/* minix, unixware and both types of solaris. */
static bool may_nest(const struct extent *extent)
{
    static const char *const types[] = { "81", "63", "bf", "82" };

    for (size_t i = 0; i < ARRAY_SIZE(types); i++)
        if (extent->kind == EXTENT_PARTITION && !strcmp(extent->type, types[i]))
            return true;
    return false;
}

static bool nested_is_wanted(struct store *store, const struct layout *layout)
{
    if (layout_label(layout)->kind != LABEL_MSDOS)
        return false;
    LAYOUT_EACH (extent, layout)
        if (may_nest(extent) &&
            (strcmp(extent->type, "82") != 0 || has_solaris_magic(store, layout, extent)))
            return true;
    return false;
}

static bool nested_add_entry(struct layout_builder *builder, const struct layout *layout,
                             const struct blkid_entry *entry)
{
    struct extent extent = { .kind = EXTENT_SLICE,
                             .start = entry->start,
                             .length = entry->length,
                             .number = entry->number };
    const struct extent *parent = layout_find_lba(layout, entry->start);
    uint64_t end;

    if (!entry->is_nested || !entry->length || !parent || !may_nest(parent) ||
        !num_add(entry->start, entry->length, &end) || end > extent_end(parent))
        return false;
    extent.parent = parent->id;
    copy_text(extent.type, sizeof(extent.type), entry->type);
    (void)layout_builder_add(builder, &extent);
    return true;
}

static void nested_add_entries(struct layout_builder *builder,
                               const struct layout *layout,
                               const struct blkid_table *table)
{
    const struct blkid_entry *last = NULL;

    for (size_t i = 0; i < table->count; i++)
        if (nested_add_entry(builder, layout, &table->entries[i]))
            last = &table->entries[i];
    if (last)
        layout_builder_note(builder, NOTE_NESTED_READ_ONLY,
                            _("The table inside a partition (%s) is listed as libblkid "
                              "reads it: it can be viewed but not edited. The table "
                              "of the disk itself can be edited."),
                            last->nested_in);
}

struct layout *nested_add(struct store *store, struct layout *layout)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = NULL;
    struct blkid_table table;
    struct err err = { 0 };
    struct layout *nested;

    if (!nested_is_wanted(store, layout) ||
        !blkid_table_read(store, layout_limits(layout), &table))
        return layout_ref(layout);
    builder = layout_builder_from(layout);
    nested_add_entries(builder, layout, &table);
    blkid_table_finish(&table);
    nested = layout_builder_finish(builder, &err);
    /* Cannot fail: the slices are in range. */
    return nested ? nested : layout_ref(layout);
}
