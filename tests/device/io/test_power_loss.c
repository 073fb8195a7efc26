/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_power_loss.c - each mistake is noticed by the behaviours that can show it, and
 * replayed
 *
 * A program writes two sectors of a block, whose others are another's: the whole block
 * first into a log, then in its place. */
#include "support/power_loss.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/test.h"

enum { LOGICAL = 16, BLOCK = 4, HEAD = 0, COPY = 4, PLACE = 8, OWN = 2, SECTORS = 12 };
enum { OLD = 1, NEW = 2, OTHERS = 3, VALID = 4 };

/* What the program does wrong. */
enum mistake {
    HEAD_FIRST = 1,       /* before the copy that it names */
    FLUSHES_NO_COPY = 2,  /* before the head */
    FLUSHES_NO_LOG = 4,   /* neither of both, and reads the copy that it has written */
    WRITES_PART = 8,      /* of the block */
    RESUMES_AT_ONCE = 16, /* what it reads first may not be durable */
    HIDES_ERRORS = 32,
};

struct program {
    unsigned mistakes;
    struct cutting disk;
    struct power_loss_scene scene;
};

static bool put(const struct sink *sink, uint64_t lba, const uint8_t *bytes, size_t count)
{
    return !sink->write(sink->context, lba * LOGICAL, bytes, count * LOGICAL);
}

static bool get(const struct sink *sink, uint64_t lba, uint8_t *ret, size_t count)
{
    return !sink->read_back(sink->context, lba * LOGICAL, ret, count * LOGICAL);
}

static bool flush(const struct program *program, const struct sink *sink, unsigned unless)
{
    return (program->mistakes & unless) || !sink->flush(sink->context);
}

/* Sets HEAD to VALUE. */
static bool put_head(const struct sink *sink, int value)
{
    uint8_t bytes[BLOCK * LOGICAL];

    memset(bytes, value, sizeof(bytes));
    return put(sink, HEAD, bytes, BLOCK);
}

static bool write_log(const struct program *program, const struct sink *sink)
{
    uint8_t bytes[BLOCK * LOGICAL];
    bool is_first = program->mistakes & HEAD_FIRST;

    if (!get(sink, PLACE, bytes, BLOCK))
        return false;
    memset(bytes, NEW, OWN * LOGICAL);
    return (!is_first || (put_head(sink, VALID) && flush(program, sink, 0))) &&
           put(sink, COPY, bytes, BLOCK) &&
           flush(program, sink, FLUSHES_NO_COPY | FLUSHES_NO_LOG) &&
           (is_first || put_head(sink, VALID)) && flush(program, sink, FLUSHES_NO_LOG);
}

static bool redo(const struct program *program, const struct sink *sink)
{
    uint8_t bytes[BLOCK * LOGICAL];
    size_t count = program->mistakes & WRITES_PART ? OWN : BLOCK;

    return get(sink, COPY, bytes, BLOCK) && put(sink, PLACE, bytes, count) &&
           flush(program, sink, 0) && put_head(sink, 0) && flush(program, sink, 0);
}

static enum power_loss_end run(void *context, struct cutting *disk, bool is_back,
                               struct err *err)
{
    struct program *program = context;
    struct sink sink = cutting_sink(disk);
    uint8_t head[LOGICAL] = { 0 }, own[LOGICAL] = { 0 };

    (void)err;
    if (!flush(program, &sink, RESUMES_AT_ONCE))
        return POWER_STOPPED;
    bool has_head = get(&sink, HEAD, head, 1) && head[0] == VALID;
    if (!has_head && is_back)
        return get(&sink, PLACE, own, 1) ? POWER_BACK : POWER_STOPPED;
    bool is_done = (has_head || write_log(program, &sink)) && redo(program, &sink);
    return is_done || (program->mistakes & HIDES_ERRORS) ? POWER_DONE : POWER_STOPPED;
}

static bool has(const struct cutting *disk, size_t sector, uint8_t value)
{
    return !disk->is_bad[sector] && disk->bytes[sector * LOGICAL] == value &&
           disk->bytes[sector * LOGICAL + LOGICAL - 1] == value;
}

