/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kernel.c - what the kernel has to be told, and whether it believes it */
#include "device/system/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "support/disks.h"
#include "support/test.h"
#include "support/tree.h"

#define MIB UINT64_C(2048) /* sectors of 512 bytes */

/* Number, start and length in MiB; 0: no more. */
struct row {
    unsigned number;
    uint64_t start;
    uint64_t length;
};
#define ROWS 4

static struct layout *layout_of(const struct row rows[ROWS], uint64_t logical)
{
    struct disks_part parts[ROWS] = { 0 };
    uint64_t mib = MIB * 512 / logical;
    size_t count = 0;

    for (; count < ROWS && rows[count].number; count++)
        parts[count] = (struct disks_part){ .kind = EXTENT_PARTITION,
                                            .number = rows[count].number,
                                            .start = rows[count].start * mib,
                                            .length = rows[count].length * mib };
    return disks_build(&(struct disks_spec){ .size = 64 * mib,
                                             .logical = logical,
                                             .label = LABEL_GPT,
                                             .parts = parts,
                                             .count = count });
}

static void tree_know(struct tree *tree, const struct row rows[ROWS])
{
    tree_init(tree);
    tree_disk(tree, "sda", "virtual", "8:0", 64 * MIB);
    for (size_t i = 0; i < ROWS && rows[i].number; i++) {
        CLEANUP(freep) char *name = xasprintf("sda%u", rows[i].number);
        CLEANUP(freep) char *number = xasprintf("%u\n", rows[i].number);
        tree_partition(tree, "sda", name, "8:9", rows[i].start * MIB,
                       rows[i].length * MIB);
        tree_say(tree, name, "partition", number);
    }
}

/* "-2 +2@10+5 =1+3": delete 2, add 2 of 5 MiB at 10, resize 1 to 3 MiB. */
static char *words_of(const struct kernel_step *steps, size_t count)
{
    char *words = xstrdup("");

    for (size_t i = 0; i < count; i++) {
        const struct kernel_step *step = &steps[i];
        const char *gap = i ? " " : "";
        unsigned long start = (unsigned long)(step->start / 512 / MIB);
        unsigned long length = (unsigned long)(step->length / 512 / MIB);
        char *more;
        if (step->act == KERNEL_DELETE)
            more = xasprintf("%s%s-%u", words, gap, step->number);
        else if (step->act == KERNEL_RESIZE)
            more = xasprintf("%s%s=%u+%lu", words, gap, step->number, length);
        else
            more = xasprintf("%s%s+%u@%lu+%lu", words, gap, step->number, start, length);
        free(words);
        words = more;
    }
    return words;
}

static const struct {
    struct row before[ROWS];
    struct row after[ROWS];
    struct row known[ROWS];
    const char *want;
} changes[] = {
    /* nothing, a new one, one that goes */
    { { { 1, 1, 4 } }, { { 1, 1, 4 } }, { { 1, 1, 4 } }, "" },
    { { { 1, 1, 4 } }, { { 1, 1, 4 }, { 2, 5, 4 } }, { { 1, 1, 4 } }, "+2@5+4" },
    { { { 1, 1, 4 }, { 2, 5, 4 } }, { { 1, 1, 4 } }, { { 1, 1, 4 }, { 2, 5, 4 } }, "-2" },
    /* grown, cut, moved */
    { { { 1, 1, 4 } }, { { 1, 1, 6 } }, { { 1, 1, 4 } }, "=1+6" },
    { { { 1, 1, 4 } }, { { 1, 1, 3 } }, { { 1, 1, 4 } }, "=1+3" },
    { { { 1, 1, 4 } }, { { 1, 2, 4 } }, { { 1, 1, 4 } }, "-1 +1@2+4" },
    /* what shrinks frees space for what grows */
    { { { 1, 1, 4 }, { 2, 5, 4 } },
      { { 1, 1, 5 }, { 2, 6, 3 } },
      { { 1, 1, 4 }, { 2, 5, 4 } },
      "-2 =1+5 +2@6+3" },
    { { { 1, 1, 4 }, { 2, 8, 4 } },
      { { 1, 1, 6 }, { 2, 8, 2 } },
      { { 1, 1, 4 }, { 2, 8, 4 } },
      "=2+2 =1+6" },
    /* numbers change places */
    { { { 1, 5, 4 }, { 2, 1, 4 } },
      { { 2, 5, 4 }, { 1, 1, 4 } },
      { { 1, 5, 4 }, { 2, 1, 4 } },
      "-2 -1 +1@1+4 +2@5+4" },
    /* a kernel that reads no tables learns of all, and forgets nothing it never knew */
    { { { 1, 1, 4 }, { 2, 5, 4 } },
      { { 1, 1, 4 }, { 3, 20, 4 } },
      { { 0 } },
      "+1@1+4 +3@20+4" },
    /* differences in unchanged partitions stay, as do partitions of the kernel alone */
    { { { 1, 1, 4 } },
      { { 1, 1, 4 }, { 2, 9, 1 } },
      { { 1, 1, 3 }, { 7, 30, 1 } },
      "+2@9+1" },
    /* it knows the new table already */
    { { { 1, 1, 4 } }, { { 1, 2, 4 } }, { { 1, 2, 4 } }, "" },
};

