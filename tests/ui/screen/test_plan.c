/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan.c - the page that plans the whole disk: its aims, what it adds, refusals */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/moves_plan.h"
#include "support/test.h"
#include "ui/person.h"

static struct app app;

static void open_plan(struct layout *layout)
{
    person_opens(&app, layout, 24, 80);
    person_types(&app, "A");
}

static void teardown(void)
{
    app_finish(&app);
}

TEST_FIXTURE(NULL, teardown);

static uint64_t start_of(unsigned number)
{
    return layout_find_number(app.layout, number)->start;
}

static void expect_message(const char *text)
{
    ck_assert_msg(strstr(app.message, text) != NULL, "'%s' is not in '%s'", text,
                  app.message);
}

/* Leaves the page, and takes COUNT changes back. */
static void undo(unsigned count)
{
    person_types(&app, "q");
    for (unsigned i = 0; i < count; i++)
        person_types(&app, "u");
    ck_assert_uint_eq(app_pending(&app), 0);
}

/* The plan with the aim that is not the default one. */
static void open_nudge(struct layout *layout)
{
    open_plan(layout);
    person_types(&app, "\t");
    person_expects(&app, "> 4 KiB");
}

TEST(enter_adds_all_steps)
{
    open_nudge(disks_legacy());
    person_expects(&app, "3 steps, 912 GiB of data, 1.8 TiB written, about 14 h");
    person_expects(&app, "data is moved");
    person_expects(&app, "swap is made again");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 3);
    ck_assert_uint_eq(start_of(1), 56);
    ck_assert_uint_eq(start_of(2), 204796616);
    ck_assert_uint_eq(start_of(5), 1912586504);
    expect_message("3 changes are pending, and move data: F carries them out.");
    person_expects(&app, "nothing has to be changed");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 3);
    expect_message("There is nothing to add.");
    undo(1);
    ck_assert_uint_eq(start_of(5), 1912586508);
}

/* It takes less time than the other one. */
TEST(the_first_plan_is_the_one_of_the_suggestions)
{
    open_plan(disks_legacy());
    person_expects(
        &app, "> 1 MiB       5 steps, 912 GiB of data, 1009.6 GiB written, about 13 h");
    person_expects(&app, "204800000");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 5);
    ck_assert_uint_eq(start_of(1), 2048);
    ck_assert_uint_eq(start_of(5), 1912590336);
    ck_assert_uint_eq(start_of(3), 1912589825);
    ck_assert_uint_eq(extent_end(layout_find_number(app.layout, 3)), 1953523893);
    undo(1);
}

/* Its sign is in column 2. */
TEST(the_name_of_the_aim_that_is_shown_stands_out)
{
    CLEANUP(canvas_freep) struct canvas *canvas = NULL;
    int row = 0;

    open_plan(disks_legacy());
    canvas = canvas_new(app.rows, app.cols, app.level);
    app_draw(&app, canvas);
    while (strcmp(canvas_at(canvas, row, 2)->text, ">") != 0)
        row++;
    ck_assert_str_eq(canvas_at(canvas, row, 4)->text, "1");
    ck_assert_int_eq(canvas_at(canvas, row, 4)->style & ~STYLE_SELECTED, STYLE_KEY);
    ck_assert_str_eq(canvas_at(canvas, row - 1, 4)->text, "4");
    ck_assert_int_eq(canvas_at(canvas, row - 1, 4)->style, STYLE_NORMAL);
}

TEST(tab_shows_the_other_aim)
{
    open_plan(disks_legacy());
    person_types(&app, "\t");
    person_expects(&app, "> 4 KiB");
    person_types(&app, "qA");
    person_expects(&app, "> 4 KiB");
    person_types(&app, "\t");
    person_expects(&app, "> 1 MiB");
}

TEST(the_foot_names_what_can_be_done)
{
    open_plan(disks_legacy());
    person_expects(&app, "Enter add");
    person_lacks(&app, "W write");
    person_types(&app, "\nj"); /* the second key clears the message */
    person_lacks(&app, "Enter add");
    person_expects(&app, "W write");
}

static struct layout *swap_only(void)
{
    static const struct disks_part parts[] = {
        PART(PARTITION, 1, 63, 500000, .inside = INSIDE_SWAP),
    };

