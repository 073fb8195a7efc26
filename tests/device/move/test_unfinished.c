/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unfinished.c - the one move that has not ended is found among all disks */
#include "device/move/unfinished/unfinished.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/interrupted.h"
#include "support/table_image.h"
#include "support/test.h"
#include "support/tree.h"

static struct tree tree;
static struct image images[3];
static size_t image_count;
static struct unfinished_list list;
static struct err err;

static void setup(void)
{
    tree_init(&tree);
    image_count = 0;
    list = (struct unfinished_list){ 0 };
    err = (struct err){ 0 };
}

static void teardown(void)
{
    unfinished_finish(&list);
    for (size_t i = 0; i < image_count; i++)
        image_remove(&images[i]);
    tree_finish(&tree);
}

/* Returns the path of an image with the bytes of DISK. */
static const char *put_image(struct sparse *disk)
{
    struct image *image = &images[image_count++];

    image_make(image, disk->size_bytes);
    for (size_t i = 0; i < disk->count; i++)
        image_put(image, disk->pieces[i].offset, disk->pieces[i].bytes,
                  disk->pieces[i].count);
    return image->path;
}

static const char *put_disk(const struct interrupted *what)
{
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(what);

    return put_image(&disk);
}

/* The same as disk NAME of the machine; its node leads to the image. */
static void plug_in(const char *name, const char *number, const struct interrupted *what)
{
    char node[SYS_PATH];

    tree_disk(&tree, name, "pci0000:00/ata1/host0/target0:0:0/0:0:0:0", number,
              INTERRUPTED_SECTORS);
    sys_node_of(&tree.sys, name, node);
    tree_write(&tree, "", "dev/%s", name); /* also makes the folder */
    unlink(node);
    ck_assert_int_eq(symlink(put_disk(what), node), 0);
}

/* With a named JOURNAL. */
static const struct unfinished *choose_named(const char *path, const char *journal)
{
    unfinished_finish(&list);
    err = (struct err){ 0 };
    if (!unfinished_search(&tree.sys, path, journal, 0, NULL, &list, &err))
        return NULL;
    return unfinished_choose(&list, &err);
}

static const struct unfinished *choose(const char *path)
{
    const struct unfinished *move = choose_named(path, NULL);

    ck_assert_msg(move || list.count || !err.code, "%s", err.text);
    return move;
}

TEST_FIXTURE(setup, teardown);

static const struct {
    const char *name;
    enum err_code code; /* without an error there is a plan */
    const char *part;
} rows[] = {
    { "msdos", ERR_NONE, NULL },       { "not-labelled", ERR_NONE, NULL },
    { "no-guard", ERR_NONE, NULL },    { "own-entry", ERR_NONE, NULL },
    { "second-copy", ERR_NONE, NULL }, { "no-plan", ERR_UNREADABLE, "Both copies" },
    { "newer", ERR_REFUSED, "2.7.0" },
};

TEST_EACH(a_named_disk_has_its_plan_or_a_reason, rows)
{
    const char *path = put_disk(interrupted_find(rows[_i].name));
    const struct unfinished *move = choose(path);
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char from[SYS_PATH];

    ck_assert_int_eq(move != NULL, !rows[_i].part);
    ck_assert_int_eq(err.code, rows[_i].code);
    if (!move) {
        ck_assert_msg(strstr(err.text, rows[_i].part) != NULL, "%s", err.text);
        return;
    }
    ck_assert(unfinished_plan(move, NULL, plan, from, &err));
    ck_assert_str_eq(from, path);
    ck_assert_uint_eq(plan->step_count, 1);
}

TEST(a_disk_without_a_move_has_none)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(INTERRUPTED_SECTORS, 512);

    ck_assert_ptr_null(choose(put_image(&disk)));
    ck_assert_int_eq(err.code, ERR_NONE);
}

/* None comes in no time. */
static const struct unfinished_watch no_patience = { .answer_ms = 0 };

static bool finds_nothing(const char *path, const char *journal)
{
    unfinished_finish(&list);
    err = (struct err){ 0 };
    return !unfinished_search(&tree.sys, path, journal, 0, &no_patience, &list, &err) &&
           !list.count && err.code == ERR_UNREADABLE && strstr(err.text, "not answered");
}