TEST_EACH(the_kernel_is_told_what_changed, changes)
{
    CLEANUP(tree_finish) struct tree tree;
    CLEANUP(layout_unrefp) struct layout *before = layout_of(changes[_i].before, 512);
    CLEANUP(layout_unrefp) struct layout *after = layout_of(changes[_i].after, 512);
    CLEANUP(freep) struct kernel_step *steps = NULL;

    tree_know(&tree, changes[_i].known);
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    size_t count = kernel_steps(&tree.sys, path, before, after, &steps);
    CLEANUP(freep) char *words = words_of(steps, count);
    ck_assert_str_eq(words, changes[_i].want);
}

TEST(sectors_of_4096_are_told_in_bytes)
{
    struct row row[ROWS] = { { 1, 1, 4 } }, none[ROWS] = { { 0 } };
    CLEANUP(layout_unrefp) struct layout *before = layout_of(none, 4096);
    CLEANUP(layout_unrefp) struct layout *after = layout_of(row, 4096);
    CLEANUP(freep) struct kernel_step *steps = NULL;
    CLEANUP(tree_finish) struct tree tree;

    tree_know(&tree, none);
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    ck_assert_uint_eq(kernel_steps(&tree.sys, path, before, after, &steps), 1);
    ck_assert_uint_eq(steps[0].start, 1 << 20);
    ck_assert_uint_eq(steps[0].length, 4 << 20);
}

/* Sector size, length of the container, what the kernel keeps of it: bytes. */
static const struct {
    uint64_t logical;
    uint64_t sectors;
    uint64_t want;
} containers[] = {
    { 512, 8192, 1024 }, { 512, 2, 1024 },     { 512, 1, 512 },
    { 1024, 512, 1024 }, { 4096, 1024, 4096 },
};

TEST_EACH(the_kernel_keeps_the_head_of_a_container, containers)
{
    struct disks_part part = { .kind = EXTENT_EXTENDED,
                               .number = 2,
                               .start = 100,
                               .length = containers[_i].sectors };
    struct disks_spec spec = { .size = 65536,
                               .logical = containers[_i].logical,
                               .label = LABEL_MSDOS,
                               .parts = &part,
                               .count = 1 };
    CLEANUP(layout_unrefp) struct layout *after = disks_build(&spec);
    CLEANUP(freep) struct kernel_step *steps = NULL;
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(tree_finish) struct tree tree;

    spec.count = 0;
    CLEANUP(layout_unrefp) struct layout *before = disks_build(&spec);
    tree_know(&tree, (struct row[ROWS]){ { 0 } });
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    ck_assert_uint_eq(kernel_steps(&tree.sys, path, before, after, &steps), 1);
    ck_assert_uint_eq(steps[0].start, 100 * containers[_i].logical);
    ck_assert_uint_eq(steps[0].length, containers[_i].want);
    tree_partition(&tree, "sda", "sda2", "8:2", steps[0].start / 512,
                   steps[0].length / 512);
    tree_say(&tree, "sda2", "partition", "2\n");
    ck_assert(kernel_compare(&tree.sys, path, after, &lines));
}

