/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_log_states.c - a sector that two steps of a log write, with other data between */
#include "model/move/log/table_state.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/move/log/log_build.h"
#include "model/move/log/log_over.h"
#include "model/move/log/log_wire.h"
#include "support/find_scene.h"
#include "support/refused.h"
#include "support/sectors.h"
#include "support/test.h"

enum { LOGICAL = 512, SECTORS = 1000, LBA = 50 };

/* LBA is written from BEFORE to AFTER. */
static void add_bytes(struct redo_log *log, uint8_t before, uint8_t after)
{
    struct log_step step = { .kind = LOG_BYTES,
                             .epochs = 1,
                             .first_patch = (uint32_t)log->patch_count,
                             .patch_count = 1 };
    struct log_patch patch = { LBA, 0, LOGICAL, 1, true, NULL };
    uint8_t old[LOGICAL], new[LOGICAL];

    memset(old, before, sizeof(old));
    memset(new, after, sizeof(new));
    (void)log_steps_add(&log->steps, &step);
    log_patch_add(log, &patch, old, new);
}

static const struct {
    char found;
    size_t position;
} rows[] = {
    { 'c', 0 },
    { 'd', 1 },
    { 'b', TABLE_FOREIGN }, /* what the first step has left there */
    { 'x', TABLE_FOREIGN },
};

TEST_EACH(data_is_compared_with_the_step_at_work, rows)
{
    struct redo_log log = { .logical = LOGICAL,
                            .before = { .logical = LOGICAL, .sectors = SECTORS } };
    struct sectors disk = { .size = SECTORS, .logical = LOGICAL };
    struct reader reader = sectors_reader(&disk);
    uint8_t sector[LOGICAL] = { 0 };

    table_image_put(&log.before, 0, sector);
    add_bytes(&log, 'a', 'b');
    add_bytes(&log, 'c', 'd');
    CLEANUP(table_states_freep)
    struct table_states *states = table_states_of_step(&log, 1);
    memset(sector, rows[_i].found, sizeof(sector));
    sectors_put(&disk, LBA, sector);
    ck_assert_uint_eq(table_position(states, &reader, false), rows[_i].position);
    ck_assert_uint_eq(table_position(states, &reader, true), rows[_i].position);
    sectors_finish(&disk);
    redo_log_finish(&log);
}

TEST(an_exit_from_where_no_step_ends_is_refused)
{
    const struct redo_log like = { .logical = LOGICAL, .disk_bytes = SECTORS * LOGICAL };
    struct sectors disk = { .size = SECTORS, .logical = LOGICAL };
    struct reader reader = sectors_reader(&disk);
    struct write_plan plan = { 0 };
    struct log_build build;
    struct err err = { 0 };

    ck_assert_msg(log_build_init(&build, &reader, &like, &err), "%s", err.text);
    ck_assert(!log_build_exit(&build, 1, &plan, &err));
    ck_assert_refused(&err, REFUSAL_LOG_MISMATCH);
    log_build_finish(&build);
    sectors_finish(&disk);
}

/* Where a head, and with it the fix, is gone. */
TEST(only_a_whole_log_of_a_table_at_rest_is_a_remainder)
{
    struct find_scene scene;
    size_t count;

    find_scene_init(&scene, 512, 0, "WD-1");
    struct reader disk = sparse_reader(&scene.disk);
    CLEANUP(freep) uint8_t *bytes = log_encode(&scene.log, &count);
    sparse_put(&scene.disk, UINT64_C(50000) * 512, bytes, count);
    ck_assert_uint_eq(log_over_sectors(&disk, 512, 50000), (count + 511) / 512);
    ck_assert_uint_eq(log_over_sectors(&disk, 512, 50001), 0);
    ck_assert_uint_eq(log_over_sectors(&disk, 512, FIND_SECTORS), 0);
    bytes[count - 1] ^= 1;
    sparse_put(&scene.disk, UINT64_C(50000) * 512, bytes, count);
    ck_assert_uint_eq(log_over_sectors(&disk, 512, 50000), 0);
    bytes[count - 1] ^= 1;
    sparse_put(&scene.disk, UINT64_C(50000) * 512, bytes, count);
    find_scene_change_table(&scene);
    ck_assert_uint_eq(log_over_sectors(&disk, 512, 50000), 0);
    find_scene_finish(&scene);
}
