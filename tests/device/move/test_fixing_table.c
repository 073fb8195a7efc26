/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fixing_table.c - the order in which blocks of the table are saved, written and
 * mended */
#include <errno.h>
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "model/base/mem.h"
#include "support/fix_scene.h"
#include "support/test.h"

enum { BLOCK = 4096 };

/* The calls in their order: "w" and "f" of the disk, "W" and "F" of the journal. */
struct order {
    char calls[64];
    size_t count;
    bool is_torn; /* the block at TORN cannot be read before it is written */
    uint64_t torn;
};

/* A sink whose calls are noted. */
struct noted {
    struct order *order;
    struct sink below;
    bool is_journal;
};

static void note_call(const struct noted *noted, const char *names)
{
    ck_assert_uint_lt(noted->order->count + 1, sizeof(noted->order->calls));
    noted->order->calls[noted->order->count++] = names[noted->is_journal];
}

static int noted_write(void *context, uint64_t offset, const void *bytes, size_t count)
{
    struct noted *noted = context;

    note_call(noted, "wW");
    noted->order->is_torn &= offset != noted->order->torn;
    return noted->below.write(noted->below.context, offset, bytes, count);
}

static int noted_flush(void *context)
{
    struct noted *noted = context;

    note_call(noted, "fF");
    return noted->below.flush(noted->below.context);
}

static int noted_read(void *context, uint64_t offset, void *bytes, size_t count)
{
    struct noted *noted = context;

    if (noted->order->is_torn && offset / BLOCK == noted->order->torn / BLOCK)
        return EIO;
    return noted->below.read_back(noted->below.context, offset, bytes, count);
}

static struct sink noted_sink(struct noted *noted)
{
    return (struct sink){ noted_write, noted_flush, noted_read, noted };
}

/* --- before a write --- */

static struct fixing *begin_fix(struct fix_scene *play, enum journal_kind kind)
{
    fix_scene_init(play, LABEL_MSDOS, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(play, kind);
    ck_assert_msg(fixing, "%s", play->err.text);
    while (fixing->stage <= STAGE_JOURNAL)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    return fixing;
}

static int write_again(struct fixing *fixing, uint64_t lba)
{
    const struct sink *table = &fixing->disk.table;
    uint8_t sector[512];

    ck_assert_int_eq(table->read_back(table->context, lba * 512, sector, sizeof(sector)),
                     0);
    return table->write(table->context, lba * 512, sector, sizeof(sector));
}

/* A flush of the file does not reach the disk: what was saved for the write before would
 * be gone while that can still be torn. */
TEST(a_write_is_durable_before_the_blocks_of_the_next_one_are_saved)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct order order = { 0 };
    struct fixing *fixing = begin_fix(&play, JOURNAL_FILE);
    struct noted disk = { &order, fixing->disk.table_below, false };
    struct noted journal = { &order, *fixing->journal.sink, true };
    const struct sink noted_journal = noted_sink(&journal);

    fixing->disk.table_below = noted_sink(&disk);
    fixing->journal.sink = &noted_journal;
    ck_assert_int_eq(write_again(fixing, 0), 0);
    ck_assert_int_eq(write_again(fixing, 3137), 0);
    ck_assert_int_eq(fixing->disk.table.flush(fixing->disk.table.context), 0);
    ck_assert_int_eq(write_again(fixing, 0), 0);
    fixing_free(fixing);
    ck_assert_str_eq(order.calls, "WFWFw"
                                  "fWFWFw"
                                  "f"
                                  "WFWFw");
}

/* --- after a power cut --- */

/* With a block of the table torn; returns the calls that mend it. */
static struct order mend(struct fix_scene *play, bool is_moving)
{
    struct order order = { 0 };
    struct fixing *fixing = fix_scene_resume(play, false);

    ck_assert_msg(fixing, "%s", play->err.text);
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    ck_assert_int_eq(fixing->found.has_record, is_moving);
    ck_assert_uint_gt(fixing->disk.mended.count, 0);
    order.is_torn = true;
    order.torn = fixing->disk.mended.runs[0].lba * 512 / BLOCK * BLOCK;
    struct noted pages = { &order, fixing->disk.pages, false };
    struct noted torn = { &order, fixing->disk.mended_disk.sink, false };
    fixing->disk.pages = noted_sink(&pages);
    fixing->disk.mended_disk.sink = noted_sink(&torn);
    ck_assert_msg(fixing_mend_table(fixing, &play->err), "%s", play->err.text);
    fixing_free(fixing);
    return order;
}

TEST(what_is_mended_is_durable_before_anything_else)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;

    fixing_free(begin_fix(&play, JOURNAL_TAIL));
    struct order order = mend(&play, false);
    ck_assert_str_eq(order.calls, "wf");
}