static char *lines_of(const struct lines *lines)
{
    char *text = xstrdup("");

    for (size_t i = 0; i < lines->count; i++) {
        char *more = xasprintf("%s%s\n", text, lines->at[i]);
        free(text);
        text = more;
    }
    return text;
}

TEST(what_the_kernel_sees_otherwise_is_named_first)
{
    struct row table[ROWS] = { { 1, 1, 4 }, { 2, 5, 4 }, { 3, 9, 1 } };
    struct row known[ROWS] = { { 1, 1, 4 }, { 2, 5, 3 }, { 7, 30, 1 } };
    CLEANUP(layout_unrefp) struct layout *after = layout_of(table, 512);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(tree_finish) struct tree tree;

    tree_know(&tree, known);
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    ck_assert(!kernel_compare(&tree.sys, path, after, &lines));
    CLEANUP(freep) char *text = lines_of(&lines);
    ck_assert_str_eq(
        text, "2: the kernel has sectors 10240 to 16383, the table 10240 to 18431\n"
              "3: not known to the kernel (sectors 18432 to 20479)\n"
              "7: the kernel still has it (sectors 61440 to 63487), the table does not\n"
              "1: sectors 2048 to 10239\n");
}

TEST(an_image_is_no_matter_for_the_kernel)
{
    struct row none[ROWS] = { { 0 } }, one[ROWS] = { { 1, 1, 1 } };
    CLEANUP(layout_unrefp) struct layout *before = layout_of(none, 512);
    CLEANUP(layout_unrefp) struct layout *after = layout_of(one, 512);
    CLEANUP(freep) struct kernel_step *steps = NULL;
    struct lines lines = { 0 };
    CLEANUP(tree_finish) struct tree tree;

    tree_know(&tree, none);
    tree_write(&tree, "x", "disk.img");
    CLEANUP(freep) char *path = xasprintf("%s/disk.img", tree.root);
    ck_assert_uint_eq(kernel_steps(&tree.sys, path, before, after, &steps), 0);
    ck_assert(kernel_tell(&tree.sys, path, -1, before, after, &lines));
    ck_assert(kernel_compare(&tree.sys, path, after, &lines));
    ck_assert_uint_eq(lines.count, 0);
}

/* Here no descriptor is a disk: each step fails, and each is named. */
TEST(what_could_not_be_told_is_a_warning_with_a_way_out)
{
    struct row before_rows[ROWS] = { { 1, 1, 4 }, { 2, 5, 4 } };
    struct row after_rows[ROWS] = { { 1, 1, 5 }, { 3, 9, 4 } };
    CLEANUP(layout_unrefp) struct layout *before = layout_of(before_rows, 512);
    CLEANUP(layout_unrefp) struct layout *after = layout_of(after_rows, 512);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(tree_finish) struct tree tree;

    tree_know(&tree, before_rows);
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    ck_assert(!kernel_tell(&tree.sys, path, -1, before, after, &lines));
    ck_assert_uint_eq(lines.count, 3);
    ck_assert_ptr_nonnull(strstr(lines.at[0], "partition 2"));
    ck_assert_ptr_nonnull(strstr(lines.at[1], "partition 1"));
    ck_assert_ptr_nonnull(strstr(lines.at[2], "partition 3"));
    CLEANUP(freep) char *way_out = kernel_way_out(&tree.sys, path);
    CLEANUP(freep) char *command = xasprintf("'partprobe %s'", path);
    ck_assert_ptr_nonnull(strstr(way_out, command));
}

TEST(mapped_disks_have_a_way_of_their_own)
{
    struct row none[ROWS] = { { 0 } }, one[ROWS] = { { 1, 1, 1 } };
    CLEANUP(layout_unrefp) struct layout *before = layout_of(none, 512);
    CLEANUP(layout_unrefp) struct layout *after = layout_of(one, 512);
    CLEANUP(lines_finish) struct lines lines = { 0 };
    CLEANUP(tree_finish) struct tree tree;

    tree_init(&tree);
    tree_disk(&tree, "dm-0", "virtual", "253:0", 64 * MIB);
    CLEANUP(freep) char *path = xasprintf("%s/dm-0", tree.dev_path);
    ck_assert(!kernel_tell(&tree.sys, path, -1, before, after, &lines));
    ck_assert_uint_eq(lines.count, 1);
    CLEANUP(freep) char *way_out = kernel_way_out(&tree.sys, path);
    ck_assert_ptr_nonnull(strstr(way_out, "kpartx -u"));
}

