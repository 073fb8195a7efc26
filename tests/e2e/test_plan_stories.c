/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan_stories.c - a person plans a whole disk, and writes what moves no data
 *
 * ALIDADE names the program. */
#include <stdlib.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/test.h"

/* Swap in a container, both as old tools place them. */
static const char make_image[] =
    "PATH=$PATH:/usr/sbin:/sbin; truncate -s 64M disk.img && "
    "printf 'label: dos\\nstart=63,size=120000,type=5\\nstart=126,size=40960,type=82\\n' "
    "| sfdisk -q disk.img && truncate -s 20M swap.img && "
    "mkswap -q -U 3f1d8f0e-0f5a-4c2e-9f35-1c1f6a2b7d11 swap.img && "
    "dd if=swap.img of=disk.img bs=512 seek=126 conv=notrunc status=none && rm swap.img";

static void setup(void)
{
    story_begin("plan");
    ck_assert_int_eq(story_run(make_image), 0);
}

TEST_FIXTURE(setup, story_end);

static const struct {
    const char *term;
    int rows, cols;
} windows[] = {
    { "xterm-256color", 24, 80 },
    { "linux", 24, 80 },
    { "vt100", 24, 80 },
    { "xterm-256color", 12, 40 },
};

static void write_pending(void)
{
    terminal_type(story.terminal, "W");
    story_listens("Type yes to write");
    story_types("yes", "yes");
    story_types("\r", "The table on the disk is the new");
}

TEST_EACH(a_plan_without_data_is_added_and_written, windows)
{
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);
    story_sees("elp"); /* the menu, or the foot line of a small window */
    story_types("A", "1 step, no data");
    story_types("\r", "nothing has to be");
    write_pending();
    terminal_type(story.terminal, "qqqQ");
    story_ends(0);
    ck_assert_int_eq(
        story_run("PATH=$PATH:/usr/sbin:/sbin; "
                  "sfdisk --verify disk.img >tool.sfdisk 2>&1 && "
                  "sfdisk -d disk.img | grep -q 'start= *2048, size= *40960' && "
                  "blkid -p -O 1048576 -s UUID disk.img | grep -q 3f1d8f0e"),
        0);
}

TEST(what_was_added_can_be_taken_back)
{
    story_open(24, 80, "xterm-256color");
    story_sees("elp");
    story_types("A", "1 step, no data");
    story_types("\r", "nothing has to be");
    story_types("\t", "> 4 KiB");
    story_types("q", "1 change");
    story_types("u", "0 changes");
    story_types("A", "1 step");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

int main(void)
{
    return terminal_run_tests();
}
