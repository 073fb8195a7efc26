/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_report_moves.c - the JSON of a plan has its steps, its journals and its cost */
#include "model/report/moves.h"

#include <json.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"

static const struct moves_want wants[] = { { .aim = MOVES_NUDGE }, { .aim = MOVES_MIB } };
static struct disk_info info = { .path = "/dev/sda" };
static struct moves moves[2];
static struct moves_time times[2];
static struct report_moves plans[2];

/* On a drive of 110 MB/s whose other figures are not known. */
static void setup(void)
{
    struct move_speed speed = { .read = 110e6, .write = 110e6 };
    struct err err = { 0 };

    info.layout = disks_legacy();
    for (size_t i = 0; i < 2; i++) {
        ck_assert_msg(moves_make(info.layout, &wants[i], &moves[i], &err), "%s",
                      err.text);
        moves_time_make_at(info.layout, &moves[i], &speed, NULL, 0, &times[i]);
        plans[i] = (struct report_moves){ .want = &wants[i],
                                          .moves = &moves[i],
                                          .time = &times[i],
                                          .price = { .written = 7, .seconds = 8 },
                                          .is_default = i == 1 };
    }
}

static void teardown(void)
{
    for (size_t i = 0; i < 2; i++) {
        moves_time_finish(&times[i]);
        moves_finish(&moves[i]);
    }
    layout_unref(info.layout);
}

TEST_FIXTURE(setup, teardown);

static struct json_object *json_of(const struct report_moves *plan,
                                   const struct report_moves *other)
{
    struct report_disk disk = { .info = &info };
    CLEANUP(freep) char *text = report_json_moves(&disk, plan, other);
    struct json_object *root = json_tokener_parse(text);

    ck_assert_ptr_nonnull(root);
    return root;
}

static struct json_object *find(struct json_object *from, const char *path)
{
    struct json_object *value = NULL;

    ck_assert_msg(!json_pointer_get(from, path, &value), "nothing at %s", path);
    return value;
}

static const struct {
    const char *path, *want;
} values[] = {
    { "/to", "mib" },
    { "/is-default", "true" },
    { "/plan/steps/0/part", "container-end" },
    { "/plan/steps/1/action", "remake" },
    { "/plan/steps/2/part", "container-start" },
    { "/plan/steps/4/partition", "1" },
    { "/plan/steps/4/part", "partition" },
    { "/plan/steps/4/action", "move" },
    { "/plan/steps/4/from", "63" },
    { "/plan/steps/4/to", "2048" },
    { "/plan/steps/4/sectors", "204796557" },
    { "/plan/steps/4/bytes", "104855837184" },
    { "/plan/steps/4/time", "minimum" },
    { "/plan/steps/4/seconds", "1906" },
    { "/plan/bytes", "979244227584" },
    { "/plan/time", "minimum" },
    { "/plan/seconds", "35609" },
    { "/plan/estimated-written-bytes", "7" },
    { "/plan/estimated-seconds", "8" },
    { "/plan/journals/0/kind", "swap" },
    { "/plan/journals/0/partition", "5" },
    { "/plan/journals/0/start", "1912590464" },
    { "/plan/journals/0/bytes", "20955955200" },
    { "/plan/journals/0/seconds", "35609" },
    { "/plan/journals/1/mode", "hole" },
    { "/other/to", "nudge" },
    { "/other/bytes", "979244227584" },
};

TEST_EACH(a_plan_is_shown_with_the_other_one, values)
{
    struct json_object *root = json_of(&plans[1], &plans[0]);

    const char *got = json_object_get_string(find(root, values[_i].path));
    ck_assert_msg(got && !strcmp(got, values[_i].want), "%s: %s", values[_i].path, got);
    json_object_put(root);
}

TEST(the_json_has_no_row_too_many)
{
    struct json_object *root = json_of(&plans[1], NULL);

    ck_assert_uint_eq(json_object_array_length(find(root, "/plan/steps")),
                      moves[1].step_count);
    ck_assert_uint_eq(json_object_array_length(find(root, "/plan/journals")),
                      times[1].places.count);
    ck_assert_uint_eq(json_object_array_length(find(root, "/left")), moves[1].left_count);
    ck_assert_ptr_null(find(root, "/other"));
    json_object_put(root);
}
