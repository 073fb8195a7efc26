/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_find_choice.c - of the fixes that were found the proven one is chosen, or none */
#include "model/move/log/find_choice.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/find_scene.h"
#include "support/refused.h"
#include "support/test.h"

static struct fix_found_list list;
static struct err err;

static void setup(void)
{
    list = (struct fix_found_list){ 0 };
    err = (struct err){ 0 };
}

static void teardown(void)
{
    fix_found_list_finish(&list);
}

TEST_FIXTURE(setup, teardown);

/* One letter for a candidate, and a digit for its transaction; '|' begins another disk.
 * n named, g with a guard, p at its position, r none of these, d done, m missing, s of
 * other sectors, N of a newer version, o misfit, l and L of a larger disk, L at its
 * position, w of a smaller one. */
static struct fix_place_found candidate(char what, char transaction, char disk)
{
    struct fix_place_found found = { .disk = { 's', 'd', disk },
                                     .disk_bytes = 1 << 20,
                                     .logical = 512,
                                     .state = FIX_JOURNAL_FOUND,
                                     .source = what == 'n' ? FIX_NAMED : FIX_IN_FREE,
                                     .has_head = !strchr("mN", what),
                                     .has_guard = strchr("gmo", what),
                                     .is_at_position = strchr("pL", what),
                                     .is_misfit = what == 'o',
                                     .offset = (uint64_t)transaction * 512 };

    found.head.owner = (struct record_owner){ .disk_bytes = 1 << 20 };
    found.head.owner.transaction.bytes[0] = (uint8_t)transaction;
    found.head.run.direction = what == 'd' ? RUN_DONE : RUN_FORWARD;
    found.head.place.logical = 4096;
    found.guard.owner = found.head.owner;
    found.guard.place.start = 99;
    if (what == 'm')
        found.state = FIX_JOURNAL_MISSING;
    if (what == 's')
        found.state = FIX_JOURNAL_SECTORS;
    if (what == 'N')
        found.state = FIX_JOURNAL_NEWER;
    if (strchr("lL", what))
        found.disk_bytes *= 2;
    if (what == 'w')
        found.disk_bytes /= 2;
    return found;
}

static const struct {
    const char *found;
    int index; /* that is chosen; -1: none */
    enum err_code code;
    const char *words;
} rows[] = {
    { "", -1, ERR_NONE, NULL },
    { "r1", 0, ERR_NONE, NULL },
    { "p1", 0, ERR_NONE, NULL },
    { "d1", 0, ERR_NONE, NULL },
    /* The first class that has any. */
    { "r1p2", 1, ERR_NONE, NULL },
    { "p1r2", 0, ERR_NONE, NULL },
    { "r1r3p2g4", 3, ERR_NONE, NULL },
    { "g4p1p2", 0, ERR_NONE, NULL },
    { "d1r2", 1, ERR_NONE, NULL },
    { "n1r2p3", 0, ERR_NONE, NULL },
    { "r1r2p3", 2, ERR_NONE, NULL },
    /* It cannot go on. */
    { "m1", -1, ERR_UNREADABLE, "99" },
    { "p1m2", -1, ERR_UNREADABLE, "99" },
    { "L1", 0, ERR_NONE, NULL },
    /* Several disks. */
    { "d1|r2", 1, ERR_NONE, NULL },
    { "r1|d2", 0, ERR_NONE, NULL },
    { "r1p2|d3", 1, ERR_NONE, NULL },
    { "n1|g2", 0, ERR_NONE, NULL },
    { "g1g2|n3", 2, ERR_NONE, NULL },
};

static const struct fix_place_found *choose(const char *found)
{
    char disk = 'a';
    size_t first = 0;

    for (const char *at = found; *at; at++) {
        if (*at == '|') {
            disk++;
            first = list.count;
            continue;
        }
        struct fix_place_found one = candidate(at[0], at[1], disk);
        copy_text(one.program, sizeof(one.program), "9.9.9");
        (void)fix_found_list_add(&list, first, &one);
        at++;
    }
    return fix_found_choose(&list, &err);
}

