/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_in_progress.c - a disk on which a move has not ended is read, and is not edited */
#include "device/system/in_progress.h"

#include <string.h>

#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/disk/repair.h"
#include "model/edit/edit.h"
#include "support/interrupted.h"
#include "support/read_disk.h"
#include "support/table_image.h"
#include "support/test.h"

static const struct {
    const char *name;
    const char *part; /* of the note; NULL: there is none */
} rows[] = {
    { "msdos", "alidade resume memory.img" },
    { "left", "alidade resume memory.img" },
    { "gpt", "alidade resume memory.img" },
    { "no-guard", "alidade resume memory.img" },
    { "not-labelled", NULL },
    { "own-entry", "alidade resume memory.img" },
    { "own-second", "alidade resume memory.img" },
    { "second-copy", "alidade resume memory.img" },
    { "no-plan", "alidade resume --status memory.img" },
    { "elsewhere", "/mnt/usb/alidade.journal" },
    { "newer", "alidade 2.7.0 or newer" },
};

TEST_EACH(the_note_names_the_command, rows)
{
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find(rows[_i].name));
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = read_sparse(&disk, 512, NULL, &err);

    ck_assert_msg(layout != NULL, "%s", err.text);
    const struct note *note = layout_note_find(layout, NOTE_MOVE_IN_PROGRESS);
    ck_assert_int_eq(note != NULL, rows[_i].part != NULL);
    if (note)
        ck_assert_msg(strstr(note->text, rows[_i].part) != NULL, "%s", note->text);
}

TEST(no_kind_of_edit_is_possible)
{
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(interrupted_find("gpt"));
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = read_sparse(&disk, 512, NULL, &err);

    for (unsigned kind = 0; kind < EDIT_KIND_COUNT; kind++) {
        err = (struct err){ 0 };
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
    struct err err = { 0 };

    image_put_zeros(&disk, INTERRUPTED_SECTORS - 1, 1, 512);
    CLEANUP(layout_unrefp) struct layout *layout = read_sparse(&disk, 512, NULL, &err);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_GPT_BACKUP_DAMAGED));
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_MOVE_IN_PROGRESS));
    ck_assert_uint_eq(repair_list(layout, list), 0);
}

/* What the other sector size makes of the table: nothing, since 63 is no multiple of 8,
 * or partitions at other sectors. */
static const char *const sizes[] = { "msdos", "left" };

static void check_other_size(struct layout *(*read)(struct store *,
                                                    const struct limits_given *,
                                                    struct err *),
                             const char *name)
{
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(interrupted_find(name));
    struct reader reader = sparse_reader(&disk);
    CLEANUP(store_closep) struct store *store = store_of_reader("memory.img", &reader);
    struct limits_given given = { .logical = 4096 };
    struct err err = { 0 };
    CLEANUP(layout_unrefp) struct layout *layout = read(store, &given, &err);
    const struct note *note =
        layout ? layout_note_find(layout, NOTE_MOVE_IN_PROGRESS) : NULL;

    ck_assert(layout ? note != NULL : err.code == ERR_REFUSED);
    ck_assert_msg(strstr(note ? note->text : err.text, "in the same enclosure") != NULL,
                  "%s", note ? note->text : err.text);
}

TEST_EACH(other_sectors_name_the_enclosure, sizes)
{
    check_other_size(disk_read, sizes[_i]);
    check_other_size(disk_read_over, sizes[_i]);
}
