/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mover_faults.c - each call of a real move fails once, or lies */
#include <errno.h>

#include "support/mover_scene.h"
#include "support/test.h"

/* JOURNAL_WRITES: before the mover begins; and reads, to verify them. */
enum { SCENES = 16, JOURNAL_WRITES = 8 };

/* Sets fault N of CALL; calls that succeed and lie come last. */
enum fault {
    FAULT_READ,
    FAULT_WRITE,
    FAULT_FLUSH,
    FAULT_FULL,
    FAULT_REFUSED,
    FAULT_PHANTOM,
    FAULT_STRAY,
    FAULT_STALE
};

static const struct {
    const char *name;
    enum fault fault;
    bool is_told; /* the call fails */
} rows[] = {
    { "read", FAULT_READ, true },
    { "write", FAULT_WRITE, true },
    { "flush", FAULT_FLUSH, true },
    { "no space from write", FAULT_FULL, true },
    { "direct write refused", FAULT_REFUSED, true },
    { "phantom write", FAULT_PHANTOM, false },
    { "misdirected write", FAULT_STRAY, false },
    { "stale read", FAULT_STALE, false },
};

static struct cutting_faults fault_of(enum fault fault, unsigned call)
{
    return (struct cutting_faults){
        .fail_read = fault == FAULT_READ ? call : 0,
        .fail_write = fault == FAULT_WRITE || fault == FAULT_REFUSED ? call : 0,
        .fail_writes_from = fault == FAULT_FULL ? call : 0,
        .error = fault == FAULT_FULL      ? ENOSPC
                 : fault == FAULT_REFUSED ? EINVAL
                                          : 0,
        .fail_flush = fault == FAULT_FLUSH ? call : 0,
        .phantom_write = fault == FAULT_PHANTOM ? call : 0,
        .stray_write = fault == FAULT_STRAY ? call : 0,
        .stray_bytes = 8 * MOVER_LOGICAL,
        .stale_read = fault == FAULT_STALE ? call : 0,
    };
}

static unsigned calls_of(const struct cutting *disk, enum fault fault)
{
    if (fault == FAULT_READ || fault == FAULT_STALE)
        return disk->reads;
    return fault == FAULT_FLUSH ? disk->flushes : disk->writes;
}

struct trial {
    struct mover_scene scene;
    struct cutting disk;
};

static void trial_begin(struct trial *trial, unsigned round)
{
    mover_scene_make(&trial->scene, round);
    struct cutting *disk = &trial->scene.disk;
    cutting_init(&trial->disk, disk->sectors, disk->logical, disk->grid);
    trial->disk.split = disk->split;
}

static void trial_end(struct trial *trial)
{
    cutting_finish(&trial->disk);
    mover_scene_finish(&trial->scene);
}

/* After a call that failed, and said so, the moves are completed by the same run or by
 * the next one. */
static void check_told(struct trial *trial, const char *name, unsigned call,
                       enum mover_scene_end end, struct err *err)
{
    trial->disk.faults = (struct cutting_faults){ 0 };
    if (end == SCENE_FAILED)
        end = mover_scene_run(&trial->scene, &trial->disk, call % 2, err);
    unsigned long long seed = trial->scene.rng.seed;
    ck_assert_msg(end != SCENE_FAILED, "%s %u: %s, ALIDADE_SEED=%llu", name, call,
                  err->text, seed);
    const char *wrong = mover_scene_check(&trial->scene, &trial->disk, true);
    ck_assert_msg(!wrong, "%s %u: %s, ALIDADE_SEED=%llu", name, call, wrong, seed);
}

/* After one that lied, no wrong data counts as right. */
static void check_lied(struct trial *trial, const char *name, unsigned call,
                       enum mover_scene_end end, const struct err *err)
{
    if (end == SCENE_FAILED) {
        ck_assert_msg(err->text[0] || call <= JOURNAL_WRITES, "%s %u: silent", name,
                      call);
        return;
    }
    const char *wrong = mover_scene_check(&trial->scene, &trial->disk, false);
    ck_assert_msg(!wrong, "%s %u, result %d: %s, ALIDADE_SEED=%llu", name, call, (int)end,
                  wrong, (unsigned long long)trial->scene.rng.seed);
}

TEST_EACH(a_call_that_fails_loses_nothing, rows)
{
    enum fault fault = rows[_i].fault;

    for (unsigned round = 0; round < rng_rounds(SCENES); round++) {
        struct trial trial;
        trial_begin(&trial, round);
        /* What hits a second partition before its turn is not noticed if its zones are
         * hit, or if its hashes are not known yet: what is saved then counts as right. */
        bool is_past = fault == FAULT_STRAY && trial.scene.count > 1;
        for (unsigned call = 1; !is_past; call++) {
            struct err err;
            cutting_copy(&trial.disk, &trial.scene.disk);
            trial.disk.faults = fault_of(fault, call);
            enum mover_scene_end end =
                mover_scene_run(&trial.scene, &trial.disk, false, &err);
            is_past = calls_of(&trial.disk, fault) < call;
            if (rows[_i].is_told)
                check_told(&trial, rows[_i].name, call, end, &err);
            else
                check_lied(&trial, rows[_i].name, call, end, &err);
        }
        trial_end(&trial);
    }
}

static unsigned retries;

static void look_at_retries(struct mover *mover)
{
    struct move_progress live;

    mover_live(mover, &live);
    if (live.retries > retries)
        retries = live.retries;
}

/* A read is repeated alone, also by the background; else all since the last flush is. */
static const struct {
    enum fault fault;
    bool reads_ahead;
} repeated[] = {
    { FAULT_READ, false },
    { FAULT_READ, true },
    { FAULT_WRITE, false },
    { FAULT_FLUSH, false },
};

TEST_EACH(what_is_repeated_is_counted, repeated)
{
    enum fault fault = repeated[_i].fault;
    struct trial trial;
    struct err err;

    retries = 0;
    trial_begin(&trial, 0);
    trial.scene.stepped = look_at_retries;
    trial.scene.reads_ahead = repeated[_i].reads_ahead;
    cutting_copy(&trial.disk, &trial.scene.disk);
    ck_assert_int_eq(mover_scene_run(&trial.scene, &trial.disk, false, &err),
                     SCENE_ALL_NEW);
    ck_assert_uint_eq(retries, 0);
    unsigned calls = calls_of(&trial.disk, fault), counted = 0;
    for (unsigned call = 1; call <= calls; call++) {
        retries = 0;
        cutting_copy(&trial.disk, &trial.scene.disk);
        trial.disk.faults = fault_of(fault, call);
        (void)mover_scene_run(&trial.scene, &trial.disk, false, &err);
        ck_assert_uint_le(retries, 1);
        counted += retries;
    }
    /* What comes before the mover begins is not its own. */
    ck_assert_uint_gt(counted, calls / 3);
    trial_end(&trial);
}
