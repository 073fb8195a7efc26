/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_time.c - where the journal of a plan can be, and how long its moves take there */
#include "model/report/moves_time.h"

#include "model/base/duration.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/utf8.h"
#include "model/move/plan/typical_speed.h"

#define US 1e-6 /* seconds */

/* The percentile of ACCESS_TIME that stands for a short way of the head. */
enum { PERCENTILE_NEAR = 1 };

/* Returns the result of KIND at an aligned start, or at any where none matters; NULL if
 * there is none. */
static const struct workload_result *find_result(const struct saved_result *saved,
                                                 enum workload_kind kind)
{
    for (size_t i = 0; i < saved->workload_count; i++) {
        const struct workload_result *result = &saved->workloads[i];
        if (result->kind == kind && (result->is_aligned || !workload_has_start(kind)))
            return result;
    }
    return NULL;
}

static double rate_of(const struct saved_result *saved, enum workload_kind kind)
{
    const struct workload_result *result = find_result(saved, kind);

    return result ? result->bytes_per_second : 0;
}

/* A durable write and the flush after one cost the same: what the medium needs until it
 * has the sector. */
static double flush_seconds(const struct saved_result *saved)
{
    const struct workload_result *durable =
        find_result(saved, WORKLOAD_DURABLE_SEQUENTIAL);

    return durable ? durable->mean_us * US : 0;
}

struct move_speed moves_speed(const struct saved_result *saved)
{
    struct move_speed speed = { 0 };

    if (!saved)
        return speed;
    const struct workload_result *access = find_result(saved, WORKLOAD_ACCESS_TIME);
    speed.read = rate_of(saved, WORKLOAD_READ_1M);
    speed.write = rate_of(saved, WORKLOAD_WRITE_1M);
    speed.flush = flush_seconds(saved);
    if (access) {
        speed.near = access->percentile_us[PERCENTILE_NEAR] * US;
        speed.far = access->mean_us * US;
    }
    return speed;
}

struct move_speed moves_speed_usual(const struct disk_info *info,
                                    const struct saved_result *saved)
{
    struct move_speed speed = moves_speed(saved);

    return typical_speed_complete(&speed,
                                  typical_speed_of(info->transport, info->is_rotational));
}

void moves_time_make(const struct layout *layout, const struct moves *moves,
                     const struct saved_result *saved, const struct journal_offer *offers,
                     size_t count, struct moves_time *ret)
{
    struct move_speed speed = moves_speed(saved);

    moves_time_make_at(layout, moves, &speed, offers, count, ret);
}

void moves_time_make_at(const struct layout *layout, const struct moves *moves,
                        const struct move_speed *speed,
                        const struct journal_offer *offers, size_t count,
                        struct moves_time *ret)
{
    struct move_shift all = { moves->sectors * layout_limits(layout)->logical, 1 };

    *ret = (struct moves_time){ .speed = *speed };
    if (!moves->is_possible || !moves->step_count)
        return;
    ret->places = journal_places(layout, moves->result, &ret->speed, offers, count,
                                 moves->owned, moves->owned_count);
    ret->check_seconds = 2 * move_check_seconds(&all, 1, &ret->speed);
}

void moves_time_finish(struct moves_time *time)
{
    journal_places_finish(&time->places);
}

enum move_time moves_time_at(const struct moves_time *time,
                             const struct journal_place *place, double *ret)
{
    *ret = place->cost.time ? place->cost.seconds + time->check_seconds : 0;
    return place->cost.time;
}

enum move_time moves_time_of(const struct moves_time *time, const struct moves *moves,
                             double *ret)
{
    *ret = 0;
    if (!moves->sectors)
        return MOVE_TIME_KNOWN;
    return time->places.count ? moves_time_at(time, &time->places.at[0], ret)
                              : MOVE_TIME_UNKNOWN;
}

enum move_time moves_time_step(const struct moves_time *time, const struct layout *layout,
                               const struct moves_step *step, double *ret)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t distance =
        step->to > step->from ? step->to - step->from : step->from - step->to;
    struct move_shift shift = { step->sectors * limits->logical,
                                distance * limits->logical };

    *ret = 0;
    if (!step->sectors)
        return MOVE_TIME_KNOWN;
    if (!time->places.count)
        return MOVE_TIME_UNKNOWN;
    struct move_journal journal = journal_of_place(&time->places.at[0]);
    struct move_cost cost = move_cost(&shift, &journal, &time->speed,
                                      journal_grid(limits).grain * limits->logical);
    *ret = cost.seconds;
    return cost.time;
}

char *moves_time_words(enum move_time known, double seconds)
{
    char text[DURATION_TEXT];

    if (known == MOVE_TIME_UNKNOWN)
        return xstrdup(_("not known"));
    return xasprintf(known == MOVE_TIME_KNOWN ? _("about %s") : _("at least %s"),
                     duration_format(seconds, text));
}

/* Results of drives without a serial number are not saved. */
char *moves_time_unknown_words(const struct disk_info *info)
{
    CLEANUP(freep) char *path = utf8_clean(info->path);

    if (!info->serial[0])
        return xstrdup(_("The time is not known: the speed of the drive was not "
                         "measured."));
    return xasprintf(_("The time is not known. This measures it: alidade bench "
                       "--workload=all %s"),
                     path);
}
