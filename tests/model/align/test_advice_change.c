/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_advice_change.c - minimum sizes, fixes of an end, whole changes */
#include "model/align/advice.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/str.h"
#include "support/disks.h"
#include "support/test.h"

#define DISK   UINT64_C(16777216)
#define SHRUNK 1048576
#define LENGTH 2097152
#define GROWN  4194304

static char *joined(struct lines *lines)
{
    struct str text = { 0 };

    for (size_t i = 0; i < lines->count; i++) {
        str_add(&text, i ? "\n" : "");
        str_add(&text, lines->at[i]);
        ck_assert_ptr_null(strchr(lines->at[i], '\n'));
    }
    lines_finish(lines);
    return str_take(&text);
}

static struct layout *with_inside(enum inside_kind kind, uint64_t length, uint64_t used,
                                  uint64_t volume, uint64_t block, uint64_t free_behind)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 2048,
          .length = length,
          .inside = kind },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = 2048 + length + free_behind,
          .length = 2048 },
    };
    const struct disks_spec spec = { .size = DISK,
                                     .label = LABEL_GPT,
                                     .parts = parts,
                                     .count = 2,
                                     .said = { .physical = 4096 } };
    struct layout *layout = disks_build(&spec);
    struct layout_builder *builder = layout_builder_from(layout);
    uint32_t id = layout_find_number(layout, 1)->id;

    layout_builder_find(builder, id)->content.inside.used = used;
    layout_builder_find(builder, id)->content.inside.volume = volume;
    if (block)
        layout_builder_find(builder, id)->content.inside.block = block;
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    layout_builder_free(builder);
    return layout;
}

static const struct {
    enum inside_kind inside;
    uint64_t used;
    struct advice_min want;
} leasts[] = {
    { INSIDE_EXT, 123456789, { true, true, 123456789 } },
    { INSIDE_BTRFS, 5000, { true, true, 5000 } },
    { INSIDE_NTFS, 0, { false, true, 0 } },
    { INSIDE_XFS, 1000, { true, false, 4099 * 512 } },
    { INSIDE_EXFAT, 1000, { true, false, 4099 * 512 } },
    { INSIDE_LVM, 0, { true, false, 4099 * 512 } },
    { INSIDE_LUKS, 0, { true, false, 4096 * 512 } },
    { INSIDE_SWAP, 0, { true, true, 0 } },
    { INSIDE_NONE, 0, { true, true, 0 } },
};

TEST_EACH(minimum_size_comes_from_the_superblock, leasts)
{
    struct layout *layout =
        with_inside(leasts[_i].inside, 4099, leasts[_i].used, 0, 0, 0);
    struct advice_min least = advice_min(layout, layout_find_number(layout, 1));

    ck_assert_int_eq(least.is_known, leasts[_i].want.is_known);
    ck_assert_int_eq(least.can_shrink, leasts[_i].want.can_shrink);
    ck_assert_uint_eq(least.bytes, leasts[_i].want.bytes);
    layout_unref(layout);
}

static const struct {
    enum inside_kind inside;
    uint64_t length, volume, block, free_behind;
    size_t count;
    struct advice_end_fix want[2];
} cures[] = {
    { INSIDE_LUKS, 4099, 0, 4096, 2048, 2, { { 4096, true }, { 4104, false } } },
    { INSIDE_LUKS, 4099, 0, 4096, 5, 2, { { 4096, true }, { 4104, false } } },
    { INSIDE_LUKS, 4099, 0, 4096, 4, 1, { { 4096, true } } },
    { INSIDE_LUKS, 4099, 0, 4096, 0, 1, { { 4096, true } } },
    { INSIDE_LUKS, 4104, 0, 4096, 2048, 0, { { 0, false } } },
    /* No LUKS sector of 512 bytes may be trimmed. */
    { INSIDE_LUKS, 4099, 0, 512, 2048, 1, { { 4104, false } } },
    { INSIDE_EXT, 4099, 0, 0, 2048, 1, { { 4104, false } } },
    { INSIDE_EXT, 4099, 0, 0, 0, 0, { { 0, false } } },
    { INSIDE_EXT, 4099, 4096 * 512, 0, 0, 1, { { 4096, true } } },
    { INSIDE_EXT, 4099, 4097 * 512, 0, 0, 0, { { 0, false } } },
    { INSIDE_XFS, 4099, 2048 * 512, 0, 2048, 2, { { 4096, true }, { 4104, false } } },
    { INSIDE_SWAP, 4099, 0, 0, 0, 1, { { 4096, true } } },
    { INSIDE_NONE, 4099, 0, 0, 2048, 2, { { 4096, true }, { 4104, false } } },
    { INSIDE_NONE, 7, 0, 0, 0, 0, { { 0, false } } },
};

