/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_form.c - keys in, edits in the queue out: at once, through forms and lists */
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "support/disks.h"
#include "support/rng.h"
#include "support/test.h"
#include "ui/app/app.h"
#include "ui/person.h"
#include "ui/screen/forms/form_row.h"

/* A disk in use as the main system: its ext4 is mounted. */
static struct layout *mounted(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    struct extent *root = layout_builder_find(builder, layout_find_number(layout, 3)->id);

    root->use = (struct use){ USE_MOUNT, "/" };
    return layout_builder_refinish(builder);
}

static struct layout *free_msdos(void)
{
    struct disks_spec spec = { .size = 41943040, .label = LABEL_MSDOS };

    return disks_build(&spec);
}

static struct layout *no_table(void)
{
    struct disks_spec spec = { .size = 41943040, .label = LABEL_NONE };

    return disks_build(&spec);
}

/* The result of keys: the words of the last pending edit (NULL: none was added); SAYS
 * is on the message line. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys;
    const char *words;
    const char *says;
} rows[] = {
    { disks_legacy, "jjjd", "delete partition 5", NULL },
    { disks_legacy, "jjjjd", NULL, "There is no partition here to be deleted." },
    { mounted, "jjd", NULL, "mounted on /" },
    { disks_legacy, "jb", "boot flag of 2", NULL },
    { disks_legacy, "jjjjb", NULL, "There is no partition here to boot from." },
    { disks_openbsd, "jb", NULL, "shown, not edited" },
    { disks_legacy, "aj\n", "start of 1: 63 -> 56, with 97.7 GiB of data", NULL },
    { disks_gpt34, "a", NULL, "6 sectors smaller: r on the main screen" },
    { disks_legacy, "ja", NULL, "Its container must change first. A on the main screen" },
    { disks_legacy, "jjjaj\n", "1912586504", NULL },
    { disks_aligned, "a", NULL, "Partition 1 does not start off its boundary." },
    { disks_aligned, "C", "msdos", NULL },
    { disks_legacy, "c", NULL, "C converts the table" },
    { disks_legacy, "V", NULL, "Nothing in this table is to be repaired, and" },
    { disks_legacy, "jt/swap\n", "swap", NULL },
    { disks_aligned, "jjt/raid\003\n", "RAID", NULL },
    { disks_legacy, "jt/nothing like it\n", NULL, "No type has this in its name" },
    { disks_legacy, "jt/7e\n", "7e", NULL },
    { disks_legacy, "jt\n", NULL, "Nothing was changed." },
    { disks_legacy, "jt\033", NULL, "" },
    { disks_aligned, "cboot\n", "boot", NULL },
    { disks_aligned, "c\b\n", NULL, "Nothing was changed." },
    { disks_aligned, "c\t0fc63daf-8483-4772-8e79-3d69d8477de5\n", "0fc63daf", NULL },
    { disks_aligned, "c\tnonsense\n", NULL, "'nonsense' is no GUID" },
    { disks_aligned, "c\t\t\t\t\t \n", "attributes of 1", NULL },
    { disks_aligned, "cboot\033", NULL, "" },
    { disks_legacy, "D0x12345678\n", "0x12345678", NULL },
    { disks_legacy, "D\b\n", "random", NULL },
    { disks_legacy, "Dxyz\n", NULL, "xyz" },
    { disks_legacy, "n\n", "new partition 4", NULL },
    { disks_gpt34, "n", NULL, "There is no free space" },
    { no_table, "n", NULL, "N makes one" },
    { disks_legacy, "jjjjn\n", "new partition 4", NULL },
    { disks_half_free, "jn\n", "new partition 2, 10 GiB, Linux file system, at 20973568",
      NULL },
    { disks_half_free, "jn2GiB\n",
      "new partition 2, 2 GiB, Linux file system, at 20973568", NULL },
    { disks_half_free, "jn2GiB\tswap\tspace\n", "Linux swap, 'space'", NULL },
    { disks_half_free, "jn2GiB\t\024/home\n\n", "Linux home", NULL },
    { disks_half_free, "jn2GiB\tlinux root\024\n\n", "Linux root (x86-64)", NULL },
    { disks_half_free, "jn20GiB\n", NULL, "there is room for" },
    { disks_half_free, "jn\t\t\t30000000\n", "at 30000000", NULL },
    { disks_half_free, "jn\tnothing like it\n", NULL, "No type is called" },
    { disks_half_free, "jn\tlinux root\n", NULL, "Ctrl-T lists them." },
    { disks_half_free, "jn2GiB\033", NULL, "" },
    { free_msdos, "n1GiB\te\n", "Extended", NULL },
    { free_msdos, "n1GiB\t \n", "Extended", NULL },
    { free_msdos, "n1GiB\t\001\001\001\n", "Linux", NULL },
    { free_msdos, "n1GiB\tl \n", "new partition 1, 1 GiB, Linux, at 2048", NULL },
    { free_msdos, "n1GiB\tl\t\t2048\n", NULL, "2048" },
    { disks_legacy, "n\tl\n", "new partition 4", NULL },
    { disks_half_free, "r5GiB\n", "size of 1: ", NULL },
    { disks_half_free, "r+1GiB\n", "11 GiB", NULL },
    { disks_half_free, "r-1GiB\n", "9 GiB", NULL },
    { disks_half_free, "rend-1GiB\n", "19 GiB", NULL },
    { disks_half_free, "jn-1GiB\n", NULL, "write end-1GiB" },
    { free_msdos, "n1GiB\t\t\t0%\n", "new partition 1, 1 GiB, Linux, at 2048", NULL },
    { disks_legacy, "jjjm-4s\n", "1912586508 -> 1912586504", NULL },
    { disks_half_free, "r+20GiB\n", NULL, "there is room for" },
    { disks_half_free, "r..20973599s\n", "size of 1: ", NULL },
    { disks_half_free, "r\n", NULL, "Nothing was changed." },
    { disks_half_free, "rnonsense\n", NULL, "nonsense" },
    { disks_half_free, "jr", NULL, "There is no partition here to be resized" },
    { disks_aligned, "jjr1MiB\n", NULL, "" },
    { mounted, "jjr1GiB\n", NULL, "mounted on /" },
    { disks_legacy, "m-7s\n", "start of 1: 63 -> 56, with 97.7 GiB of data", NULL },
    { mounted, "jjm", NULL, "mounted on /" },
    { disks_legacy, "jjjm1912586504\n", "1912586508 -> 1912586504", NULL },
    { disks_legacy, "jjjm1912586512\te\n", "1912586508 -> 1912586512", NULL },
    { disks_legacy, "jjjm1912586512\n", NULL, "" },
    { disks_legacy, "jjjm5\n", NULL, "here it can be" },
    { disks_legacy, "jjjyj\n", "1912586508 -> 1912586504", NULL },
    { disks_legacy, "yj\n", "start of 1: 63 -> 56, with 97.7 GiB of data", NULL },
    { disks_legacy, "N\n", "new gpt table", NULL },
    { disks_legacy, "N\003\003\003\003\003\003\n", NULL, "Without a table" },
    { disks_legacy, "N\003\003\003\003\003\003\003x\n", NULL, "x" },
    { mounted, "N\n", NULL, "mounted on /" },
    { disks_legacy, "N\033", NULL, "" },
};

TEST_EACH(keys_become_an_edit_or_a_sentence, rows)
{
    struct app app;

    person_opens(&app, rows[_i].disk(), 24, 80);
    person_types(&app, rows[_i].keys);
    if (rows[_i].words) {
        ck_assert_msg(app_pending(&app) == 1, "%zu pending: %s", app_pending(&app),
                      app.message);
        CLEANUP(freep) char *words = queue_words(app.queue, 0);
        ck_assert_msg(strstr(words, rows[_i].words), "%s", words);
        ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
        person_expects(&app, "1 change pending");
    } else {
        ck_assert_uint_eq(app_pending(&app), 0);
        ck_assert_msg(strstr(app.message, rows[_i].says), "%s", app.message);
    }
    app_finish(&app);
}

/* Keys, and what is seen of it all. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys;
    const char *seen;
} looks[] = {
    { disks_half_free, "jn\tlinux root\024", "Types with 'linux root'" },
    { disks_half_free, "jn\tlinux root\024", "Search: linux root" },
    { disks_half_free, "jn\tlinux root\024\033", "276 of 276" },
    { disks_legacy, "jjjyj", "Enter add" },
    { disks_legacy, "yj", "Enter add" },
    { disks_legacy, "r", "Enter add" },
    { disks_legacy, "N", "Enter add" },
    { disks_legacy, "jy", "Enter plan" },
    { disks_legacy, "jyj", "Enter why not" },
    { disks_legacy, "jyj", "F fix all" },
    { disks_legacy, "r", "Partition 1 ends 2048 bytes past" },
    { disks_legacy, "m", "Partition 1 starts at 63 = 56 + 7" },
    { disks_half_free, "jy", "\n B measure" },
    { disks_half_free, "jn1GiB\tswap\tspace\nkj",
      "2 (Linux swap, 'space') starts on a 1 MiB" },
    { disks_aligned, "cboot\t\t \n", "2 changes are pending." },
    { disks_aligned, "bcboot\t\t\t \n", "2 more changes: 3 are pending." },
};

TEST_EACH(what_was_typed_is_taken_up, looks)
{
    struct app app;

    person_opens(&app, looks[_i].disk(), 24, 80);
    person_types(&app, looks[_i].keys);
    person_expects(&app, looks[_i].seen);
    app_finish(&app);
}

/* Characters typed in a form are not keys, and the formats of its fields are shown. */
TEST(the_help_of_a_form_is_its_own)
{
    struct event help = { .kind = EVENT_KEY, .key = KEY_CODE_F1 };
    struct app app;

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, "r");
    (void)app_update(&app, &help); /* a screen, no more */
    person_expects(&app, "20GiB, 8GB      powers of two, of ten");
    person_types(&app, "/the help\n");
    person_expects(&app, "F1              the help");
    CLEANUP(freep) char *dump = person_sees(&app);
    ck_assert_ptr_null(strstr(dump, "? h"));
    ck_assert_ptr_null(strstr(dump, "q F10"));
    app_finish(&app);
}

