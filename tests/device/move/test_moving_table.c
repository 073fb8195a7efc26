/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_moving_table.c - the entry of a partition that is moved, whatever a power cut left
 */
#include "device/move/fixing/moving_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/move/journal/envelope.h"
#include "model/move/journal/journal_record.h"
#include "model/move/journal/moving_entry.h"
#include "model/table/tables.h"
#include "support/test.h"
#include "support/write_scene.h"

enum { LOGICAL = 512, WRITES_MAX = 256 };

/* A disk that remembers which sectors were written in which order. */
struct recorder {
    struct sectors disk;
    struct {
        uint64_t lba;
        unsigned epoch; /* number of flushes before it */
        uint8_t bytes[LOGICAL];
    } at[WRITES_MAX];
    size_t count;
    unsigned flushes;
    unsigned fail_call; /* this write or flush gives EIO; 0: none */
    unsigned calls;
};

static int recorder_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct recorder *recorder = context;
    const uint8_t *from = bytes;

    if (++recorder->calls == recorder->fail_call)
        return EIO;
    for (size_t i = 0; i < count; i += LOGICAL) {
        ck_assert_uint_lt(recorder->count, WRITES_MAX);
        recorder->at[recorder->count].lba = (offset + i) / LOGICAL;
        recorder->at[recorder->count].epoch = recorder->flushes;
        memcpy(recorder->at[recorder->count++].bytes, from + i, LOGICAL);
        sectors_put(&recorder->disk, (offset + i) / LOGICAL, from + i);
    }
    return 0;
}

static int recorder_flush(void *context)
{
    struct recorder *recorder = context;

    recorder->flushes++;
    return ++recorder->calls == recorder->fail_call ? EIO : 0;
}

static int recorder_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct recorder *recorder = context;
    struct reader reader = sectors_reader(&recorder->disk);

    ck_assert_uint_eq(offset % LOGICAL, 0);
    ck_assert_uint_eq(count % LOGICAL, 0);
    return reader_read(&reader, offset, bytes, count) ? 0 : EIO;
}

static struct sink recorder_sink(struct recorder *recorder)
{
    return (struct sink){ recorder_write, recorder_flush, recorder_read, recorder };
}

/* --- the disks --- */

static const struct {
    struct write_scene (*scene)(void);
    unsigned number;
    int64_t distance;
} rows[] = {
    { scene_msdos, 1, 63 },   { scene_msdos, 1, -7 },   { scene_msdos, 6, -1 },
    { scene_msdos, 6, -100 }, { scene_msdos, 7, 2049 }, { scene_gpt, 1, 63 },
    { scene_gpt, 2, -100 },   { scene_gpt, 3, 5000 },
};

struct play {
    struct write_scene scene;
    struct journal_plan plan;
    const struct limits *limits;
    struct layout *states[3]; /* of each label; owned */
};

static void play_make(struct play *play, struct write_scene scene, unsigned number,
                      int64_t distance)
{
    struct err err = { 0 };

    *play = (struct play){ .scene = scene };
    const struct layout *base = play->scene.base;
    const struct extent *extent = layout_find_number(base, number);
    const struct label *label = layout_label(base);
    play->limits = layout_limits(base);
    play->plan = (struct journal_plan){ .logical = LOGICAL,
                                        .label = label->kind,
                                        .disk_id = journal_disk_id(label),
                                        .step_count = 1 };
    play->plan.steps[0] = (struct journal_step){
        .action = MOVES_DATA,
        .number = (uint16_t)extent->number,
        .from = extent->start,
        .to = extent->start + (uint64_t)distance,
        .length = extent->length,
        .type = journal_type(label->kind, extent->type),
    };
    if (label->kind == LABEL_GPT)
        ck_assert(guid_parse(extent->uuid, &play->plan.steps[0].unique));
    for (int i = 0; i < 3; i++) {
        play->states[i] =
            moving_entry_set(base, &play->plan, 0, (enum shift_label)i, &err);
        ck_assert_msg(play->states[i], "%s", err.text);
    }
}

static void play_set(struct play *play, size_t row)
{
    play_make(play, rows[row].scene(), rows[row].number, rows[row].distance);
}

static void play_finish(struct play *play)
{
    for (size_t i = 0; i < ARRAY_SIZE(play->states); i++)
        layout_unref(play->states[i]);
    scene_finish(&play->scene);
}

static bool play_write(const struct play *play, struct recorder *recorder,
                       enum shift_label label, struct err *err)
{
    struct sink sink = recorder_sink(recorder);

    return moving_table_set(&sink, play->limits, &play->plan, 0, label, err);
}

/* Its partitions are those of LABEL, and nothing is damaged. */
static void check_table(const struct play *play, struct sectors *disk,
                        enum shift_label label)
{
    struct reader reader = sectors_reader(disk);
    struct layout *now = NULL;
    struct err err = { 0 };

    ck_assert_msg(tables_read(&reader, play->limits, &now, &err), "%s", err.text);
    ck_assert(layout_equal(now, play->states[label]));
    ck_assert_uint_eq(layout_note_count(now), layout_note_count(play->scene.base));
    layout_unref(now);
}

static void write_again(const struct play *play, const struct sectors *found,
                        enum shift_label label)
{
    struct recorder recorder = { .disk = sectors_copy(found) };
    struct err err = { 0 };