TEST_EACH(end_is_fixed_by_trimming_or_growing, cures)
{
    struct layout *layout =
        with_inside(cures[_i].inside, cures[_i].length, 0, cures[_i].volume,
                    cures[_i].block, cures[_i].free_behind);
    struct advice_end_fix got[2];
    size_t count = advice_end_fixes(layout, layout_find_number(layout, 1), got);

    ck_assert_uint_eq(count, cures[_i].count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(got[i].length, cures[_i].want[i].length);
        ck_assert_int_eq(got[i].is_trim, cures[_i].want[i].is_trim);
    }
    layout_unref(layout);
}

/* ext4 1, swap 2, ntfs 3; afterwards 1 shrunk, 2 moved, 3 deleted and 4 at its start. */
static struct layout *change_before(void)
{
    const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION,
          .number = 1,
          .start = 2048,
          .length = LENGTH,
          .inside = INSIDE_EXT },
        { .kind = EXTENT_PARTITION,
          .number = 2,
          .start = 2099200,
          .length = 204800,
          .inside = INSIDE_SWAP },
        { .kind = EXTENT_PARTITION,
          .number = 3,
          .start = 4194304,
          .length = LENGTH,
          .inside = INSIDE_NTFS },
    };
    const struct disks_spec spec = {
        .size = DISK, .label = LABEL_MSDOS, .parts = parts, .count = 3
    };

    struct layout *layout = disks_build(&spec);
    struct layout_builder *builder = layout_builder_from(layout);

    copy_text(layout_builder_find(builder, layout_find_number(layout, 2)->id)->uuid, 40,
              "5a3c9d21-02");
    layout_unref(layout);
    layout = layout_builder_refinish(builder);
    layout_builder_free(builder);
    return layout;
}

static struct layout *change_after(const struct layout *before)
{
    struct layout_builder *builder = layout_builder_from(before);
    struct err err = { 0 };
    struct extent made = { .kind = EXTENT_PARTITION,
                           .number = 3,
                           .start = 4194304,
                           .length = GROWN,
                           .type = "83",
                           .content = { .state = CONTENT_NONE } };

    layout_builder_find(builder, layout_find_number(before, 1)->id)->length = SHRUNK;
    layout_builder_find(builder, layout_find_number(before, 2)->id)->start = 2101248;
    layout_builder_find(builder, layout_find_number(before, 2)->id)->number = 4;
    copy_text(layout_builder_find(builder, layout_find_number(before, 2)->id)->uuid, 40,
              "5a3c9d21-04");
    layout_builder_remove(builder, layout_find_number(before, 3)->id);
    (void)layout_builder_add(builder, &made);
    struct layout *after = layout_builder_finish(builder, &err);
    ck_assert_msg(after, "%s", err.text);
    layout_builder_free(builder);
    return after;
}

#define SHRINK_LINES(node)                                                               \
    "Before the write, make the ext4 in partition 1 smaller, while it is not mounted:\n" \
    "  e2fsck -f " node "\n"                                                             \
    "  resize2fs " node " 1048576s"
