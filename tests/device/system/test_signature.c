/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_signature.c - what lives in an extent of an image */
#include "device/system/signature.h"

#include <fcntl.h>
#include <unistd.h>

#include "model/base/frame.h"
#include "support/superblocks.h"
#include "support/test.h"

#define MIB (UINT64_C(1) << 20)

static struct image image;

static void setup(void)
{
    image_make(&image, 32 * MIB);
}

static void teardown(void)
{
    image_remove(&image);
}

static struct content probe(uint64_t start, uint64_t length, uint64_t logical)
{
    struct extent extent = { .kind = EXTENT_PARTITION, .start = start, .length = length };

    return signature_probe(image.fd, logical, &extent);
}

TEST_FIXTURE(setup, teardown);

TEST(a_file_system_at_sector_63_is_found)
{
    image_put_ext2(&image, 63 * 512, "data");
    struct content content = probe(63, 8192, 512);
    ck_assert_int_eq(content.state, CONTENT_FOUND);
    ck_assert_str_eq(content.type, "ext2");
    ck_assert_str_eq(content.usage, "filesystem");
    ck_assert_str_eq(content.label, "data");
    ck_assert_str_eq(content.uuid, "10111213-1415-1617-1819-1a1b1c1d1e1f");
    ck_assert_int_eq(content.inside.kind, INSIDE_EXT);
    ck_assert_uint_eq(content.inside.block, 4096);
    ck_assert_str_eq(content.inside.proof, "53ef");
}

TEST(the_same_one_sector_beside_is_nothing)
{
    image_put_ext2(&image, 63 * 512, "data");
    ck_assert_int_eq(probe(64, 8192, 512).state, CONTENT_NONE);
    ck_assert_int_eq(probe(62, 8192, 512).state, CONTENT_NONE);
}

TEST(sectors_of_4096_bytes_count)
{
    image_put_swap(&image, 256 * 4096, "swap");
    struct content content = probe(256, 256, 4096);
    ck_assert_int_eq(content.state, CONTENT_FOUND);
    ck_assert_str_eq(content.type, "swap");
    ck_assert_str_eq(content.usage, "other");
    ck_assert_int_eq(content.inside.kind, INSIDE_SWAP);
    ck_assert_int_eq(probe(256, 256, 512).state, CONTENT_NONE);
}

TEST(zeros_are_no_content)
{
    struct content content = probe(2048, 2048, 512);

    ck_assert_int_eq(content.state, CONTENT_NONE);
    ck_assert_str_eq(content.type, "");
    ck_assert_int_eq(content.inside.kind, INSIDE_NONE);
}

static void put_head(uint64_t at, uint8_t damage)
{
    uint8_t head[512] = { 0 };

    frame_put(&(struct frame){ .kind = 7, .version = 2 }, head, sizeof(head));
    head[500] ^= damage;
    ck_assert_int_eq(pwrite(image.fd, head, sizeof(head), (off_t)at), sizeof(head));
}

/* The head is in one of the first two blocks, whose size is not known. */
static const uint64_t heads[] = { 0, 4096, 65536, MIB };

TEST_EACH(the_journal_of_a_move_is_named, heads)
{
    char name[CONTENT_NAME];

    put_head(MIB + heads[_i], 0);
    struct content content = probe(2048, 8192, 512);
    ck_assert_str_eq(content_name(&content, name), "journal");
    ck_assert_str_eq(content_id(&content), "journal");
    ck_assert(content_is_data(&content));
    /* What ends before that block is none. */
    ck_assert_int_eq(probe(2048, 8, 512).is_journal, heads[_i] == 0);
}

TEST(a_damaged_head_is_no_journal)
{
    put_head(MIB, 1);
    ck_assert(!probe(2048, 8192, 512).is_journal);
}

static const struct {
    uint64_t start, length;
} beyond[] = {
    { 65536, 2048 },         { 65536, 1 },      { 65000, 2048 },
    { UINT64_MAX / 512, 2 }, { UINT64_MAX, 1 }, { 1, UINT64_MAX },
};

