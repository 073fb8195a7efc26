/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpt_front.c - a GPT made in the editor leaves a boot loader alone, and says how */
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"
#include "ui/person.h"

static const struct gpt_front loader = { .runs = { { 16, 81, "a boot loader" } },
                                         .count = 1,
                                         .limit = 4096 };

static struct layout *disk_of(enum label_kind label)
{
    struct disks_part part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = 8192, .length = 1000
    };
    struct disks_spec spec = {
        .size = 1000000, .label = label, .parts = &part, .count = label != LABEL_NONE
    };

    return disks_build(&spec);
}

/* The worker has read what is in front of the first partition. */
static void front_opens(struct app *app, struct layout *layout,
                        const struct gpt_front *front)
{
    person_opens(app, layout, 24, 100);
    app->info.front = *front;
}

TEST(a_conversion_says_how_many_entries_fit)
{
    struct app app;

    front_opens(&app, disk_of(LABEL_MSDOS), &loader);
    person_types(&app, "C");
    person_expects(&app, "gpt with 56 entries");
    ck_assert_uint_eq(layout_label(app.layout)->entries, 56);
    app_finish(&app);
}

TEST(a_new_table_keeps_off_the_loader)
{
    struct app app;

    front_opens(&app, disk_of(LABEL_NONE), &loader);
    person_types(&app, "N\n");
    ck_assert_uint_eq(layout_label(app.layout)->entries, 56);
    ck_assert_uint_eq(layout_label(app.layout)->first_usable, 81);
    app_finish(&app);
}

TEST(without_a_loader_there_are_as_many_as_ever)
{
    struct app app;
    struct gpt_front nothing = { 0 };

    front_opens(&app, disk_of(LABEL_MSDOS), &nothing);
    person_types(&app, "C");
    person_lacks(&app, "entries");
    ck_assert_uint_eq(layout_label(app.layout)->entries, 128);
    app_finish(&app);
}

/* To msdos and back, before anything is written. */
TEST(a_gpt_that_comes_back_has_its_own_entries)
{
    CLEANUP(layout_unrefp) struct layout *empty = edits_blank(1000000, 512);
    struct edit edit = {
        .kind = EDIT_NEW_TABLE, .label = LABEL_GPT, .entries = 8, .entries_lba = 40
    };
    struct gpt_front nothing = { 0 };
    struct app app;

    front_opens(&app, edits_do(empty, edit, 0), &nothing);
    person_types(&app, "CC");
    ck_assert_int_eq(layout_label(app.layout)->kind, LABEL_GPT);
    ck_assert_uint_eq(layout_label(app.layout)->entries, 8);
    ck_assert_uint_eq(layout_label(app.layout)->entries_lba, 40);
    app_finish(&app);
}
