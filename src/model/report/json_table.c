/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_table.c - partitions, free space and metadata as JSON */
#include "model/report/json_table.h"

#include "model/align/harmless.h"
#include "model/align/judge.h"
#include "model/align/suggest.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/disk/attributes.h"
#include "model/disk/damage.h"
#include "model/disk/kept.h"
#include "model/disk/partition_name.h"
#include "model/disk/types.h"
#include "model/measure/cost.h"
#include "model/move/plan/moves_suggest.h"
#include "model/report/json_put.h"

static const char *const kind_ids[EXTENT_KIND_COUNT] = {
    [EXTENT_FREE] = "free",         [EXTENT_METADATA] = "metadata",
    [EXTENT_PARTITION] = "primary", [EXTENT_EXTENDED] = "extended",
    [EXTENT_LOGICAL] = "logical",   [EXTENT_SLICE] = "slice",
    [EXTENT_DAMAGED] = "damaged",   [EXTENT_KEPT] = "kept",
};

static const char *const role_ids[ROLE_COUNT] = {
    [ROLE_MBR] = "mbr",
    [ROLE_GPT_PRIMARY] = "gpt-primary",
    [ROLE_GPT_BACKUP] = "gpt-backup",
    [ROLE_EBR] = "ebr",
    [ROLE_TABLE] = "table",
    [ROLE_MBR_GAP] = "mbr-gap",
    [ROLE_MBR_FRONT] = "mbr-front",
    [ROLE_UNADDRESSABLE] = "unaddressable",
    [ROLE_CLAIMED] = "claimed",
    [ROLE_RAW] = "raw",
    [ROLE_UNUSED] = "unused",
    [ROLE_HYBRID] = "hybrid-mbr",
    [ROLE_ISO] = "iso",
};

static const char *const use_ids[USE_COUNT] = {
    [USE_MOUNT] = "mount",         [USE_SWAP] = "swap", [USE_SWAP_FILE] = "swap-file",
    [USE_HOLDER] = "holder",       [USE_LOOP] = "loop", [USE_LVM_IDLE] = "lvm-idle",
    [USE_EXCLUSIVE] = "exclusive",
};

/* Null if no attribute with a name is set. */
static void put_attributes(struct json_object *to, uint64_t bits)
{
    char text[ATTRIBUTES_TEXT];

    json_put_text(to, "attrs", attributes_format(bits, text));
}

static void put_boot(struct json_object *to, const struct boot_effect *boot)
{
    struct json_object *object = json_put_known_object(to, "boot", boot->is_first);

    if (!object)
        return;
    json_put_number(object, "gap-before", boot->gap_before);
    json_put_number(object, "gap-after", boot->gap_after);
    json_put_number(object, "grub-sectors", boot->grub_sectors);
    json_put_bool(object, "grub-fits", boot->does_grub_fit);
}

static void put_suggestions(struct json_object *to, const struct report_disk *disk,
                            const struct extent *extent)
{
    struct json_object *array = json_put_array(to, "suggest");
    struct suggestion found[SUGGEST_MAX];
    size_t count = suggest_starts(disk->info->layout, extent, disk->context, found);

    for (size_t i = 0; i < count; i++) {
        struct json_object *object = json_append_object(array);
        json_put_number(object, "start", found[i].start);
        json_put_text(object, "grade", judge_grade_id(found[i].grade));
        json_put(object, "shift", json_made(json_object_new_int64(found[i].shift)));
        json_put_text(object, "room", suggest_fit_id(found[i].fit));
        json_put_number(object, "shrink", found[i].shrink);
        json_put_number(object, "data-bytes", found[i].data_bytes);
        put_boot(object, &found[i].boot);
    }
}

static void put_inside(struct json_object *to, const struct extent *extent,
                       const struct verdict *verdict)
{
    const struct inside *inside = &extent->content.inside;
    struct json_object *object =
        json_put_known_object(to, "inside", inside->kind != INSIDE_NONE);

    if (!object)
        return;
    json_put_text(object, "kind", inside_id(inside->kind));
    json_put_number(object, "data-offset", inside->data_offset);
    json_put_number(object, "unit", inside->unit);
    json_put_number(object, "block", inside->block);
    json_put_number(object, "sector", inside->sector);
    json_put_number(object, "stripe-unit", inside->stripe_unit);
    json_put_number(object, "stripe-width", inside->stripe_width);
    json_put_number(object, "used", inside->used);
    json_put_text(object, "proof", inside->proof);
    json_put_number(object, "proof-offset", inside->proof_offset);
    json_put_known(object, "past-bytes", verdict->inside_past_bytes, verdict->has_inside);
}

