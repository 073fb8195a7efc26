/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_words.c - tells what a fix writes, in order */
#include "device/move/fixing/fixing_private.h"
#include "model/base/intl.h"
#include "model/base/refusal.h"
#include "model/base/size.h"

const char *fixing_written_words(const struct fixing *fixing)
{
    return fixing->has_begun ? _("What was done before stays; nothing else was written.")
                             : _("Nothing was written.");
}

bool fixing_refuse_rollback(const struct fixing *fixing, struct err *err)
{
    return err_refuse(
        err, REFUSAL_ROLLBACK_IS_NEW_FIX,
        _("The data of partition %u is at its new place: to move it back is a "
          "new fix, with --start. 'alidade resume' completes this one."),
        (unsigned)fixing->plan.steps[fixing->step].number);
}

static char *sectors_size(const struct fixing *fixing, uint64_t sectors,
                          char ret[SIZE_TEXT])
{
    (void)size_format(sectors * fixing->limits.logical, SIZE_IEC, 0, ret);
    return ret;
}

static void add_journal_line(const struct fixing *fixing, struct lines *ret)
{
    const struct journal_spot *spot = &fixing->plan.spot;
    bool are_heads = fixing->redo && fixing->redo->leaves_place;
    uint64_t bytes =
        are_heads ? 2 * (uint64_t)fixing->redo->head.place.block : spot->bytes;
    uint64_t sectors = bytes / fixing->limits.logical;
    char size[SIZE_TEXT];

    (void)sectors_size(fixing, sectors, size);
    if (spot->start)
        lines_add(ret, _("Journal: sectors %1$llu to %2$llu, %3$s"), (ull)spot->start,
                  (ull)(spot->start + sectors - 1), size);
    else
        lines_add(ret, _("Journal: %1$s, %2$s"), fixing->journal_path, size);
}

static void add_step_line(const struct fixing *fixing, size_t index, struct lines *ret)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    char size[SIZE_TEXT];

    if (step->action == MOVES_DATA && !fixing->is_rollback)
        lines_add(ret,
                  _("Step %1$zu of %2$u: partition %3$u, %4$s, from sector %5$llu "
                    "to %6$llu"),
                  index + 1, fixing->plan.step_count, (unsigned)step->number,
                  sectors_size(fixing, step->length, size), (ull)step->from,
                  (ull)step->to);
    else if (step->action == MOVES_DATA)
        lines_add(ret,
                  _("Step %1$zu of %2$u is taken back: partition %3$u, to sector "
                    "%4$llu"),
                  index + 1, fixing->plan.step_count, (unsigned)step->number,
                  (ull)step->from);
    else
        lines_add(ret,
                  fixing->is_rollback
                      ? _("Step %1$zu of %2$u is taken back: the table, of partition "
                          "%3$u")
                      : _("Step %1$zu of %2$u: the table, of partition %3$u"),
                  index + 1, fixing->plan.step_count, (unsigned)step->number);
}

/* All between the old and the new place. */
static void add_data_line(const struct fixing *fixing, size_t index, struct lines *ret)
{
    const struct journal_step *step = &fixing->plan.steps[index];
    uint64_t low = step->from < step->to ? step->from : step->to;
    uint64_t high = step->from < step->to ? step->to : step->from;

    lines_add(ret, _("Data: sectors %1$llu to %2$llu, and the journal"), (ull)low,
              (ull)(high + step->length - 1));
}

static void add_end_line(const struct fixing *fixing, struct lines *ret)
{
    if (fixing->plan.spot.kind == JOURNAL_SWAP)
        lines_add(ret, _("At the end: swap partition %u is created again"),
                  (unsigned)fixing->plan.number);
    else
        lines_add(ret, "%s", _("At the end: the journal is removed"));
}

/* The step of the commit that makes the table of AFTER; none if that writes nothing. */
static void add_table_lines(const struct fixing *fixing, const struct layout *after,
                            struct lines *ret)
{
    for (size_t i = 0; i < fixing->commit->step_count; i++) {
        struct write_plan plan = commit_step_plan(fixing->commit, i);
        if (fixing->commit->steps[i].after == after)
            write_plan_lines(&plan, ret);
    }
}

static bool begins_step(const struct fixing_change *changes, size_t at)
{
    return changes[at].kind != CHANGE_JOURNAL && changes[at].kind != CHANGE_END &&
           changes[at].kind != CHANGE_AFTER_DATA;
}

void fixing_list_writes(const struct fixing *fixing, const struct disk_step *steps,
                        const struct fixing_change *changes, size_t count,
                        struct lines *ret)
{
    add_journal_line(fixing, ret);
    for (size_t i = 0; i < count; i++) {
        if (begins_step(changes, i))
            add_step_line(fixing, changes[i].index, ret);
        if (changes[i].kind == CHANGE_AFTER_DATA)
            add_data_line(fixing, changes[i].index, ret);
        if (changes[i].kind == CHANGE_END)
            add_end_line(fixing, ret);
        add_table_lines(fixing, steps[i].after, ret);
    }
}

void fixing_list_left(const struct fixing *fixing, struct lines *ret)
{
    size_t count = fixing->plan.step_count;
    size_t end = fixing->is_rollback && fixing->first < count ? fixing->first + 1 : count;

    add_journal_line(fixing, ret);
    for (size_t i = fixing->first; i < end; i++)
        add_step_line(fixing, i, ret);
    add_end_line(fixing, ret);
}