TEST_EACH(the_first_class_counts, rows)
{
    const struct fix_place_found *chosen = choose(rows[_i].found);

    ck_assert_msg(chosen == (rows[_i].index < 0 ? NULL : &list.at[rows[_i].index]),
                  "%s: %s", rows[_i].found, err.text);
    ck_assert_int_eq(err.code, rows[_i].code);
    if (rows[_i].words)
        ck_assert_msg(strstr(err.text, rows[_i].words) != NULL, "%s", err.text);
}

static const struct {
    const char *found;
    enum refusal refusal;
    const char *words;
} refused[] = {
    /* One of the first class, else all are kept. */
    { "r1r2", REFUSAL_FIX_SEVERAL_JOURNALS, "@49, @50" },
    { "p1r3p2", REFUSAL_FIX_SEVERAL_JOURNALS, "@49, @50" },
    { "g1g2", REFUSAL_FIX_SEVERAL_JOURNALS, "several" },
    { "n1g2", REFUSAL_FIX_OTHER_JOURNAL, "another fix" },
    { "n1m2", REFUSAL_FIX_OTHER_JOURNAL, "another fix" },
    /* It cannot go on. */
    { "s1", REFUSAL_FIX_OTHER_SECTORS, "had 4096 bytes" },
    { "N1", REFUSAL_FIX_NEWER_VERSION, "9.9.9" },
    { "p1N2", REFUSAL_FIX_NEWER_VERSION, "9.9.9" },
    { "o1", REFUSAL_FIX_JOURNAL_MISFIT, "older copy" },
    { "l1", REFUSAL_FIX_DISK_LARGER, "--sizelimit 1048576" },
    { "w1", REFUSAL_FIX_DISK_SMALLER, "had 1048576" },
    /* Several disks. */
    { "p1|p1", REFUSAL_FIX_TWO_DISKS, "copy of the other" },
    { "p1|g2", REFUSAL_FIX_TWO_DISKS, "name one" },
    { "r1|m2", REFUSAL_FIX_TWO_DISKS, "sda and on sdb" },
    { "n1|n1", REFUSAL_FIX_TWO_DISKS, "copy of the other" },
};

TEST_EACH(what_is_not_certain_is_refused_with_the_reason, refused)
{
    ck_assert_ptr_null(choose(refused[_i].found));
    ck_assert_refused(&err, refused[_i].refusal);
    ck_assert_msg(strstr(err.text, refused[_i].words) != NULL, "%s", err.text);
}

/* The others are completed, taken back, or wait for what is missing. */
TEST(only_a_fix_without_a_log_is_lost)
{
    static const struct {
        char what;
        bool has_log;
        bool is_elsewhere;
        uint64_t start;
    } lost[] = { { 'g', false, false, 77 }, { 'r', false, false, 77 },
                 { 'm', false, false, 99 }, { 'g', true, false, 0 },
                 { 'd', false, false, 0 },  { 's', false, false, 0 },
                 { 'N', false, false, 0 },  { 'w', false, false, 0 },
                 { 'l', false, false, 0 },  { 'g', false, true, 0 },
                 { 'm', false, true, 0 } };

    for (size_t i = 0; i < ARRAY_SIZE(lost); i++) {
        struct fix_place_found found = candidate(lost[i].what, '1', 'a');
        found.has_log = lost[i].has_log;
        found.head.place.start = lost[i].is_elsewhere ? 0 : 77;
        found.guard.place.start = lost[i].is_elsewhere ? 0 : 99;
        ck_assert_msg(fix_found_lost(&found) == lost[i].start, "row %zu", i);
    }
}

TEST(disks_that_could_not_be_read_are_named_only_where_nothing_was_found)
{
    struct fix_place_found found = candidate('r', '1', 'a');

    lines_add(&list.unread, "/dev/sda");
    lines_add(&list.unread, "/dev/sdb");
    ck_assert_ptr_null(fix_found_choose(&list, &err));
    ck_assert_int_eq(err.code, ERR_UNREADABLE);
    ck_assert_ptr_nonnull(
        strstr(err.text, "2 disks cannot be read: /dev/sda, /dev/sdb."));
    ck_assert_ptr_null(strstr(err.text, "root"));
    err = (struct err){ 0 };
    list.is_denied = true;
    ck_assert_ptr_null(fix_found_choose(&list, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "root"));
    (void)fix_found_list_add(&list, 0, &found);
    ck_assert_ptr_nonnull(fix_found_choose(&list, &err));
}

