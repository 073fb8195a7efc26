/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_put.c - after a power cut at any call of a write to the disk, opening the journal
 * leaves each sector old or new, each other one as it was, and all of them readable */
#include "device/move/store/store.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/cutting.h"
#include "support/test.h"

enum {
    LOGICAL = 512,
    BLOCK = 4096,
    PER_BLOCK = BLOCK / LOGICAL,
    SIZE = 30 * PER_BLOCK + 3, /* what is written to; the journal is behind it */
    PAGE_BLOCKS = 3,
    JOURNAL = 32 * PER_BLOCK,
    JOURNAL_BLOCKS = 2 + 2 + 1 + PAGE_BLOCKS,
    SECTORS = JOURNAL + (JOURNAL_BLOCKS + 1) * PER_BLOCK,
    RUNS_MAX = 6,
    PUTS = 4, /* under one head, or the next one */
    IMAGES = 24,
};

struct scene {
    struct rng rng;
    struct alignment grid;
    struct record_head head;
    struct cutting disk, cut, image; /* so far; with the cut; after it */
    struct fix_store_run runs[PUTS][RUNS_MAX];
    size_t counts[PUTS];
    uint8_t bytes[PUTS][SIZE * LOGICAL]; /* what each of them writes */
    uint8_t was[SIZE * LOGICAL];         /* before the one that is cut */
};

static void random_bytes(struct rng *rng, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)rng_next(rng);
}

/* Of whole blocks, or of any sectors. */
static void random_runs(struct scene *scene, size_t put)
{
    struct rng *rng = &scene->rng;
    bool is_whole = !rng_below(rng, 3);
    uint64_t at = is_whole ? scene->grid.offset : rng_below(rng, 40);
    size_t count = 0;

    random_bytes(rng, scene->bytes[put], sizeof(scene->bytes[put]));
    while (count < RUNS_MAX && at < SIZE) {
        uint64_t length = 1 + rng_below(rng, rng_below(rng, 2) ? 4 : 30);
        uint64_t gap = 1 + rng_below(rng, rng_below(rng, 2) ? 4 : 60);
        if (is_whole) {
            length = (1 + length % 4) * PER_BLOCK;
            gap = (1 + gap % 4) * PER_BLOCK;
        }
        if (at + length > SIZE)
            length = SIZE - at;
        scene->runs[put][count++] =
            (struct fix_store_run){ at, length, scene->bytes[put] + at * LOGICAL };
        at += length + gap;
    }
    scene->counts[put] = count;
}

static void scene_make(struct scene *scene, unsigned round)
{
    uint64_t first = JOURNAL;

    scene->rng = rng_start(round);
    scene->grid = (struct alignment){ rng_below(&scene->rng, PER_BLOCK), PER_BLOCK };
    first += scene->grid.offset;
    scene->head = (struct record_head){
        .owner = { { { 1 } }, SECTORS * LOGICAL },
        .run = { .direction = RUN_FORWARD },
        .page_blocks = PAGE_BLOCKS,
        .areas = { [AREA_LOG_A] = { 2 * BLOCK, BLOCK },
                   [AREA_PAGE] = { 3 * BLOCK, (1 + PAGE_BLOCKS) * BLOCK },
                   [AREA_LOG_B] = { (JOURNAL_BLOCKS - 1) * BLOCK, BLOCK } },
        .place = { .logical = LOGICAL,
                   .block = BLOCK,
                   .start = first,
                   .bytes = JOURNAL_BLOCKS * BLOCK },
    };
    cutting_init(&scene->disk, SECTORS, LOGICAL, scene->grid);
    cutting_init(&scene->cut, SECTORS, LOGICAL, scene->grid);
    cutting_init(&scene->image, SECTORS, LOGICAL, scene->grid);
    for (size_t i = 0; i < SIZE; i++) {
        random_bytes(&scene->rng, scene->was, LOGICAL);
        cutting_set(&scene->disk, i, scene->was);
    }
    for (size_t put = 0; put < PUTS; put++)
        random_runs(scene, put);
}

static void open_store(struct fix_store *store, const struct scene *scene,
                       const struct sink *sink, const struct record_head *head)
{
    fix_store_begin(store, sink, sink, scene->head.place.start * LOGICAL, scene->grid,
                    head);
}

static int write_put(struct fix_store *store, const struct scene *scene, size_t put)
{
    return fix_store_put(store, scene->runs[put], scene->counts[put]);
}

