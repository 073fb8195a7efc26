/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owned.c - checks that what no table names is overwritten only with consent */
#include <stdlib.h>
#include <string.h>

#include "device/commit/stages.h"
#include "device/system/owner.h"
#include "model/base/mem.h"

/* The sectors that change, each once: ranges that may touch. */
struct written {
    struct owner_range *at; /* owned */
    size_t count;
};

static bool is_written_before(const struct write_plan *plan, size_t index, uint64_t lba)
{
    for (size_t i = 0; i < index; i++)
        if (lba - plan->writes[i].lba < plan->writes[i].count)
            return true;
    return false;
}

static void owned_add_sector(struct written *written, uint64_t lba)
{
    struct owner_range *last = written->count ? &written->at[written->count - 1] : NULL;

    if (last && last->start + last->length == lba) {
        last->length++;
        return;
    }
    written->at = xrealloc(written->at, written->count + 1, sizeof(*written->at));
    written->at[written->count++] = (struct owner_range){ lba, 1 };
}

/* What an earlier write put there is ours, and what stays the same is not changed. */
static void owned_add_write(struct written *written, const struct commit *commit,
                            size_t index, struct owner_runs *ret)
{
    const struct write_plan *plan = &commit->plan;
    const struct write *write = &plan->writes[index];

    for (uint64_t i = 0; i < write->count; i++) {
        const uint8_t *before = write->before + i * plan->logical;
        const uint8_t *after = write->after + i * plan->logical;
        if (!memcmp(before, after, plan->logical))
            continue;
        if (!is_written_before(plan, index, write->lba + i))
            owned_add_sector(written, write->lba + i);
        if (write_takes_rest(commit->base, write->lba + i, before, after))
            owner_runs_add_rest(ret, write->lba + i);
    }
}

static bool owned_is_given_up(const struct commit *commit,
                              const struct loss_accepted *accepted)
{
    const struct extent whole = { .number = 0 };
    const struct loss loss = { .held = &whole, .why = LOSS_WHOLE };

    return commit_lacks_extents(commit->base) && loss_accepted_has(accepted, &loss);
}

/* True if RUN is EBRs that are EBRs in a restored table, too: they are rewritten as such,
 * as in the middle of a move, where another table leads elsewhere. */
static bool is_restored_chain(const struct commit *commit, const struct owner_run *run)
{
    bool is_chain = commit->is_restore && run->id && !strcmp(run->id, "ebr");

    for (uint64_t i = 0; i < run->whole && is_chain; i++) {
        const struct extent *extent = layout_find_lba(commit->preview, run->first + i);
        is_chain = extent && extent->role == ROLE_EBR;
    }
    return is_chain;
}

/* Of a disk without a table that was given up as a whole, only what is known counts. */
static bool does_count(const struct commit *commit, const struct loss_accepted *accepted,
                       const struct owner_run *run)
{
    return run->kind == OWNER_UNKNOWN ? !owned_is_given_up(commit, accepted)
                                      : !is_restored_chain(commit, run);
}

static void drop_others(const struct commit *commit, const struct loss_accepted *accepted,
                        struct owner_runs *runs)
{
    size_t kept = 0;

    for (size_t i = 0; i < runs->count; i++)
        if (does_count(commit, accepted, &runs->at[i]))
            runs->at[kept++] = runs->at[i];
    runs->count = kept;
}

void commit_check_owned(const struct commit *commit, const struct loss_accepted *accepted,
                        struct store *store, struct rehearsal_report *report)
{
    struct written written = { 0 };
    uint64_t logical = layout_limits(commit->base)->logical;

    for (size_t i = commit->cleared; i < commit->plan.count; i++)
        owned_add_write(&written, commit, i, &report->owned);
    owner_find_foreign(store, commit->base, written.at, written.count, &report->owned);
    free(written.at);
    drop_others(commit, accepted, &report->owned);
    /* A fix asks for what it moves, and for its table, at once. */
    if (accepted->are_moves)
        return;
    owner_runs_lines(&report->owned, logical, &report->losses);
    report->refusal = owner_runs_refusal(&report->owned, logical, accepted);
}