    return disks_build(&(struct disks_spec){
        .size = 2000000, .label = LABEL_MSDOS, .parts = parts, .count = 1 });
}

TEST(what_was_added_can_be_written_from_the_page)
{
    struct event write = { .kind = EVENT_KEY, .key = 'W' };

    open_plan(disks_legacy());
    ck_assert_int_eq(app_update(&app, &write).kind, EFFECT_NONE);
    expect_message("Nothing is pending");
    person_types(&app, "q");
    app_finish(&app);
    open_plan(swap_only());
    person_types(&app, "\n");
    ck_assert_int_eq(app_update(&app, &write).kind, EFFECT_REHEARSE);
}

TEST(data_is_not_moved_by_a_write_of_the_table)
{
    struct event write = { .kind = EVENT_KEY, .key = 'W' };

    open_plan(disks_legacy());
    person_types(&app, "\n");
    ck_assert_int_eq(app_update(&app, &write).kind, EFFECT_NONE);
    expect_message("This moves data: F shows what that takes");
    person_types(&app, "qb");
    ck_assert_int_eq(app_update(&app, &write).kind, EFFECT_NONE);
    expect_message("not written together with other changes");
    person_types(&app, "O");
    expect_message("A script contains no moves of data");
}

TEST(what_was_added_can_be_undone_on_the_page)
{
    open_nudge(disks_legacy());
    person_types(&app, "\nu");
    ck_assert_uint_eq(app_pending(&app), 0);
    person_expects(&app, "3 steps, 912 GiB of data");
    person_types(&app, "U");
    ck_assert_uint_eq(app_pending(&app), 3);
    person_expects(&app, "nothing has to be changed");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
}

TEST(the_row_is_explained)
{
    open_nudge(disks_legacy());
    person_expects(&app, "Partition 1: its data, 97.7 GiB, is moved, about");
    person_types(&app, "jj");
    person_expects(&app, "Partition 5: its swap is made again");
    person_types(&app, "j");
    person_expects(&app, "Partition 5: its swap is made again");
}

TEST(without_a_plan_it_says_what_would_help)
{
    open_plan(disks_touching());
    person_types(&app, "\t");
    person_expects(&app, "> 1 MiB       8445 sectors are missing");
    person_expects(&app, "Partition 6 does not fit before the end of the disk");
    person_expects(&app,
                   "Partition 2 could be deleted, or made smaller by up to 502 MiB");
    person_lacks(&app, "After");
    person_types(&app, "\n");
    expect_message("There is nothing to add.");
}

/* A file system that uses a part of its space. */
TEST(what_can_be_shrunk_names_the_key_that_tells_how)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_touching();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    layout_builder_find(builder, layout_find_number(layout, 1)->id)->content.inside.used =
        1048576;
    open_plan(layout_builder_refinish(builder));
    person_types(&app, "\t");
    person_expects(&app, "Partition 1 could be made smaller by");
    person_expects(&app, "r on the main screen names the commands");
}

TEST(a_good_disk_needs_nothing)
{
    open_plan(disks_aligned());
    person_expects(&app, "nothing has to be changed");
    person_types(&app, "\n");
    expect_message("There is nothing to add.");
    ck_assert_uint_eq(app_pending(&app), 0);
}

TEST(what_stays_has_its_reason)
{
    open_plan(disks_openbsd());
    person_expects(&app, "1 partition has to stay");
    person_expects(&app, "holds a table of its own");
}

TEST(unknown_data_names_the_key_that_calls_it_empty)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 40000
    };
    struct disks_spec spec = {
        .size = 100000, .label = LABEL_MSDOS, .parts = &part, .count = 1
    };

    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    layout_builder_find(builder, layout_find_number(layout, 1)->id)->content =
        (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_NONE };
    open_plan(layout_builder_refinish(builder));
    person_expects(&app, "say so first. E on");
    person_lacks(&app, "--empty");
}

/* Of 15 TiB, whose sectors have 11 digits. */
TEST(numbers_of_a_large_disk_are_whole)
{
    struct disks_part part = { .number = 1,
                               .kind = EXTENT_PARTITION,
                               .start = 30000000001,
                               .length = 4000000,
                               .inside = INSIDE_EXT };
    struct disks_spec spec = {
        .size = 32212254720, .label = LABEL_GPT, .parts = &part, .count = 1
    };

    open_plan(disks_build(&spec));
    person_types(&app, "\t");
    person_expects(&app, "30000000001 30000000000");
}

