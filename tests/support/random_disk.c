/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_disk.c - small disks with any legal table, for property tests */
#include "support/random_disk.h"

#include "model/base/mem.h"

#define PARTS_MAX 24

struct table {
    struct disks_part parts[PARTS_MAX];
    size_t count;
};

static bool one_in(struct rng *rng, uint64_t n)
{
    return rng_below(rng, n) == 0;
}

/* Often none, often a few sectors, sometimes a large one. */
static uint64_t gap(struct rng *rng)
{
    return one_in(rng, 2) ? 0 : rng_below(rng, one_in(rng, 4) ? 5000 : 70);
}

static struct disks_part *add(struct table *table, enum extent_kind kind, uint64_t start,
                              uint64_t length)
{
    struct disks_part *part = &table->parts[table->count++];

    *part = (struct disks_part){ .kind = kind, .start = start, .length = length };
    return part;
}

static void fill_container(struct rng *rng, struct table *table, uint64_t start,
                           uint64_t end)
{
    uint64_t at = start;

    /* Also a container without logicals begins with an EBR. */
    add(table, EXTENT_METADATA, start, 1)->role = ROLE_EBR;
    for (unsigned number = 5; number < 10; number++) {
        uint64_t ebr = at == start ? start : at + gap(rng);
        uint64_t first = ebr + 1 + (one_in(rng, 3) ? 62 : gap(rng));
        uint64_t length = 1 + rng_below(rng, 4000);
        if (first + length > end)
            return;
        if (ebr != start)
            add(table, EXTENT_METADATA, ebr, 1)->role = ROLE_EBR;
        struct disks_part *part = add(table, EXTENT_LOGICAL, first, length);
        part->number = number;
        part->inside = (enum inside_kind)rng_below(rng, INSIDE_COUNT);
        at = first + length;
    }
}

/* One container at most, as msdos has it. */
static void fill_disk(struct rng *rng, struct table *table, enum label_kind label,
                      uint64_t first, uint64_t end)
{
    bool has_container = label != LABEL_MSDOS;
    uint64_t at = first;

    for (unsigned number = 1; number <= 4; number++) {
        bool is_container = !has_container && one_in(rng, 3);
        uint64_t start = at + gap(rng);
        uint64_t length = 1 + rng_below(rng, is_container ? 20000 : 9000);
        if (start + length > end)
            return;
        struct disks_part *part =
            add(table, is_container ? EXTENT_EXTENDED : EXTENT_PARTITION, start, length);
        part->number = number;
        if (is_container)
            fill_container(rng, table, start, start + length);
        else
            part->inside = (enum inside_kind)rng_below(rng, INSIDE_COUNT);
        has_container |= is_container;
        at = start + length;
    }
}

static struct disks_spec random_spec(struct rng *rng)
{
    struct disks_spec spec = {
        .size = 2000 + rng_below(rng, 58000),
        .logical = one_in(rng, 4) ? 4096 : 512,
        .label = one_in(rng, 2) ? LABEL_GPT : LABEL_MSDOS,
    };

    spec.said.physical = spec.logical << rng_below(rng, 5);
    spec.said.has_alignment_offset = one_in(rng, 3);
    spec.said.alignment_offset =
        (int64_t)(rng_below(rng, spec.said.physical / spec.logical) * spec.logical);
    if (one_in(rng, 4))
        spec.said.optimal_io = spec.said.physical * (1 + rng_below(rng, 300));
    return spec;
}

/* Where the first data lies: usually on its block, sometimes on any byte. */
static uint64_t random_offset(struct rng *rng, uint64_t logical)
{
    switch (rng_below(rng, 4)) {
    case 0:
        return 0;
    case 1:
        return rng_below(rng, 4096) * 4096;
    case 2:
        return rng_below(rng, 4096) * logical;
    default:
        return one_in(rng, 8) ? rng_next(rng) : rng_below(rng, 64) * logical;
    }
}

static struct layout *with_random_inside(struct rng *rng, struct layout *plain)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);
    uint64_t logical = layout_limits(plain)->logical;

    for (size_t i = 0; i < layout_count(plain); i++) {
        const struct extent *extent = layout_at(plain, i);
        if (extent->content.inside.kind == INSIDE_NONE || one_in(rng, 2))
            continue;
        struct extent *changed = layout_builder_find(builder, extent->id);
        changed->content.inside.data_offset = random_offset(rng, logical);
        changed->content.inside.used = rng_below(rng, 2 * extent->length) * logical;
    }
    return layout_builder_finish(builder, NULL);
}

struct layout *random_disk(struct rng *rng)
{
    struct table table = { .count = 0 };
    struct disks_spec spec = random_spec(rng);
    uint64_t gpt = 1 + 128 * 128 / spec.logical;

    if (spec.label == LABEL_GPT)
        fill_disk(rng, &table, LABEL_GPT, 1 + gpt, spec.size - gpt);
    else
        fill_disk(rng, &table, LABEL_MSDOS, 1, spec.size);
    spec.parts = table.parts;
    spec.count = table.count;
    CLEANUP(layout_unrefp) struct layout *plain = disks_build(&spec);
    return with_random_inside(rng, plain);
}
