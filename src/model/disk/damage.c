/* SPDX-License-Identifier: GPL-3.0-or-later */
/* damage.c - describes what is wrong with a damaged entry */
#include "model/disk/damage.h"

#include "model/base/intl.h"
#include "model/base/mem.h"

/* The arguments of a sentence are the number of the partition, its first and last sector,
 * and the last sector of the disk (FAULT_OVERLAP: the overlapped partition).  From
 * FAULT_NO_ENTRY on it is only the start: the sector of the content or EBR. */
static const struct {
    const char *id;
    const char *brief;
    const char *sentence;
} faults[FAULT_COUNT] = {
    /* TRANSLATORS: what is wrong with an entry of the table; 11 columns at most. */
    [FAULT_OUTSIDE_DISK] = { "outside-disk", N_("past disk"),
                             N_("The entry of partition %1$u (sectors %2$llu to %3$llu) "
                                "reaches past the end of the disk at sector %4$llu.") },
    [FAULT_OUTSIDE_CONTAINER] = { "outside-container", N_("not in ext"),
                                  N_("The entry of partition %1$u (sectors %2$llu to "
                                     "%3$llu) reaches out of the extended partition.") },
    [FAULT_NO_CONTAINER] = { "no-container", N_("no extended"),
                             N_("The extended partition around partition %1$u (sectors "
                                "%2$llu to %3$llu) is damaged.") },
    [FAULT_OVERLAP] = { "overlap", N_("overlaps %u"),
                        N_("The entry of partition %1$u (sectors %2$llu to %3$llu) "
                           "overlaps partition %4$llu.") },
    [FAULT_BACKWARDS] = { "backwards", N_("backwards"),
                          N_("The entry of partition %1$u ends before it starts (sector "
                             "%2$llu).") },
    [FAULT_NO_GPT] = { "no-gpt", N_("no GPT"),
                       N_("MBR entry %1$u (sectors %2$llu to %3$llu) announces a GPT, "
                          "but "
                          "no copy of it can be used.") },
    [FAULT_NO_ENTRY] = { "no-entry", N_("no entry"),
                         N_("Content was found at sector %1$llu, and no readable table "
                            "has an entry for it.") },
    [FAULT_CHAIN_LOOP] = { "chain-loop", N_("chain ends"),
                           N_("The chain of logical partitions comes back to the EBR at "
                              "sector %1$llu: it ends here.") },
    [FAULT_CHAIN_OUTSIDE] = { "chain-outside", N_("chain ends"),
                              N_("The chain of logical partitions leads to sector "
                                 "%1$llu, outside the extended partition: it ends "
                                 "here.") },
    [FAULT_CHAIN_SIGNATURE] = { "chain-signature", N_("chain ends"),
                                N_("The EBR at sector %1$llu has no signature: logical "
                                   "partitions from there on are unknown.") },
    [FAULT_CHAIN_READ] = { "chain-read", N_("chain ends"),
                           N_("The EBR at sector %1$llu cannot be read: logical "
                              "partitions from there on are unknown.") },
    [FAULT_CHAIN_LENGTH] = { "chain-length", N_("chain ends"),
                             N_("The chain of logical partitions does not end; it was "
                                "followed to the EBR at sector %1$llu.") },
};

static const char over_the_table[] =
    N_("The entry of partition %1$u (sectors %2$llu to %3$llu) overlaps the partition "
       "table itself.");

bool damage_is_note(const struct note *note)
{
    return note->id == NOTE_TABLE_ENTRY_DAMAGED || note->id == NOTE_MSDOS_CHAIN_BROKEN ||
           note->id == NOTE_MSDOS_EBR_SIGNATURE;
}

bool damage_is_of_chain(enum entry_fault fault)
{
    return fault >= FAULT_CHAIN_LOOP;
}

const char *damage_id(enum entry_fault fault)
{
    return faults[fault].id;
}

char *damage_words(const struct limits *limits, const struct extent *extent)
{
    bool is_overlap = extent->fault == FAULT_OVERLAP;
    ull last = (ull)extent->start + extent->claimed - (extent->claimed > 0);
    ull other = is_overlap ? extent->overlapped : limits->size - 1;

    if (extent->fault >= FAULT_NO_ENTRY)
        return xasprintf(_(faults[extent->fault].sentence), (ull)extent->start);
    if (is_overlap && !extent->overlapped)
        return xasprintf(_(over_the_table), extent->number, (ull)extent->start, last);
    return xasprintf(_(faults[extent->fault].sentence), extent->number,
                     (ull)extent->start, last, other);
}

char *damage_brief(const struct extent *extent)
{
    if (extent->fault == FAULT_OVERLAP && !extent->overlapped)
        return xstrdup(_("over table"));
    return xasprintf(_(faults[extent->fault].brief), extent->overlapped);
}
