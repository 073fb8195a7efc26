/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lost.c - contents in free space that no entry names */
#include "model/found/lost.h"

#include <stdlib.h>
#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/found/list.h"
#include "support/disks.h"
#include "support/sparse_contents.h"
#include "support/test.h"

#define KIB     UINT64_C(1024)
#define MIB     (1024 * KIB)
#define SECTORS (UINT64_C(4) * 1024 * 2048) /* 4 GiB */

/* Partition 1 to 100062; the container from 100063 on, with one logical partition in
 * front. */
static struct layout *container_disk(void)
{
    static const struct disks_part parts[] = {
        { .kind = EXTENT_PARTITION, .number = 1, .start = 63, .length = 100000 },
        { .kind = EXTENT_EXTENDED, .number = 2, .start = 100063, .length = 4000000 },
        { .kind = EXTENT_METADATA, .role = ROLE_EBR, .start = 100063, .length = 1 },
        { .kind = EXTENT_LOGICAL, .number = 5, .start = 100126, .length = 400063 },
    };
    const struct disks_spec spec = {
        .size = SECTORS, .label = LABEL_MSDOS, .parts = parts, .count = ARRAY_SIZE(parts)
    };

    return disks_build(&spec);
}

#define RUN_START  UINT64_C(500189) /* behind that logical partition */
#define RUN_LENGTH (UINT64_C(4100063) - RUN_START)

static size_t find(struct sparse *disk, const struct layout *layout,
                   struct found_content **ret)
{
    struct reader reader = sparse_reader(disk);

    return lost_find(&reader, layout, RUN_START, RUN_LENGTH, ret);
}

static const uint64_t starts[] = {
    RUN_START,
    RUN_START + 1,
    RUN_START + 63,
    RUN_START + 64,
    RUN_START + 77, /* each sector in front */
    501760,         /* 1 MiB */
    245 * UINT64_C(2048),
    300 * UINT64_C(2048),
    2000 * UINT64_C(2048), /* one of the last ones */
    32 * UINT64_C(16065),
    32 * UINT64_C(16065) + 63,
    255 * UINT64_C(16065) + 63, /* one of the last ones */
    63 * UINT64_C(7950),        /* a track */
};

TEST_EACH(a_content_is_found_where_tools_put_it, starts)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_first(&disk, starts[_i] * 512, 2 * MIB);
    ck_assert_uint_eq(find(&disk, layout, &found), 1);
    ck_assert_uint_eq(found->start, starts[_i]);
    ck_assert_uint_eq(found->length, 4096);
    ck_assert_int_eq(found->how, FOUND_SUPERBLOCK);
}

TEST(an_ebr_leads_to_its_content_and_to_the_next_one)
{
    const struct sparse_ebr first = { 0x83, 63, 100000, 1234567 - 100063 };
    const struct sparse_ebr last = { 0x7, 77, 50000, 0 };
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_ebr(&disk, RUN_START, &first);
    sparse_put_first(&disk, (RUN_START + 63) * 512, 2 * MIB);
    sparse_put_ebr(&disk, 1234567, &last);
    sparse_put_first(&disk, (1234567 + 77) * 512, 2 * MIB);
    ck_assert_uint_eq(find(&disk, layout, &found), 2);
    ck_assert_uint_eq(found[0].ebr, RUN_START);
    ck_assert_uint_eq(found[0].length, 100000);
    ck_assert_str_eq(found[0].entry_type, "83");
    ck_assert_int_eq(found[0].how, FOUND_EBR);
    ck_assert_uint_eq(found[1].start, 1234567 + 77);
    ck_assert_uint_eq(found[1].length, 50000);
}

/* Nothing begins where it says, its signature is missing, or it is too long. */
TEST_TIMES(an_ebr_alone_is_no_content, 3)
{
    struct sparse_ebr ebr = { 0x83, 5003, _i == 2 ? UINT32_MAX : 100000, 0 };
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_ebr(&disk, RUN_START, &ebr);
    if (_i)
        sparse_put_first(&disk, (RUN_START + 5003) * 512, 2 * MIB);
    if (_i == 1)
        sparse_put(&disk, RUN_START * 512 + 510, "xx", 2);
    ck_assert_uint_eq(find(&disk, layout, &found), 0);
}

/* What lay before it was moved away: the run begins some sectors before the EBR. */
TEST(an_ebr_behind_the_beginning_is_found)
{
    const struct sparse_ebr ebr = { 0x83, 63, 4096, 0 };
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_ebr(&disk, RUN_START + 5, &ebr);
    sparse_put_first(&disk, (RUN_START + 5 + 63) * 512, 2 * MIB);
    ck_assert_uint_eq(find(&disk, layout, &found), 1);
    ck_assert_uint_eq(found->ebr, RUN_START + 5);
}

