/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_write_stories.c - a person changes an image with the real program, or thinks again
 *
 * ALIDADE names the program. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/test.h"

#define IMAGE_BYTES (64 * 1024 * 1024)

static const char table[] = "label: gpt\n"
                            "\n"
                            "size=8MiB, type=U\n"
                            "size=16MiB, name=\"root\"\n"
                            "size=+, type=swap\n";

static char *script; /* of one story */

static void make_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static void setup(void)
{
    story_begin("write");
    script = xasprintf("%s/new.sfdisk", story.folder);
    make_file(story.image, "");
    make_file(script, table);
    ck_assert_int_eq(truncate(story.image, IMAGE_BYTES), 0);
}

static void teardown(void)
{
    free(script);
    story_end();
}

static void load_script(void)
{
    story_sees("elp"); /* the menu, or the foot line of a small window */
    story_types("I", "Script to load:");
    terminal_type(story.terminal, script);
    terminal_type(story.terminal, "\r");
}

static const struct {
    const char *term;
    int rows, cols;
} windows[] = {
    { "xterm-256color", 24, 80 },
    { "linux", 24, 80 },
    { "vt100", 24, 80 },
    { "xterm-256color", 12, 40 },
};

TEST_FIXTURE(setup, teardown);

TEST_EACH(a_table_is_written_after_yes_and_not_before, windows)
{
    uint64_t before = story_sum();
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);

    load_script();
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    ck_assert_uint_eq(story_sum(), before);
    story_types("ye\r", "Nothing has been written.");
    ck_assert_uint_eq(story_sum(), before);
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes", "yes");
    ck_assert_uint_eq(story_sum(), before);
    story_types("\r", "The table on the disk is the new");
    ck_assert_uint_ne(story_sum(), before);
    ck_assert(story_passes("sfdisk --verify"));
    ck_assert(story_passes("sgdisk -v"));
    story_types("q", "18432");
    /* What is to be run now does not go with the screen. */
    story_types("Q", "losetup --detach");
    story_ends(0);
    ck_assert_int_eq(story_run("ls state/alidade/*.alidade >/dev/null"), 0);
    ck_assert_int_eq(story_run("grep -q disk.img state/alidade/alidade.log"), 0);
    ck_assert_int_eq(story_run("grep -q 'losetup --d' state/alidade/alidade.log"), 0);
}

/* Ctrl-U empties the size that is proposed. */
static const struct {
    const char *keys, *seen;
} walk[] = {
    { "N", "New partition table" },
    { "\r", "1 change pending" },
    { "n", "New partition" },
    { "\0258MiB\r", "2 changes pending" },
    { "jn", "New partition" },
    { "\02516MiB\r", "3 changes pending" },
    { "jn", "New partition" },
    { "\r", "4 changes pending" },
    { "t", "Types" },
    { "/linux swap\r", "5 changes pending" },
    { "kc", "Name" },
    { "root\r", "6 changes pending" },
    { "u", "5 changes pending" },
    { "U", "6 changes pending" },
    { "l", "6 pending" },
    { "q", "6 changes pending" },
    { "W", "Type yes to write" },
    { "yes\r", "The table on the disk is the new one." },
    { "q", "0 changes pending" },
};

TEST_TIMES(a_table_is_made_key_by_key, ARRAY_SIZE(windows) - 1)
{
    story_open(24, 80, windows[_i].term);
    story_sees("Help");
    for (size_t i = 0; i < ARRAY_SIZE(walk); i++) {
        if (walk[i].keys[0] == 'y')
            story_listens("Type yes to write");
        story_types(walk[i].keys, walk[i].seen);
    }
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert(story_passes("sfdisk --verify"));
    ck_assert(story_passes("sgdisk -v"));
    ck_assert_int_eq(story_run("command -v sfdisk >/dev/null || exit 0; "
                               "sfdisk -d disk.img > tool.sfdisk && "
                               "grep -q 'size= *16384,' tool.sfdisk && "
                               "grep -q 'size= *32768,.*name=\"root\"' tool.sfdisk && "
                               "grep -q 'type=0657FD6D-' tool.sfdisk"),
                     0);
}

