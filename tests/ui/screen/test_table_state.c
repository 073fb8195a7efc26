/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_table_state.c - the main screen shows the worst finding first, and calls nothing
 * aligned that is not known to be */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "ui/person.h"

static struct layout *noted(enum note_id id, const char *text)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_note(builder, id, "%s", text);
    return layout_builder_refinish(builder);
}

static struct layout *damaged(void)
{
    return noted(NOTE_GPT_PMBR_MISSING, "The protective MBR is missing.");
}

static struct layout *cureless(void)
{
    return noted(NOTE_MSDOS_EBR_SIGNATURE, "The EBR has no signature.");
}

static struct layout *grown(void)
{
    return noted(NOTE_GPT_BACKUP_NOT_AT_END, "The disk has grown.");
}

static struct layout *for_other_sectors(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    layout_builder_label(builder)->written_for = 4096;
    layout_builder_note(builder, NOTE_TABLE_OTHER_SECTOR_SIZE, "%s",
                        "It was written for 4096-byte sectors.");
    return layout_builder_refinish(builder);
}

/* The aligned disk with contents in STATE. */
static struct layout *contents(enum content_state state)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_partition(layout_at(layout, i)))
            layout_builder_find(builder, layout_at(layout, i)->id)->content =
                (struct content){ .state = state };
    return layout_builder_refinish(builder);
}

static struct layout *unread(void)
{
    return contents(CONTENT_UNKNOWN);
}

static struct layout *unreadable(void)
{
    return contents(CONTENT_UNREADABLE);
}

/* Partition 3 ends past the disk. */
static struct layout *past_disk(void)
{
    CLEANUP(layout_unrefp) struct layout *layout = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    uint32_t id = layout_find_number(layout, 3)->id;

    layout_builder_find(builder, id)->length *= 2;
    layout_builder_settle(builder);
    return layout_builder_refinish(builder);
}

static const struct {
    struct layout *(*build)(void);
    int rows, cols;
    const char *has;
} firsts[] = {
    { past_disk, 24, 80, "  V:" },
    { damaged, 24, 80, "512/512?  ! no protective MBR  all 3 aligned" },
    { damaged, 24, 80, "! The protective MBR is missing.  V:" },
    { damaged, 15, 60, "512/512?  ! no protective MBR" },
    { damaged, 12, 40, "! damaged" },
    { damaged, 12, 40, "! The protective MBR is missing." },
    { damaged, 12, 40, "V:" },
    { grown, 24, 80, "! the disk has grown  all 3 aligned" },
    { grown, 24, 80, "! The disk has grown.  V:" },
    { grown, 12, 40, "3 ok" },
    { grown, 12, 40, "! The disk has grown." },
    { for_other_sectors, 24, 80, "! wrong sector size  nothing judged" },
    { for_other_sectors, 12, 40, "! damaged" },
    { disks_legacy, 24, 80, "512/512?  3 of 3 misaligned" },
    { unread, 24, 80, "512/512?  all 3 starts aligned" },
    { unread, 24, 80, "1 starts on a 1 MiB boundary; its content is not read yet." },
    { unreadable, 24, 80, "512/512?  all 3 starts aligned" },
    { unreadable, 24, 80, "1 starts on a 1 MiB boundary; its content cannot be read." },
    { disks_aligned, 24, 80, "512/512?  all 3 aligned" },
    { disks_aligned, 24, 80, "1 starts on a 1 MiB boundary: nothing to do." },
};

TEST_EACH(the_first_screen_tells_the_worst, firsts)
{
    struct app app;

    person_opens(&app, firsts[_i].build(), firsts[_i].rows, firsts[_i].cols);
    person_expects(&app, firsts[_i].has);
    app_finish(&app);
}

/* Logical sectors, and how far an msdos table reaches with them. */
static const struct {
    uint64_t logical;
    const char *reach;
} beyonds[] = { { 512, "are 2 TiB. A GPT can." }, { 4096, "are 16 TiB. A GPT can." } };

TEST_EACH(space_that_msdos_cannot_address_takes_no_new_partition, beyonds)
{
    struct app app;

    person_opens(&app, disks_beyond(beyonds[_i].logical), 24, 80);
    person_types(&app, "jj");
    person_expects(&app, beyonds[_i].reach);
    person_expects(&app, "C: convert to GPT");
    person_types(&app, "n");
    ck_assert_int_eq(app_screen(&app), SCREEN_TABLE);
    person_expects(&app, beyonds[_i].reach);
    person_types(&app, "C");
    person_lacks(&app, "beyond");
    person_lacks(&app, "////");
    app_finish(&app);
}

