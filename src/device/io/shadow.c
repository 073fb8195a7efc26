/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shadow.c - copies the sectors of a partition table to a memory file */
#include "device/io/shadow.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr.h"

#define MIB   (UINT64_C(1) << 20)
#define PIECE (64 * 1024)
#define PAGE  4096

/* Bounds for hostile tables, which no valid table exceeds. */
static const uint64_t end_bytes = 2 * MIB;
static const uint64_t head_max = 16 * MIB;
static const uint64_t array_max = 4 * MIB;

struct shadow {
    const struct reader *disk;
    uint64_t logical;
    uint64_t sectors;
    int fd;
    bool has_failed; /* a write failed, and errno has the reason */
};

/* Pages of zeros stay holes, so the file uses little memory. */
static void shadow_put(struct shadow *shadow, uint64_t offset, const uint8_t *buf,
                       size_t count)
{
    for (size_t at = 0; at < count && !shadow->has_failed;) {
        size_t part = count - at < PAGE ? count - at : PAGE;
        if (!mem_is_zero(buf + at, part) &&
            pwrite(shadow->fd, buf + at, part, (off_t)(offset + at)) != (ssize_t)part)
            shadow->has_failed = true;
        at += part;
    }
}

/* Copies the part of [offset, end) that is inside the disk.  A piece that cannot be read
 * is read again sector by sector, so that a bad sector affects only itself. */
static void copy_range(struct shadow *shadow, uint64_t offset, uint64_t end)
{
    size_t sector = (size_t)shadow->logical;
    uint8_t buf[PIECE];

    if (end > shadow->disk->size)
        end = shadow->disk->size;
    while (offset < end) {
        size_t count = end - offset < PIECE ? (size_t)(end - offset) : PIECE;
        if (reader_read(shadow->disk, offset, buf, count)) {
            shadow_put(shadow, offset, buf, count);
        } else {
            for (size_t at = 0; at + sector <= count; at += sector)
                if (reader_read(shadow->disk, offset + at, buf, sector))
                    shadow_put(shadow, offset + at, buf, sector);
        }
        offset += count;
    }
}

/* Copies a range except the inside of partitions and containers.  Of a container only the
 * EBR chain is needed, which shadow_copy_chain() copies. */
static void copy_outside(struct shadow *shadow, const struct layout *layout,
                         uint64_t offset, uint64_t end)
{
    for (size_t i = 0; layout && i < layout_count(layout); i++) {
        const struct extent *extent = layout_at(layout, i);
        uint64_t from = extent->start * shadow->logical;
        uint64_t to = extent_end(extent) * shadow->logical;
        if (extent->parent || !extent_is_partition(extent) || to <= offset || from >= end)
            continue;
        if (from > offset)
            copy_range(shadow, offset, from);
        offset = to;
    }
    if (offset < end)
        copy_range(shadow, offset, end);
}

/* Byte 4 of an entry is its type. */
static bool entry_is_extended(const uint8_t *entry)
{
    return mbr_type_is_extended(entry[4]);
}

static const uint8_t *find_extended_entry(const uint8_t *sector)
{
    for (size_t at = 446; at < 510; at += 16)
        if (entry_is_extended(sector + at) && le32_at(sector, at + 12))
            return sector + at;
    return NULL;
}

/* Each link is the sector of an EBR; the start in an EBR's link entry is relative to the
 * container. */
static void shadow_copy_chain(struct shadow *shadow, uint64_t base)
{
    uint64_t link = base;
    uint8_t sector[512];

    for (unsigned count = 0; count < MBR_LINKS_MAX && link < shadow->sectors; count++) {
        const uint8_t *next;
        if (!reader_read(shadow->disk, link * shadow->logical, sector, sizeof(sector)) ||
            le16_at(sector, 510) != 0xaa55)
            return;
        shadow_put(shadow, link * shadow->logical, sector, sizeof(sector));
        next = find_extended_entry(sector);
        if (!next || !le32_at(next, 8))
            return;
        link = base + le32_at(next, 8);
    }
}

static void copy_chains(struct shadow *shadow)
{
    uint8_t sector[512];

    if (!reader_read(shadow->disk, 0, sector, sizeof(sector)) ||
        le16_at(sector, 510) != 0xaa55)
        return;
    for (size_t at = 446; at < 510; at += 16)
        if (entry_is_extended(sector + at) && le32_at(sector, at + 8))
            shadow_copy_chain(shadow, le32_at(sector, at + 8));
}

