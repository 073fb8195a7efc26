/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power_loss.c - cuts the power of a program that writes a disk, and of what resumes it
 */
#include "support/power_loss.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/base/mem.h"
#include "support/images.h"
#include "support/power_path.h"

enum { BACK_APART = 16, FAILURES_SHOWN = 5 };
#define ANY SIZE_MAX /* a subset and a block: random ones */

/* A run that is recorded, and an image of it. */
struct level {
    struct cutting at, image;
    struct tape tape;
    struct images images;
};

struct loss {
    const struct power_loss_scene *scene;
    const struct power_loss_wish *wish;
    struct power_loss_totals *totals;
    struct power_path path;               /* that led to what is looked at */
    struct level levels[POWER_LOSS_CUTS]; /* those of .cuts are there */
    struct images_seen seen, tried;       /* looked at; resumed */
    unsigned turn;                        /* of images_wish */
    FILE *trace;
    struct rng rng; /* of chains */
};

/* --- one run --- */

static void note(struct loss *loss, const char *wrong, const struct err *err)
{
    struct power_loss_totals *totals = loss->totals;
    char id[POWER_ID_MAX];

    if (!wrong)
        return;
    power_path_put(&loss->path, loss->scene->name, loss->wish->behaviour, id);
    if (totals->bad < FAILURES_SHOWN)
        printf("# %s %s. %s\n", id, wrong, err ? err->text : "");
    if (!totals->bad++)
        (void)snprintf(totals->first, sizeof(totals->first), "%.400s %.99s. %.250s", id,
                       wrong, err ? err->text : "");
}

static void check(struct loss *loss, struct cutting *disk, bool is_end)
{
    const char *wrong = loss->scene->check(loss->scene->context, disk, is_end);

    loss->totals->lost += wrong != NULL;
    note(loss, wrong, NULL);
}

static enum power_loss_end run(struct loss *loss, struct cutting *disk, bool is_back,
                               struct err *err)
{
    *err = (struct err){ 0 };
    loss->totals->runs++;
    return loss->scene->run(loss->scene->context, disk, is_back, err);
}

static void judge(struct loss *loss, struct cutting *disk, enum power_loss_end end,
                  const struct err *err)
{
    loss->totals->ends[end]++;
    if (loss->trace)
        (void)fprintf(loss->trace, "# end %d\n", (int)end);
    if (end == POWER_STOPPED || end == POWER_ASKS)
        note(loss, end == POWER_ASKS ? "asks" : "no recovery", err);
    else
        check(loss, disk, true);
}

static void check_stopped(struct loss *loss, const struct cutting *disk,
                          enum power_loss_end end)
{
    if (disk->is_off && end != POWER_STOPPED)
        note(loss, "a run whose calls fail does not stop", NULL);
}

static void run_to_end(struct loss *loss, struct cutting *disk, bool is_back)
{
    struct err err;
    enum power_loss_end end = run(loss, disk, is_back, &err);

    judge(loss, disk, end, &err);
}

/* Returns the hash of DISK, which had HASH. */
static uint64_t use(struct loss *loss, struct cutting *disk, uint64_t hash)
{
    if (!loss->scene->use)
        return hash;
    loss->scene->use(loss->scene->context, disk, hash);
    return images_hash(disk);
}

/* --- a sequence of steps: each run is done again --- */

static void show_calls(const struct loss *loss, const struct tape *tape, bool is_back,
                       size_t logical)
{
    if (!loss->trace)
        return;
    (void)fprintf(loss->trace, "# run %s\n", is_back ? "back" : "forward");
    for (size_t i = 0; i < tape->count; i++) {
        const struct tape_call *call = &tape->calls[i];
        if (call->count)
            (void)fprintf(loss->trace, "# %5zu write %zu+%zu: %02x %02x %02x %02x\n",
                          i + 1, call->first, call->count, tape->bytes[call->at],
                          tape->bytes[call->at + 1], tape->bytes[call->at + 2],
                          tape->bytes[call->at + logical - 1]);
        else
            (void)fprintf(loss->trace, "# %5zu flush%s\n", i + 1,
                          call->first ? " of the other disk" : "");
    }
}

static void show_cut(const struct loss *loss, const struct power_step *step,
                     const struct cutting *disk, const bool *kept)
{
    if (!loss->trace)
        return;
    (void)fputs("# cut: ", loss->trace);
    power_step_put(loss->trace, step);
    (void)fputs(", not durable:", loss->trace);
    for (size_t i = 0; i < disk->log_count; i++)
        if (!kept[i])
            (void)fprintf(loss->trace, " %zu", disk->log[i]);
    (void)fputc('\n', loss->trace);
}

