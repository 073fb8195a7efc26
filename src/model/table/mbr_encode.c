/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mbr_encode.c - encodes the MBR and its chain of EBRs */
#include <assert.h>
#include <string.h>

#include "model/base/num.h"
#include "model/table/mbr.h"
#include "model/table/mbr_layout.h"

/* Uses the usual BIOS geometry of 255 heads and 63 sectors; past cylinder 1023 (10 bits)
 * all values are at their maximum. */
static void put_chs(uint8_t *at, uint64_t lba)
{
    const uint64_t heads = 255, sectors = 63;
    uint64_t cylinder = lba / (heads * sectors);

    if (cylinder > 1023) {
        memcpy(at, "\xfe\xff\xff", 3);
        return;
    }
    at[0] = (uint8_t)(lba / sectors % heads);
    at[1] = (uint8_t)((lba % sectors + 1) | (cylinder >> 8) << 6);
    at[2] = (uint8_t)cylinder;
}

/* BASE is the LBA that the entry's start is relative to. */
static void mbr_put_entry(uint8_t *sector, unsigned index, const struct mbr_entry *entry,
                          uint64_t base)
{
    uint8_t *at = mbr_slot(sector, index);

    if (!entry->type && !entry->length)
        return;
    at[MBR_ENTRY_AT_FLAG] = entry->flag;
    at[MBR_ENTRY_AT_TYPE] = entry->type;
    mbr_put_range(at, entry->start, entry->length, base);
}

/* Returns the LBA behind link INDEX and its logical partitions, which a link to it must
 * cover. */
static uint64_t end_of_link(const struct mbr_table *table, size_t index)
{
    uint64_t end = table->links[index].lba + 1;

    for (size_t i = 0; i < table->logical_count; i++) {
        const struct mbr_entry *entry = &table->logicals[i].entry;
        if (table->logicals[i].link == index && entry->start + entry->length > end)
            end = entry->start + entry->length;
    }
    return end;
}

static void put_ebr(const struct mbr_table *table, size_t index, uint8_t *sector)
{
    const struct mbr_link *link = &table->links[index];
    unsigned used = 0;

    for (size_t i = 0; i < table->logical_count; i++) {
        if (table->logicals[i].link != index)
            continue;
        assert(used < 3);
        /* By convention, and for old systems, the second entry is the link. */
        unsigned place = used ? used + 1 : 0;
        mbr_put_entry(sector, place, &table->logicals[i].entry, link->lba);
        used++;
    }
    if (index + 1 < table->link_count && table->links[index + 1].slot == link->slot) {
        uint64_t next = table->links[index + 1].lba;
        struct mbr_entry entry = { 0, 0x05, next, end_of_link(table, index + 1) - next };
        mbr_put_entry(sector, 1, &entry, table->primary[link->slot].start);
    }
    put_le16(sector, MBR_AT_MAGIC, MBR_MAGIC);
}

void mbr_put_range(uint8_t *entry, uint64_t start, uint64_t length, uint64_t base)
{
    bool is_used = le32_at(entry, MBR_ENTRY_AT_LENGTH);

    /* A partition that is only resized keeps the CHS address of its start. */
    if (!is_used || le32_at(entry, MBR_ENTRY_AT_START) != start - base)
        put_chs(entry + MBR_ENTRY_AT_START_CHS, start);
    put_chs(entry + MBR_ENTRY_AT_END_CHS, start + (length ? length - 1 : 0));
    put_le32(entry, MBR_ENTRY_AT_START, (uint32_t)(start - base));
    put_le32(entry, MBR_ENTRY_AT_LENGTH, (uint32_t)length);
}

void mbr_put_protective(uint8_t *entry, uint64_t size)
{
    uint64_t length = size - 1 < UINT32_MAX ? size - 1 : UINT32_MAX;

    memcpy(entry, "\x00\x00\x02\x00\xee\xff\xff\xff", MBR_ENTRY_AT_START);
    put_le32(entry, MBR_ENTRY_AT_START, 1);
    put_le32(entry, MBR_ENTRY_AT_LENGTH, (uint32_t)length);
}

size_t mbr_encode(const struct mbr_table *table, struct mbr_sector ret[MBR_SECTORS_MAX])
{
    memset(ret, 0, (1 + table->link_count) * sizeof(*ret));
    put_le32(ret[0].bytes, MBR_AT_SIGNATURE, table->signature);
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        mbr_put_entry(ret[0].bytes, i, &table->primary[i], 0);
    put_le16(ret[0].bytes, MBR_AT_MAGIC, MBR_MAGIC);
    for (size_t i = 0; i < table->link_count; i++) {
        ret[1 + i].lba = table->links[i].lba;
        put_ebr(table, i, ret[1 + i].bytes);
    }
    return 1 + table->link_count;
}

void mbr_add_logical(struct mbr_table *table, unsigned slot, uint64_t ebr_lba,
                     const struct mbr_entry *logical)
{
    assert(table->link_count < MBR_LINKS_MAX);
    assert(table->logical_count < MBR_LOGICALS_MAX);
    unsigned link = (unsigned)table->link_count;
    table->links[table->link_count++] = (struct mbr_link){ .lba = ebr_lba, .slot = slot };
    table->logicals[table->logical_count++] = (struct mbr_logical){ *logical, link };
}
