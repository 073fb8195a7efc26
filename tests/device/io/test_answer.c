/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer.c - what answers, and what does not */
#include "device/io/answer.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "support/image.h"
#include "support/test.h"

enum { LONG_MS = 30000, SHORT_MS = 50 };

static void sleep_for_ever(const void *context)
{
    (void)context;
    for (;;)
        (void)pause();
}

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

TEST(what_does_not_answer_is_left)
{
    ck_assert(!answer_comes_to(sleep_for_ever, NULL, SHORT_MS));
}
