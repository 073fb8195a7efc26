/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loss.c - checks that no data loses its partition without the user's consent */
#include <stdlib.h>

#include "device/commit/stages.h"
#include "device/io/store.h"
#include "device/system/emptiness.h"
#include "device/system/lost.h"
#include "device/system/scan.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"
#include "model/edit/delta.h"
#include "model/found/found.h"

static bool is_among_losses(const struct loss *losses, size_t count,
                            const struct extent *extent)
{
    for (size_t i = 0; i < count; i++)
        if (losses[i].held->id == extent->id || losses[i].held->id == extent->parent)
            return true;
    return false;
}

/* Returns BASE with contents of those LOSSES that were not probed before. */
static struct layout *probe_lost(struct store *store, const struct layout *base,
                                 const struct loss *losses, size_t count)
{
    CLEANUP(freep)
    struct scan_result *results = xcalloc(layout_count(base), sizeof(*results));
    uint64_t logical = layout_limits(base)->logical;
    size_t found = 0;

    LAYOUT_EACH (extent, base) {
        if (extent->content.state != CONTENT_UNKNOWN || !signature_is_wanted(extent) ||
            !is_among_losses(losses, count, extent))
            continue;
        results[found++] = (struct scan_result){
            .id = extent->id,
            .content = signature_probe(store_fd(store), logical, extent),
        };
    }
    return scan_merge(base, results, found);
}

/* Returns TABLE with unknown contents of LOSSES determined.  If IS_ASKED, large
 * partitions are only sampled: one that seems empty is still listed, and the user
 * decides.  NULL as for emptiness_settle(). */
static struct layout *probe_and_sample(const struct layout *table, struct store *store,
                                       const struct loss *losses, size_t count,
                                       bool is_asked, struct err *err)
{
    CLEANUP(layout_unrefp)
    struct layout *base = probe_lost(store, table, losses, count);
    CLEANUP(freep) uint32_t *ids = xcalloc(layout_count(base), sizeof(*ids));
    size_t open_count = 0;

    LAYOUT_EACH (extent, base)
        if (emptiness_is_open(extent) && is_among_losses(losses, count, extent))
            ids[open_count++] = extent->id;
    return is_asked ? emptiness_sample_all(store, base, ids, open_count)
                    : emptiness_settle(store, base, ids, open_count, NULL, err);
}

/* Adds to WORDS, for a list of --lose or --empty, what gives up LOSS, once: a partition
 * number, 0 for the whole disk, or "@START" for a content without a table entry. */
static void add_accept_word(struct lines *words, const struct loss *loss)
{
    CLEANUP(freep)
    char *word = loss_is_of_found(loss) ? xasprintf("@%llu", (ull)loss->held->start)
                                        : xasprintf("%u", loss_number(loss));

    if (lines_index(words, word) == words->count)
        lines_take(words, TAKE(word));
}

/* The losses without consent, in all tables that were examined. */
struct refused {
    bool is_shown; /* the user sees the other losses and is asked: no option is named */
    char *first;   /* message of the first one; NULL: none */
    struct lines all;
    struct lines unknown; /* unidentified data that the user may declare empty */
};

static void refused_finish(struct refused *refused)
{
    free(refused->first);
    lines_finish(&refused->all);
    lines_finish(&refused->unknown);
}

/* Adds a line to LOSSES for each loss in LIST, with or without consent. */
static void add_losses(struct refused *refused, const struct layout *base,
                       const struct loss *list, size_t count,
                       const struct loss_accepted *accepted, struct lines *losses)
{
    for (size_t i = 0; i < count; i++) {
        if (accepted->are_moves && loss_is_of_move(&list[i]))
            continue;
        lines_take(losses, loss_words(base, &list[i]));
        if (loss_accepted_has(accepted, &list[i]))
            continue;
        if (!refused->first)
            refused->first = loss_words(base, &list[i]);
        add_accept_word(&refused->all, &list[i]);
        if (accepted->can_call_empty && loss_number(&list[i]) &&
            list[i].held->content.state == CONTENT_NONE)
            add_accept_word(&refused->unknown, &list[i]);
    }
}

static bool check_refused(const struct refused *refused, struct err *err)
{
    if (!refused->first)
        return true;
    if (refused->is_shown)
        return err_refuse(err, REFUSAL_LOSS_NOT_ACCEPTED, _("%s Nothing was written."),
                          refused->first);
    CLEANUP(freep) char *all = lines_join(&refused->all, ",");
    if (!refused->unknown.count)
        return err_refuse(err, REFUSAL_LOSS_NOT_ACCEPTED,
                          _("%1$s Nothing was written; --lose=%2$s gives up all that is "
                            "lost."),
                          refused->first, all);
    CLEANUP(freep) char *unknown = lines_join(&refused->unknown, ",");
    return err_refuse(
        err, REFUSAL_LOSS_NOT_ACCEPTED,
        _("%1$s Nothing was written; --lose=%2$s gives up all that is lost, "
          "and --empty=%3$s says that nothing is there."),
        refused->first, all, unknown);
}

bool commit_check_given_up(const struct layout *base, const struct loss *list,
                           size_t count, const struct loss_accepted *accepted,
                           struct lines *losses, struct err *err)
{
    CLEANUP(refused_finish)
    struct refused refused = { .is_shown = accepted->is_all && !accepted->keeps_found };

