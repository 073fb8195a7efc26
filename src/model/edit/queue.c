/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.c - pending edits over a base layout, with undo and redo */
#include "model/edit/queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* An edit and its result. */
struct step {
    struct edit edit;
    struct layout *after; /* owned; NULL while it is undone */
};

struct queue {
    struct layout *base; /* owned reference */
    struct guid_source seed;
    uint32_t next_id;
    /* The pending edits, then the undone ones, the next to redo first. */
    struct step *steps;
    size_t pending;
    size_t count;
};

static void step_reset(struct step *step)
{
    layout_unref(step->after);
    step->after = NULL;
}

static void queue_truncate(struct queue *queue, size_t count)
{
    for (size_t i = count; i < queue->count; i++)
        step_reset(&queue->steps[i]);
    queue->count = count;
    if (queue->pending > count)
        queue->pending = count;
}

static void queue_append(struct queue *queue, const struct edit *edit,
                         struct layout *after)
{
    queue_truncate(queue, queue->pending);
    queue->steps = xrealloc(queue->steps, queue->count + 1, sizeof(*queue->steps));
    queue->steps[queue->count++] = (struct step){ *edit, after };
    queue->pending = queue->count;
}

struct queue *queue_new(struct layout *base, struct guid_source seed)
{
    struct queue *queue = xcalloc(1, sizeof(*queue));

    queue->base = layout_ref(base);
    queue->seed = seed;
    queue->next_id = EDIT_ID_FIRST;
    return queue;
}

void queue_free(struct queue *queue)
{
    if (!queue)
        return;
    queue_truncate(queue, 0);
    layout_unref(queue->base);
    free(queue->steps);
    free(queue);
}

bool queue_push(struct queue *queue, const struct edit *edit, struct err *err)
{
    struct guid_source seed = queue->seed;
    struct edit own = *edit;

    own.seed = guid_source_split(&seed);
    if (own.kind == EDIT_CREATE)
        own.id = queue->next_id;
    struct layout *after = edit_apply(queue_preview(queue), &own, err);
    if (!after)
        return false;
    queue->seed = seed;
    queue->next_id += own.kind == EDIT_CREATE;
    queue_append(queue, &own, after);
    return true;
}

bool queue_undo(struct queue *queue)
{
    if (!queue->pending)
        return false;
    step_reset(&queue->steps[--queue->pending]);
    return true;
}

bool queue_redo(struct queue *queue)
{
    struct err err = { 0 };

    if (queue->pending == queue->count)
        return false;
    struct step *step = &queue->steps[queue->pending];
    step->after = edit_apply(queue_preview(queue), &step->edit, &err);
    if (!step->after) {
        /* Not possible any more since queue_rebase(). */
        queue_truncate(queue, queue->pending);
        return false;
    }
    queue->pending++;
    return true;
}

/* Applies the edits of STEPS to BASE and sets their results.  RET_DONE is the number of
 * edits that succeeded. */
static bool replay(struct layout *base, struct step *steps, size_t count,
                   size_t *ret_done, struct err *err)
{
    struct layout *before = base;

    for (size_t i = 0; i < count; i++) {
        steps[i].after = edit_apply(before, &steps[i].edit, err);
        *ret_done = i;
        if (!steps[i].after)
            return false;
        before = steps[i].after;
    }
    *ret_done = count;
    return true;
}

bool queue_drop(struct queue *queue, size_t index, struct err *err)
{
    size_t done;

    assert(index < queue->pending);
    size_t after_count = queue->pending - 1 - index;
    CLEANUP(freep) struct step *steps = xcalloc(after_count, sizeof(*steps));
    for (size_t i = 0; i < after_count; i++)
        steps[i].edit = queue->steps[index + 1 + i].edit;
    if (!replay(queue_layout(queue, index), steps, after_count, &done, err)) {
        for (size_t i = 0; i < done; i++)
            step_reset(&steps[i]);
        return false;
    }
    queue_truncate(queue, index);
    memcpy(&queue->steps[index], steps, after_count * sizeof(*steps));
    queue->pending = queue->count = index + after_count;
    return true;
}

void queue_clear(struct queue *queue)
{
    queue_truncate(queue, 0);
}

/* Returns the next extent of the table from INDEX on; NULL: none. */
static const struct extent *next_table_entry(const struct layout *layout, size_t *index)
{
    while (*index < layout_count(layout)) {
        const struct extent *extent = layout_at(layout, (*index)++);
        if (extent->kind != EXTENT_FREE && extent->kind != EXTENT_SLICE)
            return extent;
    }
    return NULL;
}

