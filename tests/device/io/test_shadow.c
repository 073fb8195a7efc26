/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_shadow.c - a copy in memory has what a table may use, and no more */
#include "device/io/shadow.h"

#include <string.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/sparse.h"
#include "support/test.h"

enum { SECTORS = 64 * 2048 };

static struct sparse disk;

static void teardown(void)
{
    sparse_finish(&disk);
}

TEST_FIXTURE(NULL, teardown);

/* Entries of 4 sectors at ENTRIES, the other header at OTHER. */
static void put_header(uint64_t lba, uint64_t other, uint64_t entries)
{
    uint8_t header[512] = "EFI PART";

    put_le64(header, 32, other);
    put_le64(header, 72, entries);
    put_le32(header, 80, 16);
    put_le32(header, 84, 128);
    sparse_put(&disk, lba * 512, header, sizeof(header));
}

/* A word at the start of sector LBA. */
static void put_word(uint64_t lba)
{
    sparse_put(&disk, lba * 512, "there", 5);
}

/* Returns a copy without layout. */
static int copy_of(void)
{
    const struct limits limits = { .size = SECTORS, .logical = 512 };
    struct reader reader = sparse_reader(&disk);
    int fd = shadow_take(&reader, &limits, NULL);

    ck_assert_int_ge(fd, 0);
    return fd;
}

static bool is_in(int fd, uint64_t lba)
{
    char word[5];

    ck_assert_int_eq(pread(fd, word, sizeof(word), (off_t)(lba * 512)), sizeof(word));
    return !memcmp(word, "there", sizeof(word));
}

TEST(both_ends_are_in_it)
{
    static const uint64_t ends[] = { 4, 4095, SECTORS - 4096, SECTORS - 1 };

    disk = (struct sparse){ .size_bytes = (uint64_t)SECTORS * 512 };
    for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
        put_word(ends[i]);
    put_word(4096);
    put_word(SECTORS - 4097);
    int fd = copy_of();
    ck_assert_int_eq(lseek(fd, 0, SEEK_END), SECTORS * 512);
    for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
        ck_assert(is_in(fd, ends[i]));
    ck_assert(!is_in(fd, 4096) && !is_in(fd, SECTORS - 4097));
    (void)close(fd); /* memory */
}

/* The first header at sector 1, the other one at 60000. */
TEST(the_entries_of_both_headers_are_in_it_wherever_they_are)
{
    static const uint64_t used[] = { 50000, 50003, 60100, 60103 };

    disk = (struct sparse){ .size_bytes = (uint64_t)SECTORS * 512 };
    put_header(1, 60000, 50000);
    put_header(60000, 1, 60100);
    for (size_t i = 0; i < ARRAY_SIZE(used); i++)
        put_word(used[i]);
    put_word(50012);
    int fd = copy_of();
    for (size_t i = 0; i < ARRAY_SIZE(used); i++)
        ck_assert(is_in(fd, used[i]));
    ck_assert(!is_in(fd, 50012)); /* no page of those */
    (void)close(fd);              /* memory */
}

/* Impossible numbers name nothing. */
TEST(a_header_of_a_hostile_table_is_harmless)
{
    disk = (struct sparse){ .size_bytes = (uint64_t)SECTORS * 512 };
    put_header(1, UINT64_MAX, UINT64_MAX / 2);
    put_header(SECTORS - 1, UINT64_MAX / 512 + 1, SECTORS);
    put_word(50000);
    int fd = copy_of();
    ck_assert(!is_in(fd, 50000));
    (void)close(fd); /* memory */
}

/* The second EBR is at 100000 of the container at 40000. */
TEST(a_chain_is_in_it)
{
    uint8_t sector[512] = { [446 + 4] = 0x05, [510] = 0x55, [511] = 0xaa };

    disk = (struct sparse){ .size_bytes = (uint64_t)SECTORS * 512 };
    put_le32(sector, 446 + 8, 40000);
    put_le32(sector, 446 + 12, 80000);
    sparse_put(&disk, 0, sector, sizeof(sector));
    put_le32(sector, 446 + 8, 60000);
    memcpy(sector, "there", 5);
    sparse_put(&disk, UINT64_C(40000) * 512, sector, sizeof(sector));
    memset(sector + 446, 0, 64);
    sparse_put(&disk, UINT64_C(100000) * 512, sector, sizeof(sector));
    put_word(100008);
    int fd = copy_of();
    ck_assert(is_in(fd, 40000) && is_in(fd, 100000));
    ck_assert(!is_in(fd, 100008));
    (void)close(fd); /* memory */
}
