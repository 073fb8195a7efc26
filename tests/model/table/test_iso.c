/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_iso.c - bootable images are recognised by their descriptor and an entry */
#include "model/table/iso.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "support/table_image.h"
#include "support/test.h"

#define SIZE   100000
#define BLOCKS 5000 /* 20000 sectors of 512 bytes */

static void put_image(struct sparse *disk)
{
    uint8_t block[2 * 2048] = { 1, 'C', 'D', '0', '0', '1', 1 };

    memcpy(block + 40, "LIVE                            ", 32);
    put_le32(block, 80, BLOCKS);
    block[86] = BLOCKS >> 8;
    block[87] = BLOCKS & 0xff;
    put_le16(block, 128, 2048);
    memcpy(block + 2048, "\377CD001", 6);
    sparse_put(disk, 32768, block, sizeof(block));
}

static const struct {
    const char *why;
    struct mbr_entry entry;
    uint64_t length; /* of the image with that entry; 0: it is none */
} images[] = {
    { "isohybrid", { 0x80, 0x17, 0, 20000 }, 20000 },
    { "isohybrid, untyped", { 0x80, 0, 0, 20000 }, 20000 },
    { "grub-mkrescue", { 0x80, 0xcd, 1, 19999 }, 20000 },
    { "xorriso with an offset", { 0x80, 0x83, 64, 19936 }, 20000 },
    { "another offset", { 0x80, 0x17, 1024, 18976 }, 20000 },
    { "padded", { 0x80, 0x17, 0, 20480 }, 20480 },
    { "longer than the disk", { 0x80, 0x17, 0, 2 * SIZE }, SIZE },
    { "a table made over it", { 0, 0x83, 2048, 4096 }, 0 },
    { "a table made over it, to its end", { 0, 0x83, 2048, 17952 }, 0 },
    { "an old table made over it", { 0, 0x83, 100, 90000 }, 0 },
    { "a partition behind it", { 0, 0x83, 20480, 4096 }, 0 },
};

TEST_EACH(an_image_has_an_entry_of_its_own, images)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct err err = { 0 };

    table->primary[1] = images[_i].entry;
    image_put_mbr(&disk, table, 512);
    put_image(&disk);
    CLEANUP(layout_unrefp) struct layout *layout = image_read(&disk, 512, &err);
    ck_assert_msg(layout != NULL, "%s", err.text);
    const struct extent *first = layout_find_lba(layout, 1);
    ck_assert_msg((first->role == ROLE_ISO) == !!images[_i].length, "%s", images[_i].why);
    ck_assert(!layout_note_find(layout, NOTE_ISO_HYBRID) == !images[_i].length);
    if (images[_i].length) {
        ck_assert_uint_eq(extent_end(first), images[_i].length);
        ck_assert_str_eq(first->content.label, "LIVE");
        ck_assert(!layout_is_number_free(layout, 2));
        ck_assert_ptr_null(layout_find_number(layout, 2));
    }
}

TEST(a_disk_without_low_entries_is_not_read_for_an_image)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct limits limits = { .logical = 512, .size = SIZE };
    struct reader reader = sparse_reader(&disk);
    struct iso iso;

    put_image(&disk);
    table->primary[0] = (struct mbr_entry){ 0, 0x83, 2048, 90000 };
    iso_decode(&reader, &limits, table, NULL, &iso);
    ck_assert_uint_eq(disk.reads, 0);
    ck_assert_uint_eq(iso.length, 0);
}

static const struct {
    const char *why;
    size_t at;
    uint8_t byte;
} damages[] = {
    { "another type of descriptor", 0, 2 },   { "no name", 1, 'X' },
    { "sizes that differ", 84, 1 },           { "blocks of another size", 129, 4 },
    { "no descriptor behind it", 2049, 'X' },
};

TEST_EACH(a_damaged_descriptor_is_no_image, damages)
{
    CLEANUP(sparse_finish) struct sparse disk = image_new(SIZE, 512);
    CLEANUP(freep) struct mbr_table *table = xcalloc(1, sizeof(*table));
    struct limits limits = { .logical = 512, .size = SIZE };
    struct reader reader = sparse_reader(&disk);
    struct iso iso;

    put_image(&disk);
    sparse_put(&disk, 32768 + damages[_i].at, &damages[_i].byte, 1);
    table->primary[0] = (struct mbr_entry){ 0, 0x17, 0, 20000 };
    iso_decode(&reader, &limits, table, NULL, &iso);
    ck_assert_msg(!iso.length, "%s", damages[_i].why);
}