/* A terminal puts its marks around what is pasted. */
#define PASTED(text) "\033[200~" text "\033[201~"

TEST(what_is_pasted_is_typed_and_never_obeyed)
{
    uint64_t before = story_sum();
    story_open(24, 80, "xterm-256color");

    story_sees("Help");
    story_types(PASTED("N\rW\ryes\rq"), "What was pasted is ignored");
    story_sees("0 changes pending");
    story_types("Njjjjjjj", "8GiB swap"); /* an example */
    story_types(PASTED("8MiB swap,\n16MiB /home,\nrest raid\n"),
                "8MiB swap, 16MiB /home, rest raid");
    story_types("\r", "4 changes pending");
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types(PASTED("yes\n"), "What was pasted is ignored: yes has to be typed.");
    ck_assert_uint_eq(story_sum(), before);
    story_types("\r", "Nothing has been written");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert_uint_eq(story_sum(), before);
}

TEST(the_window_may_change_while_consent_is_asked)
{
    story_open(24, 80, "xterm-256color");
    load_script();
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    terminal_type(story.terminal, "ye");
    terminal_resize(story.terminal, 12, 40);
    story_sees("go back: ye");
    terminal_resize(story.terminal, 40, 100);
    story_sees("anything else to go back: ye");
    story_types("s\r", "The table on the disk is the new one.");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert(story_passes("sfdisk --verify"));
}

TEST(leaving_asks_and_writes_nothing)
{
    uint64_t before = story_sum();
    story_open(24, 80, "xterm-256color");

    load_script();
    story_sees("4 changes");
    story_types("q", "4 changes are not written");
    story_sees("new partition");
    terminal_type(story.terminal, "n");
    ck_assert(terminal_misses(story.terminal, "are not written"));
    story_types("\003", "4 changes are not written"); /* Ctrl-C */
    terminal_type(story.terminal, " ");
    ck_assert(terminal_misses(story.terminal, "are not written"));
    story_types("u", "Undone: 4 changes");
    story_types("l", "Nothing is pending");
    story_sees("U brings back");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_uint_eq(story_sum(), before);
}

/* Only a swap area that was recognized can be created again elsewhere: the earlier result
 * counts until the contents are read again. */
