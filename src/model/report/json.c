/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - disks as JSON */
#include "model/report/json.h"

#include <stdlib.h>
#include <string.h>

#include "model/align/judge.h"
#include "model/align/pattern.h"
#include "model/align/verify.h"
#include "model/base/mem.h"
#include "model/disk/note_weight.h"
#include "model/report/json_put.h"
#include "model/report/json_table.h"

struct report_json {
    struct json_object *root;
    struct json_object *disks; /* borrowed from the root; NULL: the root is the disk */
    struct json_object *last;  /* the disk added last; borrowed */
};

static const char *const level_ids[] = {
    [NOTE_INFO] = "info",
    [NOTE_WARNING] = "warning",
    [NOTE_READ_ONLY] = "read-only",
};

static void put_limit_notes(struct json_object *topology, unsigned notes)
{
    struct json_object *array = json_put_array(topology, "notes");

    for (unsigned i = 0; i < LIMIT_NOTE_COUNT; i++) {
        if (!(notes & 1U << i))
            continue;
        struct json_object *note = json_append_object(array);
        json_put_text(note, "id", limits_note_id(i));
        json_put_text(note, "text", limits_note_text(i));
    }
}

static void put_topology(struct json_object *to, const struct limits *limits)
{
    struct json_object *topology = json_put_object(to, "topology");

    json_put_number(topology, "log-sec", limits->logical);
    json_put_text(topology, "log-sec-source", limits_source_id(limits->logical_source));
    json_put_number(topology, "phy-sec", limits->physical_reported);
    json_put_number(topology, "phy-sec-used", limits->physical);
    json_put_text(topology, "phy-sec-source", limits_source_id(limits->physical_source));
    json_put_number(topology, "min-io", limits->minimum_io);
    json_put_number(topology, "opt-io", limits->optimal_io);
    json_put_bool(topology, "opt-io-accepted", limits->optimal_accepted);
    json_put_number(topology, "alignment", limits->alignment_offset);
    json_put_text(topology, "alignment-source",
                  limits_source_id(limits->alignment_source));
    json_put_number(topology, "grain", limits->grain);
    json_put_text(topology, "grain-source", limits_source_id(limits->grain_source));
    json_put_known(topology, "base", limits->base_bytes, !limits->is_base_unknown);
    json_put_text(topology, "kind", limits_kind(limits));
    put_limit_notes(topology, limits->notes);
}

/* For a disk that could not be opened: sysfs reports these. */
static void put_sysfs_topology(struct json_object *to, const struct disk_info *info)
{
    struct json_object *topology = json_put_object(to, "topology");

    json_put_number(topology, "log-sec", info->logical);
    json_put_number(topology, "phy-sec", info->physical);
}

static void put_notes(struct json_object *to, const struct layout *layout)
{
    struct json_object *array = json_put_array(to, "notes");

    for (size_t i = 0; i < layout_note_count(layout); i++) {
        const struct note *note = layout_note_at(layout, i);
        struct json_object *object = json_append_object(array);
        json_put_text(object, "id", note_id_text(note->id));
        json_put_text(object, "level", level_ids[note_level(note->id)]);
        json_put_bool(object, "damage", note_weight(note->id) == NOTE_WEIGHT_DAMAGE);
        json_put_text(object, "text", note->text);
    }
}

static void put_pattern(struct json_object *to, const struct layout *layout)
{
    struct pattern pattern;
    struct json_object *object =
        json_put_known_object(to, "pattern", pattern_find(layout, &pattern));

    if (!object)
        return;
    json_put_text(object, "id", pattern.id);
    json_put_text(object, "text", pattern.text);
    struct json_object *sectors = json_put_array(object, "sectors");
    for (size_t i = 0; i < pattern.proof_count; i++)
        json_append(sectors, json_made(json_object_new_uint64(pattern.proof[i])));
}

static void put_summary(struct json_object *to, const struct layout *layout)
{
    struct judge_summary all = judge_all(layout);
    struct json_object *summary = json_put_object(to, "summary");

    json_put_number(summary, "judged", all.judged);
    json_put_number(summary, "off", all.off);
    json_put_number(summary, "below-grain", all.below_grain);
    json_put_bool(summary, "assumed", all.is_assumed);
    json_put_number(summary, "unread", verify_unread(layout));
    json_put_bool(summary, "damaged", note_has_damage(layout));
}

/* Returns the object for the next disk. */
static struct json_object *begin_disk(struct report_json *report)
{
    report->last = report->disks ? json_append_object(report->disks) : report->root;
    return report->last;
}

/* Appends each part of TEXT that ends at the character END or at the NUL. */
static void add_parts(struct json_object *array, const char *text, const char *end)
{
    while (*text) {
        size_t length = strcspn(text, end);
        json_append(array, json_made(json_object_new_string_len(text, (int)length)));
        text += length + (text[length] != '\0');
    }
}

struct report_json *report_json_new(bool is_array)
{
    struct report_json *report = xcalloc(1, sizeof(*report));

    report->root = json_document();
    if (is_array)
        report->disks = json_put_array(report->root, "disks");
    return report;
}

void report_json_free(struct report_json *report)
{
    if (!report)
        return;
    (void)json_object_put(report->root);
    free(report);
}

void report_json_add(struct report_json *report, const struct report_disk *disk)
{
    struct json_object *to = begin_disk(report);
    const struct layout *layout = disk->info->layout;

    json_put_device(to, disk->info);
    json_put_text(to, "note", disk->info->note);
    if (!layout) {
        put_sysfs_topology(to, disk->info);
        json_put(to, "partitiontable", NULL);
        return;
    }
    put_topology(to, layout_limits(layout));
    put_notes(to, layout);
    json_put_table(to, disk);
    put_pattern(to, layout);
    put_summary(to, layout);
}

void report_json_add_error(struct report_json *report, const char *path,
                           const struct err *err)
{
    struct json_object *to = begin_disk(report);

    json_put_text(json_put_object(to, "device"), "path", path);
    json_put_error(to, err);
    json_put(to, "partitiontable", NULL);
}

void report_json_add_explain(struct report_json *report, const char *text)
{
    add_parts(json_put_array(report->last, "explain"), text, "\n");
}

char *report_json_text(const struct report_json *report)
{
    return json_text(report->root);
}

char *report_json_demo(const char *kind, const char *path, const char *options)
{
    struct json_object *root = json_made(json_object_new_object());
    struct json_object *demo = json_put_object(root, "demo");

    json_put_text(demo, "kind", kind);
    json_put_text(demo, "path", path);
    add_parts(json_put_array(demo, "options"), options, " ");
    return json_take(root);
}

char *report_json_refused(const struct err *err)
{
    struct json_object *root = json_document();

    json_put_number(root, "exit", (uint64_t)err->code);
    json_put_error(root, err);
    return json_take(root);
}

char *report_json_backup(const char *disk, const char *file,
                         const struct backup_file *backup, bool is_written)
{
    struct json_object *root = json_made(json_object_new_object());
    struct json_object *object = json_put_object(root, "backup");

    json_put_text(object, "device", disk);
    json_put_text(object, "file", file);
    json_put_bool(object, "written", is_written);
    struct json_object *runs = json_put_array(object, "runs");
    for (size_t i = 0; i < backup->count; i++) {
        struct json_object *run = json_append_object(runs);
        json_put_number(run, "lba", backup->runs[i].lba);
        json_put_number(run, "count", backup->runs[i].count);
    }
    return json_take(root);
}