TEST(a_drive_that_does_not_answer_is_named)
{
    const char *path = put_disk(interrupted_find("gpt"));

    ck_assert(finds_nothing(path, NULL));
    ck_assert_msg(strstr(err.text, path) != NULL, "%s", err.text);
    ck_assert(finds_nothing(NULL, path));
    plug_in("sda", "8:0", interrupted_find("gpt"));
    ck_assert(finds_nothing(NULL, NULL));
    ck_assert_msg(strstr(err.text, "sda") != NULL, "%s", err.text);
}

TEST(it_is_found_without_a_name)
{
    struct interrupted none = *interrupted_find("gpt");

    none.lacks_guard = none.lacks_plans[0] = none.lacks_plans[1] = true;
    none.is_labelled = false;
    plug_in("sda", "8:0", &none);
    plug_in("sdb", "8:16", interrupted_find("left"));
    const struct unfinished *move = choose(NULL);
    ck_assert_msg(move != NULL, "%s", err.text);
    ck_assert_msg(strstr(move->path, "sdb") != NULL, "%s", move->path);
}

TEST(two_disks_have_to_be_told_apart)
{
    struct interrupted other = *interrupted_find("gpt");

    other.other = 1;
    plug_in("sda", "8:0", interrupted_find("msdos"));
    plug_in("sdb", "8:16", &other);
    ck_assert_ptr_null(choose(NULL));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "sda") && strstr(err.text, "sdb"), "%s", err.text);
    ck_assert_msg(strstr(err.text, "name one") != NULL, "%s", err.text);
}

TEST(a_clone_of_the_disk_is_refused)
{
    plug_in("sda", "8:0", interrupted_find("msdos"));
    plug_in("sdb", "8:16", interrupted_find("msdos"));
    ck_assert_ptr_null(choose(NULL));
    ck_assert_msg(strstr(err.text, "copy of the other") != NULL, "%s", err.text);
}

/* Left in free space by a move that has ended. */
TEST(an_old_plan_is_no_candidate_beside_a_guard)
{
    struct interrupted old = *interrupted_find("msdos");
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(&old);

    old.other = 1;
    old.journal = 200704;
    old.lacks_guard = true;
    interrupted_put(&disk, &old);
    const struct unfinished *move = choose(put_image(&disk));
    ck_assert_msg(move != NULL, "%s", err.text);
    ck_assert(move->found.has_guard);
    ck_assert_uint_eq(list.count, 2);
}

/* A file with the plan of WHAT, as its journal is. */
static const char *put_journal(const struct interrupted *what)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);
    CLEANUP(freep) struct journal_plan *plan = xmalloc(sizeof(*plan));
    struct sparse file = { .size_bytes = 1 << 20 };

    interrupted_plan(what, plan);
    journal_plan_encode(plan, bytes);
    sparse_put(&file, 0, bytes, JOURNAL_PLAN_BYTES);
    const char *path = put_image(&file);
    sparse_finish(&file);
    return path;
}

