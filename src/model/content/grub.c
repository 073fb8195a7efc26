/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grub.c - finds the sectors that a GRUB core image occupies
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

/* Adds the runs of the block list in FIRST, the image's first sector; false if the list
 * is invalid. */
static bool add_list(const uint8_t *first, const struct generation *kind,
                     struct grub_run *ret, size_t *count)
{
    /* The list stays in the upper half: code precedes it, and a list without a terminator
     * must not be followed further. */
    for (size_t at = kind->list_offset; at >= SECTOR / 2; at -= kind->entry_bytes) {
        struct grub_run run = { lba_at(first, at, kind),
                                le16_at(first, at + kind->lba_bytes) };
        uint64_t end;
        if (!run.length)
            return true;
        if (!num_add(run.start, run.length, &end))
            return false;
        ret[(*count)++] = run;
    }
    return false;
}

size_t grub_runs(const struct reader *disk, const uint8_t *boot,
                 struct grub_run ret[GRUB_RUNS_MAX])
{
    const struct generation *kind = find_generation(boot);
    uint8_t first[SECTOR];
    uint64_t offset;
    size_t count = 1;

    if (le16_at(boot, 510) != 0xAA55 || !kind)
        return 0;
    uint64_t lba = lba_at(boot, kind->kernel_offset, kind);
    if (!num_mul(lba, SECTOR, &offset) ||
        !reader_read(disk, offset, first, sizeof(first)) ||
        !has_text(first, sizeof(first), "oading"))
        return 0;
    ret[0] = (struct grub_run){ lba, 1 };
    return add_list(first, kind, ret, &count) ? count : 0;
}

uint64_t inside_grub_sectors(const struct reader *disk, uint64_t gap_start,
                             uint64_t gap_end)
{
    struct grub_run runs[GRUB_RUNS_MAX];
    uint8_t mbr[SECTOR];
    uint64_t end = gap_start;

    if (!reader_read(disk, 0, mbr, sizeof(mbr)))
        return 0;
    for (size_t i = grub_runs(disk, mbr, runs); i > 0; i--) {
        const struct grub_run *run = &runs[i - 1];
        if (run->start < gap_start || run->start + run->length > gap_end)
            return 0;
        end = run->start + run->length > end ? run->start + run->length : end;
    }
    return end - gap_start;
}
