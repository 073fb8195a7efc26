/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fixing_content.c - checks that what is moved is still what the plan was made for
 *
 * Until the disk is locked, another program can format a partition, or resize its file
 * system: then the signatures that are guarded and the fields that are patched are at
 * other places. */
#include <string.h>

#include "device/move/fixing/fixing_private.h"
#include "device/system/signature.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/refusal.h"

/* How much of a file system is in use does not matter. */
static bool is_same_content(const struct content *was, const struct content *now)
{
    return now->state == was->state && !strcmp(now->type, was->type) &&
           !strcmp(now->uuid, was->uuid) && now->inside.kind == was->inside.kind &&
           now->inside.claimed == was->inside.claimed &&
           now->inside.proof_offset == was->inside.proof_offset;
}

bool fixing_are_same_zones(const struct zones *a, const struct zones *b)
{
    bool are_same = a->count == b->count && a->magic == b->magic;

    for (size_t i = 0; i < a->count && are_same; i++)
        are_same = a->at[i].start == b->at[i].start && a->at[i].length == b->at[i].length;
    return are_same;
}

static bool is_same_field(const struct move_field *a, const struct move_field *b)
{
    return a->kind == b->kind && a->offset == b->offset && a->width == b->width &&
           a->repeat == b->repeat && a->before == b->before && a->after == b->after &&
           a->is_left == b->is_left;
}

static bool are_same_fields(const struct fields *a, const struct fields *b)
{
    bool are_same = a->count == b->count;

    for (size_t i = 0; i < a->count && are_same; i++)
        are_same = is_same_field(&a->at[i], &b->at[i]);
    return are_same;
}

/* Returns NOW, which has partition NUMBER, with its content as it is on the disk. */
static struct layout *with_content(const struct layout *now, unsigned number,
                                   struct store *store)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(now);
    struct extent *extent =
        layout_builder_find(builder, layout_find_number(now, number)->id);

    extent->content =
        signature_probe(store_fd(store), layout_limits(now)->logical, extent);
    return layout_builder_refinish(builder);
}

/* Finds all of step INDEX again. */
static bool is_as_planned(struct fixing *fixing, size_t index, struct store *store)
{
    struct fixing_move *move = &fixing->moves[index];
    CLEANUP(freep) struct fixing_move *planned = xmalloc(sizeof(*planned));
    CLEANUP(layout_unrefp)
    struct layout *now =
        with_content(fixing->base, fixing->plan.steps[index].number, store);

    *planned = *move;
    return fixing_find_move(fixing, now, index, store, ERR_IGNORED) &&
           is_same_content(&planned->content, &move->content) &&
           fixing_are_same_zones(&planned->shift.zones, &move->shift.zones) &&
           are_same_fields(&planned->fields, &move->fields);
}

bool fixing_check_contents(struct fixing *fixing, struct err *err)
{
    CLEANUP(store_closep) struct store *store = store_open(fixing->path, err);

    if (!store)
        return false;
    for (size_t i = fixing->first; i < fixing->plan.step_count; i++)
        if (fixing->moves[i].content.state != CONTENT_UNKNOWN &&
            !is_as_planned(fixing, i, store))
            return err_refuse(
                err, REFUSAL_FIX_CONTENT_CHANGED,
                _("Another program has changed the content of partition %u "
                  "since the plan was made. Nothing was written: look at the "
                  "disk again."),
                (unsigned)fixing->plan.steps[i].number);
    return true;
}

bool fixing_has_zones(const struct fixing *fixing, const struct fix_move *move)
{
    const struct shift *shift = &move->shift;
    const uint64_t logical = fixing->limits.logical;
    const struct extent extent = { .kind = EXTENT_PARTITION,
                                   .start = shift->from,
                                   .length = shift->length };
    CLEANUP(store_closep) struct store *store = store_open(fixing->path, ERR_IGNORED);
    struct reader_part part;
    struct zones now;

    if (!store)
        return false;
    struct reader disk = store_reader(store);
    struct content content = signature_probe(store_fd(store), logical, &extent);
    struct reader reader =
        reader_of_part(&part, &disk, shift->from * logical, shift->length * logical);
    return zones_find(&content, &reader, logical, &now) &&
           fixing_are_same_zones(&now, &shift->zones);
}