/* True if both tables have the same entries, with the same ids.  Limits, contents and
 * users may differ, since they can become known later. */
static bool is_same_table(const struct layout *a, const struct layout *b)
{
    const struct label *x = layout_label(a), *y = layout_label(b);
    size_t i = 0, k = 0;

    if (x->kind != y->kind || strcmp(x->id, y->id) != 0 || x->entries != y->entries ||
        x->first_usable != y->first_usable || x->last_usable != y->last_usable ||
        x->written_for != y->written_for ||
        layout_limits(a)->size != layout_limits(b)->size ||
        layout_limits(a)->logical != layout_limits(b)->logical)
        return false;
    for (;;) {
        const struct extent *one = next_table_entry(a, &i),
                            *other = next_table_entry(b, &k);
        if (!one || !other)
            return !one && !other;
        if (extent_diff(one, other) & ~(unsigned)(DIFF_LETTER | DIFF_FAULT))
            return false;
    }
}

static void set_base(struct queue *queue, struct layout *base)
{
    layout_ref(base);
    layout_unref(queue->base);
    queue->base = base;
}

bool queue_rebase(struct queue *queue, struct layout *base, struct err *err)
{
    bool is_same = is_same_table(queue->base, base);
    struct err why = { 0 };
    size_t done;

    if (!is_same && queue->count) {
        queue_truncate(queue, 0);
        set_base(queue, base);
        return err_refuse(err, REFUSAL_EDITED_TABLE_CHANGED,
                          _("The table on the disk is not the one that was edited: all "
                            "changes that were pending are dropped."));
    }
    for (size_t i = 0; i < queue->pending; i++)
        step_reset(&queue->steps[i]);
    set_base(queue, base);
    if (replay(base, queue->steps, queue->pending, &done, &why))
        return true;
    const struct layout *before = done ? queue->steps[done - 1].after : base;
    CLEANUP(freep) char *words = edit_words(before, &queue->steps[done].edit);
    /* The undone edits depend on the dropped ones. */
    queue_truncate(queue, done);
    why.code = ERR_REFUSED;
    return err_pass(err, &why,
                    _("Change %1$u (%2$s) is not possible any more and is dropped with "
                      "those behind it. %3$s"),
                    (unsigned)done + 1, words, why.text);
}

size_t queue_count(const struct queue *queue)
{
    return queue->pending;
}

const struct edit *queue_at(const struct queue *queue, size_t index)
{
    assert(index < queue->pending);
    return &queue->steps[index].edit;
}

size_t queue_undone_count(const struct queue *queue)
{
    return queue->count - queue->pending;
}

const struct edit *queue_undone_at(const struct queue *queue, size_t index)
{
    assert(index < queue_undone_count(queue));
    return &queue->steps[queue->pending + index].edit;
}

struct layout *queue_layout(const struct queue *queue, size_t index)
{
    assert(index <= queue->pending);
    return index ? queue->steps[index - 1].after : queue->base;
}

struct layout *queue_base(const struct queue *queue)
{
    return queue->base;
}

struct layout *queue_preview(const struct queue *queue)
{
    return queue_layout(queue, queue->pending);
}

struct layout *queue_base_called_empty(const struct queue *queue)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(queue->base);

    for (size_t i = 0; i < queue->pending; i++) {
        const struct edit *edit = &queue->steps[i].edit;
        struct extent *extent = layout_builder_find(builder, edit->id);
        if (edit->kind == EDIT_CALL_EMPTY && extent)
            extent->content =
                (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_CALLED };
    }
    return layout_builder_refinish(builder);
}

char *queue_words(const struct queue *queue, size_t index)
{
    return edit_words(queue_layout(queue, index), queue_at(queue, index));
}

char *queue_undone_words(const struct queue *queue, size_t index)
{
    CLEANUP(layout_unrefp) struct layout *before = layout_ref(queue_preview(queue));

    for (size_t i = 0; i < index; i++) {
        struct err err = { 0 };
        struct layout *after = edit_apply(before, queue_undone_at(queue, i), &err);
        /* Skip what is not possible any more: this is only for display. */
        if (!after)
            continue;
        layout_unref(before);
        before = after;
    }
    return edit_words(before, queue_undone_at(queue, index));
}