    add_losses(&refused, base, list, count, accepted, losses);
    return check_refused(&refused, err);
}

/* Examines the contents of TABLE.  *RET is TABLE with the contents found, or NULL if
 * there are no losses.  Returns false on failure. */
static bool check_table_losses(const struct commit *commit, const struct layout *table,
                               const struct layout *preview,
                               const struct loss_accepted *accepted, struct store *store,
                               struct refused *refused, struct lines *losses,
                               struct layout **ret, struct err *err)
{
    CLEANUP(freep) struct loss *list = NULL;
    size_t count = loss_find(table, preview, commit->is_restore, &list);

    if (!count)
        return true;
    struct layout *known =
        probe_and_sample(table, store, list, count, accepted->is_all, err);
    if (!known)
        return false;
    *ret = known;
    free(TAKE(list));
    count = loss_find(known, preview, commit->is_restore, &list);
    add_losses(refused, known, list, count, accepted, losses);
    return true;
}

static bool begins_in(const struct layout *layout, const struct extent *extent)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_holds_data(layout_at(layout, i)) &&
            layout_at(layout, i)->start == extent->start)
            return true;
    return false;
}

/* LOST has nothing but contents; those that AFTER leaves alone are no losses, nor is the
 * end of one whose size is not known, and OTHER, a second copy of the table, tells of its
 * own. */
static void add_lost(const struct layout *lost, const struct layout *other,
                     const struct layout *after, const struct loss_accepted *accepted,
                     struct refused *refused, struct lines *losses)
{
    CLEANUP(freep) struct loss *list = NULL;
    size_t all = loss_find(lost, after, true, &list), count = 0;

    for (size_t i = 0; i < all; i++)
        if (list[i].why != LOSS_GONE && (!other || !begins_in(other, list[i].held)) &&
            (list[i].why != LOSS_CUT || list[i].held->content.inside.volume))
            list[count++] = list[i];
    add_losses(refused, lost, list, count, accepted, losses);
}

/* The backup GPT's layout when both copies are valid but differ, without the partitions
 * of the other copy; else NULL.  Its extent ids are made independent. */
static struct layout *read_other_copy(const struct layout *base)
{
    const struct layout *other = layout_other(base);

    if (!other)
        return NULL;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(other);
    LAYOUT_EACH (extent, other) {
        struct extent *copy = layout_builder_find(builder, extent->id);
        if (!copy || !extent_holds_data(extent))
            continue;
        if (begins_in(base, extent))
            layout_builder_remove(builder, extent->id);
        else
            copy->id |= LAYOUT_ID_ADDED;
    }
    return layout_builder_refinish(builder);
}

/* If no table lists partitions, any write may overwrite contents that the near search
 * does not find. */
static void search_whole_disk(struct commit *commit, struct store *store)
{
    struct reader disk = store_reader(store);

    if (commit->is_searched || !found_is_wanted(commit->base) ||
        delta_is_empty(commit->base, commit->preview))
        return;
    CLEANUP(layout_unrefp) struct layout *searched = found_add_all(&disk, commit->base);
    layout_unref(commit->base);
    commit->base = scan_all(store_fd(store), searched);
    commit->is_searched = true;
}

/* Returns a layout of the contents in the base's free space that no entry names and that
 * partitions of a step would lie over; NULL: there are none. */
static struct layout *commit_read_lost(const struct commit *commit, struct store *store)
{
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    CLEANUP(freep)
    const struct layout **afters = xcalloc(commit->step_count, sizeof(struct layout *));

    for (size_t i = 0; i < commit->step_count; i++)
        afters[i] = commit->steps[i].after;
    lost_read_under(store, commit->base, afters, commit->step_count, &places);
    return places.count ? lost_layout(store, commit->base, &places) : NULL;
}

/* What is lost in step INDEX.  The contents that are found become part of the base. */
static bool check_step_losses(struct commit *commit, size_t index,
                              const struct loss_accepted *accepted, struct store *store,
                              struct refused *refused, struct lines *losses,
                              struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *known = NULL;

    if (!check_table_losses(commit, commit_before(commit, index),
                            commit->steps[index].after, accepted, store, refused, losses,
                            &known, err))
        return false;
    if (known && !index) {
        layout_unref(commit->base);
        commit->base = TAKE(known);
    }
    return true;
}

bool commit_check_losses(struct commit *commit, const struct loss_accepted *accepted,
                         struct store *store, struct lines *losses, struct err *err)
{
    CLEANUP(layout_unrefp) struct layout *other = read_other_copy(commit->base);
    CLEANUP(layout_unrefp) struct layout *looked = NULL;
    CLEANUP(refused_finish)
    struct refused refused = { .is_shown = accepted->is_all && !accepted->keeps_found };

    search_whole_disk(commit, store);
    for (size_t i = 0; i < commit->step_count; i++)
        if (!check_step_losses(commit, i, accepted, store, &refused, losses, err))
            return false;
    if (other && !check_table_losses(commit, other, commit->preview, accepted, store,
                                     &refused, losses, &looked, err))
        return false;
    layout_unref(commit->lost);
    commit->lost = commit_read_lost(commit, store);
    for (size_t i = 0; commit->lost && i < commit->step_count; i++)
        add_lost(commit->lost, layout_other(commit->base), commit->steps[i].after,
                 accepted, &refused, losses);
    return check_refused(&refused, err);
}
