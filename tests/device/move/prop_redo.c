/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_redo.c - changes of random tables are carried out by their log, or taken back,
 * however often the power fails: at the end the disk has the table of a rest point, and
 * nothing else has changed */
#include "device/move/store/redo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/move/log/log_wire.h"
#include "support/log_scene.h"
#include "support/power_loss.h"
#include "support/test.h"

enum { SECTORS_MAX = 5000, PAGE_BLOCKS = 3, SHARES = 8 };

struct scene {
    struct log_scene tables;
    struct cutting disk; /* the journal is behind it, on a disk of its own */
    bool *is_written;    /* for each sector: by the log */
    uint32_t block;
    size_t log_bytes;
    struct record_head head;
    struct power_loss_scene power;
};

/* --- the disk --- */

static uint64_t journal_at(const struct scene *scene)
{
    return scene->disk.split * scene->disk.logical;
}

/* The areas in their order: log, page, second copy of the log. */
static void lay_out(struct scene *scene)
{
    uint64_t block = scene->block, log = num_round_up(scene->log_bytes, block);
    uint64_t page = (1 + PAGE_BLOCKS) * block;

    scene->head = (struct record_head){
        .owner = { scene->tables.log.transaction, scene->tables.log.disk_bytes },
        .run = { .direction = RUN_FORWARD },
        .page_blocks = PAGE_BLOCKS,
        .areas = { [AREA_LOG_A] = { 2 * block, log },
                   [AREA_PAGE] = { 2 * block + log, page },
                   [AREA_LOG_B] = { 2 * block + log + page, log } },
        .place = { .kind = JOURNAL_FILE,
                   .logical = scene->tables.log.logical,
                   .block = scene->block,
                   .bytes = 2 * block + 2 * log + page,
                   .path = "/journal" },
    };
}

/* What is in no table has other bytes everywhere. */
static void fill(struct scene *scene)
{
    const struct redo_log *log = &scene->tables.log;
    struct sectors *first = &scene->tables.disks[0];
    struct reader reader = sectors_reader(first);
    uint8_t *sector = xmalloc(log->logical);

    for (size_t i = 0; i < log->patch_count; i++)
        scene->is_written[log->patches[i].lba] = true;
    for (size_t lba = 0; lba < first->size; lba++) {
        memset(sector, (int)(1 + lba % 255), log->logical);
        if (scene->is_written[lba] || table_image_find(&log->before, lba))
            ck_assert(reader_read(&reader, lba * log->logical, sector, log->logical));
        cutting_set(&scene->disk, lba, sector);
    }
    free(sector);
}

/* --- the program --- */

static enum power_loss_end go(struct redo *redo, bool is_back, struct err *err)
{
    enum redo_state state = is_back ? redo_turn(redo) : REDO_COMMITTED;
    bool goes_back = state == REDO_MORE;

    if (state == REDO_COMMITTED) /* it can only go on */
        state = REDO_MORE;
    while (state == REDO_MORE)
        state = redo_step(redo);
    (void)err_set(err, ERR_IO, "state %d: %s", (int)state, strerror(redo->error));
    return state == REDO_FOREIGN  ? POWER_ASKS
           : state == REDO_FAILED ? POWER_STOPPED
           : goes_back            ? POWER_BACK
                                  : POWER_DONE;
}

static enum power_loss_end open_and_go(struct scene *scene, struct fix_store *store,
                                       bool is_back, struct err *err)
{
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };
    CLEANUP(freep) uint8_t *bytes = fix_store_read_log(store);
    size_t count = scene->log_bytes;
    CLEANUP(redo_end) struct redo redo;

    if (!bytes)
        (void)err_set(err, ERR_IO, "no log");
    if (!bytes || !log_decode(bytes, count, scene->tables.log.disk_bytes,
                              scene->tables.log.logical, &log, err))
        return POWER_STOPPED;
    redo_init(&redo, store, &log, 0);
    if (redo_open(&redo) != REDO_MORE) {
        (void)err_set(err, ERR_IO, "mend: %s", strerror(redo.error));
        return POWER_STOPPED;
    }
    return go(&redo, is_back, err);
}