/* Keys that want more space than there is. */
static const char *const grown_keys[] = { "jn", "n", "r", "m" };

TEST_EACH(space_behind_an_old_backup_is_offered_with_the_repair, grown_keys)
{
    struct app app;

    person_opens(&app, disks_grown(), 24, 80);
    person_types(&app, grown_keys[_i]);
    person_expects(&app, "written for a smaller disk");
    person_expects(&app, "V: repair");
    app_finish(&app);
}

TEST(a_repair_makes_the_space_behind_an_old_backup_free)
{
    struct app app;

    person_opens(&app, disks_grown(), 24, 80);
    person_expects(&app, "beyond");
    person_types(&app, "V\n");
    person_lacks(&app, "beyond");
    person_types(&app, "jn");
    ck_assert_int_eq(app_screen(&app), SCREEN_FORM);
    app_finish(&app);
}

TEST(a_key_makes_way_for_the_selected_row_but_the_header_stays)
{
    struct app app;

    person_opens(&app, damaged(), 24, 80);
    person_types(&app, "j");
    person_expects(&app, "2 starts on a 1 MiB boundary.");
    person_lacks(&app, "nothing to do");
    person_expects(&app, "! no protective MBR");
    app_finish(&app);
}

TEST(a_finding_that_a_message_covers_is_told_after_it)
{
    struct app app;

    person_opens(&app, damaged(), 24, 80);
    app_say(&app, false, "/proc is not mounted.");
    person_expects(&app, "/proc is not mounted.");
    person_lacks(&app, "! The protective MBR is missing.");
    person_types(&app, "j");
    person_lacks(&app, "/proc is not mounted.");
    person_expects(&app, "! The protective MBR is missing.");
    person_types(&app, "k");
    person_lacks(&app, "! The protective MBR is missing.");
    app_finish(&app);
}

TEST(another_disk_is_told_again)
{
    struct app app;

    person_opens(&app, damaged(), 24, 80);
    person_types(&app, "j");
    struct event event = { .kind = EVENT_LAYOUT, .layout = grown() };
    copy_text(event.info.path, sizeof(event.info.path), "/dev/other");
    (void)app_update(&app, &event);
    person_expects(&app, "! The disk has grown.");
    app_finish(&app);
}

TEST(what_is_opened_read_only_offers_no_repair)
{
    struct app app;

    person_opens(&app, damaged(), 24, 80);
    app.is_read_only = true;
    person_expects(&app, "! The protective MBR is missing.");
    person_lacks(&app, "V:");
    app_finish(&app);
}

static const struct {
    struct layout *(*build)(void);
    const char *keys;
    const char *has;
} verified[] = {
    { disks_aligned, "v", "│ No errors found in the partition table. All 3 partitions" },
    { disks_legacy, "v", "│ No errors found in the partition table. 3 of 3" },
    { disks_legacy, "v", "(sectors 63, 204796620, " },
    { disks_legacy, "v", "/dev/sda  Verified" },
    { disks_legacy, "v", " 3 of 3 misaligned\n" },
    { disks_legacy, "vq", "[Explain]" },
    { disks_legacy, "iv", "/dev/sda  Verified" },
    { disks_legacy, "ivq", "/dev/sda  Details" },
    { disks_legacy, "v?", "help ─ what was found of the table" },
    { disks_legacy, "v?q", "/dev/sda  Verified" },
    { damaged, "v", "│ The protective MBR is missing." },
    { damaged, "v", "V repair" },
    { damaged, "vV", "[x] protective MBR" },
    { damaged, "v", "│ All 3 partitions are aligned" },
    { for_other_sectors, "v", "│ The alignment of its partitions is not judged." },
    { disks_aligned, "z", "All 3 partitions are aligned to 4 KiB" },
    { cureless, "V", "The EBR has no signature. There is no repair for this." },
    { unread, "v", "The contents of 3 partitions have not been read" },
};

TEST_EACH(v_tells_alignment_and_pattern_too, verified)
{
    struct app app;

    person_opens(&app, verified[_i].build(), 24, 80);
    person_types(&app, verified[_i].keys);
    person_expects(&app, verified[_i].has);
    app_finish(&app);
}

/* Also where the list has no row of its own. */
TEST(a_page_is_a_row_at_least)
{
    for (int rows = 3; rows < 30; rows++) {
        struct app app;
        struct event event = { .kind = EVENT_KEY, .key = KEY_CODE_PAGE_DOWN };

        person_opens(&app, disks_legacy(), rows, 80);
        uint32_t was = app.selected;
        (void)app_update(&app, &event);
        ck_assert_msg(app.selected != was, "%d rows", rows);
        app_finish(&app);
    }
}