TEST_EACH(what_lies_past_the_end_is_unreadable, beyond)
{
    ck_assert_int_eq(probe(beyond[_i].start, beyond[_i].length, 512).state,
                     CONTENT_UNREADABLE);
}

TEST(what_cannot_be_read_is_unreadable)
{
    struct extent extent = { .kind = EXTENT_PARTITION, .start = 0, .length = 2048 };
    int fd = open(image.path, O_WRONLY | O_CLOEXEC);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(signature_probe(fd, 512, &extent).state, CONTENT_UNREADABLE);
    ck_assert_int_eq(close(fd), 0);
    ck_assert_int_eq(signature_probe(-1, 512, &extent).state, CONTENT_UNREADABLE);
}

TEST(two_contents_in_one_place_are_ambivalent)
{
    image_put_jfs(&image, MIB);
    ck_assert_str_eq(probe(2048, 40960, 512).type, "jfs");
    image_put_swap(&image, MIB, "swap");
    struct content content = probe(2048, 40960, 512);
    ck_assert_int_eq(content.state, CONTENT_AMBIVALENT);
    ck_assert_str_eq(content.type, "jfs");
    ck_assert_str_eq(content.other, "swap");
    ck_assert_str_eq(content.label, "");
    ck_assert_int_eq(content.inside.kind, INSIDE_NONE);
}

TEST(a_wrong_checksum_gives_way_to_a_right_content)
{
    image_put_bad_lvm(&image, MIB);
    struct content content = probe(2048, 8192, 512);
    ck_assert_int_eq(content.state, CONTENT_FOUND);
    ck_assert_str_eq(content.type, "LVM2_member");
    image_put_ext2(&image, MIB, "data");
    content = probe(2048, 8192, 512);
    ck_assert_int_eq(content.state, CONTENT_FOUND);
    ck_assert_str_eq(content.type, "ext2");
}

TEST(a_raid_member_is_known_by_its_end_and_hides_what_it_holds)
{
    image_put_ext2(&image, MIB, "data");
    image_put_md_end(&image, MIB, 4 * MIB);
    struct content content = probe(2048, 8192, 512);
    ck_assert_int_eq(content.state, CONTENT_FOUND);
    ck_assert_str_eq(content.type, "linux_raid_member");
    ck_assert_str_eq(content.usage, "raid");
    /* With another end it is no member. */
    ck_assert_str_eq(probe(2048, 8192 + 64, 512).type, "ext2");
}

TEST(a_label_cannot_speak_to_the_terminal)
{
    image_put_swap(&image, MIB, "a\033[31mb\377c");
    ck_assert_str_eq(probe(2048, 8192, 512).label, "a?[31mb?c");
    image_put_swap(&image, MIB, "caf\303\251");
    ck_assert_str_eq(probe(2048, 8192, 512).label, "caf\303\251");
}

TEST(an_extent_of_one_sector_is_looked_at_safely)
{
    image_put_ext2(&image, 100 * 512, "data");
    ck_assert_int_eq(probe(100, 1, 512).state, CONTENT_NONE);
    ck_assert_int_eq(probe(100, 2, 512).state, CONTENT_NONE);
}

static const struct {
    enum extent_kind kind;
    enum extent_role role;
    bool want;
} wanted[] = {
    { EXTENT_FREE, ROLE_NONE, false },     { EXTENT_METADATA, ROLE_MBR, false },
    { EXTENT_PARTITION, ROLE_NONE, true }, { EXTENT_EXTENDED, ROLE_NONE, false },
    { EXTENT_LOGICAL, ROLE_NONE, true },   { EXTENT_SLICE, ROLE_NONE, true },
    { EXTENT_SLICE, ROLE_RAW, false },     { EXTENT_SLICE, ROLE_UNUSED, false },
};

TEST_EACH(only_what_holds_data_is_wanted, wanted)
{
    struct extent extent = { .kind = wanted[_i].kind, .role = wanted[_i].role };

    ck_assert_int_eq(signature_is_wanted(&extent), wanted[_i].want);
}
