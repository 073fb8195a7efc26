/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prop_suggest.c - suggestions on random disks against exhaustive search */
#include "model/align/suggest.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/random_disk.h"
#include "support/test.h"

enum { ROUNDS = 250 };

/* True if on the grid; computed in bytes, without the code under test. */
static bool is_on(uint64_t lba, const struct limits *limits, uint64_t inside,
                  uint64_t grid)
{
    uint64_t past = num_mul_mod(lba, limits->logical, grid) + inside % grid;

    return (past + grid - limits->alignment_offset % grid) % grid == 0;
}

/* Of file systems alone: what LUKS, LVM and md hold has blocks of its own. */
static uint64_t block_of_kind(const struct inside *inside)
{
    switch ((int)inside->kind) {
    case INSIDE_FAT:
    case INSIDE_EXFAT:
    case INSIDE_NTFS:
        return inside->unit;
    case INSIDE_EXT:
    case INSIDE_BTRFS:
    case INSIDE_XFS:
        return inside->block;
    default:
        return 0;
    }
}

static bool is_good(const struct layout *layout, const struct extent *extent,
                    uint64_t lba)
{
    const struct limits *limits = layout_limits(layout);
    const struct inside *inside = &extent->content.inside;
    uint64_t block = block_of_kind(inside);
    bool is_small = block && block < limits->physical;

    return is_on(lba, limits, is_small ? 0 : inside->data_offset, limits->physical);
}

static bool is_grain(const struct layout *layout, const struct extent *extent,
                     uint64_t lba)
{
    const struct limits *limits = layout_limits(layout);

    return is_good(layout, extent, lba) && is_on(lba, limits, 0, limits->physical) &&
           is_on(lba, limits, 0, limits->grain);
}

/* The EBR before EXTENT with only free sectors in between. */
static const struct extent *ebr_of(const struct layout *layout,
                                   const struct extent *extent)
{
    if (extent->kind != EXTENT_LOGICAL)
        return NULL;
    for (uint64_t lba = extent->start; lba-- > 0;) {
        const struct extent *found = layout_find_lba(layout, lba);
        if (found->kind != EXTENT_FREE)
            return found->role == ROLE_EBR ? found : NULL;
    }
    return NULL;
}

/* True if EXTENT can use this sector without changing any other extent. */
static bool is_own_or_free(const struct layout *layout, const struct extent *extent,
                           const struct extent *ebr, uint64_t lba)
{
    const struct label *label = layout_label(layout);
    const struct extent *found = layout_find_lba(layout, lba);

    if (!found || lba > label->last_usable || lba < label->first_usable)
        return false;
    return found == extent || found == ebr ||
           (found->kind == EXTENT_FREE && found->parent == extent->parent);
}

/* The expected fit at START, found sector by sector. */
static bool room_at(const struct layout *layout, const struct extent *extent,
                    uint64_t start, struct suggestion *ret)
{
    const struct extent *ebr = ebr_of(layout, extent);
    const struct label *label = layout_label(layout);
    uint64_t front = extent->kind == EXTENT_LOGICAL;
    uint64_t limit = start + extent->length, room = 0;
    bool is_clear = start >= front;

    for (uint64_t lba = start - front; is_clear && lba < extent->start; lba++)
        is_clear = is_own_or_free(layout, extent, ebr, lba);
    for (uint64_t lba = extent->start; is_clear && lba < start; lba++)
        is_clear = is_own_or_free(layout, extent, ebr, lba);
    while (is_clear && room < extent->length &&
           is_own_or_free(layout, extent, ebr, start + room))
        room++;
    ret->shrink = 0;
    if (room == extent->length) {
        ret->fit = FIT_FREE;
        return true;
    }
    const struct inside *inside = &extent->content.inside;
    if (room && inside->kind != INSIDE_XFS && inside->kind != INSIDE_EXFAT &&
        inside->used <= room * layout_limits(layout)->logical) {
        ret->fit = FIT_SHRINK;
        ret->shrink = extent->length - room;
        return true;
    }
    ret->fit = FIT_MOVES;
    return start >= label->first_usable + front && limit <= label->last_usable + 1;
}

/* Finds what lies below the old place of a top-level partition, below the new one and
 * between; false if nothing does. */
