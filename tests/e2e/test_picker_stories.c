/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_picker_stories.c - a move on a disk of the machine, killed and found again in the
 * list of disks
 *
 * ALIDADE names the program, AT_WRITES the library at_writes.c.  Needs root and a loop
 * device. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/loop_disk.h"
#include "support/test.h"

enum { DISKS_MAX = 64, PASSES = 5 };

/* A file system as old tools place it. */
static const char make_image[] =
    "PATH=$PATH:/usr/sbin:/sbin; truncate -s 64M disk.img && "
    "printf 'label: dos\\nstart=63,size=40960,type=83\\n' | sfdisk -q disk.img && "
    "truncate -s 20M old.img && mke2fs -q -F -t ext4 old.img && "
    "dd if=old.img of=disk.img bs=32256 seek=1 conv=notrunc status=none && "
    "cksum <old.img >before.sfdisk && rm old.img";
static const char is_moved[] =
    "tail -c +$((2048 * 512 + 1)) disk.img | head -c 20M | cksum | "
    "cmp -s - before.sfdisk";

static struct loop_disk disk = { .fd = -1 };

/* A disk that another program has open for writing is not moved on. */
static void only_read(void)
{
    int fd = open(disk.path, O_RDONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(close(disk.fd), 0);
    disk.fd = fd;
}

static void setup(void)
{
    story_begin("picker");
    ck_assert_int_eq(story_run(make_image), 0);
    ck_assert(loop_disk_open(&disk, story.image, 0, false));
    only_read();
}

static void teardown(void)
{
    loop_disk_close(&disk);
    story_end();
}

TEST_FIXTURE(setup, teardown);

/* SETTING is one of at_writes.c, or NULL. */
static void start(const char *path, const char *setting)
{
    const char *const argv[] = { story_program(), "--physical-sector=4096", path, NULL };
    const char *options = getenv("ASAN_OPTIONS");
    CLEANUP(freep) char *library = xasprintf("LD_PRELOAD=%s", getenv("AT_WRITES"));
    CLEANUP(freep) char *disk_name = xasprintf("WRITES_TO=%s", disk.path);
    CLEANUP(freep) char *gate = xasprintf("WRITES_GATE=%s/gate.sfdisk", story.folder);
    CLEANUP(freep)
    char *asan =
        xasprintf("ASAN_OPTIONS=%s:verify_asan_link_order=0", options ? options : "");
    const char *const env[] = {
        "LC_ALL=C.UTF-8",         story.state, asan, library, disk_name, gate,
        setting ? setting : "A=", NULL
    };

    story.terminal = terminal_start(24, 240, "xterm-256color", argv, env);
}

static void say_yes(void)
{
    ck_assert(terminal_types_until(story.terminal, "\025@", "@"));
    story_types("\025yes", "yes");
    terminal_type(story.terminal, "\r");
}

/* In the middle of the data. */
static void begin_and_be_killed(void)
{
    start(disk.path, "WRITES_KILL=40");
    story_sees("elp");
    story_types("F", "step 1 of 3");
    story_types("\r", "step 2 of 3");
    story_types("\r", "step 3 of 3");
    story_sees("ok ");
    story_types("\r", "Type yes to move");
    say_yes();
    ck_assert(terminal_reaches(story.terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(story.terminal), 128 + SIGKILL);
    terminal_free(story.terminal);
    ck_assert_int_ne(story_run(is_moved), 0);
}

static bool shows(const char *text)
{
    CLEANUP(freep) char *screen = terminal_dump(story.terminal);

    return strstr(screen, text) != NULL;
}

/* Row by row, from the first; the answer to an unknown key tells that all is drawn. */
static bool select_by_note(const char *note)
{
    for (int i = 0; i < DISKS_MAX; i++)
        terminal_type(story.terminal, "k");
    for (int i = 0; i < DISKS_MAX; i++) {
        story_types(i % 2 ? "~" : "^", i % 2 ? "~: no such key" : "^: no such key");
        if (shows(note))
            return true;
        terminal_type(story.terminal, "j");
    }
    return false;
}

/* Other disks are there too, and tables are read one after the other. */
static void select_disk(void)
{
    CLEANUP(freep) char *note = xasprintf("alidade resume %s ", disk.path);
    bool is_found = false;

    story_sees(disk.path);
    for (int i = 0; i < PASSES && !is_found; i++)
        is_found = select_by_note(note);
    if (!is_found)
        story_sees(note);
}

static void complete_from_the_list(void)
{
    start(NULL, NULL);
    select_disk();
    story_types("\r", "A move has not ended");
    story_types("f", "Type yes to move");
    say_yes();
    story_sees("The move is complete");
    /* The disk is read again for the list. */
    story_types("qq", "choose a disk");
    story_sees(disk.path);
    ck_assert(terminal_misses(story.terminal, "alidade resume"));
    terminal_type(story.terminal, "Q");
    story_ends(0);
    ck_assert_int_eq(story_run(is_moved), 0);
}

TEST(the_list_of_disks_leads_to_the_move_that_was_killed)
{
    begin_and_be_killed();
    complete_from_the_list();
}

/* With a guard and the old table; with the new table and a guard. */
static const char *const guarded[] = { "3", "8" };

TEST_EACH(it_leads_to_a_move_of_which_only_guards_tell, guarded)
{
    CLEANUP(freep)
    char *fix = xasprintf("%s WRITES_TO=%s WRITES_KILL=%s LD_PRELOAD=$AT_WRITES "
                          "ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 "
                          "$ALIDADE fix --physical-sector=4096 --journal=$PWD/old.img "
                          "--yes %s >run.sfdisk 2>&1",
                          story.state, disk.path, guarded[_i], disk.path);

    ck_assert_int_ne(story_run(fix), 0);
    complete_from_the_list();
}

/* --- a drive that does not answer --- */

static struct terminal *start_stuck(const char *path)
{
    start(path, "WRITES_STUCK=1");
    return story.terminal;
}

/* Keys are answered meanwhile. */
static void list_tells_and_is_left(void)
{
    CLEANUP(freep) char *find = xasprintf("\025%s\r", disk.path);

    story_sees(disk.path);
    story_types("/", "Find:");
    terminal_type(story.terminal, find);
    story_sees("The drive has not answered for");
    story_types("?", "alidade help");
    story_types("q", "The drive has not answered for");
    story_types("Q", "has not answered yet: it is left.");
    story_ends(0);
}

/* They wait at the same time: the two for a disk that was named before they have a
 * screen. */
TEST(a_disk_that_does_not_answer_is_told_and_waited_for_or_left)
{
    CLEANUP(freep) char *told = xasprintf("%s has not answered for 2 s.", disk.path);

    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    struct terminal *waited_for = start_stuck(disk.path), *left = start_stuck(disk.path);
    (void)start_stuck(NULL);
    list_tells_and_is_left();
    story.terminal = left;
    story_sees(told);
    terminal_type(left, "\003");
    ck_assert(terminal_reaches(left, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(left), 128 + SIGINT);
    terminal_free(left);
    story.terminal = waited_for;
    story_sees(told);
    ck_assert_int_eq(story_run("rm gate.sfdisk"), 0);
    story_sees("1 of 1 misaligned");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

/* The table and both ends of the disk are read, and nothing after that: what the screen
 * shows needs no more. */
TEST(keys_are_answered_while_the_contents_are_waited_for)
{
    ck_assert_int_eq(story_run("touch gate.sfdisk"), 0);
    start(disk.path, "WRITES_STUCK=6");
    story_sees("1 of 1 misaligned");
    story_types("?", "alidade help");
    story_types("q", "1 of 1 misaligned");
    story_types("Q", "has not answered yet: it is left.");
    story_ends(0);
}

int main(void)
{
    if (geteuid() != 0 || access("/dev/loop-control", R_OK | W_OK) != 0) {
        puts("1..0 # SKIP loop devices need root");
        return EXIT_SUCCESS;
    }
    return terminal_run_tests();
}
