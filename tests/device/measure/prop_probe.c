/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_probe.c - random drives: what a probe finds is true, and it only writes back
 *
 * Sizes and offsets of blocks, penalties, noise, caches, load, drift; disks and flash. */
#include "device/measure/probe.h"

#include <math.h>
#include <stdio.h>

#include "support/probe_scene.h"
#include "support/rng.h"
#include "support/test.h"

#define GROUPS 10U
#define DRIVES 20U /* of a group */
/* Of a group: the rest is inconclusive. */
#define RIGHT_LEAST 16U

static double between(struct rng *rng, double low, double high)
{
    return low + (high - low) * (double)rng_below(rng, 1000001) / 1e6;
}

/* As many between 10 and 100 as between 100 and 1000. */
static double scaled(struct rng *rng, double low, double high)
{
    return exp(between(rng, log(low), log(high)));
}

static bool in(struct rng *rng, unsigned percent)
{
    return rng_below(rng, 100) < percent;
}

/* A physical block from twice the logical sector to 64 KiB, beginning anywhere; mostly at
 * realistic offsets. */
static void choose_grid(struct rng *rng, struct sim_physics *ret)
{
    unsigned sizes = ret->logical == 512 ? 7 : 4;

    ret->physical = in(rng, 40) && ret->logical == 512
                        ? 4096
                        : 2 * ret->logical << rng_below(rng, sizes);
    if (in(rng, 50))
        return;
    ret->shift = ret->logical * (uint32_t)rng_below(rng, ret->physical / ret->logical);
    if (ret->physical == 4096 && in(rng, 50))
        ret->shift = 3584;
}

static void choose_flash(struct rng *rng, struct sim_physics *ret)
{
    ret->write_us = scaled(rng, 30, 2000);
    ret->rmw_us = ret->write_us * scaled(rng, 0.12, 3);
    ret->read_us = scaled(rng, 30, 400);
    ret->sigma = between(rng, 0.02, 0.4);
    if (in(rng, 50)) {
        ret->spike_share = between(rng, 0, 0.03);
        ret->spike_factor = between(rng, 2, 30);
    }
    if (in(rng, 20)) {
        ret->load_share = between(rng, 0, 0.5);
        ret->load_ms = scaled(rng, 0.5, 50);
        ret->load_factor = between(rng, 1.2, 5);
    }
    if (in(rng, 10)) {
        ret->burst_every = between(rng, 20, 200);
        ret->burst_us = scaled(rng, 1000, 50000);
    }
    if (in(rng, 10))
        ret->drift = between(rng, -0.1, 0.5);
}

static void choose_disk(struct rng *rng, struct sim_physics *ret)
{
    static const double speeds[] = { 5400, 5900, 7200, 10000 };

    ret->rpm = speeds[rng_below(rng, 4)];
    ret->write_us = scaled(rng, 50, 500);
    ret->rmw_us = 60e6 / ret->rpm * (double)(1 + rng_below(rng, 4)) / 2;
    ret->read_us = 100;
    ret->seek_us = in(rng, 50) ? between(rng, 0, 2000) : 0;
    ret->sigma = between(rng, 0.02, 0.3);
}

static struct sim_physics choose_drive(struct rng *rng)
{
    struct sim_physics ret = { .logical = in(rng, 85) ? 512 : 4096 };

    if (in(rng, 60))
        choose_flash(rng, &ret);
    else
        choose_disk(rng, &ret);
    if (in(rng, 70))
        choose_grid(rng, &ret);
    /* Its writes end in a cache: 20 us, whatever lies below. */
    ret.is_flush_lying = ret.rpm > 0 && in(rng, 10);
    if (ret.is_flush_lying)
        ret.seek_us = 4000;
    return ret;
}

static void choose_area(struct rng *rng, struct test_area *ret)
{
    ret->bytes = TEST_AREA_STEP * (8 + rng_below(rng, 56));
    ret->start = TEST_AREA_STEP * (1 + rng_below(rng, 16));
}

/* Returns what is wrong with the result. */
static bool is_wrong(const struct probe_scene *scene)
{
    const struct sim_physics *p = &scene->sim.physics;
    const struct probe_result *result = &scene->result;
    bool is_there = p->physical > p->logical;

    switch (result->verdict) {
    case MEASURE_DIFFERENT:
        return !is_there || result->physical != p->physical || result->offset != p->shift;
    case MEASURE_SAME:
        return is_there || p->is_flush_lying;
    case MEASURE_INCONCLUSIVE:
        return result->physical != 0;
    case MEASURE_REFUSED:
    case MEASURE_VERDICT_COUNT:
        break;
    }
    return true;
}

static bool is_right(const struct probe_scene *scene)
{
    return scene->sim.physics.is_flush_lying
               ? scene->result.reason == REASON_FLUSH_LIES
               : scene->result.verdict != MEASURE_INCONCLUSIVE;
}

static void explain(const struct probe_scene *scene, const struct rng *rng)
{
    const struct sim_physics *p = &scene->sim.physics;
    const struct probe_result *r = &scene->result;

    printf("# seed %llu: %u + %u of %u, write %.0f rmw %.0f sigma %.2f rpm %.0f: "
           "verdict %d, reason %d, %u + %u, %u writes, %.2f s\n",
           (unsigned long long)rng->seed, p->physical, p->shift, p->logical, p->write_us,
           p->rmw_us, p->sigma, p->rpm, (int)r->verdict, (int)r->reason, r->physical,
           r->offset, r->writes, r->seconds);
}

TEST_TIMES(random_drives_are_found_out_or_left_open, GROUPS)
{
    unsigned right = 0;

    for (unsigned i = 0; i < DRIVES; i++) {
        struct rng rng = rng_start((unsigned)_i * DRIVES + i);
        struct sim_physics physics = choose_drive(&rng);
        struct probe_scene scene;
        probe_scene_init(&scene, &physics, rng_next(&rng));
        choose_area(&rng, &scene.area);
        probe_scene_run(&scene);
        if (is_wrong(&scene) || !is_right(&scene))
            explain(&scene, &rng);
        LAW(&rng, !is_wrong(&scene));
        const char *broken = probe_scene_broken(&scene);
        ck_assert_msg(!broken, "ALIDADE_SEED=%llu: %s", (unsigned long long)rng.seed,
                      broken);
        right += is_right(&scene);
        probe_scene_finish(&scene);
    }
    ck_assert_uint_ge(right, getenv("ALIDADE_SEED") ? 0 : RIGHT_LEAST);
}
