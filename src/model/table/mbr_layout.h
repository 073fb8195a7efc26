/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mbr_layout.h - offsets of the fields of an MBR or EBR, for code that handles its
 * bytes */
#ifndef ALIDADE_MODEL_TABLE_MBR_LAYOUT_H
#define ALIDADE_MODEL_TABLE_MBR_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

/* Offsets in the sector. */
enum {
    MBR_AT_SIGNATURE = 440, /* disk signature; only in the MBR */
    MBR_AT_RESERVED = 444,
    MBR_AT_ENTRIES = 446,
    MBR_ENTRY_BYTES = 16,
    MBR_AT_MAGIC = 510,
    MBR_MAGIC = 0xaa55,
};

/* Offsets in an entry. */
enum {
    MBR_ENTRY_AT_FLAG = 0,
    MBR_ENTRY_AT_START_CHS = 1,
    MBR_ENTRY_AT_TYPE = 4,
    MBR_ENTRY_AT_END_CHS = 5,
    MBR_ENTRY_AT_START = 8,
    MBR_ENTRY_AT_LENGTH = 12,
    MBR_FLAG_ACTIVE = 0x80,
};

/* Returns entry SLOT of the sector. */
static inline uint8_t *mbr_slot(uint8_t *sector, unsigned slot)
{
    return sector + MBR_AT_ENTRIES + slot * MBR_ENTRY_BYTES;
}

/* True if all bytes of entry INDEX of the sector are zero. */
bool mbr_slot_is_blank(const uint8_t *sector, unsigned index);
/* Encodes start and length of an entry, and the CHS addresses of both ends.  BASE is the
 * LBA that the start is relative to.  Both numbers fit in 32 bits.  If the start does not
 * change, its CHS address is kept, whatever geometry it uses. */
void mbr_put_range(uint8_t *entry, uint64_t start, uint64_t length, uint64_t base);
/* Encodes the entry that announces a GPT on a disk of SIZE sectors: it covers all of it,
 * or the maximum of 32 bits (UEFI 2.10, 5.2.3). */
void mbr_put_protective(uint8_t *entry, uint64_t size);

#endif
