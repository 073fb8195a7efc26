/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_trust_stories.c - the first screen reports what is wrong with disks that look
 * valid; ALIDADE names the program */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/test.h"

static void zero_primary(const char *path)
{
    static const char zeros[512];
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, zeros, sizeof(zeros), 512), sizeof(zeros));
    ck_assert_int_eq(close(fd), 0);
}

static void cut_to_3_gib(const char *path)
{
    ck_assert_int_eq(truncate(path, 3LL << 30), 0);
}

/* Random bytes from sector 63 on, in a partition that has no signature. */
static void fill_first(const char *path)
{
    static unsigned char bytes[1 << 20];
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (unsigned char)(i * 2654435761U >> 13 | 1);
    ck_assert_int_ge(fd, 0);
    for (off_t at = 0; at < 64; at++)
        ck_assert_int_eq(
            pwrite(fd, bytes, sizeof(bytes), 63 * 512 + at * (off_t)sizeof(bytes)),
            sizeof(bytes));
    ck_assert_int_eq(close(fd), 0);
}

static const struct {
    const char *kind;
    void (*act)(const char *path); /* NULL: as it is made */
    int rows, cols;
    const char *keys;
    const char *sees, *lacks; /* on the screen then */
} stories[] = {
    { "4kn", NULL, 24, 80, "", "! This table was written for 4096-byte sectors",
      "aligned" },
    { "4kn", NULL, 24, 80, "", "nothing judged", "ok 1M" },
    { "4kn", NULL, 12, 40, "", "! wrong sector size", "2 ok" },
    { "aligned", zero_primary, 24, 80, "", "! The primary GPT at sector 1",
      "nothing to do" },
    { "aligned", zero_primary, 24, 80, "j", "! primary GPT damaged", "nothing to do" },
    { "aligned", zero_primary, 12, 40, "", "! primary GPT damaged", "nothing to do" },
    { "touching", cut_to_3_gib, 24, 80, "", "! damaged entries", "no partitions" },
    { "touching", cut_to_3_gib, 24, 80, "", "! past disk", "makes a new one" },
    { "legacy", NULL, 24, 80, "v", "3 of 3 partitions are", "sound" },
    { "legacy", NULL, 24, 80, "v", "(sectors 63, ", "sound" },
    { "legacy", fill_first, 24, 80, "a", "no signature", "Pending" },
};

TEST_EACH(a_stranger_is_told, stories)
{
    story_begin_demo(stories[_i].kind);
    if (stories[_i].act)
        stories[_i].act(story.image);
    story_open(stories[_i].rows, stories[_i].cols, "xterm");
    story_sees("Start");
    /* Some answers wait for contents that are still being read. */
    bool is_seen =
        *stories[_i].keys
            ? terminal_types_until(story.terminal, stories[_i].keys, stories[_i].sees)
            : terminal_sees(story.terminal, stories[_i].sees);
    CLEANUP(freep) char *screen = terminal_dump(story.terminal);
    ck_assert_msg(is_seen, "no '%s' on:\n%s", stories[_i].sees, screen);
    ck_assert_msg(!strstr(screen, stories[_i].lacks), "'%s' on:\n%s", stories[_i].lacks,
                  screen);
    terminal_free(story.terminal);
    story_end();
}

int main(void)
{
    return terminal_run_tests();
}
