/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_edit_resize.c - other starts and ends within the limits of contents and neighbours
 */
#include <string.h>

#include "model/base/mem.h"
#include "model/edit/edit.h"
#include "support/disks.h"
#include "support/edits.h"
#include "support/test.h"

#define TO(from, sectors)                                                                \
    {                                                                                    \
        .kind = EDIT_RESIZE, .start = from, .length = sectors                            \
    }

#define MSDOS_HEAD "m 0+1, p1 2048+100000, p2 204800+10000, "
#define CONTAINER  "x3 300000+400000, e 300000+1, "

static struct layout *empty_container(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 2, .start = 2048, .length = 100000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 50000, .length = 1 },
        { .kind = EXTENT_PARTITION, .number = 1, .start = 200000, .length = 100 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

/* A partition, and another one with slices. */
static struct layout *beside_slices(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 2048, .length = 10000 },
        { .kind = EXTENT_PARTITION, .number = 2, .start = 50000, .length = 10000 },
        { .kind = EXTENT_SLICE, .letter = 'a', .start = 50000, .length = 10000 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

static const struct {
    struct layout *(*disk)(void);
    unsigned number;
    struct edit edit;
    const char *table;
} resized[] = {
    /* Ends up to the next partition and the last usable sector. */
    { edits_gpt, 1, TO(2048, 202752),
      "m 0+1, m 1+33, p1 2048+202752, p2 204800+10000, p3 300000+50000, p5 400000+5000, "
      "m 999967+33" },
    { edits_gpt, 5, TO(400000, 599967),
      "m 0+1, m 1+33, p1 2048+100000, p2 204800+10000, p3 300000+50000, "
      "p5 400000+599967, m 999967+33" },
    /* Empty partitions and swap can start anywhere, also beyond a neighbour. */
    { edits_gpt, 2, TO(104000, 20000),
      "m 0+1, m 1+33, p1 2048+100000, p2 104000+20000, p3 300000+50000, p5 400000+5000, "
      "m 999967+33" },
    { edits_gpt, 3, TO(310000, 10000),
      "m 0+1, m 1+33, p1 2048+100000, p2 204800+10000, p3 310000+10000, p5 400000+5000, "
      "m 999967+33" },
    { edits_gpt, 2, TO(34, 2014),
      "m 0+1, m 1+33, p2 34+2014, p1 2048+100000, p3 300000+50000, p5 400000+5000, "
      "m 999967+33" },
    /* A logical: the first EBR stays, another one if it is still before it. */
    { edits_msdos, 5, TO(300001, 90000),
      MSDOS_HEAD CONTAINER "l5 300001+90000@300000, e 397952+1, l6 400000+50000@397952, "
                           "e 497952+1, l7 500000+50000@497952" },
    { edits_msdos, 6, TO(410000, 80000),
      MSDOS_HEAD CONTAINER "l5 302048+50000@300000, e 397952+1, l6 410000+80000@397952, "
                           "e 497952+1, l7 500000+50000@497952" },
    { edits_msdos, 6, TO(397000, 50000),
      MSDOS_HEAD CONTAINER "l5 302048+50000@300000, e 394952+1, l6 397000+50000@394952, "
                           "e 497952+1, l7 500000+50000@497952" },
    { edits_msdos, 6, TO(352049, 50000),
      MSDOS_HEAD CONTAINER "l5 302048+50000@300000, e 352048+1, l6 352049+50000@352048, "
                           "e 497952+1, l7 500000+50000@497952" },
    { edits_msdos, 6, TO(600000, 50000),
      MSDOS_HEAD CONTAINER "l5 302048+50000@300000, e 497952+1, l7 500000+50000@497952, "
                           "e 597952+1, l6 600000+50000@597952" },
    { edits_msdos, 7, TO(500000, 200000),
      MSDOS_HEAD CONTAINER "l5 302048+50000@300000, e 397952+1, l6 400000+50000@397952, "
                           "e 497952+1, l7 500000+200000@497952" },
    /* A container with and without logicals. */
    { edits_msdos, 3, TO(300000, 700000),
      MSDOS_HEAD "x3 300000+700000, e 300000+1, l5 302048+50000@300000, e 397952+1, "
                 "l6 400000+50000@397952, e 497952+1, l7 500000+50000@497952" },
    { edits_msdos, 3, TO(300000, 250000),
      MSDOS_HEAD "x3 300000+250000, e 300000+1, l5 302048+50000@300000, e 397952+1, "
                 "l6 400000+50000@397952, e 497952+1, l7 500000+50000@497952" },
    { empty_container, 2, TO(63, 199937), "m 0+1, x2 63+199937, e 63+1, p1 200000+100" },
    { empty_container, 2, TO(300000, 100),
      "m 0+1, p1 200000+100, x2 300000+100, e 300000+1" },
    /* Slices limit only their own partition. */
    { beside_slices, 1, TO(2048, 5000),
      "m 0+1, p1 2048+5000, p2 50000+10000, s 50000+10000" },
    /* The disk of the worked example: swap to the physical grid below. */
    { disks_legacy, 5, TO(1912586504, 40933557),
      "m 0+1, p1 63+204796557, p2 204796620+1707789825, x3 1912586445+40933620, "
      "e 1912586445+1, l5 1912586504+40933557@1912586445" },
};

TEST_EACH(a_partition_gets_the_range_it_is_given, resized)
{
    struct layout *layout = resized[_i].disk();
    struct layout *after = edits_do(layout, resized[_i].edit, resized[_i].number);

    edits_expect(after, resized[_i].table);
    layout_unref(after);
    layout_unref(layout);
}

static const struct {
    struct layout *(*disk)(void);
    unsigned number;
    struct edit edit;
    enum refusal refusal;
    const char *sentence;
} refused[] = {
    { edits_gpt, 1, TO(2048, 202753), REFUSAL_SECTORS_TAKEN,
      "Sectors 2048 to 204800 are not free: partition 2 lies at 204800 to 214799." },
    { edits_gpt, 5, TO(400000, 599968), REFUSAL_SECTORS_NOT_USABLE,
      "leave the range that this GPT has" },
    { edits_gpt, 5, TO(400000, 700000), REFUSAL_SECTORS_BEYOND_DISK,
      "do not fit: the disk ends at sector 999999." },
    { edits_gpt, 2, TO(204800, 0), REFUSAL_PARTITION_WITHOUT_SECTORS,
      "A partition has at least one sector." },
    { edits_gpt, 1, TO(2049, 100000), REFUSAL_START_HOLDS_CONTENT,
      "Partition 1 holds ext4: with another start its data has to be moved, which this "
      "change does not do." },
    { edits_gpt, 5, TO(400000, 4999), REFUSAL_SHRINK_NOT_POSSIBLE,
      "Partition 5 holds xfs, which cannot shrink" },
    { edits_msdos, 2, TO(204800, 100000), REFUSAL_SECTORS_TAKEN,
      "the extended partition 3 lies at 300000" },
    { edits_msdos, 5, TO(300000, 100), REFUSAL_SECTORS_TAKEN,
      "sector 300000 holds an EBR" },
    { edits_msdos, 6, TO(352048, 50000), REFUSAL_NO_SECTOR_FOR_EBR,
      "needs a free sector before it for its EBR: here it can start at sector 352049." },
    { edits_msdos, 6, TO(410000, 100000), REFUSAL_SECTORS_TAKEN,
      "sector 497952 holds an EBR" },
    { edits_msdos, 6, TO(700000, 100), REFUSAL_LOGICAL_OUTSIDE,
      "lies inside the extended one" },
    { edits_msdos, 3, TO(290000, 410000), REFUSAL_RESIZE_EXTENDED,
      "The chain of logical partitions begins at the first sector of partition 3" },
    { edits_msdos, 3, TO(300001, 399999), REFUSAL_RESIZE_EXTENDED,
      "begins at the first sector of partition 3" },
    { edits_msdos, 3, TO(300000, 249999), REFUSAL_RESIZE_EXTENDED,
      "Partition 7 lies in the extended one up to sector 549999, which has to hold it." },
    { edits_msdos, 3, TO(214800, 1000000), REFUSAL_SECTORS_BEYOND_DISK,
      "do not fit: the disk ends" },
    { empty_container, 2, TO(1, 200000), REFUSAL_SECTORS_TAKEN,
      "partition 1 lies at 200000 to 200099." },
    { disks_openbsd, 4, TO(63, 1900000000), REFUSAL_RESIZE_CUTS_OWN_TABLE,
      "Partition 4 holds a table of its own: its partition f would be left outside" },
    { disks_openbsd, 4, TO(64, 1953525104), REFUSAL_RESIZE_CUTS_OWN_TABLE,
      "Partition 4 holds a table of its own" },
};

TEST_EACH(a_range_that_cannot_be_is_refused_with_the_reason, refused)
{
    struct layout *layout = refused[_i].disk();

    edits_refuse(layout, refused[_i].edit, refused[_i].number, refused[_i].refusal,
                 refused[_i].sentence);
    layout_unref(layout);
}

TEST(an_empty_link_keeps_the_container_around_it)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 100000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 4096, .length = 1000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 50000, .length = 1 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    struct layout *layout = disks_build(&spec);

    edits_refuse(layout, (struct edit)TO(2048, 47952), 1, REFUSAL_RESIZE_EXTENDED,
                 "At sector 50000 lies an EBR of the chain");
    layout_unref(edits_do(layout, (struct edit)TO(2048, 47953), 1));
    layout_unref(layout);
}

/* Another logical lies between this one and its EBR, which is valid. */
TEST(an_ebr_stays_where_it_is_while_only_the_end_changes)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_EXTENDED, .number = 1, .start = 2048, .length = 100000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 2048, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 4096, .length = 1000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 3000, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 6, .start = 10000, .length = 1000 },
    };
    struct disks_spec spec = {
        .size = 1000000, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };
    struct layout *layout = disks_build(&spec);
    struct layout *longer = edits_do(layout, (struct edit)TO(10000, 2000), 6);
    struct layout *later = edits_do(layout, (struct edit)TO(10001, 1000), 6);

    edits_expect(longer, "m 0+1, x1 2048+100000, e 2048+1, e 3000+1, l5 4096+1000@2048, "
                         "l6 10000+2000@3000");
    edits_expect(later, "m 0+1, x1 2048+100000, e 2048+1, l5 4096+1000@2048, e 7953+1, "
                        "l6 10001+1000@7953");
    layout_unref(later);
    layout_unref(longer);
    layout_unref(layout);
}

