/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_inside_bounds.c - LVM and md at the first and last place where they are valid */
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/content/inside.h"
#include "support/inside_fixture.h"
#include "support/test.h"

enum { MIB = 1024 * 1024, LVM_LABEL = 512, LVM_MDA = 4096, MEMORY = 2 * MIB };

/* A change of the fixture: WIDTH bytes of VALUE, little endian, at OFFSET. */
struct poke {
    size_t offset;
    unsigned width;
    uint64_t value;
};

static void poke(uint8_t *bytes, const struct poke *pokes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < pokes[i].width; k++)
            bytes[pokes[i].offset + k] = (uint8_t)(pokes[i].value >> (8 * k));
}

static bool decode(const uint8_t *bytes, uint64_t size, const char *type,
                   struct inside *ret)
{
    struct fixture_reader memory = { bytes, MEMORY, 0 };
    struct reader part = fixture_reader(&memory, size);

    return inside_decode(&part, type, ret);
}

/* The extent size that is found, in bytes; 0 where the metadata is not accepted. */
static const struct {
    const char *name;
    struct poke pokes[3];
    uint64_t unit;
} texts[] = {
    { "as it is", { { 0 } }, 8192 * 512 },
    { "text before the ring", { { LVM_MDA + 40, 8, 511 } }, 0 },
    { "ring ends where its text begins", { { LVM_MDA + 32, 8, 512 } }, 0 },
    { "text behind the ring",
      { { LVM_MDA + 32, 8, 1024 }, { LVM_MDA + 40, 8, 1024 }, { LVM_MDA + 48, 8, 100 } },
      0 },
    { "as long as its ring",
      { { LVM_MDA + 32, 8, 1024 }, { LVM_MDA + 48, 8, 512 } },
      8192 * 512 },
    { "longer than its ring",
      { { LVM_MDA + 32, 8, 1024 }, { LVM_MDA + 48, 8, 513 } },
      0 },
    { "cut behind the number", { { LVM_MDA + 48, 8, 82 } }, 0 },
    { "cut behind the line", { { LVM_MDA + 48, 8, 83 } }, 8192 * 512 },
    { "no magic", { { LVM_MDA + 4, 1, 'x' } }, 0 },
    { "a digit above 9", { { LVM_MDA + 512 + 78, 1, ':' } }, 0 },
    { "a digit below 0", { { LVM_MDA + 512 + 78, 1, '/' } }, 0 },
    { "digits 9 and 0", { { LVM_MDA + 512 + 78, 2, 0x3039 } }, 9092 * 512 },
};

TEST_EACH(the_extent_size_is_read_inside_its_ring, texts)
{
    static uint8_t bytes[MEMORY];
    struct inside got;

    memset(bytes, 0, sizeof(bytes));
    fixture_named("lvm")->make(bytes);
    poke(bytes, texts[_i].pokes, ARRAY_SIZE(texts[_i].pokes));
    ck_assert(decode(bytes, MEMORY, "LVM2_member", &got));
    ck_assert_msg(got.unit == texts[_i].unit, "%s: %llu", texts[_i].name,
                  (unsigned long long)got.unit);
}

TEST(a_ring_may_end_with_the_partition)
{
    const struct poke pokes[] = { { LVM_MDA + 32, 8, 1024 }, { LVM_MDA + 48, 8, 512 } };
    static uint8_t bytes[MEMORY];
    struct inside got;

    memset(bytes, 0, sizeof(bytes));
    fixture_named("lvm")->make(bytes);
    poke(bytes, pokes, ARRAY_SIZE(pokes));
    memcpy(bytes + MEMORY - 1024, bytes + LVM_MDA, 1024);
    put_le64(bytes, LVM_LABEL + 104, MEMORY - 1024);
    ck_assert(decode(bytes, MEMORY, "LVM2_member", &got));
    ck_assert_uint_eq(got.unit, 8192 * 512);
}

/* Where the header of the volume begins in the label's sector; its first area is 40 bytes
 * behind that, and an area has 16. */
TEST(a_list_of_areas_ends_with_its_sector)
{
    static uint8_t bytes[MEMORY];
    struct inside got;

    memset(bytes, 0, sizeof(bytes));
    fixture_named("lvm")->make(bytes);
    put_le64(bytes, LVM_LABEL + 456 + 32, 12345);
    put_le64(bytes, LVM_LABEL + 456 + 40, 65536);
    put_le32(bytes, LVM_LABEL + 20, 456);
    ck_assert(decode(bytes, MEMORY, "LVM2_member", &got));
    ck_assert_uint_eq(got.data_offset, 65536);
    ck_assert_uint_eq(got.volume, 12345);
    ck_assert_uint_eq(got.unit, 0);
    put_le64(bytes, LVM_LABEL + 457 + 40, 65536);
    put_le32(bytes, LVM_LABEL + 20, 457);
    ck_assert(!decode(bytes, MEMORY, "LVM2_member", &got));
}

