/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_queue.c - laws of the queue with random edits on random tables */
#include "model/edit/queue.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/random_edit.h"
#include "support/test.h"

enum { ROUNDS = 400, WISHES = 40 };

static struct queue *queue_of(struct rng *rng, unsigned wishes)
{
    CLEANUP(layout_unrefp) struct layout *base = random_busy_disk(rng);
    struct queue *queue = queue_new(base, random_seed(rng));

    for (unsigned i = 0; i < wishes; i++) {
        struct edit edit = random_edit(rng, queue_preview(queue));
        struct err err = { 0 };
        (void)!queue_push(queue, &edit, &err); /* as many as can be */
    }
    return queue;
}

static struct layout *use_more(struct rng *rng, const struct layout *layout)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);

    for (size_t i = 0; i < layout_count(layout); i++)
        if (layout_at(layout, i)->number && rng_below(rng, 4) == 0)
            layout_builder_find(builder, layout_at(layout, i)->id)->use.kind = USE_MOUNT;
    return layout_builder_refinish(builder);
}

TEST(undo_after_push_is_identity_and_redo_equals_push)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(queue_freep) struct queue *queue = queue_of(&rng, WISHES / 4);
        for (unsigned i = 0; i < WISHES / 4; i++) {
            struct edit edit = random_edit(&rng, queue_preview(queue));
            CLEANUP(layout_unrefp)
            struct layout *before = layout_ref(queue_preview(queue));
            struct err err = { 0 };
            if (!queue_push(queue, &edit, &err))
                continue;
            CLEANUP(layout_unrefp)
            struct layout *after = layout_ref(queue_preview(queue));
            LAW(&rng, queue_undo(queue));
            LAW(&rng, layout_equal(queue_preview(queue), before));
            LAW(&rng, queue_redo(queue));
            LAW(&rng, layout_equal(queue_preview(queue), after));
        }
    }
}

TEST(all_undone_is_the_base_and_all_redone_the_end)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(queue_freep) struct queue *queue = queue_of(&rng, WISHES / 2);
        CLEANUP(layout_unrefp) struct layout *end = layout_ref(queue_preview(queue));
        size_t count = queue_count(queue);
        while (queue_undo(queue))
            continue;
        LAW(&rng, layout_equal(queue_preview(queue), queue_base(queue)));
        LAW(&rng, queue_undone_count(queue) == count);
        while (queue_redo(queue))
            continue;
        LAW(&rng, layout_equal(queue_preview(queue), end));
        LAW(&rng, queue_count(queue) == count);
    }
}

TEST(a_refused_push_changes_nothing)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(queue_freep) struct queue *queue = queue_of(&rng, WISHES / 4);
        for (unsigned i = 0; i < WISHES / 4; i++) {
            struct edit edit = random_edit(&rng, queue_preview(queue));
            size_t count = queue_count(queue), undone;
            struct layout *preview;
            struct err err = { 0 };
            count -= queue_undo(queue);
            undone = queue_undone_count(queue);
            preview = queue_preview(queue);
            if (queue_push(queue, &edit, &err))
                continue;
            LAW(&rng, queue_count(queue) == count);
            LAW(&rng, queue_undone_count(queue) == undone);
            LAW(&rng, queue_preview(queue) == preview);
        }
    }
}

/* Applies the remaining edits one by one; NULL if one is not possible. */
static struct layout *apply_without(const struct queue *queue, size_t index)
{
    struct layout *layout = layout_ref(queue_base(queue));

    for (size_t i = 0; i < queue_count(queue); i++) {
        struct err err = { 0 };
        if (i == index)
            continue;
        struct layout *after = edit_apply(layout, queue_at(queue, i), &err);
        layout_unref(layout);
        if (!after)
            return NULL;
        layout = after;
    }
    return layout;
}

TEST(dropping_one_equals_pushing_the_others)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(queue_freep) struct queue *queue = queue_of(&rng, WISHES / 2);
        while (queue_count(queue)) {
            size_t index = rng_below(&rng, queue_count(queue));
            size_t count = queue_count(queue);
            CLEANUP(layout_unrefp) struct layout *want = apply_without(queue, index);
            struct layout *preview = queue_preview(queue);
            struct err err = { 0 };
            bool is_dropped = queue_drop(queue, index, &err);
            LAW(&rng, is_dropped == !!want);
            LAW(&rng, queue_count(queue) == count - is_dropped);
            if (is_dropped)
                LAW(&rng, layout_equal(queue_preview(queue), want));
            else
                LAW(&rng, queue_preview(queue) == preview && queue_undo(queue));
        }
    }
}

/* The same table with other uses: the edits that are still possible when applied again.
 */
TEST(a_base_that_is_known_better_keeps_what_is_possible)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(queue_freep) struct queue *queue = queue_of(&rng, WISHES / 2);
        CLEANUP(layout_unrefp) struct layout *known = use_more(&rng, queue_base(queue));
        CLEANUP(layout_unrefp) struct layout *want = layout_ref(known);
        size_t count = queue_count(queue), done = 0;
        struct err err = { 0 };
        for (; done < count; done++) {
            struct layout *after = edit_apply(want, queue_at(queue, done), &err);
            if (!after)
                break;
            layout_unref(want);
            want = after;
        }
        err = (struct err){ 0 };
        LAW(&rng, queue_rebase(queue, known, &err) == (done == count));
        LAW(&rng, !err.text[0] == (done == count));
        LAW(&rng, queue_count(queue) == done);
        LAW(&rng, queue_base(queue) == known);
        LAW(&rng, layout_equal(queue_preview(queue), want));
    }
}

TEST(every_edit_has_words)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(queue_freep) struct queue *queue = queue_of(&rng, WISHES / 4);
        for (size_t i = 0; i < queue_count(queue); i++) {
            CLEANUP(freep) char *words = queue_words(queue, i);
            LAW(&rng, strlen(words) > 8 && !strchr(words, '\n'));
        }
    }
}