/* The table, the partitions of the kernel, and the note; NULL: no note. */
static const struct {
    enum label_kind label;
    enum note_id note;
    struct row table[ROWS];
    struct row known[ROWS];
    const char *says;
} notes[] = {
    { LABEL_GPT, NOTE_NONE, { { 1, 1, 4 } }, { { 1, 1, 4 } }, NULL },
    { LABEL_GPT,
      NOTE_NONE,
      { { 1, 1, 4 } },
      { { 1, 1, 3 } },
      "(1: the kernel has sectors 2048 to 8191, the table 2048 to 10239). Until" },
    { LABEL_GPT,
      NOTE_NONE,
      { { 1, 1, 4 }, { 2, 5, 4 } },
      { { 1, 1, 4 } },
      "(2: not known to the kernel (sectors 10240 to 18431))." },
    { LABEL_GPT, NOTE_NONE, { { 0 } }, { { 7, 1, 4 } }, "(7: the kernel still has it" },
    { LABEL_MSDOS, NOTE_NONE, { { 0 } }, { { 7, 1, 4 } }, "(7: the kernel still has it" },
    { LABEL_NONE, NOTE_NONE, { { 0 } }, { { 1, 1, 4 } }, "(1: the kernel still has it" },
    { LABEL_LOOP,
      NOTE_NONE,
      { { 1, 1, 60 } },
      { { 1, 2, 4 } },
      "(1: the kernel still has" },
    { LABEL_LOOP, NOTE_NONE, { { 1, 1, 60 } }, { { 0 } }, NULL },
    { LABEL_GPT,
      NOTE_NONE,
      { { 1, 1, 4 }, { 2, 5, 4 }, { 3, 9, 4 }, { 4, 13, 4 } },
      { { 0 } },
      "(sectors 18432 to 26623); ...)." },
    /* Not every kernel reads these, and of these it is known that none does. */
    { LABEL_SUN, NOTE_NONE, { { 1, 1, 4 } }, { { 0 } }, NULL },
    { LABEL_NONE, NOTE_TABLE_BROKEN, { { 0 } }, { { 1, 1, 4 } }, NULL },
    { LABEL_GPT, NOTE_GPT_PMBR_MISSING, { { 1, 1, 4 } }, { { 0 } }, NULL },
    { LABEL_GPT, NOTE_TABLE_OTHER_SECTOR_SIZE, { { 1, 1, 4 } }, { { 0 } }, NULL },
};

static struct layout *noted_layout(enum label_kind label, enum note_id note,
                                   const struct row *rows)
{
    CLEANUP(layout_unrefp) struct layout *plain = layout_of(rows, 512);
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    layout_builder_label(builder)->kind = label;
    if (note)
        layout_builder_note(builder, note, "Some sentence.");
    return layout_builder_refinish(builder);
}

TEST_EACH(a_kernel_that_goes_by_another_table_is_noted, notes)
{
    CLEANUP(layout_unrefp)
    struct layout *layout =
        noted_layout(notes[_i].label, notes[_i].note, notes[_i].table);
    CLEANUP(tree_finish) struct tree tree;

    tree_know(&tree, notes[_i].known);
    CLEANUP(freep) char *path = xasprintf("%s/sda", tree.dev_path);
    CLEANUP(layout_unrefp) struct layout *noted = kernel_note(&tree.sys, path, layout);
    CLEANUP(layout_unrefp) struct layout *again = kernel_note(&tree.sys, path, noted);
    const struct note *note = layout_note_find(noted, NOTE_KERNEL_DIFFERS);
    ck_assert_int_eq(note != NULL, notes[_i].says != NULL);
    if (note)
        ck_assert_msg(strstr(note->text, notes[_i].says) != NULL, "%s", note->text);
    ck_assert_uint_eq(layout_note_count(again), layout_note_count(noted));
}