TEST(a_journal_elsewhere_is_named_or_read_where_the_user_says)
{
    const struct interrupted *what = interrupted_find("elsewhere");
    const struct unfinished *move = choose(put_disk(what));
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char from[SYS_PATH];

    ck_assert_msg(move != NULL, "%s", err.text);
    ck_assert(!unfinished_plan(move, NULL, plan, from, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_msg(strstr(err.text, "/mnt/usb/alidade.journal") &&
                      strstr(err.text, "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
                  "%s", err.text);
    err = (struct err){ 0 };
    const char *journal = put_journal(what);
    ck_assert_msg(unfinished_plan(move, journal, plan, from, &err), "%s", err.text);
    ck_assert_str_eq(from, journal);
}

/* The names of devices change from one start to the next. */
TEST(another_disk_with_the_path_is_not_the_journal)
{
    const struct interrupted *what = interrupted_find("elsewhere");
    CLEANUP(sparse_finish) struct sparse blank = { .size_bytes = 1 << 20 };
    struct unfinished move = *choose(put_disk(what));
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    struct journal_spot *spot = &move.found.guard.spot;
    char from[SYS_PATH];

    copy_text(spot->path, sizeof(spot->path), put_image(&blank));
    spot->kind = JOURNAL_DEVICE;
    ck_assert(!unfinished_plan(&move, NULL, plan, from, &err));
    ck_assert_msg(strstr(err.text, "the device ") && strstr(err.text, spot->path) &&
                      strstr(err.text, spot->uuid) && strstr(err.text, "is not there"),
                  "%s", err.text);
    err = (struct err){ 0 };
    ck_assert(!unfinished_plan(&move, spot->path, plan, from, &err));
    ck_assert_msg(strstr(err.text, "cut short") != NULL, "%s", err.text);
}

TEST(the_journal_of_another_move_is_refused)
{
    struct interrupted what = *interrupted_find("elsewhere");
    const struct unfinished *move = choose(put_disk(&what));
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char from[SYS_PATH];

    what.other = 1;
    ck_assert(!unfinished_plan(move, put_journal(&what), plan, from, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "another move") != NULL, "%s", err.text);
}

/* --- a named journal, where nothing on the disk leads to it --- */

/* Between two moves, of which the first is complete. */
static struct interrupted between_moves(void)
{
    struct interrupted what = *interrupted_find("elsewhere");

    what.lacks_guard = true;
    what.is_labelled = false;
    return what;
}

TEST(a_named_journal_tells_its_disk)
{
    struct interrupted what = between_moves(), other = *interrupted_find("gpt");
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char from[SYS_PATH];

    other.other = 1;
    plug_in("sda", "8:0", &other);
    plug_in("sdb", "8:16", &what);
    ck_assert_ptr_null(choose(images[1].path));
    const char *journal = put_journal(&what);
    const struct unfinished *move = choose_named(images[1].path, journal);
    ck_assert_msg(move != NULL, "%s", err.text);
    ck_assert(move->is_named && !move->found.has_guard);
    ck_assert_msg(unfinished_plan(move, journal, plan, from, &err), "%s", err.text);
    ck_assert_str_eq(from, journal);
    ck_assert_uint_eq(plan->step_count, 1);
    /* Without a disk, and beside a guard of another move. */
    move = choose_named(NULL, journal);
    ck_assert_msg(move != NULL, "%s", err.text);
    ck_assert_msg(strstr(move->path, "sdb") != NULL, "%s", move->path);
}

TEST(a_named_journal_of_a_disk_and_its_clone_is_refused)
{
    struct interrupted what = between_moves();

    plug_in("sda", "8:0", &what);
    plug_in("sdb", "8:16", &what);
    ck_assert_ptr_null(choose_named(NULL, put_journal(&what)));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "copy of the other") != NULL, "%s", err.text);
}

static const struct {
    const char *name;      /* of the disk */
    bool is_between;       /* it has no guard */
    enum label_kind label; /* of the journal's plan */
    const char *part;
} wrong[] = {
    { "elsewhere", true, LABEL_GPT, "is no journal of a move on" },
    { "msdos", false, LABEL_MSDOS, "itself" },
};

TEST_EACH(a_named_journal_of_another_disk_is_refused, wrong)
{
    struct interrupted what = *interrupted_find(wrong[_i].name);
    struct interrupted of = *interrupted_find("elsewhere");
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    char from[SYS_PATH];

    what.lacks_guard = wrong[_i].is_between;
    what.is_labelled = !wrong[_i].is_between;
    of.label = wrong[_i].label;
    of.other = 1;
    if (of.label == LABEL_GPT)
        of.from = 2049, of.to = 4096;
    const char *path = put_disk(&what), *journal = put_journal(&of);
    const struct unfinished *move = choose_named(path, journal);
    ck_assert(!move || !unfinished_plan(move, journal, plan, from, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, wrong[_i].part) && strstr(err.text, journal), "%s",
                  err.text);
}

TEST(a_named_journal_of_no_disk_is_refused)
{
    struct interrupted what = between_moves(), other = *interrupted_find("gpt");

    plug_in("sda", "8:0", &other);
    ck_assert_ptr_null(choose_named(NULL, put_journal(&what)));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "a disk that is not there") != NULL, "%s", err.text);
}

/* A fix that has ended leaves a device blank. */
TEST(a_blank_journal_has_nothing_to_complete)
{
    struct interrupted what = between_moves();
    CLEANUP(sparse_finish) struct sparse blank = { .size_bytes = 1 << 20 };

    ck_assert_ptr_null(choose_named(put_disk(&what), put_image(&blank)));
    ck_assert_msg(err.code == ERR_NONE, "%s", err.text);
}

TEST(a_named_journal_that_is_not_there_is_named)
{
    struct interrupted what = between_moves();

    ck_assert_ptr_null(choose_named(put_disk(&what), "/none/journal"));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_msg(strstr(err.text, "/none/journal") != NULL, "%s", err.text);
}
