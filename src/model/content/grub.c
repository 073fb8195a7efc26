/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grub.c - finds the sectors that a GRUB core image occupies after the MBR
 *
 * GRUB 2: include/grub/i386/pc/boot.h; boot.img in LBA 0 contains the LBA of core.img's
 * first sector.  That sector ends with a block list, growing downwards, of the runs that
 * hold the rest.  grub-install adds the Reed-Solomon sectors to the list, so they are
 * counted.  GRUB 0.97: stage1/stage1.h and stage2/start.S, the same structure with 32-bit
 * numbers. */
#include "model/content/grub.h"

#include <string.h>

#include "model/base/mem.h"
#include "model/base/num.h"

enum {
    SECTOR = 512,    /* BIOS GRUB supports no other sector size */
    CODE_BYTES = 440 /* boot code of the MBR, before the disk signature */
};

struct generation {
    uint16_t mark_offset; /* position of a 16-bit value that identifies the version */
    uint16_t mark;
    uint16_t kernel_offset; /* position of the LBA of the image's first sector */
    uint8_t lba_bytes;      /* 8 or 4: width of an LBA in LBA 0 and in the block list */
    /* first block list entry in that sector; the next ones lie below it */
    uint16_t list_offset;
    /* an entry is a start LBA, a 16-bit length and a 16-bit segment */
    uint16_t entry_bytes;
};

static const struct generation generations[] = {
    /* Stage 1 version 3.2, which loads a stage 1.5 to 0x2000. */
    { 0x3E, 0x0203, 0x44, 4, 0x1F8, 8 },
    /* Kernel address at the end of the BPB: boot.S jumps to 0x8000. */
    { 0x5A, 0x8000, 0x5C, 8, 0x1F4, 12 },
};

static bool has_text(const uint8_t *buf, size_t count, const char *text)
{
    return memmem(buf, count, text, strlen(text)) != NULL;
}

static const struct generation *find_generation(const uint8_t *mbr)
{
    if (!has_text(mbr, CODE_BYTES, "GRUB ") || !has_text(mbr, CODE_BYTES, "Geom"))
        return NULL;
    for (size_t i = 0; i < ARRAY_SIZE(generations); i++)
        if (le16_at(mbr, generations[i].mark_offset) == generations[i].mark)
            return &generations[i];
    return NULL;
}

static uint64_t lba_at(const uint8_t *buf, size_t off, const struct generation *kind)
{
    return kind->lba_bytes == 8 ? le64_at(buf, off) : le32_at(buf, off);
}

/* Returns the end LBA of the image according to its block list; 0 if the list is invalid
 * or a run lies outside the gap. */
static uint64_t grub_find_end(const uint8_t *first, uint64_t first_lba,
                              const struct generation *kind, uint64_t gap_start,
                              uint64_t gap_end)
{
    uint64_t end = first_lba + 1;

    /* The list stays in the upper half: code precedes it, and a list without a terminator
     * must not be followed further. */
    for (size_t at = kind->list_offset; at >= SECTOR / 2; at -= kind->entry_bytes) {
        uint64_t start = lba_at(first, at, kind), run_end;
        uint16_t length = le16_at(first, at + kind->lba_bytes);
        if (length == 0)
            return end;
        if (!num_add(start, length, &run_end) || start < gap_start || run_end > gap_end)
            return 0;
        end = run_end > end ? run_end : end;
    }
    return 0;
}

uint64_t inside_grub_sectors(const struct reader *disk, uint64_t gap_start,
                             uint64_t gap_end)
{
    uint8_t mbr[SECTOR], first[SECTOR];

    if (!reader_read(disk, 0, mbr, sizeof(mbr)) || le16_at(mbr, 510) != 0xAA55)
        return 0;
    const struct generation *kind = find_generation(mbr);
    if (!kind)
        return 0;
    uint64_t lba = lba_at(mbr, kind->kernel_offset, kind), offset;
    if (lba < gap_start || lba >= gap_end || !num_mul(lba, SECTOR, &offset))
        return 0;
    if (!reader_read(disk, offset, first, sizeof(first)) ||
        !has_text(first, sizeof(first), "oading"))
        return 0;
    uint64_t end = grub_find_end(first, lba, kind, gap_start, gap_end);
    return end ? end - gap_start : 0;
}
