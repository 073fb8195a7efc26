/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loop_disk.c - libparted is asked about a disk late, but before each change */
#include "ui/loop/disk.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/interrupted.h"
#include "support/refused.h"
#include "support/superblocks.h"
#include "support/table_image.h"
#include "support/test.h"
#include "support/tree.h"
#include "ui/loop/checks.h"

#define SIZE     131072
#define LOGICALS 90 /* more than libparted numbers: it is the reason not to write */
#define WAIT_MS  60000

static struct tree tree;
static struct image image;
static struct loop_disk disk;

static void open_disk(const struct sparse *bytes)
{
    struct limits_given given = { .logical = 512 };
    struct err err = { 0 };

    for (size_t i = 0; i < bytes->count; i++)
        image_put(&image, bytes->pieces[i].offset, bytes->pieces[i].bytes,
                  bytes->pieces[i].count);
    ck_assert_msg(loop_disk_open(&disk, image.path, &given, false, &err), "%s", err.text);
}

static void open_chain(unsigned logicals)
{
    CLEANUP(sparse_finish) struct sparse table = image_new(SIZE, 512);

    image_put_chain(&table, logicals);
    open_disk(&table);
}

static void setup(void)
{
    tree_init(&tree);
    image_make(&image, SIZE * 512);
    disk = (struct loop_disk){ .sys = tree.sys };
    open_chain(LOGICALS);
}

static void teardown(void)
{
    loop_disk_close(&disk);
    image_remove(&image);
    tree_finish(&tree);
}

TEST_FIXTURE(setup, teardown);

static void wait_for_news(void)
{
    struct pollfd fds[LOOP_DISK_SOURCES];
    size_t count = loop_disk_poll(&disk, fds);

    ck_assert_uint_gt(count, 0);
    ck_assert_int_gt(poll(fds, count, WAIT_MS), 0);
    (void)loop_disk_take(&disk);
}

static void read_contents(void)
{
    loop_disk_start(&disk, NULL, 0);
    while (disk.scan)
        wait_for_news();
}

static void examine_all(void)
{
    struct err err = { 0 };
    bool is_news;

    ck_assert_msg(loop_disk_settle(&disk, WAIT_MS, &is_news, &err), "%s", err.text);
    disk.wants_samples = false; /* none are waited for here */
}

static enum note_id reason_not_to_write(void)
{
    const struct note *note = layout_read_only(disk.layout);

    return note ? note->id : NOTE_COUNT;
}

TEST(libparted_is_not_asked_with_the_contents)
{
    read_contents();
    ck_assert_ptr_null(disk.opinion);
    ck_assert_int_eq(reason_not_to_write(), NOTE_COUNT);
    ck_assert(loop_disk_can_ask(&disk));
}

TEST(libparted_is_asked_when_no_thread_reads)
{
    loop_disk_start(&disk, NULL, 0);
    ck_assert(!loop_disk_can_ask(&disk));
    loop_disk_ask(&disk);
    ck_assert_ptr_null(disk.opinion);
    read_contents();
    loop_disk_ask(&disk);
    ck_assert_ptr_nonnull(disk.opinion);
    while (disk.opinion)
        wait_for_news();
    ck_assert_int_eq(reason_not_to_write(), NOTE_PARTED_LIMIT);
}

TEST(libparted_is_asked_once)
{
    read_contents();
    loop_disk_ask(&disk);
    while (disk.opinion)
        wait_for_news();
    ck_assert(!loop_disk_can_ask(&disk));
    loop_disk_ask(&disk);
    ck_assert_ptr_null(disk.opinion);
}

/* Samples cost more than all the rest. */
TEST(samples_come_after_the_question)
{
    read_contents();
    loop_disk_sample(&disk, 0);
    ck_assert_ptr_null(disk.scan);
    loop_disk_ask(&disk);
    ck_assert_ptr_nonnull(disk.opinion);
    loop_disk_sample(&disk, 0);
    ck_assert(disk.is_sampling);
}

/* A rehearsal and a measurement come after that. */
TEST(nothing_is_settled_without_libparted)
{
    struct err err = { 0 };
    bool is_news;

    ck_assert_msg(loop_disk_settle(&disk, WAIT_MS, &is_news, &err), "%s", err.text);
    ck_assert(is_news);
    ck_assert_ptr_null(disk.opinion);
    ck_assert_int_eq(reason_not_to_write(), NOTE_PARTED_LIMIT);
}