TEST(all_that_is_found_of_a_fix_is_one_candidate)
{
    struct fix_place_found guard = candidate('m', '1', 'a'),
                           head = candidate('r', '1', 'a');

    (void)fix_found_list_add(&list, 0, &guard);
    head.head.sequence = 5;
    (void)fix_found_list_add(&list, 0, &head);
    head.head.sequence = 4;
    struct fix_place_found *one = fix_found_list_add(&list, 0, &head);
    ck_assert_uint_eq(list.count, 1);
    ck_assert(one->has_guard && one->has_head);
    ck_assert_int_eq(one->state, FIX_JOURNAL_FOUND);
    ck_assert_uint_eq(one->head.sequence, 5);
    head.head.sequence = 5; /* the same head, found again */
    head.source = FIX_BY_SCAN;
    ck_assert_int_eq(fix_found_list_add(&list, 0, &head)->source, FIX_IN_FREE);
    head.head.sequence = 4;
    head.source = FIX_NAMED;
    copy_text(head.journal, sizeof(head.journal), "/mnt/journal");
    (void)fix_found_list_add(&list, 0, &head);
    ck_assert_uint_eq(list.at[0].head.sequence, 4);
    ck_assert_str_eq(list.at[0].journal, "/mnt/journal");
    head.source = FIX_BY_HINT;
    head.head.sequence = 6;
    (void)fix_found_list_add(&list, 0, &head);
    ck_assert_int_eq(list.at[0].source, FIX_NAMED);
}

/* Step 0 changes the table; 1 to 3, a group, guard, shift and unguard. */
static const struct {
    enum run_direction direction;
    uint16_t step;
    int guard; /* its step; -1: none */
    bool is_after;
    bool is_at_position, is_misfit, has_moved;
} facts[] = {
    { RUN_FORWARD, 0, -1, false, true, false, false },
    { RUN_FORWARD, 0, -1, true, true, false, false },
    { RUN_FORWARD, 1, -1, false, false, false, true },
    { RUN_FORWARD, 1, 1, true, true, false, true },
    { RUN_FORWARD, 3, 1, true, true, false, true },
    { RUN_FORWARD, 0, 1, false, true, true, false },
    { RUN_FORWARD, 1, 7, true, true, true, true },
    { RUN_BACK, 1, 2, true, true, false, true },
    { RUN_BACK, 0, -1, true, true, false, false },
    { RUN_EXIT, 0, -1, false, true, false, false },
    { RUN_EXIT, 1, -1, true, true, false, false },
    { RUN_EXIT, 4, -1, true, true, false, true },
    { RUN_EXIT, 4, 3, true, true, true, true },
    { RUN_EXIT, 1, 1, true, true, true, false },
    { RUN_DONE, 0, -1, true, false, false, false },
    /* Of another log. */
    { RUN_FORWARD, 4, -1, true, false, false, true },
};

TEST_EACH(the_log_tells_the_facts, facts)
{
    struct find_scene scene;

    find_scene_init(&scene, 512, 0, "WD-1");
    if (facts[_i].is_after)
        find_scene_do_table(&scene);
    find_scene_set(&scene, facts[_i].direction, facts[_i].step, 12288);
    struct fix_place_found found = { .has_head = true,
                                     .head = scene.head,
                                     .has_guard = facts[_i].guard >= 0,
                                     .guard.step = (uint16_t)facts[_i].guard };
    struct reader reader = sparse_reader(&scene.disk);
    fix_found_judge(&found, &scene.log, &reader, "WD-1");
    ck_assert_int_eq(found.is_at_position, facts[_i].is_at_position);
    ck_assert_int_eq(found.is_misfit, facts[_i].is_misfit);
    ck_assert_int_eq(found.has_moved, facts[_i].has_moved);
    ck_assert_int_eq(found.is_same_drive, found.has_log);
    fix_found_judge(&found, &scene.log, &reader, "WD-2");
    ck_assert(!found.is_same_drive);
    fix_found_judge(&found, NULL, &reader, "WD-1");
    ck_assert(!found.has_log && !found.is_at_position && !found.is_same_drive);
    ck_assert_int_eq(found.has_moved, facts[_i].direction != RUN_DONE);
    find_scene_finish(&scene);
}
