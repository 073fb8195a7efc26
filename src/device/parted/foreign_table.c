/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign_table.c - converts tables read by libparted or libblkid to layouts */
#include "device/parted/foreign_table.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/table/bsd.h"

/* Types of entries that libblkid reports for the whole disk or for nothing. */
static const struct {
    enum label_kind kind;
    const char *type;
} whole_types[] = {
    { LABEL_SUN, "5" },
    { LABEL_DVH, "6" },
    { LABEL_BSD, "0" },
};

static bool stands_for_whole(enum label_kind kind, const struct blkid_entry *entry)
{
    for (size_t i = 0; i < ARRAY_SIZE(whole_types); i++)
        if (kind == whole_types[i].kind && !strcmp(entry->type, whole_types[i].type))
            return true;
    return false;
}

static void note_read_only(struct layout_builder *builder, const char *name)
{
    layout_builder_note(builder, NOTE_LABEL_READ_ONLY,
                        _("A table of kind %s can be viewed but not edited."), name);
}

/* Sets the letter of a BSD entry, and its type as disklabel calls it. */
static void name_bsd(struct extent *extent)
{
    unsigned long type = strtoul(extent->type, NULL, 16);
    const char *word = type < 256 ? bsd_type_word(BSD_FREEBSD, (uint8_t)type) : NULL;

    if (extent->number >= 1 && extent->number <= BSD_ENTRIES_MAX)
        extent->letter = (char)('a' + extent->number - 1);
    if (extent->type[0] && word)
        copy_text(extent->type, sizeof(extent->type), word);
}

static void set_name(struct extent *extent, const char *name)
{
    CLEANUP(freep) char *clean = utf8_clean(name);

    copy_text(extent->name, sizeof(extent->name), clean);
}

static const struct blkid_entry *find_blkid_entry(const struct blkid_table *table,
                                                  uint64_t start, uint64_t length)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct blkid_entry *entry = &table->entries[i];
        if (!entry->is_nested && entry->start == start && entry->length == length)
            return entry;
    }
    return NULL;
}

/* The volume header of a dvh label is not a container: libparted lists files in it. */
static bool is_volume_file(enum label_kind kind, const struct parted_part *part)
{
    return kind == LABEL_DVH && part->kind == PARTED_PART_LOGICAL;
}

/* True for partitions that contain the table itself: a Mac partition map has an entry for
 * its own sectors, and the volume header of an SGI disk begins with the label. */
static bool holds_table(enum label_kind kind, const struct parted_part *part,
                        const struct blkid_entry *entry)
{
    if (kind == LABEL_DVH)
        return part->kind == PARTED_PART_EXTENDED;
    return kind == LABEL_MAC && entry && !strcmp(entry->type, "Apple_partition_map");
}

static enum extent_kind extent_kind_of(enum label_kind kind,
                                       const struct parted_part *part)
{
    if (part->kind == PARTED_PART_METADATA)
        return EXTENT_METADATA;
    if (part->kind == PARTED_PART_LOGICAL)
        return EXTENT_LOGICAL;
    if (part->kind == PARTED_PART_EXTENDED && kind != LABEL_DVH)
        return EXTENT_EXTENDED;
    return EXTENT_PARTITION;
}

struct container {
    uint32_t id;
    enum extent_kind kind;
    uint64_t start;
    uint64_t end;
};

/* Adds PART.  Parts are in disk order; a container comes before its members. */
static void foreign_add_part(struct layout_builder *builder,
                             const struct foreign *foreign, enum label_kind kind,
                             const struct parted_part *part, struct container *container)
{
    const struct blkid_entry *entry =
        find_blkid_entry(&foreign->table, part->start, part->length);
    struct extent extent = { .kind = extent_kind_of(kind, part),
                             .start = part->start,
                             .length = part->length,
                             .number = part->number,
                             .is_bootable = part->is_bootable };
    bool is_inside = part->start >= container->start && part->start < container->end;

    if (extent.kind == EXTENT_METADATA || holds_table(kind, part, entry))
        extent.role = ROLE_TABLE;
    if (is_inside && container->kind == EXTENT_PARTITION)
        return;
    if (is_inside && (extent.kind == EXTENT_LOGICAL || extent.kind == EXTENT_METADATA))
        extent.parent = container->id;
    if (entry)
        copy_text(extent.type, sizeof(extent.type), entry->type);
    set_name(&extent, part->name);
    if (kind == LABEL_BSD && extent.kind == EXTENT_PARTITION)
        name_bsd(&extent);
    extent.id = layout_builder_add(builder, &extent);
    if (part->kind == PARTED_PART_EXTENDED)
        *container = (struct container){ extent.id, extent.kind, part->start,
                                         part->start + part->length };
}

