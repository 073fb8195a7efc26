/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_measure_stories.c - a person measures an image with the real program, or leaves
 *
 * ALIDADE names the program.  An image is no drive: what is shown here is that keys and
 * signals are answered, and that not one byte changes. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/measured_image.h"
#include "e2e/story.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"

static uint64_t before;

static uint64_t sum_of_image(void)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(MEASURED_IMAGE_BYTES);
    FILE *file = fopen(story.image, "r");
    uint64_t sum = 0;

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(bytes, 1, MEASURED_IMAGE_BYTES, file), MEASURED_IMAGE_BYTES);
    ck_assert_int_eq(fclose(file), 0);
    for (size_t i = 0; i < MEASURED_IMAGE_BYTES; i += 8)
        sum = (sum ^ le64_at(bytes, i)) * 1099511628211u;
    return sum;
}

static void setup(void)
{
    CLEANUP(freep) uint8_t *bytes = measured_image();

    story_begin("measure");
    FILE *file = fopen(story.image, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, MEASURED_IMAGE_BYTES, file), MEASURED_IMAGE_BYTES);
    ck_assert_int_eq(fclose(file), 0);
    before = sum_of_image();
}

/* The results of an image are not saved: there is no state folder to remove. */
static void teardown(void)
{
    ck_assert_int_ne(story_run("test -e state"), 0);
    story_end();
}

static void open_in(const char *term, int rows, int cols)
{
    story_open(rows, cols, term);
    story_sees("1 of 1");
}

static void open_image(void)
{
    open_in("xterm-256color", 24, 80);
}

static void ends(int code)
{
    story_ends(code);
    ck_assert_uint_eq(sum_of_image(), before);
}

static const char *const kinds[] = { "B", "P" };

TEST_FIXTURE(setup, teardown);

TEST_EACH(measuring_from_the_table_changes_nothing, kinds)
{
    open_image();
    story_types(kinds[_i], "Writes at most");
    story_sees("Nothing has been written yet.");
    story_types("\r", "finished");
    story_sees("Not the drive itself");
    ck_assert_uint_eq(sum_of_image(), before);
    story_types("r", "Nothing has been written yet.");
    story_types("\r", "finished");
    story_types("q", "1 of 1 misaligned");
    terminal_type(story.terminal, "qQ");
    ends(0);
}

static const struct {
    const char *term;
    int rows, cols;
} areas[] = {
    { "linux", 24, 80 },
    { "vt100", 24, 80 },
    { "vt100", 15, 60 },
    { "xterm-256color", 12, 40 },
};

TEST_EACH(every_terminal_shows_bars_and_an_answer, areas)
{
    open_in(areas[_i].term, areas[_i].rows, areas[_i].cols);
    story_types("B\r", "finished");
    story_sees("as it is now");
    story_sees("Result");
    story_types("qP\r", "reported"); /* another screen than before */
    story_sees("finished");
    terminal_type(story.terminal, "qqQ");
    ends(0);
}

/* The partition takes all there is behind it. */
static void fill_up(void)
{
    FILE *file = fopen(story.image, "r+");
    uint8_t length[4];

    put_le32(length, 0, MEASURED_IMAGE_BYTES / 512 - 63);
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 446 + 12, SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(length, sizeof(length), 1, file), 1);
    ck_assert_int_eq(fclose(file), 0);
    before = sum_of_image();
}

TEST(sectors_of_a_partition_wait_for_a_word)
{
    fill_up();
    open_image();

    story_types("B", "Before it begins");
    story_sees("in partition 1");
    story_types("\r", "finished");
    story_types("\033[F", "nothing on the disk has changed"); /* End */
    terminal_type(story.terminal, "qqQ");
    ends(0);
}

/* All keys arrive together: it is paused before anything is over. */
static void pause_image(const char *kind)
{
    open_image();
    CLEANUP(freep) char *keys = xasprintf("%s\r ", kind);

    story_types(keys, "paused");
}

/* When the image was written to, in nanoseconds. */
static uint64_t time_of_image(void)
{
    struct stat status;

    ck_assert_int_eq(stat(story.image, &status), 0);
    return (uint64_t)status.st_mtim.tv_sec * 1000000000 +
           (uint64_t)status.st_mtim.tv_nsec;
}

TEST_EACH(nothing_is_written_before_enter, kinds)
{
    uint64_t time = time_of_image();

    open_image();
    story_types(kinds[_i], "in free space");
    story_types("\033", "1 of 1 misaligned"); /* Esc */
    terminal_type(story.terminal, "qQ");
    ends(0);
    ck_assert_uint_eq(time_of_image(), time);
}

TEST_EACH(a_paused_measurement_goes_on, kinds)
{
    pause_image(kinds[_i]);
    terminal_type(story.terminal, "?");
    ck_assert(terminal_misses(story.terminal, "paused"));
    story_types("q", "paused");
    story_types(" ", "finished");
    terminal_type(story.terminal, "qqQ");
    ends(0);
}

TEST_EACH(ctrl_z_holds_it_and_fg_goes_on, kinds)
{
    pause_image(kinds[_i]);
    terminal_type(story.terminal, "\032");
    ck_assert(terminal_reaches(story.terminal, TERMINAL_STOPPED));
    ck_assert(terminal_resume(story.terminal));
    story_sees("paused");
    story_types(" ", "finished");
    terminal_type(story.terminal, "qqQ");
    ends(0);
}

TEST_EACH(leaving_stops_it, kinds)
{
    pause_image(kinds[_i]);
    story_types("q", "1 of 1 misaligned");
    terminal_type(story.terminal, "qQ");
    ends(0);
}

TEST_EACH(ctrl_c_ends_the_program_and_it, kinds)
{
    pause_image(kinds[_i]);
    terminal_type(story.terminal, "\003");
    ends(0);
}

static const int signals[] = { SIGTERM, SIGHUP };

TEST_EACH(a_signal_ends_the_program_and_it, signals)
{
    pause_image("B");
    terminal_signal(story.terminal, signals[_i]);
    ends(128 + signals[_i]);
}

int main(void)
{
    return terminal_run_tests();
}