#define AFTER_LINES(swap, made, names)                                                   \
    "Nothing is left to do for the swap area in partition 4: the write makes it anew, "  \
    "with the UUID and the label that it had, as this would:\n"                          \
    "  mkswap -U 0b6f4d18-92ea-4c57-a3d5-6e7180c4b9f2 " swap "\n" names                  \
    "Where partition 3 begins, an old ntfs shows through.  If it is not to be kept:\n"   \
    "  wipefs --all " made "\n"                                                          \
    "For a file system in partition 3:\n"                                                \
    "  mkfs.ext4 -E nodiscard " made "\n"                                                \
    "or\n"                                                                               \
    "  mkfs.xfs -K " made

static const struct {
    const char *path;
    bool is_image;
    const char *before, *after;
} changes[] = {
    { "/dev/nvme0n1", false, SHRINK_LINES("/dev/nvme0n1p1"),
      AFTER_LINES("/dev/nvme0n1p4", "/dev/nvme0n1p3",
                  "/dev/nvme0n1p2 becomes /dev/nvme0n1p4: look for the old name in "
                  "/etc/fstab and in the boot loader.\n"
                  "The PARTUUID of partition 4 becomes 5a3c9d21-04: look for "
                  "5a3c9d21-02 in /etc/fstab and in the boot loader.\n") },
    { "/dev/shm/my disk.img", true,
      "Commands reach the image's partitions like this:\n"
      "  loop=$(losetup --find --show --partscan '/dev/shm/my disk.img')\n" SHRINK_LINES(
          "\"${loop}p1\"") "\nWhen all is done:\n  losetup --detach \"$loop\"",
      "Commands reach the image's partitions like this:\n"
      "  loop=$(losetup --find --show --partscan '/dev/shm/my disk.img')\n" AFTER_LINES(
          "\"${loop}p4\"", "\"${loop}p3\"",
          "The PARTUUID of partition 4 becomes 5a3c9d21-04: look for 5a3c9d21-02 in "
          "/etc/fstab and in the boot loader.\n") "\nWhen all is done:\n  losetup "
                                                  "--detach \"$loop\"" },
};

TEST_EACH(whole_change_is_advised_in_order_of_execution, changes)
{
    struct layout *before = change_before();
    struct layout *after = change_after(before);
    struct lines first = { 0 }, then = { 0 };

    advice_for(before, after, changes[_i].path, changes[_i].is_image, &first, &then);
    CLEANUP(freep) char *first_text = joined(&first);
    CLEANUP(freep) char *then_text = joined(&then);
    ck_assert_str_eq(first_text, changes[_i].before);
    ck_assert_str_eq(then_text, changes[_i].after);
    layout_unref(before);
    layout_unref(after);
}

/* Partition 1 gets another number and id and keeps its content. */
static struct layout *renumbered(const struct layout *before)
{
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(before);
    struct extent made = *layout_find_number(before, 1);

    layout_builder_remove(builder, made.id);
    made.id = 0;
    made.number = 5;
    made.content = (struct content){ .state = CONTENT_NONE, .zeros = ZEROS_NEW };
    (void)layout_builder_add(builder, &made);
    return layout_builder_refinish(builder);
}

static const struct {
    enum content_state state;
    enum content_zeros zeros;
    bool is_warned;
} nameless[] = {
    { CONTENT_NONE, ZEROS_NONE, true },    { CONTENT_NONE, ZEROS_NOT_READ, true },
    { CONTENT_NONE, ZEROS_SAMPLED, true }, { CONTENT_UNKNOWN, ZEROS_NOT_READ, true },
    { CONTENT_UNREADABLE, 0, true },       { CONTENT_NONE, ZEROS_ALL, false },
    { CONTENT_NONE, ZEROS_CALLED, false },
};

