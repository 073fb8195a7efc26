/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private.h - what the files of this folder share */
#ifndef ALIDADE_MODEL_EDIT_PRIVATE_H
#define ALIDADE_MODEL_EDIT_PRIVATE_H

#include "model/base/err.h"
#include "model/disk/layout.h"
#include "model/edit/edit.h"
#include "model/edit/planner.h"

#define EDIT_GPT_ENTRIES 128 /* unless other is requested */
/* The entries of the MBR have lower numbers: 1 to 4. */
#define MBR_NUMBERS 5
/* The number of the last logical partition that libparted supports. */
#define EDIT_MAX_MSDOS 64

/* Return the number of entries of the GPT that EDIT makes, and their first sector. */
static inline unsigned edit_gpt_entries(const struct edit *edit)
{
    return edit->entries ? edit->entries : EDIT_GPT_ENTRIES;
}

static inline uint64_t edit_gpt_lba(const struct edit *edit)
{
    return edit->entries_lba ? edit->entries_lba : 2;
}

/* The state of one edit. */
struct edit_work {
    const struct layout *layout; /* before */
    const struct edit *edit;
    const struct label *label;      /* of layout */
    const struct extent *target;    /* with edit->id; NULL if the kind has no target */
    struct layout_builder *builder; /* made from layout; becomes the new layout */
    struct guid_source seed;
};

/* One function for each kind: changes WORK's builder, or returns false (ERR_REFUSED). */
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
/* The repairs of one entry: REPAIR_DROP, _CUT, _END_CHAIN. */
bool edit_cure(struct edit_work *work, struct err *err) MUST_USE;
bool edit_call_empty(struct edit_work *work, struct err *err) MUST_USE;
bool edit_move(struct edit_work *work, struct err *err) MUST_USE;

/* busy.c: the check functions here and below return false (ERR_REFUSED) with the reason.
 * Checks that the target of WORK's EDIT_RESIZE, not a container, is not in use, or grows
 * and its use allows that. */
bool edit_check_resize_use(const struct edit_work *work, struct err *err) MUST_USE;
/* Checks that nothing on the disk is in use. */
bool edit_check_disk_idle(const struct layout *layout, struct err *err) MUST_USE;
/* Changes the number of an extent of the layout, and on msdos its uuid; returns false if
 * it is in use. */
bool edit_renumber(struct edit_work *work, const struct extent *extent, unsigned number,
                   struct err *err) MUST_USE;

/* place.c: checks that [START, START + LENGTH) is free on the level of PARENT (0: the
 * disk) and in the usable range of the label. */
bool edit_check_place(const struct layout *layout, uint32_t parent, uint64_t start,
                      uint64_t length, struct err *err) MUST_USE;
/* Sets ERR_REFUSED: [START, END) meets KEPT, an EXTENT_KEPT.  Returns false. */
bool edit_refuse_kept(const struct extent *kept, uint64_t start, uint64_t end,
                      struct err *err);
/* Sets ERR_REFUSED: a disk of SIZE sectors holds no GPT.  Returns false. */
bool edit_refuse_small_gpt(uint64_t size, struct err *err);
/* Returns where the free space that ends at or contains START begins, on the level of
 * PARENT. */
uint64_t edit_free_start(const struct layout *layout, uint32_t parent, uint64_t start);
/* Returns the sector for the EBR of a logical at START, after free space from FREE_START:
 * a grain before START if possible, else the sector before it. */
uint64_t edit_ebr_before(const struct limits *limits, uint64_t free_start,
                         uint64_t start);
/* Chooses the sector for the EBR of a logical at START: a grain before it if that is
 * free, else the sector before it.  Returns false if that is not free either. */
bool edit_place_ebr(const struct layout *layout, uint32_t parent, uint64_t start,
                    uint64_t *ret, struct err *err) MUST_USE;
/* Checks that no logical starts at END, with its EBR elsewhere: libparted crashes if the
 * sector before a logical is not free. */
bool edit_check_next_logical(const struct layout *layout, uint32_t parent, uint64_t end,
                             struct err *err) MUST_USE;
/* Returns LAYOUT without the extents ID and EBR and the children of ID. */
struct layout *edit_layout_without(const struct layout *layout, uint32_t id,
                                   uint32_t ebr);
