/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_whole.c - signatures of the whole disk: whose they are, and their sectors */
#include "model/found/whole.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/sparse.h"
#include "support/test.h"

#define KIB     UINT64_C(1024)
#define SECTORS UINT64_C(400000)
#define BYTES   (SECTORS * 512)

/* Where md 0.90 has its superblock on the disk, and on what reaches to its end. */
#define OLD_MD (BYTES / (64 * KIB) * 64 * KIB - 64 * KIB)

static struct sparse disk;
static struct layout *layout;
static struct known_range ranges[WHOLE_RANGES_MAX];

/* An msdos table with a partition of the sectors [START, END). */
static void make_layout(uint64_t start, uint64_t end)
{
    struct limits limits = {
        .size = SECTORS, .logical = 512, .physical = 512, .grain = 1 << 20
    };
    struct label label = { .kind = LABEL_MSDOS, .last_usable = SECTORS - 1 };
    struct extent table = { .kind = EXTENT_METADATA, .length = 1 };
    struct extent part = {
        .kind = EXTENT_PARTITION, .number = 1, .start = start, .length = end - start
    };
    CLEANUP(layout_builder_freep)
    struct layout_builder *builder = layout_builder_new(&limits, &label);
    struct err err = { 0 };

    (void)layout_builder_add(builder, &table);
    (void)layout_builder_add(builder, &part);
    layout = layout_builder_finish(builder, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
}

static void setup(void)
{
    disk = (struct sparse){ .size_bytes = BYTES };
}

static void teardown(void)
{
    layout_unref(layout);
    layout = NULL;
    sparse_finish(&disk);
}

TEST_FIXTURE(setup, teardown);

/* The magics are those of a disk of 400000 sectors. */
static const struct {
    const char *type, *version;
    uint64_t magic;
    uint64_t start, end; /* of the partition */
    bool is_of_disk;
} owners[] = {
    { "isw_raid_member", "1.3.00", (SECTORS - 2) * 512, 63, 390063, true },
    { "isw_raid_member", "1.3.00", (SECTORS - 2) * 512, 63, SECTORS, true },
    { "linux_raid_member", "1.0", BYTES - 8 * KIB, 63, SECTORS, true },
    { "linux_raid_member", "1.2", 4096, 63, SECTORS, true },
    { "LVM2_member", "LVM2 001", 512 + 24, 63, SECTORS, true },
    { "ext4", "1.0", 1024 + 56, 63, SECTORS, true },
    { "crypto_LUKS", "2", 0x8000, 32, SECTORS, false },
    { "zfs_member", "5000", 128 * KIB, 2048, SECTORS, true },
    { "zfs_member", "5000", BYTES - 300 * KIB, 2048, SECTORS, false },
    { "zfs_member", "5000", BYTES - 300 * KIB, 2048, SECTORS - 1024, true },
};

TEST_EACH(what_is_in_a_partition_is_of_the_disk_if_its_place_is_absolute, owners)
{
    struct whole_sign sign = { .magic = owners[_i].magic };
    struct reader reader = sparse_reader(&disk);

    copy_text(sign.type, sizeof(sign.type), owners[_i].type);
    copy_text(sign.version, sizeof(sign.version), owners[_i].version);
    make_layout(owners[_i].start, owners[_i].end);
    ck_assert_int_eq(whole_is_of_disk(&sign, layout, &reader), owners[_i].is_of_disk);
}

static const struct {
    uint64_t kib;   /* in the superblock */
    uint64_t start; /* of the partition, which reaches to the end of the disk */
    bool is_big, is_of_disk;
} sizes[] = {
    { OLD_MD / KIB, 2048, false, true },
    { OLD_MD / KIB, 2048, true, true },
    { OLD_MD / KIB - 1024, 2048, false, false },
    { OLD_MD / KIB - 1024, 2048, true, false },
    { OLD_MD / KIB - 5000, 2048, false, false }, /* the other member is smaller */
    { OLD_MD / KIB - 1024, 2050, false, true },
};

TEST_EACH(the_size_in_md_0_90_tells_whether_it_is_of_the_partition, sizes)
{
    struct whole_sign sign = { .type = "linux_raid_member",
                               .version = "0.90.0",
                               .magic = OLD_MD };
    void (*put)(uint8_t *, size_t, uint32_t) = sizes[_i].is_big ? put_be32 : put_le32;
    struct reader reader = sparse_reader(&disk);
    uint8_t super[64] = { 0 };

    put(super, 0, 0xA92B4EFC);
    put(super, 32, (uint32_t)sizes[_i].kib);
    sparse_put(&disk, OLD_MD, super, sizeof(super));
    make_layout(sizes[_i].start, SECTORS);
    ck_assert_int_eq(whole_is_of_disk(&sign, layout, &reader), sizes[_i].is_of_disk);
}

static const struct {
    const char *type, *version;
    uint64_t magic, first, data;
    uint64_t logical;
    size_t count;
    uint64_t start, end; /* of the last one */
} metadata[] = {
    { "isw_raid_member", "", BYTES - 1024, 0, 0, 512, 1, SECTORS - 18, SECTORS },
    { "isw_raid_member", "", BYTES - 8192, 0, 0, 4096, 1, 49996, 50000 },
    { "ddf_raid_member", "", BYTES - 512, BYTES - 51200, 0, 512, 1, 399900, SECTORS },
    { "promise_fasttrack_raid_member", "", 512000, 0, 0, 512, 1, 1000, 1004 },
    { "silicon_medley_raid_member", "", BYTES - 512 + 96, 0, 0, 512, 4, SECTORS - 1,
      SECTORS },
    { "hpt37x_raid_member", "", 4640, 0, 0, 512, 1, 9, 10 },
    { "linux_raid_member", "1.0", BYTES - 8192, 0, 0, 512, 1, SECTORS - 16, SECTORS },
    { "linux_raid_member", "1.2", 4096, 0, 1 << 20, 512, 1, 8, 2048 },
    { "linux_raid_member", "0.90.0", OLD_MD, 0, 0, 512, 1, OLD_MD / 512,
      OLD_MD / 512 + 128 },
    { "LVM2_member", "", 536, 0, 1 << 20, 512, 1, 0, 2048 },
    { "zfs_member", "", 131072, 0, 0, 512, 2, BYTES / 262144 * 512 - 1024,
      BYTES / 262144 * 512 },
    { "swap", "", 4086, 0, 0, 512, 1, 0, 8 },
    { "swap", "", 4086, 0, 0, 4096, 1, 0, 1 },
    { "bcache", "", 4120, 0, 0, 512, 1, 8, 16 },
};

TEST_EACH(each_kind_has_its_sectors, metadata)
{
    struct limits limits = { .size = BYTES / metadata[_i].logical,
                             .logical = metadata[_i].logical };
    struct whole_sign sign = { .magic = metadata[_i].magic,
                               .first = metadata[_i].first,
                               .data = metadata[_i].data };

    copy_text(sign.type, sizeof(sign.type), metadata[_i].type);
    copy_text(sign.version, sizeof(sign.version), metadata[_i].version);
    size_t count = whole_ranges(&sign, &limits, ranges);
    ck_assert_uint_eq(count, metadata[_i].count);
    ck_assert_uint_eq(ranges[count - 1].start, metadata[_i].start);
    ck_assert_uint_eq(ranges[count - 1].start + ranges[count - 1].length,
                      metadata[_i].end);
    for (size_t i = 1; i < count; i++)
        ck_assert_uint_gt(ranges[i].start, ranges[i - 1].start);
}

TEST(a_range_outside_a_small_disk_is_left_out)
{
    struct limits limits = { .size = 64, .logical = 512 };
    struct whole_sign sign = { .type = "zfs_member" };

    ck_assert_uint_eq(whole_ranges(&sign, &limits, ranges), 1);
    ck_assert_uint_eq(ranges[0].length, 64);
}

static const struct {
    const char *type, *usage;
    enum note_id id;
    const char *part;
} words[] = {
    { "isw_raid_member", "raid", NOTE_DISK_IN_RAID, "sda is a member of a RAID (isw): " },
    { "ubi", "raid", NOTE_DISK_IN_RAID, "sda is a member of a RAID (ubi): " },
    { "LVM2_member", "raid", NOTE_DISK_HAS_CONTENT, "is a physical volume of LVM" },
    { "crypto_LUKS", "crypto", NOTE_DISK_HAS_CONTENT, "is encrypted (LUKS)" },
    { "zfs_member", "filesystem", NOTE_DISK_HAS_CONTENT, "holds ZFS" },
    { "bcache", "other", NOTE_DISK_HAS_CONTENT, "holds bcache" },
};

TEST_EACH(the_words_are_those_of_the_kind, words)
{
    struct whole_sign sign = { 0 };

    copy_text(sign.type, sizeof(sign.type), words[_i].type);
    copy_text(sign.usage, sizeof(sign.usage), words[_i].usage);
    CLEANUP(freep) char *text = whole_describe(&sign, "sda");
    ck_assert_int_eq(whole_note_id(&sign), words[_i].id);
    ck_assert_msg(strstr(text, words[_i].part) != NULL, "%s", text);
    ck_assert_ptr_null(strstr(text, "--lose")); /* the editor has a key */
}

/* What the user agreed to by its text; NULL: all. */
static const struct {
    const char *text, *left;
} agreements[] = {
    { NULL, NULL },
    { "LVM.", "A RAID." },
    { "A RAID.", "LVM." },
    { "A warning.", "LVM." },
};

TEST_EACH(what_was_agreed_to_is_a_warning, agreements)
{
    make_layout(63, SECTORS);
    ck_assert_ptr_null(whole_note_find(layout));
    struct layout_builder *builder = layout_builder_from(layout);
    layout_builder_note(builder, NOTE_KERNEL_DIFFERS, "A warning.");
    layout_builder_note(builder, NOTE_DISK_HAS_CONTENT, "LVM.");
    layout_builder_note(builder, NOTE_DISK_IN_RAID, "A RAID.");
    CLEANUP(layout_unrefp) struct layout *noted = layout_builder_refinish(builder);
    layout_builder_free(builder);

    ck_assert_int_eq(note_level(whole_note_find(noted)->id), NOTE_READ_ONLY);
    CLEANUP(lines_finish) struct lines texts = { 0 };
    lines_add(&texts, "%s", agreements[_i].text ? agreements[_i].text : "");
    CLEANUP(layout_unrefp)
    struct layout *agreed = whole_note_agree(noted, agreements[_i].text ? &texts : NULL);
    ck_assert_uint_eq(layout_note_count(agreed), 3);
    ck_assert_ptr_nonnull(layout_note_find(agreed, NOTE_KERNEL_DIFFERS));
    bool is_none = agreements[_i].text && !strcmp(agreements[_i].text, "A warning.");
    ck_assert_int_eq(!layout_note_find(agreed, NOTE_DISK_AGREED), is_none);
    const struct note *left = whole_note_find(agreed);
    if (agreements[_i].left)
        ck_assert_str_eq(left->text, agreements[_i].left);
    else
        ck_assert_ptr_null(layout_read_only(agreed));
    ck_assert(layout_equal(agreed, layout));
}
