/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data_scene_plan.c - the log of a scene: groups, one after the other, and exits */
#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/disk/types.h"
#include "model/move/plan/envelope.h"
#include "model/table/tables.h"
#include "support/data_scene.h"
#include "support/test.h"

/* The disk as it is planned so far. */
struct planned {
    struct data_scene *scene;
    struct sectors disk;
    struct layout *layout;
    struct log_build build;
    struct sectors rests[DATA_GROUPS_MAX + 1];
};

/* Changes the layout that BUILDER begins with. */
typedef void (*change_fn)(const struct planned *planned, struct layout_builder *builder,
                          unsigned move);

static const struct extent *extent_of(const struct planned *planned, unsigned number)
{
    const struct extent *found = layout_find_number(planned->layout, number);

    ck_assert_msg(found, "there is no partition %u", number);
    return found;
}

static struct extent *change_of(const struct planned *planned,
                                struct layout_builder *builder, unsigned move)
{
    unsigned number = data_scene_number(planned->scene, move);

    return layout_builder_find(builder, extent_of(planned, number)->id);
}

/* --- changes --- */

static void change_to_envelope(const struct planned *planned,
                               struct layout_builder *builder, unsigned move)
{
    const struct shift *shift = &planned->scene->shifts[move];
    struct extent *extent = change_of(planned, builder, move);

    extent->start = num_min(shift->from, shift->to);
    extent->length = num_max(shift->from, shift->to) - extent->start + shift->length;
    copy_text(extent->type, sizeof(extent->type),
              envelope_type(layout_label(planned->layout)->kind));
}

static void change_to_new(const struct planned *planned, struct layout_builder *builder,
                          unsigned move)
{
    const struct shift *shift = &planned->scene->shifts[move];
    struct extent *extent = change_of(planned, builder, move);

    extent->start = shift->to;
    extent->length = shift->length;
    strcpy(extent->type, planned->scene->table == DATA_GPT ? TYPE_GPT_LINUX : "83");
}

static void change_ebr(const struct planned *planned, struct layout_builder *builder,
                       unsigned move)
{
    struct extent *logical = change_of(planned, builder, move);

    layout_builder_find(builder, logical->ebr)->start = planned->scene->new_ebr;
}

/* Of any kind, as the entry of a journal that comes or goes. */
static void change_type(const struct planned *planned, struct layout_builder *builder,
                        unsigned move)
{
    struct extent *extent = change_of(planned, builder, move);
    bool is_gpt = planned->scene->table == DATA_GPT;

    if (strcmp(extent->type, is_gpt ? TYPE_GPT_LINUX : "83") == 0)
        strcpy(extent->type, is_gpt ? TYPE_GPT_WINDOWS : "7");
    else
        strcpy(extent->type, is_gpt ? TYPE_GPT_LINUX : "83");
}

static const struct extent *find_swap(const struct data_scene *scene,
                                      const struct layout *layout)
{
    LAYOUT_EACH (extent, layout)
        if (scene->swap.length && extent_holds_data(extent) &&
            (extent->start == scene->swap.lba || extent->start == scene->new_swap))
            return extent;
    return NULL;
}

static void change_swap(const struct planned *planned, struct layout_builder *builder,
                        unsigned move)
{
    const struct extent *swap = find_swap(planned->scene, planned->layout);

    (void)move;
    layout_builder_find(builder, swap->id)->start = planned->scene->new_swap;
}

/* --- plans --- */

static struct layout *read_planned(struct planned *planned)
{
    const struct data_scene *scene = planned->scene;
    struct reader reader = sectors_reader(&planned->disk);
    struct layout *plain = NULL;
    struct err err = { 0 };

    ck_assert_msg(tables_read(&reader, &scene->limits, &plain, &err) && plain,
                  "ALIDADE_SEED=%llu: %s", (ull)scene->rng.seed, err.text);
    struct layout_builder *builder = layout_builder_from(plain);
    const struct extent *swap = find_swap(scene, plain);
    if (swap) {
        struct content *content = &layout_builder_find(builder, swap->id)->content;
        *content = (struct content){ .state = CONTENT_FOUND };
        strcpy(content->type, "swap");
        content->inside.kind = INSIDE_SWAP;
        content->inside.is_remakeable = true;
    }
    layout_unref(plain);
    plain = layout_builder_refinish(builder);
    layout_builder_free(builder);
    return plain;
}

