/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_drive_test.c - measurements without a drive */
#include "support/fake_drive_test.h"

#include <string.h>

#include "model/base/mem.h"

struct fake_measuring fake;

void fake_init(void)
{
    fake = (struct fake_measuring){ .steps = 3 };
    (void)sem_init(&fake.gate, 0, 0);
    (void)sem_init(&fake.begun, 0, 0);
}

void fake_finish(void)
{
    (void)sem_destroy(&fake.gate);
    (void)sem_destroy(&fake.begun);
}

/* Nobody looks inside. */
static struct measuring *self(void)
{
    return (struct measuring *)(void *)&fake;
}

static void wait_if(bool is_gated)
{
    if (!is_gated)
        return;
    (void)sem_post(&fake.begun);
    (void)sem_wait(&fake.gate);
}

struct measuring *measuring_open(const struct measuring_request *request,
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

void measuring_close(struct measuring *measuring)
{
    wait_if(fake.is_closing_gated);
    if (measuring)
        fake.closed++;
}

enum measure_step measuring_step(struct measuring *measuring)
{
    (void)measuring;
    wait_if(fake.is_gated);
    fake.done++;
    return fake.stops || fake.done >= fake.steps ? STEP_DONE : STEP_MORE;
}

void measuring_stop(struct measuring *measuring)
{
    (void)measuring;
    fake.stops++;
}

void measuring_rested(struct measuring *measuring, uint64_t ns)
{
    (void)measuring;
    fake.rests += ns > 0;
}

void measuring_live(const struct measuring *measuring, struct measure_live *ret)
{
    (void)measuring;
    *ret = (struct measure_live){ .phase = fake.done ? MEASURE_TIMING : MEASURE_READING,
                                  .is_probe = fake.request.is_probe };
    ret->bench.pairs = (uint32_t)fake.done;
}

uint64_t measuring_request_ns(const struct measuring *measuring)
{
    (void)measuring;
    return atomic_load(&fake.request_ns);
}

void measuring_result(const struct measuring *measuring, struct measurement *ret)
{
    (void)measuring;
    *ret = fake.result;
}

const void *measuring_changed(const struct measuring *measuring, uint64_t *ret_start,
                              size_t *ret_count)
{
    (void)measuring;
    *ret_start = 0;
    *ret_count = fake.window ? strlen(fake.window) : 0;
    return fake.window;
}
