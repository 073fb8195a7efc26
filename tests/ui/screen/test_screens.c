/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_screens.c - picker, why, details, help: keys in, state and effect out */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/rng.h"
#include "support/test.h"
#include "ui/app/app.h"
#include "ui/app/keymap.h"
#include "ui/screen/frame/screen.h"
#include "ui/screen/help_page.h"

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

/* The effect of the last key; '\n' is Enter. */
static struct effect type(struct app *app, const char *keys)
{
    struct effect effect = { .kind = EFFECT_NONE };

    for (; *keys; keys++)
        effect = press(app, *keys == '\n' ? (uint32_t)KEY_CODE_ENTER : (uint32_t)*keys);
    return effect;
}

static void show_layout(struct app *app, const char *path, struct layout *layout)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout };

    copy_text(event.info.path, sizeof(event.info.path), path);
    (void)app_update(app, &event); /* the effect itself is not tested here */
}

static void start(struct app *app, struct layout *layout)
{
    app_init(app, &screen_ui, LEVEL_UTF8, 24, 80);
    app_skip_picker(app);
    show_layout(app, "/dev/sda", layout);
}

static bool is_on_screen(const struct app *app, const char *text)
{
    CLEANUP(canvas_freep)
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    CLEANUP(freep) char *dump = canvas_dump(canvas);
    return strstr(dump, text) != NULL;
}

static void expect(const struct app *app, const char *text)
{
    ck_assert_msg(is_on_screen(app, text), "'%s' is not on the screen", text);
}

/* Disks as the machine lists them; the first LOOKED of them have been read. */
static void show_disks(struct app *app, size_t looked)
{
    static struct layout *(*const layouts[])(void) = { disks_gpt34, disks_aligned,
                                                       disks_legacy };
    static const char *const paths[] = { "/dev/sda", "/dev/sdb", "/dev/sdc" };
    struct event event = { .kind = EVENT_DISKS, .disk_count = ARRAY_SIZE(paths) };

    event.disks = xcalloc(event.disk_count, sizeof(*event.disks));
    for (size_t i = 0; i < event.disk_count; i++) {
        copy_text(event.disks[i].path, sizeof(event.disks[i].path), paths[i]);
        event.disks[i].layout = i < looked ? layouts[i]() : NULL;
    }
    event.disks[0].is_system = true;
    (void)app_update(app, &event); /* a list has no effect */
}

TEST(the_system_disk_is_not_the_default_where_another_has_a_problem)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    show_disks(&app, 1);
    ck_assert_uint_eq(app.picker.selected, 0);
    show_disks(&app, 3);
    ck_assert_uint_eq(app.picker.selected, 2);
    app_finish(&app);
}

TEST(a_row_that_was_chosen_stays_chosen)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    show_disks(&app, 1);
    (void)type(&app, "j"); /* moving has no effect outside */
    show_disks(&app, 3);
    ck_assert_uint_eq(app.picker.selected, 1);
    app_finish(&app);
}

/* What is around it is seen on the main screen, too. */
TEST(a_slow_line_sends_of_what_is_around_only_the_map)
{
    struct app app;

    start(&app, disks_aligned());
    (void)type(&app, "y");
    app.rows = 40;
    expect(&app, "where 1 starts");
    app.is_slow_line = true;
    expect(&app, "─ Map ─");
    ck_assert(!is_on_screen(&app, "where 1 starts"));
    ck_assert(!is_on_screen(&app, "─ Partitions ─"));
    app_finish(&app);
}

static const struct {
    const char *keys;
    enum effect_kind effect;
    const char *path; /* NULL: none */
    bool is_read_only;
} picks[] = {
    { "\n", EFFECT_OPEN, "/dev/sdc", false },
    { "r", EFFECT_OPEN, "/dev/sdc", true },
    { "kk\n", EFFECT_OPEN, "/dev/sda", false },
    { "kkkk\n", EFFECT_OPEN, "/dev/sda", false },
    { "/SDB\n\n", EFFECT_OPEN, "/dev/sdb", false },
    { "o/tmp/a b.img\n", EFFECT_OPEN, "/tmp/a b.img", false },
    { "o\n", EFFECT_NONE, NULL, false },
    { "o/tm\t", EFFECT_NONE, NULL, false }, /* a tab is no Tab key */
    { "R", EFFECT_DISKS, NULL, false },
    { "Q", EFFECT_QUIT, NULL, false },
    { "q", EFFECT_NONE, NULL, false },
    { "qqqQ", EFFECT_QUIT, NULL, false },
};

