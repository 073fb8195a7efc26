/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign_words.c - what another program has changed in a table, in words */
#include "model/move/log/foreign_words.h"

#include <string.h>

#include "model/base/guid.h"
#include "model/base/intl.h"
#include "model/base/mem.h"
#include "model/base/num.h"
#include "model/base/str.h"
#include "model/table/gpt_layout.h"
#include "model/table/mbr_layout.h"

enum {
    LINES_MAX = 24,
    MBR_SLOTS = 4,
    EBR_SLOTS = 2,
    GPT_ENTRY_BYTES = 128, /* those of other sizes are told as sectors */
};

/* One sector that differs: as in the journal, and as on the disk. */
struct compared {
    uint64_t lba;
    const uint8_t *ours, *found;
    uint64_t container; /* first sector of the extended partition; 0: none */
    struct lines *lines;
};

/* --- msdos --- */

static bool is_link(const uint8_t *entry)
{
    uint8_t type = entry[MBR_ENTRY_AT_TYPE];

    return type == 0x05 || type == 0x0f || type == 0x85;
}

static char *slot_words(const uint8_t *sector, unsigned slot, uint64_t lba,
                        uint64_t container)
{
    const uint8_t *entry = sector + MBR_AT_ENTRIES + (size_t)slot * MBR_ENTRY_BYTES;
    uint64_t base = lba && is_link(entry) ? container : lba;

    if (le16_at(sector, MBR_AT_MAGIC) != MBR_MAGIC)
        return xstrdup(_("no table"));
    if (mbr_slot_is_blank(sector, slot))
        return xstrdup(_("empty"));
    /* TRANSLATORS: an entry of a partition table: first sector + sectors */
    return xasprintf(
        _("%1$llu+%2$llu type %3$02x"), (ull)(base + le32_at(entry, MBR_ENTRY_AT_START)),
        (ull)le32_at(entry, MBR_ENTRY_AT_LENGTH), (unsigned)entry[MBR_ENTRY_AT_TYPE]);
}

static void add_entry_words(const struct compared *of, unsigned number, const char *ours,
                            const char *found)
{
    bool looks_same = !strcmp(ours, found);

    lines_add(of->lines,
              looks_same ? _("sector %1$llu, entry %2$u: %3$s, with other fields")
                         : _("sector %1$llu, entry %2$u: %3$s in the journal, %4$s on "
                             "the disk"),
              (ull)of->lba, number, ours, found);
}

static bool slot_differs(const struct compared *of, unsigned slot)
{
    size_t at = MBR_AT_ENTRIES + (size_t)slot * MBR_ENTRY_BYTES;

    return memcmp(of->ours + at, of->found + at, MBR_ENTRY_BYTES) != 0;
}

static size_t add_slots(const struct compared *of, unsigned slots)
{
    size_t count = 0;

    for (unsigned slot = 0; slot < slots; slot++) {
        if (!slot_differs(of, slot))
            continue;
        CLEANUP(freep) char *ours = slot_words(of->ours, slot, of->lba, of->container);
        CLEANUP(freep) char *found = slot_words(of->found, slot, of->lba, of->container);
        add_entry_words(of, slot + 1, ours, found);
        count++;
    }
    return count;
}

/* --- GPT --- */

static bool gpt_is_blank(const uint8_t *entry)
{
    static const uint8_t none[GUID_BYTES];

    return !memcmp(entry + GPT_ENTRY_AT_TYPE, none, GUID_BYTES);
}

static char *gpt_entry_words(const uint8_t *entry)
{
    uint64_t first = le64_at(entry, GPT_ENTRY_AT_FIRST);

    if (gpt_is_blank(entry))
        return xstrdup(_("empty"));
    /* TRANSLATORS: an entry of a partition table: first sector + sectors */
    return xasprintf(_("%1$llu+%2$llu"), (ull)first,
                     (ull)(le64_at(entry, GPT_ENTRY_AT_LAST) - first + 1));
}

