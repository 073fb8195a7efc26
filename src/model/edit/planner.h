/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner.h - a whole table from one typed line, or from a template */
#ifndef ALIDADE_MODEL_EDIT_PLANNER_H
#define ALIDADE_MODEL_EDIT_PLANNER_H

#include <stddef.h>

#include "model/disk/layout.h"
#include "model/edit/edit.h"

#define PLANNER_MAX 128

struct planner_part {
    uint64_t start;  /* LBA */
    uint64_t length; /* sectors */
    char type[40];   /* for the label that was asked for */
    char name[128];  /* the words behind the size: "/", "swap", "data"; may be empty */
};

struct planner {
    struct planner_part parts[PLANNER_MAX];
    size_t count;
};

/* "8GB swap, 250GB /, 1200GB raid, rest raid" on an empty disk of LIMITS with a table of
 * LABEL (gpt or msdos): boundaries are the running sums of the sizes from byte 0, exact,
 * each rounded to the nearest grain, one grain behind the last at least; the first start
 * is the first grain from 1 MiB on; "rest" goes to the last whole grain of the usable
 * range and may only stand last.  A size is whatever sum_parse reads, percent of the
 * whole disk.  The first word behind it chooses the type (swap, /, /home, raid, lvm, efi,
 * boot, bios, luks, windows ...), a type's own id (two digits or more) or name too; any
 * other, and none: Linux.  On msdos the fourth of more than four, and those behind it,
 * are logical: each leaves a grain before it for its EBR.  ERR_USAGE with one sentence
 * that names the part that cannot be. */
bool planner_parse(const char *text, const struct limits *limits, enum label_kind label,
                   struct planner *ret, struct err *err) MUST_USE;

enum template {
    TEMPLATE_GPT_MINIMUM,   /* gpt, one partition from the first 4 KiB boundary (40) to
                             * the last usable sector */
    TEMPLATE_GPT_GRAIN,     /* gpt, one partition from 1 MiB to the last whole grain */
    TEMPLATE_MSDOS_MINIMUM, /* msdos, one partition from the first 4 KiB boundary (8) to
                             * the last sector */
    TEMPLATE_GPT_EMPTY,
    TEMPLATE_MSDOS_EMPTY,
    TEMPLATE_NO_TABLE, /* a file system straight on the disk: nothing to edit, its
                        * commands are advice_no_table()'s */
    TEMPLATE_COUNT,
};
/* One translated line with its numbers on this disk; free(). */
char *template_words(const struct limits *limits, enum template which);
/* The partition of the template; count 0 for those without one, and where the disk is too
 * small. */
void template_plan(const struct limits *limits, enum template which, struct planner *ret);
enum label_kind template_label(enum template which); /* LABEL_NONE: no table */

/* The edits that make PLAN: EDIT_NEW_TABLE of LABEL, then one EDIT_CREATE each (on msdos
 * the 4th and later ones of more than four as logicals in a container); free() *RET;
 * returns how many.  None, and *RET NULL, for LABEL_NONE. */
size_t planner_edits(const struct planner *plan, enum label_kind label,
                     const struct limits *limits, struct edit **ret);

#endif