/* On partition 1 of the GPT disk, 100000 sectors: 51200000 bytes. */
static const struct {
    enum content_state state;
    enum inside_kind kind;
    uint64_t used;
    uint64_t sectors;
    enum refusal refusal;
    const char *sentence; /* NULL: it is done */
} shrunk[] = {
    { CONTENT_FOUND, INSIDE_EXT, 25600000, 50000, 0, NULL },
    { CONTENT_FOUND, INSIDE_EXT, 25600001, 50000, REFUSAL_SHRINK_TOO_SMALL,
      "The ext4 in partition 1 uses 25600001 bytes (24.4 MiB): 25600000 bytes do not "
      "hold that." },
    { CONTENT_FOUND, INSIDE_FAT, 25600001, 50000, REFUSAL_SHRINK_TOO_SMALL,
      "The vfat in partition 1 uses" },
    { CONTENT_FOUND, INSIDE_BTRFS, 25600001, 50000, REFUSAL_SHRINK_TOO_SMALL,
      "The btrfs in partition 1 uses" },
    { CONTENT_FOUND, INSIDE_NTFS, 25600001, 50000, REFUSAL_SHRINK_TOO_SMALL,
      "The ntfs in partition 1 uses" },
    { CONTENT_FOUND, INSIDE_NTFS, 0, 50000, REFUSAL_SHRINK_USE_UNKNOWN,
      "Nothing says how much of the ntfs in partition 1 is used" },
    { CONTENT_FOUND, INSIDE_XFS, 512, 50000, REFUSAL_SHRINK_NOT_POSSIBLE,
      "which cannot shrink" },
    { CONTENT_FOUND, INSIDE_EXFAT, 512, 50000, REFUSAL_SHRINK_NOT_POSSIBLE,
      "there is no tool that shrinks it" },
    { CONTENT_FOUND, INSIDE_LUKS, 0, 50000, REFUSAL_SHRINK_NOT_POSSIBLE,
      "how much of it is used inside" },
    { CONTENT_FOUND, INSIDE_LVM, 0, 50000, REFUSAL_SHRINK_NOT_POSSIBLE,
      "with pvresize first" },
    { CONTENT_FOUND, INSIDE_MD, 0, 50000, REFUSAL_SHRINK_NOT_POSSIBLE,
      "what its array takes of it" },
    { CONTENT_FOUND, INSIDE_SWAP, 0, 50000, 0, NULL },
    { CONTENT_FOUND, INSIDE_SWAP, 0, 80, 0, NULL },
    { CONTENT_FOUND, INSIDE_SWAP, 0, 79, REFUSAL_SHRINK_SWAP,
      "The swap area in partition 1 has pages of 4096 bytes and needs 10 of them: 40448 "
      "bytes are too few." },
    { CONTENT_NONE, INSIDE_NONE, 0, 1, 0, NULL },
    { CONTENT_UNKNOWN, INSIDE_NONE, 0, 50000, REFUSAL_SHRINK_CONTENT_UNKNOWN,
      "has not been read" },
    { CONTENT_UNREADABLE, INSIDE_NONE, 0, 50000, REFUSAL_SHRINK_CONTENT_UNKNOWN,
      "Partition 1 cannot be read" },
    { CONTENT_AMBIVALENT, INSIDE_EXT, 512, 50000, REFUSAL_SHRINK_CONTENT_UNKNOWN,
      "more than one kind of content" },
};

