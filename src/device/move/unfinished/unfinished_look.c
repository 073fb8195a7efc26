/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_look.c - how far a move has come that has not ended, without a write */
#include "device/move/unfinished/unfinished_look.h"

#include <sys/file.h>

#include "device/io/store.h"
#include "device/move/journal/journal_mended.h"
#include "device/move/unfinished/log_look.h"
#include "device/move/unfinished/log_plan.h"
#include "device/move/unfinished/unfinished_damage.h"
#include "device/move/unfinished/unfinished_private.h"
#include "device/system/disk.h"
#include "model/base/mem.h"
#include "model/move/journal/guard_search.h"
#include "model/move/journal/journal_apply.h"

/* The journal, as a reader. */
struct look_source {
    const struct journal_plan *plan;
    struct reader reader;
    uint64_t start; /* of the journal in READER, bytes */
};

static bool look_read_slot(const struct look_source *source, unsigned slot,
                           struct journal_progress *ret)
{
    uint64_t at = journal_progress_at(source->plan->spot.block, slot);
    uint8_t bytes[JOURNAL_BYTES];

    return reader_read(&source->reader, source->start + at, bytes, sizeof(bytes)) &&
           journal_progress_decode(bytes, sizeof(bytes), source->plan, ret,
                                   ERR_IGNORED) == RECORD_VALID;
}

/* The valid record with the higher number. */
static bool look_read_newest(const struct look_source *source,
                             struct journal_progress *ret)
{
    CLEANUP(freep) struct journal_progress *other = xcalloc(1, sizeof(*other));
    bool is_first = look_read_slot(source, 0, ret);

    if (!look_read_slot(source, 1, other) ||
        (is_first && other->sequence < ret->sequence))
        return is_first;
    *ret = *other;
    return true;
}

/* Returns the sectors of a piece of STEP; 0: not known. */
static uint64_t look_read_piece(const struct look_source *source, uint16_t step)
{
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));
    uint8_t bytes[JOURNAL_BYTES];

    for (unsigned i = 0; i < ARRAY_SIZE(source->plan->saved); i++) {
        uint64_t at = source->start + source->plan->saved[i].offset;
        if (reader_read(&source->reader, at, bytes, sizeof(bytes)) &&
            journal_saved_decode(bytes, sizeof(bytes), source->plan, saved,
                                 ERR_IGNORED) == RECORD_VALID &&
            saved->head.step == step)
            return saved->piece;
    }
    return 0;
}

static bool read_slot_of(const struct look_source *source, unsigned number,
                         const struct journal_progress *progress,
                         struct journal_slot *ret)
{
    const struct journal_area *ring = &source->plan->ring;
    uint64_t at =
        source->start + ring->offset + ring->bytes / source->plan->slots * number;
    uint8_t bytes[JOURNAL_BYTES];

    return reader_read(&source->reader, at, bytes, sizeof(bytes)) &&
           journal_slot_decode(bytes, sizeof(bytes), source->plan, ret, ERR_IGNORED) ==
               RECORD_VALID &&
           ret->head.step == progress->head.step &&
           ret->run.is_back == progress->run.is_back &&
           ret->run.first == progress->run.first && ret->run.end == progress->run.end;
}

/* Returns the sectors that were moved before the batch of SLOT. */
static uint64_t sectors_before(const struct look_source *source,
                               const struct journal_slot *slot)
{
    const struct journal_step *step = &source->plan->steps[slot->head.step];
    const struct journal_run *run = &slot->run;
    uint64_t target = run->is_back ? step->from : step->to;
    bool is_right = (step->to > step->from) != run->is_back;

    return is_right ? target + run->end - slot->to.start - slot->to.length
                    : slot->to.start - target - run->first;
}

/* Returns those of the newest batch in the ring; 0 without one. */
static uint64_t ring_sectors_done(const struct look_source *source,
                                  const struct journal_progress *progress)
{
    uint64_t done = 0;

    for (unsigned i = 0; i < source->plan->slots; i++) {
        struct journal_slot slot;
        if (!read_slot_of(source, i, progress, &slot))
            continue;
        uint64_t before = sectors_before(source, &slot);
        done = before > done ? before : done;
    }
    return done;
}

/* Returns those of the pieces that PROGRESS counts. */
static uint64_t piece_sectors_done(const struct look_source *source,
                                   const struct journal_progress *progress)
{
    uint64_t all = progress->run.end - progress->run.first;
    uint64_t piece = look_read_piece(source, progress->head.step);

    if (!piece)
        return 0;
    return progress->piece <= all / piece ? progress->piece * piece : all;
}

static uint64_t look_sectors_done(const struct look_source *source,
                                  const struct journal_progress *progress)
{
    if (progress->phase < JOURNAL_PHASE_MOVING)
        return 0;
    if (progress->phase > JOURNAL_PHASE_MOVING)
        return progress->run.end - progress->run.first;
    uint64_t ring = ring_sectors_done(source, progress);
    uint64_t pieces = piece_sectors_done(source, progress);
    return ring > pieces ? ring : pieces;
}

static void look_at(const struct look_source *source, struct unfinished_look *ret)
{
    CLEANUP(freep) struct journal_progress *progress = xcalloc(1, sizeof(*progress));
    uint64_t logical = source->plan->logical;

    ret->has_progress = look_read_newest(source, progress);
    if (!ret->has_progress)
        return;
    ret->step = progress->head.step;
    ret->phase = progress->phase;
    ret->is_back = progress->run.is_back;
    ret->bytes_done = look_sectors_done(source, progress) * logical;
    ret->bytes_total = (progress->run.end - progress->run.first) * logical;
}

