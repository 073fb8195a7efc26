/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_plan.c - the planned writes of a change, as text and as JSON */
#include "model/report/plan.h"

#include <json.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

enum { WIDTH = 80 };

/* A partition of the legacy disk is deleted. */
struct scene {
    struct layout *before;
    struct queue *queue;
    struct disk_info info;
    struct report_disk disk;
    struct write writes[2];
    struct write_plan plan;
    struct rehearsal_report rehearsal;
    struct lines warnings;
    struct report_plan report;
};

static void scene_init(struct scene *scene)
{
    struct guid_source seed = { .state = { 1, 2, 3, 4 } };
    struct err err = { 0 };

    *scene = (struct scene){ .before = disks_legacy() };
    scene->queue = queue_new(scene->before, seed);
    struct edit edit = { .kind = EDIT_DELETE,
                         .id = layout_find_number(scene->before, 2)->id };
    ck_assert(queue_push(scene->queue, &edit, &err));
    copy_text(scene->info.path, sizeof(scene->info.path), "/dev/sda");
    scene->info.layout = scene->before;
    scene->disk.info = &scene->info;
    scene->writes[0] = (struct write){ .lba = 7, .count = 2, .what = WRITE_EBR };
    scene->writes[1] =
        (struct write){ .count = 1, .what = WRITE_MBR, .is_flushed = true };
    scene->plan = (struct write_plan){ 512, scene->writes, 2 };
    lines_add(&scene->rehearsal.disk, "disk: /dev/sda");
    lines_add(&scene->rehearsal.writes, "MBR: sector 0");
    lines_add(&scene->rehearsal.checked, "all is well");
    lines_add(&scene->rehearsal.warnings, "a warning");
    lines_add(&scene->warnings, "another disk");
    lines_add(&scene->rehearsal.before, "  umount /dev/sda2");
    scene->rehearsal.backup_path = xstrdup("/x/backup");
    scene->report =
        (struct report_plan){ &scene->disk, queue_preview(scene->queue), scene->queue,
                              &scene->plan, &scene->rehearsal,           &scene->warnings,
                              NULL };
}

static void scene_finish(struct scene *scene)
{
    rehearsal_report_finish(&scene->rehearsal);
    lines_finish(&scene->warnings);
    queue_free(scene->queue);
    layout_unref(scene->before);
}

/* In this order. */
static const char *const parts[] = {
    "disk: /dev/sda\n",
    "\nNow: msdos, id 0x5a3c9d21\n",
    "  2    204796620",
    "\nThen: msdos, id 0x5a3c9d21\n",
    "\nBefore and after:\n",
    "partition 2: deleted",
    "\nWhat is written, in this order:\n  MBR: sector 0\n",
    "\nChecked:\n  all is well\n",
    "\nTo be known:\n  another disk\n  a warning\n",
    "\nTo be run before, in this order:\n    umount /dev/sda2\n",
    "\nThe old table is saved first: /x/backup\n",
};

TEST(text_has_all_parts_in_order)
{
    CLEANUP(str_finish) struct str text = { 0 };
    struct scene scene;
    size_t at = 0;

    scene_init(&scene);
    report_text_plan(&scene.report, false, WIDTH, &text);
    for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
        const char *found = strstr(str_text(&text) + at, parts[i]);
        ck_assert_msg(found, "'%s' is not in what follows: %s", parts[i],
                      str_text(&text) + at);
        at = (size_t)(found - str_text(&text));
    }
    scene_finish(&scene);
}

TEST(names_cannot_control_the_terminal)
{
    CLEANUP(str_finish) struct str text = { 0 };
    struct scene scene;

    scene_init(&scene);
    lines_add(&scene.warnings, "\033[2J");
    free(scene.rehearsal.backup_path);
    scene.rehearsal.backup_path = xstrdup("/x/\033backup");
    report_text_plan(&scene.report, false, WIDTH, &text);
    ck_assert_ptr_null(strchr(str_text(&text), '\033'));
    scene_finish(&scene);
}

/* A command that is broken in two is not the command. */
TEST(sentences_are_wrapped_and_commands_are_not)
{
    CLEANUP(str_finish) struct str text = { 0 };
    struct commit_report report = { .is_written = true };

    lines_add(&report.warnings, "one sentence that is longer than a line");
    lines_add(&report.after, "mkfs.ext4 -L a-name /dev/disk/by-id/x1");
    report_text_commit(&report, 24, &text);
    ck_assert_str_eq(str_text(&text), "\nTo be known:\n  one sentence that is\n"
                                      "    longer than a line\n"
                                      "\nWhat can be run now:\n"
                                      "  mkfs.ext4 -L a-name /dev/disk/by-id/x1\n");
    commit_report_finish(&report);
}

