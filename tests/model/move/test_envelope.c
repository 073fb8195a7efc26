/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_envelope.c - what stays in a partition's entry while it is moved, and what not */
#include "model/move/plan/envelope.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "support/disks.h"
#include "support/envelope_make.h"
#include "support/test.h"

enum {
    STAYS = DIFF_NUMBER | DIFF_NAME | DIFF_UUID | DIFF_ATTRIBUTES | DIFF_BOOT |
            DIFF_KIND | DIFF_ROLE | DIFF_LETTER | DIFF_FAULT | DIFF_ID
};

/* Two partitions as of a program that knows cylinders. */
static struct layout *odd_gpt(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = 16065,
          .length = 100000,
          .inside = INSIDE_EXT },
        { .kind = EXTENT_PARTITION,
          .number = 7,
          .start = 321300,
          .length = 100000,
          .inside = INSIDE_NTFS },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_GPT, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static const struct {
    struct layout *(*disk)(void);
    const char *type;
    unsigned entries; /* partitions and logicals with data that `mib` moves */
} rows[] = {
    { disks_legacy, "da", 2 },
    { disks_jumper, "da", 1 },
    { odd_gpt, "6337468B-2385-49E9-A10B-B4F7634DC33D", 2 },
};

static void check_entry(const struct layout *before, const struct layout *envelope,
                        const struct layout *after, uint32_t id, const char *type)
{
    const struct extent *old = layout_find(before, id), *now = layout_find(envelope, id);
    const struct extent *last = layout_find(after, id);
    enum label_kind kind = layout_label(before)->kind;
    uint64_t start = old->start < last->start ? old->start : last->start;
    uint64_t end =
        extent_end(old) > extent_end(last) ? extent_end(old) : extent_end(last);

    ck_assert_str_eq(now->type, type);
    ck_assert_uint_eq(now->start, start);
    ck_assert_uint_eq(extent_end(now), end);
    ck_assert_uint_eq(extent_diff(old, now) & STAYS, 0);
    ck_assert_uint_eq(now->ebr, old->ebr);
    ck_assert(envelope_has_type(kind, now));
    ck_assert(!envelope_has_type(kind, old));
    ck_assert_ptr_nonnull(type_name(kind, now->type));
}

/* The entries of all others stay as they are. */
static void check_others(const struct layout *before, const struct layout *envelope,
                         uint32_t id)
{
    LAYOUT_EACH (extent, before) {
        const struct extent *now = layout_find(envelope, extent->id);
        if (extent_is_entry(extent) && extent->id != id)
            ck_assert(now && extent_diff(extent, now) == 0);
    }
}

TEST_EACH(an_entry_in_progress_covers_both_places, rows)
{
    struct layout *before = rows[_i].disk();
    struct moves_want want = { .aim = MOVES_MIB };
    unsigned entries = 0;
    struct moves moves;
    struct err err = { 0 };

    ck_assert_msg(moves_make(before, &want, &moves, &err), "%s", err.text);
    for (size_t i = 0; i < moves.step_count; i++) {
        const struct moves_step *step = &moves.steps[i];
        struct layout *after = moves_step_apply(before, step);
        if (step->action == MOVES_DATA) {
            CLEANUP(layout_unrefp)
            struct layout *envelope = envelope_make(before, step);
            check_entry(before, envelope, after, step->id, rows[_i].type);
            check_others(before, envelope, step->id);
            entries++;
        }
        layout_unref(before);
        before = after;
    }
    ck_assert_uint_eq(entries, rows[_i].entries);
    layout_unref(before);
    moves_finish(&moves);
}