static bool is_among(const size_t *numbers, size_t count, size_t number)
{
    while (count && numbers[count - 1] != number)
        count--;
    return count;
}

/* False: there is no such image. */
static bool cut(struct loss *loss, struct cutting *disk, struct power_step *step)
{
    enum power_loss_behaviour behaviour = loss->wish->behaviour;
    CLEANUP(freep) bool *kept = xcalloc(disk->log_max, sizeof(*kept));
    struct mixtures mixtures;

    mixtures_init(&mixtures, disk, behaviour != POWER_IN_ORDER && behaviour != POWER_TORN,
                  behaviour >= POWER_TORN);
    mixtures_find(&mixtures, disk, step->call, kept);
    if (step->subset == ANY) {
        size_t block = rng_below(&loss->rng, 1 + mixtures.block_count);
        step->subset = rng_below(&loss->rng, mixtures.subsets);
        step->block = block ? mixtures.blocks[block - 1] : CUTTING_NO_BLOCK;
    }
    bool is_there = (step->kind == STEP_CUT_ALL || step->subset < mixtures.subsets) &&
                    (step->block == CUTTING_NO_BLOCK ||
                     is_among(mixtures.blocks, mixtures.block_count, step->block));
    if (is_there && step->kind == STEP_CUT)
        mixtures_keep(&mixtures, step->subset, kept);
    mixtures_finish(&mixtures);
    show_cut(loss, step, disk, kept);
    if (is_there)
        cutting_restart(disk, kept, step->block);
    loss->totals->made += is_there;
    return is_there;
}

/* One run, in the direction of the step before, until STEP ends it. *RET_IS_LAST: it came
 * to its end. */
static enum power_loss_case do_step(struct loss *loss, struct cutting *disk,
                                    struct power_step *step, bool is_back,
                                    bool *ret_is_last)
{
    struct err err;

    disk->faults.cut_call = step->kind == STEP_STALE ? 0 : step->call + 1;
    disk->faults.stale_read = step->kind == STEP_STALE ? step->call : 0;
    tape_clear(disk->tape);
    enum power_loss_end end = run(loss, disk, is_back, &err);
    show_calls(loss, disk->tape, is_back, disk->logical);
    bool is_stale = step->kind == STEP_STALE && disk->reads >= step->call;
    bool is_cut = disk->is_off || (step->kind != STEP_STALE && disk->done == step->call);
    check_stopped(loss, disk, end);
    *ret_is_last = is_stale ? end != POWER_STOPPED : !is_cut;
    if (*ret_is_last) {
        loss->path.count -= !is_stale;
        judge(loss, disk, end, &err);
        return is_stale ? POWER_TRIED : POWER_NO_CALL;
    }
    if (step->kind == STEP_STALE || step->kind == STEP_KILL) {
        cutting_power_on(disk);
        return POWER_TRIED;
    }
    if (!cut(loss, disk, step))
        return POWER_NO_IMAGE;
    check(loss, disk, false);
    (void)use(loss, disk, loss->scene->use ? images_hash(disk) : 0);
    return POWER_TRIED;
}

/* Does the first COUNT steps, and ends. */
static enum power_loss_case follow(struct loss *loss, size_t count)
{
    struct cutting *disk = &loss->levels[0].image;
    enum power_loss_case done = POWER_TRIED;
    bool is_back = false, is_last = false;

    cutting_copy(disk, loss->scene->disk);
    disk->tape = &loss->levels[0].tape;
    disk->faults.skip_flush = loss->wish->skip_flush;
    for (size_t i = 0; i < count && !done && !is_last; i++) {
        loss->path.count = i + 1;
        done = do_step(loss, disk, &loss->path.steps[i], is_back, &is_last);
        is_back = loss->path.steps[i].is_back;
    }
    if (!done && !is_last) {
        tape_clear(disk->tape);
        struct err err;
        enum power_loss_end end = run(loss, disk, is_back, &err);
        show_calls(loss, disk->tape, is_back, disk->logical);
        judge(loss, disk, end, &err);
    }
    disk->tape = NULL;
    return done;
}

static void follow_chain(struct loss *loss)
{
    bool is_linear = loss->wish->mode == POWER_LINEAR;

    for (unsigned i = 0; i < POWER_STEPS_MAX; i++) {
        bool is_kill = loss->wish->behaviour == POWER_KILL && !(i % 2);
        loss->path.steps[i] =
            (struct power_step){ .kind = is_kill ? STEP_KILL : STEP_CUT,
                                 .call = is_linear ? i + 1 : 1U << (i % 30),
                                 .subset = ANY,
                                 .block = CUTTING_NO_BLOCK,
                                 .is_back = !rng_below(&loss->rng, BACK_APART) };
    }
    if (follow(loss, POWER_STEPS_MAX) != POWER_NO_CALL)
        note(loss, "no run of a chain comes to its end", NULL);
}