TEST_EACH(the_picker_opens_what_was_picked, picks)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    show_disks(&app, 3);
    struct effect effect = type(&app, picks[_i].keys);
    ck_assert_int_eq(effect.kind, picks[_i].effect);
    if (picks[_i].path)
        ck_assert_str_eq(effect.path, picks[_i].path);
    ck_assert_int_eq(effect.is_read_only, picks[_i].is_read_only);
    app_finish(&app);
}

TEST(tab_completes_a_path)
{
    struct app app;
    struct event completed = { .kind = EVENT_COMPLETED, .text = "/tmp/disk.img" };

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    show_disks(&app, 3);
    (void)type(&app, "o/tm"); /* a field gets all keys */
    struct effect effect = press(&app, KEY_CODE_TAB);
    ck_assert_int_eq(effect.kind, EFFECT_COMPLETE);
    ck_assert_str_eq(effect.path, "/tm");
    (void)app_update(&app, &completed); /* only the field changes */
    effect = press(&app, KEY_CODE_ENTER);
    ck_assert_str_eq(effect.path, "/tmp/disk.img");
    app_finish(&app);
}

TEST(a_disk_is_opened_again_after_going_back)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    show_disks(&app, 3);
    show_layout(&app, "/dev/sdc", disks_legacy());
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    (void)type(&app, "q"); /* back to the picker */
    ck_assert_int_eq(app_screen(&app), SCREEN_DISKS);
    /* Late results do not open the disk again. */
    show_layout(&app, "/dev/sdc", disks_legacy());
    ck_assert_int_eq(app_screen(&app), SCREEN_DISKS);
    ck_assert_int_eq(type(&app, "\n").kind, EFFECT_OPEN);
    show_layout(&app, "/dev/sdc", disks_legacy());
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    app_finish(&app);
}

TEST(a_disk_that_could_not_be_opened_says_why)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    show_disks(&app, 2);
    copy_text(app.picker.disks[2].note, sizeof(app.picker.disks[2].note),
              "/dev/sdc: no medium.");
    (void)type(&app, "jjj"); /* the last row */
    expect(&app, "not read");
    expect(&app, "/dev/sdc: no medium.");
    app_finish(&app);
}

TEST(an_empty_list_shows_the_way_to_images)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    expect(&app, "o opens an image file");
    ck_assert_int_eq(type(&app, "\n").kind, EFFECT_NONE);
    ck_assert_int_eq(type(&app, "fjkr").kind, EFFECT_NONE);
    app_finish(&app);
}

/* Cures of partition 1 of the legacy disk, as keys select them. */
TEST(each_cure_can_be_selected_and_priced)
{
    struct app app;

    start(&app, disks_legacy());
    (void)type(&app, "y"); /* why */
    ck_assert_int_eq(app_screen(&app), SCREEN_WHY);
    expect(&app, ">  2048  1 MiB");
    expect(&app, "1016320 bytes to the right");
    (void)type(&app, "j"); /* the next cure */
    expect(&app, ">    56  4 KiB");
    expect(&app, "3584 bytes to the left");
    (void)type(&app, "jjjjj"); /* stops at the last one */
    expect(&app, ">    64  4 KiB");
    (void)type(&app, "kkkkk"); /* and at the first */
    expect(&app, ">  2048  1 MiB");
    app_finish(&app);
}

TEST(the_story_scrolls_to_its_end)
{
    struct app app;

    start(&app, disks_legacy());
    (void)type(&app, "y"); /* why */
    ck_assert(!is_on_screen(&app, "7.2 times"));
    for (int i = 0; i < 10; i++)
        (void)press(&app, KEY_CODE_PAGE_DOWN); /* it scrolls */
    expect(&app, "104.4 MB/s");
    (void)press(&app, KEY_CODE_HOME); /* back to the top */
    expect(&app, "7 x 4096 + 3584");
    app_finish(&app);
}