static void put_use(struct json_object *to, const struct use *use)
{
    bool is_busy = use->kind != USE_NONE;

    json_put_bool(to, "busy", is_busy);
    struct json_object *object = json_put_known_object(to, "use", is_busy);
    if (!object)
        return;
    json_put_text(object, "kind", use_ids[use->kind]);
    json_put_text(object, "where", use->where);
}

static void put_identity(struct json_object *to, const struct report_disk *disk,
                         const struct extent *extent)
{
    enum label_kind label = layout_label(disk->info->layout)->kind;
    bool is_gpt = label == LABEL_GPT;
    const char letter[2] = { extent->letter, '\0' };

    bool has_node = extent->number && (extent->kind != EXTENT_SLICE ||
                                       kept_holds(disk->info->layout, extent));
    CLEANUP(freep) char *node = partition_node(disk->info->path, extent->number);

    json_put_text(to, "node", has_node ? node : NULL);
    json_put_known(to, "number", extent->number, has_node);
    json_put_text(to, "letter", letter);
    json_put_text(to, "kind", kind_ids[extent_entry_kind(extent)]);
    json_put_text(to, "damaged", damage_id(extent->fault));
    json_put_text(to, "role", role_ids[extent->role]);
    json_put_number(to, "start", extent->start);
    json_put_number(to, "size", extent->fault ? extent->claimed : extent->length);
    json_put_text(to, "type", extent->type);
    json_put_text(to, "type-name", type_name(label, extent->type));
    json_put_bool(to, "bootable", extent->is_bootable);
    CLEANUP(freep) char *name = utf8_shown(extent->name);
    json_put_text(to, "name", name);
    /* sfdisk has a uuid only on GPT; the kernel's PARTUUID exists on msdos too. */
    json_put_text(to, "uuid", is_gpt ? extent->uuid : NULL);
    json_put_text(to, "partuuid", extent->uuid);
    put_attributes(to, is_gpt ? extent->attributes : 0);
}

static void put_cost(struct json_object *to, const struct report_disk *disk,
                     const struct extent *extent)
{
    const struct bench_result *bench =
        cost_of_partition(disk->saved, disk->info->layout, extent, disk->context);
    struct json_object *object = json_put_known_object(to, "measured", bench);

    if (!object)
        return;
    CLEANUP(freep) char *sentence = cost_sentence(bench);
    json_put_text(object, "verdict", measure_bench_verdict_id(bench->verdict));
    json_put_decimal(object, "ratio", bench->ratio, 2);
    json_put_bool(object, "is-drive", bench->is_drive);
    json_put_bool(object, "better-left", cost_is_better_left(bench));
    json_put_text(object, "sentence", sentence);
}

static void put_verdict(struct json_object *to, const struct report_disk *disk,
                        const struct extent *extent)
{
    const struct layout *layout = disk->info->layout;
    struct verdict verdict = judge_extent(layout, extent);
    CLEANUP(freep) char *reason = judge_reason(layout, extent, &verdict);

    /* The start of a damaged entry has no meaning. */
    json_put_text(to, "verdict",
                  extent_is_damaged(extent) ? NULL : judge_grade_id(verdict.grade));
    json_put_text(to, "harmless", harmless_id(verdict.harmless));
    json_put_number(to, "past-bytes", verdict.past_bytes);
    json_put_number(to, "end-past-bytes", verdict.end_past_bytes);
    json_put_bool(to, "end-harmful", verdict.is_end_harmful);
    json_put_bool(to, "past-cure",
                  verdict.grade == GRADE_OFF && verdict.has_small_blocks);
    json_put_text(to, "reason", reason);
    put_inside(to, extent, &verdict);
    put_suggestions(to, disk, extent);
    put_cost(to, disk, extent);
}

/* libblkid finds one TYPE, or two that contradict each other. */
static void put_signatures(struct json_object *to, const struct content *content)
{
    struct json_object *array = json_put_array(to, "signatures");

    if (content->type[0])
        json_append_text(array, content->type);
    if (content->other[0])
        json_append_text(array, content->other);
}

static struct json_object *partition_new(const struct report_disk *disk,
                                         const struct extent *extent)
{
    bool is_ambivalent = extent->content.state == CONTENT_AMBIVALENT;
    struct json_object *object = json_made(json_object_new_object());

    put_identity(object, disk, extent);
    json_put_text(object, "fstype", is_ambivalent ? NULL : extent->content.type);
    put_signatures(object, &extent->content);
    json_put_text(object, "fslabel", extent->content.label);
    json_put_text(object, "fsuuid", extent->content.uuid);
    json_put_text(object, "content", content_id(&extent->content));
    put_use(object, &extent->use);
    put_verdict(object, disk, extent);
    return object;
}

