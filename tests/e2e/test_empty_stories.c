/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_empty_stories.c - a person gives a partition without a signature another start
 *
 * ALIDADE names the program. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/story.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"

#define IMAGE_BYTES (64 * 1024 * 1024)
#define START       63
#define SECTORS     60000

static void write_image(uint64_t offset, const void *bytes, size_t count)
{
    int fd = open(story.image, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(pwrite(fd, bytes, count, (off_t)offset), (ssize_t)count);
    ck_assert_int_eq(close(fd), 0);
}

/* An MBR with one Linux partition from sector 63 on; all else is zeros. */
static void setup(void)
{
    uint8_t mbr[512] = { [446 + 4] = 0x83, [510] = 0x55, [511] = 0xAA };

    story_begin("empty");
    put_le32(mbr, 440, 0x12345678);
    put_le32(mbr, 446 + 8, START);
    put_le32(mbr, 446 + 12, SECTORS);
    write_image(0, mbr, sizeof(mbr));
    ck_assert_int_eq(truncate(story.image, IMAGE_BYTES), 0);
}

/* Bytes that look like nothing known, as an encrypted volume does. */
static void fill_partition(void)
{
    uint8_t bytes[65536];
    uint64_t value = 88172645463325252u; /* xorshift64 */

    for (uint64_t at = 0; at < (uint64_t)SECTORS * 512; at += sizeof(bytes)) {
        uint64_t left = (uint64_t)SECTORS * 512 - at;
        for (size_t i = 0; i < sizeof(bytes); i++) {
            value ^= value << 13;
            value ^= value >> 7;
            value ^= value << 17;
            bytes[i] = (uint8_t)(value >> 32);
        }
        write_image(START * 512 + at, bytes,
                    left < sizeof(bytes) ? (size_t)left : sizeof(bytes));
    }
}

static uint32_t start_on_disk(void)
{
    uint8_t mbr[512];
    FILE *file = fopen(story.image, "r");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(mbr, 1, sizeof(mbr), file), sizeof(mbr));
    ck_assert_int_eq(fclose(file), 0);
    return le32_at(mbr, 446 + 8);
}

static void writes(void)
{
    story_listens("Type yes to write");
    story_types("yes\r", "The table on the disk is the new");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
}

TEST_FIXTURE(setup, story_end);

TEST(data_of_unknown_kind_keeps_its_start)
{
    fill_partition();
    story_open(24, 80, "xterm-256color");

    story_sees("data?");
    story_types("a", "data of unknown kind");
    story_types("q", "0 changes pending");
    story_types("m", "data of unknown kind");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_uint_eq(start_on_disk(), START);
}

TEST(called_empty_it_is_repeated_before_the_yes)
{
    fill_partition();
    story_open(24, 80, "xterm-256color");

    story_sees("data?");
    story_types("a", "call it empty");
    story_types("E", "2 changes pending");
    story_types("W", "You call partition 1 (29.3 MiB) empty");
    ck_assert_uint_eq(start_on_disk(), START);
    writes();
    ck_assert_uint_eq(start_on_disk(), 2048);
}

static const struct {
    const char *term;
    int rows, cols;
} windows[] = {
    { "xterm-256color", 24, 80 },
    { "vt100", 24, 80 },
    { "linux", 12, 40 },
};

TEST_EACH(zeros_are_read_to_their_end_first, windows)
{
    story_open(windows[_i].rows, windows[_i].cols, windows[_i].term);
    story_sees("empty?");
    story_types("a", "64 places");
    story_types("\r", windows[_i].cols < 80 ? "1 pending" : "1 change pending");
    terminal_type(story.terminal, "W");
    writes();
    ck_assert_uint_eq(start_on_disk(), 2048);
}

/* One byte that no sample meets. */
TEST(one_byte_is_found_by_reading_all_of_it)
{
    write_image((START + 30001) * 512, "x", 1);
    story_open(24, 80, "xterm-256color");

    story_sees("empty?");
    story_types("a", "it looks empty");
    story_types("\r", "it is not all zeros");
    terminal_type(story.terminal, "qqQ");
    story_ends(0);
    ck_assert_uint_eq(start_on_disk(), START);
}

/* No table, and one content where no first partition begins: it is found behind the first
 * screen, and named beside the yes. */
TEST(what_a_lost_table_named_is_searched_for)
{
    const uint8_t zeros[512] = { 0 };
    const uint8_t luks[] = { 'L', 'U', 'K', 'S', 0xBA, 0xBE, 0, 1 };

    write_image(0, zeros, sizeof(zeros));
    ck_assert_int_eq(truncate(story.image, 1000 * INT64_C(1048576)), 0);
    write_image(300 * UINT64_C(1048576), luks, sizeof(luks));
    story_open(24, 80, "xterm-256color");
    story_sees("no entry");
    story_sees("LUKS");
    story_types("N", "crypto_LUKS");
    story_types("\r", "1 change pending");
    story_types("W", "At sector 614400 lies crypto_LUKS");
    story_types("\033", "1 change pending");
    terminal_type(story.terminal, "qQ");
    story_ends(0);
}

int main(void)
{
    return terminal_run_tests();
}
