/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hostile.c - tables made to break readers end in a layout or in one sentence */
#include <stdio.h>
#include <string.h>

#include "device/disk.h"
#include "device/opinion.h"
#include "model/crc32.h"
#include "model/mem.h"
#include "model/num.h"
#include "support/image.h"
#include "support/parted_label.h"
#include "support/rng.h"
#include "support/tap.h"

#define SECTORS 131072
#define SECTOR 512

/* One hostile disk: its first and its last MiB, and a few sectors between. */
struct hostile {
    struct image image;
    uint8_t head[2048 * SECTOR];
    uint8_t tail[2048 * SECTOR];
};

static void put_entry(uint8_t *sector, unsigned slot, uint8_t type, uint32_t start,
                      uint32_t length)
{
    size_t at = 446 + 16 * (size_t)slot;

    sector[at + 4] = type;
    put_le32(sector, at + 8, start);
    put_le32(sector, at + 12, length);
    sector[510] = 0x55;
    sector[511] = 0xaa;
}

/* A link of a chain far from the first MiB: written to the image at once. */
static void put_ebr(struct hostile *disk, uint32_t lba, uint32_t start, uint32_t length,
                    uint32_t next)
{
    uint8_t sector[SECTOR] = { 0 };

    if (length)
        put_entry(sector, 0, 0x83, start, length);
    put_entry(sector, 1, next == UINT32_MAX ? 0 : 5, next, 100);
    image_put(&disk->image, (uint64_t)lba * SECTOR, sector, sizeof sector);
}

struct gpt_lie {
    uint32_t count;
    uint32_t bytes;
    uint64_t alternate;
    uint64_t entries[2][2]; /* first, last LBA */
    uint32_t summed;        /* bytes of the array that the checksum covers */
};

static void put_header(uint8_t *sector, uint64_t mine, uint64_t other,
                       const struct gpt_lie *lie, const uint8_t *array)
{
    memcpy(sector, "EFI PART", 8);
    put_le32(sector, 8, 0x10000);
    put_le32(sector, 12, 92);
    put_le64(sector, 24, mine);
    put_le64(sector, 32, other);
    put_le64(sector, 40, 34);
    put_le64(sector, 48, SECTORS - 34);
    memset(sector + 56, 0x11, 16);
    put_le64(sector, 72, 2);
    put_le32(sector, 80, lie->count);
    put_le32(sector, 84, lie->bytes);
    put_le32(sector, 88, crc32_of(array, lie->summed));
    put_le32(sector, 16, crc32_of(sector, 92));
}

static void put_gpt(struct hostile *disk, const struct gpt_lie *lie)
{
    uint8_t *array = disk->head + 2 * SECTOR;

    put_entry(disk->head, 0, 0xee, 1, SECTORS - 1);
    for (unsigned i = 0; i < 2; i++) {
        if (!lie->entries[i][0])
            continue;
        memset(array + 128 * i, 0xaf + (int)i, 32);
        put_le64(array, 128 * i + 32, lie->entries[i][0]);
        put_le64(array, 128 * i + 40, lie->entries[i][1]);
    }
    put_header(disk->head + SECTOR, 1, lie->alternate, lie, array);
    put_header(disk->tail + 2047 * SECTOR, SECTORS - 1, 1, lie, array);
}

static const struct {
    const char *name;
    struct gpt_lie lie;
} gpt_lies[] = {
    { "no entries", { 0, 128, SECTORS - 1, { { 2048, 4095 } }, 0 } },
    { "8193 entries", { 8193, 128, SECTORS - 1, { { 2048, 4095 } }, 8000 * 128 } },
    { "32 entries of 128 MiB",
      { 32, 0x8000000, SECTORS - 1, { { 2048, 4095 } }, 0 } },
    { "33 entries of 128 MiB",
      { 33, 0x8000000, SECTORS - 1, { { 2048, 4095 } }, 1024 } },
    { "end before start", { 128, 128, SECTORS - 1, { { 4095, 2048 } }, 16384 } },
    { "end at 2^63 - 1", { 128, 128, SECTORS - 1, { { 2048, INT64_MAX } }, 16384 } },
    { "negative start",
      { 128, 128, SECTORS - 1, { { UINT64_C(1) << 63, (UINT64_C(1) << 63) + 4096 } },
        16384 } },
    { "end at 2^64 - 1", { 128, 128, SECTORS - 1, { { 2048, UINT64_MAX } }, 16384 } },
    { "overlap", { 128, 128, SECTORS - 1, { { 2048, 8191 }, { 4096, 16383 } }, 16384 } },
    { "backup far away",
      { 128, 128, UINT64_C(0x7fffffffffffff), { { 2048, 4095 } }, 16384 } },
    { "entry over the table", { 128, 128, SECTORS - 1, { { 1, 40 } }, 16384 } },
    { "entries of 1 byte", { 128, 1, SECTORS - 1, { { 2048, 4095 } }, 128 } },
};

