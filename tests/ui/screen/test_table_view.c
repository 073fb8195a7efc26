/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_view.c - the main screen gives its rows to what is needed most */
#include "ui/screen/list/table_view.h"

#include <stdio.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/rng.h"
#include "support/test.h"
#include "ui/person.h"

#define COUNT 14

/* A GPT disk of COUNT partitions of 1 GiB, each PAST sectors past a boundary. */
static struct layout *many(uint64_t past)
{
    struct disks_part parts[COUNT] = { 0 };
    struct disks_spec spec = {
        .size = UINT64_C(1) << 26, .label = LABEL_GPT, .parts = parts, .count = COUNT
    };

    for (unsigned i = 0; i < COUNT; i++)
        parts[i] = (struct disks_part){ .kind = EXTENT_PARTITION,
                                        .number = i + 1,
                                        .start = 2048 + past + i * (UINT64_C(1) << 21),
                                        .length = UINT64_C(1) << 21,
                                        .inside = INSIDE_EXT };
    return disks_build(&spec);
}

static struct table_view view_of(struct layout *layout, int rows, int cols,
                                 const char *keys)
{
    CLEANUP(freep) const struct extent **listed = NULL;
    struct app app;

    person_opens(&app, layout, rows, cols);
    person_types(&app, keys);
    struct table_view view = table_view_of(&app, table_rows(&app, &listed));
    app_finish(&app);
    return view;
}

static const struct {
    int past, rows, cols;
    const char *keys;
    int list, ruler, text;
    bool has_buttons;
} views[] = {
    { 0, 24, 80, "", 9, 0, 2, true },   { 1, 24, 80, "", 9, 0, 2, true },
    { 1, 24, 80, "e", 6, 1, 1, false }, /* asked for: the ruler stays */
    { 1, 23, 80, "", 9, 0, 1, true },   { 1, 22, 80, "", 9, 0, 1, false },
    { 1, 19, 80, "", 7, 0, 1, false },  { 1, 15, 60, "", 4, 0, 1, false },
    { 1, 40, 120, "", 15, 4, 2, true },
};

TEST_EACH(nine_partitions_are_listed_before_any_other_part_is_large, views)
{
    struct table_view view = view_of(many((uint64_t)views[_i].past), views[_i].rows,
                                     views[_i].cols, views[_i].keys);

    ck_assert_int_ge(view.table_rows, views[_i].list);
    ck_assert_int_eq(view.where_rows, views[_i].ruler);
    ck_assert_int_eq(view.text_rows, views[_i].text);
    ck_assert_int_eq(view.buttons >= 0, views[_i].has_buttons);
}

TEST(the_ruler_opens_where_a_start_is_off)
{
    ck_assert_int_eq(view_of(disks_legacy(), 24, 80, "").where_rows, 1);
    ck_assert_int_eq(view_of(disks_aligned(), 24, 80, "").where_rows, 0);
    ck_assert_int_eq(view_of(disks_aligned(), 24, 80, "+").where_rows, 1);
    ck_assert_int_eq(view_of(disks_aligned(), 24, 80, "e").where_rows, 1);
}

TEST(the_frame_marks_what_is_above_and_below_the_page)
{
    struct app app;

    person_opens(&app, many(0), 24, 80);
    person_expects(&app, "1 of 15");
    person_expects(&app, " ↓\n");
    person_lacks(&app, " ↑\n");
    for (int i = 0; i < COUNT; i++)
        person_types(&app, "j");
    person_expects(&app, " ↑\n");
    person_lacks(&app, " ↓\n");
    app_finish(&app);
}

/* The heads of the list on terminals of these widths; spaces between them do not count.
 */
static const struct {
    int cols;
    const char *keys, *heads;
} heads[] = {
    { 60, "", "# Start Size FS Label Verdict Suggest" },
    { 80, "", "# Start End Size Type FS Label Verdict Suggest" },
    { 80, "xxx", "# Start End Sectors Bytes FS Verdict Suggest" },
    { 110, "", "# Start End Size Type FS Label Verdict Suggest UUID" },
    { 140, "", "# Start End Size Type FS Label Verdict Suggest UUID Type name" },
};

/* The row with the heads, each run of spaces as one. */
static char *heads_on(const char *screen)
{
    const char *at = strchr(strstr(screen, "# "), '#');
    struct str out = { 0 };

    for (; *at && *at != '\n' && strncmp(at, "│", strlen("│")) != 0; at++)
        if (*at != ' ' || at[1] != ' ')
            str_printf(&out, "%c", *at);
    return str_take(&out);
}

