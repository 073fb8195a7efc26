/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.c - the plan for a whole disk: which partition goes where, in which order
 *
 * What is moved keeps its order: so if everything that goes to the left moves first, from
 * left to right, and then everything that goes to the right, from right to left, the old
 * and the new place of each and all between them are free at its turn. */
#include "model/move/plan/moves.h"

#include <stdlib.h>

#include "model/base/mem.h"
#include "model/edit/move.h"
#include "model/move/plan/moves_row.h"

enum piece_kind {
    PIECE_PARTITION,
    PIECE_EBR,
    PIECE_HEAD, /* the first EBR, with the start of the container */
    PIECE_END,  /* the end of the container */
    PIECE_BOX,  /* an empty container with its EBR */
};

/* What moves by itself. */
struct piece {
    enum piece_kind kind;
    const struct extent *extent; /* in the layout before all moves */
    uint64_t from, to;
};

struct moves_maker {
    const struct layout *layout;
    struct moves_row row;
    uint64_t *starts;     /* owned; for each item of the row */
    struct piece *pieces; /* owned; in the order of the disk */
    size_t count;
    struct moves moves;
};

static void add_piece(struct moves_maker *maker, enum piece_kind kind,
                      const struct extent *extent, uint64_t from, uint64_t to)
{
    maker->pieces[maker->count++] = (struct piece){ kind, extent, from, to };
}

/* --- from starts to pieces --- */

/* The sector behind the item before item AT, in its new place. */
static uint64_t end_before(const struct moves_maker *maker, size_t at)
{
    return at ? maker->starts[at - 1] + maker->row.items[at - 1].length : maker->row.low;
}

static size_t count_logicals(const struct moves_maker *maker)
{
    size_t count = 0;

    for (size_t i = 0; i < maker->row.count; i++)
        count += maker->row.spots[i].ebr != NULL;
    return count;
}

/* An EBR stays if it can, or goes to the nearest sector. If the container starts earlier,
 * the other EBRs, whose links count from there, need a temporary sector each before their
 * partitions: so its start leaves space for them. */
static void add_ebr(struct moves_maker *maker, size_t at)
{
    const struct extent *ebr = maker->row.spots[at].ebr;
    bool is_head = ebr->start == maker->row.container->start;
    uint64_t low = end_before(maker, at), high = maker->starts[at] - 1;
    uint64_t to = ebr->start < low ? low : ebr->start;
    size_t others = is_head ? count_logicals(maker) - 1 : 0;

    if (to > high)
        to = high - low > others ? high - others : low;
    add_piece(maker, is_head ? PIECE_HEAD : PIECE_EBR, ebr, ebr->start, to);
}

static bool is_of_container(const struct moves_maker *maker, size_t at)
{
    const struct extent *container = maker->row.container;

    return container && at < maker->row.count &&
           maker->row.spots[at].extent->parent == container->id;
}

/* Adds the end of the container, behind item AT, its last one: it stays if it can. */
static void add_container_end(struct moves_maker *maker, size_t at)
{
    const struct extent *container = maker->row.container;
    uint64_t low = end_before(maker, at + 1), to = extent_end(container);

    if (at + 1 < maker->row.count && maker->starts[at + 1] < to)
        to = maker->starts[at + 1];
    add_piece(maker, PIECE_END, container, extent_end(container), to < low ? low : to);
}

static void find_pieces(struct moves_maker *maker)
{
    maker->pieces = xcalloc(2 * maker->row.count + 1, sizeof(*maker->pieces));
    for (size_t i = 0; i < maker->row.count; i++) {
        const struct moves_spot *spot = &maker->row.spots[i];
        if (spot->ebr)
            add_ebr(maker, i);
        if (extent_holds_data(spot->extent) && spot->pin == PIN_NO)
            add_piece(maker, PIECE_PARTITION, spot->extent, spot->extent->start,
                      maker->starts[i]);
        else if (spot->extent->kind == EXTENT_EXTENDED && spot->pin == PIN_NO)
            add_piece(maker, PIECE_BOX, spot->extent, spot->extent->start,
                      maker->starts[i]);
        if (is_of_container(maker, i) && !is_of_container(maker, i + 1))
            add_container_end(maker, i);
    }
}

/* --- from pieces to steps --- */

/* Makes the change of STEP in BUILDER, which has the extents of LAYOUT. */
static void step_change(struct layout_builder *builder, const struct layout *layout,
                        const struct moves_step *step)
{
    struct extent *changed = layout_builder_find(builder, step->id);

    if (step->is_end)
        changed->length = step->to - changed->start;
    else if (changed->kind == EXTENT_EXTENDED)
        move_container_start(builder, layout, step->id, step->to);
    else
        changed->start = step->to;
}

struct layout *moves_step_apply(const struct layout *before,
                                const struct moves_step *step)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);

    step_change(builder, before, step);
    return layout_builder_refinish(builder);
}

bool moves_step_edit(const struct layout *before, const struct moves_step *step,
                     struct edit *ret)
{
    const struct extent *extent = layout_find(before, step->id);

