/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fix_plan.h - a fix as it is carried out and told: its disk, its journal, and its steps
 */
#ifndef ALIDADE_MODEL_MOVE_PLAN_FIX_PLAN_H
#define ALIDADE_MODEL_MOVE_PLAN_FIX_PLAN_H

#include "model/base/align.h"
#include "model/base/guid.h"
#include "model/disk/label.h"
#include "model/disk/types.h"
#include "model/move/plan/journal_place.h"
#include "model/move/plan/moves.h"

#define JOURNAL_STEPS_MAX 128

struct journal_head {
    struct guid transaction;
    uint64_t disk_bytes;
};

/* Where the journal is. */
struct journal_spot {
    enum journal_kind kind;
    uint64_t start; /* LBA; 0: on another disk */
    uint64_t bytes;
    char uuid[40];
    char path[216];
};

enum journal_object {
    JOURNAL_PARTITION,
    JOURNAL_LOGICAL,
    JOURNAL_CONTAINER, /* its start, with the first EBR */
    JOURNAL_CONTAINER_END,
    JOURNAL_EBR,
};

struct journal_step {
    enum moves_action action;
    enum journal_object object;
    uint16_t number;
    uint64_t from, to, length; /* sectors */
    uint64_t ebr_from, ebr_to; /* logical: LBA of its EBR before and after all steps */
    struct guid type;          /* msdos: in the first byte */
    struct guid unique;        /* gpt */
};

/* True if the step is one of a partition: not of a container or an EBR. */
static inline bool journal_step_is_partition(const struct journal_step *step)
{
    return step->object == JOURNAL_PARTITION || step->object == JOURNAL_LOGICAL;
}

struct journal_plan {
    struct journal_head head;
    uint32_t logical; /* bytes of a sector */
    enum label_kind label;
    uint16_t number; /* of the partition that the journal is in; 0: none */
    struct guid disk_id;
    struct alignment grid; /* LBAs where a write may begin */
    uint64_t time;         /* seconds since 1970 when it was made */
    /* Old type of that partition; zeros: it was made for the journal. */
    struct guid spot_type;
    char serial[64], model[64]; /* of the disk */
    struct journal_spot spot;
    uint64_t slot_bytes; /* of data in a slot of the ring; 0: there is no ring */
    uint32_t slots;
    uint32_t step_count;
    struct journal_step steps[JOURNAL_STEPS_MAX];
};

/* How far a move is. */
enum journal_phase {
    JOURNAL_PHASE_SAVED,    /* guards and the entry in progress may be written */
    JOURNAL_PHASE_MOVING,   /* pieces are written */
    JOURNAL_PHASE_FINAL,    /* all pieces are durable; table and zones may be written */
    JOURNAL_PHASE_COMPLETE, /* nothing left to do */
};

/* Returns the disk id of LABEL as plans have it; zeros if it has none. */
struct guid journal_disk_id(const struct label *label);
/* Returns an extent's TYPE as plans have it. */
struct guid journal_type(enum label_kind label, const char *type);
/* Returns such a TYPE as layouts have it, in RET. */
const char *journal_type_text(enum label_kind label, const struct guid *type,
                              char ret[TYPE_TEXT]);
/* Appends the steps of MOVES, which was made for LAYOUT.  False if there is no space. */
bool journal_plan_add(struct journal_plan *plan, const struct layout *layout,
                      const struct moves *moves) MUST_USE;

#endif