static bool blockers_at(const struct layout *layout, const struct extent *extent,
                        uint64_t start, unsigned *ret_first, unsigned *ret_last)
{
    uint64_t from = start < extent->start ? start : extent->start;
    uint64_t to = (start < extent->start ? extent->start : start) + extent->length;
    bool have = false;

    for (uint64_t lba = from; lba < to; lba++) {
        const struct extent *found = layout_find_lba(layout, lba);
        if (found->parent)
            found = layout_find(layout, found->parent);
        if (found == extent || found->kind == EXTENT_FREE)
            continue;
        unsigned number = found->kind == EXTENT_EXTENDED ? 0 : found->number;
        *ret_first = have ? *ret_first : number;
        *ret_last = number;
        have = true;
    }
    return have;
}

static uint64_t abs_shift(const struct suggestion *s)
{
    return s->shift < 0 ? (uint64_t)-s->shift : (uint64_t)s->shift;
}

static const struct suggestion *find(const struct suggestion *list, size_t count,
                                     uint64_t start)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].start == start)
            return &list[i];
    return NULL;
}

static bool is_first_on_msdos(const struct layout *layout, const struct extent *extent)
{
    for (size_t i = 0; i < layout_count(layout); i++)
        if (extent_is_partition(layout_at(layout, i)))
            return layout_at(layout, i) == extent &&
                   layout_label(layout)->kind == LABEL_MSDOS;
    return false;
}

typedef bool is_member(const struct layout *, const struct extent *, uint64_t);

/* The nearest member on one side must be in the list, exactly where its room allows it.
 * Returns whether it is. */
static bool check_side(const struct rng *rng, const struct layout *layout,
                       const struct extent *extent, is_member *is_in, int step,
                       const struct suggestion *list, size_t count, uint64_t *ret_start)
{
    const struct limits *limits = layout_limits(layout);
    uint64_t lba = extent->start, period = limits->grain / limits->logical;
    struct suggestion want;

    for (uint64_t i = 0; i < period; i++) {
        if (step < 0 && !lba)
            return false;
        lba += (uint64_t)(int64_t)step;
        if (!is_in(layout, extent, lba))
            continue;
        const struct suggestion *got = find(list, count, lba);
        bool is_possible = room_at(layout, extent, lba, &want) &&
                           !(is_first_on_msdos(layout, extent) && lba < 33);
        LAW(rng, (got != NULL) == is_possible);
        if (!got)
            return false;
        LAW(rng, got->fit == want.fit);
        LAW(rng, got->shrink == want.shrink);
        *ret_start = lba;
        return true;
    }
    return false;
}

static bool is_in_order(const struct suggestion *a, const struct suggestion *b)
{
    if (a->fit != b->fit)
        return a->fit < b->fit;
    if (a->data_bytes != b->data_bytes)
        return a->data_bytes < b->data_bytes;
    if (a->grade != b->grade)
        return a->grade < b->grade;
    return abs_shift(a) <= abs_shift(b);
}

static void check_candidate(const struct rng *rng, const struct layout *layout,
                            const struct extent *extent, const struct suggestion *s)
{
    uint64_t logical = layout_limits(layout)->logical;
    unsigned first = 0, last = 0;

    LAW(rng, is_good(layout, extent, s->start));
    LAW(rng,
        s->grade == (is_grain(layout, extent, s->start) ? GRADE_GRAIN : GRADE_PHYSICAL));
    LAW(rng, (uint64_t)((int64_t)extent->start + s->shift) == s->start);
    LAW(rng, s->data_bytes ==
                 (content_is_empty(&extent->content) ? 0 : extent->length * logical));
    if (s->fit == FIT_MOVES && extent->kind != EXTENT_LOGICAL) {
        LAW(rng, blockers_at(layout, extent, s->start, &first, &last));
        LAW(rng, s->first_moved == first && s->last_moved == last);
    }
}

TEST(candidates_are_the_nearest_and_in_order)
{
    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        for (size_t i = 0; i < layout_count(layout); i++) {
            const struct extent *extent = layout_at(layout, i);
            struct suggestion list[SUGGEST_MAX];
            uint64_t seen[SUGGEST_MAX];
            struct suggestion best;
            size_t count = suggest_starts(layout, extent, GRUB_OF(0), list), sides = 0;
            bool is_off = judge_extent(layout, extent).grade == GRADE_OFF;

            LAW(&rng, suggest_best(layout, extent, GRUB_OF(0), &best) == (count > 0));
            LAW(&rng, is_off || !count);
            if (!is_off)
                continue;
            for (int step = -1; step <= 1; step += 2) {
                sides += check_side(&rng, layout, extent, is_good, step, list, count,
                                    &seen[sides]);
                sides += check_side(&rng, layout, extent, is_grain, step, list, count,
                                    &seen[sides]);
            }
            for (size_t j = 0; j < count; j++) {
                check_candidate(&rng, layout, extent, &list[j]);
                /* If none is free, the first is the one that a plan would choose. */
                LAW(&rng, j == 0 || (j == 1 && list[0].fit != FIT_FREE) ||
                              is_in_order(&list[j - 1], &list[j]));
                bool is_seen = false;
                for (size_t k = 0; k < sides; k++)
                    is_seen |= seen[k] == list[j].start;
                LAW(&rng, is_seen);
            }
        }
    }
}