TEST_EACH(unknown_data_is_named_before_mkfs, nameless)
{
    CLEANUP(layout_unrefp) struct layout *disk = change_before();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(disk);
    struct lines first = { 0 }, then = { 0 };

    layout_builder_find(builder, layout_find_number(disk, 1)->id)->content =
        (struct content){ .state = nameless[_i].state, .zeros = nameless[_i].zeros };
    CLEANUP(layout_unrefp) struct layout *before = layout_builder_refinish(builder);
    CLEANUP(layout_unrefp) struct layout *after = renumbered(before);
    advice_for(before, after, "/dev/sdx", false, &first, &then);
    CLEANUP(freep) char *text = joined(&then);
    ck_assert_int_eq(strstr(text, "Partition 5 takes the place of partition 1, whose "
                                  "content was not recognised and may be data") != NULL,
                     nameless[_i].is_warned);
    ck_assert_ptr_nonnull(strstr(text, "mkfs.ext4"));
    lines_finish(&first);
}

TEST(an_image_is_attached_before_its_content_is_shrunk)
{
    CLEANUP(layout_unrefp) struct layout *disk = change_before();
    struct lines lines = { 0 };

    advice_before_shrink(disk, layout_find_number(disk, 1), LENGTH / 2,
                         "/dev/shm/disk.img", true, &lines);
    CLEANUP(freep) char *text = joined(&lines);
    ck_assert_ptr_nonnull(strstr(text, "--partscan /dev/shm/disk.img)\n"));
    ck_assert_ptr_null(strstr(text, "disk.img1"));
}

TEST(repaired_entry_keeps_its_content)
{
    CLEANUP(layout_unrefp) struct layout *after = change_before();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(after);
    struct extent *entry = layout_builder_find(builder, layout_find_number(after, 3)->id);
    struct lines first = { 0 }, then = { 0 };

    entry->claimed_kind = entry->kind;
    entry->kind = EXTENT_DAMAGED;
    entry->fault = FAULT_OUTSIDE_DISK;
    entry->content = (struct content){ 0 };
    CLEANUP(layout_unrefp) struct layout *before = layout_builder_refinish(builder);
    advice_for(before, after, "/dev/sdx", false, &first, &then);
    ck_assert_uint_eq(first.count + then.count, 0);
}

/* A content whose entry is whole again, or found without one, stays. */
TEST_TIMES(content_of_a_damaged_entry_can_grow, 2)
{
    CLEANUP(layout_unrefp) struct layout *after = change_before();
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_from(after);
    struct extent *entry = layout_builder_find(builder, layout_find_number(after, 1)->id);
    struct lines first = { 0 }, then = { 0 };

    entry->claimed_kind = entry->kind;
    entry->kind = EXTENT_DAMAGED;
    entry->fault = _i ? FAULT_NO_ENTRY : FAULT_OVERLAP;
    entry->length -= 2048;
    CLEANUP(layout_unrefp) struct layout *before = layout_builder_refinish(builder);
    advice_for(before, after, "/dev/sdx", false, &first, &then);
    CLEANUP(freep) char *text = joined(&then);
    ck_assert_ptr_nonnull(strstr(text, "can grow into the new space"));
    ck_assert_ptr_null(strstr(text, "mkfs"));
    lines_finish(&first);
    lines_finish(&then);
}

TEST(unchanged_disk_needs_nothing)
{
    struct layout *layout = change_before();
    struct lines first = { 0 }, then = { 0 };

    advice_for(layout, layout, "disk.img", true, &first, &then);
    ck_assert_uint_eq(first.count, 0);
    ck_assert_uint_eq(then.count, 0);
    layout_unref(layout);
}

TEST(file_system_without_a_table_uses_the_whole_disk)
{
    struct layout *layout = change_before();
    struct lines lines = { 0 };

    advice_no_table(layout_limits(layout), "/dev/sdb", &lines);
    CLEANUP(freep) char *text = joined(&lines);
    ck_assert_str_eq(text,
                     "A file system straight on the disk begins at sector 0, which is on "
                     "every boundary; the table and all that is in it are gone then:\n"
                     "  wipefs --all /dev/sdb\n"
                     "  mkfs.ext4 -E nodiscard /dev/sdb\n"
                     "or\n"
                     "  mkfs.xfs -K /dev/sdb");
    layout_unref(layout);
}
