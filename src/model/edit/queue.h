/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.h - pending edits over a base layout, with undo and redo */
#ifndef ALIDADE_MODEL_EDIT_QUEUE_H
#define ALIDADE_MODEL_EDIT_QUEUE_H

#include <stddef.h>

#include "model/base/mem.h"
#include "model/disk/layout.h"
#include "model/edit/edit.h"

struct queue;

/* Takes a reference to BASE.  New GUIDs come from SEED. */
struct queue *queue_new(struct layout *base, struct guid_source seed);
void queue_free(struct queue *queue); /* accepts NULL */
CLEANUP_WITH(queue_free, queue)

/* Applies EDIT after the others, with a seed and, for EDIT_CREATE, an id from the queue.
 * Drops the undone edits.  Returns false (ERR_REFUSED) with edit_apply()'s message, and
 * changes nothing, if it is not possible. */
bool queue_push(struct queue *queue, const struct edit *edit, struct err *err) MUST_USE;
/* Return false if there is nothing to undo or redo.  Redo also returns false, and drops
 * the undone edits, if the edit is not possible since queue_rebase(). */
bool queue_undo(struct queue *queue);
bool queue_redo(struct queue *queue);
/* Removes edit INDEX and applies the following ones again.  Returns false, and changes
 * nothing, if one of them is not possible without it.  Cannot be undone; drops the undone
 * edits. */
bool queue_drop(struct queue *queue, size_t index, struct err *err) MUST_USE;
/* Drops all edits. */
void queue_clear(struct queue *queue);
/* Replaces the base by BASE, the same disk with new contents and uses, and applies all
 * edits again.  If one is not possible any more, drops it, the following and the undone
 * ones and returns false; drops all edits if the table of BASE is another. */
bool queue_rebase(struct queue *queue, struct layout *base, struct err *err) MUST_USE;

/* The pending edits, and the undone ones (the next to redo first). */
size_t queue_count(const struct queue *queue);
const struct edit *queue_at(const struct queue *queue, size_t index);
size_t queue_undone_count(const struct queue *queue);
const struct edit *queue_undone_at(const struct queue *queue, size_t index);

/* Returns the layout before edit INDEX (0: the base; queue_count(): the preview).  These
 * three are borrowed and valid until the queue changes. */
struct layout *queue_layout(const struct queue *queue, size_t index);
struct layout *queue_base(const struct queue *queue);
struct layout *queue_preview(const struct queue *queue);
/* Returns a copy of the base in which the partitions of pending EDIT_CALL_EMPTY edits are
 * empty; layout_unref(). */
struct layout *queue_base_called_empty(const struct queue *queue);
/* Return edit_words() of a pending or an undone edit; free(). */
char *queue_words(const struct queue *queue, size_t index);
char *queue_undone_words(const struct queue *queue, size_t index);

#endif
