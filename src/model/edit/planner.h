/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner.h - plans a whole table from a typed line or a template */
#ifndef ALIDADE_MODEL_EDIT_PLANNER_H
#define ALIDADE_MODEL_EDIT_PLANNER_H

#include <stddef.h>

#include "model/disk/layout.h"
#include "model/edit/edit.h"

#define PLANNER_MAX 128

struct planner_part {
    uint64_t start;  /* LBA */
    uint64_t length; /* sectors */
    char type[40];   /* of the requested label */
    char name[128];  /* what stands behind "name="; may be empty */
};

struct planner {
    struct planner_part parts[PLANNER_MAX];
    size_t count;
};

/* Parses a line such as "8GB swap, 250GB /, 1200GB raid, rest raid" for an empty disk
 * with LIMITS and a table of LABEL (gpt or msdos).  The first partition starts at the
 * first grain from 1 MiB on.  A size of whole grains is kept: 512MiB are 512 MiB.  Any
 * other part ends at the exact sum of all sizes so far, rounded to the nearest grain, and
 * has at least one grain.  The last part can have up to a grain less than typed, and
 * "rest", only valid at the end, extends to the last grain of the usable range.  Sizes
 * are parsed by sum_parse(); percentages are of the whole disk.  The words after the size
 * are a type for type_find_typed(), no single letter; without them it is Linux.  Then
 * "name=..." may follow, which ends them.  On msdos, the fourth of more than four and all
 * following partitions are logical, each a grain after the previous one for its EBR.
 * ERR_USAGE names the part that is invalid. */
bool planner_parse(const char *text, const struct limits *limits, enum label_kind label,
                   struct planner *ret, struct err *err) MUST_USE;

/* In the order in which they are offered: what most people want first. */
enum template {
    TEMPLATE_GPT_EMPTY,
    TEMPLATE_GPT_GRAIN, /* gpt, one partition from 1 MiB to the last grain */
    TEMPLATE_MSDOS_EMPTY,
    TEMPLATE_MSDOS_GRAIN,   /* msdos, one partition as on gpt */
    TEMPLATE_GPT_MINIMUM,   /* gpt, one partition from the first 4 KiB boundary (40) to
                             * the last usable sector */
    TEMPLATE_MSDOS_MINIMUM, /* msdos, one partition from the first 4 KiB boundary (8) to
                             * the last sector; no space for a boot loader */
    TEMPLATE_NO_TABLE,      /* a file system on the whole disk, see advice_no_table() */
    TEMPLATE_COUNT,
};
/* Returns a translated line with the numbers for this disk; free(). */
char *template_words(const struct limits *limits, enum template which);
/* Returns a translated line with the purpose of the template. */
const char *template_reason(enum template which);
/* Plans the partition of the template; count is 0 if it has none or the disk is too
 * small.
 */
void template_plan(const struct limits *limits, enum template which, struct planner *ret);
enum label_kind template_label(enum template which); /* LABEL_NONE: no table */
/* Refuses the template without a table: there is nothing to edit. */
bool template_has_table(enum template which, struct err *err) MUST_USE;

/* Returns the edits that make PLAN: EDIT_NEW_TABLE, then EDIT_CREATE for each partition
 * (on msdos also for the container of logicals); free() *RET.  Returns their number; 0
 * and *RET NULL for LABEL_NONE. */
size_t planner_edits(const struct planner *plan, enum label_kind label,
                     const struct limits *limits, struct edit **ret);

struct planner_range {
    uint64_t low;         /* first usable LBA */
    uint64_t high;        /* exclusive */
    uint64_t first_grain; /* first start on the grain, from 1 MiB on if possible */
    uint64_t last_grain;  /* last end on the grain, exclusive */
    uint64_t step;        /* sectors of a grain */
};

/* Returns false if a table of LABEL or a whole grain does not fit. */
bool planner_range(const struct limits *limits, enum label_kind label,
                   struct planner_range *ret) MUST_USE;

#endif