TEST(an_assumed_sector_can_be_measured)
{
    open_plan(disks_legacy());
    person_expects(&app, "physical sectors have 4 KiB, and that one");
    person_expects(&app, "P measures it: do that first.");
    person_types(&app, "P");
    ck_assert_int_eq(app_screen(&app), SCREEN_PROBE);
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
}

/* --- what was measured --- */

static void measure(void)
{
    app.job.has_saved = true;
    app.job.saved = (struct saved_result){
        .workload_count = 4,
        .workloads = {
            { .kind = WORKLOAD_READ_1M, .is_aligned = true, .bytes_per_second = 110e6 },
            { .kind = WORKLOAD_WRITE_1M, .is_aligned = true, .bytes_per_second = 110e6 },
            { .kind = WORKLOAD_DURABLE_SEQUENTIAL, .is_aligned = true, .mean_us = 9000 },
            { .kind = WORKLOAD_ACCESS_TIME, .mean_us = 16000,
              .percentile_us = { 8000, 9000 } },
        },
    };
}

TEST(times_are_shown_where_the_drive_was_measured)
{
    open_nudge(disks_legacy());
    person_expects(&app, "This drive was not measured: the time is that of a hard disk");
    person_lacks(&app, "alidade bench");
    measure();
    person_expects(&app, "912 GiB of data, 1.8 TiB written, about 13 h");
    person_lacks(&app, "was not measured");
    person_expects(&app, "Partition 1: its data, 97.7 GiB, is moved, about");
}

TEST(a_bench_without_a_difference_advises_against)
{
    open_plan(disks_legacy());
    app.job.has_saved = true;
    app.job.saved.has_bench = true;
    app.job.saved.bench = (struct bench_result){
        .verdict = MEASURE_SAME,
        .is_drive = true,
        .worth = WORTH_NO,
        .ratio = 1,
        .interval = { 0.99, 1.01 },
        .confidence = 0.99,
        .pairs = 16,
        .arms[ARM_BASE].start_lba = 63,
        .arms[ARM_AGAINST].start_lba = 56,
    };
    person_expects(&app, "Not worth fixing.");
}

/* --- refusals --- */

TEST(a_disk_that_is_only_read_gets_no_changes)
{
    open_plan(disks_legacy());
    app.is_read_only = true;
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert(app.message[0]);
}

TEST(a_disk_without_a_table_is_refused_in_one_sentence)
{
    struct disks_spec spec = { .size = 2000409264, .label = LABEL_NONE };

    open_plan(disks_build(&spec));
    person_lacks(&app, "Steps");
    person_types(&app, "jm");
    ck_assert_int_eq(app_screen(&app), SCREEN_PLAN);
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 0);
}

static const struct {
    int rows, cols;
} sizes[] = { { 10, 40 }, { 12, 40 }, { 15, 60 }, { 24, 80 }, { 24, 132 }, { 60, 200 } };

/* Above, or at the end of the text. */
TEST_EACH(every_size_has_the_whole_pattern, sizes)
{
    bool is_seen = false;

    person_opens(&app, disks_legacy(), sizes[_i].rows, sizes[_i].cols);
    person_types(&app, "A");
    for (int i = 0; i < 30 && !is_seen; i++) {
        CLEANUP(freep) char *screen = person_sees(&app);
        struct event down = { .kind = EVENT_KEY, .key = KEY_CODE_PAGE_DOWN };
        is_seen = strstr(screen, "1912586508)") != NULL;
        (void)app_update(&app, &down); /* asks for nothing */
    }
    ck_assert(is_seen);
}

TEST_EACH(every_size_shows_aims_rows_and_text, sizes)
{
    person_opens(&app, disks_legacy(), sizes[_i].rows, sizes[_i].cols);
    person_types(&app, "A\t");
    person_expects(&app, "> 4 KiB");
    person_expects(&app, "1 MiB");
    person_expects(&app, "> 1b");
    person_expects(&app, "Partition 1: its data, 97.7 GiB");
}