/* The run of the cut write that sector LBA is in; NULL: none. */
static const struct fix_store_run *run_of(const struct scene *scene, size_t put,
                                          uint64_t lba)
{
    for (size_t i = 0; i < scene->counts[put]; i++) {
        const struct fix_store_run *run = &scene->runs[put][i];
        if (lba >= run->start && lba < run->start + run->length)
            return run;
    }
    return NULL;
}

/* Check writes a line for each assertion: here only those that fail are made. */
static void must(const struct scene *scene, bool is_so, const char *what, size_t lba)
{
    if (!is_so)
        ck_abort_msg("seed %llu: sector %zu: %s", (unsigned long long)scene->rng.seed,
                     lba, what);
}

static void assert_mended(const struct scene *scene, const struct cutting *image,
                          size_t put)
{
    for (size_t lba = 0; lba < SIZE; lba++) {
        const uint8_t *now = image->bytes + lba * LOGICAL;
        bool is_new = run_of(scene, put, lba) &&
                      !memcmp(now, scene->bytes[put] + lba * LOGICAL, LOGICAL);
        must(scene, cutting_is_readable(image, lba), "unreadable", lba);
        must(scene, is_new || !memcmp(now, scene->was + lba * LOGICAL, LOGICAL),
             "neither old nor new", lba);
    }
}

static void assert_written(const struct scene *scene, const struct cutting *image,
                           size_t put)
{
    for (size_t lba = 0; lba < SIZE; lba++) {
        const uint8_t *want = run_of(scene, put, lba) ? scene->bytes[put] : scene->was;
        must(scene, cutting_is_readable(image, lba), "unreadable", lba);
        must(scene, !memcmp(image->bytes + lba * LOGICAL, want + lba * LOGICAL, LOGICAL),
             "not written", lba);
    }
}

/* What the next start does with IMAGE. */
static void recover(const struct scene *scene, struct cutting *image, size_t put)
{
    CLEANUP(fix_store_end) struct fix_store store;
    struct sink sink = cutting_sink(image);
    struct record_head head;

    ck_assert_int_eq(sink.flush(sink.context), 0);
    ck_assert_int_eq(fix_store_find_head(&sink, scene->head.place.start * LOGICAL,
                                         SECTORS * LOGICAL, BLOCK, &head),
                     RECORD_IS_VALID);
    open_store(&store, scene, &sink, &head);
    ck_assert_int_eq(fix_store_mend(&store), 0);
    assert_mended(scene, image, put);
    ck_assert_int_eq(write_put(&store, scene, put), 0);
    assert_written(scene, image, put);
}

/* Cuts the write PUT at call CUT.  False if it has ended before. */
static bool cut_at(struct scene *scene, const struct fix_store *store, size_t put,
                   unsigned cut)
{
    struct cutting *disk = &scene->cut;
    CLEANUP(fix_store_end) struct fix_store own;
    struct sink sink = cutting_sink(disk);
    size_t block;

    cutting_copy(disk, &scene->disk);
    open_store(&own, scene, &sink, &store->head);
    disk->faults.cut_call = cut;
    if (!write_put(&own, scene, put))
        return false;
    bool *kept = xcalloc(disk->log_max + 1, sizeof(*kept));
    cutting_copy(&scene->image, disk);
    for (unsigned i = 0; cutting_choose(disk, &scene->rng, IMAGES, i, kept, &block);
         i++) {
        cutting_return(&scene->image, disk);
        cutting_cut(&scene->image, disk, kept, block);
        recover(scene, &scene->image, put);
    }
    free(kept);
    return true;
}

TEST_TIMES(a_cut_leaves_each_sector_old_or_new, 60)
{
    static struct scene scene;
    CLEANUP(fix_store_end) struct fix_store store;

    scene_make(&scene, (unsigned)_i);
    struct sink sink = cutting_sink(&scene.disk);
    open_store(&store, &scene, &sink, &scene.head);
    ck_assert_int_eq(fix_store_write_head(&store, &scene.head), 0);
    for (size_t put = 0; put < PUTS; put++) {
        memcpy(scene.was, scene.disk.bytes, sizeof(scene.was));
        for (unsigned cut = 1; cut_at(&scene, &store, put, cut);)
            cut += 1 + rng_stride() / 4;
        ck_assert_int_eq(write_put(&store, &scene, put), 0);
        assert_written(&scene, &scene.disk, put);
        if (rng_below(&scene.rng, 2))
            ck_assert_int_eq(fix_store_write_head(&store, &scene.head), 0);
    }
    cutting_finish(&scene.image);
    cutting_finish(&scene.cut);
    cutting_finish(&scene.disk);
}
