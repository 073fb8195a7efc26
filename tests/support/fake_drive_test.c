/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_drive_test.c - measurements without a drive */
#include "support/fake_drive_test.h"

#include <string.h>

#include "model/base/mem.h"

struct fake_drive_test fake;

void fake_init(void)
{
    fake = (struct fake_drive_test){ .steps = 3 };
    (void)sem_init(&fake.gate, 0, 0);
    (void)sem_init(&fake.begun, 0, 0);
}

void fake_finish(void)
{
    (void)sem_destroy(&fake.gate);
    (void)sem_destroy(&fake.begun);
}

/* Its members are not read. */
static struct drive_test *self(void)
{
    return (struct drive_test *)(void *)&fake;
}

static void wait_if(bool is_gated)
{
    if (!is_gated)
        return;
    (void)sem_post(&fake.begun);
    (void)sem_wait(&fake.gate);
}

struct drive_test *drive_test_open(const struct drive_test_request *request,
                                   enum measure_reason *ret_reason, struct err *err)
{
    fake.request = *request;
    copy_text(fake.path, sizeof(fake.path), request->path);
    *ret_reason = fake.reason;
    wait_if(fake.is_opening_gated);
    if (fake.refusal || fake.word)
        (void)err_set(err, ERR_REFUSED, "%s", fake.refusal ? fake.refusal : fake.word);
    if (fake.refusal)
        return NULL;
    fake.opened++;
    fake.done = fake.stops = fake.rests = 0;
    return self();
}

void drive_test_close(struct drive_test *test)
{
    wait_if(fake.is_closing_gated);
    if (test)
        fake.closed++;
}

enum measure_step drive_test_step(struct drive_test *test)
{
    (void)test;
    wait_if(fake.is_gated);
    fake.done++;
    return fake.stops || fake.done >= fake.steps ? STEP_DONE : STEP_MORE;
}

void drive_test_stop(struct drive_test *test)
{
    (void)test;
    fake.stops++;
}

void drive_test_rest(struct drive_test *test)
{
    (void)test;
}

void drive_test_rested(struct drive_test *test, uint64_t ns)
{
    (void)test;
    fake.rests += ns > 0;
}

void drive_test_live(const struct drive_test *test, struct measure_live *ret)
{
    (void)test;
    *ret = (struct measure_live){ .phase = fake.done ? MEASURE_TIMING : MEASURE_READING,
                                  .is_probe = fake.request.is_probe };
    ret->bench.pairs = (uint32_t)fake.done;
}

uint64_t drive_test_request_ns(const struct drive_test *test)
{
    (void)test;
    return atomic_load(&fake.request_ns);
}

void drive_test_result(const struct drive_test *test, struct saved_result *ret)
{
    (void)test;
    *ret = fake.result;
}

const void *drive_test_changed(const struct drive_test *test, uint64_t *ret_start,
                               size_t *ret_count)
{
    (void)test;
    *ret_start = 0;
    *ret_count = fake.area ? strlen(fake.area) : 0;
    return fake.area;
}
