/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of this folder share */
#ifndef ALIDADE_MODEL_EDIT_PRIVATE_H
#define ALIDADE_MODEL_EDIT_PRIVATE_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/edit/edit.h"

/* What a GPT has unless more is asked for. */
#define EDIT_GPT_ENTRIES 128
/* Below it lie the numbers of the MBR's own entries, 1 to 4. */
#define MBR_NUMBERS 5
/* The first logical partition's number, and the last that libparted knows. */
#define EDIT_FIRST_LOGICAL 5
#define EDIT_MAX_MSDOS     64

/* What one edit is carried out with. */
struct edit_work {
    const struct layout *layout; /* before */
    const struct edit *edit;
    const struct label *label;      /* of layout */
    const struct extent *target;    /* of edit->id; NULL where the kind names none */
    struct layout_builder *builder; /* filled with layout: becomes what comes after */
    struct guid_source seed;
};

/* One for each kind: changes WORK's builder, or refuses. */
bool edit_new_table(struct edit_work *work, struct err *err) MUST_USE;
bool edit_create(struct edit_work *work, struct err *err) MUST_USE;
bool edit_delete(struct edit_work *work, struct err *err) MUST_USE;
bool edit_resize(struct edit_work *work, struct err *err) MUST_USE;
bool edit_type(struct edit_work *work, struct err *err) MUST_USE;
bool edit_name(struct edit_work *work, struct err *err) MUST_USE;
bool edit_attributes(struct edit_work *work, struct err *err) MUST_USE;
bool edit_boot(struct edit_work *work, struct err *err) MUST_USE;
bool edit_uuid(struct edit_work *work, struct err *err) MUST_USE;
bool edit_disk_id(struct edit_work *work, struct err *err) MUST_USE;
bool edit_sort(struct edit_work *work, struct err *err) MUST_USE;
bool edit_convert(struct edit_work *work, struct err *err) MUST_USE;
bool edit_repair(struct edit_work *work, struct err *err) MUST_USE;
/* The part of it that is about one entry: REPAIR_DROP, _CUT, _END_CHAIN. */
bool edit_cure(struct edit_work *work, struct err *err) MUST_USE;
bool edit_call_empty(struct edit_work *work, struct err *err) MUST_USE;

/* busy.c: false with a sentence where the extent, or one inside it, is in use.  A
 * physical volume that no logical volume uses is idle. */
bool edit_check_idle(const struct layout *layout, const struct extent *extent,
                     struct err *err) MUST_USE;
/* False with a sentence where the target of WORK's EDIT_RESIZE, no container, is in use
 * and would do anything but grow, or its use does not allow that. */
bool edit_check_resize_use(const struct edit_work *work, struct err *err) MUST_USE;
/* False with a sentence where anything on the disk is in use. */
bool edit_check_disk_idle(const struct layout *layout, struct err *err) MUST_USE;
/* Gives an extent of the layout another number, and on msdos the uuid that goes with it;
 * refused while it is in use. */
bool edit_renumber(struct edit_work *work, const struct extent *extent, unsigned number,
                   struct err *err) MUST_USE;

/* place.c: false with a sentence, naming what is there, where [START, START +
 * LENGTH) is not free space on the level of PARENT (0: the disk) and within what the
 * label allows. */
bool edit_check_place(const struct layout *layout, uint32_t parent, uint64_t start,
                      uint64_t length, struct err *err) MUST_USE;
/* Where the free space around START begins, on the level of PARENT. */
uint64_t edit_free_start(const struct layout *layout, uint32_t parent, uint64_t start);
/* The sector for the EBR of a logical at START: a grain before it, else right before it;
 * false with a sentence where the free space begins at START itself. */
bool edit_place_ebr(const struct layout *layout, uint32_t parent, uint64_t start,
                    uint64_t *ret, struct err *err) MUST_USE;
/* False with a sentence where a logical begins at END, with its EBR elsewhere: libparted
 * does not survive one that has no sector of its own in front. */
bool edit_check_next_logical(const struct layout *layout, uint32_t parent, uint64_t end,
                             struct err *err) MUST_USE;
/* LAYOUT without these extents and what lies in them. */
struct layout *edit_layout_without(const struct layout *layout, uint32_t id,
                                   uint32_t ebr);
/* The extended partition, and the EBR at its first sector; NULL: there is none. */
const struct extent *edit_container(const struct layout *layout);
const struct extent *edit_head_ebr(const struct layout *layout);
unsigned edit_logical_count(const struct layout *layout);
/* The logical that comes first in the chain behind NUMBER; NULL: there is none. */
const struct extent *edit_next_logical(const struct layout *layout, unsigned number);
/* Takes out of the builder what lies in an extent of the layout. */
void edit_remove_children(struct edit_work *work, uint32_t id);
/* Everything but the ids given out so far. */
void edit_remove_all(struct edit_work *work);
void edit_remove_notes(struct edit_work *work, const char *prefix);
void edit_add_metadata(struct edit_work *work, enum extent_role role, uint64_t start,
                       uint64_t length);
/* MBR and both copies of a GPT with this many entries, and the usable range; false with a
 * sentence where the disk is too small. */
bool edit_init_gpt(struct edit_work *work, unsigned entries, struct err *err) MUST_USE;
/* The same for an msdos table. */
bool edit_init_msdos(struct edit_work *work, struct err *err) MUST_USE;

/* content.c: false with a sentence, with its figures, where what lives in EXTENT
 * needs more than BYTES, which are fewer than it has now. */
bool edit_check_content_fits(const struct layout *layout, const struct extent *extent,
                             uint64_t bytes, struct err *err) MUST_USE;

/* empty.c: false with a sentence where another start would leave data behind. */
bool edit_check_start(const struct extent *extent, struct err *err) MUST_USE;

/* value.c: texts as they are stored; false with a sentence for what cannot be.
 * KIND tells what a type is for; an empty one is the label's usual one. */
bool edit_parse_type(enum label_kind label, enum extent_kind kind, const char *text,
                     char ret[40], struct err *err) MUST_USE;
bool edit_parse_name(const struct label *label, const struct edit *edit, char ret[128],
                     struct err *err) MUST_USE;
/* A partition's GUID, drawn where TEXT is empty; no other partition may have it. */
bool edit_parse_uuid(struct edit_work *work, const char *text, uint32_t id, char ret[40],
                     struct err *err) MUST_USE;
bool edit_parse_disk_id(struct edit_work *work, enum label_kind label, const char *text,
                        char ret[40], struct err *err) MUST_USE;
/* "5a3c9d21-01" from a disk id and a number; empty where the id is 0. */
void edit_msdos_uuid(const char *disk_id, unsigned number, char ret[40]);
/* The number that an EDIT_CREATE gets; 0: there is none free. */
unsigned edit_number(const struct layout *layout, const struct edit *edit);

#endif
