/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_scan.c - a journal is found without a table */
#include "model/move/journal/journal_scan.h"

#include <limits.h>
#include <stdlib.h>

#include "model/base/mem.h"
#include "support/interrupted.h"
#include "support/test.h"

static const struct journal_disk of = { INTERRUPTED_SECTORS, 512 };

/* The first sector cannot be read, nor the block with the first copy if IS_TORN. */
static bool scan(const char *name, bool is_torn, struct journal_plan *ret)
{
    CLEANUP(sparse_finish) struct sparse disk = interrupted_make(interrupted_find(name));
    struct reader reader = sparse_reader(&disk);

    disk.broken_to = 4096;
    if (is_torn) {
        disk.broken_from = (uint64_t)INTERRUPTED_JOURNAL * 512 - 4096;
        disk.broken_to = disk.broken_from + 4096;
    }
    return journal_scan(&reader, &of, ret);
}

TEST(a_plan_is_found_wherever_it_is)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    ck_assert(scan("msdos", false, plan));
    ck_assert_uint_eq(plan->spot.start, INTERRUPTED_JOURNAL);
    ck_assert(scan("gpt", true, plan));
    ck_assert(!scan("no-plan", false, plan));
    ck_assert(!scan("elsewhere", false, plan));
}

TEST(only_a_plan_at_its_own_place_counts)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));
    CLEANUP(sparse_finish) struct sparse copy = { .size_bytes = disk.size_bytes };
    struct reader reader = sparse_reader(&disk), other = sparse_reader(&copy);
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);

    ck_assert(journal_at(&reader, &of, INTERRUPTED_JOURNAL, plan));
    ck_assert(!journal_at(&reader, &of, INTERRUPTED_JOURNAL + 8, plan));
    ck_assert(!journal_at(&reader, &of, INTERRUPTED_SECTORS + 8, plan));
    ck_assert(reader_read(&reader, (uint64_t)INTERRUPTED_JOURNAL * 512, bytes,
                          JOURNAL_PLAN_BYTES));
    sparse_put(&copy, (uint64_t)9000 * 512, bytes, JOURNAL_PLAN_BYTES);
    ck_assert(!journal_at(&other, &of, 9000, plan));
    ck_assert(!journal_scan(&other, &of, plan));
}

/* --- between the ends --- */

/* Large, with its journal in the middle. */
#define LARGE  (3 * JOURNAL_SCAN_BYTES)
#define MIDDLE (LARGE / 2)

static const struct journal_disk large = { LARGE / 512, 512 };

static struct sparse large_disk(void)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(sparse_finish)
    struct sparse disk = interrupted_make(interrupted_find("msdos"));
    CLEANUP(freep) uint8_t *bytes = xmalloc(JOURNAL_PLAN_BYTES);
    struct sparse made = { .size_bytes = LARGE };
    struct reader reader = sparse_reader(&disk);

    ck_assert(journal_at(&reader, &of, INTERRUPTED_JOURNAL, plan));
    plan->head.disk_bytes = LARGE;
    plan->end_usable = LARGE / 512 - 33;
    plan->spot.start = MIDDLE / 512;
    journal_plan_encode(plan, bytes);
    sparse_put(&made, MIDDLE, bytes, JOURNAL_PLAN_BYTES);
    return made;
}

struct watched {
    unsigned calls, max;
    uint64_t done;
};

static bool watch_go_on(void *context, uint64_t done, uint64_t total)
{
    struct watched *watched = context;

    ck_assert_uint_eq(total, JOURNAL_SCAN_BYTES);
    ck_assert_uint_lt(done, total);
    ck_assert(done > watched->done || !watched->calls);
    watched->done = done;
    return ++watched->calls <= watched->max;
}

TEST(all_of_a_disk_is_searched_until_it_is_ended)
{
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    CLEANUP(sparse_finish) struct sparse disk = large_disk();
    struct reader reader = sparse_reader(&disk);
    struct watched watched = { .max = 5 };
    const struct journal_scan_watch watch = { watch_go_on, &watched };

    ck_assert(!journal_scan(&reader, &large, plan));
    ck_assert(!journal_scan_rest(&reader, &large, &watch, plan));
    ck_assert_uint_eq(watched.calls, 6);
    watched = (struct watched){ .max = UINT_MAX };
    ck_assert(journal_scan_rest(&reader, &large, &watch, plan));
    ck_assert_uint_eq(plan->spot.start, MIDDLE / 512);
}
