/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_verify.c - all that is known about a table, the most severe first */
#include "model/align/verify.h"

#include <string.h>

#include "model/align/judge.h"
#include "model/base/mem.h"
#include "model/disk/note_weight.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/sentences.h"
#include "support/test.h"

static const struct {
    enum note_id id;
    enum note_weight weight;
} weights[] = {
    { NOTE_GPT_PRIMARY_DAMAGED, NOTE_WEIGHT_DAMAGE },
    { NOTE_GPT_BACKUP_DAMAGED, NOTE_WEIGHT_DAMAGE },
    { NOTE_GPT_COPIES_DIFFER, NOTE_WEIGHT_DAMAGE },
    { NOTE_GPT_PMBR_MISSING, NOTE_WEIGHT_DAMAGE },
    { NOTE_GPT_PMBR_START, NOTE_WEIGHT_DAMAGE },
    { NOTE_GPT_PMBR_SIZE, NOTE_WEIGHT_FINDING },
    { NOTE_MSDOS_EBR_SIGNATURE, NOTE_WEIGHT_DAMAGE },
    { NOTE_TABLE_OTHER_SECTOR_SIZE, NOTE_WEIGHT_DAMAGE },
    { NOTE_GPT_BACKUP_NOT_AT_END, NOTE_WEIGHT_FINDING },
    { NOTE_GPT_HYBRID, NOTE_WEIGHT_FINDING },
    { NOTE_PARTED_MISSING, NOTE_WEIGHT_FINDING },
    { NOTE_LABEL_READ_ONLY, NOTE_WEIGHT_FACT },
    { NOTE_PARTED_HOLE, NOTE_WEIGHT_FINDING },
    { NOTE_PARTED_OBJECTS, NOTE_WEIGHT_FINDING },
    { NOTE_WHOLE_DISK_ENTRY, NOTE_WEIGHT_FACT },
};

TEST_EACH(each_note_has_its_weight, weights)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_noted(edits_gpt(), weights[_i].id);
    const struct note *note = layout_note_at(layout, 0);

    ck_assert_int_eq(note_weight(note->id), weights[_i].weight);
    ck_assert(note_has_damage(layout) == (weights[_i].weight == NOTE_WEIGHT_DAMAGE));
    ck_assert_uint_le(strlen(note_brief(note->id)), NOTE_BRIEF_COLUMNS);
}

/* A fact, two findings and two kinds of damage, in a bad order. */
static struct layout *damaged(void)
{
    struct layout *layout = edits_noted(edits_gpt(), NOTE_LABEL_READ_ONLY);

    layout = edits_noted(layout, NOTE_GPT_HYBRID);
    layout = edits_noted(layout, NOTE_GPT_BACKUP_DAMAGED);
    layout = edits_noted(layout, NOTE_GPT_BACKUP_NOT_AT_END);
    return edits_noted(layout, NOTE_GPT_PMBR_MISSING);
}

TEST(most_severe_note_comes_first)
{
    static const enum note_id order[] = { NOTE_GPT_PMBR_MISSING, NOTE_GPT_BACKUP_DAMAGED,
                                          NOTE_GPT_BACKUP_NOT_AT_END, NOTE_GPT_HYBRID,
                                          NOTE_LABEL_READ_ONLY };
    CLEANUP(layout_unrefp) struct layout *layout = damaged();
    CLEANUP(freep) const struct note **sorted = NULL;

    ck_assert_uint_eq(note_sorted(layout, &sorted), ARRAY_SIZE(order));
    for (size_t i = 0; i < ARRAY_SIZE(order); i++)
        ck_assert_int_eq(sorted[i]->id, order[i]);
    ck_assert_int_eq(note_worst(layout, NOTE_WEIGHT_FACT)->id, order[0]);
}

TEST(a_fact_is_no_finding)
{
    CLEANUP(layout_unrefp)
    struct layout *layout = edits_noted(edits_gpt(), NOTE_LABEL_READ_ONLY);

    ck_assert_ptr_null(note_worst(layout, NOTE_WEIGHT_FINDING));
    ck_assert_ptr_nonnull(note_worst(layout, NOTE_WEIGHT_FACT));
}

static char *verified(const struct layout *layout)
{
    struct lines lines = { 0 };

    verify_list(layout, &lines);
    return sentences_join(&lines);
}

static const struct {
    struct layout *(*build)(void);
    const char *has;
} said[] = {
    { disks_legacy, "No errors found in the partition table. 3 of 3 partitions are "
                    "misaligned to 4 KiB (assumed): 1, 2, 5." },
    { disks_legacy, "(sectors 63, 204796620, 1912586445, 1912586508)" },
    { disks_gpt34, "1 of 1 partition is misaligned to 4 KiB (" },
    { disks_aligned, "No errors found in the partition table. All 3 partitions are "
                     "aligned to 4 KiB (" },
    { disks_jumper, "1 partition is aligned to 4 KiB (reported)." },
    { damaged, "All 4 partitions are aligned to 4 KiB" },
};

TEST_EACH(alignment_and_pattern_are_listed, said)
{
    CLEANUP(layout_unrefp) struct layout *layout = said[_i].build();
    CLEANUP(freep) char *text = verified(layout);

    check_has(text, said[_i].has);
}

TEST(a_damaged_table_has_errors)
{
    CLEANUP(layout_unrefp) struct layout *layout = damaged();
    CLEANUP(freep) char *text = verified(layout);

    check_lacks(text, "No errors found");
    ck_assert_msg(strstr(text, note_id_text(NOTE_GPT_PMBR_MISSING)) <
                      strstr(text, note_id_text(NOTE_GPT_HYBRID)),
                  "%s", text);
    check_has(text, note_id_text(NOTE_LABEL_READ_ONLY));
}

TEST(findings_leave_out_facts)
{
    CLEANUP(layout_unrefp) struct layout *layout = damaged();
    struct lines lines = { 0 };

    verify_findings(layout, &lines);
    ck_assert_uint_eq(lines.count, 4);
    CLEANUP(freep) char *text = sentences_join(&lines);
    check_lacks(text, note_id_text(NOTE_LABEL_READ_ONLY));
}

/* Aligned in bytes, but no system reads these sectors as partitions. */
TEST(a_table_for_other_sectors_is_not_called_aligned)
{
    CLEANUP(layout_unrefp) struct layout *aligned = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(aligned);

    layout_builder_label(builder)->written_for = 4096;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    CLEANUP(freep) char *text = verified(layout);
    ck_assert_uint_eq(judge_all(layout).judged, 0);
    check_lacks(text, "are aligned");
    check_has(text, "The alignment of its partitions is not judged.");
}

TEST(contents_that_were_not_read_are_counted)
{
    CLEANUP(layout_unrefp) struct layout *known = disks_aligned();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(known);
    const struct extent *second = layout_find_number(known, 2);

    layout_builder_find(builder, second->id)->content.state = CONTENT_UNREADABLE;
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    CLEANUP(freep) char *text = verified(layout);
    check_has(text, "The content of 1 partition has not been read: it is judged by its "
                    "start alone.");
    struct lines lines = { 0 };
    verify_findings(layout, &lines);
    ck_assert_uint_eq(lines.count, 1);
    lines_finish(&lines);
}

TEST(a_disk_without_a_table_has_no_errors_in_it)
{
    struct disks_spec spec = { .size = 131072, .label = LABEL_NONE };
    CLEANUP(layout_unrefp) struct layout *layout = disks_build(&spec);
    CLEANUP(freep) char *text = verified(layout);

    check_lacks(text, "No errors found");
    check_has(text, "There is no partition table. There is no partition to judge.");
}
