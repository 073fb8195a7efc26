/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stacked.c - writes an LVM physical volume or a RAID member to a demo image */
#include <string.h>

#include "device/demo/image.h"
#include "model/base/crc32.h"
#include "model/base/mem.h"
#include "model/base/num.h"

enum {
    SECTOR = 512, /* unit of both formats, whatever the disk's sector size */
    MDA_START = 4096,
    PE_START = 1024 * 1024,
    EXTENT_SECTORS = 8192,
    LVM_ID = 32,
    LVM_ID_TEXT = LVM_ID + 6 + 1,
};

/* LVM2, lib/misc/crc.h. */
static uint32_t lvm_checksum(const void *bytes, size_t count)
{
    return crc32_add(0xF597A6CF, bytes, count);
}

/* Makes an id of 32 letters from the 16 bytes of UUID; SALT distinguishes the ids of the
 * physical volume and its volume group. */
static void make_lvm_id(char id[LVM_ID], const uint8_t *uuid, unsigned salt)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEF";

    for (size_t i = 0; i < LVM_ID; i++) {
        unsigned byte = uuid[i / 2];
        id[i] = letters[(byte >> (i % 2 * 4) ^ salt) & 31];
    }
}

/* Formats an id in groups of 6, 4, 4, 4, 4, 4, 6 with dashes between. */
static void write_lvm_id(char text[LVM_ID_TEXT], const char id[LVM_ID])
{
    size_t at = 0;

    for (size_t i = 0; i < LVM_ID; i++) {
        if (i >= 6 && i <= 26 && (i - 6) % 4 == 0)
            text[at++] = '-';
        text[at++] = id[i];
    }
    text[at] = 0;
}

static char *make_lvm_text(const struct demo_content *content, const char id[LVM_ID])
{
    char pv[LVM_ID_TEXT], vg[LVM_ID_TEXT], vg_id[LVM_ID];

    make_lvm_id(vg_id, content->uuid, 17);
    write_lvm_id(pv, id);
    write_lvm_id(vg, vg_id);
    return xasprintf(
        "%s {\nid = \"%s\"\nseqno = 1\nformat = \"lvm2\"\nstatus = [\"RESIZEABLE\", "
        "\"READ\", \"WRITE\"]\nflags = []\nextent_size = %d\nmax_lv = 0\nmax_pv = 0\n"
        "metadata_copies = 0\n\nphysical_volumes {\n\npv0 {\nid = \"%s\"\nstatus = "
        "[\"ALLOCATABLE\"]\nflags = []\ndev_size = %llu\npe_start = %d\npe_count = "
        "%llu\n}\n}\n\n}\ncontents = \"Text Format Volume Group\"\nversion = 1\n",
        content->label, vg, EXTENT_SECTORS, pv,
        (unsigned long long)(content->size / SECTOR), PE_START / SECTOR,
        (unsigned long long)((content->size - PE_START) / SECTOR / EXTENT_SECTORS));
}

static void put_metadata(struct demo_image *image, const struct demo_content *content,
                         const char id[LVM_ID])
{
    CLEANUP(freep) char *text = make_lvm_text(content, id);
    size_t length = strlen(text) + 1;
    uint8_t header[SECTOR] = { 0 };

    memcpy(header + 4, " LVM2 x[5A%r0N*>", 16);
    put_le32(header, 20, 1);
    put_le64(header, 24, MDA_START);
    put_le64(header, 32, PE_START - MDA_START);
    put_le64(header, 40, SECTOR); /* offset of the text, relative to the header */
    put_le64(header, 48, length);
    put_le32(header, 56, lvm_checksum(text, length));
    put_le32(header, 0, lvm_checksum(header + 4, sizeof(header) - 4));
    demo_put(image, content->offset + MDA_START, header, sizeof(header));
    demo_put(image, content->offset + MDA_START + SECTOR, text, length);
}

/* LVM2, lib/format_text/layout.h: the label is in sector 1, and the PV header follows
 * it. */
void demo_put_lvm(struct demo_image *image, const struct demo_content *content)
{
    uint8_t label[SECTOR] = { 0 };
    char id[LVM_ID];

    make_lvm_id(id, content->uuid, 0);
    memcpy(label, "LABELONE", 8);
    put_le64(label, 8, 1);
    put_le32(label, 20, 32);
    memcpy(label + 24, "LVM2 001", 8);
    memcpy(label + 32, id, LVM_ID);
    put_le64(label, 64, content->size);
    put_le64(label, 72, PE_START); /* data area up to the end; then a zero entry */
    put_le64(label, 104, MDA_START);
    put_le64(label, 112, PE_START - MDA_START);
    put_le32(label, 16, lvm_checksum(label + 20, SECTOR - 20));
    demo_put(image, content->offset + SECTOR, label, sizeof(label));
    put_metadata(image, content, id);
}

enum {
    MD_ROLES = 128,
    MD_SUPER = 256 + 2 * MD_ROLES,
    MD_PLACE = 4096,      /* version 1.2 */
    MD_DATA_LBA = 262144, /* 128 MiB, mdadm's default on large disks */
};

static uint32_t md_checksum(const uint8_t *super)
{
    uint64_t sum = 0;

    for (size_t at = 0; at < MD_SUPER; at += 4)
        sum += le32_at(super, at);
    return (uint32_t)(sum & 0xFFFFFFFF) + (uint32_t)(sum >> 32);
}

/* Linux, include/uapi/linux/raid/md_p.h: disk 0 of a RAID 1 of two. */
void demo_put_md(struct demo_image *image, const struct demo_content *content)
{
    uint8_t super[MD_SUPER] = { 0 };
    uint64_t data = content->size / SECTOR - MD_DATA_LBA;

    put_le32(super, 0, 0xA92B4EFC);
    put_le32(super, 4, 1);
    memcpy(super + 16, content->uuid, 16);
    demo_put_text(super + 32, 32, content->label, 0);
    put_le64(super, 64, 1262304000); /* created on 2010-01-01 */
    put_le32(super, 72, 1);          /* level */
    put_le64(super, 80, data);
    put_le32(super, 92, 2);
    put_le64(super, 128, MD_DATA_LBA);
    put_le64(super, 136, data);
    put_le64(super, 144, MD_PLACE / SECTOR);
    memcpy(super + 168, content->uuid, 16);
    super[168] ^= 0xFF; /* the UUID of the device differs from that of the array */
    put_le64(super, 192, 1262304000);
    put_le64(super, 200, 17);         /* events */
    put_le64(super, 208, UINT64_MAX); /* resync offset: in sync */
    put_le32(super, 220, MD_ROLES);
    memset(super + 256, 0xFF, 2 * MD_ROLES);
    put_le16(super, 256, 0);
    put_le16(super, 258, 1);
    put_le32(super, 216, md_checksum(super));
    demo_put(image, content->offset + MD_PLACE, super, sizeof(super));
}