    ck_assert_msg(play_write(play, &recorder, label, &err), "%s", err.text);
    ck_assert_uint_gt(recorder.flushes, 0);
    check_table(play, &recorder.disk, label);
    sectors_finish(&recorder.disk);
}

/* --- the claims --- */

TEST_EACH(each_state_is_written_from_each_other, rows)
{
    struct play play;
    struct err err = { 0 };

    play_set(&play, (size_t)_i);
    for (int from = 0; from < 3; from++) {
        struct recorder recorder = { .disk = sectors_copy(&play.scene.disk) };
        ck_assert_msg(play_write(&play, &recorder, (enum shift_label)from, &err), "%s",
                      err.text);
        for (int to = 0; to < 3; to++)
            write_again(&play, &recorder.disk, (enum shift_label)to);
        sectors_finish(&recorder.disk);
    }
    play_finish(&play);
}

/* What a cut in EPOCH may leave: which of its writes are kept. */
enum kept { KEPT_UP_TO, KEPT_ONLY, KEPT_ALL_BUT, KEPT_COUNT };

static bool is_kept(enum kept kept, size_t index, size_t chosen)
{
    if (kept == KEPT_UP_TO)
        return index <= chosen;
    return (index == chosen) == (kept == KEPT_ONLY);
}

static struct sectors cut(const struct sectors *before, const struct recorder *done,
                          enum kept kept, size_t chosen)
{
    struct sectors disk = sectors_copy(before);
    unsigned epoch = done->at[chosen].epoch;

    for (size_t i = 0; i < done->count; i++)
        if (done->at[i].epoch < epoch ||
            (done->at[i].epoch == epoch && is_kept(kept, i, chosen)))
            sectors_put(&disk, done->at[i].lba, done->at[i].bytes);
    return disk;
}

static void try_cuts(const struct play *play, enum shift_label from, enum shift_label to)
{
    struct recorder before = { .disk = sectors_copy(&play->scene.disk) };
    struct err err = { 0 };

    ck_assert_msg(play_write(play, &before, from, &err), "%s", err.text);
    struct recorder done = { .disk = sectors_copy(&before.disk) };
    ck_assert_msg(play_write(play, &done, to, &err), "%s", err.text);
    ck_assert_uint_gt(done.count, 0);
    for (size_t chosen = 0; chosen < done.count; chosen++)
        for (int kept = 0; kept < KEPT_COUNT; kept++) {
            struct sectors disk = cut(&before.disk, &done, (enum kept)kept, chosen);
            for (int label = 0; label < 3; label++)
                write_again(play, &disk, (enum shift_label)label);
            sectors_finish(&disk);
        }
    sectors_finish(&before.disk);
    sectors_finish(&done.disk);
}

/* In either direction of a move. */
TEST_EACH(a_power_cut_leaves_a_table_that_can_be_written_again, rows)
{
    struct play play;

    play_set(&play, (size_t)_i);
    try_cuts(&play, SHIFT_LABEL_OLD, SHIFT_LABEL_ENVELOPE);
    try_cuts(&play, SHIFT_LABEL_ENVELOPE, SHIFT_LABEL_NEW);
    try_cuts(&play, SHIFT_LABEL_ENVELOPE, SHIFT_LABEL_OLD);
    play_finish(&play);
}

TEST_EACH(each_failure_is_told_and_can_be_repeated, rows)
{
    struct play play;
    bool is_done = false;

    play_set(&play, (size_t)_i);
    for (unsigned call = 1; !is_done; call++) {
        struct recorder recorder = { .disk = sectors_copy(&play.scene.disk),
                                     .fail_call = call };
        struct err err = { 0 };
        is_done = play_write(&play, &recorder, SHIFT_LABEL_ENVELOPE, &err);
        ck_assert_int_eq(is_done, recorder.calls < call);
        ck_assert_int_eq(err.code, is_done ? ERR_NONE : ERR_IO);
        write_again(&play, &recorder.disk, SHIFT_LABEL_ENVELOPE);
        sectors_finish(&recorder.disk);
    }
    play_finish(&play);
}

TEST(a_disk_without_a_table_is_told)
{
    struct play play;
    uint8_t zeros[LOGICAL] = { 0 };
    struct err err = { 0 };

    play_set(&play, 0);
    struct recorder recorder = { .disk = sectors_copy(&play.scene.disk) };
    sectors_put(&recorder.disk, 0, zeros);
    ck_assert(!play_write(&play, &recorder, SHIFT_LABEL_ENVELOPE, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_nonnull(strstr(err.text, "no partition table"));
    ck_assert_uint_eq(recorder.calls, 0);
    sectors_finish(&recorder.disk);
    play_finish(&play);
}

/* Its second table would need to change at the same moment. */
TEST(a_hybrid_entry_is_refused)
{
    struct play play;
    struct err err = { 0 };

    play_make(&play, scene_hybrid(), 2, 8);
    struct recorder recorder = { .disk = sectors_copy(&play.scene.disk) };
    ck_assert(!play_write(&play, &recorder, SHIFT_LABEL_ENVELOPE, &err));
    ck_assert_int_eq(err.code, ERR_REFUSED);
    ck_assert_ptr_nonnull(strstr(err.text, "hybrid MBR"));
    ck_assert_uint_eq(recorder.calls, 0);
    sectors_finish(&recorder.disk);
    play_finish(&play);
}