static void loop_without_logicals(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 100000);
    put_ebr(disk, 2048, 0, 0, 2000);
    put_ebr(disk, 4048, 0, 0, 0);
}

static void loop_with_logicals(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 100000);
    put_ebr(disk, 2048, 2, 500, 2000);
    put_ebr(disk, 4048, 2, 500, 2000);
}

static void chain_of_4000(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 100000);
    for (uint32_t i = 0; i < 4000; i++)
        put_ebr(disk, 2048 + i * 20, 0, 0, (i + 1) * 20);
}

static void chain_of_100_logicals(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 100000);
    for (uint32_t i = 0; i < 100; i++)
        put_ebr(disk, 2048 + i * 100, 2, 50, (i + 1) * 100);
}

static void logical_that_wraps(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 100000);
    put_ebr(disk, 2048, 2, 50, 1000);
    put_ebr(disk, 3048, 0xfffffc6a, 50, UINT32_MAX);
}

static void logical_on_its_ebr(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 100000);
    put_ebr(disk, 2048, 10, 100, 5000);
    put_ebr(disk, 7048, 0, 50, UINT32_MAX);
}

static void two_containers(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 2048, 50000);
    put_entry(disk->head, 1, 5, 60000, 1000);
}

static void all_ones(struct hostile *disk)
{
    put_entry(disk->head, 0, 0x83, UINT32_MAX, UINT32_MAX);
}

static void start_at_zero(struct hostile *disk)
{
    put_entry(disk->head, 0, 0x83, 0, 1000);
}

static void single_sectors(struct hostile *disk)
{
    put_entry(disk->head, 0, 0x83, 1, 1);
    put_entry(disk->head, 1, 0x83, 2, 1);
}

static void container_over_the_mbr(struct hostile *disk)
{
    put_entry(disk->head, 0, 5, 0, 1000);
}

static void mac_without_end(struct hostile *disk)
{
    memcpy(disk->head, "ER\2\0", 4);
    memcpy(disk->head + SECTOR, "PM", 2);
    put_be32(disk->head, SECTOR + 4, UINT32_MAX);
}

static void mac_with_odd_blocks(struct hostile *disk)
{
    memcpy(disk->head, "ER\0\1", 4);
    memcpy(disk->head + SECTOR, "PM", 2);
    put_be32(disk->head, SECTOR + 4, 3);
}

static void rigid_disk_block_of_ones(struct hostile *disk)
{
    memset(disk->head, 0xff, SECTOR);
    memcpy(disk->head, "RDSK", 4);
}

static void sun_of_ones(struct hostile *disk)
{
    memset(disk->head + 128, 0xff, 300);
    memcpy(disk->head + 508, "\xda\xbe", 2);
}

static void bsd_of_ones(struct hostile *disk)
{
    memset(disk->head + SECTOR + 4, 0xff, 400);
    put_le32(disk->head, SECTOR, 0x82564557);
}

static void dvh_of_noise(struct hostile *disk)
{
    memset(disk->head + 4, 0x80, 500);
    memcpy(disk->head, "\x0b\xe5\xa9\x41", 4);
}

static void ones(struct hostile *disk)
{
    memset(disk->head, 0xff, sizeof disk->head);
    memset(disk->tail, 0xff, sizeof disk->tail);
}

