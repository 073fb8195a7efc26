/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_empty_screen.c - a partition without a signature is read, or called empty, before
 * its start changes */
#include <locale.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/app/app.h"
#include "ui/person.h"

static struct app app;

/* Partition 1 from 63 on, with this content. */
static struct layout *disk_with(struct content content)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 60000 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 100000, .length = 10000 },
    };
    struct disks_spec spec = {
        .size = 131072, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    struct layout *plain = disks_build(&spec);
    struct layout_builder *builder = layout_builder_from(plain);

    layout_builder_find(builder, layout_find_number(plain, 1)->id)->content = content;
    struct layout *layout = layout_builder_refinish(builder);
    layout_builder_free(builder);
    layout_unref(plain);
    return layout;
}

static struct content of(enum content_zeros zeros)
{
    return (struct content){ .state = CONTENT_NONE, .zeros = zeros };
}

static void start(struct content content, int rows, int cols)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
    person_opens(&app, disk_with(content), rows, cols);
}

static struct effect press(uint32_t key)
{
    return app_update(&app, &(struct event){ .kind = EVENT_KEY, .key = key });
}

static void give_reading(bool is_at_work)
{
    struct event event = { .kind = EVENT_EMPTY,
                           .empty = { .done_bytes = 1 << 20,
                                      .total_bytes = 4 << 20,
                                      .is_at_work = is_at_work } };
    (void)app_update(&app, &event);
}

static void give_layout(struct content content)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = disk_with(content) };

    strcpy(event.info.path, "/dev/sda");
    (void)app_update(&app, &event);
}

static uint64_t start_of_first(void)
{
    return layout_find_number(app.layout, 1)->start;
}

static const struct {
    struct content content;
    const char *word;     /* in the list */
    const char *sentence; /* on the screen; NULL: it is not asked */
} cases[] = {
    { { .state = CONTENT_NONE }, "! +7 s", "does not mean that it is empty" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_SAMPLED }, "empty?", "it looks empty" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_NONE }, "data?", "data of unknown kind" },
    { { .state = CONTENT_AMBIVALENT, .type = "ext4", .other = "vfat" },
      "ext4+vfat?",
      "signatures of ext4 and vfat" },
    { { .state = CONTENT_FOUND, .type = "swap", .inside.kind = INSIDE_SWAP },
      "swap",
      "cannot be made again" },
    { { .state = CONTENT_NONE, .zeros = ZEROS_ALL }, "empty", NULL },
};

TEST_EACH(no_start_changes_before_it_is_known_to_be_empty, cases)
{
    start(cases[_i].content, 24, 80);
    person_expects(&app, cases[_i].word);
    person_types(&app, "a");
    if (!cases[_i].sentence) {
        ck_assert_uint_ne(start_of_first(), 63);
    } else {
        person_expects(&app, "Is partition 1 empty?");
        person_expects(&app, cases[_i].sentence);
        ck_assert_uint_eq(start_of_first(), 63);
        ck_assert_uint_eq(app_pending(&app), 0);
        person_types(&app, "q");
        ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    }
    app_finish(&app);
}

TEST(called_empty_it_starts_where_it_should)
{
    start(of(ZEROS_NONE), 24, 80);
    person_types(&app, "aE");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_pending(&app), 2);
    ck_assert_uint_ne(start_of_first(), 63);
    person_types(&app, "l");
    person_expects(&app, "content of 1, 29.3 MiB");
    person_types(&app, "quu");
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_uint_eq(start_of_first(), 63);
    person_expects(&app, "data?");
    app_finish(&app);
}

TEST(read_as_zeros_it_starts_where_it_should)
{
    start(of(ZEROS_SAMPLED), 24, 80);
    person_types(&app, "a");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_EMPTY_READ);
    ck_assert_uint_eq(app.empty.id, layout_find_number(app.layout, 1)->id);
    give_reading(true);
    person_expects(&app, "Reading: 25 %, 1 MiB of 4 MiB");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    give_layout(of(ZEROS_ALL));
    give_reading(false);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_ne(start_of_first(), 63);
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

TEST(data_that_is_found_stays)
{
    start(of(ZEROS_SAMPLED), 24, 80);
    person_types(&app, "a");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_EMPTY_READ);
    give_layout(of(ZEROS_NONE));
    give_reading(false);
    person_expects(&app, "it is not all zeros");
    person_lacks(&app, "read all of it");
    ck_assert_int_eq(press(KEY_CODE_ENTER).kind, EFFECT_NONE);
    ck_assert_uint_eq(start_of_first(), 63);
    app_finish(&app);
}

TEST(what_cannot_be_read_is_said)
{
    struct event event = { .kind = EVENT_EMPTY,
                           .empty = { .is_failed = true, .failed_at = 12345 } };

    start(of(ZEROS_SAMPLED), 24, 80);
    person_types(&app, "E\n");
    (void)app_update(&app, &event);
    person_expects(&app, "cannot be read at byte 12345");
    event = (struct event){ .kind = EVENT_EMPTY, .text = "It cannot begin." };
    (void)app_update(&app, &event);
    person_expects(&app, "It cannot begin.");
    app_finish(&app);
}

TEST(left_while_it_is_read_nothing_changes)
{
    start(of(ZEROS_SAMPLED), 24, 80);
    person_types(&app, "a\nq");
    give_layout(of(ZEROS_ALL));
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_uint_eq(start_of_first(), 63);
    app_finish(&app);
}

TEST(what_is_known_is_not_asked)
{
    start((struct content){ .state = CONTENT_FOUND, .type = "ext4" }, 24, 80);
    person_types(&app, "E");
    person_expects(&app, "Partition 1 holds ext4, which is data");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(the_move_form_asks_first)
{
    start(of(ZEROS_NONE), 24, 80);
    person_types(&app, "m");
    person_expects(&app, "Is partition 1 empty?");
    person_types(&app, "Em");
    ck_assert_int_eq(app_screen(&app), SCREEN_FORM);
    app_finish(&app);
}

TEST(it_fits_on_the_smallest_screen)
{
    start(of(ZEROS_SAMPLED), 10, 40);
    person_expects(&app, "empty?");
    person_types(&app, "E");
    person_expects(&app, "Is partition 1 empty?");
    person_expects(&app, "E empty");
    app_finish(&app);
}
