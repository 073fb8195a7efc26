/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_app.c - events in, state and effect out */
#include "ui/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/canvas_dump.h"
#include "support/disks.h"
#include "support/rng.h"
#include "support/test.h"
#include "ui/app/disk.h"
#include "ui/screen/frame/screen.h"

/* The main screen of the legacy disk, or of another one. */
static void open_disk(struct app *app, struct layout *layout, int rows, int cols)
{
    struct event event = { .kind = EVENT_LAYOUT, .layout = layout };

    strcpy(event.info.path, "/dev/sda");
    app_init(app, &screen_ui, LEVEL_UTF8, rows, cols);
    app_skip_picker(app);
    app_update(app, &event);
}

static struct effect press(struct app *app, uint32_t key)
{
    struct event event = { .kind = EVENT_KEY, .key = key };

    return app_update(app, &event);
}

static void type(struct app *app, const char *keys)
{
    for (; *keys; keys++)
        (void)press(app, *keys == '\n' ? (uint32_t)KEY_CODE_ENTER : (uint32_t)*keys);
}

static char *screen_of(const struct app *app)
{
    struct canvas *canvas = canvas_new(app->rows, app->cols, app->level);

    app_draw(app, canvas);
    char *dump = canvas_dump(canvas);
    canvas_free(canvas);
    return dump;
}

static void expect_on_screen(const struct app *app, const char *text)
{
    char *dump = screen_of(app);

    ck_assert_msg(strstr(dump, text), "'%s' is not on:\n%s", text, dump);
    free(dump);
}

static void expect_off_screen(const struct app *app, const char *text)
{
    char *dump = screen_of(app);

    ck_assert_msg(!strstr(dump, text), "'%s' is on:\n%s", text, dump);
    free(dump);
}

/* The selection is always a row of the list, also after its extent was removed. */
TEST(a_row_that_is_gone_gives_way_to_what_took_its_place)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, "jjjd");
    ck_assert_int_eq(app_selected(&app)->kind, EXTENT_FREE);
    type(&app, "u");
    ck_assert_uint_eq(app_selected(&app)->number, 5);
    app_finish(&app);
}

/* Which start is selected after the keys were pressed. */
static const struct {
    const char *keys;
    uint64_t start;
} walks[] = {
    { "", 63 },
    { "j", 204796620 },
    { "jj", 1912586445 },
    { "jjjjjjjj", 1953520065 },
    { "jjkkkk", 63 },
    { "z", 204796620 },
    { "zz", 1912586508 },
    { "zzz", 63 },
    { "/swap\n", 1912586508 },
    { "/WINXP\n", 63 },
    { "/5\n", 1912586508 },
    { "/nothing like it\n", 63 },
    { "g204796700\n", 204796620 },
    { "g50%\n", 204796620 },
    { "g5000000000\n", 63 },
    { "x", 63 },
};

TEST_EACH(keys_lead_to_the_row, walks)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, walks[_i].keys);
    ck_assert_uint_eq(app_selected(&app)->start, walks[_i].start);
    ck_assert_uint_eq(app.shown, app.selected);
    app_finish(&app);
}

TEST(first_row_is_the_first_that_is_off)
{
    struct app app;

    open_disk(&app, disks_4kn(), 24, 80);
    ck_assert_uint_eq(app_selected(&app)->number, 1);
    app_finish(&app);
}

TEST(tab_lists_every_extent_however_small)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    press(&app, KEY_CODE_TAB);
    expect_on_screen(&app, "Every extent");
    press(&app, KEY_CODE_HOME);
    expect_on_screen(&app, "First legal start 1, on 4 KiB 8, on 1 MiB 2048.");
    ck_assert_uint_eq(app_selected(&app)->start, 0);
    press(&app, 'j');
    ck_assert_int_eq(app_selected(&app)->role, ROLE_MBR_GAP);
    press(&app, KEY_CODE_TAB);
    ck_assert_uint_eq(app_selected(&app)->start, 63);
    app_finish(&app);
}

TEST(free_space_far_from_the_front_names_its_own_start)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    press(&app, KEY_CODE_END);
    ck_assert_uint_eq(app_selected(&app)->start, 1953520065);
    expect_on_screen(&app, "First legal start 1953520065");
    app_finish(&app);
}

TEST(panes_may_lag_until_the_keys_rest)
{
    struct app app;
    struct event idle = { .kind = EVENT_IDLE };

    open_disk(&app, disks_legacy(), 24, 80);
    app.is_lazy = true;
    press(&app, 'j');
    expect_on_screen(&app, "where 1 starts");
    app_update(&app, &idle);
    expect_on_screen(&app, "where 2 starts");
    app_finish(&app);
}