/* Its block would be torn by a cut before the next block is saved in its place. */
TEST(a_first_sector_that_is_written_again_is_saved_before_and_durable_itself)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct order order = { 0 };
    const uint8_t zeros[512] = { 0 };

    struct fixing *fixing = begin_fix(&play, JOURNAL_FILE);
    while (fixing->step == 0)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    fixing_free(fixing);
    image_put(&play.scene.image, 0, zeros, sizeof(zeros));
    fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    image_put(&play.scene.image, 0, zeros, sizeof(zeros));
    struct noted pages = { &order, fixing->disk.pages, false };
    struct noted journal = { &order, *fixing->journal.sink, true };
    const struct sink noted_journal = noted_sink(&journal);
    fixing->disk.pages = noted_sink(&pages);
    fixing->journal.sink = &noted_journal;
    ck_assert_msg(fixing_mend_table(fixing, &play.err), "%s", play.err.text);
    fixing_free(fixing);
    ck_assert_str_eq(order.calls, "WFWFwf");
}

/* The saved block can also have the first sectors of what is moved, and the old table: it
 * could be mounted while it is half moved. */
TEST(a_move_mends_its_blocks_itself)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct fixing *fixing = begin_fix(&play, JOURNAL_TAIL);

    while (!fixing->mover || fixing->journal.sequence < 2)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    fixing_free(fixing);
    struct order order = mend(&play, true);
    ck_assert_str_eq(order.calls, "");
}

/* --- an old table while a move has begun --- */

static void put_old_table(const struct fix_scene *play)
{
    const struct commit_scene *scene = &play->scene;
    size_t first = (size_t)34 * 512, last = (size_t)33 * 512;

    image_put(&scene->image, 0, scene->old, first);
    image_put(&scene->image, scene->size - last, scene->old + scene->size - last, last);
}

/* The last one of three moves. */
static void begin_last_move(struct fix_scene *play)
{
    fix_scene_init(play, LABEL_GPT, MOVES_NUDGE);
    struct fixing *fixing = fix_scene_begin(play, JOURNAL_TAIL);
    ck_assert_msg(fixing, "%s", play->err.text);
    while (fixing->step < 2)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    for (uint64_t before = fixing->journal.sequence;
         fixing->journal.sequence < before + 2;)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    fixing_free(fixing);
    put_old_table(play);
}

/* Each write is saved once before: the other copy is that of the move. */
TEST(an_entry_that_is_written_in_a_move_is_saved_beside_it_and_mended)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    struct order order = { 0 };

    begin_last_move(&play);
    struct fixing *fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert(fixing->found.has_record && fixing->found.has_old_entries);
    ck_assert(lines_have(&play.report.writes, "Step 2 of 3 is done, but the table"));
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    struct noted disk = { &order, fixing->disk.table_below, false };
    struct noted journal = { &order, *fixing->journal.sink, true };
    const struct sink noted_journal = noted_sink(&journal);
    fixing->disk.table_below = noted_sink(&disk);
    fixing->journal.sink = &noted_journal;
    ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    ck_assert_ptr_nonnull(fixing_report(fixing)->backup_path);
    fixing_free(fixing);
    ck_assert_msg(!strncmp(order.calls, "WFwfWFwf", 8), "%s", order.calls);
    order = mend(&play, true);
    ck_assert_str_eq(order.calls, "wf");
    fixing = fix_scene_resume(&play, false);
    ck_assert_msg(fixing, "%s", play.err.text);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0), FIXING_COMPLETE);
    fix_scene_check(&play, true);
}

static const bool ways[] = { false, true };

/* The move at work is taken back, and those before it stay. */
TEST_EACH(what_is_done_gets_its_entries_before_the_move_goes_on, ways)
{
    CLEANUP(fix_scene_finish) struct fix_scene play;
    CLEANUP(freep) struct journal_saved *saved = xcalloc(1, sizeof(*saved));

    begin_last_move(&play);
    struct fixing *fixing = fix_scene_resume(&play, ways[_i]);
    ck_assert_msg(fixing, "%s", play.err.text);
    while (fixing->stage <= STAGE_ENTRIES)
        ck_assert_int_eq(fixing_step(fixing), FIXING_RUNNING);
    CLEANUP(freep) uint8_t *bytes = xmalloc((size_t)fixing->plan.saved[0].bytes);
    ck_assert_int_eq(journal_read_saved(&fixing->journal, JOURNAL_NO_STEP, saved, bytes),
                     RECORD_OTHER);
    ck_assert_int_eq(fix_scene_run(&play, fixing, 0),
                     ways[_i] ? FIXING_ROLLED_BACK : FIXING_COMPLETE);
    fix_scene_check(&play, !ways[_i]);
}