TEST_EACH(no_partition_becomes_smaller_than_what_it_holds, shrunk)
{
    struct layout *layout =
        edits_filled(edits_gpt(), 1, shrunk[_i].state, shrunk[_i].kind, shrunk[_i].used);
    struct edit edit = TO(2048, shrunk[_i].sectors);

    if (shrunk[_i].sentence)
        edits_refuse(layout, edit, 1, shrunk[_i].refusal, shrunk[_i].sentence);
    else
        layout_unref(edits_do(layout, edit, 1));
    /* All of them can grow. */
    edit.length = 150000;
    layout_unref(edits_do(layout, edit, 1));
    layout_unref(layout);
}

static const struct {
    enum content_state state;
    enum inside_kind kind;
    enum refusal refusal;
    const char *sentence; /* NULL: it is done */
} moved[] = {
    { CONTENT_NONE, INSIDE_NONE, 0, NULL },
    { CONTENT_FOUND, INSIDE_SWAP, 0, NULL },
    { CONTENT_FOUND, INSIDE_LUKS, REFUSAL_START_HOLDS_CONTENT,
      "with another start its data has to be moved" },
    { CONTENT_UNKNOWN, INSIDE_NONE, REFUSAL_START_HOLDS_CONTENT,
      "has not been read: its start stays" },
    { CONTENT_UNREADABLE, INSIDE_NONE, REFUSAL_START_HOLDS_CONTENT,
      "cannot be read: its start stays" },
    { CONTENT_AMBIVALENT, INSIDE_SWAP, REFUSAL_START_HOLDS_CONTENT,
      "more than one kind of content (swap" },
};

