/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_json.c - the JSON of the example disks, read back with json-c */
#include "model/report/json.h"

#include <stdlib.h>
#include <string.h>

#include <json.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

static struct json_object *parsed(const struct report_json *report)
{
    CLEANUP(freep) char *text = report_json_text(report);
    struct json_object *root = json_tokener_parse(text);

    ck_assert_msg(root != NULL, "no JSON: %s", text);
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
    return root;
}

static struct json_object *document(struct layout *layout)
{
    struct disk_info info = { .path = "disk.img", .layout = layout };
    struct report_disk disk = { .info = &info, .context = GRUB_OF(50) };
    CLEANUP(report_json_freep) struct report_json *report = report_json_new(false);

    report_json_add(report, &disk);
    return parsed(report);
}

/* The value at a path such as "/topology/log-sec" or "/disks/0/note" as JSON text. */
static const char *at(struct json_object *root, const char *path)
{
    struct json_object *value = NULL;

    ck_assert_msg(!json_pointer_get(root, path, &value), "nothing at %s", path);
    return value ? json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN) : "null";
}

static const struct {
    struct layout *(*build)(void);
    const char *path;
    const char *want;
} fields[] = {
    { disks_legacy, "/alidade", "\"" ALIDADE_VERSION "\"" },
    { disks_legacy, "/device/path", "\"disk.img\"" },
    { disks_legacy, "/device/model", "null" },
    { disks_legacy, "/device/size", "1953525168" },
    { disks_legacy, "/device/bytes", "1000204886016" },
    { disks_legacy, "/topology/log-sec", "512" },
    { disks_legacy, "/topology/phy-sec", "512" },
    { disks_legacy, "/topology/phy-sec-used", "4096" },
    { disks_legacy, "/topology/phy-sec-source", "\"assumed\"" },
    { disks_legacy, "/topology/alignment", "0" },
    { disks_legacy, "/topology/grain", "1048576" },
    { disks_legacy, "/topology/notes", "[]" },
    { disks_legacy, "/partitiontable/label", "\"dos\"" },
    { disks_legacy, "/partitiontable/unit", "\"sectors\"" },
    { disks_legacy, "/partitiontable/firstlba", "1" },
    { disks_legacy, "/partitiontable/lastlba", "1953525167" },
    { disks_legacy, "/partitiontable/partitions/0/node", "\"disk.img1\"" },
    { disks_legacy, "/partitiontable/partitions/0/kind", "\"primary\"" },
    { disks_legacy, "/partitiontable/partitions/0/start", "63" },
    { disks_legacy, "/partitiontable/partitions/0/size", "204796557" },
    { disks_legacy, "/partitiontable/partitions/0/bootable", "true" },
    { disks_legacy, "/partitiontable/partitions/0/name", "null" },
    { disks_legacy, "/partitiontable/partitions/0/uuid", "null" },
    { disks_legacy, "/partitiontable/partitions/0/fstype", "\"ntfs\"" },
    { disks_legacy, "/partitiontable/partitions/0/fslabel", "\"WINXP\"" },
    { disks_legacy, "/partitiontable/partitions/0/busy", "false" },
    { disks_legacy, "/partitiontable/partitions/0/verdict", "\"off\"" },
    { disks_legacy, "/partitiontable/partitions/0/past-bytes", "3584" },
    { disks_legacy, "/partitiontable/partitions/0/end-past-bytes", "2560" },
    { disks_legacy, "/partitiontable/partitions/0/harmless", "null" },
    { disks_legacy, "/partitiontable/partitions/0/children", "[]" },
    { disks_legacy, "/partitiontable/partitions/0/inside/kind", "\"ntfs\"" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/start", "56" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/grade", "\"physical\"" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/shift", "-7" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/room", "\"free\"" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/data-bytes", "104855837184" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/boot/gap-before", "62" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/boot/gap-after", "55" },
    { disks_legacy, "/partitiontable/partitions/0/suggest/0/boot/grub-sectors", "50" },
    { disks_legacy, "/partitiontable/partitions/1/suggest/0/boot", "null" },
    { disks_legacy, "/partitiontable/partitions/2/kind", "\"extended\"" },
    { disks_legacy, "/partitiontable/partitions/2/verdict", "\"harmless\"" },
    { disks_legacy, "/partitiontable/partitions/2/harmless", "\"extended\"" },
    { disks_legacy, "/partitiontable/partitions/3/kind", "\"logical\"" },
    { disks_legacy, "/partitiontable/partitions/3/number", "5" },
    { disks_legacy, "/partitiontable/free/0/start", "1" },
    { disks_legacy, "/partitiontable/free/0/size", "62" },
    { disks_legacy, "/partitiontable/metadata/0/role", "\"mbr\"" },
    { disks_gpt34, "/pattern/sectors", "[34]" },
    { disks_aligned, "/pattern", "null" },
    { disks_legacy, "/summary/judged", "3" },
    { disks_legacy, "/summary/off", "3" },
    { disks_legacy, "/summary/assumed", "true" },
    { disks_openbsd, "/partitiontable/partitions/0/children/2/letter", "\"b\"" },
    { disks_openbsd, "/partitiontable/partitions/0/children/2/start", "20000063" },
    { disks_openbsd, "/partitiontable/partitions/0/children/2/node", "null" },
    { disks_openbsd, "/partitiontable/partitions/0/children/0/role", "\"raw\"" },
    { disks_openbsd, "/partitiontable/partitions/0/children/0/verdict", "\"harmless\"" },
    { disks_4kn, "/partitiontable/label", "\"gpt\"" },
    { disks_4kn, "/partitiontable/sectorsize", "4096" },
    { disks_4kn, "/device/bytes", "1000204886016" },
    { disks_found_out, "/topology/phy-sec", "512" },
    { disks_found_out, "/topology/phy-sec-used", "4096" },
    { disks_found_out, "/topology/phy-sec-source", "\"measured\"" },
    { disks_found_out, "/topology/alignment", "3584" },
    { disks_found_out, "/topology/alignment-source", "\"measured\"" },
    { disks_found_out, "/topology/kind", "\"512e\"" },
    { disks_found_out, "/summary/assumed", "false" },
    { disks_found_out, "/partitiontable/partitions/0/verdict", "\"physical\"" },
    { disks_jumper, "/topology/alignment", "3584" },
    { disks_jumper, "/topology/alignment-source", "\"reported\"" },
    { disks_jumper, "/partitiontable/partitions/0/verdict", "\"physical\"" },
};

TEST_EACH(fields_have_their_places_and_values, fields)
{
    CLEANUP(layout_unrefp) struct layout *layout = fields[_i].build();
    struct json_object *root = document(layout);

    ck_assert_msg(!strcmp(at(root, fields[_i].path), fields[_i].want), "%s: %s",
                  fields[_i].path, at(root, fields[_i].path));
    json_object_put(root);
}

TEST(slices_of_a_bsd_label_are_no_partitions_of_the_table)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_openbsd();
    struct json_object *root = document(layout);
    struct json_object *partitions;

    ck_assert_int_eq(json_pointer_get(root, "/partitiontable/partitions", &partitions),
                     0);
    ck_assert_uint_eq(json_object_array_length(partitions), 1);
    json_object_put(root);
}