TEST(reading_again_keeps_changes)
{
    CLEANUP(freep)
    char *make = xasprintf("rm disk.img; mv \"$('%s' demo legacy --no-open)\" disk.img",
                           story_program());

    ck_assert_int_eq(story_run(make), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("swap  swap");
    story_types("/swap\ra", "1912586504 alone");
    story_types("j\r", "1 change pending");
    story_types("Rl", "1 pending");
    story_types("qqqqqq", "1 change is not written"); /* a key held down */
    terminal_type(story.terminal, "Q");
    story_ends(0);
}

/* libparted computes in a child. */
TEST(a_label_that_takes_long_to_read_names_no_drive)
{
    ck_assert_int_eq(story_run("echo 'label: sun' | sfdisk -q disk.img"), 0);
    story_open_with("READS_BUSY", "5");
    story_sees("  sun");
    story_types("R", " s so far. q or Ctrl-C ends the program.");
    story_sees("Everything was read again.");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

/* The swap area of 40933557 sectors ends at 1953520064; its new end is on the grain. */
TEST(a_minus_makes_smaller_by_so_much)
{
    CLEANUP(freep)
    char *make = xasprintf("rm disk.img; mv \"$('%s' demo legacy --no-open)\" disk.img",
                           story_program());

    ck_assert_int_eq(story_run(make), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("swap  swap");
    story_types("/swap\rr-1GiB", "38835956 s = 19884009472 B");
    story_types("\r", "1 change");
    story_types("u\033n-1GiB", "nothing is there yet: write end-1GiB");
    story_types("\033", "0 changes pending");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

static const int deaths[] = { SIGTERM, SIGHUP };

TEST_EACH(a_signal_leaves_at_once_and_writes_nothing, deaths)
{
    uint64_t before = story_sum();
    story_open(24, 80, "xterm-256color");

    load_script();
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes", "yes");
    terminal_signal(story.terminal, deaths[_i]);
    story_ends(128 + deaths[_i]);
    ck_assert_uint_eq(story_sum(), before);
}

TEST(pending_changes_become_a_script_that_makes_them)
{
    story_open(24, 80, "xterm-256color");
    CLEANUP(freep) char *path = xasprintf("\025%s/saved.sfdisk\r", story.folder);

    load_script();
    story_sees("4 changes");
    story_types("qO", "New file for the script:");
    terminal_type(story.terminal, path);
    /* A long path of the folder wraps the rest of the message. */
    story_sees("Saved as ");
    terminal_type(story.terminal, "O");
    story_types(path, "is there already");
    /* The field stays open. */
    terminal_type(story.terminal, "\007qQ");
    story_ends(0);
    ck_assert_int_eq(story_run("grep -q 'label: gpt' saved.sfdisk"), 0);
    ck_assert_int_eq(
        story_run("command -v sfdisk >/dev/null || exit 0; "
                  "sfdisk -q --no-act disk.img < saved.sfdisk > tool.sfdisk"),
        0);
}

TEST(a_backup_brings_the_old_table_back)
{
    CLEANUP(freep) char *path = xasprintf("\025%s/old.alidade\r", story.folder);

    ck_assert_int_eq(story_run("command -v sfdisk >/dev/null && printf 'label: dos\\n"
                               "start=2048, size=4096, type=83\\n' | sfdisk -q disk.img"),
                     0);
    ck_assert_int_eq(story_run("cp --sparse=always disk.img old.img"), 0);
    uint64_t before = story_sum();
    story_open(24, 80, "xterm-256color");
    story_sees("msdos");
    story_types("K", "New file for the backup:");
    story_types(path, "is kept in");
    load_script();
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes\r", "The table on the disk is the new one.");
    story_types("q", "gpt");
    ck_assert_uint_ne(story_sum(), before);
    story_types("L", "msdos, 1 partition"); /* saved before the write */
    story_sees("Backup to restore:");
    terminal_type(story.terminal, path);
    story_listens("Type yes to write");
    story_types("yes\r", "The table on the disk is the new one.");
    story_types("q", "msdos");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert_int_eq(story_run("cmp -n 1048576 disk.img old.img"), 0);
}

/* A file system in free space, which the search finds while its page is open. */
static const char lose_partition[] =
    "PATH=$PATH:/usr/sbin:/sbin; printf 'label: dos\nstart=2048,size=4096,type=83\n' | "
    "sfdisk -q disk.img && truncate -s 20M fs.sfdisk && "
    "mke2fs -q -F -t ext4 -L photos fs.sfdisk && "
    "dd if=fs.sfdisk of=disk.img bs=1M seek=8 conv=notrunc status=none";

TEST(what_was_lost_gets_an_entry)
{
    ck_assert_int_eq(story_run(lose_partition), 0);
    story_open(24, 80, "xterm-256color");
    story_sees("elp");
    story_types("V", "found: ");
    story_sees("At sector 16384: ext4 'photos', 20 MiB");
    story_types(" ", "[x] found");
    story_types("\r", "Pending: new partition 2, 20 MiB, Linux, at 16384");
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes\r", "The table on the disk is the new");
    story_types("q", "photos");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
    ck_assert(story_passes("sfdisk --verify"));
}

TEST(the_first_write_saves_where_the_option_says)
{
    CLEANUP(freep) char *option = xasprintf("--backup=%s/first.alidade", story.folder);
    const char *const argv[] = { story_program(), option, story.image, NULL };
    const char *const env[] = { "LC_ALL=C.UTF-8", story.state, NULL };

    story.terminal = terminal_start(24, 80, "xterm-256color", argv, env);

    load_script();
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes\r", "The table on the disk is the new");
    ck_assert_int_eq(story_run("test -f first.alidade && ! ls state/alidade/*.alidade"),
                     0);
    story_types("qd", "1 change pending");
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes\r", "The table on the disk is the new");
    ck_assert_int_eq(story_run("ls state/alidade/*.alidade >/dev/null"), 0);
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

int main(void)
{
    return terminal_run_tests();
}