static void (*const others[])(struct hostile *) = {
    loop_without_logicals,
    loop_with_logicals,
    chain_of_4000,
    chain_of_100_logicals,
    logical_that_wraps,
    logical_on_its_ebr,
    two_containers,
    all_ones,
    start_at_zero,
    single_sectors,
    container_over_the_mbr,
    mac_without_end,
    mac_with_odd_blocks,
    rigid_disk_block_of_ones,
    sun_of_ones,
    bsd_of_ones,
    dvh_of_noise,
    ones,
};

/* A layout that both have seen, or exit code 3 and a sentence with the name. */
static void assert_answer(const struct image *image)
{
    struct err err = { 0 };
    struct limits_given given = { 0 };
    CLEANUP(store_closep) struct store *store = store_open(image->path, &err);
    CLEANUP(layout_unrefp) struct layout *layout = disk_read(store, &given, &err);
    CLEANUP(layout_unrefp) struct layout *second = NULL;
    struct opinion *opinion;

    if (!layout) {
        ck_assert_int_eq(err.code, ERR_UNREADABLE);
        ck_assert_msg(strstr(err.text, image->path) && strlen(err.text) > 20, "%s",
                      err.text);
        return;
    }
    opinion = opinion_start(store, layout);
    second = opinion_wait(opinion, layout);
    opinion_free(opinion);
    ck_assert(layout_equal(second, layout));
}

static void assert_survived(struct hostile *disk)
{
    image_put(&disk->image, 0, disk->head, sizeof disk->head);
    image_put(&disk->image, (SECTORS - 2048) * (uint64_t)SECTOR, disk->tail,
              sizeof disk->tail);
    assert_answer(&disk->image);
    image_remove(&disk->image);
    free(disk);
}

static struct hostile *hostile_new(void)
{
    struct hostile *disk = xcalloc(1, sizeof *disk);

    image_make(&disk->image, SECTORS * (uint64_t)SECTOR);
    return disk;
}

START_TEST(a_lying_gpt_is_survived)
{
    struct hostile *disk = hostile_new();

    put_gpt(disk, &gpt_lies[_i].lie);
    assert_survived(disk);
}
END_TEST

START_TEST(a_hostile_table_is_survived)
{
    struct hostile *disk = hostile_new();

    others[_i](disk);
    assert_survived(disk);
}
END_TEST

static const char *const kinds[] = {
    "amiga", "atari", "bsd", "dvh", "gpt", "mac", "msdos", "pc98", "sun",
};

/* Bytes that decoders look at, set to values that hurt. */
static void mutate(const struct image *image, const char *kind, struct rng *rng)
{
    static const uint8_t values[] = { 0, 1, 5, 0x7f, 0x80, 0xff };
    uint64_t most = !strcmp(kind, "msdos") ? 512 : 2048;
    uint64_t least = !strcmp(kind, "msdos") ? 440 : 0;

    for (unsigned i = 0; i < 4; i++) {
        uint64_t at = least + rng_below(rng, most - least);
        image_put(image, at, &values[rng_below(rng, ARRAY_SIZE(values))], 1);
    }
}

START_TEST(a_label_with_wrong_bytes_is_survived)
{
    static const struct parted_range parts[] = { { 4096, 2048 }, { 8192, 4096 } };
    const char *kind = kinds[_i];
    struct rng rng = rng_start((unsigned)_i);
    struct image image;

    for (unsigned i = 0; i < 12; i++) {
        image_make(&image, SECTORS * (uint64_t)SECTOR);
        ck_assert(parted_label_make(image.path, 512, kind, parts, ARRAY_SIZE(parts)));
        mutate(&image, kind, &rng);
        assert_answer(&image);
        image_remove(&image);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hostile");
    TCase *tcase = tcase_create("hostile");

    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, a_lying_gpt_is_survived, 0, (int)ARRAY_SIZE(gpt_lies));
    tcase_add_loop_test(tcase, a_hostile_table_is_survived, 0, (int)ARRAY_SIZE(others));
    tcase_add_loop_test(tcase, a_label_with_wrong_bytes_is_survived, 0,
                        (int)ARRAY_SIZE(kinds));
    return run_tap(suite);
}
