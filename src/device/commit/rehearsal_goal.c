/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rehearsal_goal.c - converts a preview to a goal for libparted */
#include "device/commit/rehearsal_goal.h"

#include <stdlib.h>
#include <string.h>

#include "device/parted/sees.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/utf16.h"
#include "model/base/utf8.h"
#include "model/disk/repair.h"

/* Number of entries of libparted's new GPTs. */
static const unsigned fresh_entries = 128;

/* libparted requires a NUL after the name and does not support surrogates. */
enum { NAME_UNITS_MAX = 35 };

static bool is_any_kept(const struct layout *base, const struct layout *preview)
{
    LAYOUT_EACH (extent, preview)
        if (extent_is_entry(extent) && layout_find(base, extent->id))
            return true;
    return false;
}

/* A new id alone does not make a new table while a partition is kept. */
static bool is_fresh(const struct layout *base, const struct layout *preview)
{
    const struct label *before = layout_label(base), *after = layout_label(preview);

    return before->kind != after->kind ||
           (strcmp(before->id, after->id) != 0 && !is_any_kept(base, preview));
}

static bool fits_fresh_gpt(const struct layout *preview)
{
    const struct limits *limits = layout_limits(preview);
    uint64_t own = num_round_up(fresh_entries * 128, limits->logical) / limits->logical;

    LAYOUT_EACH (extent, preview)
        if (extent_is_entry(extent) &&
            (extent->number > fresh_entries || extent->start < 2 + own ||
             extent_end(extent) + own + 1 > limits->size))
            return false;
    return true;
}

/* libparted would not make a repair, or would ask about the damage. */
static bool is_repair(const struct layout *base, const struct layout *preview)
{
    for (unsigned i = 0; i < REPAIR_COUNT; i++)
        if (repair_is_wanted(base, (enum repair)i) &&
            !repair_is_wanted(preview, (enum repair)i))
            return true;
    return false;
}

static bool can_make(const struct layout *base, const struct layout *preview)
{
    const struct label *before = layout_label(base), *after = layout_label(preview);

    if (!label_is_editable(after->kind) || before->written_for || after->written_for ||
        parted_find_unseen(base) || parted_find_unseen(preview) ||
        layout_note_find(preview, NOTE_ISO_HYBRID))
        return false;
    if (is_fresh(base, preview))
        return after->kind != LABEL_GPT || fits_fresh_gpt(preview);
    return !layout_read_only(base) && !is_repair(base, preview);
}

/* Returns the extent of BASE that libparted can keep for this one; NULL: it is to be
 * created. */
static const struct extent *goal_find_kept(const struct layout *base,
                                           const struct extent *extent)
{
    const struct extent *old = layout_find(base, extent->id);

    return old && old->kind == extent->kind && old->number ? old : NULL;
}

static bool is_nameable(const char *name)
{
    uint8_t units[2 * NAME_UNITS_MAX];

    if (!utf16le_of_utf8(name, units, NAME_UNITS_MAX))
        return false;
    for (size_t i = 1; i < sizeof(units); i += 2)
        if (units[i] >= 0xd8 && units[i] <= 0xdf)
            return false;
    return true;
}

static enum parted_part_kind goal_part_kind(const struct extent *extent)
{
    return extent->kind == EXTENT_EXTENDED  ? PARTED_PART_EXTENDED
           : extent->kind == EXTENT_LOGICAL ? PARTED_PART_LOGICAL
                                            : PARTED_PART_NORMAL;
}

/* libparted chooses the type of a container itself. */
static void goal_set_type(struct parted_target *target, const struct extent *extent,
                          bool is_gpt)
{
    char *end;
    unsigned long id = strtoul(extent->type, &end, 16);

    if (extent->kind == EXTENT_EXTENDED)
        return;
    if (is_gpt) {
        target->has_type = guid_parse(extent->type, &target->guid);
    } else {
        target->has_type = extent->type[0] && !*end && id <= UINT8_MAX;
        target->type_id = (uint8_t)id;
    }
}