TEST(what_is_aligned_has_no_cures)
{
    struct app app;

    start(&app, disks_aligned());
    (void)type(&app, "y"); /* why */
    expect(&app, "nothing to do");
    ck_assert(!is_on_screen(&app, "Cures"));
    app_finish(&app);
}

static const struct {
    const char *keys; /* on the details; '<' clears the field */
    enum effect_kind effect;
    uint64_t physical;
    uint64_t offset;
    bool has_offset;
    const char *said; /* NULL: nothing */
} givens[] = {
    { "p<512\n", EFFECT_REREAD, 512, 0, false, NULL },
    { "p<16K\n", EFFECT_REREAD, 16384, 0, false, NULL },
    { "p<\n", EFFECT_REREAD, 0, 0, false, NULL },
    { "p<1000\n", EFFECT_NONE, 0, 0, false, "A physical sector is a power of two" },
    { "p<256\n", EFFECT_NONE, 0, 0, false, "A physical sector is a power of two" },
    { "p<1T\n", EFFECT_NONE, 0, 0, false, "A physical sector is a power of two" },
    { "p<many\n", EFFECT_NONE, 0, 0, false, "many" },
    { "a<3584\n", EFFECT_REREAD, 0, 3584, true, NULL },
    { "a<0\n", EFFECT_REREAD, 0, 0, true, NULL },
    { "a<3584\na<\n", EFFECT_REREAD, 0, 0, false, NULL },
    { "a<4096\n", EFFECT_NONE, 0, 0, false, "An alignment offset is a multiple" },
    { "a<100\n", EFFECT_NONE, 0, 0, false, "An alignment offset is a multiple" },
    { "a<3584\np<512\n", EFFECT_REREAD, 512, 0, false, NULL },
    { "a<3584\np<8192\n", EFFECT_REREAD, 8192, 3584, true, NULL },
};

TEST_EACH(limits_are_given_by_hand, givens)
{
    struct app app;
    struct effect effect = { .kind = EFFECT_NONE };

    start(&app, disks_legacy());
    (void)type(&app, "i"); /* details */
    for (const char *key = givens[_i].keys; *key; key++)
        effect =
            *key == '<' ? press(&app, 'u' & 0x1f) : type(&app, (char[]){ *key, '\0' });
    ck_assert_int_eq(effect.kind, givens[_i].effect);
    ck_assert_uint_eq(app.given.physical, givens[_i].physical);
    ck_assert_uint_eq(app.given.alignment_offset, givens[_i].offset);
    ck_assert_int_eq(app.given.has_alignment_offset, givens[_i].has_offset);
    if (givens[_i].effect == EFFECT_REREAD)
        ck_assert_uint_eq(effect.given.physical, givens[_i].physical);
    if (givens[_i].said)
        expect(&app, givens[_i].said);
    app_finish(&app);
}

TEST(details_are_asked_for_again_when_the_disk_was_read_again)
{
    struct app app;
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_legacy() };

    start(&app, disks_legacy());
    ck_assert_int_eq(type(&app, "i").kind, EFFECT_DETAILS);
    copy_text(event.info.path, sizeof(event.info.path), "/dev/sda");
    ck_assert_int_eq(app_update(&app, &event).kind, EFFECT_DETAILS);
    app_finish(&app);
}

TEST(what_was_given_for_one_disk_is_not_given_for_another)
{
    struct app app;

    app_init(&app, &screen_ui, LEVEL_UTF8, 24, 80);
    app.given.physical = 8192;
    show_disks(&app, 3);
    show_layout(&app, "/dev/sdc", disks_legacy());
    (void)type(&app, "ip");        /* details, physical sector */
    (void)press(&app, 'u' & 0x1f); /* clears the field */
    ck_assert_uint_eq(type(&app, "512\n").given.physical, 512);
    (void)type(&app, "qq"); /* back to the picker */
    ck_assert_uint_eq(type(&app, "\n").given.physical, 512);
    (void)type(&app, "k"); /* another disk */
    ck_assert_uint_eq(type(&app, "\n").given.physical, 8192);
    app_finish(&app);
}

