/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hanging.c - a drive that stops answering while it is measured, or read: the screen
 * says so, keys stay alive, and the person is not held
 *
 * ALIDADE names the program, EMULATED_DRIVE the drive. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "e2e/measured_image.h"
#include "e2e/story.h"
#include "model/base/mem.h"
#include "support/loop_disk.h"
#include "support/test.h"

static char *folder, *bytes_path; /* of one story */
static uint8_t *before;
static pid_t drive;

/* Also outside of a test, where nothing can be claimed: false says it. */
static bool make_folder(void)
{
    const char *tmp = getenv("TMPDIR");

    folder = xasprintf("%s/alidade-hanging-XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(folder) != NULL;
}

static void become_drive(int out)
{
    CLEANUP(freep) char *size = xasprintf("size=%d", MEASURED_IMAGE_BYTES);
    const char *program = getenv("EMULATED_DRIVE");

    (void)dup2(out, STDOUT_FILENO);
    (void)execl(program, program, folder, size, "rpm=7200", "physical=4096",
                "rmw-us=8333", (char *)NULL);
    _exit(127);
}

/* A disk of 4 KiB sectors that says 512; false where nothing can be mounted. */
static bool start_drive(void)
{
    char said[6] = "";
    int ends[2];

    if (!getenv("EMULATED_DRIVE") || pipe2(ends, O_CLOEXEC))
        return false;
    drive = fork();
    if (drive == 0)
        become_drive(ends[1]);
    (void)close(ends[1]);
    bool is_ready = drive > 0 && read(ends[0], said, 5) == 5 && !strcmp(said, "ready");
    (void)close(ends[0]);
    return is_ready;
}

/* True where it ended as it was told to. */
static bool stop_drive(void)
{
    int status;

    (void)kill(drive, SIGCONT); /* one that is gone is waited for below */
    (void)kill(drive, SIGTERM);
    return waitpid(drive, &status, 0) == drive && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool is_possible(void)
{
    bool has_folder = make_folder();
    bool is_ready = has_folder && start_drive();

    if (drive > 0)
        (void)stop_drive(); /* it is only tried */
    if (has_folder)
        (void)rmdir(folder);
    free(folder);
    return is_ready;
}

static void setup(void)
{
    ck_assert(make_folder());
    story.image = xasprintf("%s/disk", folder);
    bytes_path = xasprintf("%s/bytes", folder);
    story.state = xasprintf("XDG_STATE_HOME=%s-state", folder);
    ck_assert(start_drive());
    before = measured_image();
    FILE *file = fopen(bytes_path, "r+");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(before, 1, MEASURED_IMAGE_BYTES, file),
                      MEASURED_IMAGE_BYTES);
    ck_assert_int_eq(fclose(file), 0);
}

static void check_bytes(void)
{
    CLEANUP(freep) uint8_t *now = xmalloc(MEASURED_IMAGE_BYTES);
    FILE *file = fopen(bytes_path, "r");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(now, 1, MEASURED_IMAGE_BYTES, file), MEASURED_IMAGE_BYTES);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert(!memcmp(now, before, MEASURED_IMAGE_BYTES));
}

static void teardown(void)
{
    ck_assert(stop_drive());
    ck_assert_int_eq(rmdir(folder), 0);
    free(folder);
    free(story.image);
    free(bytes_path);
    free(story.state);
    free(before);
}

/* Paused before the drive hangs, so that it does in the middle. */
static void measure_and_hang(void)
{
    story_open(24, 80, "xterm-256color");
    story_sees("1 of 1 misaligned");
    story_types("B\r ", "paused");
    ck_assert_int_eq(kill(drive, SIGSTOP), 0);
    story_types(" ", "under way is");
}

TEST_FIXTURE(setup, teardown);

TEST(its_age_is_shown_and_stopping_waits_for_it)
{
    measure_and_hang();
    terminal_type(story.terminal, "?");
    ck_assert(terminal_misses(story.terminal, "under way is"));
    story_types("q", "under way is");
    story_types("q", "stopping after the");
    ck_assert_int_eq(kill(drive, SIGCONT), 0);
    story_sees("1 of 1 misaligned");
    terminal_type(story.terminal, "qQ");
    ck_assert(terminal_reaches(story.terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(story.terminal), 0);
    terminal_free(story.terminal);
    check_bytes();
}

/* A thread that waits in the kernel for a disk cannot be ended by anyone: the shell has
 * its terminal back and knows why its prompt has not come. */
TEST(the_person_is_told_why_the_prompt_does_not_come)
{
    measure_and_hang();
    story_types("\003", "has not answered yet");
    ck_assert(!terminal_is_alternate(story.terminal));
    story_sees("It still hangs");
    ck_assert(terminal_is_cooked(story.terminal));
    ck_assert_int_eq(kill(drive, SIGCONT), 0);
    ck_assert(terminal_reaches(story.terminal, TERMINAL_ENDED));
    ck_assert_int_eq(terminal_exit_code(story.terminal), 0);
    terminal_free(story.terminal);
    check_bytes();
}

/* --- a block device --- */

/* Lists PATH; RET_SAID is the standard error of that. */
static pid_t start_list(const char *path, int *ret_said)
{
    int ends[2];

    ck_assert(!pipe2(ends, O_CLOEXEC));
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        (void)execl(story_program(), "alidade", "list", path, (char *)NULL);
        _exit(127);
    }
    (void)close(ends[1]);
    *ret_said = ends[0];
    return child;
}

/* Fails after 20 s. */
static int wait_for_end(pid_t child)
{
    int status = 0;

    for (int i = 0; i < 2000; i++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return status;
        (void)usleep(10000);
    }
    ck_abort_msg("it does not end");
    return status;
}

/* Who closes it last waits for what is read, even when it is killed. */
TEST(a_block_device_that_does_not_answer_can_be_left)
{
    struct loop_disk disk = { .fd = -1 };
    char told[256] = "";
    int said;

    if (geteuid() || !loop_disk_open(&disk, story.image, 0, true))
        return;
    ck_assert_int_eq(kill(drive, SIGSTOP), 0);
    pid_t child = start_list(disk.path, &said);
    ck_assert_int_gt(read(said, told, sizeof(told) - 1), 0);
    ck_assert_int_eq(close(disk.fd), 0);
    ck_assert_msg(strstr(told, "has not answered for 2 s.") != NULL, "%s", told);
    ck_assert_int_eq(kill(child, SIGTERM), 0);
    int status = wait_for_end(child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    ck_assert_int_eq(kill(drive, SIGCONT), 0);
    (void)close(said);
}

int main(void)
{
    if (is_possible())
        return terminal_run_tests();
    puts("1..0 # SKIP no file systems of one's own here");
    return EXIT_SUCCESS;
}