static bool is_begun(const struct scene *scene, const struct cutting *disk)
{
    const uint8_t *log = disk->bytes + journal_at(scene) + 2 * (size_t)scene->block;

    return !cutting_is_readable(disk, (size_t)(log - disk->bytes) / disk->logical) ||
           !mem_is_zero(log, disk->logical);
}

/* What a cut has left of a log without a head is no fix: it is not begun again. */
static enum power_loss_end run(void *context, struct cutting *disk, bool is_back,
                               struct err *err)
{
    struct scene *scene = context;
    struct sink own = cutting_sink(disk), other = cutting_other_sink(disk);
    struct record_head head = scene->head;
    uint64_t at = journal_at(scene);
    bool is_found = fix_store_find_head(&other, at, head.owner.disk_bytes, scene->block,
                                        &head) == RECORD_IS_VALID;
    CLEANUP(fix_store_end) struct fix_store store;
    struct alignment grid = { 0, scene->block / head.place.logical };

    fix_store_begin(&store, &own, &other, at, grid, &head);
    if (is_found)
        return open_and_go(scene, &store, is_back, err);
    if (is_begun(scene, disk))
        return is_back ? POWER_BACK : POWER_DONE;
    CLEANUP(redo_end) struct redo redo;
    redo_init(&redo, &store, &scene->tables.log, 0);
    if (redo_begin(&redo)) {
        (void)err_set(err, ERR_IO, "begin: %s", strerror(redo.error));
        return POWER_STOPPED;
    }
    return go(&redo, false, err);
}

/* --- what must be true --- */

static bool table_is_whole(const struct scene *scene, struct cutting *disk)
{
    const struct redo_log *log = &scene->tables.log;
    struct reader reader = { NULL, NULL, 0 };
    struct sectors copy = { .size = log->disk_bytes / log->logical,
                            .logical = log->logical };
    bool is_whole = false;

    for (size_t lba = 0; lba < copy.size; lba++)
        if (scene->is_written[lba] || table_image_find(&log->before, lba))
            sectors_put(&copy, lba, disk->bytes + lba * log->logical);
    reader = sectors_reader(&copy);
    for (size_t rest = 0; rest <= log->steps.count && !is_whole; rest++) {
        CLEANUP(table_states_freep)
        struct table_states *states =
            log_is_rest(log, rest) ? table_states_of_exits(log, rest) : NULL;
        is_whole = states &&
                   table_position(states, &reader, false) == table_states_epochs(states);
    }
    sectors_finish(&copy);
    return is_whole;
}

static const char *check(void *context, struct cutting *disk, bool is_end)
{
    struct scene *scene = context;
    size_t logical = disk->logical;
    uint64_t size = scene->tables.disks[0].size;

    for (size_t lba = 0; lba < size; lba++) {
        if (!cutting_is_readable(disk, lba)) {
            if (is_end)
                return "a sector is unreadable at the end";
            continue;
        }
        if (!scene->is_written[lba] &&
            memcmp(disk->bytes + lba * logical, scene->disk.bytes + lba * logical,
                   logical) != 0)
            return "a sector that the log does not write has changed";
    }
    struct record_head head;
    struct sink other = cutting_other_sink(disk);
    if (!is_end)
        return NULL;
    if (fix_store_find_head(&other, journal_at(scene), scene->head.owner.disk_bytes,
                            scene->block, &head) == RECORD_IS_VALID)
        return "there is still a head";
    bool is_old = !memcmp(disk->bytes, scene->disk.bytes, (size_t)size * logical);
    return is_old || table_is_whole(scene, disk) ? NULL
                                                 : "the table is that of no rest point";
}

/* --- scenes --- */