static bool is_listed_by_parted(const struct parted_reply *reply,
                                const struct blkid_entry *entry)
{
    for (size_t i = 0; i < reply->count; i++)
        if (reply->parts[i].start == entry->start &&
            reply->parts[i].length == entry->length)
            return true;
    return false;
}

static void note_whole(struct layout_builder *builder, const struct blkid_entry *entry)
{
    layout_builder_note(builder, NOTE_WHOLE_DISK_ENTRY,
                        _("Entry %u of the table stands for the whole disk: it is not "
                          "listed as a partition."),
                        entry->number);
}

static void foreign_add_entry(struct layout_builder *builder, enum label_kind kind,
                              const struct blkid_entry *entry)
{
    struct extent extent = { .kind = EXTENT_PARTITION,
                             .start = entry->start,
                             .length = entry->length,
                             .number = entry->number };

    copy_text(extent.type, sizeof(extent.type), entry->type);
    set_name(&extent, entry->name);
    if (kind == LABEL_BSD)
        name_bsd(&extent);
    (void)layout_builder_add(builder, &extent);
}

/* libblkid does not report the sectors of a table; every kind uses the first sector. */
static void add_first_sector(struct layout_builder *builder,
                             const struct blkid_table *table)
{
    struct extent first = { .kind = EXTENT_METADATA, .role = ROLE_TABLE, .length = 1 };

    for (size_t i = 0; i < table->count; i++)
        if (!table->entries[i].start && table->entries[i].length)
            return;
    (void)layout_builder_add(builder, &first);
}

struct layout_builder *foreign_builder_new(const struct foreign *foreign,
                                           enum label_kind kind, const char *word)
{
    struct label label = { .kind = kind, .last_usable = foreign->limits->size - 1 };

    if (kind == LABEL_OTHER)
        copy_text(label.name, sizeof(label.name), word);
    copy_text(label.id, sizeof(label.id), foreign->table.id);
    return layout_builder_new(foreign->limits, &label);
}

/* Sectors that could not be read were replaced by zeros, so entries may be missing. */
void foreign_note_hole(struct layout_builder *builder, const struct parted_reply *reply)
{
    if (reply->has_hole)
        layout_builder_note(builder, NOTE_PARTED_HOLE,
                            _("The disk cannot be read at byte %llu: partitions may be "
                              "missing here."),
                            (ull)reply->hole);
}

struct layout *foreign_of_parted(const struct foreign *foreign, enum label_kind kind,
                                 struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = foreign_builder_new(foreign, kind, "");
    const struct parted_reply *reply = &foreign->reply;
    struct container container = { 0 };

    for (size_t i = 0; i < reply->count; i++)
        if (!is_volume_file(kind, &reply->parts[i]))
            foreign_add_part(builder, foreign, kind, &reply->parts[i], &container);
    for (size_t i = 0; i < foreign->table.count; i++) {
        const struct blkid_entry *entry = &foreign->table.entries[i];
        if (!entry->is_nested && entry->length && !is_listed_by_parted(reply, entry) &&
            stands_for_whole(kind, entry))
            note_whole(builder, entry);
    }
    foreign_note_hole(builder, reply);
    if (reply->objection)
        layout_builder_note(builder, NOTE_PARTED_OBJECTS,
                            _("libparted objects to this table: %s."),
                            parted_objection_text(reply->objection));
    note_read_only(builder, reply->label);
    layout_builder_settle(builder);
    return layout_builder_finish(builder, err);
}

struct layout *foreign_of_blkid(const struct foreign *foreign, enum label_kind kind,
                                struct err *err)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder =
        foreign_builder_new(foreign, kind, foreign->table.kind);

    for (size_t i = 0; i < foreign->table.count; i++) {
        const struct blkid_entry *entry = &foreign->table.entries[i];
        if (entry->is_nested || !entry->length)
            continue;
        if (stands_for_whole(kind, entry))
            note_whole(builder, entry);
        else
            foreign_add_entry(builder, kind, entry);
    }
    add_first_sector(builder, &foreign->table);
    layout_builder_note(builder, NOTE_LABEL_READ_ONLY,
                        _("A table of kind %s is listed as libblkid reads it: it can be "
                          "viewed but not edited."),
                        foreign->table.kind);
    layout_builder_settle(builder);
    return layout_builder_finish(builder, err);
}