/* Puts the slices of a BSD label inside PARENT, which sfdisk does not list. */
static void put_children(struct json_object *to, const struct report_disk *disk,
                         const struct extent *parent)
{
    const struct layout *layout = disk->info->layout;
    struct json_object *array = json_put_array(to, "children");

    LAYOUT_EACH (extent, layout)
        if (extent->kind == EXTENT_SLICE && extent->parent == parent->id)
            json_append(array, partition_new(disk, extent));
}

static bool is_child(const struct layout *layout, const struct extent *extent)
{
    return extent->kind == EXTENT_SLICE && extent->parent && !kept_holds(layout, extent);
}

static void put_partitions(struct json_object *table, const struct report_disk *disk)
{
    const struct layout *layout = disk->info->layout;
    struct json_object *array = json_put_array(table, "partitions");

    LAYOUT_EACH (extent, layout) {
        bool is_broken_link = damage_is_of_chain(extent->fault);
        if (!(extent_is_partition(extent) || extent_is_damaged(extent)) ||
            is_broken_link || is_child(layout, extent))
            continue;
        struct json_object *partition = partition_new(disk, extent);
        put_children(partition, disk, extent);
        json_append(array, partition);
    }
}

/* Puts the extents of one kind that are not partitions. */
static void put_extents(struct json_object *table, const char *key, enum extent_kind kind,
                        const struct layout *layout)
{
    struct json_object *array = json_put_array(table, key);

    LAYOUT_EACH (extent, layout) {
        if (extent->kind != kind)
            continue;
        struct json_object *object = json_append_object(array);
        json_put_number(object, "start", extent->start);
        json_put_number(object, "size", extent->length);
        json_put_text(object, "role", role_ids[extent->role]);
    }
}

static void put_partition_table(struct json_object *table, const struct report_disk *disk)
{
    const struct layout *layout = disk->info->layout;
    const struct label *label = layout_label(layout);

    json_put_text(table, "label", label_json_name(label));
    json_put_text(table, "id", label->id);
    json_put_text(table, "device", disk->info->path);
    json_put_text(table, "unit", "sectors");
    json_put_number(table, "firstlba", label->first_usable);
    json_put_number(table, "lastlba", label->last_usable);
    json_put_number(table, "sectorsize", layout_limits(layout)->logical);
    put_partitions(table, disk);
    put_extents(table, "free", EXTENT_FREE, layout);
    put_extents(table, "metadata", EXTENT_METADATA, layout);
    put_extents(table, "kept", EXTENT_KEPT, layout);
}

/* The file system of a disk without a table is its only partition. */
static struct json_object *filesystem_new(const struct report_disk *disk)
{
    const struct layout *layout = disk->info->layout;

    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_partition(layout_at(layout, i)))
            return partition_new(disk, layout_at(layout, i));
    return NULL;
}

void json_put_device(struct json_object *to, const struct disk_info *info)
{
    struct json_object *device = json_put_object(to, "device");
    const struct limits *limits = info->layout ? layout_limits(info->layout) : NULL;
    uint64_t logical = limits ? limits->logical : info->logical;
    uint64_t bytes = limits ? limits->size * limits->logical : info->size_bytes;

    json_put_text(device, "path", info->path);
    json_put_text(device, "model", info->model);
    json_put_text(device, "serial", info->serial);
    json_put_text(device, "transport", info->transport);
    json_put_known(device, "size", logical ? bytes / logical : 0, logical != 0);
    json_put_number(device, "bytes", bytes);
    json_put_bool(device, "read-only", info->is_read_only);
    json_put_bool(device, "system", info->is_system);
    json_put_text(device, "in-use", info->in_use);
}

void json_put_table(struct json_object *to, const struct report_disk *disk)
{
    bool has_table = label_json_name(layout_label(disk->info->layout)) != NULL;

    struct json_object *table = json_put_known_object(to, "partitiontable", has_table);

    if (table)
        put_partition_table(table, disk);
    json_put(to, "filesystem", has_table ? NULL : filesystem_new(disk));
}

void json_put_layout(struct json_object *to, const char *key,
                     const struct report_disk *disk, const struct layout *layout)
{
    CLEANUP(layout_unrefp) struct layout *held = layout_ref(layout);
    struct disk_info info = *disk->info;
    struct report_disk shown = {
        .info = &info,
        .context = report_context(layout, disk->context.gap, disk->info, disk->saved),
    };

    info.layout = held;
    json_put_table(json_put_object(to, key), &shown);
    moves_suggest_finish(&shown.context);
}
