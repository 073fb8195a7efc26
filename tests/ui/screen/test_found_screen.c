/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_found_screen.c - contents without an entry get one */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

#define SIZE UINT64_C(4000000)

static struct app app;

/* Partition 1, and an extended partition with one logical from 100126 to 500188. */
static struct layout *cut_chain(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 100000 },
        { .kind = EXTENT_EXTENDED, .number = 2, .start = 100063, .length = 3000000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 100063, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 100126, .length = 400063 },
    };
    const struct disks_spec spec = {
        .size = SIZE, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static struct layout *no_table(void)
{
    return disks_build(&(struct disks_spec){ .size = SIZE, .label = LABEL_NONE });
}

static struct found_item item(uint64_t start, uint64_t length, uint64_t ebr)
{
    struct found_item item = { .found = { .start = start, .length = length, .ebr = ebr },
                               .content = disks_content(INSIDE_EXT, "photos"),
                               .is_chosen = true };

    item.found.how = ebr ? FOUND_EBR : FOUND_SUPERBLOCK;
    return item;
}

static void open_with(struct layout *layout, struct found_item *items, size_t count)
{
    const struct found_list list = { .at = items, .count = count };
    struct event event = { .kind = EVENT_LAYOUT, .found = &list };

    person_opens(&app, layout_ref(layout), 24, 80);
    event.layout = layout;
    strcpy(event.info.path, "/dev/sda");
    (void)app_update(&app, &event); /* what it asks for is not tried here */
}

static void teardown(void)
{
    app_finish(&app);
}

static void setup(void)
{
}

TEST_FIXTURE(setup, teardown);

TEST(a_lost_logical_gets_an_entry)
{
    struct found_item items[] = { item(500252, 400000, 500189) };

    open_with(cut_chain(), items, ARRAY_SIZE(items));
    person_types(&app, "V");
    person_expects(&app, "[ ] found: give it an entry");
    person_expects(&app, "At sector 500252: ext4 'photos'");
    person_types(&app, " \n");
    ck_assert_uint_eq(app_pending(&app), 1);
    ck_assert_uint_eq(layout_find_number(app.layout, 6)->start, 500252);
    ck_assert_uint_eq(layout_find_number(app.layout, 6)->length, 400000);
    person_types(&app, "u");
    ck_assert_uint_eq(app_pending(&app), 0);
    ck_assert_ptr_null(layout_find_number(app.layout, 6));
}

TEST(without_a_choice_nothing_changes)
{
    struct found_item items[] = { item(500252, 400000, 500189) };

    open_with(cut_chain(), items, ARRAY_SIZE(items));
    person_types(&app, "V\n");
    ck_assert_uint_eq(app_pending(&app), 0);
}

/* They are undone together. */
TEST(without_a_table_what_was_found_makes_one)
{
    struct found_item items[] = { item(63, 400000, 0), item(500252, 400000, 500189) };

    open_with(no_table(), items, ARRAY_SIZE(items));
    person_types(&app, "V");
    person_expects(&app, "[x] found: give it an entry");
    person_expects(&app, "gpt  [msdos]");
    person_types(&app, "\n");
    ck_assert_uint_eq(app_pending(&app), 4);
    ck_assert_uint_eq(layout_find_number(app.layout, 1)->start, 63);
    ck_assert_uint_eq(layout_find_number(app.layout, 5)->start, 500252);
    person_types(&app, "u");
    ck_assert_uint_eq(app_pending(&app), 0);
}

TEST(the_kind_of_that_table_is_a_choice)
{
    struct found_item items[] = { item(2048, 400000, 0), item(500736, 400000, 0) };

    open_with(no_table(), items, ARRAY_SIZE(items));
    person_types(&app, "V \t");
    person_expects(&app, "[gpt]  msdos");
    person_types(&app, "\t \n");
    ck_assert_int_eq(layout_label(app.layout)->kind, LABEL_MSDOS);
    ck_assert_uint_eq(layout_find_number(app.layout, 1)->start, 500736);
}

TEST(what_lies_in_another_content_is_not_offered)
{
    struct found_item items[] = { item(2048, 400000, 0), item(4096, 1000, 0) };

    items[1].outer = 1;
    items[1].is_chosen = false;
    open_with(no_table(), items, ARRAY_SIZE(items));
    person_types(&app, "V");
    person_expects(&app, "At sector 2048:");
    person_lacks(&app, "At sector 4096:");
}

TEST(a_new_partition_over_it_tells_it)
{
    struct found_item items[] = { item(500252, 400000, 500189) };

    open_with(cut_chain(), items, ARRAY_SIZE(items));
    app.rows = 50;
    person_types(&app, "n");
    person_expects(&app, "At sector 500252 begins ext4 'photos'");
    person_lacks(&app, "mkfs");
}

/* The form has a bounded number of rows. */
TEST(many_contents_do_not_fit_the_form)
{
    struct found_item items[100];

    for (size_t i = 0; i < ARRAY_SIZE(items); i++)
        items[i] = item(2048 * (i + 1), 2000, 0);
    open_with(no_table(), items, ARRAY_SIZE(items));
    person_types(&app, "V\n");
    ck_assert_uint_gt(app_pending(&app), 10);
}

/* Only what is to be repaired needs a disk that can be written. */
TEST(a_read_only_disk_is_not_repaired)
{
    CLEANUP(layout_unrefp) struct layout *whole = disks_aligned();
    struct layout_builder *builder = layout_builder_from(whole);

    layout_builder_note(builder, NOTE_GPT_PMBR_SIZE, "It is too small.");
    person_opens(&app, layout_builder_refinish(builder), 24, 80);
    layout_builder_free(builder);
    app.is_read_only = true;
    person_types(&app, "V");
    ck_assert_str_eq(app.message,
                     "/dev/sda is open read-only: nothing on it can be changed.");
    app.is_read_only = false;
    person_types(&app, "V");
    person_expects(&app, "Repair the table");
}

TEST(a_new_table_loses_what_was_found)
{
    struct found_item items[] = { item(500252, 400000, 500189) };

    open_with(cut_chain(), items, ARRAY_SIZE(items));
    person_types(&app, "N");
    person_expects(&app, "goes: partition 1,");
    person_expects(&app, "goes: at sector 500252, ext4 'photos', 195.3 MiB");
}

/* --- while the disk is searched --- */

static void search_tells(bool is_wanted, uint64_t places)
{
    struct event event = { .kind = EVENT_SEARCH, .search = { is_wanted, places } };

    (void)app_update(&app, &event);
}

static void search_ends_with(struct layout *layout, struct found_item *items,
                             size_t count)
{
    const struct found_list list = { .at = items, .count = count };
    struct event event = {
        .kind = EVENT_LAYOUT, .layout = layout, .info = app.info, .found = &list
    };

    (void)app_update(&app, &event);
}

static enum effect_kind open_repair(void)
{
    struct event event = { .kind = EVENT_KEY, .key = 'V' };

    return app_update(&app, &event).kind;
}

TEST(the_page_tells_how_far_the_search_is_and_then_what_was_found)
{
    struct found_item items[] = { item(500252, 400000, 500189) };

    open_with(cut_chain(), NULL, 0);
    search_tells(true, 0);
    ck_assert_int_eq(open_repair(), EFFECT_SEARCH);
    person_expects(&app, "found: the search is not over yet");
    search_tells(true, 1234);
    person_expects(&app, ": 1234 places");
    person_types(&app, " ?q"); /* it has no value; below the help it goes on */
    search_ends_with(cut_chain(), items, ARRAY_SIZE(items));
    person_expects(&app, "> [ ] found: give it an entry");
    person_lacks(&app, ": 1234 places");
    person_types(&app, " \n");
    ck_assert_uint_eq(app_pending(&app), 1);
}

TEST(the_page_tells_that_nothing_was_found)
{
    open_with(cut_chain(), NULL, 0);
    search_tells(true, 0);
    (void)open_repair();
    search_tells(false, 99);
    person_expects(&app, "found: nothing without an entry");
    person_types(&app, "\n");
    person_expects(&app, "Nothing was changed.");
    ck_assert_int_eq(open_repair(), EFFECT_NONE);
    ck_assert_ptr_nonnull(strstr(app.message, "no content without an entry was found."));
}

/* What was chosen meanwhile stays so. */
TEST(the_search_changes_no_other_choice)
{
    struct found_item items[] = { item(500252, 400000, 500189) };
    CLEANUP(layout_unrefp) struct layout *whole = disks_aligned();
    struct layout_builder *builder = layout_builder_from(whole);

    layout_builder_note(builder, NOTE_GPT_PMBR_SIZE, "It is too small.");
    CLEANUP(layout_unrefp) struct layout *damaged = layout_builder_refinish(builder);
    layout_builder_free(builder);
    open_with(layout_ref(damaged), NULL, 0);
    search_tells(true, 0);
    (void)open_repair();
    person_expects(&app, "[x] protective MBR");
    person_types(&app, "\t ");
    search_tells(true, 5);
    person_expects(&app, "> [ ] protective MBR");
    items[0].is_chosen = false;
    search_ends_with(layout_ref(damaged), items, 0);
    person_expects(&app, "> [ ] protective MBR");
}
