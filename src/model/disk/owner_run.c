/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner_run.c - lists of ranges with their owners, and what the user is told of them */
#include "model/disk/owner_run.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/size.h"

void owner_runs_finish(struct owner_runs *runs)
{
    free(runs->at);
    *runs = (struct owner_runs){ 0 };
}

/* True if it is the range itself, and no part of one. */
static bool is_whole(const struct owner_run *run)
{
    return run->first == run->start && run->whole == run->length;
}

static bool is_same_owner(const struct owner_run *a, const struct owner_run *b)
{
    return a->kind == b->kind && a->id == b->id && !strcmp(a->name, b->name) &&
           (a->first == b->first || (is_whole(a) && is_whole(b)));
}

void owner_runs_add(struct owner_runs *runs, const struct owner_run *run)
{
    struct owner_run *last = runs->count ? &runs->at[runs->count - 1] : NULL;

    if (last && last->start + last->length == run->start && is_same_owner(last, run)) {
        if (is_whole(last))
            last->whole += run->length;
        last->length += run->length;
        return;
    }
    runs->at = xrealloc(runs->at, runs->count + 1, sizeof(*runs->at));
    runs->at[runs->count++] = *run;
}

static bool has_owner_range(const struct owner_runs *runs, const struct owner_run *run)
{
    for (size_t i = 0; i < runs->count; i++)
        if (runs->at[i].kind == run->kind && runs->at[i].first == run->first &&
            runs->at[i].whole >= run->whole)
            return true;
    return false;
}

void owner_runs_add_foreign(struct owner_runs *runs, const struct owner_runs *from)
{
    for (size_t i = 0; i < from->count; i++) {
        struct owner_run run = from->at[i];
        if (run.kind < OWNER_KNOWN)
            continue;
        run.start = run.first;
        run.length = run.whole;
        if (!has_owner_range(runs, &run))
            owner_runs_add(runs, &run);
    }
    runs->read += from->read;
}

void owner_runs_add_rest(struct owner_runs *runs, uint64_t lba)
{
    struct owner_run run = { .start = lba,
                             .length = 1,
                             .first = lba,
                             .whole = 1,
                             .kind = OWNER_KNOWN,
                             .id = "table-rest" };

    copy_text(run.name, sizeof(run.name),
              _("data that is no field of the partition table"));
    if (!has_owner_range(runs, &run))
        owner_runs_add(runs, &run);
}

static uint64_t run_end(const struct owner_run *run)
{
    return run->start + run->length;
}

static void owner_set_end(struct owner_run *run, uint64_t end)
{
    run->length = run->whole = end - run->start;
}

/* Adds what [START, END) leaves of RUN: one that is known counts as a whole. */
static void add_rest_of_run(struct owner_runs *ret, const struct owner_run *run,
                            uint64_t start, uint64_t end)
{
    struct owner_run before = *run, after = *run;

    if (run_end(run) <= start || run->start >= end ||
        (run->kind == OWNER_KNOWN && (run->start < start || run_end(run) > end))) {
        owner_runs_add(ret, run);
        return;
    }
    owner_set_end(&before, num_max(start, run->start));
    after.start = after.first = num_min(end, run_end(run));
    owner_set_end(&after, run_end(run));
    if (before.length)
        owner_runs_add(ret, &before);
    if (after.length)
        owner_runs_add(ret, &after);
}

void owner_runs_set_ours(struct owner_runs *runs, uint64_t start, uint64_t length)
{
    struct owner_runs kept = { .read = runs->read };
    struct owner_run ours = { .start = start,
                              .length = length,
                              .first = start,
                              .whole = length,
                              .kind = OWNER_OURS };

    for (size_t i = 0; i < runs->count; i++)
        add_rest_of_run(&kept, &runs->at[i], start, start + length);
    owner_runs_add(&kept, &ours);
    owner_runs_finish(runs);
    *runs = kept;
}

/* Joins NEXT, which begins no earlier, with LAST; false if it goes on behind that. */
static bool join_owner_runs(struct owner_run *last, struct owner_run *next, uint64_t gap)
{
    bool is_both_unknown = last->kind == OWNER_UNKNOWN && next->kind == OWNER_UNKNOWN;
    uint64_t end = run_end(last);

    if (next->start > end + (is_both_unknown ? gap : 0))
        return false;
    if (last->kind == next->kind && (is_both_unknown || next->start < end)) {
        owner_set_end(last, num_max(end, run_end(next)));
        return true;
    }
    if (last->kind == OWNER_UNKNOWN && next->start < end) {
        owner_set_end(last, next->start);
    } else if (next->start < end) {
        if (run_end(next) <= end)
            return true;
        next->length = next->whole = run_end(next) - end;
        next->start = next->first = end;
    }
    return false;
}