TEST_EACH(wide_terminals_have_more_columns, heads)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, heads[_i].cols);
    person_types(&app, heads[_i].keys);
    CLEANUP(freep) char *screen = person_sees(&app);
    CLEANUP(freep) char *seen = heads_on(screen);
    CLEANUP(freep) char *want = xasprintf("%s ", heads[_i].heads);
    ck_assert_str_eq(seen, want);
    app_finish(&app);
}

static struct layout *legacy_with_ids(void)
{
    CLEANUP(layout_unrefp) struct layout *disk = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(disk);
    static const unsigned numbers[] = { 1, 2, 5 };

    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
        uint32_t id = layout_find_number(disk, numbers[i])->id;
        struct extent *extent = layout_builder_find(builder, id);

        (void)snprintf(extent->uuid, sizeof(extent->uuid), "5a3c9d21-%02u",
                       numbers[i]); /* it fits */
        copy_text(extent->content.uuid, sizeof(extent->content.uuid),
                  "097e2ab6-5c56-4e97-a653-8df0d638d5b6");
    }
    return layout_builder_refinish(builder);
}

/* Those of one msdos table differ at their end alone. */
TEST(partition_ids_of_an_msdos_table_are_not_cut)
{
    struct app app;

    person_opens(&app, legacy_with_ids(), 24, 140);
    person_expects(&app, "5a3c9d21-05");
    app_finish(&app);
}

static struct layout *blank(void)
{
    struct disks_spec spec = { .size = 41943040, .label = LABEL_NONE };

    return disks_build(&spec);
}

/* Enter does what is most likely wanted of the selected row. */
static const struct {
    struct layout *(*make)(void);
    const char *keys, *title;
} likely[] = {
    { disks_legacy, "\n", " Why " },
    { disks_aligned, "\n", " Partition 1 " },
    { disks_aligned, "\ni", " Disk " },
    { disks_aligned, "\niq", " Partitions " },
    { disks_legacy, "jjjj\n", "New partition" },
    { blank, "\n", "New partition table" },
};

TEST_EACH(enter_does_what_is_likely, likely)
{
    struct app app;

    person_opens(&app, likely[_i].make(), 24, 80);
    person_types(&app, likely[_i].keys);
    person_expects(&app, likely[_i].title);
    app_finish(&app);
}

TEST(gaps_and_tables_are_listed_when_they_are_asked_for)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_expects(&app, " Partitions ");
    person_lacks(&app, "1007 KiB       free");
    person_types(&app, "\t");
    person_expects(&app, " Every extent ");
    person_expects(&app, "1007 KiB       free");
    person_types(&app, "\t");
    person_lacks(&app, "1007 KiB       free");
    app_finish(&app);
}

/* Its free space is less than what is listed elsewhere. */
TEST(a_disk_smaller_than_a_grain_has_a_row)
{
    const struct disks_spec spec = { .size = 1000, .label = LABEL_NONE };
    struct app app;

    person_opens(&app, disks_build(&spec), 24, 80);
    person_expects(&app, "500 KiB      free");
    app_finish(&app);
}

TEST(a_button_that_can_do_nothing_says_why)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_expects(&app, "( Undo  )");
    person_expects(&app, "[Delete ]");
    person_types(&app, "jjjj");
    person_expects(&app, "[  New  ] [Explain] (Delete )");
    person_types(&app, "\001\001\n"); /* two to the right */
    person_expects(&app, "There is no partition here to be deleted.");
    person_expects(&app, "0 changes pending");
    app_finish(&app);
}

TEST(a_fix_waits_for_other_changes_and_its_button_says_so)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_expects(&app, "[  Fix  ]");
    person_types(&app, "aj\n"); /* a move of data, which a fix takes over */
    person_expects(&app, "[  Fix  ]");
    person_types(&app, "b");
    person_expects(&app, "(  Fix  )");
    person_types(&app, "\001\001\001\001\001\001\001");
    person_expects(&app, "Other changes are pending");
    app_finish(&app);
}

static const struct {
    struct layout *(*make)(void);
    const char *keys, *has, *lacks;
} small_keys[] = {
    { disks_legacy, "", "F fix all", "u undo" },
    { disks_legacy, "b", "u undo", "F fix all" },
    { disks_aligned, "", "u undo", "F fix all" },
};