/* Returns the EBR at the first sector of the extended partition; NULL: none. */
const struct extent *edit_head_ebr(const struct layout *layout);
unsigned edit_logical_count(const struct layout *layout);
/* Returns the logical after NUMBER; NULL: none. */
const struct extent *edit_next_logical(const struct layout *layout, unsigned number);
/* Increments the numbers of the logicals from NUMBER on if IS_UP, else decrements them.
 */
bool edit_shift_logicals(struct edit_work *work, unsigned number, bool is_up,
                         struct err *err) MUST_USE;
/* Removes the children of an extent from the builder. */
void edit_remove_children(struct edit_work *work, uint32_t id);
void edit_remove_notes(struct edit_work *work, const char *prefix);
void edit_add_metadata(struct edit_work *work, enum extent_role role, uint64_t start,
                       uint64_t length);
/* Adds an EBR at START in the container PARENT; returns its id. */
uint32_t edit_add_ebr(struct edit_work *work, uint32_t parent, uint64_t start);
/* Adds the primary GPT, whose entries are SECTORS from the label's entries_lba on. */
void edit_add_gpt_primary(struct edit_work *work, uint64_t sectors);
/* Adds MBR and both copies of a GPT with ENTRIES, those of the primary from sector LBA
 * on, and sets the label; returns false if the disk is too small. */
bool edit_init_gpt(struct edit_work *work, unsigned entries, uint64_t lba,
                   struct err *err) MUST_USE;
/* Does the same for an msdos table. */
bool edit_init_msdos(struct edit_work *work, struct err *err) MUST_USE;

/* content.c: checks that the content of EXTENT fits in BYTES, less than its current
 * size. */
bool edit_check_content_fits(const struct layout *layout, const struct extent *extent,
                             uint64_t bytes, struct err *err) MUST_USE;

/* kept.c: returns the partition of layout_former() that EDIT_CREATE with is_kept makes
 * again, whose content fits; NULL: none. */
const struct extent *edit_find_kept(const struct layout *layout, const struct edit *edit);
/* Remembers the layout before WORK's edit as layout_former(), unless there is one. */
void edit_remember(struct edit_work *work);

/* empty.c: checks that no data would have to move if the start changed. */
bool edit_check_start(const struct extent *extent, struct err *err) MUST_USE;

/* value.c: set ERR_REFUSED and return false: a logical partition would be active; what is
 * to be changed is not there. */
bool edit_refuse_active(struct err *err);
bool edit_refuse_gone(struct err *err);
/* Checks that the label has such fields: EDIT_NAME, EDIT_ATTRIBUTES or
 * EDIT_UUID. */
bool edit_check_field(enum label_kind label, enum edit_kind kind,
                      struct err *err) MUST_USE;
/* Parse values and return them as they are stored in extents.  KIND is that of
 * the partition; an empty type is Linux or extended. */
bool edit_parse_type(enum label_kind label, enum extent_kind kind, const char *text,
                     char ret[40], struct err *err) MUST_USE;
bool edit_parse_name(const struct label *label, const struct edit *edit, char ret[128],
                     struct err *err) MUST_USE;
/* Returns a partition's GUID, a random one if TEXT is empty.  No partition except ID may
 * have it. */
bool edit_parse_uuid(struct edit_work *work, const char *text, uint32_t id, char ret[40],
                     struct err *err) MUST_USE;
bool edit_parse_disk_id(struct edit_work *work, enum label_kind label, const char *text,
                        char ret[40], struct err *err) MUST_USE;
/* Returns the uuid on msdos: "5a3c9d21-01" from disk id and number; empty if the id is 0.
 */
void edit_msdos_uuid(const char *disk_id, unsigned number, char ret[40]);
/* Returns the number of the partition that EDIT_CREATE makes; 0: none is free. */
unsigned edit_number(const struct layout *layout, const struct edit *edit);

/* planner_name.c: sets type and name of RET from the WORDS after its size; ERR_USAGE if
 * the name is too long, or they are no type of the label. */
bool planner_part_named(enum label_kind label, const char *words,
                        struct planner_part *ret, struct err *err) MUST_USE;

#endif
