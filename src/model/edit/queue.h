/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.h - pending edits over a base layout, with undo and redo */
#ifndef ALIDADE_MODEL_EDIT_QUEUE_H
#define ALIDADE_MODEL_EDIT_QUEUE_H

#include <stddef.h>

#include "model/disk/layout.h"
#include "model/edit/edit.h"

struct queue;

/* Over BASE (a reference is taken).  SEED is what new ids are drawn from. */
struct queue *queue_new(struct layout *base, struct guid_source seed);
void queue_free(struct queue *queue);   /* accepts NULL */
void queue_freep(struct queue **queue); /* for CLEANUP */

/* EDIT applied behind the others; an EDIT_CREATE gets its id, and each edit its seed,
 * here.  What was undone is forgotten only when it succeeds.  False (ERR_REFUSED) with
 * edit_apply()'s sentence; nothing has changed then. */
bool queue_push(struct queue *queue, const struct edit *edit, struct err *err) MUST_USE;
/* False where there is nothing to undo or redo; also where what was undone is not
 * possible any more since a queue_rebase(): it is forgotten then. */
bool queue_undo(struct queue *queue);
bool queue_redo(struct queue *queue);
/* Takes edit INDEX out and applies those behind it again; false, and nothing changed,
 * where one of them is not possible without it.  Cannot be undone; the redo list is
 * kept empty afterwards. */
bool queue_drop(struct queue *queue, size_t index, struct err *err) MUST_USE;
/* Forgets all edits. */
void queue_clear(struct queue *queue);
/* The same disk as it is known by now (contents and users filled in): all edits are
 * applied anew.  False with the sentence where one is not possible any more: that one,
 * those behind it and what was undone are dropped; all of them where BASE has another
 * table than before.  Else what was undone is kept. */
bool queue_rebase(struct queue *queue, struct layout *base, struct err *err) MUST_USE;

/* Edits that are pending, and those that redo would bring back (the next one first). */
size_t queue_count(const struct queue *queue);
const struct edit *queue_at(const struct queue *queue, size_t index);
size_t queue_undone_count(const struct queue *queue);
const struct edit *queue_undone_at(const struct queue *queue, size_t index);

/* Borrowed, valid until the queue changes.  The layout before edit INDEX (0: the base;
 * queue_count(): the preview). */
struct layout *queue_layout(const struct queue *queue, size_t index);
struct layout *queue_base(const struct queue *queue);
struct layout *queue_preview(const struct queue *queue);
/* The base with what a pending edit calls empty (EDIT_CALL_EMPTY) as empty: contents
 * alone differ.  A new layout; layout_unref(). */
struct layout *queue_base_called_empty(const struct queue *queue);
/* edit_words() of a pending or an undone edit; free(). */
char *queue_words(const struct queue *queue, size_t index);
char *queue_undone_words(const struct queue *queue, size_t index);

#endif
