/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_demo_interrupted.c - a demo image in the middle of a move, as a fix leaves it */
#include "device/demo/demo.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/demo/disk.h"
#include "device/io/store.h"
#include "device/move/fixing/fixing.h"
#include "device/move/unfinished/unfinished_look.h"
#include "device/system/disk.h"
#include "model/base/mem.h"
#include "support/test.h"

enum { LOGICAL = 512, MOVING = 1, CHUNK = 1 << 18, CHUNKS = 16 };

struct interrupted_demo {
    char folder[40];
    struct demo demo;
    struct sys sys;
    struct fix_found_list list;
    struct unfinished_look look;
    struct err err;
};

static void make(struct interrupted_demo *made)
{
    *made = (struct interrupted_demo){ .folder = "/tmp/alidade-test-XXXXXX",
                                       .sys = sys_of_machine() };
    ck_assert_ptr_nonnull(mkdtemp(made->folder));
    ck_assert_int_eq(setenv("XDG_STATE_HOME", made->folder, 1), 0);
    CLEANUP(freep) char *path = xasprintf("%s/demo.img", made->folder);
    ck_assert_msg(demo_make(DEMO_INTERRUPTED, path, &made->demo, &made->err), "%s",
                  made->err.text);
}

static void look(struct interrupted_demo *made)
{
    ck_assert(unfinished_search(&made->sys, made->demo.path, NULL, 0, NULL, &made->list,
                                &made->err));
    const struct fix_place_found *move = fix_found_choose(&made->list, &made->err);
    ck_assert_msg(move, "%s", made->err.text);
    ck_assert(unfinished_look(move, &made->look, &made->err));
}

static struct layout *read_table(const struct interrupted_demo *made)
{
    struct limits_given given = { 0 };
    struct err err = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(made->demo.path, &err);

    ck_assert_ptr_nonnull(store);
    struct layout *layout = disk_read(store, &given, &err);
    ck_assert_msg(layout, "%s", err.text);
    return unfinished_note(store, layout, false);
}

static void clear(struct interrupted_demo *made)
{
    ck_assert(demo_remove(&made->demo, &made->err));
    demo_finish(&made->demo);
    fix_found_list_finish(&made->list);
    /* No backup, no log and no hint is left: the folders are empty. */
    CLEANUP(freep) char *state = xasprintf("%s/alidade", made->folder);
    ck_assert_int_eq(rmdir(state), 0);
    ck_assert_int_eq(rmdir(made->folder), 0);
}

TEST(half_of_partition_2_is_moved)
{
    CLEANUP(freep) struct interrupted_demo *made = xcalloc(1, sizeof(*made));

    make(made);
    look(made);
    CLEANUP(layout_unrefp) struct layout *layout = read_table(made);
    ck_assert_ptr_nonnull(layout_note_find(layout, NOTE_MOVE_IN_PROGRESS));
    ck_assert_uint_eq(layout_find_number(layout, 1)->start, 56);
    ck_assert(made->look.has_progress && !made->look.is_back && !made->look.is_at_work);
    ck_assert_uint_eq(made->look.step, MOVING);
    ck_assert_uint_eq(made->look.plan.step_count, 3);
    ck_assert_int_eq(made->look.phase, JOURNAL_PHASE_MOVING);
    ck_assert_uint_ge(made->look.bytes_done, made->look.bytes_total / 4);
    ck_assert_uint_le(made->look.bytes_done, made->look.bytes_total / 4 * 3);
    clear(made);
}

/* Completes it, or takes it back. */
static void go_on(struct interrupted_demo *made, bool is_rollback)
{
    struct rehearsal_report report = { 0 };
    const struct resume_request request = { .sys = &made->sys,
                                            .move = &made->list.at[0],
                                            .memory = FIXING_MEMORY_MIN,
                                            .is_rollback = is_rollback };
    CLEANUP(fixing_freep)
    struct fixing *fixing = fixing_reopen(&request, &report, &made->err);
    enum fixing_state state = FIXING_RUNNING;

    ck_assert_msg(fixing, "%s", made->err.text);
    while (state == FIXING_RUNNING)
        state = fixing_step(fixing);
    ck_assert_msg(state == (is_rollback ? FIXING_ROLLED_BACK : FIXING_COMPLETE), "%s",
                  fixing_err(fixing)->text);
    rehearsal_report_finish(&report);
}

/* What was put into partition 2 is there, and begins at sector START now. */
static void check_data(const struct interrupted_demo *made, uint64_t start)
{
    const struct demo_part *part = &demo_disk_at(DEMO_INTERRUPTED)->parts[MOVING];
    uint64_t stride = part->length * LOGICAL / CHUNKS;
    CLEANUP(freep) uint8_t *want = xmalloc(CHUNK);
    CLEANUP(freep) uint8_t *now = xmalloc(CHUNK);
    int fd = open(made->demo.path, O_RDONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    for (uint64_t i = 0; i < CHUNKS; i++) {
        off_t at = (off_t)(start * LOGICAL + i * stride + stride / 2);
        demo_fill(want, CHUNK, i + 1);
        ck_assert_int_eq(pread(fd, now, CHUNK, at), CHUNK);
        ck_assert_mem_eq(now, want, CHUNK);
    }
    ck_assert_int_eq(close(fd), 0);
}

static const struct {
    bool is_rollback;
    uint64_t start;
} ways[] = { { false, 208840 }, { true, 208845 } };

TEST_EACH(it_is_completed_and_taken_back_with_all_data, ways)
{
    CLEANUP(freep) struct interrupted_demo *made = xcalloc(1, sizeof(*made));

    make(made);
    look(made);
    go_on(made, ways[_i].is_rollback);
    CLEANUP(layout_unrefp) struct layout *layout = read_table(made);
    ck_assert_ptr_null(layout_note_find(layout, NOTE_MOVE_IN_PROGRESS));
    ck_assert_uint_eq(layout_find_number(layout, 2)->start, ways[_i].start);
    check_data(made, ways[_i].start);
    clear(made);
}