TEST_EACH(a_small_window_names_what_fixes_all_until_something_is_pending, small_keys)
{
    struct app app;

    person_opens(&app, small_keys[_i].make(), 12, 40);
    person_types(&app, small_keys[_i].keys);
    person_types(&app, "k"); /* a message goes with the next key */
    person_expects(&app, small_keys[_i].has);
    person_lacks(&app, small_keys[_i].lacks);
    app_finish(&app);
}

/* Also between the widths where the buttons take two rows and one. */
TEST(pending_changes_are_counted_at_every_size)
{
    struct event resize = { .kind = EVENT_RESIZE };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "d");
    for (resize.rows = SCREEN_MIN_ROWS; resize.rows <= 80; resize.rows += rng_step(7))
        for (resize.cols = SCREEN_MIN_COLS; resize.cols <= 250;
             resize.cols += rng_step(1)) {
            app_update(&app, &resize);
            person_types(&app, "j"); /* no message covers a row */
            CLEANUP(freep) char *screen = person_sees(&app);
            ck_assert_msg(strstr(screen, "1 change pending") ||
                              strstr(screen, "1 pending") || strstr(screen, "*1"),
                          "%dx%d:\n%s", app.cols, app.rows, screen);
        }
    app_finish(&app);
}

/* What the selected cure costs is whole at 80x24; the list gives way and scrolls. */
TEST(the_price_of_each_cure_is_whole)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "jy");
    person_expects(&app, "Its container must change first.");
    for (int i = 0; i < 5; i++) {
        person_lacks(&app, " ..");
        person_types(&app, "j");
    }
    app_finish(&app);
}

static int rows_changed(const struct canvas *was, const struct canvas *now)
{
    int changed = 0;

    for (int row = 0; row < canvas_rows(now); row++) {
        bool is_same = true;
        for (int col = 0; col < canvas_cols(now); col++) {
            const struct cell *a = canvas_at(was, row, col),
                              *b = canvas_at(now, row, col);
            is_same &= a->style == b->style && !strcmp(a->text, b->text);
        }
        changed += !is_same;
    }
    return changed;
}

static struct canvas *drawn(const struct app *app)
{
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    return canvas;
}

/* From a partition to free space, for which the buttons are others. */
TEST(a_held_cursor_key_changes_two_rows)
{
    struct event idle = { .kind = EVENT_IDLE };
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    app.is_lazy = true;
    person_types(&app, "jjj");
    (void)app_update(&app, &idle);
    CLEANUP(canvas_freep) struct canvas *before = drawn(&app);
    person_types(&app, "j");
    CLEANUP(canvas_freep) struct canvas *held = drawn(&app);
    ck_assert_int_eq(rows_changed(before, held), 2);
    (void)app_update(&app, &idle);
    CLEANUP(canvas_freep) struct canvas *rested = drawn(&app);
    ck_assert_int_gt(rows_changed(held, rested), 5);
    app_finish(&app);
}

static const char *const disk_keys[] = { "", "j", "jjjj" }; /* off, off, free */

TEST_EACH(the_selected_row_has_one_style, disk_keys)
{
    struct app app;
    int row, col;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, disk_keys[_i]);
    CLEANUP(canvas_freep) struct canvas *canvas = drawn(&app);
    canvas_cursor(canvas, &row, &col);
    ck_assert_str_eq(canvas_at(canvas, row, col)->text, ">");
    for (col = 1; col < app.cols - 1; col++)
        ck_assert_int_eq(canvas_at(canvas, row, col)->style,
                         STYLE_NORMAL | STYLE_SELECTED);
    app_finish(&app);
}

/* Why a cure is not possible stands beside it, before it is tried. */
static const struct {
    struct layout *(*make)(void);
    const char *keys, *says;
} obstacles[] = {
    { disks_legacy, "j\njjj", "Not possible alone: partition 1 has to move first." },
    { disks_legacy, "\n", "" },    /* the plan moves what is in the way */
    { disks_legacy, "\nj", "" },   /* its data is moved with it */
    { disks_legacy, "jjj\n", "" }, /* swap: is possible */
};

