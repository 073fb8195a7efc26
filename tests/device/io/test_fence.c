/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fence.c - nothing is written outside the runs of a fence */
#include "device/io/fence.h"

#include <errno.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/faulty_sink.h"
#include "support/test.h"

enum { SIZE = 4096, STEP = 32 };

/* In no order, two of them touching, one inside another, and an empty one. */
static const struct fence_run runs[] = {
    { 2048, 2560 }, { 512, 1024 }, { 1024, 1536 }, { 600, 700 }, { 3000, 3000 },
};

struct scene {
    uint8_t bytes[SIZE];
    struct faulty_sink disk;
    struct sink below;
    struct fence fence;
    struct sink sink;
};

static void scene_set(struct scene *scene)
{
    *scene = (struct scene){ .bytes = { 0 } };
    scene->disk = (struct faulty_sink){ .bytes = scene->bytes, .size = SIZE };
    scene->below = faulty_sink(&scene->disk);
    fence_begin(&scene->fence, &scene->below, runs, ARRAY_SIZE(runs));
    scene->sink = fence_sink(&scene->fence);
}

static int scene_write(struct scene *scene, uint64_t offset, size_t count)
{
    uint8_t bytes[SIZE];

    memset(bytes, 0xaa, sizeof(bytes));
    return scene->sink.write(scene->sink.context, offset, bytes, count);
}

static bool is_allowed(uint64_t offset, size_t count)
{
    return (offset >= 512 && offset + count <= 1536 && offset < 1536) ||
           (offset >= 2048 && offset + count <= 2560 && offset < 2560);
}

TEST(only_writes_inside_the_runs_reach_the_disk)
{
    struct scene scene;

    for (uint64_t offset = 0; offset < SIZE; offset += STEP)
        for (size_t count = STEP; count <= SIZE - offset; count += STEP) {
            scene_set(&scene);
            int error = scene_write(&scene, offset, count);
            ck_assert_int_eq(error, is_allowed(offset, count) ? 0 : EPERM);
            ck_assert_uint_eq(scene.fence.refused, error ? 1 : 0);
            ck_assert_uint_eq(scene.disk.writes, error ? 0 : 1);
            fence_finish(&scene.fence);
        }
}

TEST(a_write_that_ends_beyond_the_last_byte_is_refused)
{
    struct scene scene;
    const struct fence_run all = { 8, UINT64_MAX };

    scene_set(&scene);
    fence_finish(&scene.fence);
    fence_begin(&scene.fence, &scene.below, &all, 1);
    ck_assert_int_eq(scene_write(&scene, UINT64_MAX - 4, 8), EPERM);
    ck_assert_uint_eq(scene.disk.writes, 0);
    fence_finish(&scene.fence);
}

TEST(after_a_refusal_nothing_is_written_any_more)
{
    struct scene scene;
    uint8_t byte = 1;

    scene_set(&scene);
    ck_assert_int_eq(scene_write(&scene, 512, 512), 0);
    ck_assert_int_eq(scene_write(&scene, 1536, 512), EPERM);
    ck_assert_int_eq(scene_write(&scene, 512, 512), EPERM);
    ck_assert_uint_eq(scene.fence.refused, 2);
    ck_assert_int_eq(scene.sink.flush(scene.sink.context), 0);
    ck_assert_int_eq(scene.sink.read_back(scene.sink.context, 1536, &byte, 1), 0);
    ck_assert_uint_eq(byte, 0);
    ck_assert_str_eq(scene.disk.order, "wf");
    fence_finish(&scene.fence);
}

TEST(a_fence_without_runs_lets_nothing_through)
{
    struct scene scene;

    scene_set(&scene);
    fence_finish(&scene.fence);
    fence_begin(&scene.fence, &scene.below, NULL, 0);
    ck_assert_int_eq(scene_write(&scene, 0, 1), EPERM);
    fence_finish(&scene.fence);
}