    if (step->action == MOVES_DATA)
        return false;
    *ret = (struct edit){ .kind = EDIT_MOVE, .id = step->id, .start = step->to };
    if (step->is_end)
        *ret = (struct edit){ .kind = EDIT_RESIZE,
                              .id = step->id,
                              .start = extent->start,
                              .length = step->to - extent->start };
    return true;
}

enum moves_action moves_action_of(const struct extent *extent)
{
    if (!extent_holds_data(extent))
        return MOVES_TABLE;
    if (!content_is_empty(&extent->content))
        return MOVES_DATA;
    return extent->content.inside.kind == INSIDE_SWAP ? MOVES_REMAKE : MOVES_TABLE;
}

static void moves_add_step(struct moves_maker *maker, const struct piece *piece)
{
    bool is_whole = piece->kind == PIECE_HEAD || piece->kind == PIECE_END;
    struct moves *moves = &maker->moves;
    struct moves_step step = { .action = moves_action_of(piece->extent),
                               .is_end = piece->kind == PIECE_END,
                               .from = piece->from,
                               .to = piece->to };

    step.id = is_whole ? maker->row.container->id : piece->extent->id;
    step.sectors = step.action == MOVES_DATA ? piece->extent->length : 0;
    moves->sectors += step.sectors;
    moves->steps[moves->step_count++] = step;
}

static void moves_find_steps(struct moves_maker *maker)
{
    struct moves *moves = &maker->moves;

    moves->steps = xcalloc(maker->count + 1, sizeof(*moves->steps));
    for (size_t i = 0; i < maker->count; i++)
        if (maker->pieces[i].to < maker->pieces[i].from)
            moves_add_step(maker, &maker->pieces[i]);
    for (size_t i = maker->count; i-- > 0;)
        if (maker->pieces[i].to > maker->pieces[i].from)
            moves_add_step(maker, &maker->pieces[i]);
    if (!moves->step_count) {
        moves->result = layout_ref(maker->layout);
        return;
    }
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(maker->layout);
    for (size_t i = 0; i < moves->step_count; i++)
        step_change(builder, maker->layout, &moves->steps[i]);
    moves->result = layout_builder_refinish(builder);
}

/* --- the whole plan --- */

/* Adds what stays although its start is not as aimed at. */
static void find_left(struct moves_maker *maker)
{
    struct moves *moves = &maker->moves;
    size_t max = layout_count(maker->layout);

    moves->left = xcalloc(max, sizeof(*moves->left));
    LAYOUT_EACH (extent, maker->layout) {
        if (!extent_holds_data(extent) ||
            !moves_row_should_move(&maker->row, maker->layout, extent))
            continue;
        enum pin why = moves_row_pin(&maker->row, extent);
        if (why != PIN_NO)
            moves->left[moves->left_count++] = (struct moves_left){ extent->id, why };
    }
}

static void find_moves(struct moves_maker *maker)
{
    struct solve_row row = { maker->row.items, maker->row.count, maker->row.low,
                             maker->row.high };
    struct moves *moves = &maker->moves;
    struct solve_cost cost;

    find_left(maker);
    maker->starts = xcalloc(maker->row.count + 1, sizeof(*maker->starts));
    moves->is_possible = solve_starts(&row, maker->starts, &cost);
    if (moves->is_possible) {
        find_pieces(maker);
        moves_find_steps(maker);
    } else {
        moves->lack = moves_row_lack(&maker->row);
        moves->reliefs =
            moves_row_reliefs(maker->layout, &maker->row, &moves->relief_count);
    }
}

bool moves_make_once(const struct layout *layout, const struct moves_want *want,
                     struct moves *ret, struct err *err)
{
    struct moves_maker maker = { .layout = layout };

    if (!moves_row_make(layout, want, &maker.row, err))
        return false;
    find_moves(&maker);
    free(maker.starts);
    free(maker.pieces);
    moves_row_finish(&maker.row);
    *ret = maker.moves;
    return true;
}

void moves_finish(struct moves *moves)
{
    layout_unref(moves->result);
    free(moves->steps);
    free(moves->left);
    free(moves->reliefs);
    *moves = (struct moves){ 0 };
}

bool moves_has_relief(const struct moves *moves, enum moves_relief_kind kind)
{
    for (size_t i = 0; i < moves->relief_count; i++)
        if (moves->reliefs[i].kind == kind)
            return true;
    return false;
}

const char *moves_aim_id(enum moves_aim aim)
{
    static const char *const ids[MOVES_AIM_COUNT] = {
        [MOVES_NUDGE] = "nudge",
        [MOVES_MIB] = "mib",
    };

    return ids[aim];
}

const char *moves_action_id(enum moves_action action)
{
    static const char *const ids[MOVES_ACTION_COUNT] = {
        [MOVES_DATA] = "move",
        [MOVES_REMAKE] = "remake",
        [MOVES_TABLE] = "table",
    };

    return ids[action];
}

const char *moves_relief_id(enum moves_relief_kind kind)
{
    static const char *const ids[RELIEF_COUNT] = {
        [RELIEF_SHRINK] = "shrink",
        [RELIEF_DELETE] = "delete",
        [RELIEF_CALL_EMPTY] = "call-empty",
        [RELIEF_UNUSE] = "unuse",
    };

    return ids[kind];
}
