/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_time.c - how long the moves of a journal's plan take */
#include "model/move/plan/journal_time.h"

#include "model/base/mem.h"
#include "model/move/plan/journal_place.h"
#include "support/test.h"

#define MB  1e6
#define GIB (UINT64_C(1) << 30)

/* 10 GiB and 30 GiB by 7 sectors, which takes the journal; a table between them. */
static const struct journal_plan plan = {
    .logical = 512,
    .grid = { .grain = 8 },
    .spot = { .kind = JOURNAL_TAIL, .bytes = UINT64_C(68) << 20 },
    .step_count = 3,
    .steps = { { .action = MOVES_DATA, .from = 63, .to = 56, .length = 10 * GIB / 512 },
               { .action = MOVES_TABLE, .from = 10, .to = 20, .length = 0 },
               { .action = MOVES_DATA,
                 .from = 90000007,
                 .to = 90000000,
                 .length = 30 * GIB / 512 } },
};

static const struct {
    enum journal_kind kind;
    struct move_speed speed;
    size_t first;
    unsigned readings;
    enum move_time time;
    double seconds;
} rows[] = {
    { JOURNAL_TAIL, { .read = 0 }, 0, 1, MOVE_TIME_UNKNOWN, 0 },
    /* It is read once and written twice, and read again. */
    { JOURNAL_TAIL, { .read = 100 * MB }, 0, 1, MOVE_TIME_MINIMUM, 40 * 10.737 * 4 },
    { JOURNAL_TAIL, { .read = 100 * MB }, 0, 2, MOVE_TIME_MINIMUM, 40 * 10.737 * 5 },
    { JOURNAL_TAIL, { .read = 100 * MB }, 0, 0, MOVE_TIME_MINIMUM, 40 * 10.737 * 3 },
    { JOURNAL_TAIL, { .read = 100 * MB }, 1, 0, MOVE_TIME_MINIMUM, 30 * 10.737 * 3 },
    { JOURNAL_TAIL, { .read = 100 * MB }, 3, 0, MOVE_TIME_MINIMUM, 0 },
    { JOURNAL_FILE, { .read = 100 * MB }, 0, 0, MOVE_TIME_MINIMUM, 40 * 10.737 * 2 },
    { JOURNAL_TAIL,
      { .read = 100 * MB, .write = 50 * MB },
      0,
      0,
      MOVE_TIME_MINIMUM,
      40 * 10.737 * 5 },
    { JOURNAL_TAIL,
      { 100 * MB, 100 * MB, 0.001, 0.001, 0.001 },
      0,
      0,
      MOVE_TIME_KNOWN,
      40 * 10.737 * 3 + 40 * 32 * 0.004 },
};

TEST_EACH(time_is_that_of_the_moves_that_are_left, rows)
{
    struct journal_plan row = plan;
    double seconds = -1;

    row.spot.kind = rows[_i].kind;
    ck_assert_int_eq(
        journal_time(&row, rows[_i].first, &rows[_i].speed, rows[_i].readings, &seconds),
        rows[_i].time);
    ck_assert_double_eq_tol(seconds, rows[_i].seconds, 1 + rows[_i].seconds / 100);
}
