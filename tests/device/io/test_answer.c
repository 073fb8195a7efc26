/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer.c - what answers, and what does not */
#include "device/io/answer.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"

enum { LONG_MS = 30000, SHORT_MS = 50 };

TEST(a_file_answers)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 1 << 20);
    ck_assert(answer_comes(image.path, LONG_MS));
    ck_assert(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

TEST(an_error_is_an_answer)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 512);
    ck_assert(answer_comes("/nonexistent", LONG_MS));
    ck_assert(answer_comes("/", LONG_MS));
    ck_assert(answer_comes(image.path, LONG_MS));
}

TEST(a_pipe_without_a_writer_is_not_waited_for)
{
    CLEANUP(image_remove) struct image image;

    image_make(&image, 512);
    ck_assert_int_eq(unlink(image.path), 0);
    ck_assert_int_eq(mkfifo(image.path, 0600), 0);
    ck_assert(answer_comes(image.path, LONG_MS));
}

/* It ends at once if it has the descriptor. */
static void sleep_without(const void *context)
{
    while (fcntl(*(const int *)context, F_GETFD) < 0)
        (void)pause();
}

/* Who reads from this program does not wait for what is left. */
TEST(what_is_left_holds_no_file)
{
    int out = dup(STDOUT_FILENO);

    ck_assert(!answer_comes_to(sleep_without, &out, SHORT_MS));
    ck_assert_int_eq(close(out), 0);
}