/* Plans CHANGE, and carries it out on the planned disk. */
static struct write_plan plan_change(struct planned *planned, change_fn change,
                                     unsigned move)
{
    const struct data_scene *scene = planned->scene;
    struct layout_builder *builder = layout_builder_from(planned->layout);
    struct reader reader = sectors_reader(&planned->disk);
    struct write_plan plan = { 0 };
    struct err err = { 0 };

    change(planned, builder, move);
    struct layout *preview = layout_builder_refinish(builder);
    ck_assert_msg(write_plan_make(&reader, planned->layout, preview, &plan, &err),
                  "ALIDADE_SEED=%llu: %s", (ull)scene->rng.seed, err.text);
    sectors_put_plan(&planned->disk, &plan, 0, plan.count);
    layout_unref(planned->layout);
    layout_unref(preview);
    layout_builder_free(builder);
    planned->layout = read_planned(planned);
    return plan;
}

static struct log_step next_group(struct planned *planned)
{
    struct data_scene *scene = planned->scene;

    scene->group_count++;
    return (struct log_step){ .group = (uint16_t)scene->group_count };
}

static void end_group(struct planned *planned)
{
    struct data_scene *scene = planned->scene;

    ck_assert_uint_le(scene->group_count, DATA_GROUPS_MAX);
    scene->rests[scene->group_count] = planned->build.log.steps.count;
    planned->rests[scene->group_count] = sectors_copy(&planned->disk);
}

static void add_table(struct planned *planned, change_fn change, unsigned move)
{
    struct log_step like = next_group(planned);
    struct write_plan plan = plan_change(planned, change, move);
    struct err err = { 0 };

    ck_assert_msg(log_build_plan(&planned->build, &like, &plan, &err), "%s", err.text);
    write_plan_finish(&plan);
    end_group(planned);
}

static void add_move(struct planned *planned, unsigned move)
{
    struct data_scene *scene = planned->scene;
    struct log_step like = next_group(planned);
    struct write_plan envelope = plan_change(planned, change_to_envelope, move);
    struct write_plan after = plan_change(planned, change_to_new, move);
    struct err err = { 0 };

    scene->groups[move] = scene->group_count;
    like.number = (uint16_t)data_scene_number(scene, move);
    ck_assert_msg(shift_is_valid(&scene->shifts[move]), "ALIDADE_SEED=%llu: invalid move",
                  (ull)scene->rng.seed);
    ck_assert_msg(fix_move_add(&planned->build, &like, &scene->shifts[move],
                               &scene->fields[move], &envelope, &after, &err),
                  "%s", err.text);
    write_plan_finish(&envelope);
    write_plan_finish(&after);
    end_group(planned);
}

/* --- all of it --- */

static void plan_begin(struct planned *planned, struct reader *disk)
{
    struct data_scene *scene = planned->scene;
    struct redo_log like = { .transaction = { { 7 } },
                             .disk_bytes = scene->limits.size * scene->logical,
                             .logical = (uint32_t)scene->logical,
                             .grid = scene->disk.grid,
                             .serial = "serial",
                             .model = "a model" };
    struct err err = { 0 };

    planned->disk =
        (struct sectors){ .size = scene->limits.size, .logical = scene->logical };
    for (size_t lba = 0; lba < planned->disk.size; lba++)
        sectors_put(&planned->disk, lba, scene->disk.bytes + lba * scene->logical);
    planned->rests[0] = sectors_copy(&planned->disk);
    *disk = sectors_reader(&planned->rests[0]);
    planned->layout = read_planned(planned);
    like.label = layout_label(planned->layout)->kind;
    ck_assert_msg(log_build_init(&planned->build, disk, &like, &err), "%s", err.text);
}

static void add_exits(struct planned *planned)
{
    struct data_scene *scene = planned->scene;

    for (size_t i = 0; i <= scene->group_count; i++) {
        struct err err = { 0 };
        sectors_finish(&planned->disk);
        planned->disk = sectors_copy(&planned->rests[i]);
        layout_unref(planned->layout);
        planned->layout = read_planned(planned);
        struct write_plan plan = plan_change(planned, change_type, 0);
        ck_assert_msg(log_build_exit(&planned->build, scene->rests[i], &plan, &err), "%s",
                      err.text);
        write_plan_finish(&plan);
    }
}

void data_scene_plan(struct data_scene *scene)
{
    struct planned planned = { .scene = scene };
    struct reader disk;

    scene->group_count = 0;
    plan_begin(&planned, &disk);
    if (scene->new_ebr != scene->ebrs[1])
        add_table(&planned, change_ebr, 1);
    if (scene->swap.length && scene->entries % 32)
        add_table(&planned, change_swap, 0);
    for (unsigned i = scene->count; i > 0; i--)
        add_move(&planned, i - 1);
    if (scene->has_edit)
        add_table(&planned, change_type, scene->count - 1);
    if (scene->swap.length && scene->entries % 32 == 0)
        add_table(&planned, change_swap, 0);
    if (scene->has_exit)
        add_exits(&planned);
    log_build_take(&planned.build, &scene->log);
    for (size_t i = 0; i <= scene->group_count; i++)
        sectors_finish(&planned.rests[i]);
    sectors_finish(&planned.disk);
    layout_unref(planned.layout);
}