/* A program that writes has an exclusive lock; udev has a shared one. False also for a
 * disk that cannot be opened. */
static bool look_is_locked(const char *path)
{
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);

    /* Closing it gives the lock back. */
    return store && flock(store_fd(store), LOCK_SH | LOCK_NB) != 0;
}

static bool look_has_guard(const struct reader *disk, const struct layout *layout,
                           const struct journal_plan *plan)
{
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct extent *extent =
            plan->steps[i].action == MOVES_DATA
                ? layout_find_number(layout, plan->steps[i].number)
                : NULL;
        struct reader_part part;
        if (!extent)
            continue;
        struct reader reader = reader_of_part(&part, disk, extent->start * plan->logical,
                                              extent->length * plan->logical);
        if (guard_search(&reader, plan->logical))
            return true;
    }
    return false;
}

/* A swap area with the journal is not as it was. */
static bool look_is_untouched(const struct layout *layout,
                              const struct unfinished_look *look)
{
    bool has_begun =
        look->has_progress && (look->phase != JOURNAL_PHASE_SAVED || look->is_back);

    return !look->step && !has_begun && !look->has_guard &&
           look->plan.spot.kind != JOURNAL_SWAP && journal_can_begin(layout, &look->plan);
}

/* The guard that led to the move can be that of a swap partition with its journal. If the
 * table cannot be read, it is taken for one of a partition. */
static void look_at_table(const struct unfinished *move, struct unfinished_look *ret)
{
    const struct limits_given given = { .logical = ret->plan.logical };
    CLEANUP(mended_finish) struct mended mended = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(move->path, ERR_IGNORED);

    ret->has_guard = move->found.has_guard;
    if (!store)
        return;
    journal_mended(store, ret->journal, &ret->plan, &mended);
    store_mend(store, &mended);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, ERR_IGNORED);
    if (!layout || !journal_has_table(layout, &ret->plan, ERR_IGNORED))
        return;
    struct reader disk = store_reader(store);
    if (!unfinished_is_whole(store, layout, ret->journal, &ret->plan, &ret->damage)) {
        ret->has_guard = true;
        return;
    }
    ret->has_guard = ret->has_guard && look_has_guard(&disk, layout, &ret->plan);
    if (!ret->has_progress && !ret->has_guard)
        ret->step = journal_first_left(layout, &ret->plan);
    ret->is_untouched = look_is_untouched(layout, ret);
}

/* Of a fix with a redo log, whose head tells all. */
static bool look_at_log(const struct unfinished *move, struct unfinished_look *ret,
                        struct err *err)
{
    const struct fix_place_found *found = move->redo;
    const struct run_head *run = &found->head.run;
    CLEANUP(redo_log_finish) struct redo_log log = { 0 };

    *ret = (struct unfinished_look){ 0 };
    if (run->direction != RUN_DONE && !unfinished_log(move, &log, err))
        return false;
    log_plan_make(&log, &found->head, &ret->plan);
    ret->is_elsewhere = found->journal[0];
    copy_text(ret->journal, sizeof(ret->journal),
              ret->is_elsewhere ? found->journal : found->disk);
    ret->step = log_plan_step(&log, run);
    ret->has_progress = run->direction >= RUN_EXIT;
    ret->phase = JOURNAL_PHASE_COMPLETE;
    if (ret->step && ret->step == ret->plan.step_count)
        ret->step--;
    ret->is_back = log_plan_is_back(&log, run);
    log_look_at_move(found, &log, ret);
    ret->is_at_work = look_is_locked(move->path);
    return true;
}

bool unfinished_look(const struct unfinished *move, const char *journal,
                     struct unfinished_look *ret, struct err *err)
{
    CLEANUP(freep) struct unfinished_look *look = xcalloc(1, sizeof(*look));

    if (move->redo)
        return look_at_log(move, ret, err);
    if (!unfinished_plan(move, journal, &look->plan, look->journal, err))
        return false;
    CLEANUP(store_closep) struct store *store = store_open(look->journal, err);
    if (!store)
        return false;
    struct look_source source = { .plan = &look->plan, .reader = store_reader(store) };
    look->is_elsewhere = look->plan.spot.start == 0;
    uint64_t bytes = look->plan.spot.bytes;
    if (look->is_elsewhere && unfinished_is_shorter(look->journal, bytes))
        return fix_refuse_cut(look->journal, bytes, move->path, err);
    source.start = look->plan.spot.start * look->plan.logical;
    look_at(&source, look);
    look_at_table(move, look);
    look->is_at_work = look_is_locked(move->path);
    *ret = *look;
    return true;
}

struct report_fix_status unfinished_status(const char *path,
                                           const struct unfinished_look *look)
{
    return (struct report_fix_status){
        .path = path,
        .plan = &look->plan,
        .journal = look->is_elsewhere ? look->journal : NULL,
        .has_progress = look->has_progress,
        .step = look->step,
        .phase = look->phase,
        .is_back = look->is_back,
        .bytes_done = look->bytes_done,
        .bytes_total = look->bytes_total,
        .is_at_work = look->is_at_work,
        .has_guard = look->has_guard,
        .is_untouched = look->is_untouched,
    };
}