/* The page of SCREEN on a terminal that is tall enough for all of it. */
static void open_help(struct app *app, enum screen_id screen)
{
    start(app, disks_legacy());
    app->rows = 60;
    app->stack[0] = screen;
    if (screen != SCREEN_HELP)
        (void)press(app, KEY_CODE_F1); /* help, where ? may be text */
}

/* A row that names the keys of one action alone, with the words of the table. */
static void check_row(const struct app *app, enum screen_id screen,
                      const struct pager_line *line)
{
    enum action action = (enum action)line->value;
    char keys[KEY_LIST];

    ck_assert_str_eq(line->key, keymap_keys(app, screen, action, ACTION_KEYS, keys));
    ck_assert_str_eq(line->text, keymap_row(app, action)->help);
}

TEST_TIMES(each_action_of_a_screen_has_one_row_in_its_help, SCREEN_COUNT)
{
    enum screen_id screen = (enum screen_id)_i;
    int rows[ACTION_COUNT] = { 0 };
    struct app app;
    char keys[KEY_LIST];

    start(&app, disks_legacy());
    struct help_page page = help_page_of(&app, screen, 200);
    for (int i = 0; i < page.lines.count; i++) {
        const struct pager_line *line = &page.lines.lines[i];
        if (line->value <= ACTION_NONE || line->value >= ACTION_COUNT)
            continue;
        check_row(&app, screen, line);
        rows[line->value]++;
        for (int k = 0; k < i; k++)
            ck_assert_str_ne(page.lines.lines[k].text, line->text);
    }
    for (enum action i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
        ck_assert_int_eq(rows[i], *keymap_keys(&app, screen, i, 1, keys) != '\0');
    pager_finish(&page.lines);
    app_finish(&app);
}

/* The first row also names the pages: a long title is cut at 80 columns. */
TEST_TIMES(the_help_names_the_screen_below, SCREEN_COUNT)
{
    const char *title = screen_ui.screens[_i]->title;
    struct app app;

    ck_assert_ptr_nonnull(title);
    open_help(&app, (enum screen_id)_i);
    app.cols = 132;
    CLEANUP(freep) char *header = xasprintf("alidade help ─ %s  ", title);
    expect(&app, header);
    app_finish(&app);
}

TEST(the_words_compute_their_numbers)
{
    struct app app;

    open_help(&app, SCREEN_TABLE);
    (void)type(&app, "2"); /* words */
    expect(&app, "512/577 = 88.7 %");
    expect(&app, "4096/4211 = 97.3 %");
    expect(&app, "firmware cannot");
    (void)type(&app, "1"); /* keys */
    expect(&app, "Align and measure");
    app_finish(&app);
}

TEST(every_word_has_a_text)
{
    size_t count = 0;

    for (; help_page_word(count); count++) {
        CLEANUP(freep) char *text = help_page_word_text(count);
        ck_assert_uint_gt(strlen(text), 40);
    }
    ck_assert_uint_ge(count, 10);
}

/* The last two rows as text. */
static char *foot_of(const struct canvas *canvas)
{
    struct str text = { 0 };

    for (int row = canvas_rows(canvas) - 2; row < canvas_rows(canvas); row++) {
        for (int col = 0; col < canvas_cols(canvas); col++)
            str_add(&text, canvas_at(canvas, row, col)->text);
    }
    return str_take(&text);
}

static void check_sizes(struct app *app)
{
    for (int cols = SCREEN_MIN_COLS; cols <= 132; cols += rng_step(7)) {
        CLEANUP(canvas_freep)
        struct canvas *canvas = canvas_new(app->rows, app->cols = cols, LEVEL_UTF8);
        app_draw(app, canvas);
        CLEANUP(freep) char *foot = foot_of(canvas);
        ck_assert_msg(strstr(foot, " q ") != NULL, "%dx%d: no way out in '%s'", cols,
                      app->rows, foot);
    }
}

TEST_TIMES(every_size_shows_the_way_out, 40)
{
    static const char *const ways[] = { "y", "i", "?", "?2" };
    struct app app;

    for (size_t way = 0; way < ARRAY_SIZE(ways); way++) {
        start(&app, disks_legacy());
        (void)type(&app, ways[way]); /* the screen */
        app.rows = SCREEN_MIN_ROWS + _i;
        check_sizes(&app);
        app_finish(&app);
    }
}