static const struct {
    const char *keys;
    const char *words;
} logicals[] = {
    { "n1GiB\tl\n", "new partition 5, 1 GiB, Linux, at 4096" },
    { "n1GiB\t  \n", "new partition 5, 1 GiB, Linux, at 4096" },
    { "n1GiB\tl\t\t8192\n", "new partition 5, 1 GiB, Linux, at 8192" },
    { "n8192\b\b\b\b1GiB\tl\tswap\n", "Linux swap" },
};

TEST_EACH(a_logical_partition_brings_its_container, logicals)
{
    struct app app;

    person_opens(&app, free_msdos(), 24, 80);
    person_types(&app, logicals[_i].keys);
    ck_assert_msg(app_pending(&app) == 2, "%s", app.message);
    CLEANUP(freep) char *container = queue_words(app.queue, 0);
    CLEANUP(freep) char *words = queue_words(app.queue, 1);
    ck_assert_ptr_nonnull(strstr(container, "partition 1, 20 GiB, Extended, at 2048"));
    ck_assert_msg(strstr(words, logicals[_i].words), "%s", words);
    ck_assert_uint_eq(app_selected(&app)->number, 5);
    app_finish(&app);
}

TEST(commands_for_an_image_go_through_a_loop_device)
{
    struct app app;

    person_opens(&app, free_msdos(), 40, 100);
    copy_text(app.info.path, sizeof(app.info.path), "disk.img");
    copy_text(app.info.transport, sizeof(app.info.transport), "file");
    person_types(&app, "n1GiB");
    person_expects(&app, "mkfs.ext4 -E nodiscard \"${loop}p1\"");
    app_finish(&app);
}

