/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ntfs.c - writes an NTFS to a demo image
 *
 * Linux-NTFS documentation: $Boot, FILE record, $VOLUME_NAME, $VOLUME_INFORMATION. */
#include <string.h>

#include "device/demo/image.h"
#include "model/base/num.h"

enum {
    SECTOR = 512,
    CLUSTER = 4096,
    MFT_CLUSTER = 786432, /* 3 GiB, the position that Windows XP uses */
    RECORD = 1024,
    RECORD_VOLUME = 3, /* $Volume follows $MFT, $MFTMirr and $LogFile */
    MIRRORED = 4,
    ATTRIBUTES = 56,
    ATTRIBUTE_HEAD = 24, /* size of a resident attribute's header */
    NAME_MAX_UNITS = 32,
};

static void ntfs_fill_boot(uint8_t *boot, const struct demo_content *content,
                           uint64_t clusters)
{
    memcpy(boot, "\xEB\x52\x90NTFS    ", 11);
    put_le16(boot, 11, SECTOR);
    boot[13] = CLUSTER / SECTOR;
    boot[21] = 0xF8;
    put_le16(boot, 24, 63);
    put_le16(boot, 26, 255);
    put_le32(boot, 28, (uint32_t)content->start); /* hidden sectors */
    put_le32(boot, 36, 0x00800080);
    /* The last sector of the partition is the backup boot sector. */
    put_le64(boot, 40, content->size / SECTOR - 1);
    put_le64(boot, 48, MFT_CLUSTER);
    put_le64(boot, 56, clusters / 2);
    boot[64] = 0xF6; /* records of 2^10 bytes */
    boot[68] = 1;    /* index records of one cluster */
    memcpy(boot + 72, content->uuid, 8);
    demo_fill(boot + 84, 340, 52);
    put_le16(boot, 510, 0xAA55);
}

/* Adds a resident attribute of TYPE with COUNT bytes; returns the offset of the next
 * one. */
static size_t add_attribute(uint8_t *record, size_t at, uint32_t type,
                            const uint8_t *value, size_t count)
{
    size_t length = ATTRIBUTE_HEAD + (count + 7) / 8 * 8;

    put_le32(record, at, type);
    put_le32(record, at + 4, (uint32_t)length);
    put_le32(record, at + 16, (uint32_t)count);
    put_le16(record, at + 20, ATTRIBUTE_HEAD);
    memcpy(record + at + ATTRIBUTE_HEAD, value, count);
    return at + length;
}

static size_t add_volume(uint8_t *record, size_t at, const char *label)
{
    static const uint8_t version_3_1[12] = { [8] = 3, [9] = 1 };
    uint8_t name[NAME_MAX_UNITS * 2] = { 0 };
    size_t units = strnlen(label, NAME_MAX_UNITS);

    for (size_t i = 0; i < units; i++)
        name[2 * i] = (uint8_t)label[i]; /* the labels of the demo disks are ASCII */
    at = add_attribute(record, at, 0x60, name, units * 2);
    return add_attribute(record, at, 0x70, version_3_1, sizeof(version_3_1));
}

/* Replaces the last two bytes of each sector by the update sequence number; the array at
 * 50 keeps the original bytes. */
static void protect_record(uint8_t *record)
{
    put_le16(record, 4, 48);
    put_le16(record, 6, RECORD / SECTOR + 1);
    put_le16(record, 48, 1);
    for (size_t i = 0; i < RECORD / SECTOR; i++) {
        size_t end = (i + 1) * SECTOR - 2;
        put_le16(record, 50 + 2 * i, le16_at(record, end));
        put_le16(record, end, 1);
    }
}

static void fill_record(uint8_t *record, uint32_t number, const char *label)
{
    size_t at = ATTRIBUTES;

    memcpy(record, "FILE", 4);
    put_le16(record, 16, (uint16_t)(number ? number : 1)); /* sequence number */
    put_le16(record, 18, 1);                               /* links */
    put_le16(record, 20, ATTRIBUTES);
    put_le16(record, 22, 1); /* in use */
    put_le32(record, 28, RECORD);
    put_le32(record, 44, number);
    if (number == RECORD_VOLUME)
        at = add_volume(record, at, label);
    put_le32(record, at, 0xFFFFFFFF);
    put_le32(record, 24, (uint32_t)at + 8); /* bytes in use */
    protect_record(record);
}

void demo_put_ntfs(struct demo_image *image, const struct demo_content *content)
{
    uint8_t boot[SECTOR] = { 0 }, records[MIRRORED * RECORD] = { 0 };
    uint64_t clusters = content->size / CLUSTER;

    ntfs_fill_boot(boot, content, clusters);
    demo_put(image, content->offset, boot, sizeof(boot));
    demo_put(image, content->offset + content->size - SECTOR, boot, sizeof(boot));
    for (uint32_t i = 0; i < MIRRORED; i++)
        fill_record(records + i * RECORD, i, content->label);
    demo_put(image, content->offset + (uint64_t)MFT_CLUSTER * CLUSTER, records,
             sizeof(records));
    demo_put(image, content->offset + clusters / 2 * CLUSTER, records, sizeof(records));
}