TEST_EACH(an_obstacle_stands_beside_the_cure, obstacles)
{
    struct app app;

    person_opens(&app, obstacles[_i].make(), 24, 80);
    person_types(&app, obstacles[_i].keys);
    ck_assert_int_eq(app_screen(&app), SCREEN_WHY);
    if (*obstacles[_i].says)
        person_expects(&app, obstacles[_i].says);
    else
        person_lacks(&app, "Not possible");
    app_finish(&app);
}

TEST(a_disk_that_is_open_read_only_is_an_obstacle)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    app.is_read_only = true;
    person_types(&app, "jjj\n");
    person_expects(&app, "Not possible: the disk is open read-only.");
    app_finish(&app);
}

/* What is cut below the list of a small window follows the explanation. */
TEST(the_price_of_a_cure_can_be_read_in_any_window)
{
    for (int rows = 10; rows < 26; rows++) {
        bool is_seen = false;
        struct app app;

        person_opens(&app, disks_legacy(), rows, 40);
        person_types(&app, "\n");
        for (int i = 0; i < 40 && !is_seen; i++) {
            CLEANUP(freep) char *screen = person_sees(&app);
            is_seen = strstr(screen, "2 must make room") != NULL;
            struct event event = { .kind = EVENT_KEY, .key = KEY_CODE_PAGE_DOWN };
            (void)app_update(&app, &event);
        }
        CLEANUP(freep) char *end = person_sees(&app);
        ck_assert_msg(is_seen, "%d rows:\n%s", rows, end);
        app_finish(&app);
    }
}

/* The buttons for the disk stand together, whatever the width. */
TEST(no_button_stands_alone)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    for (int cols = 80; cols <= 200; cols++) {
        struct event event = { .kind = EVENT_RESIZE, .rows = 30, .cols = cols };
        CLEANUP(canvas_freep) struct canvas *canvas = canvas_new(30, cols, LEVEL_UTF8);

        (void)app_update(&app, &event); /* nothing is to be done outside */
        app_draw(&app, canvas);
        CLEANUP(freep) char *dump = canvas_dump(canvas);
        ck_assert_msg(strstr(dump, "[  Fix  ] [Measure] [ Disk  ] [ Help  ] [ Quit  ]") !=
                          NULL,
                      "%d columns:\n%s", cols, dump);
    }
    app_finish(&app);
}

TEST(a_tall_window_tells_all_about_the_selected_row)
{
    struct app app;

    person_opens(&app, disks_legacy(), 60, 200);
    person_expects(&app, "─ Partition 1 ─");
    person_expects(&app, "Proof ");
    person_expects(&app, "Each 4 KiB block lies across two physical sectors.");
    person_lacks(&app, "X shows all");
    app.selected = app.shown = layout_at(app.layout, layout_count(app.layout) - 1)->id;
    person_lacks(&app, "─ Partition ");
    person_expects(&app, "─ Why ─");
    app_finish(&app);
    person_opens(&app, disks_legacy(), 44, 100);
    person_expects(&app, "X shows all");
    person_lacks(&app, "Each 4 KiB block");
    app_finish(&app);
    person_opens(&app, disks_legacy(), 24, 80);
    person_lacks(&app, "─ Partition 1 ─");
    app_finish(&app);
}

static const struct {
    const char *keys, *parts[6];
    int blank; /* rows at most */
} tall[] = {
    { "X",
      { "Proof ", "Each 4 KiB block lies across", "where 1 starts", "where 1 ends",
        "─ Map ─ 1 cell = ", "5l 1912586508" },
      2 },
    { "i", { "No errors found", "Sector 0 = byte 0", "5l 1912586508", "─ Map ─" }, 30 },
    { "y", { "Measured by others", "where 1 ends", "5l 1912586508", "Cures" }, 12 },
};

TEST_EACH(details_and_why_fill_a_tall_window, tall)
{
    struct app app;
    int blank = 0;

    person_opens(&app, disks_legacy(), 60, 200);
    person_types(&app, tall[_i].keys);
    for (size_t i = 0; i < ARRAY_SIZE(tall[_i].parts) && tall[_i].parts[i]; i++)
        person_expects(&app, tall[_i].parts[i]);
    CLEANUP(freep) char *screen = person_sees(&app);
    for (char *line = strtok(screen, "\n"); line; line = strtok(NULL, "\n"))
        blank += strlen(line + strspn(line, " │")) == 0;
    ck_assert_int_le(blank, tall[_i].blank);
    app_finish(&app);
}