/* False where the round gives none, or one of another size. */
static bool scene_make(unsigned round, struct scene *ret)
{
    struct scene *scene = ret;

    *scene = (struct scene){ 0 };
    if (!log_scene_make(round, &scene->tables))
        return false;
    uint64_t size = scene->tables.disks[0].size, logical = scene->tables.log.logical;
    scene->block = 4096U << (round % 2);
    /* The journal begins at a block. */
    if (size > SECTORS_MAX || size * logical > 4 << 20 || size * logical % scene->block) {
        log_scene_finish(&scene->tables);
        return false;
    }
    free(log_encode(&scene->tables.log, &scene->log_bytes));
    lay_out(scene);
    struct alignment grid = { 0, scene->block / logical };
    uint64_t first = num_round_up(size, grid.grain);
    cutting_init(&scene->disk, (size_t)(first + scene->head.place.bytes / logical),
                 (size_t)logical, grid);
    scene->disk.split = (size_t)first;
    scene->is_written = xcalloc((size_t)size, sizeof(*scene->is_written));
    fill(scene);
    scene->power = (struct power_loss_scene){
        .disk = &scene->disk, .run = run, .check = check, .context = scene
    };
    (void)snprintf(scene->power.name, sizeof(scene->power.name), "redo-%u", round);
    return true;
}

static void scene_finish(struct scene *scene)
{
    log_scene_finish(&scene->tables);
    cutting_finish(&scene->disk);
    free(scene->is_written);
}

static const struct power_loss_scene *make(const char *name)
{
    static struct scene scene;
    const char *number = strchr(name, '-');

    return number && scene_make((unsigned)strtoul(number + 1, NULL, 10), &scene)
               ? &scene.power
               : NULL;
}

/* A step of theirs writes a sector in two epochs: it must not go back to the first. */
static bool writes_twice(const struct redo_log *log)
{
    for (size_t i = 0; i < log->steps.count; i++) {
        const struct log_step *step = &log->steps.at[i];
        const struct log_patch *patches = log->patches + step->first_patch;
        for (uint32_t k = 0; k < step->patch_count; k++)
            for (uint32_t other = 0; other < k; other++)
                if (patches[k].lba == patches[other].lba &&
                    patches[k].epoch != patches[other].epoch)
                    return true;
    }
    return false;
}

static bool is_any(const struct redo_log *log)
{
    return log->steps.count;
}

static void try(unsigned share, const struct power_loss_wish *wish, unsigned wanted,
                bool (*fits)(const struct redo_log *log))
{
    struct power_loss_totals totals = { 0 };
    static struct scene scene;

    if (share % rng_stride())
        return;
    for (unsigned round = share; totals.scenes < wanted; round += SHARES) {
        if (!scene_make(round, &scene))
            continue;
        if (fits(&scene.tables.log))
            power_loss_run(&scene.power, wish, &totals);
        scene_finish(&scene);
    }
    power_loss_print(wish, &totals);
    ck_assert_msg(!totals.bad, "%s", totals.first);
    ck_assert_uint_gt(totals.ends[POWER_DONE], wanted);
}

TEST_TIMES(a_fix_of_tables_survives_one_cut, SHARES)
{
    const struct power_loss_wish wish = { .mode = POWER_EXHAUSTIVE,
                                          .behaviour = POWER_BOTH,
                                          .cuts = 1,
                                          .limits = { 12 },
                                          .resume_apart = 1 };

    try((unsigned)_i, &wish, 4, is_any);
}

TEST_TIMES(a_fix_of_tables_survives_two_cuts, SHARES)
{
    const struct power_loss_wish wish = { .mode = POWER_EXHAUSTIVE,
                                          .behaviour = POWER_BOTH,
                                          .cuts = 2,
                                          .limits = { 2, 2 },
                                          .resume_apart = 2 };

    try((unsigned)_i, &wish, 1, is_any);
}

TEST_TIMES(a_fix_of_tables_that_writes_a_sector_twice_survives_two_cuts, SHARES / 2)
{
    const struct power_loss_wish wish = { .mode = POWER_EXHAUSTIVE,
                                          .behaviour = POWER_BOTH,
                                          .cuts = 2,
                                          .limits = { 3, 3 },
                                          .resume_apart = 1 };

    try((unsigned)_i, &wish, 1, writes_twice);
}

TEST_TIMES(a_fix_of_tables_survives_a_kill, SHARES)
{
    const struct power_loss_wish wish = { .mode = POWER_EXHAUSTIVE,
                                          .behaviour = POWER_KILL,
                                          .cuts = 2,
                                          .limits = { 2, 2 },
                                          .resume_apart = 2 };

    try((unsigned)_i, &wish, 1, is_any);
}

int main(int argc, char **argv)
{
    return power_loss_main(argc, argv, make);
}