/* EBRs that lead to each other and to themselves. */
TEST(a_chain_of_ebrs_ends)
{
    const struct sparse_ebr first = { 0x83, 63, 1000, 600000 - 100063 };
    const struct sparse_ebr second = { 0x83, 63, 1000, RUN_START - 100063 };
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_ebr(&disk, RUN_START, &first);
    sparse_put_first(&disk, (RUN_START + 63) * 512, 100 * KIB);
    sparse_put_ebr(&disk, 600000, &second);
    sparse_put_first(&disk, UINT64_C(600063) * 512, 100 * KIB);
    ck_assert_uint_eq(find(&disk, layout, &found), 2);
}

/* The copies of an ext4 whose first superblock is destroyed; another content in it shows
 * that it was overwritten. */
TEST_TIMES(a_backup_superblock_counts_only_alone, 2)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;
    uint64_t start = 245 * MIB;

    sparse_put_ext(&disk, start + 128 * MIB, 98304, 2, 1);
    if (_i)
        sparse_put_first(&disk, start + MIB, 2 * MIB);
    ck_assert_uint_eq(find(&disk, layout, &found), 1);
    ck_assert_int_eq(found->how, _i ? FOUND_SUPERBLOCK : FOUND_BACKUP);
    ck_assert_uint_eq(found->start, (start + (_i ? MIB : 0)) / 512);
}

/* A forged size, and one that is not known: up to what follows. */
TEST(a_size_beyond_the_disk_ends_at_the_run)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_ext(&disk, RUN_START * 512 + KIB, UINT32_MAX, 2, 0);
    ck_assert_uint_eq(find(&disk, layout, &found), 1);
    ck_assert_uint_eq(found->length, RUN_LENGTH);
}

TEST_TIMES(the_search_of_a_run_is_bounded, 2)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    for (uint64_t at = 245 * MIB; _i && at < 1000 * MIB; at += MIB)
        sparse_put_first(&disk, at, 16 * KIB);
    ck_assert_uint_le(find(&disk, layout, &found), FOUND_MAX);
    ck_assert_uint_le(disk.reads, 4U * (LOST_PLACES_MAX + (_i ? 8U * FOUND_MAX : 0)) +
                                      (_i ? 20U * FOUND_MAX : 0));
}

TEST(unreadable_sectors_hold_no_content)
{
    CLEANUP(sparse_finish)
    struct sparse disk = { .size_bytes = SECTORS * 512,
                           .broken_from = RUN_START * 512,
                           .broken_to = (RUN_START + RUN_LENGTH) * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(freep) struct found_content *found = NULL;

    sparse_put_first(&disk, RUN_START * 512, 2 * MIB);
    ck_assert_uint_eq(find(&disk, layout, &found), 0);
}

/* At 150 MiB, in partition 5. */
TEST(a_hunt_does_not_look_into_partitions)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    struct reader reader = sparse_reader(&disk);

    sparse_put_first(&disk, 150 * MIB, 2 * MIB);
    struct found_hunt *hunt = found_hunt_new(&reader, layout, FOUND_WIDE);
    while (found_hunt_step(hunt))
        ;
    found_hunt_take(hunt, &places);
    ck_assert_uint_eq(places.count, 0);
    found_hunt_free(hunt);
}

/* Each free run, and the entries of a GPT that was there before. */
TEST(all_free_space_is_searched)
{
    CLEANUP(sparse_finish) struct sparse disk = { .size_bytes = SECTORS * 512 };
    CLEANUP(layout_unrefp) struct layout *layout = container_disk();
    struct reader reader = sparse_reader(&disk);
    uint8_t entry[128] = { 0xaf, 0x3d, 0xc6, 0x0f };

    sparse_put_first(&disk, 63 * UINT64_C(512), 2 * MIB); /* partition 1 */
    sparse_put_first(&disk, (RUN_START + 63) * 512, 2 * MIB);
    sparse_put_first(&disk, UINT64_C(4100063) * 512, 2 * MIB);
    put_le64(entry, 32, 4444444);
    put_le64(entry, 40, 4455555);
    sparse_put(&disk, 2 * UINT64_C(512) + 128, entry, sizeof(entry));
    sparse_put_first(&disk, UINT64_C(4444444) * 512, 2 * MIB);
    struct found_hunt *hunt = found_hunt_new(&reader, layout, FOUND_WIDE);
    while (found_hunt_step(hunt))
        ;
    CLEANUP(found_list_finish) struct found_list list = { 0 };
    CLEANUP(found_places_finish) struct found_places places = { 0 };
    found_hunt_take(hunt, &places);
    found_list_judge(&places, layout, &list);
    ck_assert_uint_eq(list.count, 3);
    ck_assert_uint_eq(list.at[0].found.start, RUN_START + 63);
    ck_assert_uint_eq(list.at[1].found.start, 4100063);
    ck_assert_int_eq(list.at[2].found.how, FOUND_GPT_COPY);
    ck_assert_uint_eq(list.at[2].found.length, 4455555 - 4444444 + 1);
    found_hunt_free(hunt);
}