TEST(a_field_takes_every_key)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, "/q");
    ck_assert_str_eq(app.field.text, "q");
    expect_on_screen(&app, "Find: q");
    press(&app, KEY_CODE_ESCAPE);
    ck_assert_int_eq(app.asking, ASK_NOTHING);
    ck_assert_int_eq(press(&app, 'Q').kind, EFFECT_QUIT);
    app_finish(&app);
}

TEST(an_impossible_sector_is_said)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, "gabc\n");
    ck_assert(app.is_message_error);
    ck_assert_str_ne(app.message, "");
    press(&app, 'j');
    ck_assert_str_eq(app.message, "");
    app_finish(&app);
}

static const struct {
    uint32_t key;
    enum effect_kind want;
} effects[] = {
    { 'Q', EFFECT_QUIT },           { KEY_CODE_ESCAPE, EFFECT_NONE },
    { 'q', EFFECT_NONE },           { 'g' & 0x1f, EFFECT_NONE },
    { KEY_CODE_F10, EFFECT_QUIT },  { 'l' & 0x1f, EFFECT_REDRAW },
    { 'z' & 0x1f, EFFECT_SUSPEND }, { 'R', EFFECT_REREAD },
    { 'i', EFFECT_DETAILS },        { 'w', EFFECT_NONE },
    { 'W', EFFECT_NONE },           { KEY_CODE_NONE, EFFECT_NONE },
};

TEST_EACH(keys_ask_the_shell, effects)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    ck_assert_int_eq(press(&app, effects[_i].key).kind, effects[_i].want);
    app_finish(&app);
}

TEST(reading_again_says_that_it_was_done)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    press(&app, 'R');
    expect_on_screen(&app, "Everything was read again.");
    app_finish(&app);
}

/* A damaged key sequence sends a single Escape. */
TEST(escape_goes_back_but_never_out)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    press(&app, 'y');
    ck_assert_int_eq(press(&app, KEY_CODE_ESCAPE).kind, EFFECT_NONE);
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_int_eq(press(&app, KEY_CODE_ESCAPE).kind, EFFECT_NONE);
    ck_assert_str_eq(app.message, "Q quits, any other key stays.");
    app_finish(&app);
}

TEST(zoom_ends_at_both_ends)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, "-");
    ck_assert_int_eq(app.zoom, 0);
    type(&app, "++++++++++++++++++++++++");
    expect_on_screen(&app, "8 cells = 1 sector");
    type(&app, "-");
    expect_on_screen(&app, "1 cell = 1 sector");
    type(&app, "0");
    expect_on_screen(&app, "whole disk");
    app_finish(&app);
}

TEST(columns_come_around)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    expect_on_screen(&app, "97.7 GiB NTFS  ntfs");
    type(&app, "x");
    expect_on_screen(&app, "104.9 GB NTFS  ntfs");
    type(&app, "x");
    expect_on_screen(&app, "10.5 % NTFS  ntfs");
    type(&app, "x");
    expect_on_screen(&app, "204796557 104855837184 ntfs");
    type(&app, "x");
    expect_on_screen(&app, "7    NTFS, exFAT, HPFS");
    type(&app, "xx");
    expect_on_screen(&app, "97.7 GiB NTFS  ntfs");
    app_finish(&app);
}

/* Text typed at the prompt for the grain, and the grain it gives; 0: it is refused. */
static const struct {
    const char *text;
    uint64_t grain;
} grains[] = {
    { "64KiB", 65536 }, { "3MiB", 3 << 20 }, { "1000", 0 }, { "2TiB", 0 }, { "x", 0 },
};

TEST_EACH(a_grain_is_given_by_hand, grains)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, "G\x15");
    type(&app, grains[_i].text);
    struct effect effect = press(&app, KEY_CODE_ENTER);
    ck_assert_int_eq(effect.kind, grains[_i].grain ? EFFECT_REREAD : EFFECT_NONE);
    ck_assert_uint_eq(app.given.grain, grains[_i].grain);
    app_finish(&app);
}

TEST(the_plain_list_scrolls_both_ways)
{
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    type(&app, "p");
    expect_on_screen(&app, "/dev/sda  Plain list");
    expect_on_screen(&app, "1953525168 sectors = 1000204886016 bytes");
    for (int i = 0; i < 20; i++)
        (void)press(&app, KEY_CODE_RIGHT);
    expect_on_screen(&app, "204800000");
    for (int i = 0; i < 20; i++)
        (void)press(&app, KEY_CODE_LEFT);
    expect_on_screen(&app, "1953525168 sectors = 1000204886016 bytes");
    type(&app, "q");
    expect_on_screen(&app, "whole disk");
    app_finish(&app);
}