/* --- each sequence: each run is recorded once, and images are made from that --- */

static bool has_to_stop(const struct loss *loss)
{
    return loss->wish->stops && loss->totals->lost;
}

static struct cutting *begin_level(struct level *level, const struct cutting *from)
{
    cutting_copy(&level->at, from);
    cutting_copy(&level->image, from);
    tape_clear(&level->tape);
    level->image.tape = &level->tape;
    return &level->image;
}

/* Records the run that goes on from FROM. */
static void record(struct loss *loss, size_t depth, const struct cutting *from,
                   bool is_back)
{
    struct cutting *disk = begin_level(&loss->levels[depth], from);

    disk->faults.skip_flush = depth ? 0 : loss->wish->skip_flush;
    run_to_end(loss, disk, is_back);
    disk->tape = NULL;
}

static bool is_wanted(struct loss *loss, size_t depth)
{
    uint64_t hash = loss->levels[depth].images.image_hash;
    unsigned left = loss->wish->cuts - (unsigned)depth - 1;
    bool is_new = images_seen_add(&loss->seen, hash);

    loss->totals->made++;
    loss->totals->images[depth] += is_new;
    return left ? images_seen_add(&loss->tried, hash ^ left) : is_new;
}

static bool is_resumed(const struct loss *loss, size_t depth, bool is_back)
{
    unsigned apart = loss->wish->resume_apart;

    return depth + 1 < loss->wish->cuts ||
           (apart && (loss->totals->images[depth] + is_back) % apart == 0);
}

static void note_image(struct loss *loss, size_t depth)
{
    const struct images *images = &loss->levels[depth].images;

    loss->path.steps[depth] =
        (struct power_step){ .call = (unsigned)(images->call - images->wish.first_call),
                             .subset = images->subset,
                             .block = images->block };
    loss->path.count = depth + 1;
}

/* Each read of the run that goes on from FROM is stale. */
static void make_stale(struct loss *loss, size_t depth, const struct cutting *from,
                       bool is_back)
{
    struct cutting *disk = &loss->levels[depth].image;
    unsigned apart = loss->wish->apart ? loss->wish->apart : 1;
    bool is_there = true;

    loss->path.count = depth + 1;
    for (unsigned call = 1 + loss->turn++ % apart; is_there && !has_to_stop(loss);
         call += apart) {
        struct err err;
        loss->path.steps[depth] =
            (struct power_step){ STEP_STALE, call, 0, CUTTING_NO_BLOCK, is_back };
        cutting_copy(disk, from);
        disk->faults.stale_read = call;
        enum power_loss_end end = run(loss, disk, is_back, &err);
        is_there = disk->reads >= call;
        cutting_power_on(disk);
        if (is_there && end == POWER_STOPPED)
            run_to_end(loss, disk, is_back);
        else if (is_there)
            judge(loss, disk, end, &err);
    }
}

/* The run that is recorded at DEPTH, from a disk with HASH, is cut after each of its
 * calls from FIRST_CALL on. */
static void explore(struct loss *loss, size_t depth, uint64_t hash, size_t first_call)
{
    struct level *level = &loss->levels[depth];
    enum power_loss_behaviour behaviour = loss->wish->behaviour;
    struct images_wish wish = {
        .limit = loss->wish->limits[depth],
        .turn = loss->turn,
        .reorders = behaviour != POWER_IN_ORDER && behaviour != POWER_TORN,
        .tears = behaviour >= POWER_TORN,
        .first_call = first_call,
    };

    images_begin(&level->images, &wish, &level->tape, &level->at, &level->image, hash);
    while (!has_to_stop(loss) && images_next(&level->images)) {
        if (!is_wanted(loss, depth))
            continue;
        note_image(loss, depth);
        check(loss, &level->image, false);
        for (unsigned is_back = 0; is_back < 2; is_back++) {
            if (!is_resumed(loss, depth, is_back))
                continue;
            loss->path.count = depth + 1;
            loss->path.steps[depth].is_back = is_back;
            images_again(&level->images);
            uint64_t next = use(loss, &level->image, level->images.image_hash);
            if (depth + 1 == loss->wish->cuts) {
                run_to_end(loss, &level->image, is_back);
            } else if (behaviour == POWER_STALE_READ && depth + 2 == loss->wish->cuts) {
                make_stale(loss, depth + 1, &level->image, is_back);
            } else {
                record(loss, depth + 1, &level->image, is_back);
                loss->turn++;
                explore(loss, depth + 1, next, 0);
            }
        }
    }
    images_end(&level->images);
}

