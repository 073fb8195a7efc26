/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning.c - what a plan for a whole disk is made of, as the options say */
#include "ui/cli/planning.h"

#include <stdlib.h>

#include "device/io/store.h"
#include "device/move/fixing/fixing_owned.h"
#include "device/system/emptiness.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"
#include "model/edit/edit.h"
#include "model/move/plan/moves_suggest.h"
#include "ui/cli/patience.h"

/* Finds the partition with NUMBER. */
static const struct extent *plan_find(const struct command_disk *disk, unsigned number,
                                      struct err *err)
{
    const struct extent *extent = layout_find_number(disk->info.layout, number);

    if (extent && extent->kind == EXTENT_EXTENDED) {
        (void)err_set(err, ERR_USAGE,
                      _("Partition %u is the container of the logical ones: it is placed "
                        "as they need it."),
                      number);
        return NULL;
    }
    if (!extent || !extent_holds_data(extent)) {
        (void)err_set(err, ERR_USAGE,
                      _("There is no partition %1$u on %2$s: 'alidade list %2$s' shows "
                        "those that are."),
                      number, disk->info.path);
        return NULL;
    }
    return extent;
}

/* The layout of DISK becomes that with the partitions of --empty called empty. */
static bool call_empty(struct command_disk *disk, const struct cli_options *options,
                       struct err *err)
{
    for (size_t i = 0; i < options->empty.count; i++) {
        const struct extent *extent = plan_find(disk, options->empty.at[i], err);
        if (!extent)
            return false;
        struct edit edit = { .kind = EDIT_CALL_EMPTY, .id = extent->id };
        struct layout *called = edit_apply(disk->info.layout, &edit, err);
        if (!called)
            return false;
        command_disk_replace(disk, called);
    }
    return true;
}

/* Returns the ids of partitions that may be empty; free(). */
static uint32_t *list_unsigned(const struct layout *layout, size_t *ret_count)
{
    uint32_t *ids = xcalloc(layout_count(layout) + 1, sizeof(*ids));

    *ret_count = 0;
    LAYOUT_EACH (extent, layout)
        if (extent_holds_data(extent) && emptiness_is_open(extent))
            ids[(*ret_count)++] = extent->id;
    return ids;
}

/* Reads samples of partitions without a signature, as the editor does: small ones are
 * read completely, and may be empty. */
static bool sample_unsigned(struct command_disk *disk, struct err *err)
{
    size_t count;
    CLEANUP(freep) uint32_t *ids = list_unsigned(disk->info.layout, &count);

    if (!count)
        return true;
    CLEANUP(store_closep) struct store *store = store_open(disk->info.path, err);
    if (!store)
        return false;
    command_disk_replace(disk,
                         emptiness_sample_all(store, disk->info.layout, ids, count));
    return true;
}

/* --- what a plan is made of --- */

static bool find_chosen_starts(struct planning *planning, struct err *err)
{
    const struct cli_options *options = planning->options;
    const struct limits *limits = layout_limits(planning->disk.info.layout);

    planning->starts = xcalloc(options->start_count + 1, sizeof(*planning->starts));
    for (size_t i = 0; i < options->start_count; i++) {
        const struct extent *extent =
            plan_find(&planning->disk, options->starts[i].number, err);
        const char *word = options->starts[i].start;
        uint64_t start;
        if (!extent ||
            (!num_parse(word, UINT64_MAX, &start) &&
             !size_parse_lba(word, limits->size, limits->logical, &start, err)))
            return false;
        planning->starts[i] = (struct moves_start){ extent->id, start };
    }
    return true;
}

static bool find_offer(struct planning *planning, struct err *err)
{
    const char *journal = planning->options->journal;
    struct sys sys = sys_of_machine();

    planning->offer_count = journal != NULL;
    return !journal || journal_offer_find(&sys, journal, planning->disk.info.path,
                                          &planning->offer, err);
}

static bool planning_read(struct planning *planning, struct err *err)
{
    struct patience patience;

    patience_begin(&patience, planning->disk.info.path, NULL);
    bool is_read = call_empty(&planning->disk, planning->options, err) &&
                   sample_unsigned(&planning->disk, err) &&
                   find_chosen_starts(planning, err) && find_offer(planning, err);
    patience_end(&patience);
    return is_read;
}

void planning_finish(struct planning *planning)
{
    command_disk_finish(&planning->disk);
    free(planning->starts);
}

/* --- a plan for one aim --- */

static void aim_plan_forget(struct aim_plan *plan)
{
    if (!plan->report.moves)
        return;
    moves_time_finish(&plan->time);
    moves_finish(&plan->moves);
    plan->report = (struct report_moves){ 0 };
}

static bool plan_once(const struct planning *planning, struct aim_plan *plan,
                      struct err *err)
{
    const struct layout *layout = planning->disk.info.layout;

    plan->want.owned = plan->owned.at;
    plan->want.owned_count = plan->owned.count;
    if (!moves_make(layout, &plan->want, &plan->moves, err))
        return false;
    moves_time_make(layout, &plan->moves, planning->disk.saved, &planning->offer,
                    planning->offer_count, &plan->time);
    plan->place = journal_places_choose(&plan->time.places, JOURNAL_ANYWHERE);
    plan->report = (struct report_moves){ .want = &plan->want,
                                          .moves = &plan->moves,
                                          .time = &plan->time };
    return true;
}

