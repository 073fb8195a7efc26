/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unfinished_torn.c - a move is found although the first sectors cannot be read */
#include "device/move/unfinished/unfinished_torn.h"

#include <string.h>
#include <unistd.h>

#include "device/move/journal/journal_hint.h"
#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/test.h"

enum { BLOCK = 4096 };

/* The image, of which the block at TORN cannot be read. */
static uint64_t torn;

static bool read_torn(void *context, uint64_t offset, void *bytes, size_t count)
{
    return (offset >= torn + BLOCK || offset + count <= torn) &&
           reader_read(context, offset, bytes, count);
}

struct torn_disk {
    struct store *image, *store;
    struct reader whole;
    struct mended mended;
};

static void torn_finish(struct torn_disk *disk)
{
    store_close(disk->store);
    store_close(disk->image);
    mended_finish(&disk->mended);
}

static struct layout *read_disk(struct fix_scene *play, struct torn_disk *disk,
                                const char *journal, bool is_thorough)
{
    struct err err = { 0 };
    const struct lines none = { 0 };

    disk->image = store_open(play->scene.image.path, &err);
    ck_assert_msg(disk->image, "%s", err.text);
    disk->whole = store_reader(disk->image);
    struct reader reader = { read_torn, &disk->whole, disk->whole.size };
    disk->store = store_of_reader(play->scene.image.path, &reader);
    const struct torn_request request = { .sys = &play->scene.tree.sys,
                                          .store = disk->store,
                                          .journal = journal,
                                          .hints = &none,
                                          .is_thorough = is_thorough };
    return unfinished_read_torn(&request, &disk->mended, &err);
}

/* Cuts a fix when its journal has begun, and forgets where that is unless IS_KNOWN. */
static void cut_fix(struct fix_scene *play, enum label_kind label, enum journal_kind kind,
                    bool is_known)
{
    fix_scene_init(play, label, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(play, kind);
    ck_assert_msg(fixing, "%s", play->err.text);
    const struct journal_plan plan = *fixing_plan(fixing);
    unsigned calls = label == LABEL_GPT ? 30 : 60;
    ck_assert_int_eq(fix_scene_run(play, fixing, calls), FIXING_RUNNING);
    CLEANUP(lines_finish) struct lines places = journal_hint_places();
    ck_assert_uint_eq(places.count, kind != JOURNAL_FILE);
    if (!is_known)
        journal_hint_remove(&plan);
}

static const struct {
    enum label_kind label;
    enum journal_kind kind;
    bool is_known, is_named, is_thorough, is_found;
} rows[] = {
    { LABEL_GPT, JOURNAL_TAIL, false, false, false, true },
    { LABEL_MSDOS, JOURNAL_TAIL, true, false, false, true },
    { LABEL_MSDOS, JOURNAL_TAIL, false, false, true, true },
    { LABEL_MSDOS, JOURNAL_TAIL, false, false, false, false },
    { LABEL_MSDOS, JOURNAL_SWAP, true, false, false, true },
    { LABEL_MSDOS, JOURNAL_FILE, false, true, false, true },
    { LABEL_MSDOS, JOURNAL_FILE, false, false, true, false },
};

TEST_EACH(its_table_is_known_from_elsewhere, rows)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(torn_finish) struct torn_disk disk = { 0 };

    cut_fix(&play, rows[_i].label, rows[_i].kind, rows[_i].is_known);
    CLEANUP(layout_unrefp)
    struct layout *layout = read_disk(
        &play, &disk, rows[_i].is_named ? play.journal : NULL, rows[_i].is_thorough);
    ck_assert_int_eq(layout != NULL, rows[_i].is_found);
    if (!layout)
        return;
    ck_assert_int_eq(layout_label(layout)->kind, rows[_i].label);
    LAYOUT_EACH (extent, play.scene.base)
        if (extent_is_partition(extent))
            ck_assert(layout_find_number(layout, extent->number));
}

/* The EBR of partition 6, at sector 4740, is behind the new place of partition 5, in a
 * block with its end. */
TEST(an_ebr_that_the_move_does_not_write_is_known_from_the_journal)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(torn_finish) struct torn_disk disk = { 0 };

    fix_scene_init_at(&play, LABEL_MSDOS, 5, 3239);
    struct fixing *fixing = fix_scene_begin(&play, JOURNAL_FILE);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 60), FIXING_RUNNING);
    torn = UINT64_C(4736) * 512;
    CLEANUP(layout_unrefp)
    struct layout *layout = read_disk(&play, &disk, play.journal, false);
    ck_assert_ptr_nonnull(layout);
    ck_assert_ptr_nonnull(layout_find_number(layout, 6));
}
