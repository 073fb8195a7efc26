/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished_elsewhere.c - journals elsewhere to which nothing on the disk leads */
#include <sys/stat.h>

#include "device/move/journal/journal_hint.h"
#include "device/move/journal/journal_reading.h"
#include "device/move/unfinished/unfinished_private.h"
#include "device/system/topology.h"
#include "model/base/mem.h"
#include "model/move/journal/guard_search.h"
#include "model/move/journal/journal_apply.h"

bool unfinished_is_shorter(const char *path, uint64_t bytes)
{
    struct stat status;

    return !stat(path, &status) && S_ISREG(status.st_mode) &&
           (uint64_t)status.st_size < bytes;
}

/* A blank one is that of a fix that has ended. */
bool elsewhere_open(struct elsewhere *ret, const char *named, struct err *err)
{
    struct err why = { 0 };
    uint8_t bytes[JOURNAL_BYTES];

    *ret = (struct elsewhere){ .named = named };
    if (!named) {
        ret->hints = journal_hints();
        return true;
    }
    ret->store = store_open(named, &why);
    if (!ret->store)
        return err_set(err, ERR_REFUSED, "%s", why.text);
    struct reader reader = store_reader(ret->store);
    ret->is_record = reader_read(&reader, 0, bytes, sizeof(bytes)) &&
                     journal_record_kind(bytes, sizeof(bytes)) != JOURNAL_NOTHING;
    return true;
}

void elsewhere_close(struct elsewhere *elsewhere)
{
    store_close(elsewhere->store);
    lines_finish(&elsewhere->hints);
}

/* Returns the plan in STORE if it is one for a disk with LIMITS; free(). NULL: it is not,
 * for the reason in ERR. */
static struct journal_plan *plan_of_size(struct store *store, const struct limits *limits,
                                         struct err *err)
{
    const struct journal_disk of = { limits->size, limits->logical };
    CLEANUP(freep) struct journal_plan *plan = xcalloc(1, sizeof(*plan));
    struct reader reader = store_reader(store);

    if (journal_find_plan(&reader, NULL, &of, plan, err) != RECORD_VALID ||
        plan->spot.start)
        return NULL;
    return TAKE(plan);
}

/* The same, if it is of a move on the disk with LAYOUT. */
static struct journal_plan *plan_for(struct store *store, const struct layout *layout,
                                     struct err *err)
{
    CLEANUP(freep)
    struct journal_plan *plan = plan_of_size(store, layout_limits(layout), err);

    if (!plan || !journal_has_table(layout, plan, err))
        return NULL;
    return TAKE(plan);
}

bool unfinished_fits(const char *path, uint64_t logical, const char *journal)
{
    CLEANUP(store_closep) struct store *disk = store_open(path, ERR_IGNORED);
    CLEANUP(store_closep) struct store *store = store_open(journal, ERR_IGNORED);
    const struct limits_given given = { .logical = logical };
    struct limits limits;

    if (!disk || !store || !topology_read(disk, &given, &limits, ERR_IGNORED))
        return false;
    CLEANUP(freep) struct journal_plan *plan = plan_of_size(store, &limits, ERR_IGNORED);
    return plan;
}

struct unfinished *unfinished_find_move(struct unfinished_list *list, size_t first,
                                        const struct journal_plan *plan)
{
    for (size_t i = first; i < list->count; i++) {
        const struct guid *has = journal_found_transaction(&list->at[i].found);
        if (has && guid_equal(has, &plan->head.transaction))
            return &list->at[i];
    }
    return NULL;
}

/* A guard proves that the move on the disk is another one. */
static bool has_guard_of_other(const struct unfinished_list *list, size_t first)
{
    for (size_t i = first; i < list->count; i++)
        if (list->at[i].found.has_guard)
            return true;
    return false;
}

/* Takes PLAN. */
static void add_plan_of(struct unfinished_list *list, const char *path,
                        struct journal_plan *plan, bool is_named)
{
    struct journal_found found = { .finding = FOUND_PLAN, .plan = plan };

