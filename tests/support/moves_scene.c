/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves_scene.c - tiny disks with any partitions that a plan could move */
#include "support/moves_scene.h"

#include "model/base/mem.h"

static bool is_one_of(struct rng *rng, uint64_t n)
{
    return !rng_below(rng, n);
}

static uint64_t random_gap(struct rng *rng)
{
    if (is_one_of(rng, 2))
        return 0;
    return rng_below(rng, is_one_of(rng, 4) ? 18 : 3);
}

/* --- random disks --- */

static struct disks_part *add_part(struct moves_scene *scene, enum extent_kind kind,
                                   uint64_t start, uint64_t length)
{
    struct disks_part *part = &scene->parts[scene->spec.count++];

    *part = (struct disks_part){ .kind = kind, .start = start, .length = length };
    return part;
}

static void fill_part(struct moves_scene *scene, struct disks_part *part, unsigned number)
{
    static const enum inside_kind kinds[] = { INSIDE_EXT, INSIDE_EXT, INSIDE_FAT,
                                              INSIDE_SWAP, INSIDE_NONE };

    part->number = number;
    part->inside = kinds[rng_below(&scene->rng, ARRAY_SIZE(kinds))];
}

/* Up to COUNT logicals in a container at START; returns its end. */
static uint64_t add_chain(struct moves_scene *scene, uint64_t start, uint64_t count)
{
    struct rng *rng = &scene->rng;
    struct disks_part *container = add_part(scene, EXTENT_EXTENDED, start, 0);
    uint64_t end = start;

    container->number = 4;
    for (unsigned number = 5; number < 5 + count; number++) {
        uint64_t ebr = number == 5 ? start : end + random_gap(rng);
        add_part(scene, EXTENT_METADATA, ebr, 1)->role = ROLE_EBR;
        uint64_t first = ebr + 1 + random_gap(rng), length = 1 + rng_below(rng, 7);
        fill_part(scene, add_part(scene, EXTENT_LOGICAL, first, length), number);
        end = first + length;
    }
    end += random_gap(rng);
    container->length = end - start;
    return end;
}

/* Primaries, among them perhaps a container; returns the end of the last one. */
static uint64_t add_parts(struct moves_scene *scene, uint64_t low)
{
    struct rng *rng = &scene->rng;
    uint64_t items = 1 + rng_below(rng, MOVES_SCENE_ITEMS), end = low;
    bool has_chain = scene->spec.label != LABEL_MSDOS;

    for (unsigned number = 1; items && number < 4; number++) {
        uint64_t start = end + random_gap(rng), count = 1 + rng_below(rng, items);
        if (!has_chain && is_one_of(rng, 2)) {
            end = add_chain(scene, start, count);
            items -= count;
            has_chain = true;
            continue;
        }
        uint64_t length = 1 + rng_below(rng, 7);
        fill_part(scene, add_part(scene, EXTENT_PARTITION, start, length), number);
        end = start + length;
        items--;
    }
    return end;
}

static void choose_limits(struct moves_scene *scene)
{
    struct rng *rng = &scene->rng;
    struct limits_given *given = &scene->spec.given;

    given->physical = UINT64_C(512) << rng_below(rng, 4);
    given->grain = 4096;
    given->has_alignment_offset = is_one_of(rng, 4);
    if (given->has_alignment_offset)
        given->alignment_offset = 512 * rng_below(rng, given->physical / 512);
}

/* Some contents cannot be moved, and some have their data at an odd offset. */
static void change_content(struct moves_scene *scene, struct extent *extent)
{
    struct rng *rng = &scene->rng;
    struct inside *inside = &extent->content.inside;

    extent->content.inside.data_offset = 0;
    extent->content.inside.block = 0;
    if (is_one_of(rng, 10))
        extent->use.kind = USE_MOUNT;
    if (inside->kind == INSIDE_NONE)
        extent->content.zeros = is_one_of(rng, 2) ? ZEROS_ALL : ZEROS_SAMPLED;
    else if (inside->kind == INSIDE_FAT && scene->want.aim == MOVES_NUDGE)
        inside->data_offset = 512 * rng_below(rng, 9);
}

static void change_contents(struct moves_scene *scene)
{
    CLEANUP(layout_unrefp) struct layout *plain = scene->layout;
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    layout_builder_label(builder)->last_usable = scene->high - 1;
    LAYOUT_EACH (extent, plain)
        if (extent_holds_data(extent))
            change_content(scene, layout_builder_find(builder, extent->id));
    scene->layout = layout_builder_refinish(builder);
}

struct moves_scene moves_scene_make(unsigned round)
{
    struct moves_scene scene = { .rng = rng_start(round) };
    struct rng *rng = &scene.rng;
    bool is_gpt = is_one_of(rng, 3);

    scene.spec.label = is_gpt ? LABEL_GPT : LABEL_MSDOS;
    choose_limits(&scene);
    scene.want.aim = (enum moves_aim)rng_below(rng, MOVES_AIM_COUNT);
    scene.want.grub_sectors = is_gpt || !is_one_of(rng, 4) ? 0 : rng_below(rng, 40);
    uint64_t low = is_gpt              ? 34
                   : is_one_of(rng, 4) ? 1 + rng_below(rng, 40)
                                       : MOVES_SCENE_LOW;
    uint64_t end = add_parts(&scene, low);
    scene.high = end + random_gap(rng);
    /* The usable range can grow. */
    scene.spec.size = scene.high + 500;
    scene.spec.parts = scene.parts;
    scene.layout = disks_build(&scene.spec);
    scene.spec.parts = NULL;
    change_contents(&scene);
    return scene;
}
