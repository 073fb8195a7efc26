/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_moves.c - the plan for a whole disk as JSON */
#include "model/base/mem.h"
#include "model/report/json_put.h"
#include "model/report/json_table.h"
#include "model/report/json_volumes.h"
#include "model/report/moves.h"

/* Returns the number of the partition that an extent belongs to. */
static unsigned number_of(const struct layout *layout, const struct extent *extent)
{
    const struct extent *logical = layout_find_logical(layout, extent->id);

    return logical ? logical->number : extent->number;
}

static const char *part_id(const struct extent *extent, const struct moves_step *step)
{
    if (extent->role == ROLE_EBR)
        return "ebr";
    if (extent->kind == EXTENT_EXTENDED)
        return step->is_end ? "container-end" : "container-start";
    return "partition";
}

static void put_moves_time(struct json_object *to, enum move_time known, double seconds)
{
    json_put_text(to, "time", move_time_id(known));
    json_put(to, "seconds", known ? json_decimal(seconds, 0) : NULL);
}

static void put_moves_steps(struct json_object *to, const struct layout *layout,
                            const struct report_moves *plan)
{
    const struct moves *moves = plan->moves;
    struct json_object *array = json_put_array(to, "steps");

    for (size_t i = 0; i < moves->step_count; i++) {
        const struct moves_step *step = &moves->steps[i];
        const struct extent *extent = layout_find(layout, step->id);
        struct json_object *object = json_append_object(array);
        json_put_number(object, "partition", number_of(layout, extent));
        json_put_text(object, "part", part_id(extent, step));
        json_put_text(object, "action", moves_action_id(step->action));
        json_put_number(object, "from", step->from);
        json_put_number(object, "to", step->to);
        json_put_number(object, "sectors", step->sectors);
        json_put_number(object, "bytes", step->sectors * layout_limits(layout)->logical);
        double seconds;
        enum move_time known = moves_time_step(plan->time, layout, step, &seconds);
        put_moves_time(object, known, seconds);
    }
}

static void put_left(struct json_object *to, const struct layout *layout,
                     const struct moves *moves)
{
    struct json_object *array = json_put_array(to, "left");

    for (size_t i = 0; i < moves->left_count; i++) {
        const struct extent *extent = layout_find(layout, moves->left[i].id);
        CLEANUP(freep) char *words = moves_left_words(layout, moves, &moves->left[i]);
        struct json_object *object = json_append_object(array);
        json_put_number(object, "partition", extent->number);
        json_put_text(object, "reason", pin_id(moves->left[i].why));
        json_put_text(object, "words", words);
    }
}

static void put_reliefs(struct json_object *to, const struct layout *layout,
                        const struct moves *moves)
{
    struct json_object *array = json_put_array(to, "would-free");

    for (size_t i = 0; i < moves->relief_count; i++) {
        const struct moves_relief *relief = &moves->reliefs[i];
        CLEANUP(freep) char *words = moves_relief_words(layout, relief);
        struct json_object *object = json_append_object(array);
        json_put_number(object, "partition", layout_find(layout, relief->id)->number);
        json_put_text(object, "how", moves_relief_id(relief->kind));
        json_put_known(object, "sectors", relief->sectors, relief->sectors != 0);
        json_put_text(object, "words", words);
    }
}

static void put_lack(struct json_object *root, const struct layout *layout,
                     const struct moves *moves)
{
    CLEANUP(freep) char *lack = moves_lack_words(layout, moves);

    json_put(root, "plan", NULL);
    json_put_text(root, "reason", lack);
    json_put_number(root, "missing-sectors", moves->lack.sectors);
    put_reliefs(root, layout, moves);
}

static void put_journal(struct json_object *array, const struct moves_time *time,
                        const struct journal_place *place)
{
    struct json_object *object = json_append_object(array);
    double seconds;
    enum move_time known = moves_time_at(time, place, &seconds);

    json_put_text(object, "kind", journal_kind_id(place->kind));
    json_put_known(object, "partition", place->number, place->number != 0);
    json_put_known(object, "start", place->start, !place->offer);
    json_put_text(object, "path", place->offer ? place->offer->path : NULL);
    json_put_number(object, "bytes", place->bytes);
    json_put_text(object, "mode", move_mode_id(place->cost.mode));
    put_moves_time(object, known, seconds);
}

static void put_journals(struct json_object *to, const struct moves_time *time)
{
    struct json_object *array = json_put_array(to, "journals");

    for (size_t i = 0; i < time->places.count; i++)
        put_journal(array, time, &time->places.at[i]);
}

/* What a plan costs. */
static void put_moves_cost(struct json_object *to, const struct layout *layout,
                           const struct report_moves *plan)
{
    double seconds;
    enum move_time known = moves_time_of(plan->time, plan->moves, &seconds);

    json_put_number(to, "bytes", plan->moves->sectors * layout_limits(layout)->logical);
    put_moves_time(to, known, seconds);
    json_put_number(to, "estimated-written-bytes", plan->price.written);
    json_put(to, "estimated-seconds", json_decimal(plan->price.seconds, 0));
}

static void put_other_aim(struct json_object *root, const struct layout *layout,
                          const struct report_moves *other)
{
    struct json_object *object = json_put_known_object(root, "other", other != NULL);

    if (!object)
        return;
    json_put_text(object, "to", moves_aim_id(other->want->aim));
    if (other->moves->is_possible) {
        put_moves_cost(object, layout, other);
        return;
    }
    CLEANUP(freep) char *lack = moves_lack_words(layout, other->moves);
    json_put_text(object, "reason", lack);
}

char *report_json_moves(const struct report_disk *disk, const struct report_moves *plan,
                        const struct report_moves *other)
{
    const struct layout *layout = disk->info->layout;
    const struct moves *moves = plan->moves;
    struct json_object *root = json_document();

    json_put_device(root, disk->info);
    json_put_text(root, "to", moves_aim_id(plan->want->aim));
    json_put_bool(root, "is-default", plan->is_default);
    put_left(root, layout, moves);
    if (moves->is_possible) {
        struct json_object *object = json_put_object(root, "plan");
        put_moves_steps(object, layout, plan);
        put_moves_cost(object, layout, plan);
        put_journals(object, plan->time);
        json_put_layout(object, "result", disk, moves->result);
    } else {
        put_lack(root, layout, moves);
    }
    json_put_text(root, "refused", plan->refused ? plan->refused->text : NULL);
    json_put_text(root, "reason-id", plan->refused ? plan->refused->reason : NULL);
    json_put_volumes(root, plan->volumes);
    put_other_aim(root, layout, other);
    return json_take(root);
}
