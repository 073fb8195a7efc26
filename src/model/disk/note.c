/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note.c - the table of all notes */
#include "model/disk/note.h"

#include <stddef.h>

#include "model/base/intl.h"

#define DAMAGE  NOTE_WEIGHT_DAMAGE
#define FINDING NOTE_WEIGHT_FINDING
#define FACT    NOTE_WEIGHT_FACT

/* The header of a screen mentions only findings and damage. */
static const struct {
    const char *id;
    enum note_level level;
    enum note_weight weight;
    const char *brief; /* TRANSLATORS: at most 28 columns each */
} notes[NOTE_COUNT] = {
    /* clang-format off */
    [NOTE_NONE] = { "", NOTE_INFO, FACT, "" },
    [NOTE_MOVE_IN_PROGRESS] =
        { "move-in-progress", NOTE_READ_ONLY, DAMAGE, N_("a move is not complete") },
    [NOTE_TABLE_BROKEN] =
        { "table-broken", NOTE_WARNING, DAMAGE, N_("the table is damaged") },
    [NOTE_TABLE_OTHER_SECTOR_SIZE] =
        { "table-other-sector-size", NOTE_READ_ONLY, DAMAGE, N_("wrong sector size") },
    [NOTE_GPT_BOTH_DAMAGED] =
        { "gpt-both-damaged", NOTE_READ_ONLY, DAMAGE, N_("both GPT copies damaged") },
    [NOTE_GPT_NUMBERS] =
        { "gpt-numbers", NOTE_READ_ONLY, DAMAGE, N_("wrong numbers in the GPT") },
    [NOTE_CONTENTS_FOUND] =
        { "contents-found", NOTE_WARNING, DAMAGE, N_("contents without a table") },
    [NOTE_TABLE_ENTRY_DAMAGED] =
        { "table-entry-damaged", NOTE_READ_ONLY, DAMAGE, N_("damaged entries") },
    [NOTE_MSDOS_CHAIN_BROKEN] =
        { "msdos-chain-broken", NOTE_READ_ONLY, DAMAGE, N_("logical chain damaged") },
    [NOTE_GPT_PMBR_MISSING] =
        { "gpt-pmbr-missing", NOTE_READ_ONLY, DAMAGE, N_("no protective MBR") },
    [NOTE_GPT_PMBR_START] =
        { "gpt-pmbr-start", NOTE_WARNING, DAMAGE, N_("wrong protective MBR") },
    [NOTE_GPT_COPIES_DIFFER] =
        { "gpt-copies-differ", NOTE_READ_ONLY, DAMAGE, N_("the GPT copies differ") },
    [NOTE_GPT_PRIMARY_DAMAGED] =
        { "gpt-primary-damaged", NOTE_READ_ONLY, DAMAGE, N_("primary GPT damaged") },
    [NOTE_GPT_DISK_SHRUNK] =
        { "gpt-disk-shrunk", NOTE_READ_ONLY, DAMAGE, N_("GPT of a larger disk") },
    [NOTE_GPT_BACKUP_DAMAGED] =
        { "gpt-backup-damaged", NOTE_READ_ONLY, DAMAGE, N_("backup GPT damaged") },
    [NOTE_MSDOS_EBR_SIGNATURE] =
        { "msdos-ebr-signature", NOTE_READ_ONLY, DAMAGE, N_("logical chain damaged") },
    [NOTE_BSD_ENTRY_BEYOND] =
        { "bsd-entry-beyond", NOTE_WARNING, DAMAGE, N_("BSD label damaged") },
    [NOTE_BSD_ENTRIES_OVERLAP] =
        { "bsd-entries-overlap", NOTE_WARNING, DAMAGE, N_("BSD label damaged") },
    [NOTE_DISK_IN_RAID] =
        { "disk-in-raid", NOTE_READ_ONLY, FINDING, N_("a member of a RAID") },
    [NOTE_DISK_HAS_CONTENT] =
        { "disk-has-content", NOTE_READ_ONLY, FINDING, N_("content beside the table") },
    [NOTE_DISK_AGREED] =
        { "disk-agreed", NOTE_WARNING, FINDING, N_("you agreed to change it") },
    [NOTE_KERNEL_DIFFERS] =
        { "kernel-differs", NOTE_WARNING, FINDING, N_("the kernel's table differs") },
    [NOTE_GPT_BACKUP_NOT_AT_END] =
        { "gpt-backup-not-at-end", NOTE_WARNING, FINDING, N_("the disk has grown") },
    [NOTE_GPT_HYBRID_MISMATCH] =
        { "gpt-hybrid-mismatch", NOTE_WARNING, FINDING, N_("hybrid MBR") },
    [NOTE_GPT_HYBRID] = { "gpt-hybrid", NOTE_WARNING, FINDING, N_("hybrid MBR") },
    [NOTE_GPT_PMBR_SIZE] =
        { "gpt-pmbr-size", NOTE_WARNING, FINDING, N_("wrong protective MBR") },
    [NOTE_GPT_NOT_ANNOUNCED] =
        { "gpt-not-announced", NOTE_WARNING, FINDING, N_("a GPT that does not count") },
    [NOTE_CONTENTS_LOST] =
        { "contents-lost", NOTE_WARNING, FINDING, N_("contents without an entry") },
    [NOTE_MSDOS_STALE_GPT] =
        { "msdos-stale-gpt", NOTE_WARNING, FINDING, N_("a GPT that does not count") },
    [NOTE_MSDOS_BOOT_FLAG] =
        { "msdos-boot-flag", NOTE_WARNING, FINDING, N_("wrong boot flag") },
    [NOTE_PARTED_DIFFERS] =
        { "parted-differs", NOTE_READ_ONLY, FINDING, N_("libparted reads it otherwise") },
    [NOTE_PARTED_REFUSED] =
        { "parted-refused", NOTE_READ_ONLY, FINDING, N_("libparted cannot read it") },
    [NOTE_PARTED_CRASHED] =
        { "parted-crashed", NOTE_READ_ONLY, FINDING, N_("libparted cannot read it") },
    [NOTE_PARTED_TIMEOUT] =
        { "parted-timeout", NOTE_READ_ONLY, FINDING, N_("libparted cannot read it") },
    [NOTE_PARTED_FAILED] =
        { "parted-failed", NOTE_READ_ONLY, FINDING, N_("not cross-checked") },
    [NOTE_PARTED_MISSING] =
        { "parted-missing", NOTE_WARNING, FINDING, N_("not cross-checked") },
    [NOTE_PLACE_UNKNOWN] =
        { "place-unknown", NOTE_WARNING, FINDING, N_("place on the disk unknown") },
    [NOTE_BSD_DEDICATED] =
        { "bsd-dedicated", NOTE_READ_ONLY, FACT, N_("given to BSD as a whole") },
    [NOTE_ISO_HYBRID] =
        { "iso-hybrid", NOTE_INFO, FACT, N_("an ISO image with a table") },
    [NOTE_DISK_IS_PARTITION] =
        { "disk-is-partition", NOTE_READ_ONLY, FACT, N_("a partition, no whole disk") },
    [NOTE_LABEL_READ_ONLY] =
        { "label-read-only", NOTE_READ_ONLY, FACT, N_("a kind that is only viewed") },
    [NOTE_PARTED_LIMIT] =
        { "parted-limit", NOTE_READ_ONLY, FACT, N_("too many for libparted") },
    [NOTE_PARTED_NOT_ASKED] =
        { "parted-not-asked", NOTE_INFO, FACT, N_("libparted was not asked") },
    [NOTE_BSD_ENTRY_ELSEWHERE] =
        { "bsd-entry-elsewhere", NOTE_INFO, FACT, N_("a BSD entry elsewhere") },
    [NOTE_FILE_LIES_OFF] =
        { "file-lies-off", NOTE_WARNING, FACT, N_("a file on a misaligned partition") },
    [NOTE_GPT_ENTRY_OUTSIDE] =
        { "gpt-entry-outside", NOTE_WARNING, FINDING, N_("a GPT entry out of range") },
    [NOTE_GPT_SAME_GUID] =
        { "gpt-same-guid", NOTE_WARNING, FINDING, N_("two GUIDs are the same") },
    [NOTE_GPT_ENTRY_SIZE] =
        { "gpt-entry-size", NOTE_READ_ONLY, FINDING, N_("GPT entries of another size") },
    [NOTE_GPT_HYBRID_ENTRY] =
        { "gpt-hybrid-entry", NOTE_INFO, FACT, N_("named by a hybrid MBR") },
    [NOTE_KERNEL_LIMIT] =
        { "kernel-limit", NOTE_WARNING, FACT, N_("too many numbers for Linux") },
    [NOTE_LIES_ON] = { "lies-on", NOTE_INFO, FACT, N_("lies on another disk") },
    [NOTE_MSDOS_EBR_CROWDED] =
        { "msdos-ebr-crowded", NOTE_READ_ONLY, FINDING, N_("an EBR with more entries") },
    [NOTE_MSDOS_END_BEYOND_32_BITS] =
        { "msdos-end-beyond-32-bits", NOTE_WARNING, FINDING,
          N_("an end beyond 32 bits") },
    [NOTE_MSDOS_ENTRY_EMPTY] =
        { "msdos-entry-empty", NOTE_WARNING, FINDING, N_("an entry without sectors") },
    [NOTE_MSDOS_ENTRY_UNTYPED] =
        { "msdos-entry-untyped", NOTE_WARNING, FINDING, N_("an entry of type 00") },
    [NOTE_MSDOS_NOT_ADDRESSABLE] =
        { "msdos-not-addressable", NOTE_WARNING, FINDING, N_("sectors out of reach") },
    [NOTE_MSDOS_OVER_CONTENT] =
        { "msdos-over-content", NOTE_WARNING, FINDING, N_("content and an empty table") },
    [NOTE_MSDOS_TWO_EXTENDED] =
        { "msdos-two-extended", NOTE_READ_ONLY, FINDING, N_("two extended partitions") },
    [NOTE_NESTED_READ_ONLY] =
        { "nested-read-only", NOTE_INFO, FACT, N_("a table inside a partition") },
    [NOTE_PARTED_HOLE] =
        { "parted-hole", NOTE_READ_ONLY, FINDING, N_("not all of it can be read") },
    [NOTE_PARTED_OBJECTS] =
        { "parted-objects", NOTE_WARNING, FINDING, N_("libparted objects") },
    [NOTE_TABLE_CURED] =
        { "table-cured", NOTE_WARNING, FINDING, N_("repairs are to be written") },
    [NOTE_WHOLE_DISK_ENTRY] =
        { "whole-disk-entry", NOTE_INFO, FACT, N_("an entry of the whole disk") },
    /* clang-format on */
};

const char *note_id_text(enum note_id id)
{
    return notes[id].id;
}

enum note_level note_level(enum note_id id)
{
    return notes[id].level;
}

enum note_weight note_weight(enum note_id id)
{
    return notes[id].weight;
}

const char *note_brief(enum note_id id)
{
    return *notes[id].brief ? _(notes[id].brief) : "";
}
