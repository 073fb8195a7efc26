/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mbr.c - decodes and encodes the MBR and its chain of EBRs */
#include "model/table/mbr.h"

#include <assert.h>
#include <string.h>

#include "model/base/intl.h"
#include "model/base/num.h"
#include "model/table/mbr_layout.h"

/* The disk from which a chain is read. */
struct source {
    const struct reader *disk;
    uint64_t logical;
};

static bool is_extended(const struct mbr_entry *entry)
{
    return mbr_type_is_extended(entry->type) && entry->length;
}

static struct mbr_entry mbr_entry_at(const uint8_t *sector, unsigned index)
{
    const uint8_t *at = sector + MBR_AT_ENTRIES + index * MBR_ENTRY_BYTES;

    return (struct mbr_entry){ at[MBR_ENTRY_AT_FLAG], at[MBR_ENTRY_AT_TYPE],
                               le32_at(at, MBR_ENTRY_AT_START),
                               le32_at(at, MBR_ENTRY_AT_LENGTH) };
}

/* Checks for a FAT boot sector (Microsoft's fatgen103), the names of two other file
 * systems, and the signature of NEC's PC-98, whose table is in the next sector. */
static bool has_other_owner(const uint8_t *sector)
{
    uint16_t bytes = le16_at(sector, 11);
    uint8_t cluster = sector[13], fats = sector[16], media = sector[21];
    bool is_jump = (sector[0] == 0xeb && sector[2] == 0x90) || sector[0] == 0xe9;

    if (!memcmp(sector + 3, "NTFS    ", 8) || !memcmp(sector + 3, "EXFAT   ", 8) ||
        !memcmp(sector + 4, "IPL1", 4))
        return true;
    return is_jump && bytes >= 512 && bytes <= 4096 && num_is_power_of_two(bytes) &&
           num_is_power_of_two(cluster) && le16_at(sector, 14) && fats && fats <= 4 &&
           (media == 0xf0 || media >= 0xf8);
}

/* Returns the number of the first entry with a flag that has another value: there Linux
 * assumes a boot sector of a file system; 0 if there is none. */
static unsigned first_bad_flag(const struct mbr_entry *entries)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (entries[i].flag != 0 && entries[i].flag != MBR_FLAG_ACTIVE)
            return i + 1;
    return 0;
}

/* True if at least one entry is used, and all used ones lie on a disk of SIZE sectors. */
static bool are_entries_plausible(const struct mbr_entry *entries, uint64_t size)
{
    bool is_any_used = false;

    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        const struct mbr_entry *entry = &entries[i];
        if (!mbr_entry_is_used(entry))
            continue;
        if (!entry->start || entry->start + entry->length > size)
            return false;
        is_any_used = true;
    }
    return is_any_used;
}

/* A table that was written over a file system's boot sector may keep its parameters, and
 * a file system may have text at the position of the entries, so both are checked. */
static enum mbr_kind mbr_kind_of(const uint8_t *sector, const struct mbr_entry *entries,
                                 uint64_t size)
{
    unsigned protective = 0, others = 0;

    if (le16_at(sector, MBR_AT_MAGIC) != MBR_MAGIC)
        return MBR_ABSENT;
    if (first_bad_flag(entries))
        return MBR_BOOT_SECTOR;
    if (has_other_owner(sector) && !are_entries_plausible(entries, size))
        return MBR_BOOT_SECTOR;
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        protective += entries[i].type == MBR_TYPE_PROTECTIVE;
        others += entries[i].type != MBR_TYPE_PROTECTIVE && entries[i].type;
    }
    if (!protective)
        return MBR_TABLE;
    return others ? MBR_HYBRID : MBR_PROTECTIVE;
}

static enum mbr_fault fault_of_link(const struct mbr_table *table,
                                    const struct mbr_entry *container, uint64_t lba)
{
    for (size_t i = 0; i < table->link_count; i++)
        if (table->links[i].lba == lba)
            return MBR_FAULT_LOOP;
    if (lba < container->start || lba >= container->start + container->length)
        return MBR_FAULT_OUTSIDE;
    if (table->link_count == MBR_LINKS_MAX)
        return MBR_FAULT_TOO_MANY;
    return MBR_FAULT_NONE;
}

static enum mbr_fault read_ebr(const struct source *source, uint64_t lba,
                               uint8_t sector[MBR_BYTES])
{
    uint64_t offset;

    if (!num_mul(lba, source->logical, &offset) ||
        !reader_read(source->disk, offset, sector, MBR_BYTES))
        return MBR_FAULT_READ;
    return le16_at(sector, MBR_AT_MAGIC) == MBR_MAGIC ? MBR_FAULT_NONE
                                                      : MBR_FAULT_SIGNATURE;
}