/* NUMBER is that of the first entry in the sector. */
static size_t add_gpt_entries(const struct compared *of, uint64_t number, size_t logical)
{
    size_t count = 0;

    for (size_t at = 0; at < logical; at += GPT_ENTRY_BYTES, number++) {
        if (!memcmp(of->ours + at, of->found + at, GPT_ENTRY_BYTES))
            continue;
        CLEANUP(freep) char *ours = gpt_entry_words(of->ours + at);
        CLEANUP(freep) char *found = gpt_entry_words(of->found + at);
        add_entry_words(of, (unsigned)number, ours, found);
        count++;
    }
    return count;
}

/* Returns the number of the first entry in sector LBA; 0: not known. */
static uint64_t gpt_number_at(const struct redo_log *log, uint64_t lba)
{
    for (size_t i = 0; i < log->seal_count; i++) {
        const struct table_seal *seal = &log->seals[i];
        uint64_t sectors = num_round_up(seal->array_bytes, log->logical) / log->logical;
        if (lba >= seal->array_lba && lba - seal->array_lba < sectors)
            return (lba - seal->array_lba) * (log->logical / GPT_ENTRY_BYTES) + 1;
    }
    return 0;
}

/* --- all of them --- */

static size_t add_by_part(const struct redo_log *log, enum table_part part,
                          const struct compared *of)
{
    uint64_t number = gpt_number_at(log, of->lba);

    switch (part) {
    case TABLE_MBR:
        return add_slots(of, MBR_SLOTS);
    case TABLE_EBR:
        return add_slots(of, EBR_SLOTS);
    case TABLE_ARRAY:
        return number ? add_gpt_entries(of, number, log->logical) : 0;
    case TABLE_HEADER:
        if (!memcmp(of->found, GPT_SIGNATURE, GPT_SIGNATURE_BYTES))
            return 0;
        lines_add(of->lines, _("sector %llu: no header of a GPT on the disk"),
                  (ull)of->lba);
        return 1;
    case TABLE_NONE:
        break;
    }
    return 0;
}

/* Returns where the extended partition of state J begins; 0: there is none. */
static uint64_t container_of(const struct table_states *states, size_t j)
{
    if (!table_states_sectors(states) || table_states_lba(states, 0))
        return 0;
    const uint8_t *first = table_states_bytes(states, j, 0);
    for (unsigned slot = 0; slot < MBR_SLOTS; slot++) {
        const uint8_t *entry = first + MBR_AT_ENTRIES + (size_t)slot * MBR_ENTRY_BYTES;
        if (is_link(entry))
            return le32_at(entry, MBR_ENTRY_AT_START);
    }
    return 0;
}

static void add_foreign(const struct redo_log *log, const struct table_states *states,
                        const struct table_difference *one, const struct reader *disk,
                        struct lines *lines)
{
    CLEANUP(freep) uint8_t *found = xmalloc(log->logical);
    struct compared of = { .lba = table_states_lba(states, one->sector),
                           .ours = table_states_bytes(states, one->state, one->sector),
                           .found = found,
                           .container = container_of(states, one->state),
                           .lines = lines };

    if (one->is_unreadable ||
        !reader_read(disk, of.lba * log->logical, found, log->logical))
        lines_add(lines, _("sector %llu: cannot be read"), (ull)of.lba);
    else if (!add_by_part(log, table_states_part(states, one->sector), &of))
        lines_add(lines, _("sector %llu: other bytes than in the journal"), (ull)of.lba);
}

void foreign_words(const struct redo_log *log, const struct table_states *states,
                   const struct table_difference *list, size_t count,
                   const struct reader *disk, struct lines *ret)
{
    CLEANUP(lines_finish) struct lines all = { 0 };

    for (size_t i = 0; i < count; i++)
        add_foreign(log, states, &list[i], disk, &all);
    for (size_t i = 0; i < all.count && i < LINES_MAX; i++)
        lines_add(ret, "%s", all.at[i]);
    if (all.count > LINES_MAX)
        lines_add(ret, ngettext("and %zu more", "and %zu more", all.count - LINES_MAX),
                  all.count - LINES_MAX);
}
