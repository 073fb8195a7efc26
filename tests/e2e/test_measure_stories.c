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
#include <unistd.h>

#include "e2e/measured_image.h"
#include "e2e/terminal.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/test.h"

static char *folder, *image, *state; /* of one story */
static uint64_t before;

static const char *program(void)
{
    const char *path = getenv("ALIDADE");

    ck_assert_msg(path, "ALIDADE must name the program");
    return path;
}

static uint64_t sum_of_image(void)
{
    CLEANUP(freep) uint8_t *bytes = xmalloc(MEASURED_IMAGE_BYTES);
    FILE *file = fopen(image, "r");
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
    const char *tmp = getenv("TMPDIR");
    CLEANUP(freep) uint8_t *bytes = measured_image();

    folder = xasprintf("%s/alidade-measure-XXXXXX", tmp ? tmp : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    image = xasprintf("%s/disk.img", folder);
    state = xasprintf("XDG_STATE_HOME=%s/state", folder);
    FILE *file = fopen(image, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, MEASURED_IMAGE_BYTES, file), MEASURED_IMAGE_BYTES);
    ck_assert_int_eq(fclose(file), 0);
    before = sum_of_image();
}

/* An image is kept nowhere: there is no state folder to remove. */
static void teardown(void)
{
    ck_assert_int_eq(unlink(image), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    free(folder);
    free(image);
    free(state);
}

static void sees(struct terminal *terminal, const char *text)
{
    if (terminal_sees(terminal, text))
        return;
    CLEANUP(freep) char *screen = terminal_dump(terminal);
    ck_abort_msg("no '%s' on:\n%s", text, screen);
}

static struct terminal *open_in(const char *term, int rows, int cols)
{
    const char *const argv[] = { program(), image, NULL };
    const char *const env[] = { "LC_ALL=C.UTF-8", state, NULL };
    struct terminal *terminal = terminal_start(rows, cols, term, argv, env);

    sees(terminal, "1 of 1");
    return terminal;
}

static struct terminal *open_image(void)
{
    return open_in("xterm-256color", 24, 80);
}

static void ends(struct terminal *terminal, int code)
{
    ck_assert(terminal_reaches(terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(terminal), code);
    ck_assert(terminal_is_cooked(terminal));
    ck_assert(!terminal_is_alternate(terminal));
    terminal_free(terminal);
    ck_assert_uint_eq(sum_of_image(), before);
}

static const char *const kinds[] = { "B", "P" };

TEST_FIXTURE(setup, teardown);

TEST_EACH(measuring_from_the_table_changes_nothing, kinds)
{
    struct terminal *terminal = open_image();

    terminal_type(terminal, kinds[_i]);
    sees(terminal, "finished");
    sees(terminal, "not the drive");
    ck_assert_uint_eq(sum_of_image(), before);
    terminal_type(terminal, "r");
    sees(terminal, "finished");
    terminal_type(terminal, "q");
    sees(terminal, "1 of 1 misaligned");
    terminal_type(terminal, "q");
    ends(terminal, 0);
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
    struct terminal *terminal = open_in(areas[_i].term, areas[_i].rows, areas[_i].cols);

    terminal_type(terminal, "B");
    sees(terminal, "finished");
    sees(terminal, "as it is now");
    sees(terminal, "Result");
    terminal_type(terminal, "qP");
    sees(terminal, "reported"); /* another screen than before */
    sees(terminal, "finished");
    terminal_type(terminal, "qq");
    ends(terminal, 0);
}

/* The partition takes all there is behind it. */
static void fill_up(void)
{
    FILE *file = fopen(image, "r+");
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
    struct terminal *terminal = open_image();

    terminal_type(terminal, "B");
    sees(terminal, "Before it begins");
    sees(terminal, "in partition 1");
    terminal_type(terminal, "\r");
    sees(terminal, "finished");
    terminal_type(terminal, "\033[F"); /* to the end of the sentences */
    sees(terminal, "nothing on the disk has changed");
    terminal_type(terminal, "qq");
    ends(terminal, 0);
}

/* Both keys arrive together: it is paused before anything is over. */
static struct terminal *pause_image(const char *kind)
{
    struct terminal *terminal = open_image();
    CLEANUP(freep) char *keys = xasprintf("%s ", kind);

    terminal_type(terminal, keys);
    sees(terminal, "paused");
    return terminal;
}

TEST_EACH(a_paused_measurement_goes_on, kinds)
{
    struct terminal *terminal = pause_image(kinds[_i]);

    terminal_type(terminal, "?");
    ck_assert(terminal_misses(terminal, "paused"));
    terminal_type(terminal, "q");
    sees(terminal, "paused");
    terminal_type(terminal, " ");
    sees(terminal, "finished");
    terminal_type(terminal, "qq");
    ends(terminal, 0);
}

TEST_EACH(ctrl_z_holds_it_and_fg_goes_on, kinds)
{
    struct terminal *terminal = pause_image(kinds[_i]);

    terminal_type(terminal, "\032");
    ck_assert(terminal_reaches(terminal, TERMINAL_STOPPED));
    ck_assert(terminal_resume(terminal));
    sees(terminal, "paused");
    terminal_type(terminal, " ");
    sees(terminal, "finished");
    terminal_type(terminal, "qq");
    ends(terminal, 0);
}

TEST_EACH(leaving_stops_it, kinds)
{
    struct terminal *terminal = pause_image(kinds[_i]);

    terminal_type(terminal, "q");
    sees(terminal, "1 of 1 misaligned");
    terminal_type(terminal, "q");
    ends(terminal, 0);
}

TEST_EACH(ctrl_c_ends_the_program_and_it, kinds)
{
    struct terminal *terminal = pause_image(kinds[_i]);

    terminal_type(terminal, "\003");
    ends(terminal, 0);
}

static const int signals[] = { SIGTERM, SIGHUP };

TEST_EACH(a_signal_ends_the_program_and_it, signals)
{
    struct terminal *terminal = pause_image("B");

    terminal_signal(terminal, signals[_i]);
    ends(terminal, 128 + signals[_i]);
}

int main(void)
{
    return terminal_run_tests();
}