/* Copies the header at LBA and its entry array, even if they are damaged: only the bounds
 * of the reads are checked.  Returns the LBA of the other header; 0 if there is no header
 * here. */
static uint64_t copy_gpt_header(struct shadow *shadow, uint64_t lba)
{
    uint64_t at, bytes, start;
    uint8_t sector[512];

    if (!num_mul(lba, shadow->logical, &at) ||
        !reader_read(shadow->disk, at, sector, sizeof(sector)) ||
        memcmp(sector, GPT_SIGNATURE, GPT_SIGNATURE_BYTES) != 0)
        return 0;
    copy_range(shadow, at, at + shadow->logical);
    if (num_mul(le32_at(sector, GPT_AT_ENTRY_COUNT), le32_at(sector, GPT_AT_ENTRY_BYTES),
                &bytes) &&
        bytes <= array_max &&
        num_mul(le64_at(sector, GPT_AT_ENTRIES_LBA), shadow->logical, &start) &&
        start < shadow->disk->size)
        copy_range(shadow, start, start + num_round_up(bytes, shadow->logical));
    return le64_at(sector, GPT_AT_ALTERNATE);
}

static void copy_gpt(struct shadow *shadow)
{
    uint64_t backup = copy_gpt_header(shadow, 1);

    /* On a disk that was enlarged the backup is not in the last sector. */
    if (backup)
        (void)copy_gpt_header(shadow, backup);
    (void)copy_gpt_header(shadow, shadow->sectors - 1);
}

/* Mac: "ER" in block 0, then map entries in blocks of 512 bytes; the first entry contains
 * their number. */
static uint64_t find_mac_end(const uint8_t *head)
{
    if (be16_at(head, 0) != 0x4552 || be16_at(head, 512) != 0x504d)
        return 0;
    return (be32_at(head, 516) + UINT64_C(1)) * be16_at(head, 2);
}

/* Amiga: "RDSK" in one of the first 16 blocks; rdb_RDBBlocksHi is its 32-bit word 33. */
static uint64_t find_amiga_end(const uint8_t *head)
{
    for (size_t at = 0; at < 16 * 512; at += 512)
        if (be32_at(head, at) == 0x5244534b)
            return (be32_at(head, at + 132) + UINT64_C(1)) * 512;
    return 0;
}

static uint64_t find_head(const struct shadow *shadow)
{
    uint8_t head[16 * 512] = { 0 };
    uint64_t wanted = end_bytes, mac, amiga;

    if (!reader_read(shadow->disk, 0, head, sizeof(head)))
        return wanted;
    mac = find_mac_end(head);
    amiga = find_amiga_end(head);
    wanted = mac > wanted ? mac : wanted;
    wanted = amiga > wanted ? amiga : wanted;
    return wanted < head_max ? wanted : head_max;
}

static void copy_all(struct shadow *shadow, const struct layout *layout)
{
    uint64_t size = shadow->disk->size;
    uint64_t head = find_head(shadow);

    copy_outside(shadow, layout, 0, head < size ? head : size);
    if (size > head)
        copy_outside(shadow, layout, size - head > end_bytes ? size - end_bytes : head,
                     size);
    copy_gpt(shadow);
    copy_chains(shadow);
}

int shadow_new(void)
{
    return memfd_create("alidade-shadow", MFD_CLOEXEC);
}

bool shadow_fill(int fd, const struct reader *disk, const struct limits *limits,
                 const struct layout *layout)
{
    struct shadow shadow = {
        .disk = disk, .logical = limits->logical, .sectors = limits->size, .fd = fd
    };

    if (ftruncate(fd, 0) < 0 || ftruncate(fd, (off_t)disk->size) < 0)
        return false;
    copy_all(&shadow, layout);
    return !shadow.has_failed;
}

int shadow_take(const struct reader *disk, const struct limits *limits,
                const struct layout *layout)
{
    int fd = shadow_new();

    if (fd < 0 || shadow_fill(fd, disk, limits, layout))
        return fd;
    int error = errno;
    (void)close(fd); /* our memory file */
    errno = error;
    return -1;
}