static const char *check(void *context, struct cutting *disk, bool is_end)
{
    bool is_new = has(disk, PLACE, NEW);

    (void)context;
    for (size_t i = PLACE; i < SECTORS && is_end; i++)
        if (!has(disk, i, i >= PLACE + OWN ? OTHERS : is_new ? NEW : OLD))
            return i >= PLACE + OWN ? "another's sector" : "two halves";
    return NULL;
}

static void make(struct program *program, unsigned mistakes)
{
    uint8_t bytes[LOGICAL];

    *program = (struct program){ .mistakes = mistakes };
    cutting_init(&program->disk, SECTORS, LOGICAL, (struct alignment){ 0, BLOCK });
    for (size_t i = PLACE; i < SECTORS; i++) {
        memset(bytes, i < PLACE + OWN ? OLD : OTHERS, LOGICAL);
        cutting_set(&program->disk, i, bytes);
    }
    program->scene = (struct power_loss_scene){ .name = "log",
                                                .disk = &program->disk,
                                                .run = run,
                                                .check = check,
                                                .context = program };
}

enum {
    IN_ORDER = 1 << POWER_IN_ORDER,
    OUT_OF_ORDER = 1 << POWER_OUT_OF_ORDER,
    TORN = 1 << POWER_TORN,
    BOTH = 1 << POWER_BOTH,
    KILL = 1 << POWER_KILL,
    STALE = 1 << POWER_STALE_READ,
};

/* The mistake is noticed by these alone; stale reads are without a cut. */
static const struct {
    unsigned mistakes, noticed;
} rows[] = {
    { 0, 0 },
    { HEAD_FIRST, IN_ORDER | OUT_OF_ORDER | TORN | BOTH | KILL },
    { FLUSHES_NO_COPY, OUT_OF_ORDER | TORN | BOTH | KILL },
    { FLUSHES_NO_LOG, OUT_OF_ORDER | TORN | BOTH | KILL | STALE },
    { WRITES_PART, TORN | BOTH | KILL },
    { RESUMES_AT_ONCE, KILL },
    { HIDES_ERRORS, KILL },
};

/* The case that failed fails again, alone. */
static void check_replay(const struct program *program, const char *first)
{
    CLEANUP(freep) char *id = xasprintf("%.*s", (int)strcspn(first, " "), first);
    struct power_loss_totals totals = { 0 };

    ck_assert_msg(power_loss_try(&program->scene, id, NULL, &totals) == POWER_TRIED,
                  "%s is no case", id);
    ck_assert_str_eq(totals.first, first);
}

TEST_EACH(a_mistake_is_noticed_and_replayed, rows)
{
    unsigned noticed = 0;
    struct program program;

    make(&program, rows[_i].mistakes);
    for (unsigned i = 0; i < POWER_BEHAVIOURS; i++) {
        struct power_loss_totals totals = { 0 };
        struct power_loss_wish wish = { POWER_EXHAUSTIVE, (enum power_loss_behaviour)i,
                                        .cuts = i == POWER_STALE_READ ? 1 : 2,
                                        .resume_apart = 1 };
        power_loss_run(&program.scene, &wish, &totals);
        noticed |= (unsigned)(totals.bad > 0) << i;
        if (totals.bad)
            check_replay(&program, totals.first);
    }
    cutting_finish(&program.disk);
    ck_assert_uint_eq(noticed, rows[_i].noticed);
}

/* Of the nine calls four are writes of a block, of which one changes two sectors only.
 * All images with a block unreadable are the same one, and no image is new that has
 * nothing of a write. */
static const struct {
    struct power_loss_wish wish;
    unsigned long made, distinct, runs;
} counts[] = {
    { { .mode = POWER_NONE, .behaviour = POWER_BOTH }, 0, 0, 1 },
    { { POWER_EXHAUSTIVE, POWER_IN_ORDER, .cuts = 1 }, 1 + 5 + 5 + 3 + 5, 15, 1 },
    { { POWER_EXHAUSTIVE, POWER_IN_ORDER, .cuts = 1, .resume_apart = 1 }, 19, 15, 31 },
    { { POWER_EXHAUSTIVE, POWER_TORN, .cuts = 1, .resume_apart = 5 }, 37, 19, 8 },
    { { POWER_EXHAUSTIVE, POWER_OUT_OF_ORDER, .cuts = 1 }, 1 + 16 + 16 + 4 + 16, 49, 1 },
    { { POWER_EXHAUSTIVE, POWER_BOTH, .cuts = 1 }, 1 + 32 + 32 + 8 + 32, 53, 1 },
    { { POWER_EXHAUSTIVE, POWER_IN_ORDER, .cuts = 1, .limits = { 3 } }, 13, 11, 1 },
    { { POWER_EXHAUSTIVE, POWER_KILL, .cuts = 1 }, 0, 0, 2 * 9 + 1 },
    { { POWER_EXHAUSTIVE, POWER_STALE_READ, .cuts = 1 }, 0, 0, 3 + 1 },
};

