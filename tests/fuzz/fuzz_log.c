/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_log.c - any bytes as a redo log, with size and checksum corrected */
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/log_wire.h"
#include "model/move/log/run_order.h"
#include "model/move/log/table_state.h"

enum { AT_CRC = 8, AT_SIZE = 12, LOGICAL = 512, SECTORS = 8192, HEAD = 512 };

static void expect(bool is_kept)
{
    if (!is_kept)
        abort();
}

/* No write is outside the disk, and both ways of each step can be found. */
static void check_states(const struct redo_log *log, struct table_states *states)
{
    struct reader reader = table_image_reader(&log->before);
    CLEANUP(freep) uint8_t *sector = xmalloc(log->logical);

    for (unsigned back = 0; back < 2; back++) {
        size_t j = table_position(states, &reader, back);
        expect(j == TABLE_FOREIGN || j <= table_states_epochs(states));
    }
    for (size_t j = 0; j < table_states_epochs(states); j++) {
        CLEANUP(freep) struct table_write *writes = NULL;
        size_t count = table_order(states, j, j + 1, &writes);
        expect(count <= table_states_sectors(states));
        for (size_t i = 0; i < count; i++) {
            expect(table_states_lba(states, writes[i].sector) < SECTORS);
            table_merge(states, j + 1, writes[i].sector, NULL, sector);
        }
    }
    table_states_free(states);
}

static void check_log(const struct redo_log *log)
{
    struct run_head head = run_order_first();

    for (size_t i = 0; i < log->steps.count; i++)
        check_states(log, table_states_of_step(log, i));
    for (size_t i = 0; i <= log->steps.count; i++)
        if (log_is_rest(log, i))
            check_states(log, table_states_of_exits(log, i));
    for (size_t i = 0; head.direction != RUN_DONE; i++) {
        expect(run_order_is_sound(log, head) && i <= log->steps.count + 1);
        head = run_order_next(log, head);
    }
}

static void try_log(const uint8_t *bytes, size_t count)
{
    struct redo_log log;
    struct err err = { 0 };

    if (!log_decode(bytes, count, (uint64_t)SECTORS * LOGICAL, LOGICAL, &log, &err)) {
        expect(err.code == ERR_UNREADABLE && err.text[0]);
        return;
    }
    check_log(&log);
    redo_log_finish(&log);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    CLEANUP(freep) uint8_t *copy = xmalloc(count + 1);

    try_log(bytes, count);
    if (count < HEAD)
        return 0;
    memcpy(copy, bytes, count);
    put_le32(copy, AT_SIZE, (uint32_t)count);
    put_le32(copy, AT_CRC, 0);
    put_le32(copy, AT_CRC, crc32_of(copy, count));
    try_log(copy, count);
    return 0;
}

/* --- seeds --- */

/* An msdos table with an EBR, or nothing, in front. */
static void add_before(struct redo_log *log, bool has_chain)
{
    uint8_t sector[LOGICAL] = { 0 };

    put_le16(sector, 510, 0xaa55);
    sector[446 + 4] = has_chain ? 5 : 0x83;
    put_le32(sector, 446 + 8, 100);
    put_le32(sector, 446 + 12, 1000);
    log->before = (struct table_image){ .logical = LOGICAL, .sectors = SECTORS };
    table_image_put(&log->before, 0, sector);
    sector[446 + 4] = 0x83;
    put_le32(sector, 446 + 8, 10);
    if (has_chain)
        table_image_put(&log->before, 100, sector);
}

/* A step that writes a fresh sector, then one byte of LBA 0. */
static void add_table(struct redo_log *log, struct log_steps *steps, uint8_t type)
{
    struct log_step step = { .kind = LOG_TABLE, .flags = LOG_REST, .group = 1 };
    struct log_patch fresh = { 200, 0, LOGICAL, 1, true, NULL };
    struct log_patch entry = { 0, 446 + 4, 1, 2, false, NULL };
    uint8_t old[LOGICAL] = { 0 }, new[LOGICAL] = { 1 };

    if (steps == &log->exits)
        step = (struct log_step){ .kind = LOG_TABLE, .last_rest = 0 };
    step.first_patch = (uint32_t)log->patch_count;
    step.patch_count = step.epochs = 2;
    (void)log_steps_add(steps, &step);
    log_patch_add(log, &fresh, old, new);
    log_patch_add(log, &entry, &type, new);
}

static struct redo_log seed_log(unsigned index)
{
    struct redo_log log = { .disk_bytes = (uint64_t)SECTORS * LOGICAL,
                            .logical = LOGICAL,
                            .label = index & 2 ? LABEL_GPT : LABEL_MSDOS,
                            .grid = { .grain = 8 } };
    struct log_step guard = { .kind = LOG_GUARD, .group = 1, .param_bytes = 4 };
    uint8_t type = index & 1 ? 5 : 0x83;

    add_before(&log, index & 1);
    add_table(&log, &log.steps, type);
    guard.first_patch = (uint32_t)log.patch_count;
    (void)log_steps_add(&log.steps, &guard);
    add_table(&log, &log.exits, type);
    log.params = xcalloc(1, 4);
    log.param_bytes = 4;
    log.seals = xcalloc(1, sizeof(*log.seals));
    log.seals[0] = (struct table_seal){ 1, 2, 16384, 92 };
    log.seal_count = index & 2 ? 1 : 0;
    return log;
}

size_t fuzz_seed(unsigned index, uint8_t *buf)
{
    struct redo_log log;
    size_t count = 0;

    if (index > 3)
        return 0;
    log = seed_log(index);
    CLEANUP(freep) uint8_t *bytes = log_encode(&log, &count);
    memcpy(buf, bytes, count);
    if (index == 0) { /* the seeds are logs that can be carried out */
        struct redo_log again;
        struct err err = { 0 };
        expect(log_decode(bytes, count, log.disk_bytes, LOGICAL, &again, &err));
        redo_log_finish(&again);
    }
    redo_log_finish(&log);
    return count;
}