TEST_EACH(only_empty_partitions_and_swap_get_another_start, moved)
{
    struct layout *layout =
        edits_filled(edits_gpt(), 2, moved[_i].state, moved[_i].kind, 512);

    if (moved[_i].sentence)
        edits_refuse(layout, (struct edit)TO(206848, 10000), 2, moved[_i].refusal,
                     moved[_i].sentence);
    else
        layout_unref(edits_do(layout, (struct edit)TO(206848, 10000), 2));
    layout_unref(layout);
}

/* A content with 4096-byte sectors does not use a partial one at the end. */
TEST(the_cut_end_of_a_luks_volume_can_be_trimmed)
{
    struct layout *layout = edits_filled(edits_gpt(), 1, CONTENT_FOUND, INSIDE_LUKS, 0);
    struct layout *cut = edits_do(layout, (struct edit)TO(2048, 100003), 1);

    layout_unref(edits_do(cut, (struct edit)TO(2048, 100000), 1));
    edits_refuse(cut, (struct edit)TO(2048, 99999), 1, REFUSAL_SHRINK_NOT_POSSIBLE,
                 "how much of it is used inside");
    layout_unref(cut);
    layout_unref(layout);
}

/* 51200000 bytes, of which the content takes 30000000. */
TEST(what_lies_behind_the_volume_can_be_cut)
{
    static const enum inside_kind kinds[] = { INSIDE_NTFS, INSIDE_XFS, INSIDE_EXFAT,
                                              INSIDE_LVM,  INSIDE_MD,  INSIDE_EXT };

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
        struct layout *layout = edits_filled(edits_gpt(), 1, CONTENT_FOUND, kinds[i], 0);
        CLEANUP(layout_builder_freep)
        struct layout_builder *builder = layout_builder_from(layout);
        uint32_t id = layout_find_number(layout, 1)->id;
        layout_builder_find(builder, id)->content.inside.volume = 30000000;
        CLEANUP(layout_unrefp) struct layout *known = layout_builder_refinish(builder);
        layout_unref(edits_do(known, (struct edit)TO(2048, 58594), 1));
        edits_refuse(known, (struct edit)TO(2048, 58593), 1,
                     kinds[i] == INSIDE_NTFS || kinds[i] == INSIDE_EXT
                         ? REFUSAL_SHRINK_USE_UNKNOWN
                         : REFUSAL_SHRINK_NOT_POSSIBLE,
                     "artition 1");
        layout_unref(layout);
    }
}

