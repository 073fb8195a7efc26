/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.h - applies one edit: a layout in, a new layout or an error out */
#ifndef ALIDADE_MODEL_EDIT_EDIT_H
#define ALIDADE_MODEL_EDIT_EDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/base/guid_source.h"
#include "model/disk/layout.h"
#include "model/disk/repair.h"

enum edit_kind {
    EDIT_NEW_TABLE, /* label, uuid (disk id), entries (gpt; 0: 128); gpt: start and length
                     * are the usable range, each 0: as large as it can be */
    EDIT_CREATE, /* start, length, extent, number (of a logical: its place in the chain;
                  * those from there on get the next one each), type, name, uuid,
                  * attributes, is_bootable */
    EDIT_DELETE, /* id; an extended container goes with its logicals */
    EDIT_RESIZE, /* id, start, length: the range it shall have */
    EDIT_TYPE,   /* id, type */
    EDIT_NAME,   /* id, name; GPT */
    EDIT_ATTRIBUTES, /* id, attributes; GPT */
    EDIT_BOOT,       /* id, is_bootable: msdos active flag (of one alone), GPT bit 2 */
    EDIT_UUID,       /* id, uuid; GPT */
    EDIT_DISK_ID,    /* uuid: a GUID, or "0x5a3c9d21" */
    EDIT_SORT,    /* numbers in the order of the disk; msdos primaries among themselves,
                   * logicals among themselves */
    EDIT_CONVERT, /* label: msdos to gpt and back; starts and sizes stay */
    EDIT_REPAIR,  /* repair; id: the entry, for those that cure one (disk/cure.h) */
    EDIT_CALL_EMPTY, /* id: the person says that nothing in it is needed; for what shows
                      * no known content, or several at once */
    EDIT_KIND_COUNT,
};

/* One change as a plain value.  Fields that its kind does not name are 0. */
struct edit {
    enum edit_kind kind;
    uint32_t id;             /* extent; for EDIT_CREATE the id that it will have */
    enum extent_kind extent; /* EXTENT_PARTITION (primary), _EXTENDED or _LOGICAL */
    uint64_t start;          /* LBA */
    uint64_t length;         /* sectors */
    uint32_t replaced;       /* the partition in whose place a new one comes: it goes, and
                              * number and EBR pass on; same kind, same start.  0: none */
    bool is_ebr_near;        /* the EBR of a new logical lies right before it, also where
                              * there is room for a grain */
    unsigned number;         /* 0: the lowest that is free; of a logical: the next */
    enum label_kind label;
    unsigned entries;
    enum repair repair;
    bool is_bootable;
    uint64_t attributes;
    char type[40];    /* as extent.type; empty: the label's usual one (Linux) */
    char name[128];   /* UTF-8, at most 36 UTF-16 units */
    bool is_raw_name; /* from a script: with control characters and lone surrogates */
    char uuid[40];    /* empty: a new random one, drawn from SEED */
    struct guid_source seed;
};

/* Ids of extents that edits create, so that they never meet those of a layout that was
 * read; the queue gives them out. */
#define EDIT_ID_FIRST LAYOUT_ID_FREE

/* LAYOUT with EDIT carried out, as a new layout (layout_unref); LAYOUT is not changed.
 * NULL (ERR_REFUSED, one sentence naming what is in the way) for what is not possible:
 * a label or a disk that is read-only, an extent that is not there or is in use, overlap,
 * outside the usable range, no free number, no room for an EBR, data that would have to
 * move, less than the content uses, a type, name or GUID that cannot be.
 *
 * Where a note of LAYOUT is NOTE_READ_ONLY, only EDIT_NEW_TABLE and an EDIT_REPAIR that
 * a note calls for are possible; with a note NOTE_DISK_READ_ONLY, NOTE_DISK_IS_PARTITION
 * or NOTE_PARTED_MISSING nothing is.  In use is whatever extent.use says but
 * USE_LVM_IDLE: such an extent keeps start and number, and its table is not replaced;
 * its end can only go further back, and only where edit_check_growth() allows it; a
 * container may change around it.
 *
 * What edits do beside the wish itself: a new logical gets its EBR (the first one at the
 * container's start, else a grain before it where there is room, else right before it);
 * deleting one renumbers the logicals behind it; making one active takes the flag from
 * the others; msdos uuids follow number and disk id.  A start can change only where
 * content_is_empty(); swap keeps UUID and label.  A container can grow and shrink around
 * its logicals as long as its first EBR stays where it is, or is made anew when it has no
 * logicals. */
struct layout *edit_apply(const struct layout *layout, const struct edit *edit,
                          struct err *err) MUST_USE;

/* True where AFTER is BEFORE with a later end: the same kind (no container), number and
 * start. */
bool edit_is_growth(const struct extent *before, const struct extent *after);
/* A mounted partition, and one that LUKS, LVM or md hold, can grow while it is in use.
 * False (ERR_REFUSED) with a sentence where the use of EXTENT does not allow a later end:
 * swap, loop devices, unknown programs and holders, arrays with their superblock at the
 * end. */
bool edit_check_growth(const struct extent *extent, struct err *err) MUST_USE;
/* What is in use in LAYOUT has its number and place in AFTER too, or grows there; else
 * false with a sentence that names the first partition in use that goes or changes. */
bool edit_check_users_stay(const struct layout *layout, const struct layout *after,
                           struct err *err) MUST_USE;

/* Stable id for JSON: "new-table", "create" ... */
const char *edit_id(enum edit_kind kind);
/* One translated line, as the list of changes shows it: verb, what, from and to; BEFORE
 * is the layout that EDIT is applied to; free(). */
char *edit_words(const struct layout *before, const struct edit *edit);

#endif