    unfinished_add(list, path, &found);
    list->at[list->count - 1].is_named = is_named;
}

static void add_named(struct elsewhere *elsewhere, const char *path,
                      const struct layout *layout, struct unfinished_list *list,
                      size_t first)
{
    CLEANUP(freep)
    struct journal_plan *plan = plan_for(elsewhere->store, layout, &elsewhere->why);
    struct unfinished *move = plan ? unfinished_find_move(list, first, plan) : NULL;

    if (!plan || (!move && has_guard_of_other(list, first)))
        return;
    elsewhere->is_found = true;
    if (move)
        move->is_named = true;
    else
        add_plan_of(list, path, TAKE(plan), true);
}

bool unfinished_has_step_left(const struct layout *layout,
                              const struct journal_plan *plan)
{
    bool is_left = false;

    for (size_t i = 0; i < plan->step_count; i++) {
        enum journal_step_state state = journal_step_state(layout, plan, i);
        if (state == JOURNAL_STEP_OTHER)
            return false;
        /* The header of a swap area is written after its entry, and the journal ends. */
        is_left |= state == JOURNAL_STEP_LEFT || plan->steps[i].action == MOVES_REMAKE;
    }
    return is_left;
}

bool unfinished_is_needed(const char *journal, const struct layout *layout,
                          const struct journal_plan *plan)
{
    CLEANUP(freep) struct journal_progress *newest = xcalloc(1, sizeof(*newest));

    return journal_read_newest(journal, plan, newest) == RECORD_VALID &&
           (newest->phase == JOURNAL_PHASE_MOVING ||
            newest->phase == JOURNAL_PHASE_FINAL || layout_damaged_count(layout));
}

static bool has_guard_at(const struct reader *disk, const struct journal_plan *plan,
                         uint64_t start, uint64_t length)
{
    struct reader_part part;
    struct reader reader =
        reader_of_part(&part, disk, start * plan->logical, length * plan->logical);

    return guard_search(&reader, plan->logical);
}

/* Where no table names a partition, a guard where the plan moves data shows that it is
 * one for this disk. */
static struct journal_plan *plan_with_guard(struct store *journal, const char *path,
                                            const struct layout *layout)
{
    if (!unfinished_names_none(layout))
        return NULL;
    CLEANUP(store_closep) struct store *store = store_open(path, ERR_IGNORED);
    CLEANUP(freep)
    struct journal_plan *plan = plan_of_size(journal, layout_limits(layout), ERR_IGNORED);
    if (!store || !plan)
        return NULL;
    struct reader disk = store_reader(store);
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct journal_step *step = &plan->steps[i];
        if (step->action == MOVES_DATA &&
            (has_guard_at(&disk, plan, step->from, step->length) ||
             has_guard_at(&disk, plan, step->to, step->length)))
            return TAKE(plan);
    }
    return NULL;
}

static void add_hinted(const char *journal, bool is_mended, const char *path,
                       const struct layout *layout, struct unfinished_list *list,
                       size_t first)
{
    CLEANUP(store_closep) struct store *store = store_open(journal, ERR_IGNORED);

    if (!store || has_guard_of_other(list, first))
        return;
    CLEANUP(freep) struct journal_plan *plan = plan_for(store, layout, ERR_IGNORED);
    if (!plan)
        plan = plan_with_guard(store, path, layout);
    if (plan && !unfinished_find_move(list, first, plan) &&
        (is_mended || unfinished_has_step_left(layout, plan) ||
         unfinished_is_needed(journal, layout, plan)))
        add_plan_of(list, path, TAKE(plan), false);
}

void elsewhere_add(struct elsewhere *elsewhere, const char *path,
                   const struct layout *layout, struct unfinished_list *list,
                   size_t first)
{
    if (elsewhere->named)
        add_named(elsewhere, path, layout, list, first);
    for (size_t i = 0; i < elsewhere->hints.count; i++)
        add_hinted(elsewhere->hints.at[i], elsewhere->is_mended, path, layout, list,
                   first);
}