/* Adds what this plan would overwrite that no table names; false if nothing is new. */
static bool plan_find_owned(const struct planning *planning, struct store *store,
                            struct aim_plan *plan)
{
    const struct layout *layout = planning->disk.info.layout;
    const struct loss_accepted accepted = {
        .is_free = planning->options->lose.is_free || planning->options->lose.is_all,
        .starts = planning->options->lose.starts,
        .start_count = planning->options->lose.start_count,
    };
    const struct fixing_avoid avoid = { &plan->moves, plan->place, &accepted };

    return fixing_find_avoided(store, layout, &avoid, &plan->owned);
}

static void aim_plan_price(const struct planning *planning, struct aim_plan *plan)
{
    const struct command_disk *disk = &planning->disk;
    struct move_speed speed = moves_speed_usual(&disk->info, disk->saved);

    plan->report.price = moves_price_of(disk->info.layout, &plan->moves, &speed,
                                        planning->offer_count ? &planning->offer : NULL);
}

static bool aim_plan_make(const struct planning *planning, enum moves_aim aim,
                          struct aim_plan *ret, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(planning->disk.info.path, err);

    if (!store)
        return false;
    ret->want =
        (struct moves_want){ .aim = aim,
                             .starts = planning->starts,
                             .start_count = planning->options->start_count,
                             .grub_sectors = planning->disk.context.gap.grub_sectors };
    for (unsigned round = 0; round < FIXING_AVOID_ROUNDS; round++) {
        aim_plan_forget(ret);
        if (!plan_once(planning, ret, err))
            return false;
        if (!plan_find_owned(planning, store, ret))
            break;
    }
    aim_plan_price(planning, ret);
    return true;
}

/* Returns the aim that was given; else the default one, which is that of suggestions as
 * far as no start was chosen. */
static enum moves_aim planning_aim(const struct planning *planning)
{
    const struct cli_options *options = planning->options;
    const struct command_disk *disk = &planning->disk;

    if (options->has_aim)
        return options->aim;
    if (!options->start_count)
        return moves_suggest_aim(&disk->context);
    struct move_speed speed = moves_speed_usual(&disk->info, disk->saved);
    const struct moves_want want = { .starts = planning->starts,
                                     .start_count = options->start_count,
                                     .grub_sectors = disk->context.gap.grub_sectors };
    return moves_default_aim(disk->info.layout, &want, &speed);
}

static void aim_plans_swap(struct aim_plan *a, struct aim_plan *b)
{
    struct aim_plan was = *a;

    *a = *b;
    *b = was;
    a->report.want = &a->want;
    a->report.moves = &a->moves;
    a->report.time = &a->time;
    b->report.want = &b->want;
    b->report.moves = &b->moves;
    b->report.time = &b->time;
}

/* True if the plan with price ONE is not possible, or keeps more in place, than OTHER. */
static bool does_less(const struct moves_price *one, const struct moves_price *other)
{
    if (!one->is_possible || !other->is_possible)
        return other->is_possible;
    return one->kept > other->kept;
}

/* True if PLAN, and not OTHER, is the one that is meant where no aim is given. */
static bool is_default(const struct planning *planning, const struct aim_plan *plan,
                       const struct aim_plan *other)
{
    if (plan->want.aim == moves_suggest_aim(&planning->disk.context))
        return !does_less(&plan->report.price, &other->report.price);
    return does_less(&other->report.price, &plan->report.price);
}

/* Makes the plan with the first aim, and with the other one.  What only the plans have
 * found on the disk may be in the way of one of them. */
static bool aim_plans_make(const struct planning *planning, struct aim_plan *ret,
                           struct aim_plan *ret_other, struct err *err)
{
    const struct cli_options *options = planning->options;
    enum moves_aim aim = planning_aim(planning);

    if (!aim_plan_make(planning, aim, ret, err))
        return false;
    /* Chosen starts have no other aim. */
    ret->report.is_default = !options->has_aim;
    if (options->start_count)
        return true;
    if (!aim_plan_make(planning, aim == MOVES_NUDGE ? MOVES_MIB : MOVES_NUDGE, ret_other,
                       err))
        return false;
    ret->report.is_default = is_default(planning, ret, ret_other);
    ret_other->report.is_default = !ret->report.is_default;
    if (!options->has_aim && !ret->report.is_default)
        aim_plans_swap(ret, ret_other);
    return true;
}

bool planning_make(struct planning *planning, const struct sys *sys, struct aim_plan *ret,
                   struct aim_plan *ret_other, struct err *err)
{
    const struct cli_options *options = planning->options;
    const char *path = options->operands[0];

    if (!command_disk_is_whole(sys, path, err) ||
        !command_disk_read(path, &options->given, false, &planning->disk, err))
        return false;
    command_disk_note(&planning->disk, path, true);
    command_disk_accept(&planning->disk, planning->options->lose.is_disk);
    return command_disk_has_table(&planning->disk, err) &&
           command_disk_is_free(&planning->disk, err) && planning_read(planning, err) &&
           aim_plans_make(planning, ret, ret_other, err);
}

void aim_plan_finish(struct aim_plan *plan)
{
    aim_plan_forget(plan);
    owner_runs_finish(&plan->owned);
}