/* The status line of the menu, at the bottom. */
static const struct {
    const char *keys; /* \001: the next button */
    const char *says;
} buttons[] = {
    { "\001\001", "delete this partition" },
    { "jjjj\001\001", "There is no partition here to be deleted." },
    { "jjjj\001\001\001", "There is no partition here to be resized" },
    { "\001\001\001\001\001", "There is nothing to undo." },
    { "jb\001\001\001\001\001\001", "write the changes" },
};

TEST_EACH(a_button_says_what_it_does_or_lacks, buttons)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, buttons[_i].keys);
    person_expects(&app, buttons[_i].says);
    app_finish(&app);
}

TEST(what_changed_has_a_star)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "jb");
    person_expects(&app, "  *1 ");
    person_expects(&app, " >*2b");
    app.rows = 12;
    app.cols = 40;
    person_expects(&app, " >*2  204796620");
    person_expects(&app, "1 pending");
    app_finish(&app);
}

TEST(a_wrong_value_keeps_the_form_open)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "D0xnine");
    person_expects(&app, "Not possible");
    person_types(&app, "\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_FORM);
    ck_assert(app.is_message_error);
    person_types(&app, "\b\b\b\b9\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_str_eq(layout_label(app.layout)->id, "0x00000009");
    app_finish(&app);
}

TEST(the_first_character_takes_the_place_of_what_was_there)
{
    struct app app;

    person_opens(&app, disks_aligned(), 24, 80);
    person_types(&app, "cab");
    ck_assert_str_eq(form_of(&app)->items[0].field.text, "ab");
    person_types(&app, "\t\002\b");
    ck_assert_uint_eq(strlen(form_of(&app)->items[1].field.text), 0);
    app_finish(&app);
}

TEST(a_read_only_disk_is_not_edited)
{
    static const char keys[] = "dbasCctDnrmN";
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    app.is_read_only = true;
    for (const char *key = keys; *key; key++) {
        person_types(&app, (char[]){ *key, '\0' });
        ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
        ck_assert_uint_eq(app_pending(&app), 0);
        ck_assert_str_eq(app.message,
                         "/dev/sda is open read-only: nothing on it can be changed.");
    }
    app_finish(&app);
}

/* A form is about its free space, wherever the disk was read again. */
TEST(a_form_outlives_a_second_reading)
{
    struct app app;
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_half_free() };

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, "jn2GiB");
    strcpy(event.info.path, "/dev/sda");
    (void)app_update(&app, &event); /* it asks for nothing */
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_uint_eq(app_selected(&app)->start, 20973568);
    app_finish(&app);
}

