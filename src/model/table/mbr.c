/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mbr.c - decodes the MBR and its chain of EBRs */
#include "model/table/mbr.h"

#include <string.h>

#include "model/base/intl.h"
#include "model/base/mem.h"
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
        others += entries[i].type != MBR_TYPE_PROTECTIVE &&
                  (entries[i].type || entries[i].length);
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

/* An EBR: LBA and number of sectors, as the link to it says. */
struct ebr {
    uint64_t lba;
    uint64_t length;
};

/* The third and fourth entry of an EBR can be random: Linux ignores them if they leave
 * the EBR's range or the container (block/partitions/msdos.c, parse_extended). */
static bool is_stray(const struct mbr_entry *entry, unsigned index, const struct ebr *ebr,
                     const struct mbr_entry *container)
{
    uint64_t start = ebr->lba + entry->start;

    return index >= 2 &&
           (entry->start + entry->length > ebr->length || start < container->start ||
            start + entry->length > container->start + container->length);
}

/* Starts of logical partitions are relative to their EBR, starts of links to the extended
 * partition.  RET_NEXT has length 0 if no link follows. */
static enum mbr_fault mbr_decode_ebr(const uint8_t *sector, unsigned slot,
                                     const struct ebr *ebr, struct mbr_table *table,
                                     struct ebr *ret_next)
{
    const struct mbr_entry *container = &table->primary[slot];
    unsigned link = (unsigned)table->link_count;

    table->links[table->link_count++] =
        (struct mbr_link){ .lba = ebr->lba, .slot = slot };
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        struct mbr_entry entry = mbr_entry_at(sector, i);
        if (is_extended(&entry) && !ret_next->length)
            *ret_next = (struct ebr){ container->start + entry.start, entry.length };
        if (is_extended(&entry) || !mbr_entry_is_used(&entry))
            continue;
        if (is_stray(&entry, i, ebr, container)) {
            table->links[link].has_stray = true;
            continue;
        }
        if (table->logical_count == MBR_LOGICALS_MAX)
            return MBR_FAULT_TOO_MANY;
        entry.start += ebr->lba;
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
    struct ebr ebr = { container->start, container->length };
    uint8_t sector[MBR_BYTES];

    while (ebr.lba) {
        struct ebr next = { 0 };
        enum mbr_fault fault = fault_of_link(table, container, ebr.lba);
        set_fault(table, fault, ebr.lba, slot);
        if (fault == MBR_FAULT_OUTSIDE && ebr.lba < source->disk->size / source->logical)
            fault = MBR_FAULT_NONE;
        if (!fault)
            fault = read_ebr(source, ebr.lba, sector);
        if (!fault)
            fault = mbr_decode_ebr(sector, slot, &ebr, table, &next);
        set_fault(table, fault, ebr.lba, slot);
        ebr = fault ? (struct ebr){ 0 } : next;
    }
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
    return entry->length;
}

bool mbr_has_entries(const struct mbr_table *table)
{
    for (unsigned i = 0; i < MBR_SLOTS; i++)
        if (table->primary[i].type || table->primary[i].length)
            return true;
    return false;
}

bool mbr_slot_is_blank(const uint8_t *sector, unsigned index)
{
    return mem_is_zero(sector + MBR_AT_ENTRIES + index * MBR_ENTRY_BYTES,
                       MBR_ENTRY_BYTES);
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
    for (unsigned i = 0; i < MBR_SLOTS; i++) {
        ret->primary[i] = mbr_entry_at(sector, i);
        if (!ret->primary[i].length && !mbr_slot_is_blank(sector, i))
            ret->odd_slots |= 1U << i;
    }
    ret->kind = mbr_kind_of(sector, ret->primary, disk->size / logical);
    for (unsigned i = 0; i < MBR_SLOTS && ret->kind == MBR_TABLE; i++)
        if (is_extended(&ret->primary[i]))
            follow_chain(&source, i, ret);
    return true;
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
