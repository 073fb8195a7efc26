/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.h - applies one edit: a layout in, a new layout or an error out */
#ifndef ALIDADE_MODEL_EDIT_EDIT_H
#define ALIDADE_MODEL_EDIT_EDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/guid.h"
#include "model/disk/layout.h"
#include "model/disk/repair.h"

enum edit_kind {
    EDIT_NEW_TABLE,  /* label, uuid (disk id), entries (GPT; 0: 128); GPT: start and
                      * length of the usable range, 0: maximum; entries_lba, 0: 2 */
    EDIT_CREATE,     /* start, length, extent, number (of a logical: its position in the
                      * chain; the following ones are renumbered), type, name, uuid,
                      * attributes, is_bootable */
    EDIT_DELETE,     /* id; deletes the logicals of an extended partition, too */
    EDIT_RESIZE,     /* id, start, length: the new range */
    EDIT_TYPE,       /* id, type */
    EDIT_NAME,       /* id, name; GPT */
    EDIT_ATTRIBUTES, /* id, attributes; GPT */
    EDIT_BOOT,       /* id, is_bootable: msdos active flag (of only one), GPT bit 2 */
    EDIT_UUID,       /* id, uuid; GPT */
    EDIT_DISK_ID,    /* uuid: a GUID, or "0x5a3c9d21" */
    EDIT_SORT,       /* renumber in the order of the disk; msdos: primaries and logicals
                      * separately */
    EDIT_CONVERT,    /* label: msdos to GPT or back; all partitions stay in place; to
                      * GPT: entries, entries_lba and start as for EDIT_NEW_TABLE */
    EDIT_REPAIR,     /* repair; for cures also id, see disk/cure.h */
    EDIT_CALL_EMPTY, /* id: the user declares that the partition contains no data; only
                      * for unknown or ambivalent content */
    EDIT_MOVE,       /* id, start, carries_data: moves a partition, a container's start
                      * with its first EBR (its logicals and its end stay), or the EBR of
                      * a logical, which has no number; is written by itself, see
                      * move/disk_step.h */
    EDIT_KIND_COUNT,
};

/* One change.  Fields that its kind does not use are 0. */
struct edit {
    enum edit_kind kind;
    unsigned group;          /* edits of one group are undone together; 0: alone */
    uint32_t id;             /* extent; EDIT_CREATE: the id of the new extent */
    enum extent_kind extent; /* EXTENT_PARTITION (primary), _EXTENDED or _LOGICAL */
    uint64_t start;          /* LBA */
    uint64_t length;         /* sectors */
    uint32_t replaced; /* EDIT_CREATE: id of a partition with the same kind and start
                        * to delete; the new one keeps its number and EBR; 0: none */
    bool is_kept;      /* EDIT_CREATE: what began there before it was deleted, or the
                        * table was replaced, is this one if its content fits: it keeps
                        * its id and content */
    bool
        carries_data; /* EDIT_MOVE: of a partition whose data is moved with it, which no
                       * write of a table does, see pin_of(); else its content is empty */
    bool is_ebr_near; /* place the EBR of a new logical in the sector before it, not
                       * a grain before it */
    unsigned number;  /* 0: the lowest free number; logical: the last */
    enum label_kind label;
    unsigned entries;
    uint64_t entries_lba; /* first sector of a new GPT's entries */
    enum repair repair;
    bool is_bootable;
    uint64_t attributes;
    char type[40];    /* as extent.type; empty: Linux */
    char name[128];   /* UTF-8, at most 36 UTF-16 units */
    bool is_raw_name; /* from a script: may have control characters and lone surrogates */
    char uuid[40];    /* empty: a new random one from SEED */
    struct guid_source seed;
};

/* The first id of extents that edits create.  They differ from all ids of a layout that
 * was read; the queue assigns them. */
#define EDIT_ID_FIRST LAYOUT_ID_FREE

/* Returns a new layout: LAYOUT after EDIT (layout_unref).  Returns NULL (ERR_REFUSED, a
 * sentence with the reason) if the edit is not possible: label or disk are read-only, the
 * extent does not exist or is in use, partitions would overlap or leave the usable range,
 * there is no free number or no sector for an EBR, data would have to be moved, the size
 * is less than the content uses, or a type, name or GUID is invalid.
 *
 * If LAYOUT has a note with NOTE_READ_ONLY, only EDIT_NEW_TABLE and EDIT_REPAIR of such
 * notes are possible; with NOTE_DISK_IS_PARTITION, NOTE_MOVE_IN_PROGRESS,
 * NOTE_DISK_IN_RAID, NOTE_DISK_HAS_CONTENT or NOTE_PARTED_FAILED none is.  All uses but
 * USE_LVM_IDLE count as in use: such an extent keeps start and number, its table is not
 * replaced, and it can only grow, if edit_check_growth() allows it.  Its container can
 * change.
 *
 * Side effects: a new logical gets an EBR (the first one at the container's start, others
 * a grain before the partition if that is free, else in the sector before it); deleting a
 * logical renumbers the following ones; setting the active flag clears that of others;
 * msdos uuids follow number and disk id.  The start can only change if the content is
 * empty, see content_is_empty(), or its data is carried along; swap keeps UUID and
 * label.  A container can grow and
 * shrink as long as its first EBR stays in place, or if it has no logicals. */
struct layout *edit_apply(const struct layout *layout, const struct edit *edit,
                          struct err *err) MUST_USE;

/* True if AFTER is BEFORE with a later end: same kind (not a container), number and
 * start. */
bool edit_is_growth(const struct extent *before, const struct extent *after);
/* Mounted partitions and those held by LUKS, LVM or md can grow while in use.  Returns
 * false (ERR_REFUSED) for other uses: swap, loop devices, unknown programs and holders,
 * arrays with their superblock at the end. */
bool edit_check_growth(const struct extent *extent, struct err *err) MUST_USE;
/* Returns false (ERR_REFUSED) with the first partition in use that AFTER does not have
 * with the same number and place, or grown. */
bool edit_check_users_stay(const struct layout *layout, const struct layout *after,
                           struct err *err) MUST_USE;

/* Returns false (ERR_REFUSED) if no edit of this kind is possible: the label or the disk
 * is read-only.  Tables that cannot be edited can be replaced, and read-only ones also
 * repaired. */
bool edit_check_table(const struct layout *layout, enum edit_kind kind,
                      struct err *err) MUST_USE;
/* Returns false (ERR_REFUSED) if the extent or one inside it is in use. */
bool edit_check_idle(const struct layout *layout, const struct extent *extent,
                     struct err *err) MUST_USE;

/* Returns the stable id for JSON: "new-table", "create" ... */
const char *edit_id(enum edit_kind kind);
/* Returns a translated line for the list of changes: verb, object, old and new value.
 * BEFORE is the layout to which EDIT is applied.  free(). */
char *edit_words(const struct layout *before, const struct edit *edit);

#endif