TEST(a_container_is_resized_around_its_logicals)
{
    struct app app;

    person_opens(&app, disks_legacy(), 24, 80);
    person_types(&app, "jjr");
    person_expects(&app, "At least 40933620 s");
    person_types(&app, "+1MiB\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    person_types(&app, "r40000000s\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_FORM);
    app_finish(&app);
}

TEST(a_form_tells_what_is_possible)
{
    struct app app;

    person_opens(&app, disks_half_free(), 24, 80);
    person_types(&app, "r");
    person_expects(&app, "At most 41940959 s");
    person_expects(&app, "the free space behind it taken in");
    person_types(&app, "\033jn");
    person_expects(&app, "20973568 s = 10738466816 B");
    person_expects(&app, "ok 1M");
    person_types(&app, "\t\t\t20973575");
    person_expects(&app, "! +7 s");
    app_finish(&app);
}

/* It is "empty?" in the list. */
TEST(a_resize_tells_how_an_unknown_content_becomes_empty)
{
    CLEANUP(layout_unrefp) struct layout *known = disks_half_free();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(known);
    struct app app;

    layout_builder_find(builder, layout_find_number(known, 1)->id)->content.zeros =
        ZEROS_SAMPLED;
    person_opens(&app, layout_builder_refinish(builder), 24, 80);
    person_types(&app, "r");
    person_expects(&app, "It cannot shrink before it is known to be empty");
    app_finish(&app);
}

