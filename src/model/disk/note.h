/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note.h - findings about a disk or its table: what each is called and how severe it is
 */
#ifndef ALIDADE_MODEL_DISK_NOTE_H
#define ALIDADE_MODEL_DISK_NOTE_H

enum note_level {
    NOTE_INFO,
    NOTE_WARNING,
    NOTE_READ_ONLY, /* the table must not be edited, because ... */
};

/* In the order in which notes of one weight are listed, the most severe first. */
enum note_id {
    NOTE_NONE,
    NOTE_TABLE_BROKEN,
    NOTE_TABLE_OTHER_SECTOR_SIZE,
    NOTE_GPT_BOTH_DAMAGED,
    NOTE_CONTENTS_FOUND,
    NOTE_TABLE_ENTRY_DAMAGED,
    NOTE_MSDOS_CHAIN_BROKEN,
    NOTE_GPT_PMBR_MISSING,
    NOTE_GPT_PMBR_START,
    NOTE_GPT_COPIES_DIFFER,
    NOTE_GPT_PRIMARY_DAMAGED,
    NOTE_GPT_DISK_SHRUNK,
    NOTE_GPT_BACKUP_DAMAGED,
    NOTE_MSDOS_EBR_SIGNATURE,
    NOTE_BSD_ENTRY_BEYOND,
    NOTE_BSD_ENTRIES_OVERLAP,
    NOTE_KERNEL_DIFFERS,
    NOTE_GPT_BACKUP_NOT_AT_END,
    NOTE_GPT_HYBRID_MISMATCH,
    NOTE_GPT_HYBRID,
    NOTE_GPT_PMBR_SIZE,
    NOTE_GPT_NOT_ANNOUNCED,
    NOTE_MSDOS_STALE_GPT,
    NOTE_MSDOS_BOOT_FLAG,
    NOTE_PARTED_DIFFERS,
    NOTE_PARTED_REFUSED,
    NOTE_PARTED_CRASHED,
    NOTE_PARTED_TIMEOUT,
    NOTE_PARTED_MISSING,
    NOTE_BSD_DEDICATED,
    NOTE_ISO_HYBRID,
    NOTE_DISK_IS_PARTITION,
    NOTE_DISK_READ_ONLY,
    NOTE_LABEL_READ_ONLY,
    NOTE_PARTED_LIMIT,
    /* Those from here on are listed in the order in which they were found. */
    NOTE_RANKED_COUNT,
    NOTE_BSD_ENTRY_ELSEWHERE = NOTE_RANKED_COUNT,
    NOTE_GPT_ENTRY_OUTSIDE,
    NOTE_GPT_ENTRY_SIZE,
    NOTE_GPT_HYBRID_ENTRY,
    NOTE_MSDOS_EBR_CROWDED,
    NOTE_MSDOS_END_BEYOND_32_BITS,
    NOTE_MSDOS_ENTRY_EMPTY,
    NOTE_MSDOS_ENTRY_UNTYPED,
    NOTE_MSDOS_NOT_ADDRESSABLE,
    NOTE_MSDOS_OVER_CONTENT,
    NOTE_MSDOS_TWO_EXTENDED,
    NOTE_NESTED_READ_ONLY,
    NOTE_PARTED_HOLE,
    NOTE_PARTED_OBJECTS,
    NOTE_TABLE_CURED, /* its cures are to be written before any other change */
    NOTE_WHOLE_DISK_ENTRY,
    NOTE_COUNT,
};

enum note_weight {
    NOTE_WEIGHT_FACT,    /* about the disk or this program: no defect of the table */
    NOTE_WEIGHT_FINDING, /* worth a look; the table can be used as it is */
    NOTE_WEIGHT_DAMAGE,  /* damaged, or the kernel finds no partition here */
};

/* A finding about the table as a whole. */
struct note {
    enum note_id id;
    char *text; /* one translated sentence */
};

/* Stable, for JSON: "gpt-backup-damaged". */
const char *note_id_text(enum note_id id);
enum note_level note_level(enum note_id id);
enum note_weight note_weight(enum note_id id);
/* Translated, static, at most NOTE_BRIEF_COLUMNS wide, for the header of a screen. */
#define NOTE_BRIEF_COLUMNS 28
const char *note_brief(enum note_id id);

#endif