TEST(the_plain_list_scrolls_only_what_is_not_in_sight)
{
    struct app app;

    open_disk(&app, disks_legacy(), 40, 160);
    type(&app, "p");
    expect_off_screen(&app, "scroll");
    expect_off_screen(&app, "the rest of the lines");
    app_finish(&app);
    open_disk(&app, disks_legacy(), 12, 60);
    type(&app, "p");
    expect_on_screen(&app, "scroll");
    expect_on_screen(&app, "the rest of the lines");
    app_finish(&app);
}

TEST(a_second_reading_keeps_the_row)
{
    struct app app;
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_legacy() };

    open_disk(&app, disks_legacy(), 24, 80);
    strcpy(event.info.path, "/dev/sda");
    type(&app, "j++");
    app_update(&app, &event);
    ck_assert_uint_eq(app_selected(&app)->start, 204796620);
    ck_assert_int_eq(app.zoom, 2);
    app_finish(&app);
}

TEST(too_small_says_what_it_needs)
{
    struct app app;
    struct event event = { .kind = EVENT_RESIZE, .rows = 6, .cols = 28 };

    open_disk(&app, disks_legacy(), 24, 80);
    app_update(&app, &event);
    expect_on_screen(&app, "alidade: 28x6 is too small.");
    event = (struct event){ .kind = EVENT_RESIZE, .rows = 10, .cols = 40 };
    app_update(&app, &event);
    expect_on_screen(&app, "> 1         63");
    app_finish(&app);
}

/* 20 TB in sectors of 512 bytes: eleven digits, and a size of seven columns. */
TEST(small_lists_cut_no_number_and_let_none_touch)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 2096992 },
        { .kind = EXTENT_PARTITION,
          .number = 12,
          .start = 12345678904,
          .length = 2096992 },
    };
    struct disks_spec spec = {
        .size = UINT64_C(39062500000), .label = LABEL_GPT, .parts = parts, .count = 2
    };
    struct app app;

    open_disk(&app, disks_build(&spec), 12, 40);
    expect_on_screen(&app, "> 1         2048 1023.9M ok 1M");
    expect_on_screen(&app, "  12 12345678904 1023.9M ok 4K");
    app_finish(&app);
}

TEST(a_prompt_is_seen_however_narrow)
{
    struct app app;

    open_disk(&app, disks_legacy(), 10, 40);
    type(&app, "g12");
    expect_on_screen(&app, " Go to sector, size or percent:\n 12\n");
    app_finish(&app);
}

/* An action without a visible effect must show a message. */
static const struct {
    int rows, cols;
    uint32_t key;
    const char *message;
} unseen[] = {
    { 12, 40, 'x', "There is no room to show that here: 60x15 has it." },
    { 12, 40, '+', "There is no room to show that here: 60x15 has it." },
    { 12, 40, 'z', "" },
    { 15, 60, 'x', "Sizes in powers of ten: GB, MB." },
    { 15, 60, KEY_CODE_RIGHT, "There is no room to show that here: 60x24 has it." },
    { 24, 80, KEY_CODE_RIGHT, "" },
};

TEST_EACH(keys_without_a_sight_say_so, unseen)
{
    struct app app;

    open_disk(&app, disks_legacy(), unseen[_i].rows, unseen[_i].cols);
    press(&app, unseen[_i].key);
    ck_assert_str_eq(app.message, unseen[_i].message);
    app_finish(&app);
}

/* The menu is hidden there, so its old selection must not count. */
TEST(enter_explains_where_there_is_no_menu)
{
    struct event event = { .kind = EVENT_RESIZE, .rows = 15, .cols = 60 };
    struct app app;

    open_disk(&app, disks_legacy(), 24, 80);
    press(&app, KEY_CODE_RIGHT);
    app_update(&app, &event);
    press(&app, KEY_CODE_ENTER);
    ck_assert_int_eq(app_screen(&app), SCREEN_WHY);
    app_finish(&app);
}

static struct layout *(*const makers[])(void) = {
    disks_legacy,  disks_touching, disks_gpt34, disks_aligned,
    disks_openbsd, disks_4kn,      disks_raid,  disks_jumper,
};

/* No size, disk, row or zoom may break the drawing. */
TEST_EACH(every_disk_is_drawn_at_every_size, makers)
{
    int row_step = 60 / (int)rng_rounds(20), col_step = 165 / (int)rng_rounds(15);

    for (int rows = 1; rows <= 60; rows += row_step) {
        for (int cols = 1; cols <= 160; cols += col_step) {
            struct app app;

            open_disk(&app, makers[_i](), rows, cols);
            for (int step = 0; step < 12; step++) {
                press(&app, (uint32_t) "j+xe\tj+x+g-j"[step]);
                char *dump = screen_of(&app);
                ck_assert_ptr_nonnull(dump);
                free(dump);
            }
            app_finish(&app);
        }
    }
}
