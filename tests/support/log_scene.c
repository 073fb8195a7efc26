/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_scene.c - redo logs of some random changes of a random table */
#include "support/log_scene.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "model/edit/edit.h"
#include "model/table/tables.h"
#include "support/random_table.h"

/* Plans the change of the table after DONE plans to PREVIEW; NULL where that is refused.
 */
static struct layout *scene_plan(struct log_scene *scene, size_t done,
                                 struct layout *preview, struct write_plan *ret)
{
    struct reader reader = sectors_reader(&scene->disks[done]);
    struct err err = { 0 };

    if (preview && write_plan_make(&reader, scene->layouts[done], preview, ret, &err))
        return preview;
    layout_unref(preview);
    return NULL;
}

/* Returns what is read from DISK, with the contents of PREVIEW, which was written to it.
 */
static struct layout *read_again(struct sectors *disk, const struct layout *preview)
{
    CLEANUP(layout_builder_freep) struct layout_builder *builder = NULL;
    CLEANUP(layout_unrefp) struct layout *found = NULL;
    struct reader reader = sectors_reader(disk);
    struct err err = { 0 };

    if (!tables_read(&reader, layout_limits(preview), &found, &err) || !found)
        return NULL;
    builder = layout_builder_from(found);
    LAYOUT_EACH (extent, found) {
        const struct extent *same = layout_find_lba(preview, extent->start);
        if (extent_holds_data(extent) && same)
            layout_builder_find(builder, extent->id)->content = same->content;
    }
    return layout_builder_finish(builder, &err);
}

static void add_plan(struct log_scene *scene)
{
    size_t done = scene->plan_count;
    struct layout *preview = random_preview(&scene->rng, scene->layouts[done],
                                            1 + (unsigned)rng_below(&scene->rng, 4));
    struct write_plan *plan = &scene->plans[done];

    preview = scene_plan(scene, done, preview, plan);
    if (preview && plan->count) {
        scene->disks[done + 1] = sectors_copy(&scene->disks[done]);
        sectors_put_plan(&scene->disks[done + 1], plan, 0, plan->count);
        scene->layouts[done + 1] = read_again(&scene->disks[done + 1], preview);
    }
    if (scene->layouts[done + 1])
        scene->plan_count++;
    else
        write_plan_finish(plan);
    layout_unref(preview);
}

/* The same change for all rest points where it is possible, as the entry of a journal
 * that goes, or any other. */
static struct layout *exit_preview(struct log_scene *scene, size_t done, unsigned number)
{
    const struct extent *extent = layout_find_number(scene->layouts[done], number);
    struct edit edit = { .kind = EDIT_TYPE, .id = extent ? extent->id : 0 };
    bool is_gpt = layout_label(scene->layouts[done])->kind == LABEL_GPT;
    struct err err = { 0 };

    if (!number)
        return random_preview(&scene->rng, scene->layouts[done], 1);
    strcpy(edit.type, is_gpt ? TYPE_GPT_WINDOWS : "b");
    return extent ? edit_apply(scene->layouts[done], &edit, &err) : NULL;
}

static void add_exits(struct log_scene *scene)
{
    unsigned number = (unsigned)rng_below(&scene->rng, 4);

    for (size_t i = 0; i <= scene->plan_count; i++)
        scene->exit_layouts[i] =
            scene_plan(scene, i, exit_preview(scene, i, number), &scene->exits[i]);
}

static bool build_log(struct log_scene *scene)
{
    struct reader reader = sectors_reader(&scene->disks[0]);
    struct redo_log like = { .transaction = { { 7 } },
                             .disk_bytes = reader.size,
                             .logical = (uint32_t)scene->disks[0].logical,
                             .label = layout_label(scene->layouts[1])->kind,
                             .grid = { .grain = 8 },
                             .time = scene->rng.seed,
                             .serial = "serial",
                             .model = "a model" };
    struct log_build build;
    struct err err = { 0 };
    bool is_good = log_build_init(&build, &reader, &like, &err);

    for (size_t i = 0; i < scene->plan_count && is_good; i++) {
        struct log_step step = { .number = (uint16_t)i, .group = (uint16_t)(i + 1) };
        is_good = log_build_plan(&build, &step, &scene->plans[i], &err);
        scene->rests[i + 1] = build.log.steps.count;
    }
    for (size_t i = 0; i <= scene->plan_count && is_good; i++)
        is_good = log_build_exit(&build, scene->rests[i], &scene->exits[i], &err);
    ck_assert_msg(is_good, "ALIDADE_SEED=%llu: %s", (unsigned long long)scene->rng.seed,
                  err.text);
    log_build_take(&build, &scene->log);
    return true;
}

bool log_scene_make(unsigned round, struct log_scene *ret)
{
    struct log_scene scene = { .rng = rng_start(round) };
    size_t wanted = 1 + rng_below(&scene.rng, LOG_SCENE_PLANS);

    scene.disks[0] = random_table(&scene.rng);
    scene.layouts[0] = random_base(&scene.rng, &scene.disks[0]);
    while (scene.layouts[0] && wanted--)
        add_plan(&scene);
    if (!scene.plan_count || !label_is_editable(layout_label(scene.layouts[1])->kind)) {
        log_scene_finish(&scene);
        return false;
    }
    add_exits(&scene);
    build_log(&scene);
    *ret = scene;
    return true;
}

void log_scene_finish(struct log_scene *scene)
{
    for (size_t i = 0; i <= LOG_SCENE_PLANS; i++) {
        layout_unref(scene->layouts[i]);
        layout_unref(scene->exit_layouts[i]);
        sectors_finish(&scene->disks[i]);
        write_plan_finish(&scene->exits[i]);
        if (i < LOG_SCENE_PLANS)
            write_plan_finish(&scene->plans[i]);
    }
    redo_log_finish(&scene->log);
}

size_t log_scene_epoch(const struct write_plan *plan, size_t from)
{
    size_t i = from;

    do {
        bool is_swap = plan->writes[i].what == WRITE_SWAP;
        if (plan->writes[i++].is_flushed || i == plan->count ||
            (plan->writes[i].what == WRITE_SWAP) != is_swap)
            return i - from;
    } while (true);
}
