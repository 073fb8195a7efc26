/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note.h - findings about a disk or its table, their ids and severity */
#ifndef ALIDADE_MODEL_DISK_NOTE_H
#define ALIDADE_MODEL_DISK_NOTE_H

enum note_level {
    NOTE_INFO,
    NOTE_WARNING,
    NOTE_READ_ONLY, /* the table cannot be edited for this reason */
};

/* Notes of the same weight are listed in this order, the most severe first. */
enum note_id {
    NOTE_NONE,
    NOTE_MOVE_IN_PROGRESS,
    NOTE_TABLE_BROKEN,
    NOTE_TABLE_OTHER_SECTOR_SIZE,
    NOTE_GPT_BOTH_DAMAGED,
    NOTE_GPT_NUMBERS,
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
    NOTE_DISK_IN_RAID,     /* the whole disk is a member: see model/found/whole.h */
    NOTE_DISK_HAS_CONTENT, /* a content of the whole disk lies beside the table */
    NOTE_DISK_AGREED,      /* one of these, and the user agreed to change the disk */
    NOTE_KERNEL_DIFFERS,
    NOTE_GPT_BACKUP_NOT_AT_END,
    NOTE_GPT_HYBRID_MISMATCH,
    NOTE_GPT_HYBRID,
    NOTE_GPT_PMBR_SIZE,
    NOTE_GPT_NOT_ANNOUNCED,
    NOTE_CONTENTS_LOST,
    NOTE_MSDOS_STALE_GPT,
    NOTE_MSDOS_BOOT_FLAG,
    NOTE_PARTED_DIFFERS,
    NOTE_PARTED_REFUSED,
    NOTE_PARTED_CRASHED,
    NOTE_PARTED_TIMEOUT,
    NOTE_PARTED_FAILED,
    NOTE_PARTED_MISSING,
    NOTE_PLACE_UNKNOWN,
    NOTE_BSD_DEDICATED,
    NOTE_ISO_HYBRID,
    NOTE_DISK_IS_PARTITION,
    NOTE_LABEL_READ_ONLY,
    NOTE_PARTED_LIMIT,
    NOTE_PARTED_NOT_ASKED,
    /* The following ones are listed in the order in which they were added. */
    NOTE_RANKED_COUNT,
    NOTE_BSD_ENTRY_ELSEWHERE = NOTE_RANKED_COUNT,
    NOTE_FILE_LIES_OFF, /* the partition below an image file is misaligned itself */
    NOTE_GPT_ENTRY_OUTSIDE,
    NOTE_GPT_SAME_GUID,
    NOTE_GPT_ENTRY_SIZE,
    NOTE_GPT_HYBRID_ENTRY,
    NOTE_KERNEL_LIMIT,
    NOTE_LIES_ON,
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
    NOTE_TABLE_CURED, /* its cures have to be written before other changes */
    NOTE_WHOLE_DISK_ENTRY,
    NOTE_COUNT,
};

enum note_weight {
    NOTE_WEIGHT_FACT,    /* about the disk or this program, not about the table */
    NOTE_WEIGHT_FINDING, /* unusual; the table can be used as it is */
    NOTE_WEIGHT_DAMAGE,  /* damaged, or the kernel finds no partition in it */
};

/* A finding about the table as a whole. */
struct note {
    enum note_id id;
    char *text; /* one translated sentence */
};

/* Returns the stable id for JSON, such as "gpt-backup-damaged". */
const char *note_id_text(enum note_id id);
enum note_level note_level(enum note_id id);
enum note_weight note_weight(enum note_id id);
/* Returns a translated summary for the header of a screen, at most NOTE_BRIEF_COLUMNS
 * wide. */
#define NOTE_BRIEF_COLUMNS 28
const char *note_brief(enum note_id id);

#endif