/* LUKS2 with sectors of 4096 bytes cannot use a tail that is less than one. */
static struct layout *cut_luks(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 2048,
          .length = 2097155,
          .inside = INSIDE_LUKS },
    };
    struct disks_spec spec = {
        .size = 41943040, .label = LABEL_GPT, .parts = parts, .count = 1
    };

    return disks_build(&spec);
}

/* Contents are looked at after the first frame: a form waits for them. */
TEST(a_content_that_is_not_known_yet_is_waited_for)
{
    CLEANUP(layout_unrefp) struct layout *known = disks_legacy();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(known);
    struct event event = { .kind = EVENT_LAYOUT, .layout = disks_legacy() };
    struct app app;

    layout_builder_find(builder, layout_find_number(known, 5)->id)->content =
        (struct content){ .state = CONTENT_UNKNOWN };
    person_opens(&app, layout_builder_refinish(builder), 24, 80);
    person_types(&app, "jjjm1912586504");
    person_expects(&app, "Not possible");
    strcpy(event.info.path, "/dev/sda");
    (void)app_update(&app, &event); /* it asks for nothing */
    person_expects(&app, "The swap area is made again there");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 1);
    app_finish(&app);
}

TEST(an_end_that_matters_is_cured)
{
    struct app app;

    person_opens(&app, cut_luks(), 24, 80);
    person_types(&app, "y");
    person_expects(&app, "> end 2099199, 3 sectors less");
    person_types(&app, "j");
    person_expects(&app, "> end 2099207, 5 sectors more");
    person_types(&app, "k\n");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    ck_assert_uint_eq(app_selected(&app)->length, 2097152);
    app_finish(&app);
}

/* Every way into a form or list. */
static const char *const ways[] = { "c", "D", "t", "t/x", "jjr", "jm", "N", "jn" };

TEST_EACH(every_size_is_drawn, ways)
{
    for (int rows_now = 1; rows_now <= 50; rows_now += rng_step(3)) {
        for (int cols = 1; cols <= 160; cols += rng_step(13)) {
            struct app app;

            person_opens(&app, disks_aligned(), rows_now, cols);
            person_types(&app, ways[_i]);
            for (int step = 0; step < 4; step++) {
                CLEANUP(freep) char *dump = person_sees(&app);
                ck_assert_ptr_nonnull(dump);
                person_types(&app, "\t");
            }
            app_finish(&app);
        }
    }
}

/* Where a form has a field of text, only F1 is no text. */
static const struct {
    struct layout *(*disk)(void);
    const char *keys;
    uint32_t help;
    const char *seen; /* before the help, and after it */
} helps[] = {
    { disks_half_free, "jn7GiB", KEY_CODE_F1, "7GiB" },
    { free_msdos, "n7GiB\tl", '?', "7GiB" },
    { disks_aligned, "c\t\t", '?', "> " },
    { disks_half_free, "t/home", KEY_CODE_F1, "Search: home" },
    { disks_half_free, "N\003\003\003\003\003\003\0038GiB swap", KEY_CODE_F1,
      "8GiB swap" },
    { disks_half_free, "N\003", '?', "> gpt, one partition" },
};

TEST_EACH(help_leads_back_to_what_was_typed, helps)
{
    struct event event = { .kind = EVENT_KEY, .key = helps[_i].help };
    struct app app;

    person_opens(&app, helps[_i].disk(), 24, 80);
    person_types(&app, helps[_i].keys);
    enum screen_id screen = app_screen(&app);
    person_expects(&app, "F1 help");
    person_expects(&app, helps[_i].seen);
    (void)app_update(&app, &event);
    person_expects(&app, "alidade help");
    person_types(&app, "q");
    ck_assert_int_eq(app_screen(&app), screen);
    person_expects(&app, helps[_i].seen);
    app_finish(&app);
}