/* The first run is killed after CALL, and the recovery is cut. False: it ends before. */
static bool kill_at(struct loss *loss, unsigned call, uint64_t hash)
{
    const struct cutting *begin = loss->scene->disk;
    size_t depth = loss->wish->cuts > 1;
    struct cutting *disk = begin_level(&loss->levels[depth], begin);
    struct err err;

    loss->path.steps[0] =
        (struct power_step){ STEP_KILL, call, 0, CUTTING_NO_BLOCK, call % 2 };
    loss->path.count = 1;
    disk->faults.cut_call = call + 1;
    check_stopped(loss, disk, run(loss, disk, false, &err));
    bool is_killed = disk->is_off;
    size_t first_call = loss->levels[depth].tape.count;
    cutting_power_on(disk);
    if (is_killed)
        run_to_end(loss, disk, call % 2);
    disk->tape = NULL;
    loss->turn++;
    if (is_killed && depth)
        explore(loss, depth, hash, first_call);
    return is_killed;
}

static void try_all(struct loss *loss)
{
    const struct cutting *begin = loss->scene->disk;
    unsigned apart = loss->wish->apart ? loss->wish->apart : 1;
    unsigned call = loss->wish->turn % apart;

    if (loss->wish->behaviour == POWER_KILL) {
        while (!has_to_stop(loss) && kill_at(loss, call, images_hash(begin)))
            call += apart;
    } else if (loss->wish->behaviour == POWER_STALE_READ && loss->wish->cuts == 1) {
        make_stale(loss, 0, begin, false);
    } else {
        record(loss, 0, begin, false);
        explore(loss, 0, images_hash(begin), 0);
    }
}

/* --- a scene --- */

static void loss_begin(struct loss *loss)
{
    const struct cutting *disk = loss->scene->disk;

    for (size_t i = 0; !i || i < loss->wish->cuts; i++) {
        struct cutting *copies[] = { &loss->levels[i].at, &loss->levels[i].image };
        for (size_t k = 0; k < 2; k++) {
            cutting_init(copies[k], disk->sectors, disk->logical, disk->grid);
            copies[k]->split = disk->split;
        }
    }
}

static void loss_end(struct loss *loss)
{
    for (size_t i = 0; i < POWER_LOSS_CUTS; i++) {
        cutting_finish(&loss->levels[i].at);
        cutting_finish(&loss->levels[i].image);
        tape_finish(&loss->levels[i].tape);
    }
    images_seen_finish(&loss->seen);
    images_seen_finish(&loss->tried);
    free(loss);
}

void power_loss_run(const struct power_loss_scene *scene,
                    const struct power_loss_wish *wish, struct power_loss_totals *totals)
{
    struct loss *loss = xcalloc(1, sizeof(*loss));
    clock_t began = clock();

    *loss = (struct loss){ .scene = scene, .wish = wish, .totals = totals };
    loss->turn = wish->turn;
    loss->rng = (struct rng){ .state = wish->turn };
    totals->scenes += !(scene->left_out >> wish->behaviour & 1);
    loss_begin(loss);
    if (scene->left_out >> wish->behaviour & 1)
        ;
    else if (wish->mode == POWER_NONE)
        record(loss, 0, scene->disk, false);
    else if (wish->mode == POWER_EXHAUSTIVE)
        try_all(loss);
    else
        follow_chain(loss);
    loss_end(loss);
    totals->seconds += (double)(clock() - began) / CLOCKS_PER_SEC;
}

enum power_loss_case power_loss_try(const struct power_loss_scene *scene, const char *id,
                                    FILE *trace, struct power_loss_totals *totals)
{
    struct loss *loss = xcalloc(1, sizeof(*loss));
    struct power_loss_wish wish = { 0 };
    size_t name = strlen(scene->name);

    *loss =
        (struct loss){ .scene = scene, .wish = &wish, .totals = totals, .trace = trace };
    loss_begin(loss);
    enum power_loss_case done =
        !strncmp(id, scene->name, name) && id[name] == ':' &&
                power_path_read(&loss->path, id + name + 1, &wish.behaviour)
            ? follow(loss, loss->path.count)
            : POWER_NO_CALL;
    loss_end(loss);
    return done;
}

unsigned long power_loss_images(const struct power_loss_totals *totals)
{
    unsigned long images = 0;

    for (size_t i = 0; i < POWER_LOSS_CUTS; i++)
        images += totals->images[i];
    return images;
}