/* LAYOUT with EXTENT and its EBR moved to the start of S. */
static struct layout *apply(const struct layout *layout, const struct extent *extent,
                            const struct suggestion *s)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(layout);
    const struct extent *ebr = ebr_of(layout, extent);
    struct extent *moved = layout_builder_find(builder, extent->id);

    moved->start = s->start;
    moved->length -= s->shrink;
    if (ebr && ebr->start >= s->start)
        layout_builder_find(builder, ebr->id)->start = s->start - 1;
    struct err err = { 0 };
    return layout_builder_finish(builder, &err);
}

TEST(aligning_twice_changes_nothing)
{
    unsigned applied = 0;

    for (unsigned round = 0; round < rng_rounds(ROUNDS); round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = random_disk(&rng);
        for (size_t i = 0; i < layout_count(layout); i++) {
            const struct extent *extent = layout_at(layout, i);
            struct suggestion list[SUGGEST_MAX], again[SUGGEST_MAX];
            size_t count = suggest_starts(layout, extent, GRUB_OF(0), list);
            for (size_t j = 0; j < count && list[j].fit != FIT_MOVES; j++) {
                CLEANUP(layout_unrefp)
                struct layout *after = apply(layout, extent, &list[j]);
                LAW(&rng, after != NULL);
                const struct extent *moved = layout_find(after, extent->id);
                LAW(&rng, judge_extent(after, moved).grade == list[j].grade);
                LAW(&rng, suggest_starts(after, moved, GRUB_OF(0), again) == 0);
                applied++;
            }
        }
    }
    /* The law must have been tested at all. */
    ck_assert_uint_gt(applied, rng_rounds(ROUNDS) / 4);
}

/* One partition near the end of 64 bits, on a disk that reaches almost as far. */
static struct layout *far_disk(struct rng *rng)
{
    struct limits limits = { .logical = 512, .grain = 1 << 20 };
    struct label label = { .kind = LABEL_GPT, .first_usable = 34 };

    limits.size = UINT64_MAX - rng_below(rng, 5000);
    limits.physical = UINT64_C(512) << rng_below(rng, 6);
    limits.alignment_offset = rng_below(rng, limits.physical / 512) * 512;
    label.last_usable = limits.size - 1 - rng_below(rng, 40);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    struct extent far = { .kind = EXTENT_PARTITION, .number = 1 };
    far.length = 1 + rng_below(rng, 3000);
    far.start = label.last_usable + 1 - far.length - rng_below(rng, 3000);
    far.content = disks_content(INSIDE_EXT, NULL);
    layout_builder_add(builder, &far);
    return layout_builder_finish(builder, NULL);
}

TEST(starts_near_the_end_of_64_bits_do_not_wrap)
{
    for (unsigned round = 0; round < 4000; round++) {
        struct rng rng = rng_start(round);
        CLEANUP(layout_unrefp) struct layout *layout = far_disk(&rng);
        const struct extent *extent = layout_find_number(layout, 1);
        struct suggestion list[SUGGEST_MAX];
        size_t count = suggest_starts(layout, extent, GRUB_OF(0), list);
        bool is_off = !is_good(layout, extent, extent->start);

        LAW(&rng, (judge_extent(layout, extent).grade == GRADE_OFF) == is_off);
        LAW(&rng, (count > 0) == is_off);
        for (size_t i = 0; i < count; i++) {
            uint64_t length = extent->length - list[i].shrink;
            uint64_t end = 0;
            LAW(&rng, is_good(layout, extent, list[i].start));
            LAW(&rng, length > 0 && num_add(list[i].start, length, &end));
            LAW(&rng, end <= layout_label(layout)->last_usable + 1);
            LAW(&rng, abs_shift(&list[i]) < 2048);
            LAW(&rng, list[i].start + (uint64_t)-list[i].shift == extent->start);
        }
    }
}