/* Starts of logical partitions are relative to their EBR, starts of links to the extended
 * partition. */
static enum mbr_fault mbr_decode_ebr(const uint8_t *sector, unsigned slot, uint64_t lba,
                                     struct mbr_table *table, uint64_t *ret_next)
{
    unsigned link = (unsigned)table->link_count;

    table->links[table->link_count++] = (struct mbr_link){ .lba = lba, .slot = slot };
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        struct mbr_entry entry = mbr_entry_at(sector, i);
        if (is_extended(&entry)) {
            if (!*ret_next)
                *ret_next = table->primary[slot].start + entry.start;
            continue;
        }
        if (!entry.type && entry.length) {
            entry.start += lba;
            table->links[link].untyped = entry;
        }
        if (!mbr_entry_is_used(&entry))
            continue;
        if (table->logical_count == MBR_LOGICALS_MAX)
            return MBR_FAULT_TOO_MANY;
        entry.start += lba;
        table->logicals[table->logical_count++] = (struct mbr_logical){ entry, link };
    }
    return MBR_FAULT_NONE;
}

/* The first fault is kept. */
static void set_fault(struct mbr_table *table, enum mbr_fault fault, uint64_t lba,
                      unsigned slot)
{
    if (table->fault || !fault)
        return;
    table->fault = fault;
    table->fault_lba = lba;
    table->fault_slot = slot;
}

/* Linux follows links that leave the container too, so partitions there can be in use.
 * The loop terminates, because each step adds a link and MBR_LINKS_MAX limits them. */
static void follow_chain(const struct source *source, unsigned slot,
                         struct mbr_table *table)
{
    const struct mbr_entry *container = &table->primary[slot];
    uint8_t sector[MBR_BYTES];
    uint64_t lba = container->start;

    while (lba) {
        uint64_t next = 0;
        enum mbr_fault fault = fault_of_link(table, container, lba);
        set_fault(table, fault, lba, slot);
        if (fault == MBR_FAULT_OUTSIDE && lba < source->disk->size / source->logical)
            fault = MBR_FAULT_NONE;
        if (!fault)
            fault = read_ebr(source, lba, sector);
        if (!fault)
            fault = mbr_decode_ebr(sector, slot, lba, table, &next);
        set_fault(table, fault, lba, slot);
        lba = fault ? 0 : next;
    }
}

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
    uint8_t *at = sector + MBR_AT_ENTRIES + index * MBR_ENTRY_BYTES;

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

static uint64_t end_of_entries(const struct mbr_table *table)
{
    uint64_t end = 0;

    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        const struct mbr_entry *entry = &table->primary[i];
        if (mbr_entry_is_used(entry) && entry->start + entry->length > end)
            end = entry->start + entry->length;
    }
    return end;
}

bool mbr_type_is_extended(uint8_t type)
{
    return type == 0x05 || type == 0x0f || type == 0x85;
}

bool mbr_entry_is_used(const struct mbr_entry *entry)
{
    return entry->type && entry->length;
}

bool mbr_decode(const struct reader *disk, uint64_t logical, struct mbr_table *ret,
                struct err *err)
{
    struct source source = { disk, logical };
    uint8_t sector[MBR_BYTES];

    if (!reader_read(disk, 0, sector, sizeof(sector)))
        return err_set(err, ERR_UNREADABLE, _("The first sector cannot be read."));
    memset(ret, 0, sizeof(*ret));
    ret->signature = le32_at(sector, MBR_AT_SIGNATURE);
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        ret->primary[i] = mbr_entry_at(sector, i);
    ret->kind = mbr_kind_of(sector, ret->primary, disk->size / logical);
    for (unsigned i = 0; i < MBR_SLOTS && ret->kind == MBR_TABLE; i++)
        if (is_extended(&ret->primary[i]))
            follow_chain(&source, i, ret);
    return true;
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

uint64_t mbr_other_sector_size(const struct mbr_table *table, const struct reader *disk,
                               uint64_t logical, uint64_t size)
{
    bool is_first_ebr = !table->link_count && table->fault == MBR_FAULT_SIGNATURE;
    uint64_t end = end_of_entries(table);
    uint8_t sector[MBR_BYTES];

    for (uint64_t other = 512; other <= 4096; other *= 2) {
        struct source source = { disk, other };
        if (other < logical && end > size && end <= size * (logical / other))
            return other;
        if (other != logical && is_first_ebr &&
            !read_ebr(&source, table->fault_lba, sector))
            return other;
    }
    return 0;
}

unsigned mbr_flag_fault(const struct mbr_table *table, uint64_t size)
{
    return table->kind == MBR_BOOT_SECTOR && are_entries_plausible(table->primary, size)
               ? first_bad_flag(table->primary)
               : 0;
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
