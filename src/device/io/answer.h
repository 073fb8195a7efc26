/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.h - whether a drive answers at all
 *
 * A process that waits in the kernel for a drive cannot be ended before the kernel gives
 * up, and some drivers never do. A child process can be left behind. */
#ifndef ALIDADE_DEVICE_IO_ANSWER_H
#define ALIDADE_DEVICE_IO_ANSWER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "model/base/must_use.h"

/* Reads the first page of the disk or file at PATH in a child process. False if that has
 * not ended after MS milliseconds; an error is an answer too. */
bool answer_comes(const char *path, int ms) MUST_USE;

/* The same for ASK instead of a read, which may call only what is safe after a fork of
 * one thread among many. */
bool answer_comes_to(void (*ask)(const void *context), const void *context,
                     int ms) MUST_USE;

/* A thread that waits in the kernel does nothing until the drive has answered: another
 * one can watch it. */
struct answer_reader {
    pid_t thread;
    clockid_t clock; /* its processor time */
};

struct answer_reader answer_reader_of_self(void);
/* Returns the processor time of the thread and of the child processes that it has
 * started, in ns: the same as before while all of them wait.  Where the kernel does not
 * list its children (proc_pid_children(5)), that of the thread. */
uint64_t answer_worked_ns(const struct answer_reader *reader);
/* Returns the path of the file that it waits for in the kernel; NULL if it waits for
 * none, or the kernel does not tell. free(). */
char *answer_awaited(const struct answer_reader *reader);

/* How long such a thread has been waiting, for another one. */
struct answer_wait {
    struct answer_reader reader;
    atomic_bool is_known;         /* the thread has begun */
    uint64_t worked_ns, since_ms; /* only of who asks */
};

/* On the thread that is watched. */
void answer_wait_begin(struct answer_wait *wait);
/* Returns for how many ms, to NOW_MS, it has only waited, as far as it was asked: from
 * the first call on.  WAIT is zero-initialised. */
uint64_t answer_waited_ms(struct answer_wait *wait, uint64_t now_ms);

/* Who closes a disk last waits in the kernel for the pages that are being read, even when
 * it is killed. A child process that keeps all files of this one open does that instead:
 * it ends when this one has ended, and no shell waits for it. */
struct answer_keeper {
    pid_t child; /* 0: none */
    int end;     /* of a pipe; closed with this process */
};

/* Forks it; all its signals are blocked. */
void answer_keep(struct answer_keeper *ret);
/* Ends it, once the disk has answered; also if there is none. */
void answer_keep_end(struct answer_keeper *keeper);

#endif