TEST(a_container_changes_around_a_logical_in_use)
{
    struct layout *layout = edits_used(edits_msdos(), 7, USE_MOUNT, "/home");

    layout_unref(edits_do(layout, (struct edit)TO(300000, 600000), 3));
    edits_refuse(layout, (struct edit)TO(500000, 40000), 7, REFUSAL_RESIZE_IN_USE,
                 "is mounted on /home");
    layout_unref(edits_do(layout, (struct edit)TO(400000, 60000), 6));
    layout_unref(layout);
}

TEST(swap_that_starts_elsewhere_keeps_its_ids)
{
    struct layout *layout = edits_gpt();
    struct layout *after = edits_do(layout, (struct edit)TO(310000, 40000), 3);
    const struct extent *was = layout_find_number(layout, 3);
    const struct extent *is = layout_find_number(after, 3);

    ck_assert_uint_eq(is->id, was->id);
    ck_assert_str_eq(is->content.uuid, was->content.uuid);
    ck_assert_str_eq(is->type, was->type);
    layout_unref(after);
    layout_unref(layout);
}

/* The content at its start is that of its first slice. */
TEST(a_table_inside_ends_where_its_slices_do)
{
    struct layout *plain = disks_openbsd();
    struct edit edit = { .kind = EDIT_RESIZE, .start = 63 };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    for (size_t i = 0; i < layout_count(plain); i++) {
        struct extent *extent = layout_builder_find(builder, layout_at(plain, i)->id);
        if (!extent || extent->start != 63 || extent->kind == EXTENT_METADATA)
            continue;
        extent->content.state = CONTENT_FOUND;
        strcpy(extent->content.type, "ufs");
    }
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    uint64_t last = 0;
    for (size_t i = 0; i < layout_count(layout); i++) {
        const struct extent *slice = layout_at(layout, i);
        if (slice->kind == EXTENT_SLICE && slice->role == ROLE_NONE &&
            extent_end(slice) > last)
            last = extent_end(slice);
    }
    edit.length = last - 63;
    struct layout *after = edits_do(layout, edit, 4);
    layout_unref(after);
    edit.length--;
    edits_refuse(layout, edit, 4, REFUSAL_RESIZE_CUTS_OWN_TABLE, "would be left outside");
    layout_unref(plain);
}

/* Like the slices of Solaris and minix from libblkid; the disk's own table can still be
 * edited. */
TEST(a_slice_without_a_letter_is_named_by_its_number)
{
    struct layout *plain = disks_openbsd();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(plain);

    for (size_t i = 0; i < layout_count(plain); i++) {
        const struct extent *slice = layout_at(plain, i);
        if (slice->kind != EXTENT_SLICE)
            continue;
        layout_builder_find(builder, slice->id)->letter = 0;
        layout_builder_find(builder, slice->id)->number = 7;
    }
    layout_builder_note(builder, NOTE_NESTED_READ_ONLY, "Listed.");
    CLEANUP(layout_unrefp) struct layout *layout = layout_builder_refinish(builder);
    edits_refuse(layout,
                 (struct edit){ .kind = EDIT_RESIZE, .start = 64, .length = 1953525041 },
                 4, REFUSAL_RESIZE_CUTS_OWN_TABLE,
                 "Partition 4 holds a table of its own: its partition 7 would be left");
    struct layout *after = edits_do(layout, (struct edit){ .kind = EDIT_DELETE }, 4);
    for (size_t i = 0; i < layout_count(after); i++)
        ck_assert_int_ne(layout_at(after, i)->kind, EXTENT_SLICE);
    layout_unref(after);
    layout_unref(plain);
}
