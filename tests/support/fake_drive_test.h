/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_drive_test.h - measurements without a drive: a test says what happens when
 *
 * Linked instead of device/measure/drive_test.c. */
#ifndef ALIDADE_TESTS_FAKE_DRIVE_TEST_H
#define ALIDADE_TESTS_FAKE_DRIVE_TEST_H

#include <semaphore.h>
#include <stdatomic.h>

#include "device/measure/drive_test.h"

/* One at a time; zeroed by fake_init(). */
struct fake_drive_test {
    /* The test sets these before. */
    const char *refusal; /* opening fails with it */
    const char *word;    /* opening says it, though it works */
    enum measure_reason reason;
    int steps;
    bool is_gated; /* a step waits for the gate */
    bool is_opening_gated, is_closing_gated;
    sem_t gate;
    sem_t begun; /* posted when one of these waits */
    _Atomic uint64_t request_ns;
    struct saved_result result;
    const char *area; /* what was read first */

    /* What it sees. */
    struct drive_test_request request;
    char path[256];
    int opened, closed;
    int done;
    int stops;
    int rests; /* pauses that it was told of */
};

extern struct fake_drive_test fake;

void fake_init(void);
void fake_finish(void);

#endif