TEST(result_is_listed_under_its_headings)
{
    CLEANUP(str_finish) struct str text = { 0 };
    struct commit_report report = { .is_written = true };

    lines_add(&report.done, "written");
    lines_add(&report.kernel, "1: sectors 63 to 99");
    report.backup_path = xstrdup("/x/backup");
    report_text_commit(&report, WIDTH, &text);
    ck_assert_str_eq(str_text(&text), "\nDone:\n  written\n\nThe kernel sees:\n"
                                      "  1: sectors 63 to 99\n"
                                      "\nThe old table is in /x/backup\n");
    commit_report_finish(&report);
}

static struct json_object *find(struct json_object *from, const char *path)
{
    struct json_object *value = NULL;

    ck_assert_msg(!json_pointer_get(from, path, &value), "nothing at %s", path);
    return value;
}

static const struct {
    const char *path;
    const char *want;
} values[] = {
    { "/device/path", "/dev/sda" },
    { "/plan/edits/0/edit", "delete" },
    { "/plan/edits/0/words", "delete partition 2, ext4 'data', 814.3 GiB" },
    { "/plan/writes/0/lba", "7" },
    { "/plan/writes/0/count", "2" },
    { "/plan/writes/0/what", "ebr" },
    { "/plan/writes/0/flush", "false" },
    { "/plan/writes/1/what", "mbr" },
    { "/plan/writes/1/flush", "true" },
    { "/plan/before/partitiontable/partitions/1/number", "2" },
    { "/plan/after/partitiontable/partitions/1/number", "3" },
    { "/plan/checked/0", "all is well" },
    { "/plan/warnings/0", "another disk" },
    { "/plan/warnings/1", "a warning" },
    { "/plan/commands-before/0", "  umount /dev/sda2" },
    { "/plan/backup", "/x/backup" },
    { "/written", "false" },
};

TEST_EACH(json_has_the_same_values, values)
{
    struct scene scene;

    scene_init(&scene);
    CLEANUP(freep) char *text = report_json_plan(&scene.report, NULL);
    struct json_object *root = json_tokener_parse(text);
    ck_assert_ptr_nonnull(root);
    const char *got = json_object_get_string(find(root, values[_i].path));
    ck_assert_msg(got && !strcmp(got, values[_i].want), "%s: %s", values[_i].path, got);
    ck_assert_ptr_null(find(root, "/result"));
    json_object_put(root);
    scene_finish(&scene);
}

TEST(the_json_has_no_more_than_the_plan)
{
    static const struct {
        const char *path;
        size_t count;
    } arrays[] = {
        { "/plan/edits", 1 },    { "/plan/writes", 2 },          { "/plan/checked", 1 },
        { "/plan/warnings", 2 }, { "/plan/commands-before", 1 },
    };
    struct scene scene;

    scene_init(&scene);
    CLEANUP(freep) char *text = report_json_plan(&scene.report, NULL);
    struct json_object *root = json_tokener_parse(text);
    for (size_t i = 0; i < ARRAY_SIZE(arrays); i++)
        ck_assert_uint_eq(json_object_array_length(find(root, arrays[i].path)),
                          arrays[i].count);
    json_object_put(root);
    scene_finish(&scene);
}

TEST(json_has_the_result)
{
    struct commit_report report = { .is_written = true };
    struct scene scene;

    scene_init(&scene);
    lines_add(&report.done, "all");
    CLEANUP(freep) char *text = report_json_plan(&scene.report, &report);
    struct json_object *root = json_tokener_parse(text);
    ck_assert(json_object_get_boolean(find(root, "/written")));
    ck_assert_str_eq(json_object_get_string(find(root, "/result/done/0")), "all");
    ck_assert_ptr_null(find(root, "/result/backup"));
    json_object_put(root);
    commit_report_finish(&report);
    scene_finish(&scene);
}

TEST(the_same_in_one_line_is_the_event_of_the_end)
{
    struct scene scene;

    scene_init(&scene);
    CLEANUP(freep) char *line = report_json_plan_line(&scene.report, NULL);
    CLEANUP(freep) char *document = report_json_plan(&scene.report, NULL);
    struct json_object *root = json_tokener_parse(line);
    struct json_object *plan = json_tokener_parse(document), *event = NULL;
    ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
    ck_assert(json_object_object_get_ex(root, "event", &event));
    ck_assert_str_eq(json_object_get_string(event), "end");
    json_object_object_del(root, "event");
    ck_assert(json_object_equal(root, plan));
    json_object_put(root);
    json_object_put(plan);
    scene_finish(&scene);
}
