/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_journal_entry.c - the journal's own entry appears, and leaves nothing behind */
#include "model/move/plan/journal_entry.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/disk/types.h"
#include "model/move/plan/envelope.h"
#include "support/disks.h"
#include "support/test.h"

enum { BYTES = 1 << 20 };

static const struct guid_source seed = { { 1, 2, 3, 4 } };

static struct layout *build(enum label_kind label, size_t parts)
{
    static const struct disks_part all[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 4096, .length = 20000 },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = 40960,
          .length = 40000,
          .inside = INSIDE_SWAP },
        { .kind = EXTENT_PARTITION, .number = 3, .start = 90112, .length = 100 },
        { .kind = EXTENT_PARTITION, .number = 4, .start = 98304, .length = 100 },
    };

    return disks_build(&(struct disks_spec){
        .size = 1 << 20, .label = label, .parts = all, .count = parts });
}

static struct journal_spot spot_at(uint64_t lba)
{
    return (struct journal_spot){ .kind = JOURNAL_GAP, .start = lba, .bytes = BYTES };
}

/* What the plan has of ENTRY; free(). */
static struct journal_plan *plan_of(const struct layout *layout,
                                    const struct journal_spot *spot,
                                    const struct journal_entry *entry)
{
    struct journal_plan *plan = xcalloc(1, sizeof(*plan));

    plan->logical = (uint32_t)layout_limits(layout)->logical;
    plan->label = layout_label(layout)->kind;
    plan->spot = *spot;
    plan->number = entry->number;
    plan->spot_type = entry->type;
    return plan;
}

static const struct {
    enum label_kind label;
    size_t parts;
    uint64_t lba;
    unsigned partition; /* that the journal is in */
    unsigned number;    /* of the entry; 0: none */
} rows[] = {
    { LABEL_GPT, 4, 200704, 0, 5 },   { LABEL_GPT, 4, 32768, 0, 5 },
    { LABEL_GPT, 2, 49152, 2, 2 },    { LABEL_MSDOS, 3, 200704, 0, 4 },
    { LABEL_MSDOS, 4, 200704, 0, 0 }, /* all entries are taken */
    { LABEL_MSDOS, 4, 49152, 2, 2 },  { LABEL_GPT, 4, 0, 0, 0 }, /* on another disk */
};

TEST_EACH(the_entry_is_there_meanwhile, rows)
{
    CLEANUP(layout_unrefp) struct layout *before = build(rows[_i].label, rows[_i].parts);
    struct journal_spot spot = spot_at(rows[_i].lba);
    struct journal_entry entry;
    CLEANUP(layout_unrefp)
    struct layout *during =
        journal_entry_begin(before, &spot, rows[_i].partition, seed, &entry);

    ck_assert_uint_eq(entry.number, rows[_i].number);
    ck_assert_int_eq(guid_is_zero(&entry.type), !rows[_i].partition);
    if (entry.number) {
        const struct extent *extent = layout_find_number(during, entry.number);
        ck_assert(envelope_has_type(rows[_i].label, extent));
        ck_assert(extent->start <= spot.start &&
                  extent_end(extent) >= spot.start + BYTES / 512);
    }
    CLEANUP(freep) struct journal_plan *plan = plan_of(during, &spot, &entry);
    CLEANUP(layout_unrefp) struct layout *after = journal_entry_end(during, plan);
    ck_assert(layout_equal(before, after));
}

/* By the user, or by another program. */
TEST(an_entry_that_was_changed_is_left_alone)
{
    CLEANUP(layout_unrefp) struct layout *before = build(LABEL_GPT, 4);
    struct journal_spot spot = spot_at(200704);
    struct journal_entry entry;
    CLEANUP(layout_unrefp)
    struct layout *during = journal_entry_begin(before, &spot, 0, seed, &entry);
    CLEANUP(freep) struct journal_plan *plan = plan_of(during, &spot, &entry);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(during);
    uint32_t id = layout_find_number(during, 5)->id;

    copy_text(layout_builder_find(builder, id)->type, TYPE_TEXT, TYPE_GPT_LINUX);
    CLEANUP(layout_unrefp) struct layout *changed = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp) struct layout *after = journal_entry_end(changed, plan);
    ck_assert(layout_equal(changed, after));
    CLEANUP(layout_unrefp) struct layout *removed = journal_entry_end(before, plan);
    ck_assert(layout_equal(before, removed));
}

/* A disk in the middle of a move is read with a note, which prevents edits. */
TEST(the_entry_goes_from_a_disk_that_is_read_again)
{
    CLEANUP(layout_unrefp) struct layout *before = build(LABEL_GPT, 4);
    struct journal_spot spot = spot_at(200704);
    struct journal_entry entry;
    CLEANUP(layout_unrefp)
    struct layout *during = journal_entry_begin(before, &spot, 0, seed, &entry);
    CLEANUP(freep) struct journal_plan *plan = plan_of(during, &spot, &entry);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(during);

    layout_builder_note(builder, NOTE_MOVE_IN_PROGRESS, "run: alidade resume");
    CLEANUP(layout_unrefp) struct layout *noted = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp) struct layout *after = journal_entry_end(noted, plan);
    ck_assert_ptr_null(layout_find_number(after, 5));
}