TEST(the_first_readable_metadata_area_counts)
{
    static uint8_t bytes[MEMORY];
    struct inside got;

    memset(bytes, 0, sizeof(bytes));
    fixture_named("lvm")->make(bytes);
    memcpy(bytes + 65536, bytes + LVM_MDA, 4096);
    memcpy(bytes + 65536 + 512 + 78, "16", 2);
    put_le64(bytes, LVM_LABEL + 120, 65536);
    put_le64(bytes, LVM_LABEL + 128, 65536);
    ck_assert(decode(bytes, MEMORY, "LVM2_member", &got));
    ck_assert_uint_eq(got.unit, 8192 * 512);
    bytes[LVM_MDA + 4] = 'x';
    ck_assert(decode(bytes, MEMORY, "LVM2_member", &got));
    ck_assert_uint_eq(got.unit, 1692 * 512);
}

TEST(an_lvm_label_is_in_one_of_the_first_four_sectors)
{
    for (unsigned sector = 0; sector < 6; sector++) {
        static uint8_t bytes[MEMORY];
        struct inside got;
        memset(bytes, 0, sizeof(bytes));
        fixture_named("lvm")->make(bytes);
        uint8_t label[512];
        memcpy(label, bytes + LVM_LABEL, sizeof(label));
        memset(bytes + LVM_LABEL, 0, sizeof(label));
        put_le64(label, 8, sector);
        memcpy(bytes + 512 * sector, label, sizeof(label));
        ck_assert_int_eq(decode(bytes, MEMORY, "LVM2_member", &got), sector < 4);
        ck_assert(sector >= 4 || got.proof_offset == 512 * sector);
    }
}

/* A superblock of version 1.0 is 8 to 12 KiB before the end, at a multiple of 4 KiB; one
 * of 0.90 is 64 to 128 KiB before it, at a multiple of 64 KiB. */
static const struct {
    const char *fixture;
    uint64_t size; /* of the member, in sectors of 512 bytes */
    uint64_t at;   /* sector of the superblock */
    bool is_found;
} members[] = {
    { "md 1.0", 2048, 2032, true },   { "md 1.0", 2055, 2032, true },
    { "md 1.0", 2056, 2032, false },  { "md 1.0", 2047, 2032, false },
    { "md 1.0", 2047, 2024, true },   { "md 1.0", 32, 16, true },
    { "md 1.0", 24, 8, true },        { "md 1.0", 16, 0, true },
    { "md 1.0", 15, 0, true },        { "md 0.90", 2048, 1920, true },
    { "md 0.90", 2175, 1920, true },  { "md 0.90", 2176, 1920, false },
    { "md 0.90", 2047, 1920, false }, { "md 0.90", 256, 128, true },
    { "md 0.90", 255, 0, false },     { "md 0.90", 128, 0, false },
    { "md 1.0", 8, 24, false },
};

TEST_EACH(a_superblock_of_md_counts_only_at_its_place, members)
{
    static uint8_t bytes[MEMORY];
    uint64_t at = members[_i].at;
    struct inside got;

    memset(bytes, 0, sizeof(bytes));
    fixture_named(members[_i].fixture)->make(bytes + at * 512);
    if (!strcmp(members[_i].fixture, "md 1.0"))
        put_le64(bytes, at * 512 + 144, at);
    ck_assert_msg(decode(bytes, members[_i].size * 512, "linux_raid_member", &got) ==
                      members[_i].is_found,
                  "row %d", _i);
    if (members[_i].is_found)
        ck_assert_uint_eq(got.proof_offset, at * 512);
}

/* What a member needs of its partition ends with its data, unless the superblock is
 * behind that. */
static const struct {
    uint64_t data; /* sector; the superblock is at 8 */
    uint64_t count;
    uint64_t volume;
} volumes[] = {
    { 8, 1000, 0 },
    { 9, 1000, 1009 * 512 },
    { 9, MEMORY / 512 - 9, MEMORY },
    { 9, MEMORY / 512 - 8, 0 },
    { 9, UINT64_MAX - 8, 0 },
};

TEST_EACH(the_end_of_the_data_of_md_is_known, volumes)
{
    static uint8_t bytes[MEMORY];
    struct inside got;

    memset(bytes, 0, sizeof(bytes));
    fixture_named("md 1.2")->make(bytes + 4096);
    put_le64(bytes, 4096 + 128, volumes[_i].data);
    put_le64(bytes, 4096 + 136, volumes[_i].count);
    ck_assert(decode(bytes, MEMORY, "linux_raid_member", &got));
    ck_assert_uint_eq(got.data_offset, volumes[_i].data * 512);
    ck_assert_uint_eq(got.volume, volumes[_i].volume);
}

/* Each of them alone makes it no superblock. */
TEST(every_field_of_an_md_magic_counts)
{
    static uint8_t bytes[MEMORY];
    static const struct poke wrong[] = { { 0, 1, 0 }, { 4, 1, 1 } };
    struct inside got;

    for (size_t i = 0; i < 2 * ARRAY_SIZE(wrong); i++) {
        memset(bytes, 0, sizeof(bytes));
        bool is_big = i >= ARRAY_SIZE(wrong);
        fixture_named(is_big ? "md 0.90 big" : "md 0.90")->make(bytes + 1920 * 512);
        ck_assert(decode(bytes, MEMORY / 2, "linux_raid_member", &got));
        poke(bytes + 1920 * 512, &wrong[i % ARRAY_SIZE(wrong)], 1);
        ck_assert(!decode(bytes, MEMORY / 2, "linux_raid_member", &got));
    }
}
