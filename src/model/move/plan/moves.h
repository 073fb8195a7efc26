/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.h - the plan for a whole disk: which partition goes where, in which order
 *
 * Order and sizes of the partitions are kept.  The plan moves as little data as possible;
 * what it keeps in place, and what makes it impossible, is named with the reason. */
#ifndef ALIDADE_MODEL_MOVE_PLAN_MOVES_H
#define ALIDADE_MODEL_MOVE_PLAN_MOVES_H

#include "model/base/groups.h"
#include "model/base/size.h"
#include "model/disk/layout.h"
#include "model/disk/owner_run.h"
#include "model/edit/edit.h"
#include "model/move/plan/pin.h"

enum moves_aim {
    MOVES_NUDGE, /* all starts on the physical grid */
    MOVES_MIB,   /* all starts on the grain, where that can align the data inside */
    MOVES_AIM_COUNT,
};

/* A start that the user chose, on a grid or not. */
struct moves_start {
    uint32_t id; /* of a partition or logical */
    uint64_t start;
};

/* Zero-initialised: nudge. */
struct moves_want {
    enum moves_aim aim; /* of the partitions without a chosen start */
    const struct moves_start *starts;
    size_t start_count;
    uint64_t grub_sectors; /* as in suggest_starts() */
    /* What no table names and was not given up, ascending: known ranges are kept, unknown
     * ones where that takes at most a tenth more. */
    const struct owner_run *owned;
    size_t owned_count;
    const uint32_t *stays; /* partitions that stay for the sake of known ranges */
    size_t stay_count;
};

enum moves_action {
    MOVES_DATA,   /* data is moved, and the table changed */
    MOVES_REMAKE, /* swap is created again at its new start */
    MOVES_TABLE,  /* only the table changes */
    MOVES_ACTION_COUNT,
};

/* One step: the extent from FROM to TO.  The sectors of both, and those between them,
 * are only its own or free when its turn comes. */
struct moves_step {
    enum moves_action action;
    uint32_t id; /* of a partition, logical, container or EBR */
    bool is_end; /* of the container: FROM and TO are its end */
    uint64_t from, to;
    uint64_t sectors; /* of data that is moved; 0: none */
};

/* A partition whose start is not as aimed at, and stays. */
struct moves_left {
    uint32_t id;
    enum pin why;
};

/* Where the partitions do not fit. */
struct moves_lack {
    uint32_t id;      /* the first extent that is in the way, or that does not fit */
    bool is_at_end;   /* ID does not fit before the end of the usable range; else ID
                       * cannot be moved, and those before it do not fit */
    uint64_t chosen;  /* the start of ID that was chosen, where it cannot be moved for
                       * that; else 0 */
    uint64_t sectors; /* missing */
};

enum moves_relief_kind {
    RELIEF_SHRINK,     /* its file system can be made smaller by SECTORS */
    RELIEF_DELETE,     /* it is empty, or swap: it can be deleted or made smaller */
    RELIEF_CALL_EMPTY, /* it could be moved if it was called empty */
    RELIEF_UNUSE,      /* it could be moved if it was not in use */
    RELIEF_COUNT,
};

struct moves_relief {
    uint32_t id;
    enum moves_relief_kind kind;
    uint64_t sectors; /* at most; 0: it only becomes movable */
};

struct moves {
    bool is_possible; /* else there are no steps, and LACK tells why */
    struct moves_step *steps;
    size_t step_count;
    struct moves_left *left; /* also if it is not possible */
    size_t left_count;
    uint64_t sectors;      /* of data that is moved */
    struct layout *result; /* after the last step; NULL if not possible */
    struct moves_lack lack;
    struct moves_relief *reliefs; /* what would free the missing sectors */
    size_t relief_count;
    const struct owner_run *owned; /* those of struct moves_want, borrowed */
    size_t owned_count;
};

/* Makes the plan for LAYOUT.  Partitions that the user called empty are so in LAYOUT, see
 * EDIT_CALL_EMPTY.  Returns false (ERR_REFUSED) if its table cannot be edited or is
 * damaged, or if a chosen start cannot be: of a partition that must stay, twice, or
 * outside the usable range.  On success the caller must moves_finish() RET. */
bool moves_make(const struct layout *layout, const struct moves_want *want,
                struct moves *ret, struct err *err) MUST_USE;
void moves_finish(struct moves *moves);

/* Returns the layout after STEP, from that BEFORE it: the one that was planned, with all
 * earlier steps done.  layout_unref(). */
struct layout *moves_step_apply(const struct layout *before,
                                const struct moves_step *step);

/* True if something of KIND would free space. */
bool moves_has_relief(const struct moves *moves, enum moves_relief_kind kind);

/* Makes the edit of STEP for a queue whose preview is BEFORE, with all earlier steps
 * done: EDIT_MOVE, or EDIT_RESIZE of the end of a container.  False for MOVES_DATA, which
 * no write of a table does. */
bool moves_step_edit(const struct layout *before, const struct moves_step *step,
                     struct edit *ret) MUST_USE;
/* What it takes to move EXTENT, whose content is known. */
enum moves_action moves_action_of(const struct extent *extent);

/* Return one translated sentence on why MOVES is not possible, and on one thing that
 * would free space; free(). */
char *moves_lack_words(const struct layout *layout, const struct moves *moves);
char *moves_relief_words(const struct layout *layout, const struct moves_relief *relief);
/* Returns the known range for which LEFT stays, the nearest one; NULL: it stays for
 * something else. */
const struct owner_run *moves_left_owned(const struct layout *layout,
                                         const struct moves *moves,
                                         const struct moves_left *left);
/* Returns one translated sentence on why a partition of MOVES stays; free(). */
char *moves_left_words(const struct layout *layout, const struct moves *moves,
                       const struct moves_left *left);
/* Set RET, with space for LEFT_COUNT or RELIEF_COUNT groups, to the partitions of MOVES
 * that one sentence is about; return their number; groups_finish(). */
size_t moves_left_groups(const struct layout *layout, const struct moves *moves,
                         struct group *ret);
size_t moves_relief_groups(const struct layout *layout, const struct moves *moves,
                           struct group *ret);
/* Returns the sentence on one of these groups of reliefs; free(). */
char *moves_relief_group_words(const struct layout *layout, const struct moves *moves,
                               const struct group *group);
/* Returns one translated sentence if partition ID begins off the physical grid in RESULT,
 * as with a start that was chosen; else NULL; free(). */
char *moves_off_words(const struct layout *result, uint32_t id);
/* Returns two translated sentences if parted will not call all starts of the result
 * optimal; else NULL; free(). */
char *moves_optimal_words(const struct moves *moves);
/* Returns the size of SECTORS: "814.3 GiB", in RET. */
const char *moves_size(const struct layout *layout, uint64_t sectors,
                       char ret[SIZE_TEXT]);

/* Returns stable ids for JSON: "nudge", "mib"; "move", "remake", "table"; "shrink" ... */
const char *moves_aim_id(enum moves_aim aim);
const char *moves_action_id(enum moves_action action);
const char *moves_relief_id(enum moves_relief_kind kind);

#endif