void owner_runs_settle(struct owner_runs *runs, uint64_t gap)
{
    size_t kept = 0;

    if (runs->count)
        qsort(runs->at, runs->count, sizeof(*runs->at), num_by_first);
    for (size_t i = 0; i < runs->count; i++) {
        struct owner_run next = runs->at[i];
        if (kept && join_owner_runs(&runs->at[kept - 1], &next, gap))
            continue;
        if (kept && !runs->at[kept - 1].length)
            kept--;
        runs->at[kept++] = next;
    }
    runs->count = kept;
}

bool owner_runs_are_same(const struct owner_runs *a, const struct owner_runs *b)
{
    bool is_same = a->count == b->count;

    for (size_t i = 0; i < a->count && is_same; i++)
        is_same = a->at[i].kind == b->at[i].kind && a->at[i].first == b->at[i].first &&
                  a->at[i].whole == b->at[i].whole &&
                  !strcmp(a->at[i].name, b->at[i].name);
    return is_same;
}

/* --- words --- */

static char *owner_ours_words(const struct owner_run *run)
{
    return xasprintf(_("Sectors %1$llu to %2$llu hold the journal of a fix that is over: "
                       "they are overwritten."),
                     (ull)run->first, (ull)(run->first + run->whole) - 1);
}

static char *owner_known_words(const struct owner_run *run)
{
    if (run->whole == 1)
        return xasprintf(_("Sector %1$llu holds %2$s, and no table names it: it would be "
                           "overwritten."),
                         (ull)run->first, run->name);
    return xasprintf(
        _("Sectors %1$llu to %2$llu hold %3$s, and no table names them: they "
          "would be overwritten, in part or whole."),
        (ull)run->first, (ull)(run->first + run->whole) - 1, run->name);
}

char *owner_run_question(const struct owner_run *run)
{
    if (run->whole == 1)
        return xasprintf(_("Sector %1$llu holds %2$s: give it up (y/N)?"),
                         (ull)run->first, run->name);
    return xasprintf(_("Sectors %1$llu to %2$llu hold %3$s: give them up (y/N)?"),
                     (ull)run->first, (ull)(run->first + run->whole) - 1, run->name);
}

/* NULL: nothing is unknown. */
static char *owner_unknown_words(const struct owner_runs *runs, uint64_t logical)
{
    uint64_t sectors = 0, first = UINT64_MAX;
    char size[SIZE_TEXT];

    for (size_t i = 0; i < runs->count; i++) {
        if (runs->at[i].kind != OWNER_UNKNOWN)
            continue;
        sectors += runs->at[i].length;
        first = runs->at[i].first < first ? runs->at[i].first : first;
    }
    if (!sectors)
        return NULL;
    return xasprintf(_("%1$s of unknown data in free space from sector %2$llu is "
                       "overwritten: no file system, loader or table was recognised "
                       "there."),
                     size_format_iec(sectors * logical, size), (ull)first);
}

void owner_runs_lines(const struct owner_runs *runs, uint64_t logical, struct lines *ret)
{
    char *unknown = owner_unknown_words(runs, logical);

    for (size_t i = 0; i < runs->count; i++) {
        if (runs->at[i].kind == OWNER_KNOWN)
            lines_take(ret, owner_known_words(&runs->at[i]));
        if (runs->at[i].kind == OWNER_OURS)
            lines_take(ret, owner_ours_words(&runs->at[i]));
    }
    if (unknown)
        lines_take(ret, unknown);
}

char *owner_runs_checked_words(const struct owner_runs *runs)
{
    return xasprintf(ngettext("No byte is written that these changes do not need; %llu "
                              "sector outside the partitions was read for that.",
                              "No byte is written that these changes do not need; %llu "
                              "sectors outside the partitions were read for that.",
                              (unsigned long)runs->read),
                     (ull)runs->read);
}

char *owner_runs_refusal(const struct owner_runs *runs, uint64_t logical,
                         const struct loss_accepted *accepted)
{
    CLEANUP(lines_finish) struct lines options = { 0 };
    CLEANUP(freep) char *first = NULL;
    bool is_unknown = false;

    for (size_t i = 0; i < runs->count; i++) {
        const struct owner_run *run = &runs->at[i];
        if (owner_run_is_accepted(run, accepted))
            continue;
        if (run->kind == OWNER_KNOWN)
            lines_add(&options, "@%llu", (ull)run->first);
        if (!first && run->kind == OWNER_KNOWN)
            first = owner_known_words(run);
        is_unknown |= run->kind == OWNER_UNKNOWN;
    }
    if (is_unknown)
        lines_add(&options, "free");
    if (!options.count)
        return NULL;
    if (!first)
        first = owner_unknown_words(runs, logical);
    CLEANUP(freep) char *list = lines_join(&options, ",");
    return xasprintf(_("%1$s --lose=%2$s gives up what is there."), first, list);
}
