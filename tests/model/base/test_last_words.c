/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_last_words.c - what is told where there is no memory to go on */
#include "model/base/last_words.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

enum { THREADS = 16, SPOKEN = 4096 };

static pthread_barrier_t together;

static void *speak(void *context)
{
    (void)pthread_barrier_wait(&together);
    last_words_say();
    return context;
}

/* Many threads fail in the same moment. */
static _Noreturn void speak_all(int end)
{
    pthread_t thread;

    (void)dup2(end, STDERR_FILENO);
    (void)pthread_barrier_init(&together, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread, NULL, speak, NULL))
            _exit(99);
    (void)speak(NULL);
    _exit(98);
}

TEST_TIMES(the_words_are_told_once, 20)
{
    char said[SPOKEN] = "";
    size_t count = 0;
    int ends[2], status;

    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = fork();
    if (child == 0)
        speak_all(ends[1]);
    (void)close(ends[1]);
    for (ssize_t n = 1; n > 0; count += (size_t)n)
        n = read(ends[0], said + count, sizeof(said) - 1 - count);
    (void)close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), ERR_REFUSED);
    ck_assert_str_eq(said, "alidade: There is not enough memory. Nothing was written.\n");
}
