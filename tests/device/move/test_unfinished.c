/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unfinished.c - a disk on which a fix has not ended is read, and is not edited */
#include "device/move/unfinished/unfinished.h"

#include <string.h>

#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/disk/repair.h"
#include "model/edit/edit.h"
#include "support/interrupted.h"
#include "support/table_image.h"
#include "support/test.h"

/* The layout of DISK in sectors of LOGICAL bytes, with the note if there is one. */
static struct layout *read_noted(struct sparse *disk, uint64_t logical, bool is_thorough)
{
    struct reader reader = sparse_reader(disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    struct limits_given given = { .logical = logical };
    struct err err = { 0 };
    struct layout *layout = disk_read(store, &given, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    return unfinished_note(store, layout, is_thorough);
}

static struct layout *read_gpt(void)
{
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(interrupted_find("gpt"));

    return read_noted(&disk, 512, false);
}

static const struct {
    const char *name;
    const char *part; /* of the note */
    bool is_hidden;   /* only a thorough look finds it, before contents are known */
} rows[] = {
    { "msdos", "alidade resume memory.img", false },
    { "left", "alidade resume memory.img", false },
    { "gpt", "alidade resume memory.img", false },
    { "not-labelled", "alidade resume memory.img", true },
    { "own-entry", "alidade resume memory.img", false },
    { "own-second", "alidade resume memory.img", false },
    { "no-head", "is missing", false },
    { "elsewhere", "/mnt/usb/alidade.journal", false },
    { "newer", "alidade 2.7.0 or newer", false },
    { "version-1", "alidade 0.1.0 first", false },
    { "version-1-guard", "alidade 0.1.0 first", true },
    { "version-1-plan", "alidade 0.1.0 first", false },
};

TEST_EACH(the_note_names_the_command, rows)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find(rows[_i].name));

    for (unsigned is_thorough = 0; is_thorough < 2; is_thorough++) {
        CLEANUP(layout_unrefp)
        struct layout *layout = read_noted(&disk, 512, is_thorough);
        const struct note *note = layout_note_find(layout, NOTE_MOVE_IN_PROGRESS);
        ck_assert_int_eq(note != NULL, is_thorough || !rows[_i].is_hidden);
        if (note)
            ck_assert_msg(strstr(note->text, rows[_i].part), "%s", note->text);
    }
}

TEST(a_disk_without_a_fix_has_no_note)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(INTERRUPTED_SECTORS, 512);
    struct interrupted none = *interrupted_find("not-labelled");

    none.lacks_guard = none.lacks_head = true;
    interrupted_put(&disk, &none);
    CLEANUP(layout_unrefp) struct layout *layout = read_noted(&disk, 512, true);
    ck_assert_ptr_null(layout_note_find(layout, NOTE_MOVE_IN_PROGRESS));
}

TEST(no_kind_of_edit_is_possible)
{
    CLEANUP(layout_unrefp) struct layout *layout = read_gpt();

    for (unsigned kind = 0; kind < EDIT_KIND_COUNT; kind++) {
        struct err err = { 0 };
        ck_assert(!edit_check_table(layout, (enum edit_kind)kind, &err));
        ck_assert_int_eq(err.code, ERR_REFUSED);
        ck_assert_ptr_nonnull(strstr(err.text, "alidade resume"));
    }
}

/* The power failed between the two copies: only the journal knows which one counts. */
TEST(no_repair_of_a_torn_gpt_is_offered)
{
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(interrupted_find("gpt"));
    enum repair list[REPAIR_COUNT];

    image_put_zeros(&disk, INTERRUPTED_SECTORS - 1, 1, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_noted(&disk, 512, false);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_GPT_BACKUP_DAMAGED));
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_MOVE_IN_PROGRESS));
    ck_assert_uint_eq(repair_list(layout, list), 0);
}

/* Its partitions are at other sectors then. */
TEST(other_sectors_name_the_enclosure)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("left"));
    CLEANUP(layout_unrefp) struct layout *layout = read_noted(&disk, 4096, true);
    const struct note *note = layout_note_find(layout, NOTE_MOVE_IN_PROGRESS);

    ck_assert_ptr_nonnull(note);
    ck_assert_msg(strstr(note->text, "in the same enclosure"), "%s", note->text);
}

/* The disk has another table now; that of the backup leads to the fix. */
TEST(another_table_can_lead_to_a_fix)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));
    struct reader reader = sparse_reader(&disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    CLEANUP(layout_unrefp) struct layout *layout = read_noted(&disk, 512, false);
    struct err err = { 0 };

    image_put_zeros(&disk, 0, 1, 512);
    ck_assert(!unfinished_is_none(store, layout, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
}