TEST(numbers_above_2_to_the_63_stay_numbers)
{
    struct disk_info info = {
        .path = "/dev/huge",
        .size_bytes = UINT64_MAX - 511,
        .logical = 512,
        .physical = 512,
        .note = "Permission denied.",
    };
    struct report_disk disk = { .info = &info };
    CLEANUP(report_json_freep) struct report_json *report = report_json_new(true);

    report_json_add(report, &disk);
    struct json_object *root = parsed(report);
    ck_assert_str_eq(at(root, "/disks/0/device/bytes"), "18446744073709551104");
    ck_assert_str_eq(at(root, "/disks/0/device/size"), "36028797018963967");
    ck_assert_str_eq(at(root, "/disks/0/note"), "\"Permission denied.\"");
    ck_assert_str_eq(at(root, "/disks/0/partitiontable"), "null");
    json_object_put(root);
}

TEST(invalid_utf8_leaves_the_document_readable)
{
    struct err err = { 0 };
    CLEANUP(report_json_freep) struct report_json *report = report_json_new(true);

    (void)err_set(&err, ERR_UNREADABLE, "No such file.");
    report_json_add_error(report, "/tmp/\xff\n\"x", &err);
    struct json_object *root = parsed(report);
    ck_assert_str_eq(at(root, "/disks/0/device/path"), "\"\\/tmp\\/??\\\"x\"");
    ck_assert_str_eq(at(root, "/disks/0/error"), "\"No such file.\"");
    ck_assert_str_eq(at(root, "/disks/0/reason-id"), "null");
    json_object_put(root);
}

TEST(an_explanation_is_a_list_of_lines)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    struct disk_info info = { .path = "disk.img", .layout = layout };
    struct report_disk disk = { .info = &info };
    CLEANUP(report_json_freep) struct report_json *report = report_json_new(false);

    report_json_add(report, &disk);
    report_json_add_explain(report, "one\n\nthree\n");
    struct json_object *root = parsed(report);
    ck_assert_str_eq(at(root, "/explain"), "[\"one\",\"\",\"three\"]");
    json_object_put(root);
}

TEST(attributes_read_as_in_sfdisk)
{
    struct limits_reported said = { .size_bytes = 1048576, .logical = 512 };
    struct limits_given given = { 0 };
    struct limits limits;
    struct label label = { .kind = LABEL_GPT, .first_usable = 34, .last_usable = 2014 };
    struct extent extent = {
        .kind = EXTENT_PARTITION,
        .number = 1,
        .start = 40,
        .length = 8,
        .attributes = UINT64_C(0x8001000000000005),
    };
    struct err err = { 0 };

    ck_assert(limits_settle(&said, &given, &limits, &err));
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    (void)layout_builder_add(builder, &extent);
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    struct json_object *root = document(layout);
    ck_assert_str_eq(at(root, "/partitiontable/partitions/0/attrs"),
                     "\"RequiredPartition LegacyBIOSBootable GUID:48,63\"");
    json_object_put(root);
}

TEST(demo_reports_path_and_options)
{
    CLEANUP(freep)
    char *text = report_json_demo("jumper", "/tmp/x.img",
                                  "--physical-sector=4096 --alignment-offset=3584");
    struct json_object *root = json_tokener_parse(text);

    ck_assert_str_eq(at(root, "/demo/kind"), "\"jumper\"");
    ck_assert_str_eq(at(root, "/demo/path"), "\"\\/tmp\\/x.img\"");
    ck_assert_str_eq(at(root, "/demo/options"),
                     "[\"--physical-sector=4096\",\"--alignment-offset=3584\"]");
    json_object_put(root);
}