TEST(a_disk_that_is_opened_again_is_asked_about_again)
{
    struct err err = { 0 };
    bool is_news;

    ck_assert(loop_disk_settle(&disk, WAIT_MS, &is_news, &err));
    open_chain(3); /* lies over the first links of the other one */
    ck_assert_int_eq(reason_not_to_write(), NOTE_COUNT);
    read_contents();
    ck_assert(loop_disk_can_ask(&disk));
}

/* The power failed before the table had the entry in progress; then the journal may have
 * been lost. */
static const bool guards[] = { false, true };

/* Opens the image as a user who may only read it: returns what is known of it. */
static int opened_by_reader(bool is_asked)
{
    struct limits_given given = { .logical = 512 };
    struct err err = { 0 };
    int status;
    pid_t child = fork();

    ck_assert_int_ge(child, 0);
    if (!child) {
        bool is_open = (geteuid() || !setresuid(65534, 65534, 65534)) &&
                       loop_disk_open(&disk, image.path, &given, is_asked, &err);
        _exit((is_open ? 4 : 0) + (disk.info.is_read_only ? 2 : 0) +
              (disk.info.is_forbidden ? 1 : 0));
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST(an_image_that_may_not_be_written_is_read_only)
{
    ck_assert(!disk.info.is_read_only && !disk.info.is_forbidden);
    ck_assert(!chmod(image.folder, 0755) && !chmod(image.path, 0444));
    ck_assert_int_eq(opened_by_reader(false), 7);
    ck_assert_int_eq(opened_by_reader(true), 6);
}

TEST_EACH(a_guard_that_the_contents_show_is_noted, guards)
{
    struct interrupted what = *interrupted_find("not-labelled");

    what.lacks_head = guards[_i];
    teardown();
    tree_init(&tree);
    image_make(&image, UINT64_C(512) * INTERRUPTED_SECTORS);
    CLEANUP(sparse_finish) struct sparse bytes = interrupted_make(&what);
    open_disk(&bytes);
    ck_assert_int_eq(reason_not_to_write(), NOTE_COUNT);
    read_contents();
    ck_assert_int_eq(reason_not_to_write(), NOTE_COUNT); /* results are taken unread */
    ck_assert(loop_disk_wants_look(&disk));
    loop_disk_look(&disk);
    ck_assert_int_eq(reason_not_to_write(), NOTE_MOVE_IN_PROGRESS);
    ck_assert(!loop_disk_wants_look(&disk));
    examine_all();
    ck_assert_int_eq(reason_not_to_write(), NOTE_MOVE_IN_PROGRESS);
    const struct extent *moved = layout_find_number(disk.layout, 1);
    ck_assert(moved && moved->content.is_guarded);
}

/* --- contents without an entry --- */

static void search_to_the_end(void)
{
    loop_disk_hunt(&disk);
    while (disk.lost.job)
        wait_for_news();
}

TEST(a_search_that_was_stopped_is_made_again_if_somebody_asks)
{
    open_chain(3);
    image_put_ext2(&image, UINT64_C(50) << 20, "photos");
    ck_assert(loop_disk_search(&disk).is_wanted);
    examine_all();
    search_to_the_end();
    ck_assert_uint_eq(disk.lost.list.count, 0); /* a change waits for no search */
    ck_assert(loop_disk_search(&disk).is_wanted);
    loop_disk_hunt_again(&disk);
    search_to_the_end();
    ck_assert_uint_eq(disk.lost.list.count, 1);
    ck_assert(!loop_disk_search(&disk).is_wanted);
    ck_assert_uint_gt(loop_disk_search(&disk).places, 0);
    loop_disk_hunt_again(&disk);
    loop_disk_hunt(&disk);
    ck_assert_ptr_null(disk.lost.job);
}

TEST(a_disk_that_is_still_read_is_told)
{
    struct err err = { 0 };
    bool is_news;

    ck_assert(!loop_disk_settle(&disk, 0, &is_news, &err));
    ck_assert_refused(&err, REFUSAL_DISK_STILL_READ);
    ck_assert(loop_disk_settle(&disk, WAIT_MS, &is_news, &(struct err){ 0 }));
}

TEST(checkers_run_once_at_a_time)
{
    const struct checker_list none = { 0 };
    struct loop_checks checks = { 0 };
    struct event event;

    loop_checks_start(&checks, &disk, &none, &event);
    ck_assert(event.content.is_at_work);
    loop_checks_start(&checks, &disk, &none, &event);
    ck_assert_refused(&checks.err, REFUSAL_CHECKER_STILL_RUNS);
    ck_assert_str_eq(event.text, checks.err.text);
    loop_checks_finish(&checks, WAIT_MS);
    ck_assert_ptr_null(checks.job);
}