TEST_EACH(images_and_runs_are_counted, counts)
{
    struct power_loss_totals totals = { 0 };
    struct program program;

    make(&program, 0);
    power_loss_run(&program.scene, &counts[_i].wish, &totals);
    power_loss_print(&counts[_i].wish, &totals);
    cutting_finish(&program.disk);
    ck_assert_uint_eq(totals.bad, 0);
    ck_assert_uint_eq(totals.made, counts[_i].made);
    ck_assert_uint_eq(power_loss_images(&totals), counts[_i].distinct);
    ck_assert_uint_eq(totals.runs, counts[_i].runs);
}

static const enum power_loss_mode chains[] = { POWER_LINEAR, POWER_LOG };

TEST_EACH(a_chain_of_cuts_notices_a_mistake_too, chains)
{
    struct power_loss_totals right = { 0 }, wrong = { 0 };
    struct program program;

    for (unsigned turn = 0; turn < 200; turn++) {
        struct power_loss_wish wish = { .mode = chains[_i],
                                        .behaviour = POWER_BOTH,
                                        .turn = turn };
        make(&program, 0);
        power_loss_run(&program.scene, &wish, &right);
        program.mistakes = HEAD_FIRST;
        if (!wrong.bad)
            power_loss_run(&program.scene, &wish, &wrong);
        cutting_finish(&program.disk);
    }
    ck_assert_uint_eq(right.bad, 0);
    ck_assert_uint_gt(right.made, 400);
    ck_assert_uint_gt(wrong.bad, 0);
    make(&program, HEAD_FIRST);
    check_replay(&program, wrong.first);
    cutting_finish(&program.disk);
}

TEST(a_behaviour_that_is_left_out_is_not_tried)
{
    struct power_loss_totals totals = { 0 };
    struct power_loss_wish wish = { .mode = POWER_NONE, .behaviour = POWER_TORN };
    struct program program;

    make(&program, 0);
    program.scene.left_out = TORN;
    program.scene.why = "known";
    power_loss_run(&program.scene, &wish, &totals);
    cutting_finish(&program.disk);
    ck_assert_uint_eq(totals.scenes + totals.runs, 0);
}

static const struct {
    const char *id;
    enum power_loss_case want;
} cases[] = {
    { "log:both:2.0.-:f", POWER_TRIED },
    { "log:both:2.15.4:b", POWER_TRIED },
    { "log:both::", POWER_TRIED },
    { "log:kill:3.k.-/2.a.4:ff", POWER_TRIED },
    { "log:stale:1.r.-:f", POWER_TRIED },
    { "log:both:2.16.-:f", POWER_NO_IMAGE },
    { "log:both:2.0.8:f", POWER_NO_IMAGE },
    { "log:torn:2.5.-:f", POWER_NO_IMAGE },
    { "log:in-order:2.0.4:f", POWER_NO_IMAGE },
    { "log:both:90.0.-:f", POWER_NO_CALL },
    { "log:stale:90.r.-:f", POWER_NO_CALL },
    { "gol:both:1.0.-:f", POWER_NO_CALL },
    { "log:none:1.0.-:f", POWER_NO_CALL },
    { "log:both:1.0.-:", POWER_NO_CALL },
    { "log:both:1.0.-:ff", POWER_NO_CALL },
    { "log:both:1.0.-", POWER_NO_CALL },
    { "log:both:1.0:f", POWER_NO_CALL },
    { "log", POWER_NO_CALL },
};

TEST_EACH(a_case_is_one_that_can_be, cases)
{
    struct power_loss_totals totals = { 0 };
    struct program program;

    make(&program, 0);
    ck_assert_int_eq(power_loss_try(&program.scene, cases[_i].id, NULL, &totals),
                     cases[_i].want);
    cutting_finish(&program.disk);
    ck_assert_uint_eq(totals.bad, 0);
}