static struct parted_target goal_make_target(const struct extent *extent,
                                             const struct extent *kept, bool is_gpt)
{
    struct parted_target target = { .kept = kept ? kept->number : 0,
                                    .kind = goal_part_kind(extent),
                                    .number = extent->number,
                                    .start = extent->start,
                                    .length = extent->length,
                                    .is_bootable = extent->is_bootable };

    copy_text(target.name, sizeof(target.name), extent->name);
    target.is_renamed = is_gpt && (!kept || strcmp(kept->name, extent->name) != 0);
    target.has_name = target.is_renamed && is_nameable(extent->name);
    if (!kept || strcmp(kept->type, extent->type) != 0)
        goal_set_type(&target, extent, is_gpt);
    return target;
}

static int goal_compare_numbers(const void *a, const void *b)
{
    const struct parted_target *one = a, *other = b;

    return one->number < other->number ? -1 : one->number > other->number;
}

static const struct parted_target *goal_find_target(const struct parted_goal *goal,
                                                    const struct extent *extent)
{
    for (size_t i = 0; i < goal->count; i++)
        if (goal->targets[i].number == extent->number)
            return &goal->targets[i];
    return NULL;
}

static unsigned count_bootable(const struct layout *layout)
{
    unsigned count = 0;

    for (size_t i = 0; i < layout_count(layout); i++)
        count +=
            extent_is_entry(layout_at(layout, i)) && layout_at(layout, i)->is_bootable;
    return count;
}

bool rehearsal_goal(const struct layout *base, const struct layout *preview,
                    struct parted_goal *ret)
{
    const struct label *label = layout_label(preview);
    struct parted_goal goal = { .is_gpt = label->kind == LABEL_GPT,
                                .is_fresh = is_fresh(base, preview) };

    if (!can_make(base, preview))
        return false;
    goal.targets = xcalloc(layout_count(preview) + 1, sizeof(*goal.targets));
    LAYOUT_EACH (extent, preview) {
        const struct extent *kept = goal.is_fresh ? NULL : goal_find_kept(base, extent);
        const struct extent *container = layout_find(preview, extent->parent);
        if (!extent_is_entry(extent))
            continue;
        /* Logical partitions in a new container cannot be kept. */
        if (container && !goal_find_kept(base, container))
            kept = NULL;
        goal.targets[goal.count++] = goal_make_target(extent, kept, goal.is_gpt);
    }
    qsort(goal.targets, goal.count, sizeof(*goal.targets), goal_compare_numbers);
    *ret = goal;
    return true;
}

static unsigned goal_fields(const struct parted_target *target, bool is_gpt,
                            unsigned skills)
{
    bool is_set =
        target->has_name && (skills & PARTED_SETS_NAMES || utf8_is_ascii(target->name));
    bool is_named = is_gpt && (is_set || !target->is_renamed);
    bool is_typed = target->kind != PARTED_PART_EXTENDED &&
                    (skills & PARTED_SETS_TYPES || (target->kept && !target->has_type));

    return DIFF_NUMBER | (is_named ? DIFF_NAME : 0u) | (is_typed ? DIFF_TYPE : 0u);
}

size_t rehearsal_goal_wants(const struct parted_goal *goal, const struct layout *preview,
                            unsigned skills, struct rehearsal_want **ret)
{
    /* libparted keeps the flag on only one msdos partition. */
    unsigned boot = goal->is_gpt || count_bootable(preview) < 2 ? DIFF_BOOT : 0;
    size_t count = rehearsal_wants(preview, boot, ret);

    for (size_t i = 0; i < count; i++) {
        const struct parted_target *target = goal_find_target(goal, (*ret)[i].extent);
        (*ret)[i].fields |= goal_fields(target, goal->is_gpt, skills);
    }
    return count;
}
